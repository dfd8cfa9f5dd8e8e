"""Random values of the system: unknown here, but for their form."""

from random import SystemRandom as _SystemRandom
from uuid import uuid4 as _uuid4

DEFAULT_ENTROPY = 32
SystemRandom = _SystemRandom


def token_hex(nbytes=None):
    nbytes = DEFAULT_ENTROPY if nbytes is None else nbytes
    text = ''
    while len(text) < 2 * nbytes:
        text += _uuid4().hex
    return text[:2 * nbytes]


def token_bytes(nbytes=None):
    return bytes.fromhex(token_hex(nbytes))


def token_urlsafe(nbytes=None):
    import base64
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')


def randbelow(exclusive_upper_bound):
    from _host import unknown
    return unknown('random bytes of the system')


def randbits(k):
    return randbelow(2 ** k)


def choice(sequence):
    return randbelow(len(sequence))


def compare_digest(a, b):
    return a == b
