/** Calls: how arguments reach a Python function's frame or a native's parameters, and how classes make instances. */
import { absorb } from './builtins/protocol.js';
import { PyClass, typeOf } from './classes.js';
import { CO_VARARGS, CO_VARKEYWORDS } from './code.js';
import { Frame, type NativeFrame, type OnReturn, type Redirected } from './frame.js';
import { heap, PyObject, type Value } from './heap.js';
import {
  PyMethodDescriptor,
  PyNative,
  type NativeArgument,
  type NativeCoroutine,
  type Raise,
} from './native.js';
import { PyBoundMethod, PyDict, PyFunction, PyStaticMethod, PyTuple, PyUnknown } from './objects.js';
import { classOf } from './type_checks.js';
import { T } from './types.js';
import type { VM } from './vm.js';
import { isIdle } from './idle_calls.js';
import { madeText } from './builtins/text.js';
import { functionText } from './unpacking.js';

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function listNames(names: string[]): string {
  const quoted = names.map((name) => `'${name}'`);
  if (quoted.length <= 1) return quoted.join('');
  if (quoted.length === 2) return `${quoted[0]} and ${quoted[1]}`;
  return `${quoted.slice(0, -1).join(', ')}, and ${quoted[quoted.length - 1]}`;
}

/**
 * Makes the frame of a call whose `count` positional arguments lie on the stack from `base` (the slot below holds the
 * function). Keyword arguments may come as a tuple of names whose values follow the positional ones on the stack, or as a Map.
 * Raises TypeError in CPython's words.
 */
export function functionFrame(
  vm: VM,
  func: PyFunction,
  base: number,
  count: number,
  returnSp: number,
  onReturn: OnReturn,
  back: Frame | NativeFrame | null,
  keywords: readonly Value[] | null = null,
  keywordMap: Map<string, Value> | null = null,
): Frame {
  let through: Redirected | null = null;
  if (func.redirect !== null && count > 0) {
    const receiver = vm.stack[base]!;
    const target = func.redirect(vm, receiver);
    if (target !== undefined) {
      through = { func, receiver };
      base = copyArguments(vm, target, base, count, keywords, keywordMap);
      func = target;
    }
  }
  const { code } = func;
  const { init } = code;
  const { stack } = vm;
  let filled = count;
  if (
    keywords !== null ||
    keywordMap !== null ||
    count !== init.argCount ||
    init.kwOnlyCount > 0 ||
    (init.flags & (CO_VARARGS | CO_VARKEYWORDS)) !== 0
  )
    filled = bindSlow(vm, func, base, count, keywords, keywordMap);
  const end = base + code.localsCount;
  for (let i = base + filled; i < end; i++) stack[i] = undefined;
  vm.sp = end;
  vm.enterRecursiveCall();
  const frame = new Frame(code, func, func.globals, base, returnSp, onReturn, back);
  frame.locals = func.bodyLocals;
  frame.through = through;
  return frame;
}

/**
 * Puts a call's arguments on the stack once more, for another function. The first ones stay below: the function that was called holds
 * its arguments until it returns, whatever the other does with its own names.
 */
function copyArguments(
  vm: VM,
  target: PyFunction,
  base: number,
  count: number,
  keywords: readonly Value[] | null,
  keywordMap: Map<string, Value> | null,
): number {
  const { stack } = vm;
  const total = count + (keywords?.length ?? 0);
  let at = base + total;
  if (keywordMap !== null) for (const value of keywordMap.values()) stack[at++] = value;
  stack[at++] = target;
  const copy = at;
  for (let i = 0; i < total; i++) stack[at++] = stack[base + i];
  vm.sp = at;
  return copy;
}

/**
 * The arguments of a call as positional ones up to the last that is given, defaults in between. undefined where they are not of one row:
 * a name that the function does not have, a value given twice, one that is missing.
 */
export function positionalArguments(
  func: PyFunction,
  args: readonly Value[],
  names: readonly Value[],
  values: readonly Value[],
): Value[] | undefined {
  const { varnames, argCount, posOnlyCount } = func.code.init;
  const row: (Value | undefined)[] = [...args];
  for (let i = 0; i < names.length; i++) {
    const at = varnames.indexOf(names[i] as string);
    if (at < posOnlyCount || at >= argCount || row[at] !== undefined) return undefined;
    row[at] = values[i]!;
  }
  const firstDefault = argCount - (func.defaults?.items.length ?? 0);
  for (let i = 0; i < row.length; i++) {
    if (row[i] === undefined && i >= firstDefault) row[i] = func.defaults!.items[i - firstDefault];
    if (row[i] === undefined) return undefined;
  }
  return row as Value[];
}

