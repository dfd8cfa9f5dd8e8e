/** range and slice. */
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import { PyLongRange, PyRange, PySlice, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { rangeIterator } from './iteration.js';
import { longRangeIndex, longRangeIterator, longRangeReversed, makeRange, widened } from './long_range.js';
import { intOf, normalize, type Int } from './numbers.js';
import { absorb, builtinContains, builtinGetItem, builtinHash } from './operators.js';
import { sliceBounds } from './sequence.js';
import { checkCount, comparisonMethods, noKeywords } from './shared.js';

type AnyRange = PyRange | PyLongRange;

function indexOf(vm: VM, self: AnyRange, value: Value): Value {
  if (!vm.contains(self, value)) throw vm.error('ValueError', `${vm.repr(value)} is not in range`);
  const int = typeof value === 'object' ? vm.indexBig(value) : (intOf(value) ?? 0);
  return normalize(longRangeIndex(widened(self), int)!);
}

function reversed(self: PyRange): PyRange {
  const last = self.start + (self.length - 1) * self.step;
  return self.length === 0 ? new PyRange(0, 0, 1) : new PyRange(last, self.start - self.step, -self.step);
}

const whole = (value: Int): Int => (typeof value === 'bigint' ? normalize(value) : value);

defineType(T.range, {
  doc: 'range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\nReturn an object that produces a sequence of integers.',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      noKeywords(vm, 'range', kwargs);
      checkCount(vm, 'range', args.slice(1), 1, 3);
      for (const arg of args) if (arg instanceof PyUnknown) return absorb(arg);
      const [first, second, third] = args.slice(1).map((arg) => vm.indexBig(arg));
      if (third === 0) throw vm.error('ValueError', 'range() arg 3 must not be zero');
      return second === undefined ? makeRange(0, first!, 1) : makeRange(first!, second, third ?? 1);
    },
  },
  methods: {
    ...comparisonMethods(true),
    '__repr__(self, /)': (_vm, self: AnyRange) =>
      `range(${self.start}, ${self.stop}${Number(self.step) === 1 ? '' : `, ${self.step}`})`,
    '__hash__(self, /)': (vm, self: AnyRange) => builtinHash(vm, self),
    '__bool__(self, /)': (_vm, self: AnyRange) => self.length > 0,
    '__len__(self, /)': (vm, self: AnyRange) => {
      const length = whole(self.length);
      if (typeof length === 'bigint' && length >= 2n ** 63n)
        throw vm.error('OverflowError', 'Python int too large to convert to C ssize_t');
      return length;
    },
    '__iter__(self, /)': (_vm, self: AnyRange) =>
      self instanceof PyRange ? rangeIterator(self) : longRangeIterator(self),
    '__reversed__(self, /)': (_vm, self: AnyRange) =>
      self instanceof PyRange ? rangeIterator(reversed(self)) : longRangeReversed(self),
    '__contains__(self, key, /)': (vm, self: AnyRange, key: Value) => builtinContains(vm, self, key),
    '__getitem__(self, key, /)': (vm, self: AnyRange, key: Value) => builtinGetItem(vm, self, key),
    '__reduce__(self, /)': (_vm, self: AnyRange) =>
      new PyTuple([T.range, new PyTuple([whole(self.start), whole(self.stop), whole(self.step)])]),
    'count(self, value, /)': (vm, self: AnyRange, value: Value) => (vm.contains(self, value) ? 1 : 0),
    'index(self, value, /)': (vm, self: AnyRange, value: Value) => indexOf(vm, self, value),
  },
  getset: {
    start: (_vm, self: AnyRange) => whole(self.start),
    stop: (_vm, self: AnyRange) => whole(self.stop),
    step: (_vm, self: AnyRange) => whole(self.step),
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
