"""Proves shlex, html and xml's usual calls."""
import html
import shlex
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from xml.sax.saxutils import escape, quoteattr, unescape

print(shlex.split('a "b c" d\\ e \'f "g"\' # x'), shlex.split('a # x', comments=True), shlex.quote("it's"), shlex.quote('plain-1.2/x'), shlex.quote(''), shlex.join(['a b', 'c']),
      shlex.split('--x="1 2" -y=3'))
for text in ['a "b', "a 'b", 'a\\']:
    try:
        print(shlex.split(text))
    except ValueError as error:
        print(error)
print(html.escape('<a href="x">\'&</a>'), html.escape('"', quote=False), html.unescape('&lt;&amp;&#39;&#x41;&eacute;&nbsp;&nope;&copy'))


class Printer(HTMLParser):
    def handle_starttag(self, tag, attrs):
        print('start', tag, attrs)

    def handle_endtag(self, tag):
        print('end', tag)

    def handle_data(self, data):
        if data.strip():
            print('data', repr(data))

    def handle_comment(self, data):
        print('comment', data)


Printer().feed('<!doctype html><p class="a" id=b>Hi &amp; <br/>there</p><!-- note --><img src=x>')
root = ET.fromstring('<data n="1"><item k="a">text</item><item k="b"><sub/>tail</item><!-- c --></data>')
print(root.tag, root.attrib, [(e.tag, e.get('k'), e.text) for e in root], root.find('item').text, [e.get('k') for e in root.findall('item')], root.findtext('item'), len(root),
      root[1][0].tail, [e.tag for e in root.iter()], root.find('none'))
new = ET.SubElement(root, 'new', {'a': '<&"'})
new.text = 'a < b & c'
print(ET.tostring(root), ET.tostring(new, encoding='unicode'))
root.remove(new)
print(root.find("item[@k='b']").get('k'), root.find('item/sub').tag, [e.tag for e in root.findall('.//sub')])
print(escape('<&>'), quoteattr('a"b'), unescape('&lt;&amp;'), escape('x', {'x': 'y'}))
try:
    ET.fromstring('<a><b></a>')
except ET.ParseError as error:
    print(type(error).__name__)
