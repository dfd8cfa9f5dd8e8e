"""Elements of XML: read, changed and written."""

import re

__all__ = ['Element', 'SubElement', 'ElementTree', 'fromstring', 'XML', 'parse', 'tostring', 'ParseError', 'Comment', 'iterparse',
           'dump', 'indent', 'register_namespace', 'QName', 'iselement', 'TreeBuilder', 'XMLParser']


class ParseError(SyntaxError):
    pass


class Element:
    def __init__(self, tag, attrib={}, **extra):
        self.tag = tag
        self.attrib = {**attrib, **extra}
        self.text = None
        self.tail = None
        self._children = []

    def __repr__(self):
        return '<%s %r at %#x>' % (self.__class__.__name__, self.tag, id(self))

    def __len__(self):
        return len(self._children)

    def __bool__(self):
        return len(self._children) != 0

    def __getitem__(self, index):
        return self._children[index]

    def __setitem__(self, index, element):
        self._children[index] = element

    def __delitem__(self, index):
        del self._children[index]

    def __iter__(self):
        return iter(self._children)

    def append(self, subelement):
        self._children.append(subelement)

    def extend(self, elements):
        self._children.extend(elements)

    def insert(self, index, subelement):
        self._children.insert(index, subelement)

    def remove(self, subelement):
        self._children.remove(subelement)

    def get(self, key, default=None):
        return self.attrib.get(key, default)

    def set(self, key, value):
        self.attrib[key] = value

    def keys(self):
        return self.attrib.keys()

    def items(self):
        return self.attrib.items()

    def iter(self, tag=None):
        if tag is None or tag == '*' or self.tag == tag:
            yield self
        for e in self._children:
            yield from e.iter(tag)

    def itertext(self):
        if self.text:
            yield self.text
        for e in self._children:
            yield from e.itertext()
            if e.tail:
                yield e.tail

    def iterfind(self, path, namespaces=None):
        found = [self]
        steps = [s for s in re.split(r'(//|/)', path) if s and s != '/']
        deep = False
        for step in steps:
            if step == '//':
                deep = True
                continue
            if step == '.':
                continue
            tag, _, condition = step.partition('[')
            after = []
            for e in found:
                candidates = [x for x in e.iter() if x is not e] if deep else list(e)
                matched = [x for x in candidates if tag == '*' or x.tag == tag]
                if condition:
                    condition_text = condition.rstrip(']')
                    if condition_text.isdigit():
                        matched = matched[int(condition_text) - 1:int(condition_text)]
                    elif condition_text.startswith('@'):
                        name, _, value = condition_text[1:].partition('=')
                        matched = [x for x in matched if name in x.attrib and (not value or x.attrib[name] == value.strip('\'"'))]
                after.extend(matched)
            found = after
            deep = False
        yield from found

    def find(self, path, namespaces=None):
        return next(self.iterfind(path), None)

    def findall(self, path, namespaces=None):
        return list(self.iterfind(path))

    def findtext(self, path, default=None, namespaces=None):
        e = self.find(path)
        return default if e is None else e.text or ''

    def clear(self):
        self.attrib.clear()
        self._children = []
        self.text = self.tail = None

    def makeelement(self, tag, attrib):
        return Element(tag, attrib)


def SubElement(parent, tag, attrib={}, **extra):
    element = Element(tag, attrib, **extra)
    parent.append(element)
    return element


def iselement(element):
    return hasattr(element, 'tag')


def Comment(text=None):
    element = Element(Comment)
    element.text = text
    return element


class QName:
    def __init__(self, text_or_uri, tag=None):
        self.text = '{%s}%s' % (text_or_uri, tag) if tag else text_or_uri


_ENTITIES = {'lt': '<', 'gt': '>', 'amp': '&', 'quot': '"', 'apos': "'"}


def _unescape(text):
    def value(m):
        name = m.group(1)
        if name.startswith('#x'):
            return chr(int(name[2:], 16))
        if name.startswith('#'):
            return chr(int(name[1:]))
        return _ENTITIES.get(name, m.group())

    return re.sub(r'&(#?\w+);', value, text)


_TOKEN = re.compile(r'<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>|<![^>]*>|<(/?)([^\s/>]+)((?:\s+[^\s=/>]+\s*=\s*(?:"[^"]*"|\'[^\']*\'))*)\s*(/?)>|([^<]+)', re.S)


