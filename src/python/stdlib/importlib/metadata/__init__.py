"""Versions and entry points of installed packages, as their *.dist-info folders say."""

import os
import sys
from _host import listdir as _listdir, isdir as _isdir, read as _read

__all__ = ['Distribution', 'DistributionFinder', 'PackageMetadata', 'PackageNotFoundError', 'distribution',
           'distributions', 'entry_points', 'files', 'metadata', 'packages_distributions', 'requires', 'version']

# Packages that the machine models: their versions, where the environment doesn't have them.
_MODELLED = {'torch': '2.14.1', 'numpy': '2.2.6', 'einops': '0.8.1'}


class PackageNotFoundError(ModuleNotFoundError):
    """A package that isn't installed."""

    def __str__(self):
        return f'No package metadata was found for {self.name}'

    @property
    def name(self):
        (name,) = self.args
        return name


def _normalize(name):
    return name.lower().replace('-', '_').replace('.', '_')


class PackageMetadata:
    """The fields of a METADATA file."""

    def __init__(self, text):
        self._fields = []
        lines = text.split('\n')
        i = 0
        while i < len(lines) and lines[i].strip():
            key, _, value = lines[i].partition(':')
            value = value.strip()
            i += 1
            while i < len(lines) and lines[i].startswith((' ', '\t')) and lines[i].strip():
                value += '\n' + lines[i].strip()
                i += 1
            self._fields.append((key, value))
        self._payload = '\n'.join(lines[i + 1:])

    def __getitem__(self, name):
        return self.get(name)

    def get(self, name, failobj=None):
        for key, value in self._fields:
            if key.lower() == name.lower():
                return value
        return failobj

    def get_all(self, name, failobj=None):
        found = [value for key, value in self._fields if key.lower() == name.lower()]
        return found or failobj

    def __contains__(self, name):
        return self.get(name) is not None

    def __iter__(self):
        return iter([key for key, _ in self._fields])

    def keys(self):
        return [key for key, _ in self._fields]

    def items(self):
        return list(self._fields)

    def get_payload(self):
        return self._payload


class EntryPoint:
    """A name for an object of a package."""

    def __init__(self, name, value, group, dist=None):
        self.name = name
        self.value = value
        self.group = group
        self.dist = dist

    @property
    def module(self):
        return self.value.partition(':')[0].strip()

    @property
    def attr(self):
        return self.value.partition(':')[2].partition('[')[0].strip()

    def load(self):
        from importlib import import_module
        result = import_module(self.module)
        for part in filter(None, self.attr.split('.')):
            result = getattr(result, part)
        return result

    def __repr__(self):
        return f'EntryPoint(name={self.name!r}, value={self.value!r}, group={self.group!r})'


class EntryPoints(tuple):
    def select(self, **params):
        return EntryPoints(ep for ep in self if all(getattr(ep, k) == v for k, v in params.items()))

    @property
    def names(self):
        return {ep.name for ep in self}

    @property
    def groups(self):
        return {ep.group for ep in self}

    def get(self, group, default=()):
        return self.select(group=group) or default


class Distribution:
    """An installed package."""

    def __init__(self, path):
        self._path = path

    @classmethod
    def from_name(cls, name):
        if not name:
            raise ValueError('A distribution name is required.')
        wanted = _normalize(name)
        for path in _folders():
            if _normalize(_name_of(path)) == wanted:
                return cls(path)
        if wanted in _MODELLED:
            return _ModelledDistribution(name, _MODELLED[wanted])
        raise PackageNotFoundError(name)

    @classmethod
    def discover(cls, **kwargs):
        return [cls(path) for path in _folders()]

    def read_text(self, filename):
        return _read(f'{self._path}/{filename}')

    @property
    def metadata(self):
        return PackageMetadata(self.read_text('METADATA') or self.read_text('PKG-INFO') or '')

    @property
    def name(self):
        return self.metadata['Name'] or _name_of(self._path)

    @property
    def version(self):
        return self.metadata['Version'] or self._path.rpartition('/')[2].rpartition('.')[0].partition('-')[2]

    @property
    def requires(self):
        return self.metadata.get_all('Requires-Dist')

    @property
    def files(self):
        record = self.read_text('RECORD')
        if record is None:
            return None
        from pathlib import PurePosixPath
        return [PurePosixPath(line.split(',')[0]) for line in record.splitlines() if line]

    def locate_file(self, path):
        from pathlib import Path
        return Path(self._path).parent / path

    @property
    def entry_points(self):
        result = []
        group = None
        for line in (self.read_text('entry_points.txt') or '').splitlines():
            line = line.strip()
            if line.startswith('[') and line.endswith(']'):
                group = line[1:-1]
            elif '=' in line and group is not None and not line.startswith('#'):
                name, _, value = line.partition('=')
                result.append(EntryPoint(name.strip(), value.strip(), group, self))
        return EntryPoints(result)


class _ModelledDistribution(Distribution):
    """A package that is part of the machine."""

    def __init__(self, name, version):
        super().__init__(f'{name}-{version}.dist-info')
        self._text = f'Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n'

    def read_text(self, filename):
        return self._text if filename == 'METADATA' else None


PathDistribution = Distribution


class DistributionFinder:
    pass


def _name_of(path):
    return path.rpartition('/')[2].rpartition('.')[0].partition('-')[0]


def _folders():
    for folder in sys.path:
        if not _isdir(folder or '.'):
            continue
        for entry in _listdir(folder or '.'):
            if entry.endswith(('.dist-info', '.egg-info')):
                yield f'{folder}/{entry}'


def distribution(distribution_name):
    return Distribution.from_name(distribution_name)


def distributions(**kwargs):
    return Distribution.discover(**kwargs)


def metadata(distribution_name):
    return Distribution.from_name(distribution_name).metadata


def version(distribution_name):
    """The version of an installed package. Raises PackageNotFoundError."""
    return distribution(distribution_name).version


def entry_points(**params):
    found = []
    for dist in distributions():
        found.extend(dist.entry_points)
    return EntryPoints(found).select(**params)


def files(distribution_name):
    return distribution(distribution_name).files


def requires(distribution_name):
    return distribution(distribution_name).requires


def packages_distributions():
    """Top-level module names and the packages that they come from."""
    result = {}
    for dist in distributions():
        names = (dist.read_text('top_level.txt') or '').split()
        if not names:
            record = dist.read_text('RECORD') or ''
            names = sorted({line.split(',')[0].split('/')[0].removesuffix('.py') for line in record.splitlines()
                            if '.dist-info' not in line.split('/')[0] and ('/' in line.split(',')[0] or line.split(',')[0].endswith('.py'))})
        for name in names:
            if name.isidentifier():
                result.setdefault(name, []).append(dist.name)
    for name in _MODELLED:
        result.setdefault(name, [name])
    return result
