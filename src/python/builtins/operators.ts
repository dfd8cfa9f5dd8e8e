/**
 * The operators: first by the JavaScript type of the operands, then by the special methods of their classes as CPython
 * resolves them. An unknown operand makes the result unknown.
 */
import { PyClass, typeOf } from '../classes.js';
import { Op } from '../code.js';
import { objectNumber } from '../dict.js';
import type { Value } from '../heap.js';
import { PyMethodDescriptor, PyNative } from '../native.js';
import {
  NotImplemented,
  PyBoxed,
  PyByteArray,
  PyBytes,
  PyComplex,
  PyDict,
  PyDictView,
  PyFloat,
  PyFrozenSet,
  PyFunction,
  PyList,
  PyRange,
  PySet,
  PySlice,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { makeGenericAlias } from './generic_alias.js';
import { getIterator } from './iteration.js';
import {
  Binary,
  floatOf,
  hashFloat,
  hashInt,
  intOf,
  intOperation,
  negInt,
  numberOperation,
  numbersEqual,
  realOf,
  MAX_SAFE,
  complexOf,
  invertInt,
} from './numbers.js';
import {
  assignSlice,
  clampIndex,
  deleteSlice,
  position,
  repeatCount,
  repeated,
  sliceBounds,
  slicedItems,
  tryIndex,
  unknownInKey,
} from './sequence.js';
import { characterAt, characters, compareText, isWide, textLength } from './text.js';

const SYMBOLS = ['+', '&', '//', '<<', '@', '*', '%', '|', '** or pow()', '>>', '-', '/', '^'];
const IN_PLACE_SYMBOLS = ['+=', '&=', '//=', '<<=', '@=', '*=', '%=', '|=', '**=', '>>=', '-=', '/=', '^='];
const NAMES = [
  'add',
  'and',
  'floordiv',
  'lshift',
  'matmul',
  'mul',
  'mod',
  'or',
  'pow',
  'rshift',
  'sub',
  'truediv',
  'xor',
];
const FORWARD = NAMES.map((name) => `__${name}__`);
const REFLECTED = NAMES.map((name) => `__r${name}__`);
const IN_PLACE = NAMES.map((name) => `__i${name}__`);
const COMPARISONS = ['__lt__', '__le__', '__eq__', '__ne__', '__gt__', '__ge__'];
const COMPARE_SYMBOLS = ['<', '<=', '==', '!=', '>', '>='];
/** The comparison that means the same with swapped operands. */
const SWAPPED = [4, 5, 2, 3, 0, 1];

/** The result of an operation with an unknown operand. */
export function absorb(unknown: PyUnknown): PyUnknown {
  return unknown.wouldBe === undefined ? unknown : new PyUnknown(unknown.reason, unknown.place);
}

/** Calls a method found in a class with the instance first. */
function callFound(vm: VM, method: Value, self: Value, name: string, args: Value[]): Value {
  if (method instanceof PyFunction || method instanceof PyMethodDescriptor)
    return vm.call(method, [self, ...args]);
  return vm.callSpecial(self, name, args) ?? NotImplemented;
}

// ---- binary operators ----

/** `a op b`; `operator` is an index of BINARY_OPERATORS, from 13 on in place. Raises TypeError and what the operands raise. */
export function binaryOperation(vm: VM, operator: number, a: Value, b: Value): Value {
  const base = operator >= 13 ? operator - 13 : operator;
  if (typeof a === 'number' && typeof b === 'number') {
    if (base === Binary.Multiply) {
      const result = a * b;
      if (result <= MAX_SAFE && result >= -MAX_SAFE) return result + 0;
    }
    const result = intOperation(vm, base, a, b);
    if (result !== undefined) return result;
  } else if (a instanceof PyFloat && a.cls === T.float) {
    if ((b instanceof PyFloat && b.cls === T.float) || typeof b === 'number') {
      const x = a.value;
      const y = typeof b === 'number' ? b : b.value;
      switch (base) {
        case Binary.Add:
          return new PyFloat(x + y);
        case Binary.Subtract:
          return new PyFloat(x - y);
        case Binary.Multiply:
          return new PyFloat(x * y);
      }
      const result = numberOperation(vm, base, a, b);
      if (result !== undefined) return result;
    }
  } else if (typeof a === 'string' && typeof b === 'string' && base === Binary.Add) return a + b;
  if (a instanceof PyUnknown) return absorb(a);
  // Formatting takes unknown values: the text shows them.
  if (b instanceof PyUnknown && !(typeof a === 'string' && base === Binary.Remainder)) return absorb(b);
  if (isExactNumber(a) && isExactNumber(b)) {
    const result = numberOperation(vm, base, a, b);
    if (result !== undefined) return result;
  }
  if (operator >= 13) {
    const method = typeOf(a).lookup(IN_PLACE[base]!);
    if (method !== undefined && method !== null) {
      const result = callFound(vm, method, a, IN_PLACE[base]!, [b]);
      if (result !== NotImplemented) return result;
    }
  }
  const result = dispatchBinary(vm, base, a, b);
  if (result !== NotImplemented) return result;
  const symbol = operator >= 13 ? IN_PLACE_SYMBOLS[base]! : SYMBOLS[base]!;
  let text = `unsupported operand type(s) for ${symbol}: '${typeOf(a).name}' and '${typeOf(b).name}'`;
  if (symbol === '>>' && a instanceof PyNative && a.name === 'print')
    text += '. Did you mean "print(<message>, file=<output_stream>)"?';
  throw vm.error('TypeError', text);
}

function isExactNumber(value: Value): boolean {
  switch (typeof value) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return true;
    case 'object':
      return value !== null && (value.cls === T.float || value.cls === T.complex);
    default:
      return false;
  }
}

