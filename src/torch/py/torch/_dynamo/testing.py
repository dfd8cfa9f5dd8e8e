"""Helpers for tests of the compiler."""


class CompileCounter:
    frame_count = 0
    op_count = 0

    def __call__(self, gm, example_inputs):
        return gm.forward
