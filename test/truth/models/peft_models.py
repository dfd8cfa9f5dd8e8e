"""peft: adapters around transformers' models."""
import torch
from peft import (IA3Config, LoraConfig, PrefixTuningConfig, PromptTuningConfig, TaskType, get_peft_model)
from transformers import BertConfig, BertForSequenceClassification, GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM

from model_truth import account


def llama():
    return LlamaForCausalLM(LlamaConfig(vocab_size=1000, hidden_size=128, intermediate_size=256, num_hidden_layers=2, num_attention_heads=4,
                                        num_key_value_heads=2, max_position_embeddings=256))


def gpt2():
    return GPT2LMHeadModel(GPT2Config(vocab_size=1000, n_embd=128, n_layer=2, n_head=4, n_positions=256))


def bert():
    return BertForSequenceClassification(BertConfig(vocab_size=1000, hidden_size=128, num_hidden_layers=2, num_attention_heads=4, intermediate_size=256))


def text():
    return (torch.ones(2, 64, dtype=torch.int64, device="cuda"),)


def labelled(model, tokens):
    return model(input_ids=tokens, labels=tokens)


def classes(model, tokens):
    return model(input_ids=tokens, labels=torch.zeros(2, dtype=torch.int64, device="cuda"))


def lora(**options):
    return LoraConfig(r=8, lora_alpha=16, lora_dropout=0.05, task_type=TaskType.CAUSAL_LM, **options)


def merged():
    return get_peft_model(llama(), lora()).merge_and_unload()


def checkpointed():
    model = llama()
    model.gradient_checkpointing_enable()
    model.enable_input_require_grads()
    return get_peft_model(model, lora(target_modules=["q_proj", "v_proj"]))


account("peft/lora-llama/fp32/b2", lambda: get_peft_model(llama(), lora(target_modules=["q_proj", "v_proj"])), text, call=labelled)
account("peft/lora-all-linear/amp-bf16/b2", lambda: get_peft_model(llama(), lora(target_modules="all-linear")), text, call=labelled, precision="amp-bf16")
account("peft/lora-checkpointed/bf16/b2", checkpointed, text, call=labelled, precision="bf16")
account("peft/dora-llama/fp32/b2", lambda: get_peft_model(llama(), lora(target_modules=["q_proj", "v_proj"], use_dora=True)), text, call=labelled)
account("peft/lora-gpt2/fp32/b2", lambda: get_peft_model(gpt2(), lora()), text, call=labelled)
account("peft/lora-bert/fp32/b2", lambda: get_peft_model(bert(), LoraConfig(task_type=TaskType.SEQ_CLS, r=4)), text, call=classes)
account("peft/ia3-llama/fp32/b2", lambda: get_peft_model(llama(), IA3Config(task_type=TaskType.CAUSAL_LM)), text, call=labelled)
account("peft/prompt-llama/fp32/b2", lambda: get_peft_model(llama(), PromptTuningConfig(task_type=TaskType.CAUSAL_LM, num_virtual_tokens=8)), text, call=labelled)
account("peft/prefix-llama/fp32/b2", lambda: get_peft_model(llama(), PrefixTuningConfig(task_type=TaskType.CAUSAL_LM, num_virtual_tokens=8)), text, call=labelled)
account("peft/lora-merged/fp32/b2", merged, text, call=labelled, mode="infer")
