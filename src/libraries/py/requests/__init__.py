"""A client of HTTP on a network that nothing answers on; a known data file is there without its values."""

from urllib.parse import urlparse as _urlparse

from _no_network import REASON as _REASON, refuse as _refuse
from . import adapters, auth, exceptions
from .exceptions import (ConnectionError, ConnectTimeout, HTTPError, JSONDecodeError, ReadTimeout, RequestException, Timeout,
                         TooManyRedirects, URLRequired)

__version__ = '2.34.2'


class Response:
    """What comes back for a known file."""

    status_code, reason, ok, encoding, is_redirect, history, cookies = 200, 'OK', True, None, False, [], {}

    def __init__(self, url, content):
        self.url, self.content = url, content
        self.headers = {'Content-Length': str(len(content)), 'content-length': str(len(content))}

    @property
    def text(self):
        return self.content.decode('utf-8', 'replace')

    @property
    def raw(self):
        import io
        stream = io.BytesIO()
        stream.write(self.content)
        stream.seek(0)
        return stream

    def json(self, **options):
        import json
        return json.loads(self.content, **options)

    def iter_content(self, chunk_size=1, decode_unicode=False):
        yield self.content

    def iter_lines(self, **options):
        yield from self.content.splitlines()

    def raise_for_status(self):
        return None

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None

    def __bool__(self):
        return True


def request(method, url, **options):
    from _host import is_unknown
    from _known_files import at
    if is_unknown(url):
        return url
    url = url.decode() if isinstance(url, bytes) else str(url)
    parsed = _urlparse(url)
    if not parsed.scheme:
        raise exceptions.MissingSchema(f'Invalid URL {url!r}: No scheme supplied. Perhaps you meant https://{url}?')
    if parsed.scheme not in ('http', 'https'):
        raise exceptions.InvalidSchema(f'No connection adapters were found for {url!r}')
    content = at(url) if method.upper() == 'GET' else None
    if content is not None:
        return Response(url, content)
    return _refuse(ConnectionError, f'{method.upper()} {url}', _REASON)


def get(url, params=None, **kwargs):
    return request('get', url, params=params, **kwargs)


def options(url, **kwargs):
    return request('options', url, **kwargs)


def head(url, **kwargs):
    return request('head', url, **kwargs)


def post(url, data=None, json=None, **kwargs):
    return request('post', url, data=data, json=json, **kwargs)


def put(url, data=None, **kwargs):
    return request('put', url, data=data, **kwargs)


def patch(url, data=None, **kwargs):
    return request('patch', url, data=data, **kwargs)


def delete(url, **kwargs):
    return request('delete', url, **kwargs)


class Session:
    def __init__(self):
        self.headers = {'User-Agent': f'python-requests/{__version__}', 'Accept-Encoding': 'gzip, deflate', 'Accept': '*/*',
                        'Connection': 'keep-alive'}
        self.cookies, self.params, self.proxies, self.hooks, self.adapters = {}, {}, {}, {'response': []}, {}
        self.auth = self.cert = None
        self.verify = self.trust_env = True

    def request(self, method, url, **kwargs):
        return request(method, url, **kwargs)

    def get(self, url, **kwargs):
        return self.request('GET', url, **kwargs)

    def options(self, url, **kwargs):
        return self.request('OPTIONS', url, **kwargs)

    def head(self, url, **kwargs):
        return self.request('HEAD', url, **kwargs)

    def post(self, url, data=None, json=None, **kwargs):
        return self.request('POST', url, data=data, json=json, **kwargs)

    def put(self, url, data=None, **kwargs):
        return self.request('PUT', url, data=data, **kwargs)

    def patch(self, url, data=None, **kwargs):
        return self.request('PATCH', url, data=data, **kwargs)

    def delete(self, url, **kwargs):
        return self.request('DELETE', url, **kwargs)

    def mount(self, prefix, adapter):
        self.adapters[prefix] = adapter

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


def session():
    return Session()


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
