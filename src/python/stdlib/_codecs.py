"""Encodings of escapes, and those between bytes; what `codecs` is made of."""


def encode(obj, encoding='utf-8', errors='strict'):
    if encoding in ('hex', 'hex_codec'):
        return obj.hex().encode()
    if encoding in ('base64', 'base64_codec'):
        import base64
        return base64.encodebytes(obj)
    if encoding in ('rot13', 'rot_13'):
        return obj.translate({**{c: (c - 65 + 13) % 26 + 65 for c in range(65, 91)}, **{c: (c - 97 + 13) % 26 + 97 for c in range(97, 123)}})
    return obj.encode(encoding, errors)


def decode(obj, encoding='utf-8', errors='strict'):
    if encoding in ('hex', 'hex_codec'):
        return bytes.fromhex(obj.decode())
    if encoding in ('base64', 'base64_codec'):
        import base64
        return base64.decodebytes(obj)
    if encoding in ('rot13', 'rot_13'):
        return encode(obj, 'rot13')
    return bytes(obj).decode(encoding, errors)


_ESCAPES = {'\n': '', '\\': '\\', "'": "'", '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}
_DIGITS = {'x': (2, '\\xXX'), 'u': (4, '\\uXXXX'), 'U': (8, '\\UXXXXXXXX')}


def unicode_escape_decode(data, errors='strict', final=True):
    """Text of bytes in Latin-1 with the escapes of string literals."""
    text = data if isinstance(data, str) else bytes(data).decode('latin-1')
    parts = []
    at = 0

    def fail(end, reason):
        if errors == 'strict':
            raise UnicodeDecodeError('unicodeescape', text.encode('latin-1'), at, end, reason)
        if errors == 'replace':
            parts.append('\ufffd')

    while True:
        escape = text.find('\\', at)
        parts.append(text[at:] if escape < 0 else text[at:escape])
        if escape < 0:
            return ''.join(parts), len(data)
        at, kind = escape, text[escape + 1:escape + 2]
        end = escape + 2
        if kind in _ESCAPES:
            parts.append(_ESCAPES[kind])
        elif kind == '':
            end = len(text)
            fail(end, '\\ at end of string')
        elif kind in '01234567':
            while end < escape + 4 and text[end:end + 1] in tuple('01234567'):
                end += 1
            parts.append(chr(int(text[escape + 1:end], 8)))
        elif kind in _DIGITS:
            length, shown = _DIGITS[kind]
            while end < escape + 2 + length and text[end:end + 1] in tuple('0123456789abcdefABCDEF'):
                end += 1
            if end < escape + 2 + length:
                fail(end, f'truncated {shown} escape')
            elif int(text[escape + 2:end], 16) > 0x10ffff:
                fail(end, 'illegal Unicode character')
            else:
                parts.append(chr(int(text[escape + 2:end], 16)))
        elif kind == 'N':
            import unicodedata
            close = text.find('}', end)
            if text[end:end + 1] != '{' or close < 0:
                end = len(text) if text[end:end + 1] == '{' else end
                fail(end, 'malformed \\N character escape')
            else:
                try:
                    parts.append(unicodedata.lookup(text[end + 1:close]))
                    end = close + 1
                except KeyError:
                    end = close + 1
                    fail(end, 'unknown Unicode character name')
        else:
            parts.append('\\' + kind)
        at = end


def unicode_escape_encode(text, errors='strict'):
    """Bytes in which what is no printable ASCII is escaped as in string literals."""
    named = {'\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t'}
    return ''.join(named[c] if c in named else c if ' ' <= c <= '~' else f'\\x{ord(c):02x}' if ord(c) < 256
                   else f'\\u{ord(c):04x}' if ord(c) < 65536 else f'\\U{ord(c):08x}' for c in text).encode('ascii'), len(text)


def raw_unicode_escape_encode(text, errors='strict'):
    """Bytes in Latin-1 with escapes for what that has not."""
    if text.isascii():
        return text.encode('ascii'), len(text)
    return b''.join(c.encode('latin-1') if ord(c) < 256 else f'\\u{ord(c):04x}'.encode() if ord(c) < 65536 else f'\\U{ord(c):08x}'.encode()
                    for c in text), len(text)


def raw_unicode_escape_decode(data, errors='strict', final=True):
    """Text of bytes in Latin-1 in which an odd number of backslashes begins an escape by a number."""
    text = data if isinstance(data, str) else bytes(data).decode('latin-1')
    parts = []
    at = 0
    while True:
        escape = text.find('\\', at)
        if escape < 0:
            parts.append(text[at:])
            return ''.join(parts), len(data)
        end = escape
        while text[end:end + 1] == '\\':
            end += 1
        kind = text[end:end + 1]
        if (end - escape) % 2 == 0 or kind not in ('u', 'U'):
            parts.append(text[at:end])
            at = end
            continue
        parts.append(text[at:end - 1])
        length, shown = _DIGITS[kind]
        at = end + 1
        while at < end + 1 + length and text[at:at + 1] in tuple('0123456789abcdefABCDEF'):
            at += 1
        reason = (f'truncated {shown} escape' if at < end + 1 + length
                  else '\\Uxxxxxxxx out of range' if int(text[end + 1:at], 16) > 0x10ffff else None)
        if reason is None:
            parts.append(chr(int(text[end + 1:at], 16)))
        elif errors == 'strict':
            raise UnicodeDecodeError('rawunicodeescape', text.encode('latin-1'), end - 1, at, reason)
        elif errors == 'replace':
            parts.append('\ufffd')


def escape_decode(data, errors='strict'):
    return unicode_escape_decode(data, errors)[0].encode('latin-1'), len(data)
