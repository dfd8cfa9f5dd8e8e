/** `item in container`. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { Raise } from '../native.js';
import {
  PyByteArray,
  PyBytes,
  PyDict,
  PyDictView,
  PyFrozenSet,
  PyList,
  PyLongRange,
  PyRange,
  PySet,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { equals } from './comparison.js';
import { getIterator } from './iteration.js';
import { longRangeIndex } from './long_range.js';
import { realOf } from './numbers.js';
import { absorb, callFound } from './protocol.js';
import { clampIndex, tryIndex } from './sequence.js';
import { truth, lengthValue } from './truth.js';

/** `item in container` of the built-in containers; undefined for other types. */
export function builtinContains(vm: VM, container: Value, item: Value): boolean | undefined {
  const text = vm.asStr(container);
  if (text !== undefined) {
    const part = vm.asStr(item);
    if (part === undefined)
      throw vm.error(
        'TypeError',
        `'in <string>' requires string as left operand, not ${typeOf(item).typeName}`,
      );
    return text.includes(part);
  }
  if (container instanceof PyDict) return container.has(item);
  if (container instanceof PySet)
    return container.has(item instanceof PySet && !(item instanceof PyFrozenSet) ? frozen(item) : item);
  if (container instanceof PyList || container instanceof PyTuple) {
    for (let i = 0; i < container.items.length; i++) if (equals(vm, container.items[i]!, item)) return true;
    return false;
  }
  if (container instanceof PyLongRange) {
    const int = realOf(item);
    return (
      int !== undefined &&
      (typeof int === 'bigint' || Number.isInteger(int)) &&
      longRangeIndex(container, int) !== undefined
    );
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
      throw vm.error('TypeError', `a bytes-like object is required, not '${typeOf(item).typeName}'`);
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
  if (method === null) throw vm.error('TypeError', `'${cls.typeName}' object is not a container`);
  if (method !== undefined) {
    const result = callFound(vm, method, container, '__contains__', [item]);
    return result instanceof PyUnknown ? absorb(result) : truth(vm, result);
  }
  if (cls.lookup('__iter__') === undefined && cls.lookup('__getitem__') === undefined)
    throw vm.error('TypeError', `argument of type '${cls.typeName}' is not iterable`);
  const { sp } = vm;
  let iterator: Value;
  try {
    iterator = getIterator(vm, container);
  } catch (error) {
    if (!(error instanceof Raise) || !error.exception.cls.isSubclassOf(vm.exceptionClass('TypeError')))
      throw error;
    throw vm.error('TypeError', `argument of type '${cls.typeName}' is not iterable`);
  }
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
