"""Looking at live objects: kinds, members, signatures."""

import builtins
import functools
import sys
import types
from keyword import iskeyword
from collections import OrderedDict, namedtuple
from _host import accelerate as _accelerate, is_unknown as _is_unknown
from _inspect import parameters as _native_parameters

CO_OPTIMIZED = 1
CO_NEWLOCALS = 2
CO_VARARGS = 4
CO_VARKEYWORDS = 8
CO_NESTED = 16
CO_GENERATOR = 32
CO_COROUTINE = 128
CO_ITERABLE_COROUTINE = 256
CO_ASYNC_GENERATOR = 512

GEN_CREATED = 'GEN_CREATED'
GEN_RUNNING = 'GEN_RUNNING'
GEN_SUSPENDED = 'GEN_SUSPENDED'
GEN_CLOSED = 'GEN_CLOSED'


# ---- kinds ----

def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType) and not isinstance(object, types.BuiltinFunctionType)


def isroutine(object):
    return (isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)
            or isinstance(object, types.MethodWrapperType))


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    tp = type(object)
    return hasattr(tp, '__get__') and not hasattr(tp, '__set__')


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    tp = type(object)
    return (hasattr(tp, '__set__') or hasattr(tp, '__delete__')
            or isinstance(object, (property, types.GetSetDescriptorType, types.MemberDescriptorType)))


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def _unwrap_partial(f):
    while isinstance(f, functools.partial):
        f = f.func
    return f


