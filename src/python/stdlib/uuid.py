"""Universally unique identifiers; those that would be random follow a counter."""

__all__ = ['UUID', 'uuid1', 'uuid3', 'uuid4', 'uuid5', 'getnode', 'NAMESPACE_DNS', 'NAMESPACE_URL']


RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    'reserved for NCS compatibility', 'specified in RFC 4122', 'reserved for Microsoft compatibility',
    'reserved for future definition']


class UUID:
    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=None):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if hex is not None:
            hex = hex.replace('urn:', '').replace('uuid:', '').strip('{}').replace('-', '')
            if len(hex) != 32:
                raise ValueError('badly formed hexadecimal UUID string')
            int = int_(hex, 16)
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError('bytes is not a 16-char string')
            int = int_.from_bytes(bytes, 'big')
        elif bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError('bytes_le is not a 16-char string')
            b = bytes_le
            int = int_.from_bytes(b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:], 'big')
        elif fields is not None:
            if len(fields) != 6:
                raise ValueError('fields is not a 6-tuple')
            low, mid, high, clock_high, clock_low, node = fields
            int = (low << 96) | (mid << 80) | (high << 64) | (clock_high << 56) | (clock_low << 48) | node
        elif int is None:
            raise TypeError('one of the hex, bytes, bytes_le, fields, or int arguments must be given')
        if not 0 <= int < 1 << 128:
            raise ValueError('int is out of range (need a 128-bit value)')
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError('illegal version number')
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
    def bytes_le(self):
        b = self.bytes
        return b[3::-1] + b[5:3:-1] + b[7:5:-1] + b[8:]

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low, self.node)

    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: (self.int >> 80) & 0xffff)
    time_hi_version = property(lambda self: (self.int >> 64) & 0xffff)
    clock_seq_hi_variant = property(lambda self: (self.int >> 56) & 0xff)
    clock_seq_low = property(lambda self: (self.int >> 48) & 0xff)
    clock_seq = property(lambda self: ((self.clock_seq_hi_variant & 0x3f) << 8) | self.clock_seq_low)
    node = property(lambda self: self.int & 0xffffffffffff)
    time = property(lambda self: ((self.time_hi_version & 0x0fff) << 48) | (self.time_mid << 32) | self.time_low)

    @property
    def variant(self):
        bits = (self.int >> 61) & 0x7
        if bits < 4:
            return RESERVED_NCS
        return RFC_4122 if bits < 6 else RESERVED_MICROSOFT if bits == 6 else RESERVED_FUTURE

    @property
    def version(self):
        return (self.int >> 76) & 0xf if self.variant == RFC_4122 else None

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented


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
