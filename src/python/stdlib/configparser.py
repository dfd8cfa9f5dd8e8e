"""Configuration files in sections."""

from collections.abc import MutableMapping

__all__ = ['NoSectionError', 'DuplicateOptionError', 'DuplicateSectionError', 'NoOptionError', 'InterpolationError', 'InterpolationDepthError', 'InterpolationMissingOptionError', 'InterpolationSyntaxError',
           'ParsingError', 'MissingSectionHeaderError', 'ConfigParser', 'RawConfigParser', 'SafeConfigParser',
           'Interpolation', 'BasicInterpolation', 'ExtendedInterpolation', 'SectionProxy', 'DEFAULTSECT', 'Error']

DEFAULTSECT = 'DEFAULT'
MAX_INTERPOLATION_DEPTH = 10


class Error(Exception):
    def __init__(self, msg=''):
        self.message = msg
        Exception.__init__(self, msg)

    def __str__(self):
        return self.message


class NoSectionError(Error):
    def __init__(self, section):
        Error.__init__(self, 'No section: %r' % (section,))
        self.section = section


def _where(source, lineno, what):
    """The message of something that is there twice."""
    if source is None:
        return what[0].upper() + what[1:]
    return f'While reading from {source!r}' + (f' [line {lineno:2d}]' if lineno is not None else '') + ': ' + what


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        Error.__init__(self, _where(source, lineno, f'section {section!r} already exists'))
        self.section = section
        self.source = source
        self.lineno = lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        Error.__init__(self, _where(source, lineno, f'option {option!r} in section {section!r} already exists'))
        self.section = section
        self.option = option
        self.source = source
        self.lineno = lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    def __init__(self, option, section):
        Error.__init__(self, 'No option %r in section: %r' % (option, section))
        self.option = option
        self.section = section


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option = option
        self.section = section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        InterpolationError.__init__(
            self, option, section, f'Bad value substitution: option {option!r} in section {section!r} contains an interpolation '
                                   f'key {reference!r} which is not a valid option name. Raw value: {rawval!r}')
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    pass


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        InterpolationError.__init__(
            self, option, section, f'Recursion limit exceeded in value substitution: option {option!r} in section {section!r} '
                                   f'contains an interpolation key which cannot be substituted in {MAX_INTERPOLATION_DEPTH} steps. '
                                   f'Raw value: {rawval!r}')
        self.args = (option, section, rawval)


class ParsingError(Error):
    def __init__(self, source=None, filename=None):
        source = source or filename
        Error.__init__(self, f'Source contains parsing errors: {source!r}')
        self.source = source
        self.errors = []
        self.args = (source,)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += '\n\t[line %2d]: %s' % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, f'File contains no section headers.\nfile: {filename!r}, line: {lineno}\n{line!r}')
        self.source = filename
        self.lineno = lineno
        self.line = line
        self.args = (filename, lineno, line)


