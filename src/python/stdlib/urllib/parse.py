"""URLs taken apart and put together."""

from collections import namedtuple

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode', 'parse_qs', 'parse_qsl',
           'quote', 'quote_plus', 'quote_from_bytes', 'unquote', 'unquote_plus', 'unquote_to_bytes', 'DefragResult',
           'ParseResult', 'SplitResult', 'DefragResultBytes', 'ParseResultBytes', 'SplitResultBytes']

uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero', 'rtsp',
                 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = uses_relative + ['telnet', 'snews', 'rsync', 'nfs', 'git', 'git+ssh']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms', 'sftp', 'tel']
scheme_chars = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.'


class _NetlocResultMixin:
    __slots__ = ()

    @property
    def username(self):
        return self._userinfo[0]

    @property
    def password(self):
        return self._userinfo[1]

    @property
    def hostname(self):
        hostname = self._hostinfo[0]
        if not hostname:
            return None
        hostname, percent, zone = hostname.partition('%')
        return hostname.lower() + percent + zone

    @property
    def port(self):
        port = self._hostinfo[1]
        if port is not None:
            if port.isdigit() and port.isascii():
                port = int(port)
            else:
                raise ValueError(f'Port could not be cast to integer value as {port!r}')
            if not 0 <= port <= 65535:
                raise ValueError('Port out of range 0-65535')
        return port

    @property
    def _userinfo(self):
        userinfo, have_info, hostinfo = self.netloc.rpartition('@')
        if have_info:
            username, have_password, password = userinfo.partition(':')
            if not have_password:
                password = None
        else:
            username = password = None
        return username, password

    @property
    def _hostinfo(self):
        _, _, hostinfo = self.netloc.rpartition('@')
        _, have_open_br, bracketed = hostinfo.partition('[')
        if have_open_br:
            hostname, _, port = bracketed.partition(']')
            _, _, port = port.partition(':')
        else:
            hostname, _, port = hostinfo.partition(':')
        if not port:
            port = None
        return hostname, port


