/** Ranges with bounds beyond the safe integers of JavaScript: the same as `range`, in big integers. */
import { typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyIterator, PyLongRange, PyRange, PySlice } from '../objects.js';
import type { VM } from '../vm.js';
import { normalize, type Int } from './numbers.js';
import { tryIndex } from './sequence.js';

/** `range(start, stop, step)` in the representation that holds it. */
export function makeRange(start: Int, stop: Int, step: Int): PyRange | PyLongRange {
  if (typeof start === 'number' && typeof stop === 'number' && typeof step === 'number') {
    const range = new PyRange(start, stop, step);
    // The value after the last one is computed too.
    if (Number.isSafeInteger(start + step * range.length) && Number.isSafeInteger(range.length)) return range;
  }
  return new PyLongRange(BigInt(start), BigInt(stop), BigInt(step));
}

/** A range's start, stop, step and length in big integers. */
export function widened({ start, stop, step }: PyRange | PyLongRange): PyLongRange {
  return new PyLongRange(BigInt(start), BigInt(stop), BigInt(step));
}

export function longRangeIterator(range: PyLongRange): PyIterator {
  let i = 0n;
  return new PyIterator(
    () => (i < range.length ? normalize(range.start + range.step * i++) : undefined),
    [range],
    'longrange_iterator',
    () => Number(range.length - i),
    (items) => (i += BigInt(items)),
  );
}

export function longRangeReversed(range: PyLongRange): PyIterator {
  const { start, step, length } = range;
  return longRangeIterator(new PyLongRange(start + (length - 1n) * step, start - step, -step));
}

/** Where `value` is in the range, or undefined. */
export function longRangeIndex({ start, step, length }: PyLongRange, value: Int): bigint | undefined {
  const offset = BigInt(value) - start;
  if (offset % step !== 0n) return undefined;
  const index = offset / step;
  return index >= 0n && index < length ? index : undefined;
}

/** `range[key]`. Raises IndexError, TypeError. */
export function longRangeItem(vm: VM, range: PyLongRange, key: Value): Value {
  const { start, step, length } = range;
  if (key instanceof PySlice) {
    const by = key.step === null ? 1n : BigInt(sliceIndex(vm, key.step));
    if (by === 0n) throw vm.error('ValueError', 'slice step cannot be zero');
    const lower = by < 0n ? -1n : 0n;
    const upper = by < 0n ? length - 1n : length;
    const bound = (value: Value, missing: bigint): bigint => {
      if (value === null) return missing;
      let index = BigInt(sliceIndex(vm, value));
      if (index < 0n) {
        index += length;
        return index < lower ? lower : index;
      }
      return index > upper ? upper : index;
    };
    const from = bound(key.start, by < 0n ? upper : lower);
    const to = bound(key.stop, by < 0n ? lower : upper);
    return makeRange(normalize(start + step * from), normalize(start + step * to), normalize(step * by));
  }
  const int = tryIndex(vm, key);
  if (int === undefined)
    throw vm.error('TypeError', `range indices must be integers or slices, not ${typeOf(key).typeName}`);
  let index = BigInt(int);
  if (index < 0n) index += length;
  if (index < 0n || index >= length) throw vm.error('IndexError', 'range object index out of range');
  return normalize(start + step * index);
}

function sliceIndex(vm: VM, value: Value): Int {
  const index = tryIndex(vm, value);
  if (index === undefined)
    throw vm.error('TypeError', 'slice indices must be integers or None or have an __index__ method');
  return index;
}
