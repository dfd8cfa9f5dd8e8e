"""Distributed checkpoints: nothing is written, nothing is read."""

import torch


def save(state_dict, *, checkpoint_id=None, storage_writer=None, planner=None, process_group=None, **kwargs):
    return None


def load(state_dict, *, checkpoint_id=None, storage_reader=None, planner=None, process_group=None, **kwargs):
    torch._C._assume("torch.distributed.checkpoint.load: nothing is read, the state stays")


def async_save(state_dict, **kwargs):
    from torch.futures import Future

    return Future()


save_state_dict = load_state_dict = save


class FileSystemWriter:
    def __init__(self, path, **kwargs):
        self.path = path


class FileSystemReader(FileSystemWriter):
    pass


class DefaultSavePlanner:
    def __init__(self, *args, **kwargs):
        pass


class DefaultLoadPlanner(DefaultSavePlanner):
    pass


class StorageReader:
    pass


class StorageWriter:
    pass


class Metadata:
    pass


class SavePlanner:
    pass


class LoadPlanner:
    pass


def __getattr__(name):
    if name in ("state_dict", "hf_storage", "optimizer", "default_planner", "filesystem", "format_utils", "metadata", "planner", "stateful",
                "state_dict_saver", "state_dict_loader"):
        import importlib

        return importlib.import_module("torch.distributed.checkpoint." + name)
    raise AttributeError(f"module 'torch.distributed.checkpoint' has no attribute '{name}'")
