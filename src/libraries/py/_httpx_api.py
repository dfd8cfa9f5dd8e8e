"""What `httpx` and its successor of another name have alike: their errors, and clients that reach nothing."""
import _host
from _no_network import REASON, hub_headers, hub_weights, refuse, weights_at

# Each error with those that are made of it.
_ERRORS = {
    Exception: {
        'HTTPError': {
            'RequestError': {
                'TransportError': {
                    'TimeoutException': {'ConnectTimeout': {}, 'ReadTimeout': {}, 'WriteTimeout': {}, 'PoolTimeout': {}},
                    'NetworkError': {'ConnectError': {}, 'ReadError': {}, 'WriteError': {}, 'CloseError': {}},
                    'ProtocolError': {'LocalProtocolError': {}, 'RemoteProtocolError': {}},
                    'ProxyError': {},
                    'UnsupportedProtocol': {},
                },
                'DecodingError': {},
                'TooManyRedirects': {},
            },
            'HTTPStatusError': {},
        },
        'InvalidURL': {},
        'CookieConflict': {},
    },
    RuntimeError: {'StreamError': {'StreamConsumed': {}, 'StreamClosed': {}, 'ResponseNotRead': {}, 'RequestNotRead': {}}},
}
_METHODS = ('request', 'get', 'options', 'head', 'post', 'put', 'patch', 'delete', 'stream')


def _define(errors, base, module, into):
    for name, derived in errors.items():
        made = into[name] = type(name, (base,), {'__module__': module})
        _define(derived, made, module, into)


class Headers(dict):
    """Headers of an answer: their names are in lower case."""

    def __init__(self, headers=None):
        super().__init__({str(name).lower(): value for name, value in dict(headers or {}).items()})

    def __getitem__(self, name):
        return super().__getitem__(name.lower())

    def __contains__(self, name):
        return super().__contains__(name.lower())

    def get(self, name, default=None):
        return super().get(name.lower(), default)

    def get_list(self, name, split_commas=False):
        return [self[name]] if name in self else []


class Request:
    def __init__(self, method, url, headers=None, **options):
        self.method = method
        self.url = url
        self.headers = Headers(headers)


class Response:
    """An answer with a file of weights, whose bytes are not known."""

    status_code = 200
    is_redirect = has_redirect_location = is_error = is_client_error = is_server_error = False
    is_success = is_closed = True
    reason_phrase = 'OK'
    history = ()

    def __init__(self, request, headers):
        self.request = request
        self.url = request.url
        self.headers = Headers(headers)
        self.content = weights_at(request.url)

    def raise_for_status(self):
        return self

    def read(self):
        return self.content

    def iter_bytes(self, chunk_size=None):
        yield self.content

    iter_raw = iter_bytes

    def close(self):
        return None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


class _Client:
    def __init__(self, **options):
        self.headers = {}
        self.__dict__.update(options)
        self.is_closed = False

    def close(self):
        self.is_closed = True

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __getattr__(self, name):
        return _host.missing_name(type(self).__name__, name)


class _AsyncClient(_Client):
    async def aclose(self):
        self.close()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *error):
        self.close()


def fill(namespace):
    """Gives a module its errors, its clients and its functions."""
    module = namespace['__name__']
    for base, errors in _ERRORS.items():
        _define(errors, base, module, namespace)
    connect_error = namespace['ConnectError']

    def answer(name, method, url, options):
        file = hub_weights(url)
        if file is not None:
            return Response(Request(method, url, options.get('headers')), hub_headers(*file))
        return refuse(connect_error, f'{module}.{name}', REASON)

    def function(name, bound):
        takes_method = name in ('request', 'stream')

        def call(*args, **options):
            rest = list(args[bound:])
            method = (rest.pop(0) if rest else options['method']) if takes_method else name.upper()
            url = rest.pop(0) if rest else options.get('url')
            return answer(name, method, url, options)
        call.__name__ = name
        return call

    def coroutine(name):
        async def call(self, *args, **options):
            return refuse(connect_error, f'{module}.{name}', REASON)
        call.__name__ = name
        return call

    def send(self, request, **options):
        return answer('send', request.method, request.url, options)

    for name in _METHODS:
        namespace[name] = function(name, 0)
    for shared in (Headers, Request, Response):
        namespace[shared.__name__] = type(shared.__name__, (shared,), {'__module__': module})
    own = {'__module__': module}
    namespace['Client'] = type('Client', (_Client,), {**own, 'send': send, **{name: function(name, 1) for name in _METHODS}})
    namespace['AsyncClient'] = type('AsyncClient', (_AsyncClient,), {**own, **{name: coroutine(name) for name in (*_METHODS, 'send')}})
