"""The abstract base classes of the import system."""

import abc


class Loader(metaclass=abc.ABCMeta):
    def create_module(self, spec):
        return None

    def load_module(self, fullname):
        raise ImportError


class MetaPathFinder(metaclass=abc.ABCMeta):
    def invalidate_caches(self):
        pass


class PathEntryFinder(metaclass=abc.ABCMeta):
    def invalidate_caches(self):
        pass


class ResourceLoader(Loader):
    pass


class InspectLoader(Loader):
    pass


class ExecutionLoader(InspectLoader):
    pass


class FileLoader(ResourceLoader, ExecutionLoader):
    pass


class SourceLoader(ResourceLoader, ExecutionLoader):
    pass


class Traversable(metaclass=abc.ABCMeta):
    pass


class TraversableResources(metaclass=abc.ABCMeta):
    pass
