"""TLS: no connection is made here."""

import enum as _enum

CERT_NONE, CERT_OPTIONAL, CERT_REQUIRED = 0, 1, 2
PROTOCOL_TLS = PROTOCOL_SSLv23 = 2
PROTOCOL_TLS_CLIENT = 16
PROTOCOL_TLS_SERVER = 17
PROTOCOL_TLSv1_2 = 5
OP_ALL = 0x80000050
OP_NO_SSLv2 = 0
OP_NO_SSLv3 = 33554432
OP_NO_TLSv1 = 67108864
OP_NO_TLSv1_1 = 268435456
OP_NO_COMPRESSION = 131072
OP_NO_TICKET = 16384
HAS_SNI = HAS_TLSv1_3 = HAS_ALPN = True
OPENSSL_VERSION = 'OpenSSL 3.0.11 19 Sep 2023'
OPENSSL_VERSION_INFO = (3, 0, 0, 11, 0)
OPENSSL_VERSION_NUMBER = 0x300000b0
VERIFY_DEFAULT = 0
VERIFY_X509_STRICT = 32
VERIFY_X509_PARTIAL_CHAIN = 0x80000


class SSLError(OSError):
    pass


class SSLZeroReturnError(SSLError):
    pass


class SSLWantReadError(SSLError):
    pass


class SSLWantWriteError(SSLError):
    pass


class SSLEOFError(SSLError):
    pass


class SSLCertVerificationError(SSLError, ValueError):
    pass


CertificateError = SSLCertVerificationError


class TLSVersion(_enum.IntEnum):
    MINIMUM_SUPPORTED = -2
    TLSv1 = 769
    TLSv1_1 = 770
    TLSv1_2 = 771
    TLSv1_3 = 772
    MAXIMUM_SUPPORTED = -1


class VerifyMode(_enum.IntEnum):
    CERT_NONE = 0
    CERT_OPTIONAL = 1
    CERT_REQUIRED = 2


class Purpose(_enum.Enum):
    SERVER_AUTH = 'server'
    CLIENT_AUTH = 'client'


class SSLContext:
    def __init__(self, protocol=PROTOCOL_TLS):
        self.protocol = protocol
        self.check_hostname = True
        self.verify_mode = CERT_REQUIRED
        self.options = 0
        self.verify_flags = 0
        self.minimum_version = TLSVersion.TLSv1_2
        self.maximum_version = TLSVersion.MAXIMUM_SUPPORTED

    def load_verify_locations(self, *args, **kwargs):
        pass

    load_cert_chain = load_default_certs = set_ciphers = set_alpn_protocols = set_default_verify_paths = load_verify_locations

    def get_ca_certs(self, binary_form=False):
        return []

    def wrap_socket(self, *args, **kwargs):
        raise OSError('the network is not reached from here')

    wrap_bio = wrap_socket


class SSLSocket:
    pass


class SSLObject:
    pass


class MemoryBIO:
    pass


class SSLSession:
    pass


def create_default_context(purpose=None, *, cafile=None, capath=None, cadata=None):
    return SSLContext(PROTOCOL_TLS_CLIENT)


def _create_unverified_context(*args, **kwargs):
    context = SSLContext()
    context.check_hostname = False
    context.verify_mode = CERT_NONE
    return context


_create_default_https_context = create_default_context


class DefaultVerifyPaths(tuple):
    cafile = capath = openssl_cafile_env = openssl_cafile = openssl_capath_env = openssl_capath = None


def get_default_verify_paths():
    return DefaultVerifyPaths()


def match_hostname(cert, hostname):
    pass


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
