"""bitsandbytes: layers whose weights have 8 or 4 bits, alone and below adapters (QLoRA), with its optimizers."""
import os

os.environ.setdefault("HF_HUB_CACHE", os.path.join(os.path.dirname(os.path.abspath(__file__)), "hub"))
import bitsandbytes as bnb
import torch
from peft import LoraConfig, TaskType, get_peft_model, prepare_model_for_kbit_training
from torch import nn
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, LlamaConfig, LlamaForCausalLM

from model_truth import account

torch.cuda.init()


def layers(make):
    """Frozen layers of few bits between an embedding and a head that are trained."""
    def build():
        return nn.Sequential(nn.Embedding(500, 256), make(256, 700), nn.GELU(), make(700, 256), nn.LayerNorm(256), nn.Linear(256, 500))
    return build


def nf4(ins, outs):
    return bnb.nn.Linear4bit(ins, outs, compute_dtype=torch.bfloat16, quant_type="nf4")


def fp4_single(ins, outs):
    return bnb.nn.Linear4bit(ins, outs, bias=False, compute_dtype=torch.float16, compress_statistics=False)


def int8(ins, outs):
    return bnb.nn.Linear8bitLt(ins, outs, has_fp16_weights=False)


def int8_outliers(ins, outs):
    """As transformers makes them; no feature is an outlier, since values read as zeros."""
    return bnb.nn.Linear8bitLt(ins, outs, has_fp16_weights=False, threshold=6.0)


def int8_trained(ins, outs):
    return bnb.nn.Linear8bitLt(ins, outs)


def replaced(module, make):
    """Puts layers of few bits into the place of linear layers."""
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            if name != "lm_head":
                setattr(module, name, make(child.in_features, child.out_features))
        else:
            replaced(child, make)
    return module


def llama(make):
    def build():
        config = LlamaConfig(vocab_size=1000, hidden_size=256, intermediate_size=688, num_hidden_layers=2, num_attention_heads=4,
                             num_key_value_heads=2, max_position_embeddings=256)
        return replaced(LlamaForCausalLM(config).to(torch.bfloat16), make)
    return build


def without_bias(ins, outs):
    return bnb.nn.Linear4bit(ins, outs, bias=False, compute_dtype=torch.bfloat16, quant_type="nf4")


def int8_without_bias(ins, outs):
    return bnb.nn.Linear8bitLt(ins, outs, bias=False, has_fp16_weights=False)


def qlora(checkpointed):
    def build():
        model = llama(without_bias)().to("cuda")
        model.is_loaded_in_4bit = True
        model = prepare_model_for_kbit_training(model, use_gradient_checkpointing=checkpointed)
        return get_peft_model(model, LoraConfig(r=8, lora_alpha=16, target_modules=["q_proj", "v_proj"], task_type=TaskType.CAUSAL_LM))
    return build


def text():
    return (torch.ones(2, 64, dtype=torch.int64, device="cuda"),)


def one_token():
    return (torch.ones(1, 1, dtype=torch.int64, device="cuda"),)


def labelled(model, tokens):
    return model(input_ids=tokens, labels=tokens)


account("bitsandbytes/nf4/fp32/b2", layers(nf4), text)
account("bitsandbytes/nf4/amp-bf16/b2", layers(nf4), text, precision="amp-bf16")
account("bitsandbytes/fp4-single/fp32/b2", layers(fp4_single), text)
account("bitsandbytes/int8/fp32/b2", layers(int8), text)
account("bitsandbytes/int8-outliers/fp32/b2", layers(int8_outliers), text)
account("bitsandbytes/int8-trained/fp32/b2", layers(int8_trained), text)
account("bitsandbytes/nf4/one-token", layers(nf4), one_token, mode="infer")
account("bitsandbytes/llama-4bit/inference", llama(without_bias), text, mode="infer")
account("bitsandbytes/llama-8bit/inference", llama(int8_without_bias), text, mode="infer")
account("bitsandbytes/qlora/b2", qlora(False), text, call=labelled)
account("bitsandbytes/qlora-checkpointed/b2", qlora(True), text, call=labelled)


def qlora_of_hub():
    quantized = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=torch.bfloat16)
    model = AutoModelForCausalLM.from_pretrained("ledger/tiny-llama", quantization_config=quantized, device_map="cuda", dtype=torch.bfloat16)
    model = prepare_model_for_kbit_training(model)
    return get_peft_model(model, LoraConfig(r=8, task_type=TaskType.CAUSAL_LM, target_modules=["q_proj", "v_proj"]))


account("bitsandbytes/qlora-from_pretrained/b2", qlora_of_hub, text, call=labelled)
