/** set and frozenset. */
import { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type NativeImplementation } from '../native.js';
import { NotImplemented, PyDictView, PyFrozenSet, PySet, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { classGetItem } from './generic_alias.js';
import { setIterator } from './iteration.js';
import { absorb, builtinContains, builtinHash, viewSet } from './operators.js';
import { guardedRepr } from './representation.js';
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
  return PySet.of(vm.collect(value));
}

/** An operand of an operator: only a set (or a dict's view). */
function operand(value: Value): PySet | undefined {
  if (value instanceof PySet) return value;
  return value instanceof PyDictView && value.cls !== T.dict_values ? viewSet(value) : undefined;
}

type Combine = (a: PySet, b: PySet) => Value[];
const union: Combine = (a, b) => [...a.keyArray(), ...b.keyArray()];
const intersection: Combine = (a, b) =>
  a.size <= b.size ? a.keyArray().filter((key) => b.has(key)) : b.keyArray().filter((key) => a.has(key));
const difference: Combine = (a, b) => a.keyArray().filter((key) => !b.has(key));
const symmetric: Combine = (a, b) => [...difference(a, b), ...difference(b, a)];

/** Replaces the content of a set. */
function assign(set: PySet, items: Value[]): void {
  const wanted = PySet.of(items);
  for (const key of set.keyArray()) if (!wanted.has(key)) set.delete(key);
  for (const item of items) set.add(item);
}

const unknownOf = (args: readonly Value[]): PyUnknown | undefined => {
  for (const arg of args) if (arg instanceof PyUnknown) return absorb(arg);
  return undefined;
};

const operators: Record<string, NativeImplementation> = {};
const inPlace: Record<string, NativeImplementation> = {};
for (const [name, combine] of Object.entries({
  and: intersection,
  or: union,
  sub: difference,
  xor: symmetric,
})) {
  operators[`__${name}__(self, value, /)`] = (_vm: VM, self: PySet, value: Value) => {
    if (value instanceof PyUnknown) return absorb(value);
    const other = operand(value);
    return other === undefined ? NotImplemented : make(self, combine(self, other));
  };
  operators[`__r${name}__(self, value, /)`] = (_vm: VM, self: PySet, value: Value) => {
    if (value instanceof PyUnknown) return absorb(value);
    const other = operand(value);
    return other === undefined
      ? NotImplemented
      : make(other instanceof PySet ? other : self, combine(other, self));
  };
  inPlace[`__i${name}__(self, value, /)`] = (_vm: VM, self: PySet, value: Value) => {
    const other = operand(value);
    if (other === undefined) return NotImplemented;
    assign(self, combine(self, other));
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
  const items = set
    .keyArray()
    .map((key) => vm.repr(key))
    .join(', ');
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
    self instanceof PyFrozenSet && self.cls === T.frozenset ? self : make(self, self.keyArray()),
  'difference(self, /, *others)': (vm: VM, self: PySet, others: Value[]) => {
    let items = self.keyArray();
    for (const other of others) {
      const set = asSet(vm, other);
      items = items.filter((key) => !set.has(key));
    }
    return unknownOf(others) ?? make(self, items);
  },
  'intersection(self, /, *others)': (vm: VM, self: PySet, others: Value[]) => {
    let items = self.keyArray();
    for (const other of others) {
      const set = asSet(vm, other);
      items = items.filter((key) => set.has(key));
    }
    return unknownOf(others) ?? make(self, items);
  },
  'union(self, /, *others)': (vm: VM, self: PySet, others: Value[]) =>
    unknownOf(others) ??
    make(
      self,
      others.reduce<Value[]>((items, other) => items.concat(vm.collect(other)), self.keyArray()),
    ),
  'symmetric_difference(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? make(self, symmetric(self, asSet(vm, other))),
  'isdisjoint(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? intersection(self, asSet(vm, other)).length === 0,
  'issubset(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? difference(self, asSet(vm, other)).length === 0,
  'issuperset(self, other, /)': (vm: VM, self: PySet, other: Value) =>
    unknownOf([other]) ?? difference(asSet(vm, other), self).length === 0,
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
      if (args[1] !== undefined) for (const item of vm.collect(args[1])) self.add(item);
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
      for (const key of self.keys()) {
        vm.root(key);
        self.delete(key);
        return key;
      }
      throw vm.error('KeyError', 'pop from an empty set');
    },
    'update(self, /, *others)': (vm, self: PySet, others: Value[]) => {
      for (const other of others) for (const item of vm.collect(other)) self.add(item);
      return null;
    },
    'difference_update(self, /, *others)': (vm, self: PySet, others: Value[]) => {
      for (const other of others) for (const item of asSet(vm, other).keyArray()) self.delete(item);
      return null;
    },
    'intersection_update(self, /, *others)': (vm, self: PySet, others: Value[]) => {
      for (const other of others) assign(self, intersection(self, asSet(vm, other)));
      return null;
    },
    'symmetric_difference_update(self, other, /)': (vm, self: PySet, other: Value) => {
      assign(self, symmetric(self, asSet(vm, other)));
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
      if (iterable !== undefined) for (const item of vm.collect(iterable)) set.add(item);
      return set;
    },
  },
  classMethods: classGetItem,
  methods: { ...common, '__hash__(self, /)': (vm, self: PySet) => builtinHash(vm, self) },
});