/** The forward and the reflected method, in CPython's order; NotImplemented where neither takes it. */
function dispatchBinary(vm: VM, base: number, a: Value, b: Value): Value {
  const ta = typeOf(a);
  const tb = typeOf(b);
  const forward = ta.lookup(FORWARD[base]!) ?? undefined;
  const reflected = ta === tb ? undefined : (tb.lookup(REFLECTED[base]!) ?? undefined);
  let reflectedFirst = false;
  if (reflected !== undefined) {
    if (tb.isSubclassOf(ta)) reflectedFirst = reflected !== ta.lookup(REFLECTED[base]!);
    // `+` and `*` of sequences come after the number protocol of both operands.
    else if ((base === Binary.Add || base === Binary.Multiply) && isSequenceMethod(forward))
      reflectedFirst = !isSequenceMethod(reflected);
  }
  if (reflectedFirst) {
    const result = callFound(vm, reflected!, b, REFLECTED[base]!, [a]);
    if (result !== NotImplemented) return result;
  }
  if (forward !== undefined) {
    const result = callFound(vm, forward, a, FORWARD[base]!, [b]);
    if (result !== NotImplemented) return result;
  }
  return reflected !== undefined && !reflectedFirst
    ? callFound(vm, reflected, b, REFLECTED[base]!, [a])
    : NotImplemented;
}

function isSequenceMethod(method: Value | undefined): boolean {
  if (!(method instanceof PyMethodDescriptor)) return false;
  const { owner } = method;
  return (
    owner === T.list || owner === T.tuple || owner === T.str || owner === T.bytes || owner === T.bytearray
  );
}

/** `pow(base, exponent, modulus)`. */
export function ternaryPower(vm: VM, a: Value, b: Value, modulus: Value): Value {
  if (modulus === null) return binaryOperation(vm, Binary.Power, a, b);
  for (const value of [a, b, modulus]) if (value instanceof PyUnknown) return absorb(value);
  const method = typeOf(a).lookup('__pow__');
  if (method !== undefined && method !== null) {
    const result = callFound(vm, method, a, '__pow__', [b, modulus]);
    if (result !== NotImplemented) return result;
  }
  const names = [a, b, modulus].map((value) => `'${typeOf(value).name}'`).join(', ');
  throw vm.error('TypeError', `unsupported operand type(s) for ** or pow(): ${names}`);
}

/** `divmod(a, b)`. */
export function divmodOperation(vm: VM, a: Value, b: Value): Value {
  for (const value of [a, b]) if (value instanceof PyUnknown) return absorb(value);
  const ta = typeOf(a);
  const tb = typeOf(b);
  const tries: [Value | undefined, Value, string, Value][] = [
    [ta.lookup('__divmod__'), a, '__divmod__', b],
    [ta === tb ? undefined : tb.lookup('__rdivmod__'), b, '__rdivmod__', a],
  ];
  if (ta !== tb && tb.isSubclassOf(ta) && tries[1]![0] !== ta.lookup('__rdivmod__')) tries.reverse();
  for (const [method, self, name, other] of tries) {
    if (method === undefined || method === null) continue;
    const result = callFound(vm, method, self, name, [other]);
    if (result !== NotImplemented) return result;
  }
  throw vm.error('TypeError', `unsupported operand type(s) for divmod(): '${ta.name}' and '${tb.name}'`);
}

// ---- unary operators ----

