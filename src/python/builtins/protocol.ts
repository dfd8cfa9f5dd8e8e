/** What every operator does with unknown operands, and how it calls a method that a class defines. */
import { typeOf, type PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { PyMethodDescriptor } from '../native.js';
import { NotImplemented, PyFunction, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';

/** The result of an operation with an unknown operand. */
export function absorb(unknown: PyUnknown): PyUnknown {
  return unknown.wouldBe === undefined ? unknown : new PyUnknown(unknown.reason, unknown.place);
}

/** The class of a number: what it is of, or what an unknown would be of; undefined for what is no number, or may be none. */
export function numberClass(value: Value): PyClass | undefined {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return T.int;
    case 'boolean':
      return T.bool;
    case 'object': {
      const cls = value instanceof PyUnknown ? value.wouldBe : value === null ? undefined : value.cls;
      return cls === T.float || cls === T.int || cls === T.bool || cls === T.complex ? cls : undefined;
    }
    default:
      return undefined;
  }
}

/** An unknown of that class: what is told of it stays. */
export function unknownOf(unknown: PyUnknown, cls: PyClass | undefined): PyUnknown {
  return unknown.wouldBe === cls ? unknown : new PyUnknown(unknown.reason, unknown.place, cls);
}

/** The class of a number that an operation of two numbers gives: the wider one's, an int for two booleans. */
export function widerNumber(a: PyClass, b: PyClass): PyClass {
  for (const cls of [T.complex, T.float]) if (a === cls || b === cls) return cls;
  return T.int;
}

/** Whether one is a number that is not known, and the other one computes with such numbers by itself (a tensor, whose shape is known). */
export function takesUnknown(a: Value, b: Value): boolean {
  const [unknown, other] = a instanceof PyUnknown ? [a, b] : [b, a];
  return (
    numberClass(unknown) !== undefined &&
    !(other instanceof PyUnknown) &&
    typeOf(other).layout.takesUnknownNumbers
  );
}

/** Calls a method found in a class with the instance first. */
export function callFound(vm: VM, method: Value, self: Value, name: string, args: Value[]): Value {
  if (method instanceof PyFunction || method instanceof PyMethodDescriptor)
    return vm.call(method, [self, ...args]);
  return vm.callSpecial(self, name, args) ?? NotImplemented;
}
