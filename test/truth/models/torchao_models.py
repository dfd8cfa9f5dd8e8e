"""torchao: weights that are tensors of classes of its own, with 8 or 4 bits inside, and layers that learn to be quantized."""
import torch
from torch import nn
from torchao.quantization import (Float8WeightOnlyConfig, Int8DynamicActivationInt8WeightConfig, Int8DynamicActivationIntxWeightConfig,
                                  Int8WeightOnlyConfig, IntxWeightOnlyConfig, PerGroup, quantize_)
from torchao.quantization.qat import QATConfig
from transformers import LlamaConfig, LlamaForCausalLM

from model_truth import account


def quantized(make, config):
    def build():
        model = make().to("cuda", torch.bfloat16)
        quantize_(model, config)
        return model
    return build


def layers():
    return nn.Sequential(nn.Embedding(500, 256), nn.Linear(256, 704), nn.GELU(), nn.Linear(704, 256, bias=False), nn.LayerNorm(256))


def llama():
    return LlamaForCausalLM(LlamaConfig(vocab_size=1000, hidden_size=256, intermediate_size=704, num_hidden_layers=2, num_attention_heads=4,
                                        num_key_value_heads=2, max_position_embeddings=256))


def text():
    return (torch.ones(2, 64, dtype=torch.int64, device="cuda"),)


def labelled(model, tokens):
    return model(input_ids=tokens, labels=tokens)


four_bits = {"weight_dtype": torch.int4, "weight_granularity": PerGroup(32)}
account("torchao/int8-weights/inference", quantized(layers, Int8WeightOnlyConfig()), text, mode="infer")
account("torchao/int8-groups/inference", quantized(layers, Int8WeightOnlyConfig(granularity=PerGroup(64))), text, mode="infer")
account("torchao/float8-weights/inference", quantized(layers, Float8WeightOnlyConfig()), text, mode="infer")
account("torchao/int8-dynamic/inference", quantized(layers, Int8DynamicActivationInt8WeightConfig()), text, mode="infer")
account("torchao/int4-weights/inference", quantized(layers, IntxWeightOnlyConfig(weight_dtype=torch.int4, granularity=PerGroup(32))), text,
        mode="infer")
account("torchao/llama-int8/inference", quantized(llama, Int8WeightOnlyConfig()), text, mode="infer")
account("torchao/learning-int4/bf16/b2", quantized(layers, QATConfig(Int8DynamicActivationIntxWeightConfig(**four_bits), step="prepare")), text)
account("torchao/llama-learning-int4/bf16/b2", quantized(llama, QATConfig(Int8DynamicActivationIntxWeightConfig(**four_bits), step="prepare")),
        text, call=labelled)
