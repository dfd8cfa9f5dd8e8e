"""Requests: nothing is fetched here."""

from _host import note as _note
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
    target = url.full_url if isinstance(url, Request) else url
    _note('missing', f'{target} is not fetched here')
    raise URLError(f'{target}: the network is not reached from here')


def urlretrieve(url, filename=None, reporthook=None, data=None):
    return urlopen(url)


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
