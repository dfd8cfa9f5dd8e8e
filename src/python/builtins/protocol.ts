/** What every operator does with unknown operands, and how it calls a method that a class defines. */
import type { Value } from '../heap.js';
import { PyMethodDescriptor } from '../native.js';
import { NotImplemented, PyFunction, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';

/** The result of an operation with an unknown operand. */
export function absorb(unknown: PyUnknown): PyUnknown {
  return unknown.wouldBe === undefined ? unknown : new PyUnknown(unknown.reason, unknown.place);
}

/** Calls a method found in a class with the instance first. */
export function callFound(vm: VM, method: Value, self: Value, name: string, args: Value[]): Value {
  if (method instanceof PyFunction || method instanceof PyMethodDescriptor)
    return vm.call(method, [self, ...args]);
  return vm.callSpecial(self, name, args) ?? NotImplemented;
}