/** `-a`, `+a` or `~a`; `opcode` is that of the instruction. */
export function unaryOperation(vm: VM, opcode: number, a: Value): Value {
  if (a instanceof PyUnknown) return absorb(a);
  const simple = unaryNumber(opcode, isExactNumber(a) ? a : NotImplemented);
  if (simple !== undefined) return simple;
  const [symbol, name] =
    opcode === Op.UNARY_NEGATIVE
      ? ['-', '__neg__']
      : opcode === Op.UNARY_POSITIVE
        ? ['+', '__pos__']
        : ['~', '__invert__'];
  const result = vm.callSpecial(a, name!, []);
  if (result === undefined)
    throw vm.error('TypeError', `bad operand type for unary ${symbol}: '${typeOf(a).name}'`);
  return result;
}

/** The unary operation on a built-in number (boxed ones too); undefined where there is none. */
export function unaryNumber(opcode: number, a: Value): Value | undefined {
  const int = intOf(a);
  if (int !== undefined)
    return opcode === Op.UNARY_NEGATIVE ? negInt(int) : opcode === Op.UNARY_POSITIVE ? int : invertInt(int);
  if (opcode === Op.UNARY_INVERT) return undefined;
  const negative = opcode === Op.UNARY_NEGATIVE;
  const float = floatOf(a);
  if (float !== undefined) return new PyFloat(negative ? -float : float);
  const complex = complexOf(a);
  return complex === undefined ? undefined : negative ? new PyComplex(-complex.real, -complex.imag) : complex;
}

// ---- comparisons ----

function ordering(operator: number, order: number): boolean {
  switch (operator) {
    case 0:
      return order < 0;
    case 1:
      return order <= 0;
    case 2:
      return order === 0;
    case 3:
      return order !== 0;
    case 4:
      return order > 0;
    default:
      return order >= 0;
  }
}

/** A comparison of two values whose types are built-in (or boxed), as their own `__lt__`, `__eq__`, … do it; undefined for NotImplemented. */
export function builtinCompare(vm: VM, operator: number, a: Value, b: Value): Value | undefined {
  if (a === null || b === null) return undefined;
  if (a instanceof PyBoxed && a.value instanceof PyBytes) a = a.value;
  if (b instanceof PyBoxed && b.value instanceof PyBytes) b = b.value;
  const equality = operator === 2 || operator === 3;
  const x = realOf(a);
  if (x !== undefined) {
    const y = realOf(b);
    if (y === undefined) {
      const equal = equality && complexOf(b) !== undefined ? numbersEqual(a, b) : undefined;
      return equal === undefined ? undefined : equal === (operator === 2);
    }
    switch (operator) {
      case 0:
        return x < y;
      case 1:
        return x <= y;
      case 2:
        // eslint-disable-next-line eqeqeq -- exact between number and bigint
        return x == y;
      case 3:
        // eslint-disable-next-line eqeqeq -- exact between number and bigint
        return x != y;
      case 4:
        return x > y;
      default:
        return x >= y;
    }
  }
  const text = vm.asStr(a);
  if (text !== undefined) {
    const other = vm.asStr(b);
    if (other === undefined) return undefined;
    return equality ? (text === other) === (operator === 2) : ordering(operator, compareText(text, other));
  }
  if (a instanceof PyTuple || a instanceof PyList) {
    if (a instanceof PyTuple ? !(b instanceof PyTuple) : !(b instanceof PyList)) return undefined;
    return compareItems(vm, operator, a.items, (b as PyTuple | PyList).items);
  }
  if (a instanceof PySet) {
    if (!(b instanceof PySet)) return undefined;
    return compareSets(operator, a, b);
  }
  if (a instanceof PyBytes || a instanceof PyByteArray) {
    if (!(b instanceof PyBytes || b instanceof PyByteArray)) return undefined;
    return ordering(operator, compareBytes(a.data, b.data));
  }
  if (a instanceof PySlice) {
    if (!(b instanceof PySlice)) return undefined;
    return compareItems(vm, operator, [a.start, a.stop, a.step], [b.start, b.stop, b.step]);
  }
  if (a instanceof PyDictView) return compareViews(vm, operator, a, b);
  if (!equality) return undefined;
  if (a instanceof PyDict) {
    if (!(b instanceof PyDict)) return undefined;
    return dictsEqual(vm, a, b) === (operator === 2);
  }
  if (a instanceof PyRange) {
    if (!(b instanceof PyRange)) return undefined;
    const equal =
      a.length === b.length &&
      (a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step)));
    return equal === (operator === 2);
  }
  const equal = complexOf(a) === undefined ? undefined : numbersEqual(a, b);
  return equal === undefined ? undefined : equal === (operator === 2);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

function compareItems(vm: VM, operator: number, a: readonly Value[], b: readonly Value[]): Value {
  if ((operator === 2 || operator === 3) && a.length !== b.length) return operator === 3;
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (equals(vm, a[i]!, b[i]!)) continue;
    if (operator === 2) return false;
    if (operator === 3) return true;
    return compareOperation(vm, operator, a[i]!, b[i]!);
  }
  return ordering(operator, a.length - b.length);
}

