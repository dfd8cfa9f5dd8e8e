/** The hierarchy of exceptions, with the attributes and texts of each. What a class keeps beyond `args` is apart from the instance's dict, as in CPython's structs. */
import { NATIVES_WITH_DICT } from '../attributes.js';
import { nativeClass, PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, Raise, type TypeDefinition } from '../native.js';
import { PyBytes, PyDict, PyException, PyList, PyTuple } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { setLayout } from './shared.js';
import { setTraceback, tracebackObject } from './traceback.js';

export { formatTraceback } from './traceback.js';

/** The built-in exception classes by name. */
export const exceptions: Record<string, PyClass> = { BaseException: T.BaseException };

setLayout(T.BaseException, (cls) => new PyException(cls, []));

/** A class and its subclasses: `Name: { Sub: {} }`. */
interface Tree {
  [name: string]: Tree;
}

const leaves = (...names: string[]): Tree => Object.fromEntries(names.map((name) => [name, {}]));

const HIERARCHY: Tree = {
  Exception: {
    ArithmeticError: leaves('FloatingPointError', 'OverflowError', 'ZeroDivisionError'),
    ...leaves(
      'AssertionError',
      'AttributeError',
      'BufferError',
      'EOFError',
      'MemoryError',
      'ReferenceError',
      'StopAsyncIteration',
      'StopIteration',
      'SystemError',
      'TypeError',
    ),
    ImportError: leaves('ModuleNotFoundError'),
    LookupError: leaves('IndexError', 'KeyError'),
    NameError: leaves('UnboundLocalError'),
    OSError: {
      ...leaves(
        'BlockingIOError',
        'ChildProcessError',
        'FileExistsError',
        'FileNotFoundError',
        'InterruptedError',
        'IsADirectoryError',
      ),
      ...leaves('NotADirectoryError', 'PermissionError', 'ProcessLookupError', 'TimeoutError'),
      ConnectionError: leaves(
        'BrokenPipeError',
        'ConnectionAbortedError',
        'ConnectionRefusedError',
        'ConnectionResetError',
      ),
    },
    RuntimeError: leaves('NotImplementedError', 'RecursionError'),
    SyntaxError: { IndentationError: leaves('TabError') },
    ValueError: { UnicodeError: leaves('UnicodeDecodeError', 'UnicodeEncodeError', 'UnicodeTranslateError') },
    Warning: leaves(
      'BytesWarning',
      'DeprecationWarning',
      'EncodingWarning',
      'FutureWarning',
      'ImportWarning',
      'PendingDeprecationWarning',
      'ResourceWarning',
      'RuntimeWarning',
      'SyntaxWarning',
      'UnicodeWarning',
      'UserWarning',
    ),
  },
  ...leaves('GeneratorExit', 'KeyboardInterrupt', 'SystemExit'),
};

function build(tree: Tree, base: PyClass): void {
  for (const [name, subclasses] of Object.entries(tree)) {
    const cls = nativeClass({ name, bases: [base], module: 'builtins' });
    exceptions[name] = cls;
    NATIVES_WITH_DICT.add(cls);
    build(subclasses, cls);
  }
}
build(HIERARCHY, T.BaseException);
exceptions['BaseExceptionGroup'] = nativeClass({
  name: 'BaseExceptionGroup',
  bases: [T.BaseException],
  module: 'builtins',
});
exceptions['ExceptionGroup'] = nativeClass({
  name: 'ExceptionGroup',
  bases: [exceptions['BaseExceptionGroup'], exceptions['Exception']!],
  module: 'builtins',
});
NATIVES_WITH_DICT.add(exceptions['BaseExceptionGroup']).add(exceptions['ExceptionGroup']);

/** Other names of classes. */
export const EXCEPTION_ALIASES: Record<string, string> = { EnvironmentError: 'OSError', IOError: 'OSError' };

// ---- BaseException ----

function textOf(vm: VM, self: PyException): string {
  const { items } = self.args;
  return items.length === 0 ? '' : items.length === 1 ? vm.str(items[0]!) : vm.repr(self.args);
}

export function makeException(args: Value[]): PyException {
  const [cls, ...rest] = args as [PyClass, ...Value[]];
  const exception = cls.allocate!(cls) as PyException;
  exception.setArgs(new PyTuple(rest));
  return exception;
}

/** `BaseException.__init__`: the arguments, no keywords. */
function initialize(vm: VM, args: Value[], kwargs: Map<string, Value> | null): PyException {
  const [self, ...rest] = args as [PyException, ...Value[]];
  if (kwargs !== null && kwargs.size > 0)
    throw vm.error('TypeError', `${self.cls.name}() takes no keyword arguments`);
  self.setArgs(new PyTuple(rest));
  return self;
}

