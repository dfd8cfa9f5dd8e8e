"""Names of `modulefinder`: the modules of a script are not searched here."""


class Module:
    def __init__(self, name, file=None, path=None):
        self.__name__ = name
        self.__file__ = file
        self.__path__ = path


class ModuleFinder:
    def __init__(self, path=None, debug=0, excludes=None, replace_paths=None):
        self.path = path
        self.modules = {}