function isSubset(a: PySet, b: PySet): boolean {
  if (a.size > b.size) return false;
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}

function compareSets(operator: number, a: PySet, b: PySet): boolean {
  switch (operator) {
    case 0:
      return a.size < b.size && isSubset(a, b);
    case 1:
      return isSubset(a, b);
    case 2:
      return a.size === b.size && isSubset(a, b);
    case 3:
      return a.size !== b.size || !isSubset(a, b);
    case 4:
      return b.size < a.size && isSubset(b, a);
    default:
      return isSubset(b, a);
  }
}

function dictsEqual(vm: VM, a: PyDict, b: PyDict): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a.entries()) {
    const other = b.get(key);
    if (other === undefined || !equals(vm, value, other)) return false;
  }
  if (!a.ordered || !b.ordered) return true;
  const keys = b.keyArray();
  return a.keyArray().every((key, i) => equals(vm, key, keys[i]!));
}

/** The items of a set-like view as a set. */
export function viewSet(view: PyDictView): PySet {
  return view.cls === T.dict_items
    ? PySet.of(Array.from(view.dict.entries(), (entry) => new PyTuple(entry)))
    : PySet.of(view.dict.keyArray());
}

function compareViews(vm: VM, operator: number, a: PyDictView, b: Value): Value | undefined {
  if (a.cls === T.dict_values) return undefined;
  if (b instanceof PySet) return compareSets(operator, viewSet(a), b);
  if (!(b instanceof PyDictView) || b.cls === T.dict_values) return undefined;
  if (a.cls === T.dict_items && b.cls === T.dict_items && (operator === 2 || operator === 3))
    return dictsEqual(vm, a.dict, b.dict) === (operator === 2);
  return compareSets(operator, viewSet(a), viewSet(b));
}

/** `a op b`; `operator` is an index of COMPARE_OPERATORS. Raises TypeError where there is no order. */
export function compareOperation(vm: VM, operator: number, a: Value, b: Value): Value {
  const plainA = typeof a !== 'object' || a === null || (a.cls.native && !(a instanceof PyClass));
  const plainB = typeof b !== 'object' || b === null || (b.cls.native && !(b instanceof PyClass));
  if (plainA && plainB) {
    if (a instanceof PyUnknown) return absorb(a);
    if (b instanceof PyUnknown) return absorb(b);
    const result = builtinCompare(vm, operator, a, b);
    if (result !== undefined) return result;
  } else {
    if (a instanceof PyUnknown) return absorb(a);
    if (b instanceof PyUnknown) return absorb(b);
  }
  const ta = typeOf(a);
  const tb = typeOf(b);
  const reflectedFirst = ta !== tb && tb.isSubclassOf(ta);
  if (reflectedFirst) {
    const result = compareBy(vm, SWAPPED[operator]!, b, tb, a);
    if (result !== NotImplemented) return result;
  }
  const result = compareBy(vm, operator, a, ta, b);
  if (result !== NotImplemented) return result;
  if (!reflectedFirst) {
    const reflected = compareBy(vm, SWAPPED[operator]!, b, tb, a);
    if (reflected !== NotImplemented) return reflected;
  }
  if (operator === 2) return vm.isSame(a, b);
  if (operator === 3) return !vm.isSame(a, b);
  throw vm.error(
    'TypeError',
    `'${COMPARE_SYMBOLS[operator]}' not supported between instances of '${ta.name}' and '${tb.name}'`,
  );
}

function compareBy(vm: VM, operator: number, a: Value, cls: PyClass, b: Value): Value {
  const name = COMPARISONS[operator]!;
  const method = cls.lookup(name);
  if (method === undefined || method === null) return NotImplemented;
  if (method instanceof PyMethodDescriptor && method.owner === T.object) {
    if (operator !== 3) return NotImplemented;
    // object.__ne__ inverts what __eq__ says.
    const equal = compareBy(vm, 2, a, cls, b);
    return equal === NotImplemented || equal instanceof PyUnknown ? equal : !truth(vm, equal);
  }
  return callFound(vm, method, a, name, [b]);
}

/** `a is b or a == b`, as containers compare their items. False where it cannot be known. */
export function equals(vm: VM, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return false;
  if (typeof a === 'number' && typeof b === 'number') return false;
  if (a === null && (typeof b !== 'object' || b === null)) return false;
  const result = compareOperation(vm, 2, a, b);
  return result === true || (result !== false && !(result instanceof PyUnknown) && truth(vm, result));
}

