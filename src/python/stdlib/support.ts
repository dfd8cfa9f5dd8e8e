/** What the natives of the standard library share: reading arguments, and iterators that may call Python in their steps. */
import { intOf, intToFloat, floatOf, type Int } from '../builtins/numbers.js';
import { absorb } from '../builtins/operators.js';
import { typeOf } from '../classes.js';
import { heap, type Value } from '../heap.js';
import { PyIterator, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';
import { bytesIn } from '../builtins/int.js';

/** A real number as an argument of a mathematical function: float, int, `__float__` or `__index__`. Raises TypeError. */
export function realArgument(vm: VM, value: Value): number | PyUnknown {
  if (value instanceof PyUnknown) return absorb(value);
  const float = floatOf(value);
  if (float !== undefined) return float;
  const int = intOf(value);
  if (int !== undefined) return intToFloat(vm, int);
  const result = vm.callSpecial(value, '__float__');
  if (result instanceof PyUnknown) return absorb(result);
  if (result !== undefined) {
    const number = floatOf(result);
    if (number === undefined)
      throw vm.error(
        'TypeError',
        `${typeOf(value).typeName}.__float__ returned non-float (type ${typeOf(result).typeName})`,
      );
    return number;
  }
  if (typeOf(value).lookup('__index__') !== undefined) return intToFloat(vm, vm.indexBig(value));
  throw vm.error('TypeError', `must be real number, not ${typeOf(value).typeName}`);
}

/** An integer argument (`__index__` counts); an unknown stays one. */
export function intArgument(vm: VM, value: Value): Int | PyUnknown {
  if (value instanceof PyUnknown) return absorb(value);
  return intOf(value) ?? vm.indexBig(value);
}

/** A str argument; raises TypeError with `what` as the subject. */
export function textArgument(vm: VM, value: Value | undefined, what: string): string {
  const text = value === undefined ? undefined : vm.asStr(value);
  if (text === undefined)
    throw vm.error(
      'TypeError',
      `${what} must be str, not ${value === undefined || value === null ? 'None' : typeOf(value).typeName}`,
    );
  return text;
}

/** The bytes of a bytes-like argument. Raises TypeError. */
export function bytesArgument(vm: VM, value: Value | undefined): Uint8Array {
  const data = bytesIn(value);
  if (data !== undefined) return data;
  throw vm.error('TypeError', `a bytes-like object is required, not '${typeOf(value ?? null).typeName}'`);
}

/** Runs something outside a native (a step of an iterator) as one: what it makes and roots lives until it ends. */
export function asNative<R>(body: () => R): R {
  const base = heap.handles.length;
  heap.nativeDepth++;
  try {
    return body();
  } finally {
    heap.nativeDepth--;
    heap.popHandles(base);
  }
}

/** An iterator whose steps may call Python. `holds` is what it keeps alive. */
export function nativeIterator(
  step: () => Value | undefined,
  holds: readonly Value[],
  typeName: string,
  remaining?: () => number,
): PyIterator {
  let finished = false;
  return new PyIterator(
    () => {
      if (finished) return undefined;
      const value = asNative(step);
      if (value === undefined) finished = true;
      return value;
    },
    holds,
    typeName,
    remaining,
  );
}