/** Calls a function's accelerated form; the arguments must be on the stack. undefined where its code has to run. */
export function accelerate(vm: VM, func: PyFunction, args: readonly Value[]): Value | undefined {
  const handles = heap.handles.length;
  heap.nativeDepth++;
  vm.nativeNames.push(func.name);
  try {
    return func.accelerated!(vm, args);
  } finally {
    vm.nativeNames.pop();
    heap.nativeDepth--;
    heap.popHandles(handles);
  }
}

/** The general binding of arguments; returns how many slots from `base` it filled. */
function bindSlow(
  vm: VM,
  func: PyFunction,
  base: number,
  count: number,
  keywords: readonly Value[] | null,
  keywordMap: Map<string, Value> | null,
): number {
  const { stack } = vm;
  const { init } = func.code;
  const { argCount, kwOnlyCount, posOnlyCount, varnames } = init;
  const named = argCount + kwOnlyCount;
  const hasVarargs = (init.flags & CO_VARARGS) !== 0;
  const hasVarkw = (init.flags & CO_VARKEYWORDS) !== 0;
  const keywordCount = keywords?.length ?? 0;
  const given = stack.slice(base, base + count + keywordCount);
  const slots: (Value | undefined)[] = new Array<Value | undefined>(named).fill(undefined);
  const direct = Math.min(count, argCount);
  for (let i = 0; i < direct; i++) slots[i] = given[i];
  let extra: PyDict | null = null;
  const bindKeyword = (name: string, value: Value): void => {
    for (let i = posOnlyCount; i < named; i++) {
      if (varnames[i] === name) {
        if (slots[i] !== undefined)
          throw vm.error('TypeError', `${func.qualname}() got multiple values for argument '${name}'`);
        slots[i] = value;
        return;
      }
    }
    if (hasVarkw) {
      extra ??= new PyDict();
      extra.setStr(name, value);
      return;
    }
    // All of them are named, wherever the first other name stands.
    const given = new Set<Value>([...(keywords ?? []), ...(keywordMap?.keys() ?? [])]);
    const positionalOnly = varnames.slice(0, posOnlyCount).filter((each) => given.has(each));
    if (positionalOnly.length > 0)
      throw vm.error(
        'TypeError',
        `${func.qualname}() got some positional-only arguments passed as keyword arguments: '${positionalOnly.join(', ')}'`,
      );
    throw vm.error('TypeError', `${func.qualname}() got an unexpected keyword argument '${name}'`);
  };
  if (keywords !== null)
    for (let i = 0; i < keywordCount; i++) bindKeyword(keywords[i] as string, given[count + i] as Value);
  if (keywordMap !== null) for (const [name, value] of keywordMap) bindKeyword(name, value);
  const defaults = func.defaults?.items ?? [];
  if (count > argCount && !hasVarargs) {
    let keywordOnlyGiven = 0;
    for (let i = argCount; i < named; i++) if (slots[i] !== undefined) keywordOnlyGiven++;
    const takes =
      defaults.length > 0
        ? `from ${argCount - defaults.length} to ${argCount} positional arguments`
        : plural(argCount, 'positional argument');
    const were =
      keywordOnlyGiven > 0
        ? `${plural(count, 'positional argument')} (and ${plural(keywordOnlyGiven, 'keyword-only argument')}) were given`
        : `${count} ${count === 1 ? 'was' : 'were'} given`;
    throw vm.error('TypeError', `${func.qualname}() takes ${takes} but ${were}`);
  }
  const firstDefault = argCount - defaults.length;
  let missing: string[] | undefined;
  for (let i = direct; i < argCount; i++) {
    if (slots[i] !== undefined) continue;
    if (i >= firstDefault) slots[i] = defaults[i - firstDefault];
    else if (func.missingPart !== undefined) slots[i] = vm.unknown(func.missingPart);
    else (missing ??= []).push(varnames[i]!);
  }
  if (missing !== undefined)
    throw vm.error(
      'TypeError',
      `${func.qualname}() missing ${missing.length} required positional argument${missing.length === 1 ? '' : 's'}: ${listNames(missing)}`,
    );
  for (let i = argCount; i < named; i++) {
    if (slots[i] !== undefined) continue;
    const value = func.kwdefaults?.getStr(varnames[i]!);
    if (value === undefined) (missing ??= []).push(varnames[i]!);
    else slots[i] = value;
  }
  if (missing !== undefined)
    throw vm.error(
      'TypeError',
      `${func.qualname}() missing ${missing.length} required keyword-only argument${missing.length === 1 ? '' : 's'}: ${listNames(missing)}`,
    );
  let at = base;
  for (let i = 0; i < named; i++) stack[at++] = slots[i];
  if (hasVarargs)
    stack[at++] = count > argCount ? new PyTuple(given.slice(argCount, count) as Value[]) : vm.emptyTuple;
  if (hasVarkw) stack[at++] = extra ?? new PyDict();
  return at - base;
}

