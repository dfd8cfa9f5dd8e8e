/** Truth, length and hash of any value. */
import { typeOf } from '../classes.js';
import { objectNumber } from '../dict.js';
import type { Value } from '../heap.js';
import {
  PyBytes,
  PyDict,
  PyFloat,
  PyFrozenSet,
  PyFunction,
  PyList,
  PyLongRange,
  PyRange,
  PySet,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import { PyPartialBytes } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { floatOf, hashFloat, hashInt, intOf, complexOf, normalize, type Int } from './numbers.js';
import { absorb, callFound } from './protocol.js';
import { tryIndex } from './sequence.js';
import { textLength } from './text.js';

/** `bool(value)`. What is unknown counts as true here; the machine decides its branches before asking. */
export function truth(vm: VM, value: Value): boolean {
  return truthValue(vm, value) !== false;
}

/** `bool(value)` as a value: unknown where it can't be known. */
export function truthValue(vm: VM, value: Value): boolean | PyUnknown {
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
    if (value instanceof PyUnknown) return value instanceof PyPartialBytes ? true : value;
  }
  const method = cls.lookup('__bool__');
  if (method === null) throw vm.error('TypeError', "'NoneType' object is not callable");
  if (method !== undefined && method !== null) {
    const result = callFound(vm, method, value, '__bool__', []);
    if (typeof result === 'boolean' || result instanceof PyUnknown) return result;
    throw vm.error('TypeError', `__bool__ should return bool, returned ${typeOf(result).typeName}`);
  }
  return cls.lookup('__len__') === undefined || length(vm, value) !== 0;
}

/** `len(value)` as a value: unknown where it can't be known. */
export function lengthValue(vm: VM, value: Value): Int | PyUnknown {
  if (typeof value === 'string') return textLength(value);
  if (typeof value === 'object' && value !== null) {
    if (value.cls.native) {
      if (value instanceof PyList || value instanceof PyTuple) return value.items.length;
      if (value instanceof PyDict || value instanceof PySet) return value.size;
      if (value instanceof PyPartialBytes) return value.length;
      if (value instanceof PyUnknown) return absorb(value);
    }
    const result = vm.callSpecial(value, '__len__', []);
    if (result !== undefined) {
      if (result instanceof PyUnknown) return absorb(result);
      const index = tryIndex(vm, result);
      if (index === undefined)
        throw vm.error(
          'TypeError',
          `'${typeOf(result).typeName}' object cannot be interpreted as an integer`,
        );
      if (index < 0) throw vm.error('ValueError', '__len__() should return >= 0');
      if (typeof index === 'bigint' && index >= 2n ** 63n)
        throw vm.error('OverflowError', "cannot fit 'int' into an index-sized integer");
      return index;
    }
  }
  throw vm.error('TypeError', `object of type '${typeOf(value).typeName}' has no len()`);
}

/** `len(value)`; 0 for an unknown one. */
export function length(vm: VM, value: Value): number {
  const result = lengthValue(vm, value);
  return result instanceof PyUnknown ? 0 : Number(result);
}

const WORD = 64;
const wrap = (value: bigint): bigint => BigInt.asUintN(WORD, value);

/** `hash(tuple)` of hashes: CPython's xxHash. */
function hashParts(parts: readonly Int[]): Int {
  let acc = 2870177450012600261n;
  for (const part of parts) {
    acc = wrap(acc + wrap(BigInt(part)) * 14029467366897019727n);
    acc = wrap((acc << 31n) | (acc >> 33n));
    acc = wrap(acc * 11400714785074694791n);
  }
  acc = wrap(acc + (BigInt(parts.length) ^ 2870177450012600261n ^ 3527539n));
  return acc === 0xffffffffffffffffn ? 1546275796 : normalize(BigInt.asIntN(WORD, acc));
}

/** `hash(frozenset)` of the elements' hashes, which is the same in each order. */
function hashElements(parts: readonly Int[]): Int {
  let hash = 0n;
  for (const part of parts) {
    const h = wrap(BigInt(part));
    hash ^= wrap((h ^ 89869747n ^ wrap(h << 16n)) * 3644798167n);
  }
  hash ^= wrap(BigInt(parts.length + 1) * 1927868237n);
  hash ^= (hash >> 11n) ^ (hash >> 25n);
  hash = wrap(hash * 69069n + 907133923n);
  return hash === 0xffffffffffffffffn ? 590923713 : normalize(BigInt.asIntN(WORD, hash));
}

