"""Messages."""


class Message:
    def __init__(self, policy=None):
        self._headers = []
        self._payload = None
        self.policy = policy

    def __getitem__(self, name):
        return self.get(name)

    def __setitem__(self, name, value):
        self._headers.append((name, value))

    def __delitem__(self, name):
        self._headers = [(k, v) for k, v in self._headers if k.lower() != name.lower()]

    def __contains__(self, name):
        return any(k.lower() == name.lower() for k, v in self._headers)

    def __len__(self):
        return len(self._headers)

    def __iter__(self):
        return iter([k for k, v in self._headers])

    def get(self, name, failobj=None):
        for k, v in self._headers:
            if k.lower() == name.lower():
                return v
        return failobj

    def get_all(self, name, failobj=None):
        return [v for k, v in self._headers if k.lower() == name.lower()] or failobj

    def keys(self):
        return [k for k, v in self._headers]

    def values(self):
        return [v for k, v in self._headers]

    def items(self):
        return list(self._headers)

    def add_header(self, name, value, **params):
        self._headers.append((name, '; '.join([value] + [f'{k}="{v}"' for k, v in params.items()])))

    def get_payload(self, i=None, decode=False):
        return self._payload

    def set_payload(self, payload, charset=None):
        self._payload = payload

    def get_content_type(self):
        return (self.get('content-type') or 'text/plain').partition(';')[0].strip().lower()

    def get_content_charset(self, failobj=None):
        return self.get_param('charset', failobj)

    def get_param(self, param, failobj=None, header='content-type', unquote=True):
        for part in (self.get(header) or '').split(';')[1:]:
            key, _, value = part.strip().partition('=')
            if key.lower() == param.lower():
                return value.strip('"')
        return failobj

    def get_content_maintype(self):
        return self.get_content_type().partition('/')[0]

    def is_multipart(self):
        return False

    def walk(self):
        yield self

    def as_string(self, *args, **kwargs):
        return ''.join(f'{k}: {v}\n' for k, v in self._headers) + '\n' + (self._payload or '')

    __str__ = as_string


class EmailMessage(Message):
    def set_content(self, content, *args, **kwargs):
        self._payload = content


MIMEPart = EmailMessage


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
