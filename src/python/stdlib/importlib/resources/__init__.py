"""Files inside packages."""

import contextlib
import sys
from pathlib import Path

__all__ = ['as_file', 'files', 'open_text', 'open_binary', 'read_text', 'read_binary', 'path', 'contents', 'is_resource',
           'Package', 'Resource']
Package = object
Resource = str


def _folder(package):
    if isinstance(package, str):
        __import__(package)
        package = sys.modules[package]
    locations = getattr(package, '__path__', None)
    if locations:
        return Path(list(locations)[0])
    return Path(package.__file__).parent


def files(package):
    return _folder(package)


@contextlib.contextmanager
def as_file(path):
    yield path


def open_text(package, resource, encoding='utf-8', errors='strict'):
    return (_folder(package) / resource).open('r', encoding=encoding)


def open_binary(package, resource):
    return (_folder(package) / resource).open('rb')


def read_text(package, resource, encoding='utf-8', errors='strict'):
    return (_folder(package) / resource).read_text(encoding)


def read_binary(package, resource):
    return (_folder(package) / resource).read_bytes()


@contextlib.contextmanager
def path(package, resource):
    yield _folder(package) / resource


def contents(package):
    return [item.name for item in _folder(package).iterdir()]


def is_resource(package, name):
    return (_folder(package) / name).is_file()