/** A related exception: None or an exception. */
function related(vm: VM, value: Value | undefined, what: string): Value {
  if (value === undefined) throw vm.error('TypeError', `__${what}__ may not be deleted`);
  if (value !== null && !(value instanceof PyException))
    throw vm.error('TypeError', `exception ${what} must be None or derive from BaseException`);
  return value;
}

/** The dict of an exception where it has been made: CPython makes it at the first attribute or when it is asked for. */
function dictOf(self: PyException): PyDict | undefined {
  return self.dictSeen || self.attrs.size > 0 ? self.attrs : undefined;
}

/** What `__reduce__` returns: with a state only where there is one. */
function reduced(self: PyException, args: PyTuple, state: PyDict | undefined): PyTuple {
  return new PyTuple(state === undefined ? [self.cls, args] : [self.cls, args, state]);
}

defineType(T.BaseException, {
  staticMethods: { '__new__(...)': (_vm, args: Value[]) => makeException(args) },
  methods: {
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      initialize(vm, args, kwargs);
      return null;
    },
    '__repr__(self, /)': (vm, self: PyException) => {
      const { items } = self.args;
      return `${self.cls.name}${items.length === 1 ? `(${vm.repr(items[0]!)})` : vm.repr(self.args)}`;
    },
    '__str__(self, /)': (vm, self: PyException) => textOf(vm, self),
    'with_traceback(self, tb, /)': (vm, self: PyException, traceback: Value) => {
      setTraceback(vm, self, traceback);
      return self;
    },
    'add_note(self, note, /)': (vm, self: PyException, note: Value) => {
      const text = vm.asStr(note);
      if (text === undefined)
        throw vm.error('TypeError', `note must be a str, not '${typeOf(note).typeName}'`);
      const notes = self.attrs.getStr('__notes__');
      if (notes instanceof PyList) notes.push(text);
      else self.attrs.setStr('__notes__', new PyList([text]));
      return null;
    },
    '__reduce__(self, /)': (_vm, self: PyException) => reduced(self, self.args, dictOf(self)),
    '__setstate__(self, state, /)': (vm, self: PyException, state: Value) => {
      if (state !== null)
        for (const key of vm.collect(state)) vm.setAttr(self, vm.asStr(key) ?? '', vm.getItem(state, key));
      return null;
    },
  },
  getset: {
    args: {
      get: (_vm, self: PyException) => self.args,
      set: (vm, self: PyException, value: Value | undefined) => {
        const args = new PyTuple(value === undefined ? [] : vm.collect(value));
        keepFields(self);
        self.setArgs(args);
      },
    },
    __cause__: {
      get: (_vm, self: PyException) => self.cause,
      set: (vm, self: PyException, value) => self.setCause(related(vm, value, 'cause')),
    },
    __context__: {
      get: (_vm, self: PyException) => self.context,
      set: (vm, self: PyException, value) => self.setContext(related(vm, value, 'context')),
    },
    __suppress_context__: {
      get: (_vm, self: PyException) => self.suppressContext,
      set: (vm, self: PyException, value: Value | undefined) => {
        self.suppressContext = vm.truth(value ?? null);
      },
    },
    __traceback__: {
      get: (_vm, self: PyException) => tracebackObject(self),
      set: (vm, self: PyException, value: Value | undefined) => setTraceback(vm, self, value ?? null),
    },
  },
});

// ---- attributes of the subclasses ----

type Derived = (self: PyException) => Value | undefined;

/** The fields of the built-in classes: what the arguments make of one that was not set. */
const FIELDS = new Map<PyClass, Record<string, Derived | null>>();

/** A field of an exception (`name`, `filename` …) as its class has it: undefined where it was not set. */
export function fieldOf(self: PyException, name: string): Value | undefined {
  const own = self.getField(name);
  if (own !== undefined) return own;
  for (const cls of self.cls.mro) {
    const derive = FIELDS.get(cls)?.[name];
    if (derive !== undefined) return derive?.(self);
  }
  return undefined;
}

/** Sets the fields that were made of the arguments, which are about to change: CPython's `__init__` made them. */
function keepFields(self: PyException): void {
  for (const cls of self.cls.mro)
    for (const name of Object.keys(FIELDS.get(cls) ?? {})) {
      const value = fieldOf(self, name);
      if (value !== undefined) self.setField(name, value);
    }
}

