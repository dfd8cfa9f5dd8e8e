"""Finders and loaders by name; the machine finds modules itself."""

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']
EXTENSION_SUFFIXES = ['.cpython-311-x86_64-linux-gnu.so', '.abi3.so', '.so']


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self.has_location = False
        self.cached = None

    @property
    def parent(self):
        return self.name if self.submodule_search_locations is not None else self.name.rpartition('.')[0]


class _Loader:
    def __init__(self, fullname=None, path=None):
        self.name = fullname
        self.path = path


class SourceFileLoader(_Loader):
    pass


class SourcelessFileLoader(_Loader):
    pass


class ExtensionFileLoader(_Loader):
    pass


class BuiltinImporter(_Loader):
    pass


class FrozenImporter(_Loader):
    pass


class PathFinder(_Loader):
    pass


class FileFinder:
    """Looks for files of given kinds in one folder."""

    def __init__(self, path, *loader_details):
        self.path = path or '.'
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]

    def find_spec(self, fullname, target=None):
        import os

        tail = fullname.rpartition('.')[2]
        for suffix, loader in self._loaders:
            file = os.path.join(self.path, tail + suffix)
            if os.path.isfile(file):
                spec = ModuleSpec(fullname, loader(fullname, file), origin=file)
                spec.has_location = True
                return spec
        return None

    def invalidate_caches(self):
        pass
