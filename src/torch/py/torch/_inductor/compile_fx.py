"""Compiling a graph: it runs as it is."""


def compile_fx(model_, example_inputs_, *args, **kwargs):
    return model_
