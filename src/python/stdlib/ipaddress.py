"""Addresses of the internet."""

__all__ = ['ip_address', 'ip_network', 'IPv4Address', 'IPv6Address', 'IPv4Network', 'IPv6Network', 'AddressValueError']


class AddressValueError(ValueError):
    pass


class NetmaskValueError(ValueError):
    pass


class _Address:
    def __init__(self, address):
        self._ip = address if isinstance(address, int) else self._parse(str(address))

    def __int__(self):
        return self._ip

    def __add__(self, other):
        return type(self)(self._ip + other) if isinstance(other, int) else NotImplemented

    def __sub__(self, other):
        return type(self)(self._ip - other) if isinstance(other, int) else NotImplemented

    def __eq__(self, other):
        return type(self) is type(other) and self._ip == other._ip

    def __lt__(self, other):
        return self._ip < other._ip

    def __hash__(self):
        return hash(self._ip)

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'


class IPv4Address(_Address):
    version = 4
    max_prefixlen = 32

    @staticmethod
    def _parse(text):
        parts = text.split('.')
        if len(parts) != 4:
            raise AddressValueError(f'Expected 4 octets in {text!r}')
        value = 0
        for part in parts:
            if not part.isdigit() or int(part) > 255:
                raise AddressValueError(f'Only decimal digits permitted in {part!r} in {text!r}')
            value = value * 256 + int(part)
        return value

    def __str__(self):
        return '.'.join(str(self._ip >> shift & 255) for shift in (24, 16, 8, 0))

    @property
    def is_loopback(self):
        return self._ip >> 24 == 127

    @property
    def is_private(self):
        return self._ip >> 24 in (10, 127) or self._ip >> 20 == 0xac1 or self._ip >> 16 == 0xc0a8


class IPv6Address(_Address):
    version = 6
    max_prefixlen = 128

    @staticmethod
    def _parse(text):
        text = text.partition('%')[0]
        if ':' not in text:
            raise AddressValueError(f'At least 3 parts expected in {text!r}')
        left, double, right = text.partition('::')
        head = left.split(':') if left else []
        tail = right.split(':') if right else []
        if double:
            head += ['0'] * (8 - len(head) - len(tail))
        value = 0
        groups = head + tail
        if len(groups) != 8:
            raise AddressValueError(f'Exactly 8 parts expected without \'::\' in {text!r}')
        for group in groups:
            try:
                value = value << 16 | int(group, 16)
            except ValueError:
                raise AddressValueError(f'Only hex digits permitted in {group!r} in {text!r}') from None
        return value

    def __str__(self):
        return ':'.join(f'{self._ip >> shift & 0xffff:x}' for shift in range(112, -1, -16))

    @property
    def is_loopback(self):
        return self._ip == 1


def ip_address(address):
    for cls in (IPv4Address, IPv6Address):
        try:
            return cls(address)
        except AddressValueError:
            pass
    raise ValueError(f'{address!r} does not appear to be an IPv4 or IPv6 address')


class _Network:
    def __init__(self, address, strict=True):
        base, _, prefix = str(address).partition('/')
        self.network_address = self._address_class(base)
        self.prefixlen = int(prefix or self._address_class.max_prefixlen)

    def __contains__(self, other):
        shift = self._address_class.max_prefixlen - self.prefixlen
        return isinstance(other, self._address_class) and int(other) >> shift == int(self.network_address) >> shift

    def __str__(self):
        return f'{self.network_address}/{self.prefixlen}'

    def __repr__(self):
        return f'{type(self).__name__}({str(self)!r})'

    def __eq__(self, other):
        return isinstance(other, type(self)) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))

    def _at(self, offset):
        return self._address_class(int(self.network_address) + offset)

    @property
    def num_addresses(self):
        return 1 << (self._address_class.max_prefixlen - self.prefixlen)

    @property
    def broadcast_address(self):
        return self._at(self.num_addresses - 1)

    @property
    def netmask(self):
        return self._address_class((1 << self._address_class.max_prefixlen) - self.num_addresses)

    @property
    def hostmask(self):
        return self._address_class(self.num_addresses - 1)

    def __iter__(self):
        return (self._at(i) for i in range(self.num_addresses))

    def __getitem__(self, n):
        if not -self.num_addresses <= n < self.num_addresses:
            raise IndexError('address out of range')
        return self._at(n if n >= 0 else n + self.num_addresses)

    def hosts(self):
        count = self.num_addresses
        return (self._at(i) for i in (range(count) if count <= 2 else range(1, count - 1)))


class IPv4Network(_Network):
    _address_class = IPv4Address


class IPv6Network(_Network):
    _address_class = IPv6Address


def ip_network(address, strict=True):
    for cls in (IPv4Network, IPv6Network):
        try:
            return cls(address, strict)
        except AddressValueError:
            pass
    raise ValueError(f'{address!r} does not appear to be an IPv4 or IPv6 network')


ip_interface = ip_network
