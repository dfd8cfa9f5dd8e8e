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
        try:
            with torch.device("cuda"):
                return timm.create_model(name, pretrained=False)
        except AssertionError:
            # It computes its sizes with tensors, whose values a driver that does no work does not give.
            corpus.quick_initialisation()
            return timm.create_model(name, pretrained=False)

    return build, images, plain


corpus.run(timm.list_models(), case)
