"""Bytes as text: base 64, 32 and 16."""

import binascii

__all__ = ['encodebytes', 'decodebytes', 'b64encode', 'b64decode', 'b32encode', 'b32decode', 'b16encode', 'b16decode',
           'standard_b64encode', 'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode', 'b85encode', 'b85decode']


def _bytes_from_decode_data(s):
    if isinstance(s, str):
        try:
            return s.encode('ascii')
        except UnicodeEncodeError:
            raise ValueError('string argument should contain only ASCII characters')
    return bytes(s)


def b64encode(s, altchars=None):
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        return encoded.replace(b'+', altchars[0:1]).replace(b'/', altchars[1:2])
    return encoded


def b64decode(s, altchars=None, validate=False):
    s = _bytes_from_decode_data(s)
    if altchars is not None:
        altchars = _bytes_from_decode_data(altchars)
        s = s.replace(altchars[0:1], b'+').replace(altchars[1:2], b'/')
    return binascii.a2b_base64(s)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b'-_')


def urlsafe_b64decode(s):
    return b64decode(s, b'-_')


_b32alphabet = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'


def b32encode(s):
    bits = ''.join(format(b, '08b') for b in s)
    bits += '0' * (-len(bits) % 5)
    encoded = bytes(_b32alphabet[int(bits[i:i + 5], 2)] for i in range(0, len(bits), 5))
    return encoded + b'=' * (-len(encoded) % 8)


def b32decode(s, casefold=False, map01=None):
    s = _bytes_from_decode_data(s)
    if casefold:
        s = s.upper()
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    bits = ''.join(format(_b32alphabet.index(bytes([c])), '05b') for c in s.rstrip(b'='))
    return bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits) - len(bits) % 8, 8))


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    s = _bytes_from_decode_data(s)
    return binascii.unhexlify(s.upper() if casefold else s)


_b85alphabet = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'


def b85encode(b, pad=False):
    padding = -len(b) % 4
    b = bytes(b) + b'\0' * padding
    out = b''
    for i in range(0, len(b), 4):
        word = int.from_bytes(b[i:i + 4], 'big')
        chunk = []
        for _ in range(5):
            word, rest = divmod(word, 85)
            chunk.append(_b85alphabet[rest])
        out += bytes(reversed(chunk))
    return out if pad or not padding else out[:-padding]


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    padding = -len(b) % 4
    b = bytes(b) + b'\0' * padding
    out = b''
    for i in range(0, len(b), 4):
        word = int.from_bytes(b[i:i + 4], 'big')
        if foldspaces and word == 0x20202020:
            out += b'y'
            continue
        last = i + 4 == len(b)
        if word == 0 and not (last and padding and not pad):
            out += b'z'
            continue
        chunk = []
        for _ in range(5):
            word, rest = divmod(word, 85)
            chunk.append(33 + rest)
        chunk = bytes(reversed(chunk))
        out += chunk[:5 - padding] if last and padding and not pad else chunk
    if adobe:
        out = b'<~' + out
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        out = b'\n'.join([out[i:i + wrapcol] for i in range(0, len(out), wrapcol)])
    return out + b'~>' if adobe else out


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    b = _bytes_from_decode_data(b)
    if adobe:
        if not b.endswith(b'~>'):
            raise ValueError('Ascii85 encoded byte sequences must end with {!r}'.format(b'~>'))
        b = b[2:-2] if b.startswith(b'<~') else b[:-2]
    out, chunk = b'', []
    for c in b + b'u' * 4:
        if 33 <= c <= 117:
            chunk.append(c)
            if len(chunk) == 5:
                word = 0
                for x in chunk:
                    word = word * 85 + x - 33
                if word >= 1 << 32:
                    raise ValueError('Ascii85 overflow')
                out += word.to_bytes(4, 'big')
                chunk = []
        elif c == 122:
            if chunk:
                raise ValueError('z inside Ascii85 5-tuple')
            out += b'\0\0\0\0'
        elif foldspaces and c == 121:
            out += b'    '
        elif c not in ignorechars:
            raise ValueError('Non-Ascii85 digit found: %c' % c)
    padding = 4 - len(chunk)
    return out[:-padding] if padding else out


def b85decode(b):
    b = _bytes_from_decode_data(b)
    padding = -len(b) % 5
    b = b + b'~' * padding
    out = b''
    for i in range(0, len(b), 5):
        word = 0
        for c in b[i:i + 5]:
            word = word * 85 + _b85alphabet.index(bytes([c]))
        out += word.to_bytes(4, 'big')
    return out[:-padding] if padding else out


def encodebytes(s):
    pieces = []
    for i in range(0, len(s), 57):
        pieces.append(binascii.b2a_base64(s[i:i + 57]))
    return b''.join(pieces)


def decodebytes(s):
    return binascii.a2b_base64(s)
