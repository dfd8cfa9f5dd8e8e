"""The parts of the import system by name."""

SOURCE_SUFFIXES = ['.py']
BYTECODE_SUFFIXES = ['.pyc']
EXTENSION_SUFFIXES = ['.cpython-311-x86_64-linux-gnu.so', '.abi3.so', '.so']
DEBUG_BYTECODE_SUFFIXES = OPTIMIZED_BYTECODE_SUFFIXES = BYTECODE_SUFFIXES


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES


class ModuleSpec:
    """Where a module comes from."""

    def __init__(self, name, loader, *, origin=None, loader_state=None, is_package=None):
        self.name = name
        self.loader = loader
        self.origin = origin
        self.loader_state = loader_state
        self.submodule_search_locations = [] if is_package else None
        self._set_fileattr = False
        self.cached = None

    @property
    def parent(self):
        if self.submodule_search_locations is None:
            return self.name.rpartition('.')[0]
        return self.name

    @property
    def has_location(self):
        return self._set_fileattr

    @has_location.setter
    def has_location(self, value):
        self._set_fileattr = bool(value)

    def __repr__(self):
        args = [f'name={self.name!r}', f'loader={self.loader!r}']
        if self.origin is not None:
            args.append(f'origin={self.origin!r}')
        if self.submodule_search_locations is not None:
            args.append(f'submodule_search_locations={self.submodule_search_locations}')
        return f'{self.__class__.__name__}({", ".join(args)})'


class SourceFileLoader:
    """Runs a source file as a module."""

    def __init__(self, fullname, path):
        self.name = fullname
        self.path = path

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        code = self.get_code(self.name)
        exec(code, module.__dict__)

    def load_module(self, name=None):
        from importlib import import_module
        return import_module(name or self.name)

    def get_filename(self, name=None):
        return self.path

    def get_source(self, fullname):
        from _host import read
        text = read(self.path)
        if text is None:
            raise OSError('source not available through get_source()')
        return text

    def get_data(self, path):
        with open(path, 'rb') as f:
            return f.read()

    def get_code(self, fullname):
        return compile(self.get_source(fullname), self.path, 'exec')

    def is_package(self, fullname):
        return self.path.endswith('__init__.py')


class SourcelessFileLoader(SourceFileLoader):
    pass


class ExtensionFileLoader(SourceFileLoader):
    def exec_module(self, module):
        raise ImportError(f'{self.path}: compiled extensions are not executed here')


class NamespaceLoader:
    pass


class BuiltinImporter:
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None


class FrozenImporter(BuiltinImporter):
    pass


class PathFinder(BuiltinImporter):
    @classmethod
    def invalidate_caches(cls):
        pass


class FileFinder:
    """Finds a module's file in one folder, by the suffixes of `loader_details`."""

    def __init__(self, path, *loader_details):
        self.path = path
        self._loaders = [(suffix, loader) for loader, suffixes in loader_details for suffix in suffixes]

    def find_spec(self, fullname, target=None):
        import os
        base = os.path.join(self.path, fullname.rpartition('.')[2])
        for suffix, loader in self._loaders:
            path = os.path.join(base, '__init__' + suffix)
            if os.path.isfile(path):
                spec = ModuleSpec(fullname, loader(fullname, path), origin=path, is_package=True)
                spec.submodule_search_locations.append(base)
                spec.has_location = True
                return spec
        for suffix, loader in self._loaders:
            if os.path.isfile(base + suffix):
                spec = ModuleSpec(fullname, loader(fullname, base + suffix), origin=base + suffix)
                spec.has_location = True
                return spec
        return None

    def __repr__(self):
        return f'{type(self).__name__}({self.path!r})'
