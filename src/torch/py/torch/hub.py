"""Model repositories and pretrained weights. Nothing is downloaded: weights are unknown values of the model's own shapes."""

import os
import re
from urllib.parse import urlparse  # noqa: F401

import torch

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
READ_DATA_CHUNK = 128 * 1024
ENV_TORCH_HOME = "TORCH_HOME"
ENV_XDG_CACHE_HOME = "XDG_CACHE_HOME"
DEFAULT_CACHE_DIR = "~/.cache"
ENV_GITHUB_TOKEN = "GITHUB_TOKEN"
MASTER_BRANCH = "master"

_hub_dir = None


class _NoProgress:
    """Stands for tqdm."""

    def __init__(self, iterable=None, *args, **kwargs):
        self.iterable = iterable

    def __iter__(self):
        return iter(self.iterable)

    def update(self, n=1):
        return None

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


tqdm = _NoProgress


def _get_torch_home():
    return os.path.expanduser(os.getenv(ENV_TORCH_HOME, os.path.join(os.getenv(ENV_XDG_CACHE_HOME, DEFAULT_CACHE_DIR), "torch")))


def get_dir():
    return _hub_dir if _hub_dir is not None else os.path.join(_get_torch_home(), "hub")


def set_dir(d):
    global _hub_dir
    _hub_dir = os.path.expanduser(d)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=False):
    torch._C._assume(f"weights are not downloaded ({url}); they are taken to fit the model")
    return torch._C._unknown(f"the weights at {url} are not downloaded")


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    torch._C._assume(f"nothing is downloaded ({url})")


def load(repo_or_dir, model, *args, source="github", **kwargs):
    return torch._C._unknown(f"torch.hub.load({repo_or_dir!r}, {model!r}): repositories are not downloaded")


def list(github, force_reload=False, skip_validation=False, trust_repo=None, verbose=True):
    return torch._C._unknown(f"torch.hub.list({github!r}): repositories are not downloaded")


def help(github, model, **kwargs):
    return torch._C._unknown(f"torch.hub.help({github!r}): repositories are not downloaded")


def _parse_repo_info(github):
    owner, _, name = github.partition("/")
    name, _, ref = name.partition(":")
    return owner, name, ref or "main"


def _import_module(name, path):
    return torch._C._unknown(f"{path}: not imported by torch.hub")
