"""Optimising graphs for inference: the model stays."""


def fuse(model, inplace=False, no_trace=False):
    return model


def optimize_for_inference(model, *args, **kwargs):
    return model
