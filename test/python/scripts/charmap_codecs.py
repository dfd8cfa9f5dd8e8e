# Encodings of one byte for each character, and those that programs register.
import codecs
from encodings import normalize_encoding
print(normalize_encoding('Sloppy-Windows 1252'), codecs.lookup('windows-1252').name, codecs.lookup('latin2').name)
print('naïve €5'.encode('cp1252'), b'\x80\xe9'.decode('windows-1252'), b'\xc1'.decode('koi8-r'), 'Ж'.encode('cp1251'))
for f in (lambda: b'a\x81b'.decode('cp1252'), lambda: 'a日本b'.encode('cp1252'), lambda: 'a'.encode('no-such'), lambda: b''.decode('no-such', 'replace')):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(b'a\x81b'.decode('cp1252', 'replace'), b'a\x81b'.decode('cp1252', 'ignore'), 'a日b'.encode('cp1252', 'replace'), 'a日b'.encode('cp1252', 'xmlcharrefreplace'))
table = ''.join(chr(i ^ 1) for i in range(256))
build = codecs.charmap_build(table)
def search(name):
    print('search', name)
    if name == 'flipped':
        return codecs.CodecInfo(lambda s, errors='strict': codecs.charmap_encode(s, errors, build),
                                lambda b, errors='strict': codecs.charmap_decode(b, errors, table), name=name)
codecs.register(search)
print('abc'.encode('flipped'), b'abc'.decode('Flipped'), str(b'abc', 'flipped'), codecs.encode('abc', 'flipped'))
try: codecs.lookup('other thing')
except LookupError as e: print(e)
codecs.unregister(search)
try: print('abc'.encode('flipped'))
except LookupError as e: print(e)