/** Fields of a class, as attributes; where one was not set, `derive` says what the arguments make of it. */
export function fields(
  cls: PyClass,
  names: Record<string, Derived | null>,
): NonNullable<TypeDefinition['getset']> {
  FIELDS.set(cls, names);
  const getset: NonNullable<TypeDefinition['getset']> = {};
  for (const name of Object.keys(names))
    getset[name] = {
      get: (_vm: VM, self: PyException) => fieldOf(self, name) ?? null,
      set: (_vm: VM, self: PyException, value: Value | undefined) => self.setField(name, value ?? null),
    };
  return getset;
}

const argument =
  (index: number): Derived =>
  (self) =>
    self.args.items[index];

/** `__init__` of classes with keyword-only attributes. */
function keywordInit(owner: string, names: string[]): NonNullable<TypeDefinition['methods']> {
  return {
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const self = initialize(vm, args, null);
      for (const [key, value] of kwargs ?? []) {
        if (!names.includes(key))
          throw vm.error('TypeError', `'${key}' is an invalid keyword argument for ${owner}()`);
        self.setField(key, value);
      }
      return null;
    },
  };
}

/** The built-in exception class of a name. */
export const E = (name: string): PyClass => exceptions[name]!;

defineType(E('AttributeError'), {
  methods: keywordInit('AttributeError', ['name', 'obj']),
  getset: fields(E('AttributeError'), { name: null, obj: null }),
});
defineType(E('NameError'), {
  methods: keywordInit('NameError', ['name']),
  getset: fields(E('NameError'), { name: null }),
});
defineType(E('ImportError'), {
  methods: {
    ...keywordInit('ImportError', ['name', 'path']),
    '__str__(self, /)': (vm, self: PyException) => {
      const message = fieldOf(self, 'msg');
      return typeof message === 'string' ? message : textOf(vm, self);
    },
    '__reduce__(self, /)': (_vm, self: PyException) => {
      const dict = dictOf(self);
      const named = ['name', 'path'].filter((field) => (self.getField(field) ?? null) !== null);
      if (named.length === 0) return reduced(self, self.args, dict);
      const state = dict?.copy() ?? new PyDict();
      for (const field of named) state.setStr(field, self.getField(field)!);
      return reduced(self, self.args, state);
    },
  },
  getset: fields(E('ImportError'), {
    msg: (self) => (self.args.items.length === 1 ? self.args.items[0] : null),
    name: null,
    path: null,
  }),
});
defineType(E('StopIteration'), { getset: fields(E('StopIteration'), { value: argument(0) }) });
defineType(E('SystemExit'), {
  getset: fields(E('SystemExit'), {
    code: (self) => (self.args.items.length > 1 ? self.args : self.args.items[0]),
  }),
});
defineType(E('KeyError'), {
  methods: {
    '__str__(self, /)': (vm, self: PyException) =>
      self.args.items.length === 1 ? vm.repr(self.args.items[0]!) : textOf(vm, self),
  },
});

// ---- OSError ----

/** Which subclass `OSError(errno, …)` makes. */
const BY_ERRNO: Record<number, string> = {
  1: 'PermissionError',
  2: 'FileNotFoundError',
  3: 'ProcessLookupError',
  4: 'InterruptedError',
  10: 'ChildProcessError',
  11: 'BlockingIOError',
  13: 'PermissionError',
  17: 'FileExistsError',
  20: 'NotADirectoryError',
  21: 'IsADirectoryError',
  32: 'BrokenPipeError',
  103: 'ConnectionAbortedError',
  104: 'ConnectionResetError',
  110: 'TimeoutError',
  111: 'ConnectionRefusedError',
};

const paired =
  (index: number): Derived =>
  (self) =>
    self.args.items.length >= 2 ? self.args.items[index] : undefined;

