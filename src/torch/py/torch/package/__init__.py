"""Packages of models: not read."""


class PackageImporter:
    pass


class PackageExporter:
    pass


class Importer:
    pass


class sys_importer:
    pass
