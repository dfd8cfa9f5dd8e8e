"""A simple reader of HTML."""

import re
from html import unescape

__all__ = ['HTMLParser']


class HTMLParser:
    """Calls a handler for each tag and text."""

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        self.rawdata = ''

    def feed(self, data):
        for part in re.split(r'(<[^>]*>)', data):
            if part.startswith('</'):
                self.handle_endtag(part[2:-1].strip().lower())
            elif part.startswith('<!--'):
                self.handle_comment(part[4:-3])
            elif part.startswith('<!'):
                self.handle_decl(part[2:-1])
            elif part.startswith('<') and part.endswith('>'):
                inner = part[1:-1]
                closed = inner.endswith('/')
                found = re.match(r'\s*([^\s/>]+)(.*)', inner.rstrip('/'), re.S)
                if found:
                    attrs = [(k.lower(), unescape(a or b or c) if (a or b or c) else None) for k, a, b, c in
                             re.findall(r'([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|\'([^\']*)\'|([^\s>]+)))?', found.group(2))]
                    if closed:
                        self.handle_startendtag(found.group(1).lower(), attrs)
                    else:
                        self.handle_starttag(found.group(1).lower(), attrs)
            elif part:
                self.handle_data(unescape(part) if self.convert_charrefs else part)

    def close(self):
        pass

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass
