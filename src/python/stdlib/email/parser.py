"""Readers of messages."""

from email import message_from_bytes, message_from_string


class Parser:
    def __init__(self, _class=None, *, policy=None):
        pass

    def parsestr(self, text, headersonly=False):
        return message_from_string(text)

    def parse(self, fp, headersonly=False):
        return message_from_string(fp.read())


HeaderParser = Parser


class BytesParser(Parser):
    def parsebytes(self, text, headersonly=False):
        return message_from_bytes(text)

    def parse(self, fp, headersonly=False):
        return message_from_bytes(fp.read())


BytesHeaderParser = BytesParser


class FeedParser:
    def __init__(self, _factory=None, *, policy=None):
        self._text = ''

    def feed(self, data):
        self._text += data

    def close(self):
        return message_from_string(self._text)


BytesFeedParser = FeedParser


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
