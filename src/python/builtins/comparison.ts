/** Comparisons: of the built-in types by their content, of others by their methods in CPython's order. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyMethodDescriptor } from '../native.js';
import {
  NotImplemented,
  PyBoxed,
  PyByteArray,
  PyBytes,
  PyDict,
  PyDictView,
  PyList,
  PyLongRange,
  PyRange,
  PySet,
  PySlice,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import { differ } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { widened } from './long_range.js';
import { numbersEqual, realOf, complexOf } from './numbers.js';
import { absorb, callFound, numberClass, takesUnknown, unknownOf } from './protocol.js';
import { compareText } from './text.js';
import { truth } from './truth.js';

const COMPARISONS = ['__lt__', '__le__', '__eq__', '__ne__', '__gt__', '__ge__'];
const COMPARE_SYMBOLS = ['<', '<=', '==', '!=', '>', '>='];
/** The comparison that means the same with swapped operands. */
const SWAPPED = [4, 5, 2, 3, 0, 1];

function ordering(operator: number, order: number): boolean {
  switch (operator) {
    case 0:
      return order < 0;
    case 1:
      return order <= 0;
    case 2:
      return order === 0;
    case 3:
      return order !== 0;
    case 4:
      return order > 0;
    default:
      return order >= 0;
  }
}

/** A comparison of two values whose types are built-in (or boxed), as their own `__lt__`, `__eq__`, … do it; undefined for NotImplemented. */
export function builtinCompare(vm: VM, operator: number, a: Value, b: Value): Value | undefined {
  if (a === null || b === null) return undefined;
  if (a instanceof PyBoxed && a.value instanceof PyBytes) a = a.value;
  if (b instanceof PyBoxed && b.value instanceof PyBytes) b = b.value;
  const equality = operator === 2 || operator === 3;
  const x = realOf(a);
  if (x !== undefined) {
    const y = realOf(b);
    if (y === undefined) {
      const equal = equality && complexOf(b) !== undefined ? numbersEqual(a, b) : undefined;
      return equal === undefined ? undefined : equal === (operator === 2);
    }
    switch (operator) {
      case 0:
        return x < y;
      case 1:
        return x <= y;
      case 2:
        // eslint-disable-next-line eqeqeq -- exact between number and bigint
        return x == y;
      case 3:
        // eslint-disable-next-line eqeqeq -- exact between number and bigint
        return x != y;
      case 4:
        return x > y;
      default:
        return x >= y;
    }
  }
  const text = vm.asStr(a);
  if (text !== undefined) {
    const other = vm.asStr(b);
    if (other === undefined) return undefined;
    return equality ? (text === other) === (operator === 2) : ordering(operator, compareText(text, other));
  }
  if (a instanceof PyTuple || a instanceof PyList) {
    if (a instanceof PyTuple ? !(b instanceof PyTuple) : !(b instanceof PyList)) return undefined;
    return compareItems(vm, operator, a.items, (b as PyTuple | PyList).items);
  }
  if (a instanceof PySet) {
    if (!(b instanceof PySet)) return undefined;
    return compareSets(operator, a, b);
  }
  if (a instanceof PyBytes || a instanceof PyByteArray) {
    if (!(b instanceof PyBytes || b instanceof PyByteArray)) return undefined;
    return ordering(operator, compareBytes(a.data, b.data));
  }
  if (a instanceof PySlice) {
    if (!(b instanceof PySlice)) return undefined;
    return compareItems(vm, operator, [a.start, a.stop, a.step], [b.start, b.stop, b.step]);
  }
  if (a instanceof PyDictView) return compareViews(vm, operator, a, b);
  if (!equality) return undefined;
  if (a instanceof PyDict) {
    if (!(b instanceof PyDict)) return undefined;
    return dictsEqual(vm, a, b) === (operator === 2);
  }
  if (a instanceof PyRange || a instanceof PyLongRange) {
    if (!(b instanceof PyRange || b instanceof PyLongRange)) return undefined;
    return rangesEqual(a, b) === (operator === 2);
  }
  const equal = complexOf(a) === undefined ? undefined : numbersEqual(a, b);
  return equal === undefined ? undefined : equal === (operator === 2);
}

function rangesEqual(a: PyRange | PyLongRange, b: PyRange | PyLongRange): boolean {
  if (a instanceof PyLongRange || b instanceof PyLongRange) {
    const [x, y] = [widened(a), widened(b)];
    return (
      x.length === y.length &&
      (x.length === 0n || (x.start === y.start && (x.length === 1n || x.step === y.step)))
    );
  }
  return (
    a.length === b.length &&
    (a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step)))
  );
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

function compareItems(vm: VM, operator: number, a: readonly Value[], b: readonly Value[]): Value {
  if ((operator === 2 || operator === 3) && a.length !== b.length) return operator === 3;
  for (let i = 0; i < a.length && i < b.length; i++) {
    if (equals(vm, a[i]!, b[i]!)) continue;
    if (operator === 2) return false;
    if (operator === 3) return true;
    return compareOperation(vm, operator, a[i]!, b[i]!);
  }
  return ordering(operator, a.length - b.length);
}

function isSubset(a: PySet, b: PySet): boolean {
  if (a.size > b.size) return false;
  for (const key of a.keys()) if (!b.has(key)) return false;
  return true;
}

function compareSets(operator: number, a: PySet, b: PySet): boolean {
  switch (operator) {
    case 0:
      return a.size < b.size && isSubset(a, b);
    case 1:
      return isSubset(a, b);
    case 2:
      return a.size === b.size && isSubset(a, b);
    case 3:
      return a.size !== b.size || !isSubset(a, b);
    case 4:
      return b.size < a.size && isSubset(b, a);
    default:
      return isSubset(b, a);
  }
}

