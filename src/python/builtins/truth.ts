/** Truth, length and hash of any value. */
import { typeOf } from '../classes.js';
import { objectNumber } from '../dict.js';
import type { Value } from '../heap.js';
import {
  PyBytes,
  PyDict,
  PyFloat,
  PyFrozenSet,
  PyList,
  PyRange,
  PySet,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { floatOf, hashFloat, hashInt, intOf, complexOf } from './numbers.js';
import { absorb, callFound } from './protocol.js';
import { tryIndex } from './sequence.js';
import { textLength } from './text.js';

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
export function hashValue(vm: VM, value: Value): number {
  return Number(hashExact(vm, value));
}
export { hashValue as hash };
