/** set and frozenset. */
import { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type NativeImplementation } from '../native.js';
import { NotImplemented, PyDict, PyDictView, PyFrozenSet, PySet, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { classGetItem } from './generic_alias.js';
import { setIterator } from './iteration.js';
import { absorb, builtinContains, builtinHash, viewSet } from './operators.js';
import { guardedRepr, joinedTexts } from './representation.js';
import { checkCount, comparisonMethods, noKeywords, setLayout } from './shared.js';

setLayout(T.set, (cls) => new PySet(cls));
setLayout(T.frozenset, (cls) => new PyFrozenSet(cls));

/** A new set of the built-in kind of `like`. */
function make(like: PySet, items: Iterable<Value>): PySet {
  const set = like instanceof PyFrozenSet ? new PyFrozenSet() : new PySet();
  for (const item of items) set.add(item);
  return set;
}

/** An operand of a method, as a set: any iterable. */
function asSet(vm: VM, value: Value): PySet {
  if (value instanceof PySet) return value;
  if (value instanceof PyDictView && value.cls === T.dict_keys) return viewSet(value);
  return PySet.of(vm.collect(value, false));
}

/** An operand of an operator: only a set (or a dict's view). */
function operand(value: Value): PySet | undefined {
  if (value instanceof PySet) return value;
  return value instanceof PyDictView && value.cls !== T.dict_values ? viewSet(value) : undefined;
}

/** A copy of a set, of the built-in kind. */
function copyOf(set: PySet): PySet {
  const copy = make(set, []);
  copy.merge(set);
  return copy;
}

/** `set.update(value)`: the elements come in the order in which CPython adds them. */
export function updateSet(vm: VM, set: PySet, value: Value): void {
  if (value instanceof PySet) {
    set.merge(value);
    return;
  }
  if (value instanceof PyDict && value.cls === T.dict) set.reserve(value.size);
  for (const item of vm.collect(value, false)) set.add(item);
}

function intersection(vm: VM, self: PySet, value: Value): PySet {
  const result = make(self, []);
  if (value === self) result.merge(self);
  else if (value instanceof PySet) {
    const [small, large] = value.size > self.size ? [self, value] : [value, self];
    for (const key of small.keyArray()) if (large.has(key)) result.add(key);
  } else for (const key of vm.collect(value, false)) if (self.has(key)) result.add(key);
  return result;
}

function difference(vm: VM, self: PySet, value: Value): PySet {
  const isDict = value instanceof PyDict && value.cls === T.dict;
  if ((value instanceof PySet || isDict) && self.size >> 2 <= value.size) {
    const result = make(self, []);
    for (const key of self.keyArray()) if (!value.has(key)) result.add(key);
    return result;
  }
  const result = copyOf(self);
  differenceUpdate(vm, result, value);
  return result;
}

function differenceUpdate(vm: VM, self: PySet, value: Value): void {
  if (value === self) {
    self.clear();
    return;
  }
  if (value instanceof PySet) {
    const gone = value.size >> 3 > self.size ? intersection(vm, self, value) : value;
    for (const key of gone.keyArray()) self.delete(key);
  } else for (const key of vm.collect(value, false)) self.delete(key);
  self.shrink();
}

function symmetricUpdate(vm: VM, self: PySet, value: Value): void {
  if (value === self) {
    self.clear();
    return;
  }
  let other: PySet | PyDict;
  if (value instanceof PySet || (value instanceof PyDict && value.cls === T.dict)) other = value;
  else {
    other = make(self, []);
    updateSet(vm, other, value);
  }
  for (const key of other.keyArray()) if (!self.delete(key)) self.add(key);
}

function union(vm: VM, self: PySet, value: Value): PySet {
  const result = copyOf(self);
  updateSet(vm, result, value);
  return result;
}

function symmetric(vm: VM, self: PySet, value: Value): PySet {
  const result = make(self, []);
  updateSet(vm, result, value);
  symmetricUpdate(vm, result, self);
  return result;
}

function intersectionOf(vm: VM, self: PySet, others: readonly Value[]): PySet {
  let result = others.length === 0 ? copyOf(self) : self;
  for (const other of others) result = vm.root(intersection(vm, result, other)) as PySet;
  return result;
}

const unknownOf = (args: readonly Value[]): PyUnknown | undefined => {
  for (const arg of args) if (arg instanceof PyUnknown) return absorb(arg);
  return undefined;
};

const operators: Record<string, NativeImplementation> = {};
const inPlace: Record<string, NativeImplementation> = {};
for (const [name, combine, update] of [
  ['and', intersection, (vm: VM, self: PySet, value: PySet) => self.become(intersection(vm, self, value))],
  ['or', union, updateSet],
  ['sub', difference, differenceUpdate],
  ['xor', symmetric, symmetricUpdate],
] as const) {
  operators[`__${name}__(self, value, /)`] = (vm: VM, self: PySet, value: Value) => {
    if (value instanceof PyUnknown) return absorb(value);
    const other = operand(value);
    return other === undefined ? NotImplemented : combine(vm, self, other);
  };
  operators[`__r${name}__(self, value, /)`] = (vm: VM, self: PySet, value: Value) => {
    if (value instanceof PyUnknown) return absorb(value);
    const other = operand(value);
    return other === undefined ? NotImplemented : combine(vm, other, self);
  };
  inPlace[`__i${name}__(self, value, /)`] = (vm: VM, self: PySet, value: Value) => {
    const other = operand(value);
    if (other === undefined) return NotImplemented;
    update(vm, self, other);
    return self;
  };
}

/** What stands for an element that is a set itself: it is looked for as a frozenset of the same content. */
function asElement(element: Value): Value {
  if (!(element instanceof PySet) || element instanceof PyFrozenSet || element.cls.hashKind !== 'none')
    return element;
  const frozen = new PyFrozenSet();
  for (const key of element.keyArray()) frozen.add(key);
  return frozen;
}

function reprOf(vm: VM, set: PySet): string {
  const name = set.cls.name;
  if (set.size === 0) return `${name}()`;
  const items = joinedTexts(set.keyArray(), (key) => vm.repr(key));
  return set.cls === T.set ? `{${items}}` : `${name}({${items}})`;
}

const common: Record<string, NativeImplementation> = {
  ...comparisonMethods(),
  ...operators,
  '__repr__(self, /)': (vm: VM, self: PySet) =>
    guardedRepr(self, `${self.cls.name}(...)`, () => reprOf(vm, self)),
  '__len__(self, /)': (_vm: VM, self: PySet) => self.size,
  '__iter__(self, /)': (vm: VM, self: PySet) => setIterator(vm, self),
  '__contains__(self, key, /)': (vm: VM, self: PySet, key: Value) => builtinContains(vm, self, key),
  '__sizeof__(self, /)': (_vm: VM, self: PySet) => 200 + 32 * self.size,
  '__reduce__(self, /)': (vm: VM, self: PySet) =>
    new PyTuple([
      self.cls,
      new PyTuple([vm.call(T.list, [self])]),
      vm.callSpecial(self, '__getstate__') ?? null,
    ]),
  'copy(self, /)': (_vm: VM, self: PySet) =>
    self instanceof PyFrozenSet && self.cls === T.frozenset ? self : copyOf(self),
  'difference(self, /, *others)': (vm: VM, self: PySet, others: Value[]) => {
    const unknown = unknownOf(others);
    if (unknown !== undefined) return unknown;
    const [first, ...rest] = others;
    const result = first === undefined ? copyOf(self) : difference(vm, self, first);
    vm.root(result);
    for (const other of rest) differenceUpdate(vm, result, other);
    return result;
  },
  'intersection(self, /, *others)': (vm: VM, self: PySet, others: Value[]) =>
    unknownOf(others) ?? intersectionOf(vm, self, others),
  'union(self, /, *others)': (vm: VM, self: PySet, others: Value[]) => {
    const unknown = unknownOf(others);
    if (unknown !== undefined) return unknown;
    const result = vm.root(copyOf(self)) as PySet;
    for (const other of others) if (other !== self) updateSet(vm, result, other);
    return result;
  },
  'symmetric_difference(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? symmetric(vm, self, other),
  'isdisjoint(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? intersection(vm, self, other).size === 0,
  'issubset(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? difference(vm, self, asSet(vm, other)).size === 0,
  'issuperset(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? difference(vm, asSet(vm, other), self).size === 0,
};

defineType(T.set, {
  doc: 'set() -> new empty set object\nset(iterable) -> new set object\n\nBuild an unordered collection of unique elements.',
  staticMethods: {
    '__new__(...)': (_vm, args: Value[]) =>
      args[1] instanceof PyUnknown && args[0] === T.set ? absorb(args[1]) : new PySet(args[0] as PyClass),
  },
  classMethods: classGetItem,
  methods: {
    ...common,
    ...inPlace,
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      if ((args[0] as PySet).cls === T.set) noKeywords(vm, 'set', kwargs);
      checkCount(vm, 'set', args.slice(1), 0, 1);
      const self = args[0] as PySet;
      if (self.size > 0) self.clear();
      if (args[1] !== undefined) updateSet(vm, self, args[1]);
      return null;
    },
    'add(self, element, /)': (_vm, self: PySet, element: Value) => {
      self.add(element);
      return null;
    },
    'clear(self, /)': (_vm, self: PySet) => {
      self.clear();
      return null;
    },
    'discard(self, element, /)': (_vm, self: PySet, element: Value) => {
      self.delete(asElement(element));
      return null;
    },
    'remove(self, element, /)': (vm, self: PySet, element: Value) => {
      if (!self.delete(asElement(element))) throw vm.error('KeyError', element);
      return null;
    },
    'pop(self, /)': (vm, self: PySet) => {
      const key = self.first();
      if (key === undefined) throw vm.error('KeyError', 'pop from an empty set');
      vm.root(key);
      self.delete(key);
      return key;
    },
    'update(self, /, *others)': (vm, self: PySet, others: Value[]) => {
      for (const other of others) updateSet(vm, self, other);
      return null;
    },
    'difference_update(self, /, *others)': (vm, self: PySet, others: Value[]) => {
      for (const other of others) differenceUpdate(vm, self, other);
      return null;
    },
    'intersection_update(self, /, *others)': (vm, self: PySet, others: Value[]) => {
      self.become(intersectionOf(vm, self, others));
      return null;
    },
    'symmetric_difference_update(self, other, /)': (vm, self: PySet, other: Value) => {
      symmetricUpdate(vm, self, other);
      return null;
    },
  },
  constants: { __hash__: null },
});

defineType(T.frozenset, {
  doc: 'frozenset() -> empty frozenset object\nfrozenset(iterable) -> frozenset object\n\nBuild an immutable unordered collection of unique elements.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const [cls, iterable] = args as [PyClass, Value | undefined];
      if (cls === T.frozenset) noKeywords(vm, 'frozenset', kwargs);
      checkCount(vm, 'frozenset', args.slice(1), 0, 1);
      if (iterable instanceof PyUnknown && cls === T.frozenset) return absorb(iterable);
      if (iterable instanceof PyFrozenSet && cls === T.frozenset && iterable.cls === T.frozenset)
        return iterable;
      const set = new PyFrozenSet(cls);
      if (iterable !== undefined) updateSet(vm, set, iterable);
      return set;
    },
  },
  classMethods: classGetItem,
  methods: { ...common, '__hash__(self, /)': (vm, self: PySet) => builtinHash(vm, self) },
});
