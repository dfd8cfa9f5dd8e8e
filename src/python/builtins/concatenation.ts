/** `+` and `*` of the sequences, as their own methods do them. */
import { typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyByteArray, PyBytes, PyList, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import { MAX_BYTES, MAX_ITEMS, TooLargeError } from '../failures.js';
import type { VM } from '../vm.js';
import { absorb } from './protocol.js';
import { repeatCount, repeated } from './sequence.js';
import { madeText } from './text.js';

function joinedItems(a: readonly Value[], b: readonly Value[]): Value[] {
  if (a.length + b.length > MAX_ITEMS) throw new TooLargeError();
  return a.concat(b);
}

/** A sequence's `+`, as its `__add__`: raises TypeError in the sequence's words. */
export function concatenate(vm: VM, a: Value, b: Value): Value {
  if (b instanceof PyUnknown) return absorb(b);
  if (a instanceof PyList) {
    if (!(b instanceof PyList))
      throw vm.error('TypeError', `can only concatenate list (not "${typeOf(b).typeName}") to list`);
    return new PyList(joinedItems(a.items, b.items));
  }
  if (a instanceof PyTuple) {
    if (!(b instanceof PyTuple))
      throw vm.error('TypeError', `can only concatenate tuple (not "${typeOf(b).typeName}") to tuple`);
    if (a.items.length === 0 && b.cls === T.tuple) return b;
    if (b.items.length === 0 && a.cls === T.tuple) return a;
    return new PyTuple(joinedItems(a.items, b.items));
  }
  const text = vm.asStr(a);
  if (text !== undefined) {
    const other = vm.asStr(b);
    if (other === undefined)
      throw vm.error('TypeError', `can only concatenate str (not "${typeOf(b).typeName}") to str`);
    return madeText(text + other);
  }
  const left = a as PyBytes | PyByteArray;
  if (!(b instanceof PyBytes || b instanceof PyByteArray))
    throw vm.error('TypeError', `can't concat ${typeOf(b).typeName} to ${left.cls.typeName}`);
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
  const tooLong =
    text !== undefined
      ? 'repeated string is too long'
      : a instanceof PyBytes
        ? 'repeated bytes are too long'
        : undefined;
  const isBytes = a instanceof PyBytes || a instanceof PyByteArray;
  const count = repeatCount(vm, b, size, tooLong, isBytes ? MAX_BYTES : MAX_ITEMS);
  if (count === undefined)
    throw vm.error('TypeError', `can't multiply sequence by non-int of type '${typeOf(b).typeName}'`);
  if (text !== undefined) return madeText(text.repeat(count));
  if (a instanceof PyList) return new PyList(repeated(a.items, count));
  if (a instanceof PyTuple)
    return (count === 1 || size === 0) && a.cls === T.tuple ? a : new PyTuple(repeated(a.items, count));
  const { data } = a as PyBytes;
  const result = new Uint8Array(size * count);
  result.set(data.subarray(0, result.length));
  for (let filled = size; filled < result.length; filled *= 2) result.copyWithin(filled, 0, filled);
  return a instanceof PyBytes ? new PyBytes(result) : new PyByteArray(result);
}