function dictsEqual(vm: VM, a: PyDict, b: PyDict): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a.entries()) {
    const other = b.get(key);
    if (other === undefined || !equals(vm, value, other)) return false;
  }
  if (!a.ordered || !b.ordered) return true;
  const keys = b.keyArray();
  return a.keyArray().every((key, i) => equals(vm, key, keys[i]!));
}

/** The items of a set-like view as a set. */
export function viewSet(view: PyDictView): PySet {
  return view.cls === T.dict_items
    ? PySet.of(Array.from(view.dict.entries(), (entry) => new PyTuple(entry)))
    : PySet.of(view.dict.keyArray());
}

function compareViews(vm: VM, operator: number, a: PyDictView, b: Value): Value | undefined {
  if (a.cls === T.dict_values) return undefined;
  if (b instanceof PySet) return compareSets(operator, viewSet(a), b);
  if (!(b instanceof PyDictView) || b.cls === T.dict_values) return undefined;
  if (a.cls === T.dict_items && b.cls === T.dict_items && (operator === 2 || operator === 3))
    return dictsEqual(vm, a.dict, b.dict) === (operator === 2);
  return compareSets(operator, viewSet(a), viewSet(b));
}

/**
 * `a op b`; `operator` is an index of COMPARE_OPERATORS. Raises TypeError where there is no order, RecursionError where it is one
 * call too many, as `PyObject_RichCompare` does.
 */
export function compareOperation(vm: VM, operator: number, a: Value, b: Value): Value {
  if (isLeaf(a) && isLeaf(b)) return comparison(vm, operator, a, b);
  vm.enterRecursiveCall(' in comparison');
  try {
    return comparison(vm, operator, a, b);
  } finally {
    vm.depth--;
  }
}

/** Whether nothing is called to compare it. */
function isLeaf(value: Value): boolean {
  return typeof value !== 'object' || value === null;
}

function comparison(vm: VM, operator: number, a: Value, b: Value): Value {
  const plainA = typeof a !== 'object' || a === null || (a.cls.native && !(a instanceof PyClass));
  const plainB = typeof b !== 'object' || b === null || (b.cls.native && !(b instanceof PyClass));
  if (takesUnknown(a, b)) {
    // the tensor's own method, below
  } else if (plainA && plainB) {
    if (a instanceof PyUnknown || b instanceof PyUnknown) {
      if ((operator === 2 || operator === 3) && differ(a, b)) return operator === 3;
      return unknownComparison(a, b);
    }
    const result = builtinCompare(vm, operator, a, b);
    if (result !== undefined) return result;
  } else {
    if (a instanceof PyUnknown) return absorb(a);
    if (b instanceof PyUnknown) return absorb(b);
  }
  const ta = typeOf(a);
  const tb = typeOf(b);
  const reflectedFirst = ta !== tb && tb.isSubclassOf(ta);
  if (reflectedFirst) {
    const result = compareBy(vm, SWAPPED[operator]!, b, tb, a);
    if (result !== NotImplemented) return result;
  }
  const result = compareBy(vm, operator, a, ta, b);
  if (result !== NotImplemented) return result;
  if (!reflectedFirst) {
    const reflected = compareBy(vm, SWAPPED[operator]!, b, tb, a);
    if (reflected !== NotImplemented) return reflected;
  }
  if (operator === 2) return vm.isSame(a, b);
  if (operator === 3) return !vm.isSame(a, b);
  throw vm.error(
    'TypeError',
    `'${COMPARE_SYMBOLS[operator]}' not supported between instances of '${ta.typeName}' and '${tb.typeName}'`,
  );
}

/** What a comparison with an unknown operand gives: of two numbers, a bool. */
function unknownComparison(a: Value, b: Value): PyUnknown {
  const unknown = (a instanceof PyUnknown ? a : b) as PyUnknown;
  const numbers = numberClass(a) !== undefined && numberClass(b) !== undefined;
  return numbers ? unknownOf(unknown, T.bool) : absorb(unknown);
}

function compareBy(vm: VM, operator: number, a: Value, cls: PyClass, b: Value): Value {
  const name = COMPARISONS[operator]!;
  const method = cls.lookup(name);
  if (method === undefined || method === null) return NotImplemented;
  if (method instanceof PyMethodDescriptor && method.owner === T.object) {
    if (operator !== 3) return NotImplemented;
    // object.__ne__ inverts what __eq__ says.
    const equal = compareBy(vm, 2, a, cls, b);
    return equal === NotImplemented || equal instanceof PyUnknown ? equal : !truth(vm, equal);
  }
  return callFound(vm, method, a, name, [b]);
}

/** `a is b or a == b`, as containers compare their items. False where it cannot be known. */
export function equals(vm: VM, a: Value, b: Value): boolean {
  if (a === b) return true;
  if (typeof a === 'string' && typeof b === 'string') return false;
  if (typeof a === 'number' && typeof b === 'number') return false;
  if (a === null && (typeof b !== 'object' || b === null)) return false;
  const result = compareOperation(vm, 2, a, b);
  return result === true || (result !== false && !(result instanceof PyUnknown) && truth(vm, result));
}

/** `a < b`. */
export function less(vm: VM, a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b;
  const result = compareOperation(vm, 0, a, b);
  return result === true || (result !== false && !(result instanceof PyUnknown) && truth(vm, result));
}
