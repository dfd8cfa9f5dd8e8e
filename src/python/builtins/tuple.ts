/** tuple. */
import { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import { classGetItem } from './generic_alias.js';
import { tupleIterator } from './iteration.js';
import {
  absorb,
  builtinContains,
  builtinGetItem,
  builtinHash,
  concatenate,
  repeatSequence,
} from './operators.js';
import { guardedRepr, joinedTexts } from './representation.js';
import { findItem, searchBounds } from './sequence.js';
import { checkCount, comparisonMethods, noKeywords, setLayout } from './shared.js';

setLayout(T.tuple, (cls) => new PyTuple([], cls));

defineType(T.tuple, {
  doc: "Built-in immutable sequence.\n\nIf no argument is given, the constructor returns an empty tuple.\nIf iterable is specified the tuple is initialized from iterable's items.",
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const [cls, iterable] = args as [PyClass, Value | undefined];
      if (cls === T.tuple) noKeywords(vm, 'tuple', kwargs);
      checkCount(vm, 'tuple', args.slice(1), 0, 1);
      if (cls === T.tuple) {
        if (iterable instanceof PyUnknown) return absorb(iterable);
        if (iterable instanceof PyTuple && iterable.cls === T.tuple) return iterable;
        if (iterable === undefined) return vm.emptyTuple;
      }
      return new PyTuple(iterable === undefined ? [] : vm.collect(iterable), cls);
    },
  },
  classMethods: classGetItem,
  methods: {
    ...comparisonMethods(),
    '__repr__(self, /)': (vm, self: PyTuple) =>
      guardedRepr(
        self,
        '(...)',
        () => `(${joinedTexts(self.items, (item) => vm.repr(item))}${self.items.length === 1 ? ',' : ''})`,
      ),
    '__hash__(self, /)': (vm, self: PyTuple) => builtinHash(vm, self),
    '__len__(self, /)': (_vm, self: PyTuple) => self.items.length,
    '__iter__(self, /)': (_vm, self: PyTuple) => tupleIterator(self),
    '__contains__(self, key, /)': (vm, self: PyTuple, key: Value) => builtinContains(vm, self, key),
    '__getitem__(self, key, /)': (vm, self: PyTuple, key: Value) => builtinGetItem(vm, self, key),
    '__add__(self, value, /)': (vm, self: PyTuple, value: Value) => concatenate(vm, self, value),
    '__mul__(self, value, /)': (vm, self: PyTuple, value: Value) => repeatSequence(vm, self, value),
    '__rmul__(self, value, /)': (vm, self: PyTuple, value: Value) => repeatSequence(vm, self, value),
    '__getnewargs__(self, /)': (_vm, self: PyTuple) => new PyTuple([new PyTuple(self.items)]),
    '__sizeof__(self, /)': (_vm, self: PyTuple) => 24 + 8 * self.items.length,
    'count(self, value, /)': (vm, self: PyTuple, value: Value) =>
      self.items.filter((item) => vm.equals(item, value)).length,
    'index(self, value, start=0, stop=..., /)': (
      vm,
      self: PyTuple,
      value: Value,
      start: Value,
      stop: Value | undefined,
    ) => {
      const [from, to] = searchBounds(vm, start, stop, self.items.length);
      const index = findItem(vm, () => self.items, value, from, to);
      if (index < 0) throw vm.error('ValueError', 'tuple.index(x): x not in tuple');
      return index;
    },
  },
});