/** How a native is called in the texts of errors, and how many leading arguments (self, cls) those don't count. */
interface NativeName {
  name: string;
  /** With the class: how the simplest methods are called. */
  qualname: string;
  implicit: number;
}

function nativeName(native: PyNative | PyMethodDescriptor): NativeName {
  const { name, owner, signature } = native;
  const isConstructor = name === '__new__' || name === '__init__';
  if (owner === undefined) return { name, qualname: name, implicit: 0 };
  const shown = isConstructor ? owner.name : name;
  const first = signature.parameters[0]?.name;
  const implicit = first === 'self' || first === 'cls' ? 1 : 0;
  return {
    name: shown,
    qualname: isConstructor ? shown : `${owner.nativeBase?.replace(/^.*\./, '') ?? owner.name}.${name}`,
    implicit,
  };
}

const FINDERS = new Set(['find', 'rfind', 'index', 'rindex', 'count', 'startswith', 'endswith']);
const TEXT_TYPES = new Set([T.str, T.bytes, T.bytearray]);

/** The error for a call with keywords of what has none; those that parse their arguments themselves say only their name. */
function noKeywords(vm: VM, native: PyNative | PyMethodDescriptor): Raise {
  const { name, qualname } = nativeName(native);
  const plain = parsesItself(native) || native.signature.parameters.some((p) => p.kind === 'varargs');
  return vm.error('TypeError', `${plain ? name : qualname}() takes no keyword arguments`);
}

function parsesItself({ name, owner }: PyNative | PyMethodDescriptor): boolean {
  return FINDERS.has(name) && owner !== undefined && TEXT_TYPES.has(owner);
}

/** Too many or too few positional arguments, in the words of CPython's argument parsers. */
function wrongCount(vm: VM, native: PyNative | PyMethodDescriptor, given: number): Raise {
  const { name, qualname, implicit } = nativeName(native);
  const { signature } = native;
  const least = signature.requiredCount - implicit;
  const most = signature.positionalCount - implicit;
  given -= implicit;
  // These of str and bytes parse their arguments by a format of their own.
  if (parsesItself(native))
    return vm.error(
      'TypeError',
      given < 1
        ? `${name}() takes at least 1 argument (${given} given)`
        : `${name}() takes at most 3 arguments (${given} given)`,
    );
  const count = (n: number): string => (n === 1 ? 'one argument' : plural(n, 'argument'));
  if (signature.parameters.every((p) => p.kind === 'positional')) {
    if (most === 0) return vm.error('TypeError', `${qualname}() takes no arguments (${given} given)`);
    if (least === 1 && most === 1)
      return vm.error('TypeError', `${qualname}() takes exactly one argument (${given} given)`);
    const bound = least === most ? '' : given < least ? 'at least ' : 'at most ';
    const limit = given < least ? least : most;
    return vm.error('TypeError', `${name} expected ${bound}${plural(limit, 'argument')}, got ${given}`);
  }
  if (most === 0)
    return vm.error(
      'TypeError',
      signature.parameters.some((p) => p.kind === 'keyword')
        ? `${name}() takes no positional arguments`
        : `${qualname}() takes no arguments (${given} given)`,
    );
  return vm.error(
    'TypeError',
    least === most
      ? signature.parameters.some((p) => p.kind === 'keyword')
        ? `${name}() takes exactly ${most} positional argument${most === 1 ? '' : 's'} (${given} given)`
        : `${name}() takes exactly ${count(most)} (${given} given)`
      : `${name}() takes at most ${plural(most, 'argument')} (${given} given)`,
  );
}