/** `a < b`. */
export function less(vm: VM, a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  const result = compareOperation(vm, 0, a, b);
  return result === true || (result !== false && !(result instanceof PyUnknown) && truth(vm, result));
}

// ---- truth, length, hash ----

/** `bool(value)`. An unknown value counts as true here; the machine decides its branches before asking. */
export function truth(vm: VM, value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'number':
      return value !== 0;
    case 'bigint':
      return true;
    case 'string':
      return value !== '';
    default:
      if (value === null) return false;
  }
  const { cls } = value;
  if (cls.native) {
    if (value instanceof PyList || value instanceof PyTuple) return value.items.length > 0;
    if (value instanceof PyDict || value instanceof PySet) return value.size > 0;
    if (value instanceof PyFloat) return value.value !== 0;
    if (value instanceof PyUnknown) return true;
  }
  const method = cls.lookup('__bool__');
  if (method !== undefined && method !== null) {
    const result = callFound(vm, method, value, '__bool__', []);
    if (typeof result === 'boolean') return result;
    if (result instanceof PyUnknown) return true;
    throw vm.error('TypeError', `__bool__ should return bool, returned ${typeOf(result).name}`);
  }
  return cls.lookup('__len__') === undefined || length(vm, value) !== 0;
}

/** `len(value)` as a value: unknown where it can't be known. */
export function lengthValue(vm: VM, value: Value): number | PyUnknown {
  if (typeof value === 'string') return textLength(value);
  if (typeof value === 'object' && value !== null) {
    if (value.cls.native) {
      if (value instanceof PyList || value instanceof PyTuple) return value.items.length;
      if (value instanceof PyDict || value instanceof PySet) return value.size;
      if (value instanceof PyUnknown) return absorb(value);
    }
    const result = vm.callSpecial(value, '__len__', []);
    if (result !== undefined) {
      if (result instanceof PyUnknown) return absorb(result);
      const index = tryIndex(vm, result);
      if (index === undefined)
        throw vm.error('TypeError', `'${typeOf(result).name}' object cannot be interpreted as an integer`);
      if (index < 0) throw vm.error('ValueError', '__len__() should return >= 0');
      if (typeof index === 'bigint')
        throw vm.error('OverflowError', "cannot fit 'int' into an index-sized integer");
      return index;
    }
  }
  throw vm.error('TypeError', `object of type '${typeOf(value).name}' has no len()`);
}

/** `len(value)`; 0 for an unknown one. */
export function length(vm: VM, value: Value): number {
  const result = lengthValue(vm, value);
  return typeof result === 'number' ? result : 0;
}

function mix(a: number, b: number): number {
  return (Math.imul(a ^ b, 0x01000193) ^ (b >>> 15)) | 0;
}

/** The hash of a text: stable from run to run. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** `hash(value)` of the built-in immutable types (boxed too), exactly as an int; undefined for others. */
export function builtinHash(vm: VM, value: Value): number | bigint | undefined {
  if (value === null) return 0x6e6f6e65;
  const int = intOf(value);
  if (int !== undefined) return hashInt(int);
  const float = floatOf(value);
  if (float !== undefined) return hashFloat(float);
  const text = vm.asStr(value);
  if (text !== undefined) return hashText(text);
  if (value instanceof PyTuple) {
    let hash = 0x345678;
    for (const item of value.items) hash = mix(hash, hashValue(vm, item));
    return hash;
  }
  if (value instanceof PyFrozenSet) {
    let hash = value.size;
    for (const item of value.keys()) hash ^= mix(17, hashValue(vm, item));
    return hash;
  }
  const complex = complexOf(value);
  if (complex !== undefined)
    return complex.imag === 0
      ? hashFloat(complex.real)
      : mix(Number(hashFloat(complex.real)), Number(hashFloat(complex.imag)));
  if (value instanceof PyBytes) return hashText(String.fromCharCode(...value.data.subarray(0, 1000)));
  if (value instanceof PyRange) {
    const { length: size, start, step } = value;
    return mix(mix(size, size > 0 ? start : 0), size > 1 ? step : 0);
  }
  return undefined;
}

/** `hash(value)` as an int. Raises TypeError for unhashable types. */
export function hashExact(vm: VM, value: Value): number | bigint {
  if (typeof value !== 'object' || value === null || value.cls === T.tuple || value.cls === T.float)
    return builtinHash(vm, value)!;
  const method = value.cls.lookup('__hash__');
  if (method === null || method === undefined)
    throw vm.error('TypeError', `unhashable type: '${value.cls.name}'`);
  // A class with its own __eq__ and no __hash__ has none, as CPython puts None there.
  if (value.cls.hashKind === 'none') throw vm.error('TypeError', `unhashable type: '${value.cls.name}'`);
  const result = callFound(vm, method, value, '__hash__', []);
  if (result instanceof PyUnknown) return objectNumber(value);
  const int = intOf(result);
  if (int === undefined) throw vm.error('TypeError', '__hash__ method should return an integer');
  return hashInt(int);
}

