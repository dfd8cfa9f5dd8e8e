"""The trick by which vmapped index functions pass the tracer."""


class TransformGetItemToIndex:
    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None