/** `hash(complex)`. */
function hashComplex(real: number, imag: number): Int {
  const sum = wrap(wrap(BigInt(hashFloat(real))) + 1000003n * wrap(BigInt(hashFloat(imag))));
  const hash = normalize(BigInt.asIntN(WORD, sum));
  return hash === -1 ? -2 : hash;
}

/**
 * The hash of a value that CPython gives it in every process: of numbers, and of tuples, frozensets and ranges of numbers. undefined for
 * texts, whose hashes are salted, and for what is hashed by its address or by Python code.
 */
export function fixedHash(value: Value): Int | undefined {
  if (
    typeof value === 'object' &&
    value !== null &&
    !value.cls.native &&
    value.cls.lookup('__hash__') instanceof PyFunction
  )
    return undefined;
  const int = intOf(value);
  if (int !== undefined) return hashInt(int);
  const float = floatOf(value);
  if (float !== undefined) return Number.isNaN(float) ? undefined : hashFloat(float);
  if (value instanceof PyTuple) {
    const parts = fixedHashes(value.items);
    return parts && hashParts(parts);
  }
  if (value instanceof PyFrozenSet) {
    const parts = fixedHashes(value.keyArray());
    return parts && hashElements(parts);
  }
  const complex = complexOf(value);
  if (complex !== undefined) return hashComplex(complex.real, complex.imag);
  return (value instanceof PyRange || value instanceof PyLongRange) && value.length > 1
    ? hashRange(value)
    : undefined;
}

function fixedHashes(values: readonly Value[]): Int[] | undefined {
  const hashes: Int[] = [];
  for (const value of values) {
    const hash = fixedHash(value);
    if (hash === undefined) return undefined;
    hashes.push(hash);
  }
  return hashes;
}

/** A hash for None in tuples: where CPython puts None differs from process to process. */
const NONE = 0x6e6f6e65;

function hashRange({ length, start, step }: PyRange | PyLongRange): Int {
  return hashParts([hashInt(length), length > 0 ? hashInt(start) : NONE, length > 1 ? hashInt(step) : NONE]);
}

/** The hash of a text: stable from run to run. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** `hash(value)` of the built-in immutable types (boxed too), exactly as an int; undefined for others. */
export function builtinHash(vm: VM, value: Value): number | bigint | undefined {
  if (value === null) return NONE;
  const int = intOf(value);
  if (int !== undefined) return hashInt(int);
  const float = floatOf(value);
  if (float !== undefined) return hashFloat(float);
  const text = vm.asStr(value);
  if (text !== undefined) return hashText(text);
  if (value instanceof PyTuple) {
    return hashParts(value.items.map((item) => hashExact(vm, item)));
  }
  if (value instanceof PyFrozenSet) return hashElements(value.keyArray().map((item) => hashExact(vm, item)));
  const complex = complexOf(value);
  if (complex !== undefined) return hashComplex(complex.real, complex.imag);
  if (value instanceof PyBytes) return hashText(String.fromCharCode(...value.data.subarray(0, 1000)));
  if (value instanceof PyRange || value instanceof PyLongRange) return hashRange(value);
  return undefined;
}

/** `hash(value)` as an int. Raises TypeError for unhashable types. */
export function hashExact(vm: VM, value: Value): number | bigint {
  if (typeof value !== 'object' || value === null || value.cls === T.tuple || value.cls === T.float)
    return builtinHash(vm, value)!;
  const method = value.cls.lookup('__hash__');
  if (method === null || method === undefined)
    throw vm.error('TypeError', `unhashable type: '${value.cls.typeName}'`);
  // A class with its own __eq__ and no __hash__ has none, as CPython puts None there.
  if (value.cls.hashKind === 'none') throw vm.error('TypeError', `unhashable type: '${value.cls.typeName}'`);
  const result = callFound(vm, method, value, '__hash__', []);
  if (result instanceof PyUnknown) return objectNumber(value);
  const int = intOf(result);
  if (int === undefined) throw vm.error('TypeError', '__hash__ method should return an integer');
  // Only what does not fit is hashed again.
  if (typeof int === 'bigint' && BigInt.asIntN(WORD, int) === int) return int;
  return hashInt(int);
}

/** `hash(value)` as a JavaScript number, for hash tables. */
export function hashValue(vm: VM, value: Value): number {
  return Number(hashExact(vm, value));
}
export { hashValue as hash };