/** `hash(value)` as a JavaScript number, for hash tables. */
function hashValue(vm: VM, value: Value): number {
  return Number(hashExact(vm, value));
}
export { hashValue as hash };

// ---- subscription ----

function textItem(vm: VM, text: string, key: Value): Value {
  if (key instanceof PySlice) {
    if (!isWide(text)) {
      const bounds = sliceBounds(vm, key, text.length);
      if (bounds.step === 1) return bounds.count === 0 ? '' : text.slice(bounds.start, bounds.stop);
      let result = '';
      for (let i = 0, at = bounds.start; i < bounds.count; i++, at += bounds.step) result += text[at]!;
      return result;
    }
    const chars = characters(text);
    return slicedItems(chars, sliceBounds(vm, key, chars.length)).join('');
  }
  return characterAt(text, position(vm, key, textLength(text), 'string'));
}

/** `object[key]` of the built-in sequences and dict, as their own `__getitem__`; undefined for other types. */
export function builtinGetItem(vm: VM, object: Value, key: Value): Value | undefined {
  const unknown = unknownInKey(key);
  if (unknown !== undefined && !(object instanceof PyDict)) return absorb(unknown);
  if (object instanceof PyList) {
    if (key instanceof PySlice)
      return new PyList(slicedItems(object.items, sliceBounds(vm, key, object.items.length)));
    return object.items[position(vm, key, object.items.length, 'list')]!;
  }
  if (object instanceof PyTuple) {
    if (key instanceof PySlice) {
      const bounds = sliceBounds(vm, key, object.items.length);
      return bounds.count === object.items.length && bounds.step === 1 && object.cls === T.tuple
        ? object
        : new PyTuple(slicedItems(object.items, bounds));
    }
    return object.items[position(vm, key, object.items.length, 'tuple')]!;
  }
  if (object instanceof PyDict) {
    const value = object.get(key);
    if (value !== undefined) return value;
    if (key instanceof PyUnknown) return absorb(key);
    if (object.cls !== T.dict) {
      const result = vm.callSpecial(object, '__missing__', [key]);
      if (result !== undefined) return result;
    }
    throw vm.error('KeyError', key);
  }
  const text = vm.asStr(object);
  if (text !== undefined) return textItem(vm, text, key);
  if (object instanceof PyRange) {
    const { start, step } = object;
    if (key instanceof PySlice) {
      const bounds = sliceBounds(vm, key, object.length);
      return new PyRange(start + step * bounds.start, start + step * bounds.stop, step * bounds.step);
    }
    return start + step * position(vm, key, object.length, 'range', 'range object index out of range');
  }
  if (object instanceof PyBytes || object instanceof PyByteArray) {
    const make = (data: Uint8Array): Value =>
      object instanceof PyBytes ? new PyBytes(data, object.cls) : new PyByteArray(data);
    if (key instanceof PySlice)
      return make(
        Uint8Array.from(
          slicedItems(Array.from(object.data), sliceBounds(vm, key, object.data.length)) as number[],
        ),
      );
    const [what, range] =
      object instanceof PyBytes
        ? ['byte', 'index out of range']
        : ['bytearray', 'bytearray index out of range'];
    return object.data[position(vm, key, object.data.length, what!, range)]!;
  }
  return undefined;
}

/** `object[key]`. */
export function getItem(vm: VM, object: Value, key: Value): Value {
  if (typeof object !== 'object' || object === null || (object.cls.native && !(object instanceof PyClass))) {
    if (object instanceof PyUnknown) return absorb(object);
    const result = builtinGetItem(vm, object, key);
    if (result !== undefined) return result;
  }
  const result = vm.callSpecial(object, '__getitem__', [key]);
  if (result !== undefined) return result;
  if (object instanceof PyClass) {
    const method = vm.findAttr(object, '__class_getitem__');
    if (method !== undefined) return vm.call(method, [key]);
    if (object === T.type) return makeGenericAlias(object, key);
    throw vm.error('TypeError', `type '${object.name}' is not subscriptable`);
  }
  throw vm.error('TypeError', `'${typeOf(object).name}' object is not subscriptable`);
}

