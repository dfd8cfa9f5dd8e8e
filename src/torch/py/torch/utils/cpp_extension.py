"""Extensions in C++ cannot be built: what they would hold is unknown."""

import torch

CUDA_HOME = None
ROCM_HOME = None
IS_WINDOWS = False
TORCH_LIB_PATH = ""


def load(name, *args, **kwargs):
    return torch._C._unknown(f"torch.utils.cpp_extension.load: the extension {name} is compiled code")


def load_inline(name, *args, **kwargs):
    return torch._C._unknown(f"torch.utils.cpp_extension.load_inline: the extension {name} is compiled code")


def CUDAExtension(name, sources, *args, **kwargs):
    return None


def CppExtension(name, sources, *args, **kwargs):
    return None


class BuildExtension:
    @classmethod
    def with_options(cls, **options):
        return cls


def include_paths(device_type="cpu", torch_include_dirs=True):
    return []


def is_ninja_available():
    return False
