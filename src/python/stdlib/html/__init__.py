"""Escaping of HTML."""

from html.entities import html5 as _html5

__all__ = ['escape', 'unescape']


def escape(s, quote=True):
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    if quote:
        s = s.replace('"', '&quot;').replace('\'', '&#x27;')
    return s


def _replace(match):
    s = match.group(1)
    if s[0] == '#':
        digits = s[1:].rstrip(';')
        code = int(digits[1:], 16) if digits[0] in 'xX' else int(digits)
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code <= 0xDFFF else '\uFFFD'
    if s in _html5:
        return _html5[s]
    for x in range(len(s) - 1, 1, -1):
        if s[:x] in _html5:
            return _html5[s[:x]] + s[x:]
    return '&' + s


def unescape(s):
    if '&' not in s:
        return s
    import re
    return re.sub(r'&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)', _replace, s)
