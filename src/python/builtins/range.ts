/** range and slice. */
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyRange, PySlice, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { rangeIterator } from './iteration.js';
import { absorb, builtinContains, builtinGetItem, builtinHash } from './operators.js';
import { sliceBounds } from './sequence.js';
import { checkCount, comparisonMethods, noKeywords } from './shared.js';

function indexOf(vm: VM, self: PyRange, value: Value): number {
  if (!vm.contains(self, value)) throw vm.error('ValueError', `${vm.repr(value)} is not in range`);
  return (Number(typeof value === 'object' ? vm.indexBig(value) : value) - self.start) / self.step;
}

function reversed(self: PyRange): PyRange {
  const last = self.start + (self.length - 1) * self.step;
  return self.length === 0 ? new PyRange(0, 0, 1) : new PyRange(last, self.start - self.step, -self.step);
}

defineType(T.range, {
  doc: 'range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\nReturn an object that produces a sequence of integers.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      noKeywords(vm, 'range', kwargs);
      checkCount(vm, 'range', args.slice(1), 1, 3);
      for (const arg of args) if (arg instanceof PyUnknown) return absorb(arg);
      const [first, second, third] = args.slice(1).map((arg) => vm.index(arg));
      if (third === 0) throw vm.error('ValueError', 'range() arg 3 must not be zero');
      return second === undefined ? new PyRange(0, first!, 1) : new PyRange(first!, second, third ?? 1);
    },
  },
  methods: {
    ...comparisonMethods(true),
    '__repr__(self, /)': (_vm, self: PyRange) =>
      `range(${self.start}, ${self.stop}${self.step === 1 ? '' : `, ${self.step}`})`,
    '__hash__(self, /)': (vm, self: PyRange) => builtinHash(vm, self),
    '__bool__(self, /)': (_vm, self: PyRange) => self.length > 0,
    '__len__(self, /)': (_vm, self: PyRange) => self.length,
    '__iter__(self, /)': (_vm, self: PyRange) => rangeIterator(self),
    '__reversed__(self, /)': (_vm, self: PyRange) => rangeIterator(reversed(self)),
    '__contains__(self, key, /)': (vm, self: PyRange, key: Value) => builtinContains(vm, self, key),
    '__getitem__(self, key, /)': (vm, self: PyRange, key: Value) => builtinGetItem(vm, self, key),
    '__reduce__(self, /)': (_vm, self: PyRange) =>
      new PyTuple([T.range, new PyTuple([self.start, self.stop, self.step])]),
    'count(self, value, /)': (vm, self: PyRange, value: Value) => (vm.contains(self, value) ? 1 : 0),
    'index(self, value, /)': (vm, self: PyRange, value: Value) => indexOf(vm, self, value),
  },
  getset: {
    start: (_vm, self: PyRange) => self.start,
    stop: (_vm, self: PyRange) => self.stop,
    step: (_vm, self: PyRange) => self.step,
  },
});

defineType(T.slice, {
  doc: 'slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      noKeywords(vm, 'slice', kwargs);
      checkCount(vm, 'slice', args.slice(1), 1, 3);
      const [, first, second, third] = args;
      return second === undefined
        ? new PySlice(null, first!, null)
        : new PySlice(first!, second, third ?? null);
    },
  },
  methods: {
    ...comparisonMethods(),
    '__repr__(self, /)': (vm, self: PySlice) =>
      `slice(${vm.repr(self.start)}, ${vm.repr(self.stop)}, ${vm.repr(self.step)})`,
    '__reduce__(self, /)': (_vm, self: PySlice) =>
      new PyTuple([T.slice, new PyTuple([self.start, self.stop, self.step])]),
    'indices(self, len, /)': (vm, self: PySlice, length: Value) => {
      const size = vm.index(length);
      if (size < 0) throw vm.error('ValueError', 'length should not be negative');
      const { start, stop, step } = sliceBounds(vm, self, size);
      return new PyTuple([start, stop, step]);
    },
  },
  getset: {
    start: (_vm, self: PySlice) => self.start,
    stop: (_vm, self: PySlice) => self.stop,
    step: (_vm, self: PySlice) => self.step,
  },
  constants: { __hash__: null },
});
