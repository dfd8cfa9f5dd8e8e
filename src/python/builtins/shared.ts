/** Method tables that several built-in types share. */
import type { PyClass } from '../classes.js';
import { typeOf } from '../classes.js';
import { Op } from '../code.js';
import type { Value } from '../heap.js';
import type { NativeImplementation } from '../native.js';
import { NotImplemented, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';
import { numberOperation } from './numbers.js';
import { absorb, builtinCompare, OPERATOR_NAMES, unaryNumber } from './operators.js';

export type Methods = Record<string, NativeImplementation>;

const COMPARISONS = ['lt', 'le', 'eq', 'ne', 'gt', 'ge'];

/** `__lt__`, `__le__`, … of a built-in type; `equality` gives only `__eq__` and `__ne__`, `accepts` says which operands are its business. */
export function comparisonMethods(
  equality = false,
  accepts: (value: Value) => boolean = () => true,
): Methods {
  const methods: Methods = {};
  COMPARISONS.forEach((name, operator) => {
    if (equality && name !== 'eq' && name !== 'ne') return;
    methods[`__${name}__(self, value, /)`] = (vm, self: Value, value: Value) =>
      value instanceof PyUnknown
        ? absorb(value)
        : accepts(value)
          ? (builtinCompare(vm, operator, self, value) ?? NotImplemented)
          : NotImplemented;
  });
  return methods;
}

/** The binary operators of a number type, forward and reflected. `accepts` says which operands are the type's business. */
export function numberMethods(operators: string[], accepts: (value: Value) => boolean): Methods {
  const methods: Methods = {};
  for (const name of operators) {
    const operator = OPERATOR_NAMES.indexOf(name);
    if (name === 'pow') continue;
    methods[`__${name}__(self, value, /)`] = (vm, self: Value, value: Value) =>
      value instanceof PyUnknown
        ? absorb(value)
        : accepts(value)
          ? (numberOperation(vm, operator, self, value) ?? NotImplemented)
          : NotImplemented;
    methods[`__r${name}__(self, value, /)`] = (vm, self: Value, value: Value) =>
      value instanceof PyUnknown
        ? absorb(value)
        : accepts(value)
          ? (numberOperation(vm, operator, value, self) ?? NotImplemented)
          : NotImplemented;
  }
  return methods;
}

/** `__neg__`, `__pos__` and, for ints, `__invert__`. */
export function unaryMethods(invert: boolean): Methods {
  const methods: Methods = {
    '__neg__(self, /)': (_vm, self: Value) => unaryNumber(Op.UNARY_NEGATIVE, self),
    '__pos__(self, /)': (_vm, self: Value) => unaryNumber(Op.UNARY_POSITIVE, self),
  };
  if (invert) methods['__invert__(self, /)'] = (_vm, self: Value) => unaryNumber(Op.UNARY_INVERT, self);
  return methods;
}

/** The str that an argument must be; `what` begins the TypeError's text (it may be empty). */
export function expectText(vm: VM, value: Value | undefined, what: string): string {
  const text = value === undefined ? undefined : vm.asStr(value);
  if (text !== undefined) return text;
  const name = typeOf(value ?? null).typeName;
  throw vm.error(
    'TypeError',
    what === '' ? `must be str, not ${name}` : `${what} must be str, not ${value === null ? 'None' : name}`,
  );
}

/** Names a type sets itself: makes the class a layout of its own, with instances made by `allocate`. */
export function setLayout(cls: PyClass, allocate: PyClass['allocate']): void {
  cls.layout = cls;
  cls.allocate = allocate;
}

/** Refuses keyword arguments that a constructor does not take. */
export function noKeywords(vm: VM, name: string, kwargs: Map<string, Value> | null): void {
  if (kwargs !== null && kwargs.size > 0) throw vm.error('TypeError', `${name}() takes no keyword arguments`);
}

/** Checks how many positional arguments a constructor got, with the texts of `PyArg_UnpackTuple`. */
export function checkCount(vm: VM, name: string, args: readonly Value[], least: number, most: number): void {
  const plural = (count: number): string => `${count} argument${count === 1 ? '' : 's'}`;
  if (args.length < least)
    throw vm.error(
      'TypeError',
      `${name} expected ${least === most ? '' : 'at least '}${plural(least)}, got ${args.length}`,
    );
  if (args.length > most)
    throw vm.error(
      'TypeError',
      `${name} expected ${least === most ? '' : 'at most '}${plural(most)}, got ${args.length}`,
    );
}
