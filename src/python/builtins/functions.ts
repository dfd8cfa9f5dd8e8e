/** The built-in functions. */
import { anext } from '../async_generators.js';
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import {
  PyMethodDescriptor,
  PyNative,
  type NativeArgument,
  type NativeCoroutine,
  type NativeImplementation,
} from '../native.js';
import {
  PyBoundMethod,
  PyByteArray,
  PyBytes,
  PyCode,
  PyDict,
  PyFloat,
  PyFunction,
  PyIterator,
  PyList,
  PyModule,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { SyntaxFailure } from '../failures.js';
import { cookieOf, decodeSource } from '../source_encoding.js';
import type { CompileMode, VM } from '../vm.js';
import { decodeBytes } from './codecs.js';
import { asLocals } from '../mapping_locals.js';
import { isRaised } from './iteration.js';
import { sortItems } from './list.js';
import { openFile } from './files.js';
import { callableIterator } from './iterators.js';
import { absInt, Binary } from './numbers.js';
import { roundFloat } from './float.js';
import {
  absorb,
  binaryOperation,
  compareOperation,
  divmodOperation,
  hashExact,
  hashText,
  lengthValue,
  ternaryPower,
  truth,
} from './operators.js';
import { numberClass, unknownOf, widerNumber } from './protocol.js';
import { T } from '../types.js';
import { addressOf } from './representation.js';
import { expectText } from './shared.js';
import { textLength } from './text.js';
import { syntaxError } from '../raising.js';
import { currentGlobals, currentLocals } from '../frames_in_use.js';

/** The functions, by signature. */
export const functions: Record<string, NativeImplementation> = {};

/** Adds functions whose result is unknown where an argument is; `unknown` says of what class, where it can. */
function absorbing(
  definitions: Record<string, NativeImplementation>,
  unknown?: (args: readonly NativeArgument[]) => PyUnknown | undefined,
): void {
  for (const [signature, implementation] of Object.entries(definitions)) {
    functions[signature] = (vm, ...args) => {
      for (const arg of args) if (arg instanceof PyUnknown) return unknown?.(args) ?? absorb(arg);
      return implementation(vm, ...args);
    };
  }
}

// ---- text and numbers ----

function radix(vm: VM, value: Value, base: number, prefix: string): string {
  const int = vm.indexBig(value);
  return `${int < 0 ? '-' : ''}${prefix}${absInt(int).toString(base)}`;
}

/** The number under which an object without one of its own is known: `id` of numbers and strings. */
function plainId(value: Value): number {
  if (value === null) return 0x7e0000000010;
  if (typeof value === 'boolean') return value ? 0x7e0000000030 : 0x7e0000000050;
  if (typeof value === 'string') return 0x7d0000000000 + (hashText(value) >>> 0) * 16;
  return 0x7c0000000000 + (Math.abs(Number(value)) % 2 ** 32) * 32;
}

absorbing({
  'repr(obj, /)': (vm, value: Value) => vm.repr(value),
  'ascii(obj, /)': (vm, value: Value) => vm.ascii(value),
  'bin(number, /)': (vm, value: Value) => radix(vm, value, 2, '0b'),
  'oct(number, /)': (vm, value: Value) => radix(vm, value, 8, '0o'),
  'hex(number, /)': (vm, value: Value) => radix(vm, value, 16, '0x'),
  'chr(i, /)': (vm, value: Value) => {
    const code = vm.indexBig(value);
    if (BigInt.asIntN(32, BigInt(code)) !== BigInt(code))
      throw vm.error('OverflowError', 'Python int too large to convert to C int');
    if (code < 0 || code > 0x10ffff) throw vm.error('ValueError', 'chr() arg not in range(0x110000)');
    return String.fromCodePoint(Number(code));
  },
  'ord(c, /)': (vm, value: Value) => {
    const text = vm.asStr(value);
    if (text !== undefined) {
      if (textLength(text) === 1) return text.codePointAt(0)!;
      throw vm.error(
        'TypeError',
        `ord() expected a character, but string of length ${textLength(text)} found`,
      );
    }
    if (value instanceof PyBytes) {
      if (value.data.length === 1) return value.data[0]!;
      throw vm.error(
        'TypeError',
        `ord() expected a character, but string of length ${value.data.length} found`,
      );
    }
    throw vm.error('TypeError', `ord() expected string of length 1, but ${typeOf(value).typeName} found`);
  },
  'format(value, format_spec="", /)': (vm, value: Value, spec: Value) =>
    vm.format(value, expectText(vm, spec, 'format() argument 2')),
  'hash(obj, /)': (vm, value: Value) => hashExact(vm, value),
  'divmod(x, y, /)': (vm, x: Value, y: Value) => divmodOperation(vm, x, y),
  'pow(base, exp, mod=None)': (vm, base: Value, exp: Value, mod: Value) => ternaryPower(vm, base, exp, mod),
});

absorbing(
  {
    'abs(x, /)': (vm, value: Value) => {
      if (typeof value === 'number') return Math.abs(value);
      if (value instanceof PyFloat) return new PyFloat(Math.abs(value.value));
      const result = vm.callSpecial(value, '__abs__');
      if (result === undefined)
        throw vm.error('TypeError', `bad operand type for abs(): '${typeOf(value).typeName}'`);
      return result;
    },
    'round(number, ndigits=None)': (vm, value: Value, ndigits: Value) => {
      if (value instanceof PyFloat) return roundFloat(vm, value.value, ndigits);
      const result = vm.callSpecial(value, '__round__', ndigits === null ? [] : [ndigits]);
      if (result === undefined)
        throw vm.error('TypeError', `type ${typeOf(value).typeName} doesn't define __round__ method`);
      return result;
    },
  },
  ([value, digits]) => {
    const cls = value instanceof PyUnknown ? numberClass(value) : undefined;
    if (cls === undefined || cls === T.complex) return undefined;
    // `round` of a float without digits is an int; `abs` has no second argument.
    return unknownOf(value as PyUnknown, digits === null || cls === T.bool ? T.int : cls);
  },
);

functions['len(obj, /)'] = (vm, value: Value) => lengthValue(vm, value);

functions['id(obj, /)'] = (_vm, value: Value) =>
  typeof value === 'object' && value !== null ? addressOf(value) : plainId(value);

// ---- aggregation: what runs on is kept in a slot of the machine's stack, so that only it stays alive ----

/** Runs `body` with slots on the machine's stack that root what is put there. */
function withSlots<R>(vm: VM, count: number, body: (set: (slot: number, value: Value) => void) => R): R {
  const { sp } = vm;
  for (let i = 0; i < count; i++) vm.stack[vm.sp++] = undefined;
  try {
    return body((slot, value) => {
      vm.stack[sp + slot] = value;
    });
  } finally {
    vm.sp = sp;
  }
}

/** Goes through an iterable with its iterator and the current item rooted in the last two of three slots. */
function forEach(
  vm: VM,
  iterable: Value,
  set: (slot: number, value: Value) => void,
  visit: (item: Value) => boolean | void,
): void {
  const iterator = vm.getIter(iterable);
  set(1, iterator);
  for (let item = vm.next(iterator); item !== undefined; item = vm.next(iterator)) {
    set(2, item);
    if (visit(item) === false) return;
    set(2, null);
  }
}

function sum(vm: VM, iterable: Value, start: Value): Value {
  if (vm.asStr(start) !== undefined)
    throw vm.error('TypeError', "sum() can't sum strings [use ''.join(seq) instead]");
  if (start instanceof PyBytes)
    throw vm.error('TypeError', "sum() can't sum bytes [use b''.join(seq) instead]");
  return withSlots(vm, 3, (set) => {
    let total = start;
    set(0, total);
    forEach(vm, iterable, set, (item) => {
      total = binaryOperation(vm, Binary.Add, total, item);
      set(0, total);
    });
    return total;
  });
}

/** `min` and `max`: an unknown among the values makes the result unknown. */
function extreme(name: 'min' | 'max'): NativeImplementation {
  const operator = name === 'min' ? 0 : 4;
  return (vm, args: Value[], kwargs: Map<string, Value> | null) => {
    for (const key of kwargs?.keys() ?? [])
      if (key !== 'key' && key !== 'default')
        throw vm.error('TypeError', `'${key}' is an invalid keyword argument for ${name}()`);
    if (args.length === 0) throw vm.error('TypeError', `${name} expected at least 1 argument, got 0`);
    const key = kwargs?.get('key') ?? null;
    const missing = kwargs?.get('default');
    if (args.length > 1 && missing !== undefined)
      throw vm.error(
        'TypeError',
        `Cannot specify a default for ${name}() with multiple positional arguments`,
      );
    if (args.length === 1 && args[0] instanceof PyUnknown) return absorb(args[0]);
    return withSlots(vm, 4, (set) => {
      let best: Value | undefined;
      let bestKey: Value = null;
      let unknown: PyUnknown | undefined;
      const visit = (item: Value): boolean => {
        const itemKey = key === null ? item : vm.call(key, [item]);
        if (itemKey instanceof PyUnknown) {
          unknown = itemKey;
          return false;
        }
        if (best !== undefined) {
          set(2, itemKey);
          const better = compareOperation(vm, operator, itemKey, bestKey);
          if (better instanceof PyUnknown) {
            unknown = better;
            return false;
          }
          if (!truth(vm, better)) return true;
        }
        best = item;
        bestKey = itemKey;
        set(0, item);
        set(3, itemKey);
        return true;
      };
      if (args.length > 1) args.every(visit);
      else forEach(vm, args[0]!, set, visit);
      if (unknown !== undefined) {
        const items = args.length > 1 ? args : args[0] instanceof PyList ? args[0].items : [null];
        const classes = key === null ? items.map(numberClass) : [undefined];
        return classes.every((cls) => cls !== undefined)
          ? unknownOf(unknown, classes.reduce(widerNumber))
          : absorb(unknown);
      }
      if (best !== undefined) return best;
      if (missing === undefined) throw vm.error('ValueError', `${name}() arg is an empty sequence`);
      return missing;
    });
  };
}

/** `any` and `all`: unknown items leave the answer open unless another decides it. */
function quantifier(decides: boolean): NativeImplementation {
  return (vm, iterable: Value) =>
    withSlots(vm, 3, (set) => {
      let result: Value = !decides;
      forEach(vm, iterable, set, (item) => {
        if (item instanceof PyUnknown) {
          result = absorb(item);
          return true;
        }
        if (truth(vm, item) !== decides) return true;
        result = decides;
        return false;
      });
      return result;
    });
}

absorbing({
  'sum(iterable, /, start=0)': (vm, iterable: Value, start: Value) => sum(vm, iterable, start),
  'any(iterable, /)': quantifier(true),
  'all(iterable, /)': quantifier(false),
});
functions['min(...)'] = extreme('min');
functions['max(...)'] = extreme('max');
functions['sorted(iterable, /, *, key=None, reverse=False)'] = function* (
  vm: VM,
  iterable: Value,
  key: Value,
  reverse: Value,
): NativeCoroutine {
  if (iterable instanceof PyUnknown) return absorb(iterable);
  const list = new PyList(vm.collect(iterable));
  list.replace(yield* sortItems(vm, list.items, key, reverse));
  return list;
};

// ---- classes and attributes ----

function attributeName(vm: VM, name: Value): string {
  const text = vm.asStr(name);
  if (text === undefined)
    throw vm.error('TypeError', `attribute name must be string, not '${typeOf(name).typeName}'`);
  return text;
}

/** Whether a value can be called. */
export function isCallable(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (
    value instanceof PyClass ||
    value instanceof PyFunction ||
    value instanceof PyNative ||
    value instanceof PyBoundMethod ||
    value instanceof PyMethodDescriptor
  )
    return true;
  return value.cls.lookup('__call__') !== undefined;
}

function localNames(vm: VM): Value {
  return currentLocals(vm);
}

Object.assign(functions, {
  'isinstance(obj, class_or_tuple, /)': (vm, value: Value, cls: Value) => {
    if (cls instanceof PyUnknown) return absorb(cls);
    if (value instanceof PyUnknown && value.wouldBe === undefined) return absorb(value);
    return vm.isInstance(value, cls);
  },
  'issubclass(cls, class_or_tuple, /)': (vm, cls: Value, of: Value) => {
    if (cls instanceof PyUnknown) return absorb(cls);
    return of instanceof PyUnknown ? absorb(of) : vm.isSubclass(cls, of);
  },
  'callable(obj, /)': (_vm, value: Value) => (value instanceof PyUnknown ? absorb(value) : isCallable(value)),
  'getattr(object, name, default=..., /)': (vm, object: Value, name: Value, missing: Value | undefined) => {
    if (name instanceof PyUnknown) return absorb(name);
    const text = attributeName(vm, name);
    if (missing === undefined) return vm.getAttr(object, text);
    const value = vm.findAttr(object, text);
    return value === undefined ? missing : value;
  },
  'hasattr(obj, name, /)': (vm, object: Value, name: Value) => {
    if (object instanceof PyUnknown) return absorb(object);
    return name instanceof PyUnknown
      ? absorb(name)
      : vm.findAttr(object, attributeName(vm, name)) !== undefined;
  },
  'setattr(obj, name, value, /)': (vm, object: Value, name: Value, value: Value) => {
    if (!(name instanceof PyUnknown)) vm.setAttr(object, attributeName(vm, name), value);
    return null;
  },
  'delattr(obj, name, /)': (vm, object: Value, name: Value) => {
    if (!(name instanceof PyUnknown)) vm.delAttr(object, attributeName(vm, name));
    return null;
  },
  'vars(object=..., /)': (vm, object: Value | undefined) => {
    if (object === undefined) return localNames(vm);
    if (object instanceof PyUnknown) return absorb(object);
    const dict = vm.findAttr(object, '__dict__');
    if (dict === undefined) throw vm.error('TypeError', 'vars() argument must have __dict__ attribute');
    return dict;
  },
  'dir(object=..., /)': function* (vm: VM, object: Value | undefined): NativeCoroutine {
    if (object instanceof PyUnknown) return absorb(object);
    let names: Value;
    if (object === undefined) names = localNames(vm);
    else {
      const own = object instanceof PyModule ? object.dict.getStr('__dir__') : undefined;
      names = own !== undefined ? vm.call(own) : vm.callSpecial(object, '__dir__')!;
    }
    const list = new PyList(vm.collect(names));
    list.replace(yield* sortItems(vm, list.items, null, false));
    return list;
  },
  'globals()': (vm) => currentGlobals(vm) ?? new PyDict(),
  'locals()': (vm) => localNames(vm),
} satisfies Record<string, NativeImplementation>);

// ---- iteration ----

Object.assign(functions, {
  'iter(object, sentinel=..., /)': (vm, object: Value, sentinel: Value | undefined) => {
    if (sentinel === undefined) return vm.getIter(object);
    if (!isCallable(object)) throw vm.error('TypeError', 'iter(v, w): v must be callable');
    return callableIterator(vm, object, sentinel);
  },
  'next(iterator, default=..., /)': function (
    vm: VM,
    iterator: Value,
    missing: Value | undefined,
  ): Value | NativeCoroutine {
    if (iterator instanceof PyUnknown) return absorb(iterator);
    if (iterator instanceof PyIterator) {
      const step = vm.next(iterator);
      const value = step === undefined ? missing : step;
      if (value === undefined) throw vm.error('StopIteration');
      return value;
    }
    return nextOf(vm, iterator, missing);
  },
  'aiter(async_iterable, /)': (vm, value: Value) =>
    vm.callSpecialOrFail(value, '__aiter__', "'async for' requires an object with __aiter__ method, got"),
  'anext(async_iterator, default=..., /)': (vm, iterator: Value, missing: Value | undefined) =>
    anext(vm, iterator, missing),
} satisfies Record<string, NativeImplementation>);

function* nextOf(vm: VM, iterator: Value, missing: Value | undefined): NativeCoroutine {
  const method = vm.special(iterator, '__next__');
  if (method === undefined)
    throw vm.error('TypeError', `'${typeOf(iterator).typeName}' object is not an iterator`);
  try {
    return yield { callable: method, args: [] };
  } catch (error) {
    if (missing !== undefined && isRaised(vm, error, 'StopIteration')) return missing;
    throw error;
  }
}

// ---- input and output ----

/** What writes to `file`, or to the program's standard output as it is now. */
function writerTo(vm: VM, file: Value): { write: (text: string) => void; ours: boolean } {
  let target = file;
  if (target === null) {
    const sys = vm.modules.getStr('sys');
    const stdout = sys instanceof PyModule ? sys.dict.getStr('stdout') : undefined;
    if (stdout === undefined) return { write: (text) => vm.write('stdout', text), ours: true };
    if (stdout === null) return { write: () => undefined, ours: true };
    target = stdout;
  }
  if (target instanceof PyUnknown) return { write: () => undefined, ours: true };
  const stream = target;
  return { write: (text) => vm.callMethod(stream, 'write', [text]), ours: typeOf(stream).native };
}

/** Writes to `file`, or to the program's standard output. */
export function output(vm: VM, file: Value, text: string): void {
  writerTo(vm, file).write(text);
}

/** Values whose text no code of the program makes. */
function hasPlainText(value: Value): boolean {
  return value === null || typeof value !== 'object' || value instanceof PyFloat;
}

function separator(vm: VM, value: Value, name: string, missing: string): string {
  if (value === null) return missing;
  if (value instanceof PyUnknown) return missing;
  const text = vm.asStr(value);
  if (text === undefined)
    throw vm.error('TypeError', `${name} must be None or a string, not ${typeOf(value).typeName}`);
  return text;
}

Object.assign(functions, {
  'print(*args, sep=" ", end=..., file=None, flush=False)': (
    vm,
    args: Value[],
    sep: Value,
    end: Value | undefined,
    file: Value,
    flush: Value,
  ) => {
    const between = separator(vm, sep, 'sep', ' ');
    const after = separator(vm, end ?? null, 'end', '\n');
    const { write, ours } = writerTo(vm, file);
    // Each text is written before the next is made, which may raise or write too; a stream of ours gets plain ones together.
    let text = '';
    const add = (piece: string): void => {
      if (ours) text += piece;
      else write(piece);
    };
    for (const [i, arg] of args.entries()) {
      if (i > 0) add(between);
      if (text !== '' && !hasPlainText(arg)) {
        write(text);
        text = '';
      }
      add(vm.str(arg));
    }
    add(after);
    if (text !== '') write(text);
    if (file !== null && !(file instanceof PyUnknown) && truth(vm, flush)) vm.callMethod(file, 'flush');
    return null;
  },
  'input(prompt="", /)': (vm, prompt: Value) => {
    if (prompt !== '') output(vm, null, vm.str(prompt));
    throw vm.error('EOFError', 'EOF when reading a line');
  },
  'open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)': (
    vm,
    file: Value,
    mode: Value,
  ) => openFile(vm, file, mode),
  'breakpoint(*args, **kws)': () => null,
  'exit(code=None)': (vm, code: Value) => {
    throw vm.error('SystemExit', code);
  },
  'quit(code=None)': (vm, code: Value) => {
    throw vm.error('SystemExit', code);
  },
  'help(*args)': () => null,
} satisfies Record<string, NativeImplementation>);

// ---- code ----

/** The text of a source in bytes. Raises SyntaxError for one that is in no known encoding, or not in its own. */
function decodedSource(vm: VM, data: Uint8Array): string {
  const text = decodeSource(data);
  if (text === undefined) {
    const cookie = cookieOf(String.fromCharCode(...data.subarray(0, 500)));
    throw syntaxError(vm, new SyntaxFailure(`unknown encoding: ${cookie}`, 0, 0), '<string>', '');
  }
  if (!text.includes('\ufffd')) return text;
  try {
    decodeBytes(vm, data);
  } catch (error) {
    if (!isRaised(vm, error, 'UnicodeDecodeError')) throw error;
    const message = `(unicode error) ${vm.str(error.exception)}`;
    throw syntaxError(vm, new SyntaxFailure(message, 1, 0), '<string>', '');
  }
  return text;
}

/** The flag of `compile()` that asks for the syntax tree. */
const ONLY_AST = 1024;

/** Whether a value is a syntax tree of `ast`; it is compiled from its text. */
function isTree(vm: VM, value: Value): boolean {
  const module = vm.modules.getStr('ast');
  if (!(module instanceof PyModule)) return false;
  const base = module.dict.getStr('AST');
  return base instanceof PyClass && typeOf(value).isSubclassOf(base);
}

function sourceText(vm: VM, source: Value, name: string): string {
  if (source instanceof PyBytes || source instanceof PyByteArray) return decodedSource(vm, source.data);
  const text = vm.asStr(source);
  if (text === undefined)
    throw vm.error('TypeError', `${name}() arg 1 must be a string, bytes or code object`);
  return text;
}

function* run(vm: VM, name: 'exec' | 'eval', source: Value, globals: Value, locals: Value): NativeCoroutine {
  for (const value of [source, globals, locals]) if (value instanceof PyUnknown) return absorb(value);
  const namespace = globals ?? currentGlobals(vm) ?? new PyDict();
  if (!(namespace instanceof PyDict))
    throw vm.error(
      'TypeError',
      name === 'eval'
        ? typeOf(namespace).lookup('__getitem__') === undefined
          ? 'globals must be a dict'
          : 'globals must be a real dict; try eval(expr, {}, mapping)'
        : `exec() globals must be a dict, not ${typeOf(namespace).typeName}`,
    );
  const given = locals ?? (globals === null ? currentLocals(vm) : namespace);
  const names = asLocals(vm, given);
  if (names === undefined)
    throw vm.error(
      'TypeError',
      name === 'eval'
        ? 'locals must be a mapping'
        : `locals must be a mapping or None, not ${typeOf(given).typeName}`,
    );
  const code =
    source instanceof PyCode
      ? source
      : vm.compileSource(
          name === 'eval'
            ? sourceText(vm, source, name).replace(/^[ \t]+/, '')
            : sourceText(vm, source, name),
          '<string>',
          name,
        );
  if (namespace.getStr('__builtins__') === undefined) namespace.setStr('__builtins__', vm.builtins);
  const func = new PyFunction(code, namespace, null, null, null);
  func.bodyLocals = vm.root(names);
  const value = yield { callable: func, args: [] };
  return name === 'eval' ? value : null;
}

Object.assign(functions, {
  'compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)': (
    vm,
    source: Value,
    filename: Value,
    mode: Value,
    flags: Value,
  ) => {
    if (source instanceof PyUnknown) return absorb(source);
    if (source instanceof PyCode) return source;
    const kind = expectText(vm, mode, "compile() argument 'mode'");
    if (kind !== 'exec' && kind !== 'eval' && kind !== 'single')
      throw vm.error('ValueError', "compile() mode must be 'exec', 'eval' or 'single'");
    if ((vm.index(flags) & ONLY_AST) !== 0)
      return vm.callMethod(vm.import('ast'), 'parse', [source, filename, kind]);
    return vm.compileSource(
      isTree(vm, source)
        ? expectText(vm, vm.callMethod(vm.import('ast'), 'unparse', [source]), 'source')
        : sourceText(vm, source, 'compile'),
      vm.asStr(filename) ?? '<string>',
      kind as CompileMode,
    );
  },
  'exec(source, globals=None, locals=None, /, *, closure=None)': (
    vm,
    source: Value,
    globals: Value,
    locals: Value,
  ) => run(vm, 'exec', source, globals, locals),
  'eval(source, globals=None, locals=None, /)': (vm, source: Value, globals: Value, locals: Value) =>
    run(vm, 'eval', source, globals, locals),
} satisfies Record<string, NativeImplementation>);

functions['__import__(name, globals=None, locals=None, fromlist=None, level=0)'] = (
  vm,
  name: Value,
  globals: Value,
  _locals: Value,
  fromlist: Value,
  level: Value,
) => {
  if (name instanceof PyUnknown) return absorb(name);
  const text = expectText(vm, name, '__import__() argument 1');
  const list = fromlist instanceof PyList ? new PyTuple([...fromlist.items]) : fromlist;
  const above = vm.index(level);
  vm.importer.checkName(text, above);
  return vm.importer.importName(
    text,
    globals instanceof PyDict ? globals : (currentGlobals(vm) ?? new PyDict()),
    list,
    above,
  );
};