class DefragResult(namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()

    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url


class SplitResult(namedtuple('SplitResult', 'scheme netloc path query fragment'), _NetlocResultMixin):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(namedtuple('ParseResult', 'scheme netloc path params query fragment'), _NetlocResultMixin):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


DefragResultBytes = DefragResult
SplitResultBytes = SplitResult
ParseResultBytes = ParseResult


def _text(url):
    if isinstance(url, (bytes, bytearray)):
        return url.decode('ascii')
    return url or ''


def urlparse(url, scheme='', allow_fragments=True):
    splitresult = urlsplit(url, scheme, allow_fragments)
    scheme, netloc, url, query, fragment = splitresult
    if scheme in uses_params and ';' in url:
        i = url.find(';', url.rfind('/')) if '/' in url else url.find(';')
        url, params = (url, '') if i < 0 else (url[:i], url[i + 1:])
    else:
        params = ''
    return ParseResult(scheme, netloc, url, params, query, fragment)


def urlsplit(url, scheme='', allow_fragments=True):
    url = _text(url).lstrip(''.join(map(chr, range(33))))
    scheme = _text(scheme).strip(''.join(map(chr, range(33))))
    for b in '\t\r\n':
        url = url.replace(b, '')
    netloc = query = fragment = ''
    i = url.find(':')
    if i > 0 and url[0].isascii() and url[0].isalpha():
        for c in url[:i]:
            if c not in scheme_chars:
                break
        else:
            scheme, url = url[:i].lower(), url[i + 1:]
    if url[:2] == '//':
        delim = len(url)
        for c in '/?#':
            wdelim = url.find(c, 2)
            if wdelim >= 0:
                delim = min(delim, wdelim)
        netloc, url = url[2:delim], url[delim:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
    if allow_fragments and '#' in url:
        url, fragment = url.split('#', 1)
    if '?' in url:
        url, query = url.split('?', 1)
    return SplitResult(scheme, netloc, url, query, fragment)


def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    if params:
        url = '%s;%s' % (url, params)
    return urlunsplit((scheme, netloc, url, query, fragment))


def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or (scheme and scheme in uses_netloc and url[:2] != '//'):
        if url and url[:1] != '/':
            url = '/' + url
        url = '//' + (netloc or '') + url
    if scheme:
        url = scheme + ':' + url
    if query:
        url = url + '?' + query
    if fragment:
        url = url + '#' + fragment
    return url


def urljoin(base, url, allow_fragments=True):
    if not base:
        return url
    if not url:
        return base
    bscheme, bnetloc, bpath, bparams, bquery, bfragment = urlparse(base, '', allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, bscheme, allow_fragments)
    if scheme != bscheme or scheme not in uses_relative:
        return url
    if scheme in uses_netloc:
        if netloc:
            return urlunparse((scheme, netloc, path, params, query, fragment))
        netloc = bnetloc
    if not path and not params:
        path = bpath
        params = bparams
        if not query:
            query = bquery
        return urlunparse((scheme, netloc, path, params, query, fragment))
    base_parts = bpath.split('/')
    if base_parts[-1] != '':
        del base_parts[-1]
    if path[:1] == '/':
        segments = path.split('/')
    else:
        segments = base_parts + path.split('/')
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = []
    for seg in segments:
        if seg == '..':
            if resolved:
                resolved.pop()
        elif seg != '.':
            resolved.append(seg)
    if segments[-1] in ('.', '..'):
        resolved.append('')
    return urlunparse((scheme, netloc, '/'.join(resolved) or '/', params, query, fragment))


def urldefrag(url):
    if '#' in url:
        s, n, p, a, q, frag = urlparse(url)
        defrag = urlunparse((s, n, p, a, q, ''))
    else:
        defrag = url
        frag = ''
    return DefragResult(defrag, frag)


def unquote_to_bytes(string):
    if isinstance(string, str):
        string = string.encode('utf-8')
    bits = string.split(b'%')
    res = bits[0]
    for item in bits[1:]:
        try:
            res += bytes([int(item[:2], 16)]) + item[2:] if len(item) >= 2 else b'%' + item
        except ValueError:
            res += b'%' + item
    return res


def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        return string
    return unquote_to_bytes(string).decode(encoding or 'utf-8', errors or 'replace')


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


_ALWAYS_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')


def quote(string, safe='/', encoding=None, errors=None):
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    if isinstance(string, str) and ' ' not in string or isinstance(string, bytes) and b' ' not in string:
        return quote(string, safe, encoding, errors)
    return quote(string, safe + ' ' if isinstance(safe, str) else safe + b' ', encoding, errors).replace(' ', '+')


def quote_from_bytes(bs, safe='/'):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    if isinstance(safe, str):
        safe = safe.encode('ascii', 'ignore')
    return ''.join([chr(c) if c in _ALWAYS_SAFE or c in safe else '%%%02X' % c for c in bs])


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    if hasattr(query, 'items'):
        query = query.items()
    elif not hasattr(query, '__len__') or len(query) and not isinstance(query[0], tuple):
        raise TypeError('not a valid non-string sequence or mapping object')

    def one(v):
        return quote_via(v if isinstance(v, bytes) else str(v), safe)

    pairs = []
    for k, v in query:
        if doseq and not isinstance(v, (str, bytes)) and hasattr(v, '__len__'):
            pairs.extend(one(k) + '=' + one(elt) for elt in v)
        else:
            pairs.append(one(k) + '=' + one(v))
    return '&'.join(pairs)


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
             separator='&'):
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, separator=separator):
        result.setdefault(name, []).append(value)
    return result


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace', max_num_fields=None,
              separator='&'):
    r = []
    for part in _text(qs).split(separator) if qs else []:
        if not part and not strict_parsing:
            continue
        nv = part.split('=', 1)
        if len(nv) != 2:
            if strict_parsing:
                raise ValueError('bad query field: %r' % (part,))
            if keep_blank_values:
                nv.append('')
            else:
                continue
        if len(nv[1]) or keep_blank_values:
            r.append((unquote_plus(nv[0], encoding, errors), unquote_plus(nv[1], encoding, errors)))
    return r