/** Binds a native's arguments to its signature. */
export function bindNative(
  vm: VM,
  native: PyNative | PyMethodDescriptor,
  args: Value[],
  keywords: Map<string, Value> | null,
): NativeArgument[] {
  const { signature } = native;
  if (signature.raw) return [args, keywords];
  const { parameters, positionalCount } = signature;
  if (keywords === null && args.length <= positionalCount && args.length >= signature.simpleFrom) return args;
  const bound: NativeArgument[] = [];
  if (args.length > positionalCount && !parameters.some((p) => p.kind === 'varargs'))
    throw wrongCount(vm, native, args.length);
  let position = 0;
  let used = 0;
  for (const parameter of parameters) {
    const { kind } = parameter;
    if (kind === 'varargs') bound.push(args.slice(positionalCount));
    else if (kind === 'varkw') {
      const rest = new Map<string, Value>();
      if (keywords !== null)
        for (const [key, value] of keywords)
          if (!parameters.some((p) => p.name === key && (p.kind === 'both' || p.kind === 'keyword')))
            rest.set(key, value);
      used += rest.size;
      bound.push(rest);
    } else {
      let value: Value | undefined;
      if (kind !== 'keyword' && position < args.length) {
        value = args[position];
        if (kind === 'both' && keywords?.has(parameter.name) === true)
          throw vm.error(
            'TypeError',
            `argument for ${nativeName(native).name}() given by name ('${parameter.name}') and position (${position + 1 - nativeName(native).implicit})`,
          );
      } else if (kind !== 'positional' && keywords !== null && keywords.has(parameter.name)) {
        value = keywords.get(parameter.name);
        used++;
      } else if (parameter.hasDefault) value = parameter.default;
      else if (kind === 'positional' && !parameters.some((p) => p.kind === 'varargs')) {
        if (keywords !== null && keywords.size > 0 && parameters.every((p) => p.kind === 'positional'))
          throw noKeywords(vm, native);
        throw wrongCount(vm, native, args.length);
      } else {
        const { name, implicit } = nativeName(native);
        throw vm.error(
          'TypeError',
          kind === 'keyword'
            ? `${name}() missing required keyword-only argument: '${parameter.name}'`
            : kind === 'positional'
              ? `${name}() takes at least ${plural(signature.requiredCount - implicit, 'positional argument')} (${args.length - implicit} given)`
              : `${name}() missing required argument '${parameter.name}' (pos ${position + 1 - implicit})`,
        );
      }
      if (kind !== 'keyword') position++;
      bound.push(value);
    }
  }
  if (keywords !== null && used < keywords.size) {
    if (!parameters.some((p) => p.kind !== 'positional' && p.kind !== 'varargs'))
      throw noKeywords(vm, native);
    const { name } = nativeName(native);
    const unknown = [...keywords.keys()].find(
      (key) => !parameters.some((p) => p.name === key && p.kind !== 'positional'),
    );
    throw vm.error(
      'TypeError',
      `'${unknown ?? [...keywords.keys()][0]}' is an invalid keyword argument for ${name}()`,
    );
  }
  return bound;
}

/** Why a method can't be called with this first argument; undefined where it can. */
function wrongSelf(vm: VM, method: PyMethodDescriptor, args: Value[]): Raise | undefined {
  const { owner, name } = method;
  if (args.length === 0)
    return vm.error('TypeError', `unbound method ${owner.name}.${name}() needs an argument`);
  const cls = typeOf(args[0]!);
  if (cls === owner || cls.isSubclassOf(owner)) return undefined;
  return vm.error(
    'TypeError',
    name.startsWith('__') && name.endsWith('__')
      ? `descriptor '${name}' requires a '${owner.typeName}' object but received a '${cls.typeName}'`
      : `descriptor '${name}' for '${owner.typeName}' objects doesn't apply to a '${cls.typeName}' object`,
  );
}

