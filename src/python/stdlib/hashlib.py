"""Digests of bytes."""

from _digest import digest as _digest
from _host import is_unknown as _is_unknown

algorithms_guaranteed = {'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s', 'sha3_256'}
algorithms_available = set(algorithms_guaranteed)
_SIZES = {'md5': (16, 64), 'sha1': (20, 64), 'sha224': (28, 64), 'sha256': (32, 64), 'sha384': (48, 128), 'sha512': (64, 128)}


class _Hash:
    """A digest in the making."""

    def __init__(self, name, data=b''):
        self.name = name
        self.digest_size, self.block_size = _SIZES[name]
        self._data = b''
        self.update(data)

    def update(self, data, /):
        if not _is_unknown(data):
            if isinstance(data, str):
                raise TypeError('Strings must be encoded before hashing')
            data = bytes(data)
        self._data += data

    def digest(self):
        if _is_unknown(self._data):
            from _known_files import digest
            return digest(self.name, self._data)
        return _digest(self.name, self._data)

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return _Hash(self.name, self._data)

    def __repr__(self):
        return f'<{self.name} _hashlib.HASH object @ {hex(id(self))}>'


def md5(string=b'', *, usedforsecurity=True):
    return _Hash('md5', string)


def sha1(string=b'', *, usedforsecurity=True):
    return _Hash('sha1', string)


def sha224(string=b'', *, usedforsecurity=True):
    return _Hash('sha224', string)


def sha256(string=b'', *, usedforsecurity=True):
    return _Hash('sha256', string)


def sha384(string=b'', *, usedforsecurity=True):
    return _Hash('sha384', string)


def sha512(string=b'', *, usedforsecurity=True):
    return _Hash('sha512', string)


def _stand_in(name, size):
    """A digest that is not computed here: its bytes are those of SHA-512, cut."""

    class Hash(_Hash):
        def __init__(self, data=b'', **kwargs):
            super().__init__('sha512', data)
            self.name = name
            self.digest_size = kwargs.get('digest_size', size)

        def digest(self):
            from _host import note
            note('missing', f'hashlib.{name} is not computed here')
            return _digest('sha512', self._data)[:self.digest_size]

    Hash.__name__ = name
    return Hash


blake2b = _stand_in('blake2b', 64)
blake2s = _stand_in('blake2s', 32)
sha3_224 = _stand_in('sha3_224', 28)
sha3_256 = _stand_in('sha3_256', 32)
sha3_384 = _stand_in('sha3_384', 48)
sha3_512 = _stand_in('sha3_512', 64)


def new(name, data=b'', **kwargs):
    name = name.lower().replace('-', '')
    if name in _SIZES:
        return _Hash(name, data)
    if name in globals() and name in algorithms_guaranteed:
        return globals()[name](data)
    raise ValueError('unsupported hash type ' + name)


def file_digest(fileobj, digest, /, *, _bufsize=2**18):
    made = new(digest) if isinstance(digest, str) else digest()
    made.update(fileobj.read())
    return made


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    import hmac
    size = _SIZES[hash_name][0]
    dklen = dklen or size
    result = b''
    block = 1
    while len(result) < dklen:
        u = hmac.new(password, salt + block.to_bytes(4, 'big'), hash_name).digest()
        t = int.from_bytes(u, 'big')
        for _ in range(iterations - 1):
            u = hmac.new(password, u, hash_name).digest()
            t ^= int.from_bytes(u, 'big')
        result += t.to_bytes(size, 'big')
        block += 1
    return result[:dklen]
