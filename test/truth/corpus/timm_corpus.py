"""Every model name of timm's registry, built and run once at the size of its configuration."""
import timm
import torch

import corpus


def images(model):
    channels, height, width = model.pretrained_cfg["input_size"]
    return (torch.empty(2, channels, height, width, device="cuda"),)


def plain(model, arguments):
    return model(*arguments)


def case(name):
    def build():
        with torch.device("cuda"):
            return timm.create_model(name, pretrained=False)

    return build, images, plain


corpus.run(timm.list_models(), case)
