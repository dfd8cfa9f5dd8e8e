"""The codec unicode_escape: by its names, both ways, and what it refuses."""
import codecs

for data in [rb'caf\xe9 \u20ac \U0001f600 \n\t\\ \'\" \101\7\0 \N{BULLET}', b'plain', b'', b'caf\xe9', b'a\\\nb']:
    print(ascii(data.decode('unicode-escape')), ascii(data.decode('unicode_escape')), ascii(codecs.decode(data, 'unicode_escape')))
for text in ['caf\xe9 \u20ac \U0001f600', 'a\n\t\r\\b', '\x00\x7f', '']:
    print(text.encode('unicode_escape'), codecs.encode(text, 'unicode-escape'), text.encode('unicode_escape').decode('unicode_escape') == text)
for data in [rb'\x4', rb'\u12', rb'\N{no such name}', b'end\\', rb'\N{', rb'\U00110000']:
    try:
        data.decode('unicode_escape')
    except UnicodeDecodeError as error:
        print(error)
    print(ascii(data.decode('unicode_escape', 'replace')), ascii(data.decode('unicode_escape', 'ignore')))
print("it's {}".encode('ascii', 'backslashreplace').decode('unicode-escape').format('a \u00e9'))
print(codecs.lookup('unicode_escape').name, codecs.escape_decode(b'a\\n')[0])