/** `list[key] = value`. */
export function setListItem(vm: VM, list: PyList, key: Value, value: Value): void {
  if (unknownInKey(key) !== undefined) return;
  if (key instanceof PySlice) {
    if (value instanceof PyUnknown) return;
    const items =
      value instanceof PyList || value instanceof PyTuple
        ? [...value.items]
        : iterableItems(vm, value, 'can only assign an iterable');
    assignSlice(vm, list, key, items);
    return;
  }
  if (tryIndex(vm, key) === undefined)
    throw vm.error('TypeError', `list indices must be integers or slices, not ${typeOf(key).name}`);
  list.set(position(vm, key, list.items.length, 'list', 'list assignment index out of range'), value);
}

/** The items of an iterable, with another text for the TypeError of a value that is none. */
export function iterableItems(vm: VM, value: Value, text: string): Value[] {
  if (
    typeOf(value).lookup('__iter__') === undefined &&
    typeOf(value).lookup('__getitem__') === undefined &&
    !(value instanceof PyUnknown)
  )
    throw vm.error('TypeError', text);
  return vm.collect(value);
}

/** `object[key] = value`. */
export function setItem(vm: VM, object: Value, key: Value, value: Value): void {
  if (typeof object === 'object' && object !== null && object.cls.native) {
    if (object instanceof PyDict) {
      object.set(key, value);
      return;
    }
    if (object instanceof PyList) {
      setListItem(vm, object, key, value);
      return;
    }
    if (object instanceof PyUnknown) return;
  }
  if (vm.callSpecial(object, '__setitem__', [key, value]) === undefined)
    throw vm.error('TypeError', `'${typeOf(object).name}' object does not support item assignment`);
}

/** `del list[key]`. */
export function deleteListItem(vm: VM, list: PyList, key: Value): void {
  if (unknownInKey(key) !== undefined) return;
  if (key instanceof PySlice) {
    deleteSlice(vm, list, key);
    return;
  }
  list.splice(position(vm, key, list.items.length, 'list', 'list assignment index out of range'), 1);
}

/** `del object[key]`. */
export function delItem(vm: VM, object: Value, key: Value): void {
  if (typeof object === 'object' && object !== null && object.cls.native) {
    if (object instanceof PyDict) {
      if (object.delete(key) === undefined) throw vm.error('KeyError', key);
      return;
    }
    if (object instanceof PyList) {
      deleteListItem(vm, object, key);
      return;
    }
    if (object instanceof PyUnknown) return;
  }
  if (vm.callSpecial(object, '__delitem__', [key]) !== undefined) return;
  const name = typeOf(object).name;
  throw vm.error(
    'TypeError',
    `'${name}' object ${typeOf(object).native && typeOf(object).lookup('__getitem__') === undefined ? 'does not' : "doesn't"} support item deletion`,
  );
}

// ---- membership ----

/** `item in container` of the built-in containers; undefined for other types. */
export function builtinContains(vm: VM, container: Value, item: Value): boolean | undefined {
  const text = vm.asStr(container);
  if (text !== undefined) {
    const part = vm.asStr(item);
    if (part === undefined)
      throw vm.error('TypeError', `'in <string>' requires string as left operand, not ${typeOf(item).name}`);
    return text.includes(part);
  }
  if (container instanceof PyDict) return container.has(item);
  if (container instanceof PySet)
    return container.has(item instanceof PySet && !(item instanceof PyFrozenSet) ? frozen(item) : item);
  if (container instanceof PyList || container instanceof PyTuple) {
    for (let i = 0; i < container.items.length; i++) if (equals(vm, container.items[i]!, item)) return true;
    return false;
  }
  if (container instanceof PyRange) {
    const int = realOf(item);
    if (int === undefined) return false;
    const value = Number(int);
    const { start, step, length: size } = container;
    const index = (value - start) / step;
    return Number.isInteger(index) && index >= 0 && index < size;
  }
  if (container instanceof PyBytes || container instanceof PyByteArray) {
    if (item instanceof PyBytes || item instanceof PyByteArray)
      return findBytes(container.data, item.data) >= 0;
    const index = tryIndex(vm, item);
    if (index === undefined)
      throw vm.error('TypeError', `a bytes-like object is required, not '${typeOf(item).name}'`);
    if (index < 0 || index > 255) throw vm.error('ValueError', 'byte must be in range(0, 256)');
    return container.data.includes(clampIndex(index));
  }
  if (container instanceof PyDictView) {
    if (container.cls === T.dict_keys) return container.dict.has(item);
    if (container.cls === T.dict_items) {
      if (!(item instanceof PyTuple) || item.items.length !== 2) return false;
      const value = container.dict.get(item.items[0]!);
      return value !== undefined && equals(vm, value, item.items[1]!);
    }
    for (const value of container.dict.values()) if (equals(vm, value, item)) return true;
    return false;
  }
  return undefined;
}

function frozen(set: PySet): PySet {
  const copy = new PyFrozenSet();
  for (const key of set.keys()) copy.add(key);
  return copy;
}

