"""The version that is modelled."""

__all__ = ["__version__", "debug", "cuda", "git_version", "hip", "rocm", "xpu"]
__version__ = "2.14.1+cu130"
debug = False
cuda = "13.0"
git_version = "0000000000000000000000000000000000000000"
hip = None
rocm = None
xpu = None
