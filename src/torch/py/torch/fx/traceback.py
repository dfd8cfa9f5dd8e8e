"""Where nodes come from: not recorded."""

import contextlib

current_meta = {}


@contextlib.contextmanager
def preserve_node_meta(enable=True):
    yield


@contextlib.contextmanager
def annotate(annotation_dict):
    yield


def set_stack_trace(stack):
    return None


def has_preserved_node_meta():
    return False


def get_current_meta():
    return current_meta
