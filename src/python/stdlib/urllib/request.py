"""Requests: nothing is fetched here. A known data file is there without its values."""

from _host import note as _note
from io import BufferedIOBase
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import quote, unquote, urlparse

__all__ = ['Request', 'OpenerDirector', 'build_opener', 'install_opener', 'urlopen', 'urlretrieve', 'urlcleanup',
           'pathname2url', 'url2pathname', 'getproxies', 'ProxyHandler', 'HTTPHandler', 'BaseHandler']


class Request:
    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url = url
        self.data = data
        self.headers = {k.capitalize(): v for k, v in headers.items()}
        self.method = method
        parsed = urlparse(url)
        self.type = parsed.scheme
        self.host = parsed.netloc

    def get_method(self):
        return self.method or ('POST' if self.data is not None else 'GET')

    def add_header(self, key, val):
        self.headers[key.capitalize()] = val

    def get_full_url(self):
        return self.full_url

    def get_header(self, name, default=None):
        return self.headers.get(name, default)

    def has_header(self, name):
        return name in self.headers


def urlopen(url, data=None, timeout=None, *, cafile=None, capath=None, cadefault=False, context=None):
    from _known_files import at
    target = url.full_url if isinstance(url, Request) else url
    content = at(target) if isinstance(target, str) else None
    if content is not None:
        return _Response(target, content)
    _note('missing', f'{target} is not fetched here')
    raise URLError(f'{target}: the network is not reached from here')


class _Response(BufferedIOBase):
    """What comes back for a known file. It has all of it at once: nobody waits for the network here."""

    status = code = 200
    reason = msg = 'OK'
    version = 11

    def __init__(self, url, content):
        from email.message import Message
        self.url = url
        self.length = len(content)
        self.headers = Message()
        self.headers['Content-Length'] = str(self.length)
        self._content = content

    def read(self, amt=None):
        content = self._content if amt != 0 else b''
        self._content = self._content[len(content):]
        self.length -= len(content)
        return content

    def readable(self):
        return True

    def geturl(self):
        return self.url

    def info(self):
        return self.headers

    def getcode(self):
        return self.status

    def getheader(self, name, default=None):
        return self.headers.get(name, default)

    def getheaders(self):
        return self.headers.items()


def urlretrieve(url, filename=None, reporthook=None, data=None):
    with urlopen(url, data) as response:
        headers = response.info()
        size = response.length
        if filename is None:
            from tempfile import NamedTemporaryFile
            filename = NamedTemporaryFile(delete=False).name
        with open(filename, 'wb') as file:
            if reporthook:
                reporthook(0, size, size)
            file.write(response.read())
            if reporthook:
                reporthook(1, size, size)
    return filename, headers


def urlcleanup():
    pass


class BaseHandler:
    pass


class ProxyHandler(BaseHandler):
    def __init__(self, proxies=None):
        self.proxies = proxies


class HTTPHandler(BaseHandler):
    pass


class HTTPSHandler(BaseHandler):
    def __init__(self, debuglevel=None, context=None, check_hostname=None):
        pass


class OpenerDirector:
    addheaders = []

    def open(self, fullurl, data=None, timeout=None):
        return urlopen(fullurl)

    def add_handler(self, handler):
        pass


def build_opener(*handlers):
    return OpenerDirector()


def install_opener(opener):
    pass


def getproxies():
    return {}


def proxy_bypass(host):
    return False


def pathname2url(pathname):
    return quote(pathname)


def url2pathname(pathname):
    return unquote(pathname)


class HTTPRedirectHandler(BaseHandler):
    pass


class HTTPCookieProcessor(BaseHandler):
    def __init__(self, cookiejar=None):
        self.cookiejar = cookiejar


class HTTPPasswordMgr:
    def add_password(self, realm, uri, user, passwd):
        pass


class HTTPPasswordMgrWithDefaultRealm(HTTPPasswordMgr):
    pass


class HTTPBasicAuthHandler(BaseHandler):
    def __init__(self, password_mgr=None):
        pass


def parse_http_list(s):
    """The parts of a list in a header: separated by commas, but for those inside quotes."""
    res = []
    part = ''
    escape = quote = False
    for cur in s:
        if escape:
            part += cur
            escape = False
        elif quote:
            if cur == '\\':
                escape = True
                continue
            if cur == '"':
                quote = False
            part += cur
        elif cur == ',':
            res.append(part)
            part = ''
        else:
            if cur == '"':
                quote = True
            part += cur
    if part:
        res.append(part)
    return [part.strip() for part in res]


def parse_keqv_list(l):
    parsed = {}
    for elt in l:
        k, v = elt.split('=', 1)
        if v[0] == '"' and v[-1] == '"':
            v = v[1:-1]
        parsed[k] = v
    return parsed


def getproxies_environment():
    return {}


def proxy_bypass_environment(host, proxies=None):
    return False


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
