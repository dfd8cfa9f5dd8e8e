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

        def call(*args):
            return 0

        return call

    __getitem__ = __getattr__


class ErrorHandlerMockBNBNativeLibrary(BNBNativeLibrary):
    """What stands in for a library that could not be loaded: never here."""


lib = BNBNativeLibrary()