class Interpolation:
    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class BasicInterpolation(Interpolation):
    """%(name)s stands for another value."""

    def before_get(self, parser, section, option, value, defaults):
        parts = []
        self._interpolate(parser, option, parts, value, section, defaults, 1)
        return ''.join(parts)

    def before_set(self, parser, section, option, value):
        import re
        rest = re.sub(r'%%|%\([^)]+\)s', '', value)
        if '%' in rest:
            raise ValueError('invalid interpolation syntax in %r at position %d' % (value, rest.find('%')))
        return value

    def _interpolate(self, parser, option, parts, rest, section, values, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        while rest:
            at = rest.find('%')
            if at < 0:
                parts.append(rest)
                return
            parts.append(rest[:at])
            rest = rest[at:]
            c = rest[1:2]
            if c == '%':
                parts.append('%')
                rest = rest[2:]
                continue
            if c != '(':
                raise InterpolationSyntaxError(option, section, "'%%' must be followed by '%%' or '(', found: %r" % (rest,))
            end = rest.find(')s')
            if end < 3:
                raise InterpolationSyntaxError(option, section, 'bad interpolation variable reference %r' % rest)
            name = parser.optionxform(rest[2:end])
            rest = rest[end + 2:]
            if name not in values:
                raise InterpolationMissingOptionError(option, section, raw, name) from None
            value = values[name]
            if value is not None and '%' in value:
                self._interpolate(parser, option, parts, value, section, values, depth + 1)
            else:
                parts.append(value)


class ExtendedInterpolation(Interpolation):
    """${section:name} stands for another value."""

    def before_get(self, parser, section, option, value, defaults):
        parts = []
        self._interpolate(parser, option, parts, value, section, defaults, 1)
        return ''.join(parts)

    def before_set(self, parser, section, option, value):
        import re
        rest = re.sub(r'\$\$|\$\{[^}]+\}', '', value)
        if '$' in rest:
            raise ValueError('invalid interpolation syntax in %r at position %d' % (value, rest.find('$')))
        return value

    def _interpolate(self, parser, option, parts, rest, section, values, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        while rest:
            at = rest.find('$')
            if at < 0:
                parts.append(rest)
                return
            parts.append(rest[:at])
            rest = rest[at:]
            c = rest[1:2]
            if c == '$':
                parts.append('$')
                rest = rest[2:]
                continue
            if c != '{':
                raise InterpolationSyntaxError(option, section, "'$' must be followed by '$' or '{', found: %r" % (rest,))
            end = rest.find('}')
            if end < 3:
                raise InterpolationSyntaxError(option, section, 'bad interpolation variable reference %r' % rest)
            path = rest[2:end].split(':')
            rest = rest[end + 1:]
            where, name = section, parser.optionxform(path[-1])
            try:
                if len(path) == 1:
                    value = values[name]
                elif len(path) == 2:
                    where = path[0]
                    value = parser.get(where, name, raw=True)
                else:
                    raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (rest,))
            except (KeyError, NoSectionError, NoOptionError):
                raise InterpolationMissingOptionError(option, section, raw, ':'.join(path)) from None
            if value is not None and '$' in value:
                inner = values if where == section else dict(parser.items(where, raw=True))
                self._interpolate(parser, name, parts, value, where, inner, depth + 1)
            else:
                parts.append(value)


_UNSET = object()


class RawConfigParser(MutableMapping):
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=('=', ':'),
                 comment_prefixes=('#', ';'), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET):
        self._defaults = {}
        self._sections = {}
        self._allow_no_value = allow_no_value
        self._delimiters = delimiters
        self._comment_prefixes = comment_prefixes
        self._inline_prefixes = inline_comment_prefixes or ()
        self._strict = strict
        self._empty_lines = empty_lines_in_values
        self.default_section = default_section
        self._interpolation = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation or Interpolation()
        for key, value in (defaults or {}).items():
            self._defaults[self.optionxform(key)] = value

    def optionxform(self, optionstr):
        return optionstr.lower()

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections)

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError('Invalid section name: %r' % section)
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = {}

    def has_section(self, section):
        return section in self._sections

    def options(self, section):
        try:
            return list({**self._sections[section], **self._defaults} if section != self.default_section else self._defaults)
        except KeyError:
            raise NoSectionError(section) from None

    def read(self, filenames, encoding=None):
        import os
        if isinstance(filenames, (str, bytes, os.PathLike)):
            filenames = [filenames]
        read_ok = []
        for filename in filenames:
            try:
                with open(filename, encoding=encoding) as fp:
                    self._read(fp, filename)
            except OSError:
                continue
            read_ok.append(os.fspath(filename))
        return read_ok

    def read_file(self, f, source=None):
        self._read(f, source)

    def read_string(self, string, source='<string>'):
        self._read(string.splitlines(True), source)

    def read_dict(self, dictionary, source='<dict>'):
        for section, keys in dictionary.items():
            if section != self.default_section and section not in self._sections:
                self.add_section(section)
            for key, value in keys.items():
                self.set(section, key, None if value is None else str(value))

    def _read(self, fp, fpname):
        section = None
        name = None
        option = None
        indent = 0
        seen = set()
        wrong = None
        section_name = None
        for number, line in enumerate(fp, 1):
            stripped = line.strip()
            for prefix in self._inline_prefixes:
                at = stripped.find(' ' + prefix)
                if at >= 0:
                    stripped = stripped[:at].rstrip()
            if not stripped or stripped.startswith(tuple(self._comment_prefixes)):
                if self._empty_lines:
                    if not line.strip() and option is not None and section is not None and section[option] is not None:
                        section[option].append('')
                elif not stripped:
                    option = None
                continue
            current = len(line) - len(line.lstrip())
            if section is not None and option is not None and current > indent:
                section[option].append(stripped)
                continue
            indent = current
            if stripped.startswith('[') and ']' in stripped:
                name = section_name = stripped[1:stripped.rindex(']')]
                if name == self.default_section:
                    section = self._defaults
                elif name in self._sections:
                    if self._strict and name in seen:
                        raise DuplicateSectionError(name, fpname, number)
                    seen.add(name)
                    section = self._sections[name]
                else:
                    section = self._sections[name] = {}
                    seen.add(name)
                option = None
                continue
            if section is None:
                raise MissingSectionHeaderError(fpname, number, line)
            at = min([stripped.find(d) for d in self._delimiters if d in stripped], default=-1)
            if at < 0:
                if not self._allow_no_value:
                    wrong = wrong or ParsingError(fpname)
                    wrong.append(number, repr(line))
                    continue
                option = self.optionxform(stripped)
                value = None
            else:
                option = self.optionxform(stripped[:at].rstrip())
                value = [stripped[at + 1:].strip()]
            if self._strict and (section_name, option) in seen:
                raise DuplicateOptionError(section_name, option, fpname, number)
            seen.add((section_name, option))
            section[option] = value
        if wrong:
            raise wrong
        for options in [self._defaults, *self._sections.values()]:
            for key, value in options.items():
                if isinstance(value, list):
                    options[key] = '\n'.join(value).rstrip()

    def _unify(self, section, vars):
        if section != self.default_section and section not in self._sections:
            raise NoSectionError(section)
        found = {**self._defaults, **self._sections.get(section, {})}
        for key, value in (vars or {}).items():
            found[self.optionxform(key)] = str(value)
        return found

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        try:
            values = self._unify(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        if option not in values:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        value = values[option]
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, values)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, **kwargs):
        return self._get_conv(section, option, int, **kwargs)

    def getfloat(self, section, option, **kwargs):
        return self._get_conv(section, option, float, **kwargs)

    def getboolean(self, section, option, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, **kwargs)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError('Not a boolean: %s' % value)
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return MutableMapping.items(self)
        return [(option, self.get(section, option, raw=raw, vars=vars)) for option in self._unify(section, vars)]

    def has_option(self, section, option):
        return self.optionxform(option) in {**self._defaults, **self._sections.get(section, {})}

    def set(self, section, option, value=None):
        if section == self.default_section:
            self._defaults[self.optionxform(option)] = self._checked(section, option, value)
        elif section not in self._sections:
            raise NoSectionError(section)
        else:
            self._sections[section][self.optionxform(option)] = self._checked(section, option, value)

    def _checked(self, section, option, value):
        return self._interpolation.before_set(self, section, option, value) if value else value

    def popitem(self):
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def write(self, fp, space_around_delimiters=True):
        d = ' = ' if space_around_delimiters else '='
        for name, options in [(self.default_section, self._defaults), *self._sections.items()]:
            if options or name != self.default_section:
                fp.write(f'[{name}]\n')
                for key, value in options.items():
                    fp.write(key + (d + str(value).replace('\n', '\n\t') if value is not None else '') + '\n')
                fp.write('\n')

    def remove_option(self, section, option):
        if section == self.default_section:
            return self._defaults.pop(self.optionxform(option), _UNSET) is not _UNSET
        if section not in self._sections:
            raise NoSectionError(section)
        return self._sections[section].pop(self.optionxform(option), _UNSET) is not _UNSET

    def remove_section(self, section):
        return self._sections.pop(section, None) is not None

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        else:
            self._sections[key] = {}
        self.read_dict({key: value})

    def __delitem__(self, key):
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return key == self.default_section or key in self._sections

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return iter([self.default_section, *self._sections])


class ConfigParser(RawConfigParser):
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        if value is not None and not isinstance(value, str):
            raise TypeError('option values must be strings')
        super().set(section, option, value)


SafeConfigParser = ConfigParser


class SectionProxy(MutableMapping):
    def __init__(self, parser, name):
        self._parser = parser
        self._name = name

    name = property(lambda self: self._name)
    parser = property(lambda self: self._parser)

    def __repr__(self):
        return '<Section: {}>'.format(self._name)

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not self._parser.remove_option(self._name, key):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._parser.options(self._name))

    def __iter__(self):
        return iter(self._parser.options(self._name))

    def get(self, option, fallback=None, *, raw=False, vars=None):
        return self._parser.get(self._name, option, raw=raw, vars=vars, fallback=fallback)

    def getint(self, option, fallback=None, **kwargs):
        return self._parser.getint(self._name, option, fallback=fallback, **kwargs)

    def getfloat(self, option, fallback=None, **kwargs):
        return self._parser.getfloat(self._name, option, fallback=fallback, **kwargs)

    def getboolean(self, option, fallback=None, **kwargs):
        return self._parser.getboolean(self._name, option, fallback=fallback, **kwargs)
