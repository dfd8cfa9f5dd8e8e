"""Digests with a key."""

import hashlib

digest_size = None


class HMAC:
    def __init__(self, key, msg=None, digestmod=''):
        if not digestmod:
            raise TypeError("Missing required argument 'digestmod'.")
        self._new = digestmod if callable(digestmod) else lambda data=b'': hashlib.new(digestmod, data)
        inner = self._new()
        self.block_size = inner.block_size
        self.digest_size = inner.digest_size
        self.name = 'hmac-' + inner.name
        if len(key) > self.block_size:
            key = self._new(key).digest()
        key = key.ljust(self.block_size, b'\0')
        self._outer_key = bytes(b ^ 0x5c for b in key)
        self._message = bytes(b ^ 0x36 for b in key)
        if msg is not None:
            self.update(msg)

    def update(self, msg):
        self._message += bytes(msg)

    def digest(self):
        return self._new(self._outer_key + self._new(self._message).digest()).digest()

    def hexdigest(self):
        return self.digest().hex()


def new(key, msg=None, digestmod=''):
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b):
    return a == b
