"""CUDA graphs: what would be captured runs at once."""

import torch


class CUDAGraph:
    def __init__(self, keep_graph=False):
        pass

    def capture_begin(self, pool=None, capture_error_mode="global"):
        torch._C._assume("torch.cuda.CUDAGraph: the captured work runs eagerly, without a pool of its own")

    def capture_end(self):
        return None

    def replay(self):
        return None

    def reset(self):
        return None

    def pool(self):
        return (0, 0)

    def instantiate(self):
        return None

    def debug_dump(self, debug_path):
        return None


class graph:
    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        self.cuda_graph = cuda_graph

    def __enter__(self):
        self.cuda_graph.capture_begin()

    def __exit__(self, exc_type, exc_value, traceback):
        self.cuda_graph.capture_end()


def is_current_stream_capturing():
    return False


def graph_pool_handle():
    return (0, 0)


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None):
    torch._C._assume("torch.cuda.make_graphed_callables: the callables run eagerly")
    return callables
