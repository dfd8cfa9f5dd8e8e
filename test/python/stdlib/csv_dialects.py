# Reading and writing rows: quoting, dialects, dictionaries, sniffing errors.
import csv, io
rows = [['a', 'b,c', 'd"e'], [1, 2.5, None], ['', ' x', 'l1\nl2']]
for kw in ({}, {'delimiter': ';'}, {'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONNUMERIC}, {'quotechar': "'"}, {'lineterminator': '\n', 'doublequote': False, 'escapechar': '\\'}, {'dialect': 'excel-tab'}, {'dialect': 'unix'}):
    f = io.StringIO(); csv.writer(f, **kw).writerows(rows); print(kw, repr(f.getvalue()))
for text, kw in (('a,b\r\n1,"x,y"\r\n', {}), ('a;b\n"c""d";e', {'delimiter': ';'}), ("a 'b c'", {'delimiter': ' ', 'quotechar': "'"}), ('1,2.5,"x"', {'quoting': csv.QUOTE_NONNUMERIC}), ('a, b', {'skipinitialspace': True}), ('a,b\n\nc', {}), ('a\\,b,c', {'escapechar': '\\'}), ('"multi\nline",x', {})):
    print(list(csv.reader(io.StringIO(text), **kw)))
d = csv.DictReader(io.StringIO('x,y\n1,2\n3\n4,5,6\n'), restkey='rest', restval='-')
print(d.fieldnames, list(d), d.line_num)
f = io.StringIO(); w = csv.DictWriter(f, ['x', 'y'], extrasaction='ignore', restval='?'); w.writeheader(); w.writerow({'x': 1, 'z': 3}); w.writerows([{'x': 2, 'y': 3}]); print(repr(f.getvalue()))
for bad in (lambda: csv.DictWriter(io.StringIO(), ['a']).writerow({'b': 1}), lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(['a,b']), lambda: list(csv.reader(['"a'], strict=True)), lambda: csv.reader([], dialect='nope'), lambda: csv.writer(io.StringIO(), delimiter='ab')):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
csv.register_dialect('mine', delimiter='|'); print(csv.list_dialects(), csv.get_dialect('mine').delimiter, list(csv.reader(['a|b'], 'mine')))
