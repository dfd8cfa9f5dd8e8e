"""Comma separated values."""

import io

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'Error', 'Dialect', 'excel', 'excel_tab',
           'field_size_limit', 'reader', 'writer', 'register_dialect', 'get_dialect', 'list_dialects', 'Sniffer',
           'unregister_dialect', 'DictReader', 'DictWriter', 'unix_dialect']

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)


class Error(Exception):
    pass


class Dialect:
    delimiter = ','
    quotechar = '"'
    escapechar = None
    doublequote = True
    skipinitialspace = False
    lineterminator = '\r\n'
    quoting = QUOTE_MINIMAL
    strict = False


class excel(Dialect):
    pass


class excel_tab(excel):
    delimiter = '\t'


class unix_dialect(Dialect):
    lineterminator = '\n'
    quoting = QUOTE_ALL


_dialects = {'excel': excel, 'excel-tab': excel_tab, 'unix': unix_dialect}


def register_dialect(name, dialect=Dialect, **fmtparams):
    _dialects[name] = _resolve(dialect, fmtparams)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    return list(_dialects)


def field_size_limit(new_limit=None):
    return 131072


def _resolve(dialect, params):
    base = get_dialect(dialect) if isinstance(dialect, str) else dialect
    made = Dialect()
    for name in ('delimiter', 'quotechar', 'escapechar', 'doublequote', 'skipinitialspace', 'lineterminator', 'quoting', 'strict'):
        setattr(made, name, params.get(name, getattr(base, name)))
    if not isinstance(made.delimiter, str) or len(made.delimiter) != 1:
        raise TypeError('"delimiter" must be a 1-character string')
    return made


class reader:
    """The rows of lines."""

    def __init__(self, csvfile, dialect='excel', **fmtparams):
        self._lines = iter(csvfile)
        self.dialect = _resolve(dialect, fmtparams)
        self.line_num = 0

    def __iter__(self):
        return self

    def __next__(self):
        d = self.dialect
        fields = []
        field = ''
        quoted = False
        in_quotes = False
        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if in_quotes:
                    if d.strict:
                        raise Error('unexpected end of data') from None
                    break
                raise
            self.line_num += 1
            if not in_quotes:
                line_text = line.rstrip('\r\n')
            else:
                line_text = line
            i = 0
            n = len(line)
            ended = False
            while i < n:
                c = line[i]
                if in_quotes:
                    if c == d.quotechar:
                        if d.doublequote and line[i + 1:i + 2] == d.quotechar:
                            field += c
                            i += 1
                        else:
                            in_quotes = False
                    elif d.escapechar and c == d.escapechar:
                        i += 1
                        field += line[i:i + 1]
                    else:
                        field += c
                elif c == d.delimiter:
                    fields.append(self._convert(field, quoted))
                    field, quoted = '', False
                elif c in '\r\n':
                    ended = True
                    break
                elif d.quotechar and c == d.quotechar and field == '' and d.quoting != QUOTE_NONE:
                    in_quotes = quoted = True
                elif d.escapechar and c == d.escapechar:
                    i += 1
                    field += line[i:i + 1]
                elif c == ' ' and d.skipinitialspace and field == '' and not quoted:
                    pass
                else:
                    field += c
                i += 1
            if not in_quotes:
                break
        if fields or field or quoted or line_text:
            fields.append(self._convert(field, quoted))
        return fields

    def _convert(self, field, quoted):
        if self.dialect.quoting == QUOTE_NONNUMERIC and not quoted:
            return float(field)
        return field


class writer:
    """Writes rows to a file."""

    def __init__(self, csvfile, dialect='excel', **fmtparams):
        self._write = getattr(csvfile, 'write', None)
        if not callable(self._write):
            raise TypeError('argument 1 must have a "write" method')
        self.dialect = _resolve(dialect, fmtparams)

    def _field(self, value, alone):
        d = self.dialect
        text = '' if value is None else repr(value) if isinstance(value, float) else str(value)
        quoted = d.quoting == QUOTE_ALL or d.quoting == QUOTE_NONNUMERIC and not isinstance(value, (int, float))
        special = {d.delimiter, d.escapechar, d.quotechar, *d.lineterminator}
        parts = []
        for c in text:
            if c in special:
                escape = False
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    if d.doublequote:
                        parts.append(c)
                    else:
                        escape = True
                elif c == d.escapechar:
                    escape = True
                if escape:
                    if not d.escapechar:
                        raise Error('need to escape, but no escapechar set')
                    parts.append(d.escapechar)
                else:
                    quoted = True
            parts.append(c)
        if alone and not text:
            if d.quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            quoted = True
        text = ''.join(parts)
        return d.quotechar + text + d.quotechar if quoted else text

    def writerow(self, row):
        try:
            row = list(row)
        except TypeError:
            raise Error(f'iterable expected, not {type(row).__name__}') from None
        fields = [self._field(value, len(row) == 1) for value in row]
        return self._write(self.dialect.delimiter.join(fields) + self.dialect.lineterminator)

    def writerows(self, rows):
        for row in rows:
            self.writerow(row)


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames = None if fieldnames is None else list(fieldnames)
        self.restkey = restkey
        self.restval = restval
        self.reader = reader(f, dialect, *args, **kwds)
        self.dialect = dialect
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            try:
                self._fieldnames = next(self.reader)
            except StopIteration:
                pass
        self.line_num = self.reader.line_num
        return self._fieldnames

    def __next__(self):
        fieldnames = self.fieldnames
        row = next(self.reader)
        while row == []:
            row = next(self.reader)
        self.line_num = self.reader.line_num
        d = dict(zip(fieldnames, row))
        lf, lr = len(fieldnames), len(row)
        if lf < lr:
            d[self.restkey] = row[lf:]
        elif lf > lr:
            for key in fieldnames[lr:]:
                d[key] = self.restval
        return d


class DictWriter:
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        self.fieldnames = fieldnames
        self.restval = restval
        self.extrasaction = extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _dict_to_list(self, rowdict):
        if self.extrasaction == 'raise':
            wrong = [k for k in rowdict if k not in self.fieldnames]
            if wrong:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(x) for x in wrong]))
        return [rowdict.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._dict_to_list(rowdict))

    def writerows(self, rowdicts):
        for row in rowdicts:
            self.writerow(row)


class Sniffer:
    def sniff(self, sample, delimiters=None):
        counts = {d: sample.count(d) for d in (delimiters or ',\t;|:')}
        best = max(counts, key=counts.get)
        if not counts[best]:
            raise Error('Could not determine delimiter')
        made = Dialect()
        made.delimiter = best
        return made

    def has_header(self, sample):
        return True
