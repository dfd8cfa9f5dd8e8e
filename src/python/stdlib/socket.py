"""Sockets: none is opened here."""

import enum as _enum

AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6 = 0, 1, 2, 10
SOCK_STREAM, SOCK_DGRAM, SOCK_RAW = 1, 2, 3
SOL_SOCKET, SO_REUSEADDR, SO_KEEPALIVE, SO_REUSEPORT, SO_BROADCAST, SO_SNDBUF, SO_RCVBUF = 1, 2, 9, 15, 6, 7, 8
IPPROTO_TCP, IPPROTO_UDP, IPPROTO_IP, TCP_NODELAY, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT = 6, 17, 0, 1, 4, 5, 6
SHUT_RD, SHUT_WR, SHUT_RDWR = 0, 1, 2
SOMAXCONN = 4096
INADDR_ANY = 0
AI_PASSIVE = 1
has_ipv6 = True
error = OSError
timeout = TimeoutError


class herror(OSError):
    pass


class gaierror(OSError):
    pass


class AddressFamily(_enum.IntEnum):
    AF_UNSPEC = 0
    AF_UNIX = 1
    AF_INET = 2
    AF_INET6 = 10


class SocketKind(_enum.IntEnum):
    SOCK_STREAM = 1
    SOCK_DGRAM = 2


def _refuse(*args, **kwargs):
    raise OSError('the network is not reached from here')


class socket:
    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        self.family = family
        self.type = type

    def setsockopt(self, *args):
        pass

    settimeout = setblocking = close = shutdown = setsockopt

    def bind(self, address):
        self._address = address

    def getsockname(self):
        from _host import unknown
        return ('127.0.0.1', unknown('a free port'))

    def fileno(self):
        return -1

    def gettimeout(self):
        return None

    connect = connect_ex = send = sendall = recv = listen = accept = sendto = recvfrom = _refuse

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


SocketType = socket
create_connection = create_server = getaddrinfo = gethostbyname = socketpair = _refuse


def gethostname():
    return 'localhost'


def getfqdn(name=''):
    return 'localhost'


def getdefaulttimeout():
    return None


def setdefaulttimeout(timeout):
    pass


def inet_aton(address):
    return bytes(int(p) for p in address.split('.'))


def inet_ntoa(packed):
    return '.'.join(str(b) for b in packed)


def inet_pton(family, address):
    if family == AF_INET:
        parts = address.split('.')
        if len(parts) != 4 or not all(p.isdigit() and int(p) < 256 for p in parts):
            raise OSError('illegal IP address string passed to inet_pton')
        return inet_aton(address)
    if ':' not in address:
        raise OSError('illegal IP address string passed to inet_pton')
    return b'\0' * 16


def htons(x):
    return ((x & 0xff) << 8) | (x >> 8)


ntohs = htons


def if_nameindex():
    return [(1, 'lo')]


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
