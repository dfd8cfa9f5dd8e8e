"""Options, the old way: by argparse."""

import argparse
import sys

__all__ = ['Option', 'OptionParser', 'OptionGroup', 'Values', 'OptionError', 'OptionValueError', 'SUPPRESS_HELP', 'make_option']

SUPPRESS_HELP = argparse.SUPPRESS
SUPPRESS_USAGE = argparse.SUPPRESS
NO_DEFAULT = ('NO', 'DEFAULT')
_TYPES = {'int': int, 'float': float, 'string': str, 'str': str, 'long': int, 'complex': complex, 'choice': None, None: None}


class OptParseError(Exception):
    pass


class OptionError(OptParseError):
    pass


class OptionValueError(OptParseError):
    pass


class BadOptionError(OptParseError):
    pass


class Values(argparse.Namespace):
    def ensure_value(self, attr, value):
        if getattr(self, attr, None) is None:
            setattr(self, attr, value)
        return getattr(self, attr)


class Option:
    def __init__(self, *opts, **attrs):
        self.opts = opts
        self.attrs = attrs


make_option = Option


class OptionGroup:
    def __init__(self, parser, title, description=None):
        self._group = parser._parser.add_argument_group(title, description)

    def add_option(self, *args, **kwargs):
        _add(self._group, args, kwargs)


def _add(target, args, kwargs):
    if args and isinstance(args[0], Option):
        args, kwargs = args[0].opts, dict(args[0].attrs)
    if kwargs.get('type') in _TYPES:
        kind = _TYPES[kwargs.pop('type', None)]
        if kind is not None:
            kwargs['type'] = kind
    kwargs.pop('callback', None)
    target.add_argument(*args, **kwargs)


class OptionParser:
    def __init__(self, usage=None, option_list=None, option_class=Option, version=None, conflict_handler='error', description=None,
                 formatter=None, add_help_option=True, prog=None, epilog=None):
        self._parser = argparse.ArgumentParser(prog=prog, usage=usage and usage.replace('%prog', '%(prog)s'), description=description,
                                               epilog=epilog, add_help=add_help_option)
        for option in option_list or ():
            self.add_option(option)

    def add_option(self, *args, **kwargs):
        _add(self._parser, args, kwargs)

    def add_option_group(self, group, *args):
        return group

    def set_defaults(self, **kwargs):
        self._parser.set_defaults(**kwargs)

    def set_usage(self, usage):
        self._parser.usage = usage

    def parse_args(self, args=None, values=None):
        args = sys.argv[1:] if args is None else list(args)
        known, rest = self._parser.parse_known_args(args, values or Values())
        unknown = [a for a in rest if a.startswith('-') and a != '-']
        if unknown:
            self.error('no such option: ' + unknown[0])
        return known, rest

    def error(self, msg):
        self._parser.error(msg)

    def print_help(self, file=None):
        self._parser.print_help(file)

    def print_usage(self, file=None):
        self._parser.print_usage(file)

    def exit(self, status=0, msg=None):
        self._parser.exit(status, msg)
