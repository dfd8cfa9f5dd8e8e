"""Decompositions for the compiler's back end, which does not run."""

decompositions = {}


def register_decomposition(ops):
    def decorator(fn):
        for op in ops if isinstance(ops, (list, tuple)) else [ops]:
            decompositions[op] = fn
        return fn

    return decorator