def _has_code_flag(f, flag):
    while ismethod(f):
        f = f.__func__
    f = _unwrap_partial(f)
    if not isfunction(f):
        return False
    return bool(f.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _has_code_flag(obj, CO_GENERATOR)


def iscoroutinefunction(obj):
    return _has_code_flag(obj, CO_COROUTINE)


def isasyncgenfunction(obj):
    return _has_code_flag(obj, CO_ASYNC_GENERATOR)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isawaitable(object):
    return isinstance(object, types.CoroutineType) or hasattr(type(object), '__await__')


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def isabstract(object):
    """Whether an object is a class with abstract methods."""
    return isinstance(object, type) and bool(getattr(object, '__abstractmethods__', ()))


# ---- members ----

def _getmembers(object, predicate, getter):
    results = []
    processed = set()
    names = dir(object)
    mro = (object,) + getmro(object) if isclass(object) else ()
    if isclass(object):
        try:
            for base in object.__bases__:
                for k, v in base.__dict__.items():
                    if isinstance(v, types.DynamicClassAttribute):
                        names.append(k)
        except AttributeError:
            pass
    for key in names:
        try:
            value = getter(object, key)
            if key in processed:
                raise AttributeError
        except AttributeError:
            for base in mro:
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((key, value))
        processed.add(key)
    results.sort(key=lambda pair: pair[0])
    return results


def getmembers(object, predicate=None):
    """All attributes as (name, value), sorted by name."""
    return _getmembers(object, predicate, getattr)


def getmembers_static(object, predicate=None):
    return _getmembers(object, predicate, getattr_static)


_sentinel = object()


_type_mro = type.__dict__['__mro__'].__get__
_type_dict = type.__dict__['__dict__'].__get__


def _entry(klass, name):
    """What a class or one of its bases has under a name, without a call."""
    for base in _type_mro(klass):
        if _shadowed_dict(type(base)) is _sentinel:
            found = _type_dict(base).get(name, _sentinel)
            if found is not _sentinel:
                return found
    return _sentinel


def _shadowed_dict(klass):
    """What a class has for `__dict__` where that is not Python's own."""
    for base in _type_mro(klass):
        found = _type_dict(base).get('__dict__', _sentinel)
        if found is not _sentinel and not (type(found) is types.GetSetDescriptorType and found.__name__ == '__dict__'
                                           and found.__objclass__ is base):
            return found
    return _sentinel


def getattr_static(obj, attr, default=_sentinel):
    """An attribute without calling descriptors, `__getattr__` or `__getattribute__`."""
    instance_result = _sentinel
    is_class = type in _type_mro(type(obj))
    if not is_class:
        klass = type(obj)
        shadow = _shadowed_dict(klass)
        if shadow is _sentinel or type(shadow) is types.MemberDescriptorType:
            try:
                instance_result = dict.get(object.__getattribute__(obj, '__dict__'), attr, _sentinel)
            except AttributeError:
                pass
    else:
        klass = obj
    klass_result = _entry(klass, attr)
    if instance_result is not _sentinel and klass_result is not _sentinel:
        kind = type(klass_result)
        if _entry(kind, '__get__') is not _sentinel and (
                _entry(kind, '__set__') is not _sentinel or _entry(kind, '__delete__') is not _sentinel):
            return klass_result
    if instance_result is not _sentinel:
        return instance_result
    if klass_result is not _sentinel:
        return klass_result
    if is_class:
        found = _entry(type(klass), attr)
        if found is not _sentinel:
            return found
    if default is not _sentinel:
        return default
    raise AttributeError(attr)


def getmro(cls):
    return cls.__mro__


def unwrap(func, *, stop=None):
    """The function at the end of a chain of `__wrapped__`."""
    if not hasattr(func, '__wrapped__'):
        return func
    seen = {id(func)}
    f = func
    while hasattr(func, '__wrapped__') and (stop is None or not stop(func)):
        func = func.__wrapped__
        if type(func) is types.FunctionType and not func.__dict__:
            return func
        if id(func) in seen or len(seen) >= 1000:
            raise ValueError(f'wrapper loop when unwrapping {f!r}')
        seen.add(id(func))
    return func


def cleandoc(doc):
    """A docstring with its indentation taken away."""
    lines = doc.expandtabs().split('\n')
    margin = sys.maxsize
    for line in lines[1:]:
        content = len(line.lstrip())
        if content:
            margin = min(margin, len(line) - content)
    if lines:
        lines[0] = lines[0].lstrip()
    if margin < sys.maxsize:
        for i in range(1, len(lines)):
            lines[i] = lines[i][margin:]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return '\n'.join(lines)


def getdoc(object):
    """The docstring, cleaned; of a class or method without one, the one it inherits."""
    try:
        doc = object.__doc__
    except AttributeError:
        return None
    if doc is None:
        doc = _finddoc(object)
    if not isinstance(doc, str):
        return None
    return cleandoc(doc)


def _owner(func):
    """The class in whose body a function was defined, by its qualified name."""
    cls = sys.modules.get(func.__module__)
    if cls is None:
        return None
    for name in func.__qualname__.split('.')[:-1]:
        cls = getattr(cls, name, None)
    return cls if isclass(cls) else None


def _finddoc(obj):
    if isclass(obj):
        for base in obj.__mro__:
            if base is not object:
                doc = base.__dict__.get('__doc__')
                if isinstance(doc, str):
                    return doc
        return None
    if ismethod(obj):
        name = obj.__func__.__name__
        self = obj.__self__
        cls = self if isclass(self) else self.__class__
    elif isfunction(obj):
        name = obj.__name__
        cls = _owner(obj)
        if cls is None or getattr(cls, name) is not obj:
            return None
    elif isinstance(obj, property):
        func = obj.fget
        name = func.__name__
        cls = _owner(func)
        if cls is None or getattr(cls, name) is not obj:
            return None
    elif ismethoddescriptor(obj) or isdatadescriptor(obj):
        name = obj.__name__
        cls = obj.__objclass__
        if getattr(cls, name) is not obj:
            return None
        if ismemberdescriptor(obj):
            slots = getattr(cls, '__slots__', None)
            if isinstance(slots, dict) and name in slots:
                return slots[name]
    else:
        return None
    for base in cls.__mro__:
        try:
            doc = getattr(base, name).__doc__
        except AttributeError:
            continue
        if doc is not None:
            return doc
    return None


# ---- source ----

def getfile(object):
    """The file in which an object was defined."""
    if ismodule(object):
        if getattr(object, '__file__', None):
            return object.__file__
        raise TypeError('{!r} is a built-in module'.format(object))
    if isclass(object):
        if hasattr(object, '__module__'):
            module = sys.modules.get(object.__module__)
            if getattr(module, '__file__', None):
                return module.__file__
            if object.__module__ == '__main__':
                raise OSError('source code not available')
        raise TypeError('{!r} is a built-in class'.format(object))
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        return object.co_filename
    raise TypeError('module, class, method, function, traceback, frame, or code object was expected, got {}'.format(
        type(object).__name__))


def getsourcefile(object):
    """The file of an object's source; None where it is not there."""
    from _host import isfile
    import linecache
    file = getfile(object)
    if isfile(file) or file in linecache.cache or linecache.getlines(file):
        return file
    return None


def getabsfile(object, _filename=None):
    import os
    return os.path.normcase(os.path.abspath(_filename or getsourcefile(object) or getfile(object)))


def getmodulename(path):
    name = path.rsplit('/', 1)[-1]
    return name[:-3] if name.endswith('.py') else None


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    if hasattr(object, '__module__'):
        return sys.modules.get(object.__module__)
    try:
        file = getfile(object)
    except (TypeError, OSError):
        return None
    for module in list(sys.modules.values()):
        if getattr(module, '__file__', None) == file:
            return module
    return None


def findsource(object):
    """All lines of the file of an object, and the index of its first."""
    import linecache
    file = getfile(object)
    lines = linecache.getlines(file)
    if not lines:
        raise OSError('could not get source code')
    if ismodule(object):
        return lines, 0
    if isclass(object):
        from _inspect_source import class_line
        return lines, class_line(lines, object.__qualname__)
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    if iscode(object):
        lnum = object.co_firstlineno - 1
        if lnum >= len(lines):
            raise OSError('lineno is out of bounds')
        return lines, lnum
    raise OSError('could not find code object')


def getblock(lines):
    """The lines of the block at the beginning of `lines`."""
    from _inspect_source import block
    return block(lines)


def getsourcelines(object):
    object = unwrap(object)
    lines, lnum = findsource(object)
    if istraceback(object):
        object = object.tb_frame
    if ismodule(object) or (isframe(object) and object.f_code.co_name == '<module>'):
        return lines, 0
    return getblock(lines[lnum:]), lnum + 1


def getsource(object):
    """The text of an object's definition. Raises OSError where there is none."""
    lines, lnum = getsourcelines(object)
    return ''.join(lines)


def getcomments(object):
    """The comment lines above an object's definition; None where there are none."""
    try:
        lines, lnum = findsource(object)
    except (OSError, TypeError):
        return None
    from _inspect_source import comments
    return comments(lines, lnum, ismodule(object))


def indentsize(line):
    expline = line.expandtabs()
    return len(expline) - len(expline.lstrip())


# ---- frames ----

class Traceback:
    def __init__(self, filename, lineno, function, code_context, index, *, positions=None):
        self.filename = filename
        self.lineno = lineno
        self.function = function
        self.code_context = code_context
        self.index = index
        self.positions = positions

    def __iter__(self):
        return iter((self.filename, self.lineno, self.function, self.code_context, self.index))

    def __getitem__(self, i):
        return (self.filename, self.lineno, self.function, self.code_context, self.index)[i]


class FrameInfo:
    def __init__(self, frame, filename, lineno, function, code_context, index, *, positions=None):
        self.frame = frame
        self.filename = filename
        self.lineno = lineno
        self.function = function
        self.code_context = code_context
        self.index = index
        self.positions = positions

    def __iter__(self):
        return iter((self.frame, self.filename, self.lineno, self.function, self.code_context, self.index))

    def __getitem__(self, i):
        return (self.frame, self.filename, self.lineno, self.function, self.code_context, self.index)[i]


def currentframe():
    """The frame of the caller."""
    return sys._getframe(1)


def getframeinfo(frame, context=1):
    """Where a frame or traceback is, with that many lines of the source around it."""
    lineno = frame.tb_lineno if istraceback(frame) else frame.f_lineno
    if istraceback(frame):
        frame = frame.tb_frame
    elif not isframe(frame):
        raise TypeError('{!r} is not a frame or traceback object'.format(frame))
    code = frame.f_code
    lines = index = None
    if context > 0:
        import linecache
        every = linecache.getlines(code.co_filename)
        if every:
            start = max(0, min(lineno - 1 - context // 2, len(every) - context))
            lines = every[start:start + context]
            index = lineno - 1 - start
    return Traceback(code.co_filename, lineno, code.co_name, lines, index)


def getouterframes(frame, context=1):
    framelist = []
    while frame:
        info = getframeinfo(frame, context)
        framelist.append(FrameInfo(frame, info.filename, info.lineno, info.function, info.code_context, info.index))
        frame = frame.f_back
    return framelist


def getinnerframes(tb, context=1):
    framelist = []
    while tb:
        info = getframeinfo(tb, context)
        framelist.append(FrameInfo(tb.tb_frame, info.filename, info.lineno, info.function, info.code_context, info.index))
        tb = tb.tb_next
    return framelist


def stack(context=1):
    return getouterframes(sys._getframe(1), context)


def trace(context=1):
    return getinnerframes(sys.exc_info()[2], context)


Arguments = namedtuple('Arguments', 'args, varargs, varkw')
ArgInfo = namedtuple('ArgInfo', 'args varargs keywords locals')
ClosureVars = namedtuple('ClosureVars', 'nonlocals globals builtins unbound')
Attribute = namedtuple('Attribute', 'name kind defining_class object')


def getargs(co):
    """The names of a code object's parameters."""
    if not iscode(co):
        raise TypeError(f'{co!r} is not a code object')
    names = co.co_varnames
    count = co.co_argcount + co.co_kwonlyargcount
    varargs = varkw = None
    at = count
    if co.co_flags & CO_VARARGS:
        varargs = names[at]
        at += 1
    if co.co_flags & CO_VARKEYWORDS:
        varkw = names[at]
    return Arguments(list(names[:count]), varargs, varkw)


def getargvalues(frame):
    """The names of a frame's parameters, and its locals."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: '*' + name,
                    formatvarkw=lambda name: '**' + name, formatvalue=lambda value: '=' + repr(value)):
    parts = [formatarg(name) + formatvalue(locals[name]) for name in args]
    if varargs:
        parts.append(formatvarargs(varargs) + formatvalue(locals[varargs]))
    if varkw:
        parts.append(formatvarkw(varkw) + formatvalue(locals[varkw]))
    return '(' + ', '.join(parts) + ')'


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    return GEN_CLOSED if generator.gi_frame is None else GEN_CREATED


def getgeneratorlocals(generator):
    if not isgenerator(generator):
        raise TypeError(f'{generator!r} is not a Python generator')
    frame = generator.gi_frame
    return {} if frame is None else frame.f_locals


CORO_CREATED = 'CORO_CREATED'
CORO_RUNNING = 'CORO_RUNNING'
CORO_SUSPENDED = 'CORO_SUSPENDED'
CORO_CLOSED = 'CORO_CLOSED'


def getcoroutinestate(coroutine):
    if coroutine.cr_running:
        return CORO_RUNNING
    if coroutine.cr_suspended:
        return CORO_SUSPENDED
    return CORO_CLOSED if coroutine.cr_frame is None else CORO_CREATED


def getcoroutinelocals(coroutine):
    frame = getattr(coroutine, 'cr_frame', None)
    return {} if frame is None else frame.f_locals


def getclosurevars(func):
    """The names that a function uses from outside, by where they come from."""
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError(f'{func!r} is not a Python function')
    code = func.__code__
    nonlocals = {}
    for name, cell in zip(code.co_freevars, func.__closure__ or ()):
        try:
            nonlocals[name] = cell.cell_contents
        except ValueError:
            pass
    namespace = func.__globals__
    builtin_namespace = namespace.get('__builtins__', builtins.__dict__)
    if ismodule(builtin_namespace):
        builtin_namespace = builtin_namespace.__dict__
    found_globals = {}
    found_builtins = {}
    unbound = set()
    for name in code.co_names:
        if name in ('None', 'True', 'False'):
            continue
        if name in namespace:
            found_globals[name] = namespace[name]
        elif name in builtin_namespace:
            found_builtins[name] = builtin_namespace[name]
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found_globals, found_builtins, unbound)


def classify_class_attrs(cls):
    """What each attribute of a class is and where it is defined."""
    mro = getmro(cls)
    class_bases = (cls,) + tuple(c for c in getmro(type(cls)) if c not in (type, object)) + mro[1:]
    metamro = tuple(c for c in getmro(type(cls)) if c not in (type, object))
    names = dir(cls)
    for base in mro:
        for key, value in base.__dict__.items():
            if isinstance(value, types.DynamicClassAttribute) and value.fget is not None:
                names.append(key)
    result = []
    processed = set()
    for name in names:
        homecls = None
        get_obj = None
        if name not in processed and name != '__dict__':
            try:
                get_obj = getattr(cls, name)
            except Exception:
                pass
            else:
                homecls = getattr(get_obj, '__objclass__', homecls)
                if homecls not in class_bases:
                    homecls = None
                    last = None
                    for owner in mro + metamro:
                        if owner.__dict__.get(name, _sentinel) is not _sentinel and last is None:
                            last = owner
                    if last is not None:
                        homecls = last
        for base in mro:
            if name in base.__dict__:
                dict_obj = base.__dict__[name]
                if homecls not in metamro or homecls is None:
                    homecls = base
                break
        else:
            dict_obj = None
            if homecls is None:
                continue
        obj = get_obj if get_obj is not None else dict_obj
        if isinstance(dict_obj, (staticmethod, types.BuiltinMethodType)):
            kind, obj = 'static method', dict_obj
        elif isinstance(dict_obj, (classmethod, types.ClassMethodDescriptorType)):
            kind, obj = 'class method', dict_obj
        elif isinstance(dict_obj, property):
            kind, obj = 'property', dict_obj
        else:
            kind = 'method' if isroutine(obj) else 'data'
        if dict_obj is not None and kind == 'data':
            obj = dict_obj
        result.append(Attribute(name, kind, homecls, obj))
        processed.add(name)
    return result


def getclasstree(classes, unique=False):
    """Nested lists: each class with its bases, then the list of what derives from it."""
    children = {}
    roots = []
    for c in classes:
        if c.__bases__:
            for parent in c.__bases__:
                below = children.setdefault(parent, [])
                if c not in below:
                    below.append(c)
                if unique and parent in classes:
                    break
        elif c not in roots:
            roots.append(c)
    for parent in children:
        if parent not in classes:
            roots.append(parent)
    return walktree(roots, children, None)


def walktree(classes, children, parent):
    results = []
    for c in sorted(classes, key=lambda c: (c.__module__, c.__name__)):
        results.append((c, c.__bases__))
        if c in children:
            results.append(walktree(children[c], children, c))
    return results


# ---- signatures ----

class _empty:
    """Marks a parameter without default or annotation."""


class _void:
    """Marks an argument of `replace` that was not given."""


class _ParameterKind(int):
    _names = ('POSITIONAL_ONLY', 'POSITIONAL_OR_KEYWORD', 'VAR_POSITIONAL', 'KEYWORD_ONLY', 'VAR_KEYWORD')
    _descriptions = ('positional-only', 'positional or keyword', 'variadic positional', 'keyword-only', 'variadic keyword')

    def __str__(self):
        return self._names[self]

    def __repr__(self):
        return f'<_ParameterKind.{self._names[self]}: {int(self)}>'

    @property
    def name(self):
        return self._names[self]

    @property
    def value(self):
        return int(self)

    @property
    def description(self):
        return self._descriptions[self]


_POSITIONAL_ONLY = _ParameterKind(0)
_POSITIONAL_OR_KEYWORD = _ParameterKind(1)
_VAR_POSITIONAL = _ParameterKind(2)
_KEYWORD_ONLY = _ParameterKind(3)
_VAR_KEYWORD = _ParameterKind(4)
_KINDS = (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD, _VAR_POSITIONAL, _KEYWORD_ONLY, _VAR_KEYWORD)
for _kind in _KINDS:
    setattr(_ParameterKind, _kind.name, _kind)


def formatannotation(annotation, base_module=None):
    if getattr(annotation, '__module__', None) == 'typing':
        return repr(annotation).replace('typing.', '')
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ('builtins', base_module):
            return annotation.__qualname__
        return annotation.__module__ + '.' + annotation.__qualname__
    return repr(annotation)


def formatannotationrelativeto(object):
    module = getattr(object, '__module__', None)
    return lambda annotation: formatannotation(annotation, module)


class Parameter:
    """A parameter in a signature."""

    __slots__ = ('_name', '_kind', '_default', '_annotation')

    POSITIONAL_ONLY = _POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _VAR_POSITIONAL
    KEYWORD_ONLY = _KEYWORD_ONLY
    VAR_KEYWORD = _VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        try:
            self._kind = _KINDS[kind]
        except (IndexError, TypeError):
            raise ValueError(f'value {kind!r} is not a valid Parameter.kind') from None
        if default is not _empty and self._kind in (_VAR_POSITIONAL, _VAR_KEYWORD):
            raise ValueError('{} parameters cannot have default values'.format(self._kind.description))
        if name is _empty:
            raise ValueError('name is a required attribute for Parameter')
        if not isinstance(name, str):
            raise TypeError('name must be a str, not a {}'.format(type(name).__name__))
        if name[:1] == '.' and name[1:].isdigit():
            if self._kind != _POSITIONAL_OR_KEYWORD:
                raise ValueError('implicit arguments must be passed as positional or keyword arguments, not {}'.format(
                    self._kind.description))
            name = 'implicit{}'.format(name[1:])
            self._kind = _POSITIONAL_ONLY
        elif (iskeyword(name) and self._kind is not _POSITIONAL_ONLY) or not name.isidentifier():
            raise ValueError('{!r} is not a valid parameter name'.format(name))
        self._default = default
        self._annotation = annotation
        self._name = name

    @property
    def name(self):
        return self._name

    @property
    def default(self):
        return self._default

    @property
    def annotation(self):
        return self._annotation

    @property
    def kind(self):
        return self._kind

    def replace(self, *, name=_void, kind=_void, annotation=_void, default=_void):
        return type(self)(self._name if name is _void else name, self._kind if kind is _void else kind,
                          default=self._default if default is _void else default,
                          annotation=self._annotation if annotation is _void else annotation)

    def __reduce__(self):
        return (type(self), (self._name, self._kind), {'_default': self._default, '_annotation': self._annotation})

    def __setstate__(self, state):
        self._default = state['_default']
        self._annotation = state['_annotation']

    def __str__(self):
        kind = self.kind
        formatted = self._name
        if self._annotation is not _empty:
            formatted = '{}: {}'.format(formatted, formatannotation(self._annotation))
        if self._default is not _empty:
            if self._annotation is not _empty:
                formatted = '{} = {}'.format(formatted, repr(self._default))
            else:
                formatted = '{}={}'.format(formatted, repr(self._default))
        if kind == _VAR_POSITIONAL:
            formatted = '*' + formatted
        elif kind == _VAR_KEYWORD:
            formatted = '**' + formatted
        return formatted

    def __repr__(self):
        return '<{} "{}">'.format(self.__class__.__name__, self)

    def __hash__(self):
        return hash((self.name, int(self.kind), self.annotation, self.default))

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name == other._name and self._kind == other._kind and self._default == other._default
                and self._annotation == other._annotation)


class BoundArguments:
    """Arguments bound to the parameters of a signature."""

    __slots__ = ('arguments', '_signature')

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    def __getstate__(self):
        return {'_signature': self._signature, 'arguments': self.arguments}

    def __setstate__(self, state):
        self._signature, self.arguments = state['_signature'], state['arguments']

    @property
    def signature(self):
        return self._signature

    @property
    def args(self):
        args = []
        for name, param in self._signature.parameters.items():
            if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                break
            try:
                arg = self.arguments[name]
            except KeyError:
                break
            if param.kind == _VAR_POSITIONAL:
                args.extend(arg)
            else:
                args.append(arg)
        return tuple(args)

    @property
    def kwargs(self):
        kwargs = {}
        started = False
        for name, param in self._signature.parameters.items():
            if not started:
                if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    started = True
                elif name not in self.arguments:
                    started = True
                    continue
            if not started:
                continue
            if name in self.arguments:
                if param.kind == _VAR_KEYWORD:
                    kwargs.update(self.arguments[name])
                else:
                    kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        """Fills in the defaults of arguments that were not given."""
        arguments = self.arguments
        new_arguments = []
        for name, param in self._signature.parameters.items():
            try:
                new_arguments.append((name, arguments[name]))
            except KeyError:
                if param.default is not _empty:
                    val = param.default
                elif param.kind is _VAR_POSITIONAL:
                    val = ()
                elif param.kind is _VAR_KEYWORD:
                    val = {}
                else:
                    continue
                new_arguments.append((name, val))
        self.arguments = dict(new_arguments)

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        args = ['{}={!r}'.format(arg, value) for arg, value in self.arguments.items()]
        return '<{} ({})>'.format(self.__class__.__name__, ', '.join(args))


class Signature:
    """The parameters and the return annotation of a callable."""

    __slots__ = ('_return_annotation', '_parameters')

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        params = OrderedDict()
        if parameters is not None:
            if __validate_parameters__:
                top_kind = _POSITIONAL_ONLY
                seen_default = False
                for param in parameters:
                    kind = param.kind
                    name = param.name
                    if kind < top_kind:
                        raise ValueError('wrong parameter order: {} parameter before {} parameter'.format(
                            top_kind.description, kind.description))
                    top_kind = kind
                    if kind in (_POSITIONAL_ONLY, _POSITIONAL_OR_KEYWORD):
                        if param.default is _empty:
                            if seen_default:
                                raise ValueError('non-default argument follows default argument')
                        else:
                            seen_default = True
                    if name in params:
                        raise ValueError('duplicate parameter name: {!r}'.format(name))
                    params[name] = param
            else:
                params = OrderedDict([(param.name, param) for param in parameters])
        self._parameters = types.MappingProxyType(params)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return _signature_from_callable(obj, cls, follow_wrapped, globals, locals, eval_str)

    @property
    def parameters(self):
        return self._parameters

    @property
    def return_annotation(self):
        return self._return_annotation

    def __reduce__(self):
        return (type(self), (tuple(self._parameters.values()),), {'_return_annotation': self._return_annotation})

    def __setstate__(self, state):
        self._return_annotation = state['_return_annotation']

    def replace(self, *, parameters=_void, return_annotation=_void):
        if parameters is _void:
            parameters = self.parameters.values()
        if return_annotation is _void:
            return_annotation = self._return_annotation
        return type(self)(parameters, return_annotation=return_annotation)

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Signature):
            return NotImplemented
        return self._hash_basis() == other._hash_basis()

    def _hash_basis(self):
        """The order of keyword-only parameters means nothing."""
        params = tuple(param for param in self.parameters.values() if param.kind != _KEYWORD_ONLY)
        kwo_params = {param.name: param for param in self.parameters.values() if param.kind == _KEYWORD_ONLY}
        return params, kwo_params, self.return_annotation

    def __hash__(self):
        params, kwo_params, return_annotation = self._hash_basis()
        return hash((params, frozenset(kwo_params.values()), return_annotation))

    def _bind(self, args, kwargs, *, partial=False):
        arguments = {}
        parameters = iter(self.parameters.values())
        parameters_ex = ()
        arg_vals = iter(args)
        while True:
            try:
                arg_val = next(arg_vals)
            except StopIteration:
                try:
                    param = next(parameters)
                except StopIteration:
                    break
                if param.kind == _VAR_POSITIONAL:
                    break
                elif param.name in kwargs:
                    if param.kind == _POSITIONAL_ONLY:
                        raise TypeError('{arg!r} parameter is positional only, but was passed as a keyword'.format(
                            arg=param.name)) from None
                    parameters_ex = (param,)
                    break
                elif param.kind == _VAR_KEYWORD or param.default is not _empty:
                    parameters_ex = (param,)
                    break
                elif partial:
                    parameters_ex = (param,)
                    break
                else:
                    raise TypeError('missing a required argument: {arg!r}'.format(arg=param.name)) from None
            else:
                try:
                    param = next(parameters)
                except StopIteration:
                    raise TypeError('too many positional arguments') from None
                if param.kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
                    raise TypeError('too many positional arguments') from None
                if param.kind == _VAR_POSITIONAL:
                    values = [arg_val]
                    values.extend(arg_vals)
                    arguments[param.name] = tuple(values)
                    break
                if param.name in kwargs and param.kind != _POSITIONAL_ONLY:
                    raise TypeError('multiple values for argument {arg!r}'.format(arg=param.name)) from None
                arguments[param.name] = arg_val
        kwargs_param = None
        for param in [*parameters_ex, *parameters]:
            if param.kind == _VAR_KEYWORD:
                kwargs_param = param
                continue
            if param.kind == _VAR_POSITIONAL:
                continue
            param_name = param.name
            try:
                arg_val = kwargs.pop(param_name)
            except KeyError:
                if not partial and param.kind != _VAR_POSITIONAL and param.default is _empty:
                    raise TypeError('missing a required argument: {arg!r}'.format(arg=param_name)) from None
            else:
                if param.kind == _POSITIONAL_ONLY:
                    raise TypeError('{arg!r} parameter is positional only, but was passed as a keyword'.format(
                        arg=param.name))
                arguments[param_name] = arg_val
        if kwargs:
            if kwargs_param is not None:
                arguments[kwargs_param.name] = kwargs
            else:
                raise TypeError('got an unexpected keyword argument {arg!r}'.format(arg=next(iter(kwargs))))
        return BoundArguments(self, arguments)

    def bind(self, /, *args, **kwargs):
        """Binds arguments as a call would. Raises TypeError."""
        return self._bind(args, kwargs)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, partial=True)

    def __repr__(self):
        return '<{} {}>'.format(self.__class__.__name__, self)

    def __str__(self):
        result = []
        render_pos_only_separator = False
        render_kw_only_separator = True
        for param in self.parameters.values():
            formatted = str(param)
            kind = param.kind
            if kind == _POSITIONAL_ONLY:
                render_pos_only_separator = True
            elif render_pos_only_separator:
                result.append('/')
                render_pos_only_separator = False
            if kind == _VAR_POSITIONAL:
                render_kw_only_separator = False
            elif kind == _KEYWORD_ONLY and render_kw_only_separator:
                result.append('*')
                render_kw_only_separator = False
            result.append(formatted)
        if render_pos_only_separator:
            result.append('/')
        rendered = '({})'.format(', '.join(result))
        if self.return_annotation is not _empty:
            rendered += ' -> {}'.format(formatannotation(self.return_annotation))
        return rendered


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    """The annotations of a class, function or module; as a new dict."""
    if not eval_str and type(obj) is types.FunctionType:
        return dict(obj.__annotations__)
    if isinstance(obj, type):
        ann = obj.__dict__.get('__annotations__', None)
        if isinstance(ann, types.GetSetDescriptorType):
            ann = None
        module = sys.modules.get(obj.__module__)
        obj_globals = getattr(module, '__dict__', None)
        obj_locals = dict(vars(obj))
        unwrap_from = obj
    elif isinstance(obj, types.ModuleType):
        ann = getattr(obj, '__annotations__', None)
        obj_globals = obj.__dict__
        obj_locals = None
        unwrap_from = None
    elif callable(obj):
        ann = getattr(obj, '__annotations__', None)
        obj_globals = getattr(obj, '__globals__', None)
        obj_locals = None
        unwrap_from = obj
    else:
        raise TypeError(f'{obj!r} is not a module, class, or callable.')
    if ann is None:
        return {}
    if not ann:
        return {}
    if not eval_str:
        return dict(ann)
    if unwrap_from is not None and not isinstance(unwrap_from, type):
        unwrapped = unwrap(_unwrap_partial(unwrap_from))
        obj_globals = getattr(unwrapped, '__globals__', obj_globals)
    if globals is None:
        globals = obj_globals
    if locals is None:
        locals = obj_locals
    return {key: value if not isinstance(value, str) else eval(value, globals, locals) for key, value in ann.items()}


def _parameter(name, kind, default, annotation, make=object.__new__):
    """A Parameter of a function that was compiled: nothing to check but the name of a comprehension's argument."""
    if name[0] == '.':
        return Parameter(name, kind, default=default, annotation=annotation)
    made = make(Parameter)
    made._kind = kind
    made._default = default
    made._annotation = annotation
    made._name = name
    return made


def _signature_from_function(cls, func, globals=None, locals=None, eval_str=False, skip_bound_arg=False):
    code = func.__code__
    pos_count = code.co_argcount
    arg_names = code.co_varnames
    posonly_count = code.co_posonlyargcount
    kwonly_count = code.co_kwonlyargcount
    annotations = get_annotations(func, globals=globals, locals=locals, eval_str=eval_str)
    defaults = func.__defaults__ or ()
    kwdefaults = func.__kwdefaults__ or {}
    get = annotations.get
    parameters = []
    first_default = pos_count - len(defaults)
    for i in range(pos_count):
        name = arg_names[i]
        kind = _POSITIONAL_ONLY if i < posonly_count else _POSITIONAL_OR_KEYWORD
        default = defaults[i - first_default] if i >= first_default else _empty
        parameters.append(_parameter(name, kind, default, get(name, _empty)))
    index = pos_count + kwonly_count
    if code.co_flags & CO_VARARGS:
        name = arg_names[index]
        index += 1
        parameters.append(_parameter(name, _VAR_POSITIONAL, _empty, get(name, _empty)))
    for i in range(pos_count, pos_count + kwonly_count):
        name = arg_names[i]
        parameters.append(_parameter(name, _KEYWORD_ONLY, kwdefaults.get(name, _empty), get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        name = arg_names[index]
        parameters.append(_parameter(name, _VAR_KEYWORD, _empty, get(name, _empty)))
    return cls(parameters, return_annotation=get('return', _empty), __validate_parameters__=False)


_accelerate(_signature_from_function, 'inspect._signature_from_function')


def _signature_from_native(cls, obj):
    found = _native_parameters(obj)
    if found is None:
        if isinstance(obj, types.WrapperDescriptorType) and obj.__name__ in ('__init__', '__call__'):
            return cls([Parameter('self', _POSITIONAL_ONLY), Parameter('args', _VAR_POSITIONAL),
                        Parameter('kwargs', _VAR_KEYWORD)])
        raise ValueError('no signature found for builtin {!r}'.format(obj))
    return cls([Parameter(name, kind, default=default if has_default else _empty)
                for name, kind, has_default, default in found], __validate_parameters__=False)


def _signature_bound_method(sig):
    """A signature without its first parameter."""
    params = tuple(sig.parameters.values())
    if not params or params[0].kind in (_VAR_KEYWORD, _KEYWORD_ONLY):
        raise ValueError('invalid method signature')
    if params[0].kind in (_POSITIONAL_OR_KEYWORD, _POSITIONAL_ONLY):
        params = params[1:]
    return sig.replace(parameters=params)


def _signature_get_partial(wrapped_sig, partial):
    old_params = wrapped_sig.parameters
    new_params = dict(old_params)
    partial_args = partial.args or ()
    partial_keywords = partial.keywords or {}
    try:
        ba = wrapped_sig.bind_partial(*partial_args, **partial_keywords)
    except TypeError as ex:
        raise ValueError('partial object {!r} has incorrect arguments'.format(partial)) from ex
    transform_to_kwonly = False
    for param_name, param in old_params.items():
        try:
            arg_value = ba.arguments[param_name]
        except KeyError:
            pass
        else:
            if param.kind is _POSITIONAL_ONLY:
                new_params.pop(param_name)
                continue
            if param.kind is _POSITIONAL_OR_KEYWORD:
                if param_name in partial_keywords:
                    transform_to_kwonly = True
                    new_params[param_name] = param.replace(default=arg_value)
                else:
                    new_params.pop(param.name)
                    continue
            if param.kind is _KEYWORD_ONLY:
                new_params[param_name] = param.replace(default=arg_value)
        if transform_to_kwonly:
            if param.kind is _POSITIONAL_OR_KEYWORD:
                new_param = new_params.pop(param_name).replace(kind=_KEYWORD_ONLY)
                new_params[param_name] = new_param
            elif param.kind in (_KEYWORD_ONLY, _VAR_KEYWORD):
                new_params[param_name] = new_params.pop(param_name)
            elif param.kind is _VAR_POSITIONAL:
                new_params.pop(param.name)
    return wrapped_sig.replace(parameters=new_params.values())


def _is_functionlike(obj):
    """Whether an object has all that a function has: one that other compilers than Python's made."""
    if not callable(obj) or isinstance(obj, type):
        return False
    return (isinstance(getattr(obj, '__name__', None), str) and isinstance(getattr(obj, '__code__', None), types.CodeType)
            and isinstance(getattr(obj, '__defaults__', 0), (tuple, types.NoneType))
            and isinstance(getattr(obj, '__kwdefaults__', 0), (dict, types.NoneType))
            and isinstance(getattr(obj, '__annotations__', 0), (dict, types.NoneType)))


def _user_method(cls, name):
    """A method defined in Python."""
    meth = getattr(cls, name, None)
    if isinstance(meth, (types.WrapperDescriptorType, types.MethodWrapperType, types.MethodDescriptorType,
                         types.BuiltinFunctionType, types.ClassMethodDescriptorType)):
        return None
    return meth


def _signature_from_callable(obj, cls, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    if type(obj) is types.FunctionType and not obj.__dict__:
        return _signature_from_function(cls, obj, globals, locals, eval_str)

    def recurse(target):
        return _signature_from_callable(target, cls, follow_wrapped, globals, locals, eval_str)

    if _is_unknown(obj):
        return obj
    if not callable(obj):
        raise TypeError('{!r} is not a callable object'.format(obj))
    if isinstance(obj, types.MethodType):
        return _signature_bound_method(recurse(obj.__func__))
    if follow_wrapped and hasattr(obj, '__wrapped__'):
        obj = unwrap(obj, stop=lambda f: hasattr(f, '__signature__') or isinstance(f, types.MethodType))
        if isinstance(obj, types.MethodType):
            return recurse(obj)
    sig = getattr(obj, '__signature__', None)
    if sig is not None:
        if not isinstance(sig, Signature):
            raise TypeError('unexpected object {!r} in __signature__ attribute'.format(sig))
        return sig
    partialmethod = getattr(obj, '_partialmethod', None)
    if isinstance(partialmethod, functools.partialmethod):
        wrapped_sig = recurse(partialmethod.func)
        sig = _signature_get_partial(wrapped_sig, functools.partial(partialmethod.func, None, *partialmethod.args,
                                                                    **partialmethod.keywords))
        first = tuple(wrapped_sig.parameters.values())[0]
        if first.kind is Parameter.VAR_POSITIONAL:
            return sig
        return sig.replace(parameters=(first,) + tuple(sig.parameters.values()))
    if isinstance(obj, types.FunctionType) or _is_functionlike(obj):
        return _signature_from_function(cls, obj, globals, locals, eval_str)
    if isinstance(obj, functools.partial):
        return _signature_get_partial(recurse(obj.func), obj)
    if isinstance(obj, type):
        call = _user_method(type(obj), '__call__')
        if call is not None:
            sig = recurse(call)
            return _signature_bound_method(sig)
        new = _user_method(obj, '__new__')
        init = _user_method(obj, '__init__')
        # The one that is defined nearer to the class goes first.
        for base in obj.__mro__:
            if new is not None and '__new__' in base.__dict__:
                return _signature_bound_method(recurse(new))
            if init is not None and '__init__' in base.__dict__:
                return _signature_bound_method(recurse(init))
        for base in obj.__mro__[:-1]:
            if '__new__' in base.__dict__:
                found = _native_parameters(base.__dict__['__new__'].__func__) \
                    if isinstance(base.__dict__['__new__'], staticmethod) else None
                if found is not None:
                    return cls([Parameter(name, kind, default=default if has_default else _empty)
                                for name, kind, has_default, default in found[1:]], __validate_parameters__=False)
                raise ValueError('no signature found for builtin type {!r}'.format(obj))
        if type not in obj.__mro__ and obj.__init__ is object.__init__ and obj.__new__ is object.__new__:
            return cls([])
        raise ValueError('no signature found for builtin type {!r}'.format(obj))
    if isinstance(obj, (types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType)):
        return _signature_from_native(cls, obj)
    call = _user_method(type(obj), '__call__')
    if call is not None:
        try:
            return _signature_bound_method(recurse(call))
        except ValueError as ex:
            raise ValueError('no signature found for {!r}'.format(obj)) from ex
    raise ValueError('callable {!r} is not supported by signature'.format(obj))


_function = types.FunctionType
_accelerate(_signature_from_callable, 'inspect._signature_from_callable')


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
    """The signature of a callable. Raises ValueError where there is none, TypeError for what can't be called."""
    return _signature_from_callable(obj, Signature, follow_wrapped, globals, locals, eval_str)


class FullArgSpec(tuple):
    _fields = ('args', 'varargs', 'varkw', 'defaults', 'kwonlyargs', 'kwonlydefaults', 'annotations')

    def __new__(cls, args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations):
        return tuple.__new__(cls, (args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations))

    def __repr__(self):
        return 'FullArgSpec(' + ', '.join([f'{n}={v!r}' for n, v in zip(self._fields, self)]) + ')'

    args = property(lambda self: self[0])
    varargs = property(lambda self: self[1])
    varkw = property(lambda self: self[2])
    defaults = property(lambda self: self[3])
    kwonlyargs = property(lambda self: self[4])
    kwonlydefaults = property(lambda self: self[5])
    annotations = property(lambda self: self[6])


def getfullargspec(func):
    """Names and defaults of a callable's parameters; `self` of a bound method is among them."""
    try:
        if isinstance(func, types.MethodType):
            sig = _signature_from_callable(func.__func__, Signature, False)
        else:
            sig = _signature_from_callable(func, Signature, False)
            if isinstance(func, type):
                sig = sig.replace(parameters=[Parameter('self', _POSITIONAL_OR_KEYWORD), *sig.parameters.values()])
    except Exception as ex:
        raise TypeError('unsupported callable') from ex
    args = []
    varargs = None
    varkw = None
    defaults = ()
    kwonlyargs = []
    annotations = {}
    kwdefaults = {}
    if sig.return_annotation is not sig.empty:
        annotations['return'] = sig.return_annotation
    for param in sig.parameters.values():
        kind = param.kind
        name = param.name
        if kind is _POSITIONAL_ONLY or kind is _POSITIONAL_OR_KEYWORD:
            args.append(name)
            if param.default is not param.empty:
                defaults += (param.default,)
        elif kind is _VAR_POSITIONAL:
            varargs = name
        elif kind is _KEYWORD_ONLY:
            kwonlyargs.append(name)
            if param.default is not param.empty:
                kwdefaults[name] = param.default
        elif kind is _VAR_KEYWORD:
            varkw = name
        if param.annotation is not param.empty:
            annotations[name] = param.annotation
    return FullArgSpec(args, varargs, varkw, defaults or None, kwonlyargs, kwdefaults or None, annotations)


def _missing_arguments(name, missing, positional, values):
    names = [repr(arg) for arg in missing if arg not in values]
    if len(names) == 1:
        text = names[0]
    elif len(names) == 2:
        text = '{} and {}'.format(*names)
    else:
        text = ', '.join(names[:-1]) + ' and ' + names[-1]
    raise TypeError('%s() missing %i required %s argument%s: %s' % (
        name, len(names), 'positional' if positional else 'keyword-only', '' if len(names) == 1 else 's', text))


def _too_many(name, args, kwonly, varargs, defaults, given, values):
    least = len(args) - defaults
    kwonly_given = len([arg for arg in kwonly if arg in values])
    if varargs:
        plural = least != 1
        sig = 'at least %d' % least
    elif defaults:
        plural = True
        sig = 'from %d to %d' % (least, len(args))
    else:
        plural = len(args) != 1
        sig = str(len(args))
    extra = ''
    if kwonly_given:
        extra = ' positional argument%s (and %d keyword-only argument%s)' % (
            's' if given != 1 else '', kwonly_given, 's' if kwonly_given != 1 else '')
    raise TypeError('%s() takes %s positional argument%s but %d%s %s given' % (
        name, sig, 's' if plural else '', given, extra, 'was' if given == 1 and not kwonly_given else 'were'))


def getcallargs(func, /, *positional, **named):
    """The names of a function's parameters with the values that a call would give them. Raises the call's TypeError."""
    args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, _ = getfullargspec(func)
    name = func.__name__
    values = {}
    if ismethod(func) and func.__self__ is not None:
        positional = (func.__self__,) + positional
    defaults_count = len(defaults) if defaults else 0
    values.update(zip(args, positional))
    if varargs:
        values[varargs] = tuple(positional[len(args):])
    possible = set(args + kwonlyargs)
    if varkw:
        values[varkw] = {}
    for kw, value in named.items():
        if kw not in possible:
            if not varkw:
                raise TypeError('%s() got an unexpected keyword argument %r' % (name, kw))
            values[varkw][kw] = value
            continue
        if kw in values:
            raise TypeError('%s() got multiple values for argument %r' % (name, kw))
        values[kw] = value
    if len(positional) > len(args) and not varargs:
        _too_many(name, args, kwonlyargs, varargs, defaults_count, len(positional), values)
    if len(positional) < len(args):
        required = args[:len(args) - defaults_count]
        if any(arg not in values for arg in required):
            _missing_arguments(name, required, True, values)
        for i, arg in enumerate(args[len(args) - defaults_count:]):
            values.setdefault(arg, defaults[i])
    missing = False
    for arg in kwonlyargs:
        if arg not in values:
            if kwonlydefaults and arg in kwonlydefaults:
                values[arg] = kwonlydefaults[arg]
            else:
                missing = True
    if missing:
        _missing_arguments(name, kwonlyargs, False, values)
    return values


__all__ = [name for name in globals() if not name.startswith('_') and name not in (
    'functools', 'sys', 'types', 'builtins', 'namedtuple', 'OrderedDict', 'iskeyword')]
