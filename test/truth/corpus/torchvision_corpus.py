"""Every model name of torchvision's registry, built and run once."""
import torch
import torchvision

import corpus

corpus.quick_initialisation()


def images(size):
    return lambda model: (torch.empty(2, 3, size, size, device="cuda"),)


def clip(model):
    return (torch.empty(1, 3, 16, 224, 224, device="cuda"),)


def pair(model):
    return (torch.empty(1, 3, 256, 256, device="cuda"), torch.empty(1, 3, 256, 256, device="cuda"))


def detection(model):
    return ([torch.empty(3, 320, 320, device="cuda")],)


def plain(model, arguments):
    return model(*arguments)


def case(name):
    options = {}
    module = torchvision.models.get_model_builder(name).__module__
    inputs, backward = images(299 if name.endswith("inception_v3") else 224), True
    if "detection" in module:
        options["weights_backbone"] = None
        inputs, backward = detection, False
    elif "segmentation" in module:
        options["weights_backbone"] = None
    elif "optical_flow" in module:
        inputs = pair
    elif "video" in module:
        inputs = clip
    if name.endswith(("googlenet", "inception_v3")):
        options["init_weights"] = False

    def build():
        model = torchvision.models.get_model(name, weights=None, **options)
        return model.train("detection" not in module)

    return build, inputs, plain, backward


corpus.run(torchvision.models.list_models(), case)
