/** What the sequence types share: indices, slices, concatenation and repetition, searching. */
import type { Value } from '../heap.js';
import { PyList, PySlice, PyTuple, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';
import { typeOf } from '../classes.js';
import { intOf, type Int } from './numbers.js';
import { MAX_ITEMS } from '../failures.js';

/** The value's `__index__`, or undefined where it has none. */
export function tryIndex(vm: VM, value: Value): Int | undefined {
  if (typeof value === 'number') return value;
  const int = intOf(value);
  if (int !== undefined) return int;
  if (typeof value !== 'object' || value === null || value.cls.lookup('__index__') === undefined)
    return undefined;
  return vm.indexBig(value);
}

/** An index as a number; huge ints become infinite, which is out of every range. */
export function clampIndex(index: Int): number {
  return typeof index === 'number' ? index : index < 0n ? -Infinity : Infinity;
}

/** Whether an integer fits into Py_ssize_t. */
export function fitsIndex(index: Int): boolean {
  return typeof index === 'number' || BigInt.asIntN(64, index) === index;
}

export interface SliceBounds {
  start: number;
  stop: number;
  step: number;
  count: number;
}

function sliceIndex(vm: VM, value: Value): Int {
  const index = tryIndex(vm, value);
  if (index === undefined)
    throw vm.error('TypeError', 'slice indices must be integers or None or have an __index__ method');
  return index;
}

/** The bounds of a slice in a sequence of `length` items: `slice.indices`. Raises TypeError, ValueError. */
export function sliceBounds(vm: VM, slice: PySlice, length: number): SliceBounds {
  const wanted = slice.step === null ? 1 : clampIndex(sliceIndex(vm, slice.step));
  // A step that is too large passes every end, too.
  const step = Math.max(-Number.MAX_SAFE_INTEGER, Math.min(wanted, Number.MAX_SAFE_INTEGER));
  if (step === 0) throw vm.error('ValueError', 'slice step cannot be zero');
  const lower = step < 0 ? -1 : 0;
  const upper = step < 0 ? length - 1 : length;
  const bound = (value: Value, missing: number): number => {
    if (value === null) return missing;
    const index = clampIndex(sliceIndex(vm, value));
    return index < 0 ? Math.max(index + length, lower) : Math.min(index, upper);
  };
  const start = bound(slice.start, step < 0 ? upper : lower);
  const stop = bound(slice.stop, step < 0 ? lower : upper);
  const count =
    step > 0 ? Math.max(0, Math.ceil((stop - start) / step)) : Math.max(0, Math.ceil((start - stop) / -step));
  return { start, stop, step, count };
}

/** The items in the bounds, as a new array. */
export function slicedItems(items: readonly Value[], bounds: SliceBounds): Value[] {
  const { start, stop, step, count } = bounds;
  if (step === 1) return count === 0 ? [] : items.slice(start, stop);
  const result: Value[] = new Array<Value>(count);
  for (let i = 0, at = start; i < count; i++, at += step) result[i] = items[at]!;
  return result;
}

/** The unknown among a slice's parts. */
export function unknownInKey(key: Value): PyUnknown | undefined {
  if (key instanceof PyUnknown) return key;
  if (!(key instanceof PySlice)) return undefined;
  for (const part of [key.start, key.stop, key.step]) if (part instanceof PyUnknown) return part;
  return undefined;
}

/** The position that an index key means, in range. `what` is how the errors call the sequence. */
export function position(
  vm: VM,
  key: Value,
  length: number,
  what: string,
  range = `${what} index out of range`,
): number {
  const int = tryIndex(vm, key);
  if (int === undefined) {
    const type = typeOf(key).typeName;
    let text = `${what} indices must be integers or slices, not ${type}`;
    if (what === 'string') text = `string indices must be integers, not '${type}'`;
    // A sequence that takes no slices: the words are PyObject_GetItem's.
    else if (what === 'deque') text = `sequence index must be integer, not '${type}'`;
    throw vm.error('TypeError', text);
  }
  let index = clampIndex(int);
  if (!fitsIndex(int)) throw vm.error('IndexError', "cannot fit 'int' into an index-sized integer");
  if (index < 0) index += length;
  if (index < 0 || index >= length) throw vm.error('IndexError', range);
  return index;
}

/**
 * How often a sequence is repeated by `value`, or undefined where it is no integer. Raises MemoryError for absurd sizes, and
 * for those that no index reaches an OverflowError with `tooLong`, where there is one.
 */
export function repeatCount(
  vm: VM,
  value: Value,
  length: number,
  tooLong?: string,
  limit = MAX_ITEMS,
): number | undefined {
  const index = tryIndex(vm, value);
  if (index === undefined) return undefined;
  if (!fitsIndex(index)) throw vm.error('OverflowError', "cannot fit 'int' into an index-sized integer");
  // Nothing stays nothing, however often.
  const count = length === 0 ? 0 : Math.max(0, Number(index));
  if (tooLong !== undefined && count * length >= 2 ** 63) throw vm.error('OverflowError', tooLong);
  if (count * length > limit) throw vm.error('MemoryError');
  return count;
}

export function repeated(items: readonly Value[], count: number): Value[] {
  const result: Value[] = [];
  if (items.length === 1) {
    const [item] = items;
    for (let i = 0; i < count; i++) result.push(item!);
    return result;
  }
  for (let i = 0; i < count; i++) for (const item of items) result.push(item);
  return result;
}

/** The items of a list or tuple, subclasses included. */
export function itemsOf(value: Value): readonly Value[] | undefined {
  return value instanceof PyList || value instanceof PyTuple ? value.items : undefined;
}

/** The index of an equal item, or -1. */
export function findItem(
  vm: VM,
  items: () => readonly Value[],
  value: Value,
  start = 0,
  stop = Infinity,
): number {
  for (let i = start; i < Math.min(stop, items().length); i++) if (vm.equals(items()[i]!, value)) return i;
  return -1;
}

/** The bounds that `index(value, start, stop)` takes, as `slice` would. */
export function searchBounds(
  vm: VM,
  start: Value | undefined,
  stop: Value | undefined,
  length: number,
): [number, number] {
  const bound = (value: Value | undefined, missing: number): number => {
    if (value === undefined || value === null) return missing;
    const index = clampIndex(sliceIndex(vm, value));
    return index < 0 ? Math.max(0, index + length) : index;
  };
  return [bound(start, 0), Math.min(length, bound(stop, length))];
}

/**
 * Puts values in the place of a slice of a list; they are made when the bounds are known, for a simple slice or a stepped one. Raises
 * ValueError for a stepped slice of another size.
 */
export function assignSlice(
  vm: VM,
  list: PyList,
  slice: PySlice,
  make: (simple: boolean) => readonly Value[],
): void {
  const bounds = sliceBounds(vm, slice, list.items.length);
  const values = make(bounds.step === 1);
  if (bounds.step === 1) {
    list.splice(bounds.start, Math.max(0, bounds.stop - bounds.start), values);
    return;
  }
  if (values.length !== bounds.count)
    throw vm.error(
      'ValueError',
      `attempt to assign sequence of size ${values.length} to extended slice of size ${bounds.count}`,
    );
  for (let i = 0, at = bounds.start; i < bounds.count; i++, at += bounds.step) list.set(at, values[i]!);
}

/** Removes a slice of a list. */
export function deleteSlice(vm: VM, list: PyList, slice: PySlice): void {
  const { start, step, count } = sliceBounds(vm, slice, list.items.length);
  if (count === 0) return;
  if (step === 1) {
    list.splice(start, count);
    return;
  }
  const gone = new Set<number>();
  for (let i = 0, at = start; i < count; i++, at += step) gone.add(at);
  list.replace(list.items.filter((_, i) => !gone.has(i)));
}