/** Calls a native; its arguments must be rooted by the caller. Gives its value, or its coroutine. */
export function callNative(
  vm: VM,
  native: PyNative | PyMethodDescriptor,
  args: Value[],
  keywords: Map<string, Value> | null,
): Value | NativeCoroutine {
  if (native instanceof PyMethodDescriptor) {
    if (args[0] instanceof PyUnknown && native.owner !== T.object && native.owner !== T.Unknown)
      return args[0];
    const error = wrongSelf(vm, native, args);
    if (error !== undefined) throw error;
  } else if (native.name === '__new__' && native.owner !== undefined && args[0] !== undefined) {
    const { name } = native.owner;
    if (!(args[0] instanceof PyClass))
      throw vm.error('TypeError', `${name}.__new__(X): X is not a type object (${typeOf(args[0]).typeName})`);
    if (!args[0].isSubclassOf(native.owner))
      throw vm.error(
        'TypeError',
        `${name}.__new__(${args[0].name}): ${args[0].name} is not a subtype of ${name}`,
      );
  }
  const bound = bindNative(vm, native, args, keywords);
  const handles = heap.handles.length;
  const { depth } = vm;
  if (native.signature.isOfOne && isFunction(native)) vm.enterRecursiveCall(' while calling a Python object');
  heap.nativeDepth++;
  vm.nativeNames.push(native.name);
  try {
    const result = native.implementation(vm, ...bound);
    if (typeof result === 'string') return madeText(result);
    return result === undefined ? null : (result as Value | NativeCoroutine);
  } finally {
    vm.nativeNames.pop();
    heap.nativeDepth--;
    vm.depth = depth;
    heap.popHandles(handles);
  }
}

/** Whether a native is a function of a module, and none that CPython's specialised instructions call without counting it. */
function isFunction(native: PyNative | PyMethodDescriptor): boolean {
  return native instanceof PyNative && native.self === undefined && native.name !== 'len';
}

export function isCoroutine(value: Value | NativeCoroutine | undefined): value is NativeCoroutine {
  return typeof value === 'object' && value !== null && !(value instanceof PyObject);
}

/** What `callable(*args)` comes down to: a Python function, a native, or a value that is already there. */
export type Callee =
  | { kind: 'function'; func: PyFunction; args: Value[] }
  | { kind: 'native'; native: PyNative | PyMethodDescriptor; args: Value[] }
  | { kind: 'class'; cls: PyClass; args: Value[] }
  | { kind: 'value'; value: Value };

/** What a decorator that is unknown makes of a function or class: it is taken to leave it as it is; what it may have added is unknown. */
export function leftUndecorated(vm: VM, { reason }: PyUnknown, decorated: Value): Value {
  const kind = decorated instanceof PyClass ? 'class' : 'function';
  if (!(decorated instanceof PyFunction || decorated instanceof PyClass)) {
    vm.note('assumption', `a decorator is unknown and left out (${reason})`);
    return decorated;
  }
  vm.note('assumption', `a decorator of ${kind} ${decorated.name} is unknown and left out (${reason})`);
  if (decorated.epoch !== heap.epoch) heap.willChange(decorated);
  decorated.missingPart ??= reason;
  return decorated;
}

/** Follows bound methods, `__call__` and wrappers to what is really called. */
export function resolveCallee(vm: VM, callable: Value, args: Value[]): Callee {
  for (let i = 0; i < 100; i++) {
    if (callable instanceof PyFunction) return { kind: 'function', func: callable, args };
    if (callable instanceof PyNative)
      return {
        kind: 'native',
        native: callable,
        args: callable.self === undefined ? args : [callable.self, ...args],
      };
    if (callable instanceof PyMethodDescriptor) return { kind: 'native', native: callable, args };
    if (callable instanceof PyBoundMethod) {
      args = [callable.self, ...args];
      callable = callable.func;
      continue;
    }
    if (callable instanceof PyClass) return { kind: 'class', cls: callable, args };
    if (callable instanceof PyUnknown) {
      if (!isIdle(vm, callable)) vm.note('missing', `the result of a call is unknown: ${callable.reason}`);
      return { kind: 'value', value: new PyUnknown(callable.reason, callable.place) };
    }
    if (callable instanceof PyStaticMethod) {
      callable = callable.func;
      continue;
    }
    const method = typeOf(callable).lookup('__call__');
    if (method === undefined) {
      const name = typeOf(callable).typeName;
      const missing = typeOf(callable).lacksPart();
      if (missing === undefined) throw vm.error('TypeError', `'${name}' object is not callable`);
      callable = vm.unknown(`'${name}' may be called by a part of its class that is unknown (${missing})`);
      continue;
    }
    if (method instanceof PyFunction || method instanceof PyMethodDescriptor) {
      args = [callable, ...args];
      callable = method;
    } else callable = vm.getSpecial(callable, '__call__');
  }
  throw vm.error('RecursionError', 'maximum recursion depth exceeded while calling a Python object');
}

