"""CUDA graphs: what is captured runs once, with memory of a pool of its own; a replay takes none."""

import gc

import torch

_pools = [0]


class CUDAGraph:
    def __init__(self, keep_graph=False):
        self._pool = None
        self._stream = 0

    def capture_begin(self, pool=None, capture_error_mode="global"):
        self._pool = pool if pool is not None else graph_pool_handle()
        self._stream = torch._C._cuda_getCurrentStreamId()
        torch._C._cuda_beginAllocateToPool(self._pool[1])

    def capture_end(self):
        torch._C._cuda_endAllocateToPool(self._pool[1])

    def replay(self):
        return None

    def reset(self):
        if self._pool is not None:
            torch._C._cuda_releasePool(self._pool[1], self._stream)
            self._pool = None

    def pool(self):
        return self._pool or (0, 0)

    def instantiate(self):
        return None

    def enable_debug_mode(self):
        return None

    def debug_dump(self, debug_path):
        return None

    def __del__(self):
        self.reset()


class graph:
    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode="global"):
        if graph.default_capture_stream is None:
            graph.default_capture_stream = torch.cuda.Stream()
        self.pool = () if pool is None else (pool,)
        self.capture_stream = stream if stream is not None else graph.default_capture_stream
        self.stream_ctx = torch.cuda.stream(self.capture_stream)
        self.cuda_graph = cuda_graph

    def __enter__(self):
        torch.cuda.synchronize()
        gc.collect()
        torch.cuda.empty_cache()
        self.stream_ctx.__enter__()
        self.cuda_graph.capture_begin(*self.pool)

    def __exit__(self, *args):
        self.cuda_graph.capture_end()
        self.stream_ctx.__exit__(*args)


def is_current_stream_capturing():
    return torch._C._cuda_isCurrentStreamCapturing()


def graph_pool_handle():
    _pools[0] += 1
    return (0, _pools[0])


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None):
    torch._C._assume("torch.cuda.make_graphed_callables: the callables run eagerly")
    return callables
