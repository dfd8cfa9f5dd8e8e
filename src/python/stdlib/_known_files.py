"""
Data files that programs download, as their authors describe them (`known_files.json`): names, sizes, checksums, and what they
hold as far as it can be told without its values. A file without a size there has that of what it holds.
"""

import json as _json
from _host import is_partial as _is_partial, known_file as _known_file, known_files as _known_files, note as _note, partial_bytes as _partial_bytes, unknown as _unknown

_TYPE_CODES = {'uint8': 8}
_table = None
# The data sets of which the assumption is told.
_told = set()
# What each known file is described as, by its key.
_files = {}


def _sets():
    global _table
    if _table is None:
        _table = _json.loads(_known_files())
    return _table


def at(url):
    """The bytes of the known file that a URL names, with the assumption that is made by that; None for any other URL."""
    place = url.partition('://')[2].partition('?')[0]
    for known in _sets():
        for prefix in known['urls']:
            file = known['files'].get(place[len(prefix):]) if place.startswith(prefix) else None
            if file is not None:
                if known['name'] not in _told:
                    _told.add(known['name'])
                    _note('assumption', f'{known["name"]} is not downloaded here: {known["taken"]}')
                return _content(known['name'], place[len(prefix):], file)
    return None


def _content(of, name, file):
    if 'text' in file:
        return file['text'].encode()
    key = f'{of}/{name}'
    _files[key] = of, file
    return _partial_bytes(key, f'{of}: {name}', _size(file), _head(file))


def _head(file):
    if 'idx' not in file:
        return b''
    shape = file['idx']['shape']
    return bytes([0, 0, _TYPE_CODES[file['idx']['type']], len(shape)]) + b''.join(n.to_bytes(4, 'big') for n in shape)


def _product(shape):
    size = 1
    for n in shape:
        size *= n
    return size


def _size(file):
    if 'size' in file:
        return file['size']
    if 'text' in file:
        return len(file['text'])
    if 'holds' in file:
        return _size(file['holds'])
    if 'idx' in file:
        return len(_head(file)) + _product(file['idx']['shape'])
    if 'members' in file:
        return sum(_size(member) for member in file['members'].values())
    return sum(_product(value['array']) if 'array' in value else value.get('list', 64) for value in file['pickle']['dict'].values())


def _described(data):
    """The data set's name and the description of the file that these are all the bytes of; (None, {}) where it is not known."""
    return _files.get(_known_file(data), (None, {}))


def unpacked(data):
    """What compressed bytes hold; None where it is not known."""
    of, file = _described(data)
    return _content(of, file['holds']['name'], file['holds']) if 'holds' in file else None


def members(data):
    """What the files of an archive hold, by their names; None where it is not known."""
    of, file = _described(data)
    if 'members' not in file:
        return None
    return {name: _content(of, name, member) for name, member in file['members'].items()}


def digest(algorithm, data):
    """The digest of a file's bytes; unknown where it is not told."""
    if not _is_partial(data):
        return data
    value = _described(data)[1].get(algorithm)
    return _unknown('the digest of bytes that are not known') if value is None else bytes.fromhex(value)


def unpickled(data):
    """The object that a pickle holds; None where it is not known."""
    of, file = _described(data)
    if 'pickle' not in file:
        return None
    return {name: _value(of, name, value) for name, value in file['pickle']['dict'].items()}


def _value(of, name, value):
    if 'value' in value:
        return value['value'][:] if isinstance(value['value'], list) else value['value']
    if 'array' in value:
        import numpy
        return numpy.frombuffer(_partial_bytes('', f'{of}: {name}', _product(value['array']), b''), value['type']).reshape(value['array'])
    return [_unknown(f'{of}: one of its {name}', {'int': int, 'str': str}[value['of']])] * value['list']