/** The `__new__` of a class, as a callable that takes the class first; undefined for object's own. */
function newOf(cls: PyClass): Value | undefined {
  const found = cls.lookup('__new__');
  const callable = found instanceof PyStaticMethod ? found.func : found;
  return callable === undefined || callable === objectNew(callable) ? undefined : callable;
}

function objectNew(_callable: Value): Value | undefined {
  const own = T.object.dict.getStr('__new__');
  return own instanceof PyStaticMethod ? own.func : own;
}

/** How a class is instantiated without running Python code before `__init__`: for the interpreter's fast path. */
export function plainInit(vm: VM, cls: PyClass): PyFunction | undefined {
  if (cls.cls !== T.type && cls.cls.lookup('__call__') !== T.type.lookup('__call__')) return undefined;
  if (newOf(cls) !== undefined || cls.allocate === null || cls.layout !== T.object) return undefined;
  if (vm.abstractMethods(cls) !== undefined) return undefined;
  const init = cls.lookup('__init__');
  return init instanceof PyFunction ? init : undefined;
}

/** `cls(*args, **keywords)`: the metaclass's `__call__`, `__new__`, `__init__`. */
export function* instantiate(
  vm: VM,
  cls: PyClass,
  args: Value[],
  keywords: Map<string, Value> | null,
): NativeCoroutine {
  const metaCall = cls.cls === T.type ? undefined : cls.cls.lookup('__call__');
  if (metaCall !== undefined && metaCall !== T.type.lookup('__call__'))
    return yield { callable: metaCall, args: [cls, ...args], kwargs: keywords };
  return yield* typeCall(vm, cls, args, keywords);
}

/** `type.__call__`. */
export function* typeCall(
  vm: VM,
  cls: PyClass,
  args: Value[],
  keywords: Map<string, Value> | null,
): NativeCoroutine {
  if (cls === T.type && args.length === 1 && keywords === null) return classOf(args[0]!);
  const make = newOf(cls);
  let object: Value;
  const init = cls.lookup('__init__');
  const objectInit = T.object.dict.getStr('__init__');
  if (make === undefined) {
    if (cls.allocate === null) throw vm.error('TypeError', `cannot create '${cls.typeName}' instances`);
    const abstract = vm.abstractMethods(cls);
    if (abstract !== undefined)
      throw vm.error(
        'TypeError',
        `Can't instantiate abstract class ${cls.typeName} with abstract method${abstract.length === 1 ? '' : 's'} ${abstract.join(', ')}`,
      );
    if (
      init === objectInit &&
      (args.length > 0 || (keywords?.size ?? 0) > 0) &&
      cls.lacksPart() === undefined
    )
      throw vm.error('TypeError', `${cls.typeName}() takes no arguments`);
    object = cls.allocate(cls);
  } else object = yield { callable: make, args: [cls, ...args], kwargs: keywords };
  const made = typeOf(object);
  if (init === undefined || !made.isSubclassOf(cls)) return object;
  const actual = made === cls ? init : made.lookup('__init__')!;
  if (actual === objectInit) return object;
  // What is made by something unknown is unknown, too.
  if (actual instanceof PyUnknown) return absorb(actual);
  if (actual instanceof PyFunction || actual instanceof PyMethodDescriptor) {
    const result = yield { callable: actual, args: [object, ...args], kwargs: keywords };
    if (result !== null && !(result instanceof PyUnknown))
      throw vm.error('TypeError', `__init__() should return None, not '${typeOf(result).typeName}'`);
  } else yield { callable: vm.getSpecial(object, '__init__'), args, kwargs: keywords };
  return object;
}

/** A dict of keyword arguments for `callable` as a Map. */
export function keywordMap(vm: VM, dict: Value, callable: Value): Map<string, Value> | null {
  if (!(dict instanceof PyDict))
    throw vm.error(
      'TypeError',
      `${functionText(vm, callable)} argument after ** must be a mapping, not ${typeOf(dict).typeName}`,
    );
  if (dict.size === 0) return null;
  const map = new Map<string, Value>();
  for (const [key, value] of dict.entries()) {
    const name = vm.asStr(key);
    if (name === undefined) throw vm.error('TypeError', 'keywords must be strings');
    map.set(name, value);
  }
  return map;
}
