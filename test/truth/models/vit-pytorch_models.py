"""vit-pytorch's models, whose attention is written with einops."""
import torch
from vit_pytorch import SimpleViT, ViT

from model_truth import account

SIZES = dict(image_size=64, patch_size=16, num_classes=10, dim=512, depth=4, heads=8, mlp_dim=1024)


def images():
    return (torch.empty(2, 3, 64, 64, device="cuda"),)


account("vit-pytorch/ViT/fp32/adamw/b2", lambda: ViT(**SIZES), images)
account("vit-pytorch/SimpleViT/amp-bf16/adamw/b2", lambda: SimpleViT(**SIZES), images, precision="amp-bf16")
