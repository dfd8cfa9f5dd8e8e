"""Constants, templates and the formatter of strings."""

__all__ = ['ascii_letters', 'ascii_lowercase', 'ascii_uppercase', 'capwords', 'digits', 'hexdigits', 'octdigits',
           'printable', 'punctuation', 'whitespace', 'Formatter', 'Template']

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdef' + 'ABCDEF'
octdigits = '01234567'
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    return (sep or ' ').join(map(str.capitalize, s.split(sep)))


_missing = object()


class Template:
    """Text with $names."""

    delimiter = '$'
    idpattern = r'(?a:[_a-z][_a-z0-9]*)'
    braceidpattern = None
    flags = 2

    def __init_subclass__(cls):
        super().__init_subclass__()
        if 'pattern' not in cls.__dict__:
            cls.pattern = None

    pattern = None

    @classmethod
    def _compiled(cls):
        import re
        pattern = cls.__dict__.get('pattern')
        if pattern is None:
            delim = re.escape(cls.delimiter)
            id = cls.idpattern
            bid = cls.braceidpattern or cls.idpattern
            pattern = fr"""
            {delim}(?:
              (?P<escaped>{delim})  |
              (?P<named>{id})       |
              {{(?P<braced>{bid})}} |
              (?P<invalid>)
            )
            """
        if isinstance(pattern, str):
            pattern = cls.pattern = re.compile(pattern, cls.flags | re.VERBOSE)
        return pattern

    def __init__(self, template):
        self.template = template

    def _invalid(self, mo):
        i = mo.start('invalid')
        lines = self.template[:i].splitlines(keepends=True)
        if not lines:
            colno = 1
            lineno = 1
        else:
            colno = i - len(''.join(lines[:-1]))
            lineno = len(lines)
        raise ValueError('Invalid placeholder in string: line %d, col %d' % (lineno, colno))

    def substitute(self, mapping=_missing, /, **kws):
        if mapping is _missing:
            mapping = kws
        elif kws:
            mapping = {**mapping, **kws}

        def convert(mo):
            named = mo.group('named') or mo.group('braced')
            if named is not None:
                return str(mapping[named])
            if mo.group('escaped') is not None:
                return self.delimiter
            if mo.group('invalid') is not None:
                self._invalid(mo)
            raise ValueError('Unrecognized named group in pattern', self.pattern)

        return self._compiled().sub(convert, self.template)

    def safe_substitute(self, mapping=_missing, /, **kws):
        if mapping is _missing:
            mapping = kws
        elif kws:
            mapping = {**mapping, **kws}

        def convert(mo):
            named = mo.group('named') or mo.group('braced')
            if named is not None:
                try:
                    return str(mapping[named])
                except KeyError:
                    return mo.group()
            if mo.group('escaped') is not None:
                return self.delimiter
            return mo.group()

        return self._compiled().sub(convert, self.template)

    def is_valid(self):
        for mo in self._compiled().finditer(self.template):
            if mo.group('invalid') is not None:
                return False
        return True

    def get_identifiers(self):
        ids = []
        for mo in self._compiled().finditer(self.template):
            named = mo.group('named') or mo.group('braced')
            if named is not None and named not in ids:
                ids.append(named)
        return ids


class Formatter:
    """str.format in parts that can be overridden."""

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        used_args = set()
        result, _ = self._vformat(format_string, args, kwargs, used_args, 2)
        self.check_unused_args(used_args, args, kwargs)
        return result

    def _vformat(self, format_string, args, kwargs, used_args, recursion_depth, auto_arg_index=0):
        if recursion_depth < 0:
            raise ValueError('Max string recursion exceeded')
        result = []
        for literal_text, field_name, format_spec, conversion in self.parse(format_string):
            if literal_text:
                result.append(literal_text)
            if field_name is not None:
                if field_name == '' or field_name[0] in '.[':
                    if auto_arg_index is False:
                        raise ValueError('cannot switch from manual field specification to automatic field numbering')
                    field_name = str(auto_arg_index) + field_name
                    auto_arg_index += 1
                elif field_name.isdigit():
                    if auto_arg_index:
                        raise ValueError('cannot switch from manual field specification to automatic field numbering')
                    auto_arg_index = False
                obj, arg_used = self.get_field(field_name, args, kwargs)
                used_args.add(arg_used)
                obj = self.convert_field(obj, conversion)
                format_spec, auto_arg_index = self._vformat(format_spec, args, kwargs, used_args, recursion_depth - 1,
                                                            auto_arg_index=auto_arg_index)
                result.append(self.format_field(obj, format_spec))
        return ''.join(result), auto_arg_index

    def get_value(self, key, args, kwargs):
        if isinstance(key, int):
            return args[key]
        return kwargs[key]

    def check_unused_args(self, used_args, args, kwargs):
        pass

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion == 's':
            return str(value)
        if conversion == 'r':
            return repr(value)
        if conversion == 'a':
            return ascii(value)
        raise ValueError('Unknown conversion specifier {0!s}'.format(conversion))

    def parse(self, format_string):
        """(literal, field name, format spec, conversion) for each field."""
        i = 0
        n = len(format_string)
        literal = ''
        while i < n:
            c = format_string[i]
            if c in '{}':
                if i + 1 < n and format_string[i + 1] == c:
                    yield literal + c, None, None, None
                    literal = ''
                    i += 2
                    continue
                if c == '}':
                    raise ValueError("Single '}' encountered in format string")
                depth = 1
                j = i + 1
                while j < n and depth:
                    if format_string[j] == '{':
                        depth += 1
                    elif format_string[j] == '}':
                        depth -= 1
                    j += 1
                if depth:
                    raise ValueError("Single '{' encountered in format string" if j == i + 1 else "expected '}' before end of string")
                field = format_string[i + 1:j - 1]
                name, spec, conversion = field, '', None
                bracket = 0
                for k, ch in enumerate(field):
                    if ch == '[':
                        bracket += 1
                    elif ch == ']':
                        bracket -= 1
                    elif ch in ':!' and not bracket:
                        name = field[:k]
                        if ch == '!':
                            conversion = field[k + 1:k + 2]
                            spec = field[k + 3:] if field[k + 2:k + 3] == ':' else ''
                        else:
                            spec = field[k + 1:]
                        break
                yield literal, name, spec, conversion
                literal = ''
                i = j
            else:
                literal += c
                i += 1
        if literal:
            yield literal, None, None, None

    def get_field(self, field_name, args, kwargs):
        import re
        first = re.match(r'[^.\[]*', field_name).group()
        rest = field_name[len(first):]
        obj = self.get_value(int(first) if first.isdigit() else first, args, kwargs)
        for attribute, item in re.findall(r'\.([^.\[]+)|\[([^\]]*)\]', rest):
            if attribute:
                obj = getattr(obj, attribute)
            else:
                obj = obj[int(item) if item.isdigit() else item]
        return obj, int(first) if first.isdigit() else first