/** The first index of a part in bytes, or -1. */
export function findBytes(data: Uint8Array, part: Uint8Array, from = 0, to = data.length): number {
  for (let i = from; i + part.length <= to; i++) {
    let j = 0;
    while (j < part.length && data[i + j] === part[j]) j++;
    if (j === part.length) return i;
  }
  return -1;
}

/** `item in container`: a bool, or unknown. */
export function containsOperation(vm: VM, container: Value, item: Value): boolean | PyUnknown {
  if (container instanceof PyUnknown) return absorb(container);
  if (
    typeof container !== 'object' ||
    container === null ||
    (container.cls.native && !(container instanceof PyClass))
  ) {
    if (item instanceof PyUnknown) {
      if (
        !(
          container instanceof PyDict ||
          container instanceof PySet ||
          container instanceof PyList ||
          container instanceof PyTuple
        ) ||
        lengthValue(vm, container) !== 0
      )
        return absorb(item);
      return false;
    }
    const result = builtinContains(vm, container, item);
    if (result !== undefined) return result;
  }
  const cls = typeOf(container);
  const method = cls.lookup('__contains__');
  if (method === null) throw vm.error('TypeError', `'${cls.name}' object is not a container`);
  if (method !== undefined) {
    const result = callFound(vm, method, container, '__contains__', [item]);
    return result instanceof PyUnknown ? absorb(result) : truth(vm, result);
  }
  if (cls.lookup('__iter__') === undefined && cls.lookup('__getitem__') === undefined)
    throw vm.error('TypeError', `argument of type '${cls.name}' is not iterable`);
  const { sp } = vm;
  const iterator = getIterator(vm, container);
  vm.stack[vm.sp++] = iterator;
  try {
    for (let next = vm.next(iterator); next !== undefined; next = vm.next(iterator))
      if (equals(vm, next, item)) return true;
    return false;
  } finally {
    vm.sp = sp;
  }
}

/** `item in container`; false where it cannot be known. */
export function contains(vm: VM, container: Value, item: Value): boolean {
  return containsOperation(vm, container, item) === true;
}

// ---- what the types' methods share ----

/** A sequence's `+`, as its `__add__`: raises TypeError in the sequence's words. */
export function concatenate(vm: VM, a: Value, b: Value): Value {
  if (b instanceof PyUnknown) return absorb(b);
  if (a instanceof PyList) {
    if (!(b instanceof PyList))
      throw vm.error('TypeError', `can only concatenate list (not "${typeOf(b).name}") to list`);
    return new PyList(a.items.concat(b.items));
  }
  if (a instanceof PyTuple) {
    if (!(b instanceof PyTuple))
      throw vm.error('TypeError', `can only concatenate tuple (not "${typeOf(b).name}") to tuple`);
    if (a.items.length === 0 && b.cls === T.tuple) return b;
    return new PyTuple(a.items.concat(b.items));
  }
  const text = vm.asStr(a);
  if (text !== undefined) {
    const other = vm.asStr(b);
    if (other === undefined)
      throw vm.error('TypeError', `can only concatenate str (not "${typeOf(b).name}") to str`);
    return text + other;
  }
  const left = a as PyBytes | PyByteArray;
  if (!(b instanceof PyBytes || b instanceof PyByteArray))
    throw vm.error('TypeError', `can't concat ${typeOf(b).name} to ${left.cls.name}`);
  const data = new Uint8Array(left.data.length + b.data.length);
  data.set(left.data);
  data.set(b.data, left.data.length);
  return left instanceof PyBytes ? new PyBytes(data) : new PyByteArray(data);
}

/** A sequence's `*`, as its `__mul__`. */
export function repeatSequence(vm: VM, a: Value, b: Value): Value {
  if (b instanceof PyUnknown) return absorb(b);
  const text = vm.asStr(a);
  const size =
    text !== undefined
      ? text.length
      : a instanceof PyList || a instanceof PyTuple
        ? a.items.length
        : (a as PyBytes).data.length;
  const count = repeatCount(vm, b, size);
  if (count === undefined)
    throw vm.error('TypeError', `can't multiply sequence by non-int of type '${typeOf(b).name}'`);
  if (text !== undefined) return text.repeat(count);
  if (a instanceof PyList) return new PyList(repeated(a.items, count));
  if (a instanceof PyTuple)
    return count === 1 && a.cls === T.tuple ? a : new PyTuple(repeated(a.items, count));
  const { data } = a as PyBytes;
  const result = new Uint8Array(size * count);
  for (let i = 0; i < count; i++) result.set(data, i * size);
  return a instanceof PyBytes ? new PyBytes(result) : new PyByteArray(result);
}

export { getIterator as getIter };
