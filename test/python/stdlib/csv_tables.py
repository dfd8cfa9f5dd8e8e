"""Proves csv: reading and writing with quotes, dialects, dictionaries."""
import csv
import io

text = 'a,b,c\r\n1,"x, y",3\r\n"he said ""hi""",,\n"two\nlines",5,6\n\n'
for row in csv.reader(io.StringIO(text)):
    print(row)
print(list(csv.DictReader(io.StringIO('n,v\na,1\nb,2,3\nc\n'))), list(csv.DictReader(['1,2'], fieldnames=['x', 'y'], restval='-')))
out = io.StringIO()
w = csv.writer(out)
print(w.writerow(['a', 1, 2.5, None, 'x,y', 'q"q', 'l\nl', True]))
w.writerows([[1], ['']])
print(repr(out.getvalue()))
for options in [{'quoting': csv.QUOTE_ALL}, {'quoting': csv.QUOTE_NONNUMERIC}, {'delimiter': ';', 'lineterminator': '\n'}, {'quotechar': "'"},
                {'quoting': csv.QUOTE_NONE, 'escapechar': '\\'}, {'doublequote': False, 'escapechar': '\\'}]:
    out = io.StringIO()
    csv.writer(out, **options).writerow(['a', 1, 'x,y;', 'q"\'', ''])
    print(options, repr(out.getvalue()))
out = io.StringIO()
d = csv.DictWriter(out, ['b', 'a'], restval='?', extrasaction='ignore')
d.writeheader()
d.writerow({'a': 1, 'b': 2, 'z': 3})
d.writerows([{'a': 5}])
print(repr(out.getvalue()))
try:
    csv.DictWriter(io.StringIO(), ['a']).writerow({'a': 1, 'q': 2})
except ValueError as error:
    print(error)
print(list(csv.reader(['a|b', "c|'d|e'"], delimiter='|', quotechar="'")), list(csv.reader(['1,"2",a'], quoting=csv.QUOTE_NONE)), list(csv.reader(['a, "b"'], skipinitialspace=True)))
print(list(csv.reader(['1,2.5,"x"'], quoting=csv.QUOTE_NONNUMERIC)), csv.list_dialects())
r = csv.reader(['a', 'b'], dialect='excel-tab')
print(next(r), r.line_num, csv.get_dialect('excel').delimiter, repr(csv.excel_tab.delimiter))


class Pipes(csv.Dialect):
    delimiter = '|'
    quotechar = '"'
    lineterminator = '\n'
    quoting = csv.QUOTE_MINIMAL


csv.register_dialect('pipes', Pipes)
out = io.StringIO()
csv.writer(out, 'pipes').writerow([1, 'a|b'])
print(repr(out.getvalue()))
for call in [lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(['a,b']), lambda: csv.reader([], dialect='nope'), lambda: csv.writer(1),
             lambda: csv.writer(io.StringIO()).writerow(5), lambda: csv.reader([], delimiter='ab')]:
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
