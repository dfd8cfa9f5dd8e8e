"""Warnings: shown once for each place, filtered, turned into exceptions."""

import sys

__all__ = ['warn', 'warn_explicit', 'showwarning', 'formatwarning', 'filterwarnings', 'simplefilter', 'resetwarnings',
           'catch_warnings']

filters = []
onceregistry = {}
_defaultaction = 'default'
_filters_version = 1


class WarningMessage:
    _WARNING_DETAILS = ('message', 'category', 'filename', 'lineno', 'file', 'line', 'source')

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return ('{message : %r, category : %r, filename : %r, lineno : %s, line : %r}' % (
            self.message, self._category_name, self.filename, self.lineno, self.line))


def formatwarning(message, category, filename, lineno, line=None):
    """`file:line: Category: message` and the line of source."""
    text = f'{filename}:{lineno}: {category.__name__}: {message}\n'
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    if line:
        text += '  %s\n' % line.strip()
    return text


def _formatwarnmsg(msg):
    return formatwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.line)


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Writes a warning to a file, or to stderr."""
    if file is None:
        file = sys.stderr
        if file is None:
            return
    file.write(formatwarning(message, category, filename, lineno, line))


_showwarning_orig = showwarning


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    """Adds a filter with regular expressions for the message and the module."""
    assert action in ('error', 'ignore', 'always', 'default', 'module', 'once'), 'invalid action: %r' % (action,)
    assert isinstance(message, str), 'message must be a string'
    assert isinstance(category, type), 'category must be a class'
    assert issubclass(category, Warning), 'category must be a Warning subclass'
    assert isinstance(module, str), 'module must be a string'
    assert isinstance(lineno, int) and lineno >= 0, 'lineno must be an int >= 0'
    if message or module:
        import re
    message = re.compile(message, re.I) if message else None
    module = re.compile(module) if module else None
    _add_filter(action, message, category, module, lineno, append=append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Adds a filter for a category."""
    assert action in ('error', 'ignore', 'always', 'default', 'module', 'once'), 'invalid action: %r' % (action,)
    assert isinstance(lineno, int) and lineno >= 0, 'lineno must be an int >= 0'
    _add_filter(action, None, category, None, lineno, append=append)


def _add_filter(*item, append):
    if append:
        if item not in filters:
            filters.append(item)
    else:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    _filters_mutated()


def _filters_mutated():
    global _filters_version
    _filters_version += 1


def resetwarnings():
    filters[:] = []
    _filters_mutated()


def _is_internal_frame(frame):
    filename = frame.f_code.co_filename
    return 'importlib' in filename and '_bootstrap' in filename


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    """Issues a warning about the line that called, or one further out."""
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError('category must be a Warning subclass, not \'{:s}\''.format(type(category).__name__))
    try:
        frame = sys._getframe(max(1, stacklevel))
        globals = frame.f_globals
        filename = frame.f_code.co_filename
        lineno = frame.f_lineno
    except ValueError:
        globals = sys.__dict__
        filename = 'sys'
        lineno = 1
    module = globals.get('__name__', '<string>')
    registry = globals.setdefault('__warningregistry__', {})
    warn_explicit(message, category, filename, lineno, module, registry, globals, source)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    lineno = int(lineno)
    if module is None:
        module = filename or '<unknown>'
        if module[-3:].lower() == '.py':
            module = module[:-3]
    if registry is None:
        registry = {}
    if registry.get('version', 0) != _filters_version:
        registry.clear()
        registry['version'] = _filters_version
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    for item in filters:
        action, msg, cat, mod, ln = item
        if ((msg is None or msg.match(text)) and issubclass(category, cat) and (mod is None or mod.match(module))
                and (ln == 0 or lineno == ln)):
            break
    else:
        action = _defaultaction
    if action == 'ignore':
        return
    if action == 'error':
        raise message
    if action == 'once':
        registry[key] = 1
        oncekey = (text, category)
        if onceregistry.get(oncekey):
            return
        onceregistry[oncekey] = 1
    elif action == 'always':
        pass
    elif action == 'module':
        registry[key] = 1
        altkey = (text, category, 0)
        if registry.get(altkey):
            return
        registry[altkey] = 1
    elif action == 'default':
        registry[key] = 1
    else:
        raise RuntimeError('Unrecognized action (%r) in warnings.filters:\n %s' % (action, item))
    _showwarnmsg(WarningMessage(message, category, filename, lineno, None, None, source))


def _showwarnmsg(msg):
    if showwarning is not _showwarning_orig:
        showwarning(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)
    else:
        _showwarnmsg_impl(msg)


def _showwarnmsg_impl(msg):
    file = msg.file
    if file is None:
        file = sys.stderr
        if file is None:
            return
    file.write(_formatwarnmsg(msg))


class catch_warnings:
    """Puts the filters back at the end of the block; with record=True, collects warnings in a list."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = sys.modules['warnings'] if module is None else module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = []
        if self._record:
            args.append('record=True')
        if self._module is not sys.modules['warnings']:
            args.append('module=%r' % self._module)
        return '%s(%s)' % (type(self).__name__, ', '.join(args))

    def __enter__(self):
        if self._entered:
            raise RuntimeError('Cannot enter %r twice' % self)
        self._entered = True
        self._filters = self._module.filters
        self._module.filters = self._filters[:]
        self._module._filters_mutated()
        self._showwarning = self._module.showwarning
        self._showwarnmsg_impl = self._module._showwarnmsg_impl
        if self._record:
            log = []
            self._module._showwarnmsg_impl = log.append
            self._module.showwarning = self._module._showwarning_orig
        else:
            log = None
        if self._filter is not None:
            action, category, lineno, append = self._filter
            simplefilter(action, category, lineno=lineno, append=append)
        return log

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError('Cannot exit %r without entering first' % self)
        self._module.filters = self._filters
        self._module._filters_mutated()
        self._module.showwarning = self._showwarning
        self._module._showwarnmsg_impl = self._showwarnmsg_impl


class deprecated:
    """Marks a function or class as deprecated: a call of it warns."""

    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        from typing_extensions import deprecated as decorate
        return decorate(self.message, category=self.category, stacklevel=self.stacklevel)(arg)


class _MainOnly:
    """Matches the module `__main__`, as the filter for DeprecationWarning asks."""

    def match(self, module):
        return module == '__main__'


# CPython's filters for a program that is run without options.
filters.append(('default', None, DeprecationWarning, _MainOnly(), 0))
for _category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
    filters.append(('ignore', None, _category, None, 0))
del _category
