# JSON in bytes of other encodings; its numbers have the limit of int().
import json
for encoding in ('utf-8', 'utf-8-sig', 'utf-16', 'utf-16-le', 'utf-16-be', 'utf-32', 'utf-32-le', 'utf-32-be'):
    print(json.loads('["é日", 1]'.encode(encoding)), json.detect_encoding('{}'.encode(encoding)))
print(json.detect_encoding(b''), json.detect_encoding(b'1'), json.loads(b'1'), json.loads('1'.encode('utf-16-le')))
print(json.decoder.scanstring('"z\\ud834\\udd20x" ', 1, True), json.decoder.scanstring('["extra comma",]', 2))
for f in (lambda: json.decoder.scanstring('"ab', 1), lambda: json.loads('1' * 5000), lambda: json.loads('[1' + '0' * 200 + ']')):
    try: print(f())
    except ValueError as e: print(type(e).__name__, e)
