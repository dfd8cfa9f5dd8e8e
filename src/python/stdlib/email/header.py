"""Headers."""


class Header:
    def __init__(self, s=None, charset=None, *args, **kwargs):
        self._text = s or ''

    def __str__(self):
        return self._text

    def encode(self, *args, **kwargs):
        return self._text


def decode_header(header):
    return [(str(header), None)]


def make_header(decoded_seq, *args, **kwargs):
    return Header(''.join(s if isinstance(s, str) else s.decode() for s, charset in decoded_seq))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
