"""Universally unique identifiers; those that would be random follow a counter."""

__all__ = ['UUID', 'uuid1', 'uuid3', 'uuid4', 'uuid5', 'getnode', 'NAMESPACE_DNS', 'NAMESPACE_URL']


class UUID:
    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=None):
        if hex is not None:
            hex = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(hex) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = int_(hex, 16)
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            int = int_.from_bytes(bytes, 'big')
        elif int is None:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if version is not None:
            int &= ~(0xc000 << 48)
            int |= 0x8000 << 48
            int &= ~(0xf000 << 64)
            int |= version << 76
        self.__dict__['int'] = int

    def __setattr__(self, name, value):
        raise TypeError('UUID objects are immutable')

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return '%s(%r)' % (self.__class__.__name__, str(self))

    def __str__(self):
        h = self.hex
        return f'{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'

    @property
    def hex(self):
        return '%032x' % self.int

    @property
    def bytes(self):
        return self.int.to_bytes(16, 'big')

    @property
    def urn(self):
        return 'urn:uuid:' + str(self)

    @property
    def version(self):
        return (self.int >> 76) & 0xf


int_ = int
_count = 0


def getnode():
    return 0x020000000001


def uuid4():
    global _count
    from hashlib import md5
    _count += 1
    return UUID(bytes=md5(str(_count).encode()).digest(), version=4)


def uuid1(node=None, clock_seq=None):
    return UUID(int=uuid4().int, version=1)


def uuid3(namespace, name):
    from hashlib import md5
    return UUID(bytes=md5(namespace.bytes + name.encode()).digest(), version=3)


def uuid5(namespace, name):
    from hashlib import sha1
    return UUID(bytes=sha1(namespace.bytes + name.encode()).digest()[:16], version=5)


NAMESPACE_DNS = UUID('6ba7b810-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_URL = UUID('6ba7b811-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_OID = UUID('6ba7b812-9dad-11d1-80b4-00c04fd430c8')
NAMESPACE_X500 = UUID('6ba7b814-9dad-11d1-80b4-00c04fd430c8')
