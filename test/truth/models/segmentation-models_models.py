"""segmentation-models-pytorch: decoders over encoders of torchvision's kind and of timm."""
import segmentation_models_pytorch as smp
import torch

from model_truth import account


def images():
    return (torch.empty(2, 3, 64, 64, device="cuda"),)


for decoder, encoder in (("Unet", "resnet18"), ("FPN", "resnet18"), ("DeepLabV3Plus", "mobilenet_v2"), ("Segformer", "resnet18")):
    account(f"segmentation-models/{decoder}-{encoder}/fp32/adamw/b2",
            lambda: getattr(smp, decoder)(encoder, encoder_weights=None), images)
