"""bitsandbytes' native library on a device whose kernels do nothing: calls give 0, as what succeeds does."""
import functools

BNB_BACKEND = "CUDA"
COMPILED_WITH_CUDA = True
HIP_ENVIRONMENT = False
ROCM_WARP_SIZE_64 = False
ROCM_GPU_ARCH = "unknown"


class BNBNativeLibrary:
    compiled_with_cuda = True

    @functools.cache
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)

        if name == "cget_managed_ptr":
            import torch

            torch._C._assume("bitsandbytes: what is paged is in managed memory and not counted; no recorded run has confirmed it")

        def call(*args):
            return 0

        return call

    __getitem__ = __getattr__


class ErrorHandlerMockBNBNativeLibrary(BNBNativeLibrary):
    """What stands in for a library that could not be loaded: never here."""


lib = BNBNativeLibrary()