defineType(E('OSError'), {
  staticMethods: {
    '__new__(...)': (_vm, args: Value[]) => {
      const [cls, errno] = args as [PyClass, Value | undefined];
      const special =
        cls === E('OSError') && typeof errno === 'number' && args.length >= 3 ? BY_ERRNO[errno] : undefined;
      return makeException([special === undefined ? cls : E(special), ...args.slice(1)]);
    },
  },
  methods: {
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const self = initialize(vm, args, kwargs);
      const { items } = self.args;
      if (items.length >= 3 && items.length <= 5) {
        if (items[2] !== null) self.setField('filename', items[2]!);
        if (items.length === 5 && items[4] !== null) self.setField('filename2', items[4]!);
        self.setArgs(new PyTuple(items.slice(0, 2)));
      }
      return null;
    },
    '__reduce__(self, /)': (_vm, self: PyException) => {
      const [filename, second] = [self.getField('filename') ?? null, self.getField('filename2') ?? null];
      const names = second === null ? [filename] : [filename, null, second];
      const { items } = self.args;
      const args = items.length === 2 && filename !== null ? new PyTuple([...items, ...names]) : self.args;
      return reduced(self, args, dictOf(self));
    },
    '__str__(self, /)': (vm, self: PyException) => {
      const [errno, text, filename, second] = ['errno', 'strerror', 'filename', 'filename2'].map(
        (field) => fieldOf(self, field) ?? null,
      );
      if (
        filename === null &&
        (fieldOf(self, 'errno') === undefined || fieldOf(self, 'strerror') === undefined)
      )
        return textOf(vm, self);
      const names = second === null ? [filename!] : [filename!, second!];
      const where = filename === null ? '' : `: ${names.map((name) => vm.repr(name)).join(' -> ')}`;
      return `[Errno ${vm.str(errno!)}] ${vm.str(text!)}${where}`;
    },
  },
  getset: fields(E('OSError'), {
    errno: paired(0),
    strerror: paired(1),
    filename: argument(2),
    filename2: argument(4),
  }),
});

/** `OSError(errno, strerror, filename)` to throw: its class is the one of the errno. */
export function osError(vm: VM, errno: number, text: string, path: Value): Raise {
  return vm.raise(vm.call(E('OSError'), [errno, text, path]) as PyException);
}

// ---- SyntaxError ----

const detail =
  (index: number): Derived =>
  (self) => {
    const details = self.args.items[1];
    return details instanceof PyTuple ? details.items[index] : undefined;
  };

defineType(E('SyntaxError'), {
  methods: {
    '__str__(self, /)': (vm, self: PyException) => {
      const message = vm.str(fieldOf(self, 'msg') ?? null);
      const filename = fieldOf(self, 'filename');
      const line = fieldOf(self, 'lineno');
      const file = typeof filename === 'string' ? filename.slice(filename.lastIndexOf('/') + 1) : undefined;
      if (file !== undefined && typeof line === 'number') return `${message} (${file}, line ${line})`;
      if (file !== undefined) return `${message} (${file})`;
      return typeof line === 'number' ? `${message} (line ${line})` : message;
    },
  },
  getset: fields(E('SyntaxError'), {
    msg: argument(0),
    filename: detail(0),
    lineno: detail(1),
    offset: detail(2),
    text: detail(3),
    end_lineno: detail(4),
    end_offset: detail(5),
    print_file_and_line: null,
  }),
});

// ---- Unicode errors ----

function escaped(code: number): string {
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`;
}

function unicodeText(vm: VM, self: PyException): string {
  const decode = self.cls.isSubclassOf(E('UnicodeDecodeError'));
  const translate = self.cls.isSubclassOf(E('UnicodeTranslateError'));
  const [encoding, object, start, end, reason] = ['encoding', 'object', 'start', 'end', 'reason'].map(
    (field) => fieldOf(self, field),
  );
  if (object === undefined || reason === undefined) return '';
  const from = Number(start);
  const to = Number(end);
  const intro = translate
    ? "can't translate"
    : `'${vm.str(encoding!)}' codec can't ${decode ? 'decode' : 'encode'}`;
  if (to === from + 1) {
    if (decode && object instanceof PyBytes)
      return `${intro} byte 0x${object.data[from]!.toString(16).padStart(2, '0')} in position ${from}: ${vm.str(reason!)}`;
    const character = typeof object === 'string' ? Array.from(object)[from]! : '?';
    return `${intro} character '${escaped(character.codePointAt(0)!)}' in position ${from}: ${vm.str(reason!)}`;
  }
  return `${intro} ${decode ? 'bytes' : 'characters'} in position ${from}-${to - 1}: ${vm.str(reason!)}`;
}

for (const name of ['UnicodeDecodeError', 'UnicodeEncodeError', 'UnicodeTranslateError']) {
  const names =
    name === 'UnicodeTranslateError'
      ? ['object', 'start', 'end', 'reason']
      : ['encoding', 'object', 'start', 'end', 'reason'];
  defineType(E(name), {
    methods: {
      '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
        if (args.length !== names.length + 1)
          throw vm.error(
            'TypeError',
            `function takes exactly ${names.length} arguments (${args.length - 1} given)`,
          );
        initialize(vm, args, kwargs);
        return null;
      },
      '__str__(self, /)': (vm, self: PyException) => unicodeText(vm, self),
    },
    getset: fields(E(name), Object.fromEntries(names.map((field, i) => [field, argument(i)]))),
  });
}