def fromstring(text, parser=None):
    if isinstance(text, bytes):
        text = text.decode('utf-8')
    root = None
    stack = []
    last = None
    position = 0
    spaces = [{}]
    while position < len(text):
        m = _TOKEN.match(text, position)
        if m is None:
            raise ParseError('not well-formed (invalid token): line %d, column %d' % (
                text.count('\n', 0, position) + 1, position - text.rfind('\n', 0, position) - 1))
        position = m.end()
        cdata, closing, tag, attributes, empty, data = m.groups()
        if data is not None or cdata is not None:
            data = _unescape(data) if data is not None else cdata
            if last is not None:
                last.tail = (last.tail or '') + data
            elif stack:
                stack[-1].text = (stack[-1].text or '') + data
            elif data.strip():
                raise ParseError('syntax error: line 1, column 0')
        elif tag is None:
            continue
        elif closing:
            if not stack:
                raise ParseError('mismatched tag: line %d, column %d' % (text.count('\n', 0, position) + 1, 0))
            last = stack.pop()
            spaces.pop()
            if _qualified(tag, last._spaces) != last.tag:
                raise ParseError('mismatched tag: line %d, column %d' % (text.count('\n', 0, m.start()) + 1, m.start() - text.rfind('\n', 0, m.start()) + 1))
        else:
            attrib = {}
            scope = dict(spaces[-1])
            for key, a, b in re.findall(r'([^\s=]+)\s*=\s*(?:"([^"]*)"|\'([^\']*)\')', attributes or ''):
                value = _unescape(a or b)
                if key == 'xmlns':
                    scope[''] = value
                elif key.startswith('xmlns:'):
                    scope[key[6:]] = value
                else:
                    attrib[key] = value
            element = Element(_qualified(tag, scope), {(_qualified(k, scope) if ':' in k else k): v for k, v in attrib.items()})
            element._spaces = scope
            if stack:
                stack[-1].append(element)
            elif root is None:
                root = element
            else:
                raise ParseError('junk after document element: line %d, column 0' % (text.count('\n', 0, m.start()) + 1))
            if empty:
                last = element
            else:
                stack.append(element)
                spaces.append(scope)
                last = None
    if root is None or stack:
        raise ParseError('no element found: line 1, column 0' if root is None else 'no element found: line %d, column 0' % (text.count('\n') + 1))
    return root


def _qualified(name, scope):
    prefix, colon, local = name.rpartition(':')
    if prefix == 'xml':
        return '{http://www.w3.org/XML/1998/namespace}' + local
    uri = scope.get(prefix)
    return '{%s}%s' % (uri, local) if uri else name


XML = fromstring


def _escape(text):
    return text.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')


def _write(element, out):
    if element.tag is Comment:
        out.append('<!--%s-->' % element.text)
    else:
        out.append('<' + element.tag)
        for key, value in element.attrib.items():
            out.append(' %s="%s"' % (key, _escape(value).replace('"', '&quot;')))
        if element.text or len(element):
            out.append('>')
            if element.text:
                out.append(_escape(element.text))
            for child in element:
                _write(child, out)
            out.append('</%s>' % element.tag)
        else:
            out.append(' />')
    if element.tail:
        out.append(_escape(element.tail))


def tostring(element, encoding=None, method=None, *, xml_declaration=None, default_namespace=None, short_empty_elements=True):
    out = []
    _write(element, out)
    text = ''.join(out)
    if encoding == 'unicode':
        return text
    if encoding and encoding.lower() not in ('us-ascii', 'ascii') or xml_declaration:
        text = f"<?xml version='1.0' encoding='{encoding or 'us-ascii'}'?>\n" + text
    return text.encode(encoding or 'ascii', 'xmlcharrefreplace')


def dump(elem):
    print(tostring(elem, 'unicode'))


def indent(tree, space='  ', level=0):
    root = tree.getroot() if isinstance(tree, ElementTree) else tree

    def walk(elem, level):
        inner = '\n' + space * (level + 1)
        if len(elem):
            if not elem.text or not elem.text.strip():
                elem.text = inner
            for child in elem:
                walk(child, level + 1)
                if not child.tail or not child.tail.strip():
                    child.tail = inner
            child.tail = '\n' + space * level

    walk(root, level)


class ElementTree:
    def __init__(self, element=None, file=None):
        self._root = element
        if file is not None:
            self.parse(file)

    def getroot(self):
        return self._root

    def parse(self, source, parser=None):
        if hasattr(source, 'read'):
            self._root = fromstring(source.read())
        else:
            with open(source, encoding='utf-8') as f:
                self._root = fromstring(f.read())
        return self._root

    def iter(self, tag=None):
        return self._root.iter(tag)

    def find(self, path, namespaces=None):
        return self._root.find(path)

    def findall(self, path, namespaces=None):
        return self._root.findall(path)

    def findtext(self, path, default=None, namespaces=None):
        return self._root.findtext(path, default)

    def iterfind(self, path, namespaces=None):
        return self._root.iterfind(path)

    def write(self, file_or_filename, encoding=None, xml_declaration=None, *args, **kwargs):
        text = tostring(self._root, encoding or 'unicode')
        if hasattr(file_or_filename, 'write'):
            file_or_filename.write(text)


def parse(source, parser=None):
    tree = ElementTree()
    tree.parse(source, parser)
    return tree


def iterparse(source, events=None, parser=None):
    for element in parse(source).iter():
        yield 'end', element


def register_namespace(prefix, uri):
    pass


class XMLParser:
    def __init__(self, *, target=None, encoding=None):
        self._text = ''

    def feed(self, data):
        self._text += data if isinstance(data, str) else data.decode()

    def close(self):
        return fromstring(self._text)


class TreeBuilder:
    pass
