/** list, and the sorting behind `list.sort` and `sorted`. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type NativeCoroutine } from '../native.js';
import { PyFloat, PyList, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { classGetItem } from './generic_alias.js';
import { listIterator, reverseListIterator } from './iteration.js';
import {
  absorb,
  builtinContains,
  builtinGetItem,
  concatenate,
  deleteListItem,
  less,
  repeatSequence,
  setListItem,
} from './operators.js';
import { guardedRepr, joinedTexts } from './representation.js';
import { clampIndex, findItem, repeatCount, repeated, searchBounds } from './sequence.js';
import { checkCount, comparisonMethods, noKeywords, setLayout } from './shared.js';
import { compareText, isWide } from './text.js';

setLayout(T.list, (cls) => new PyList([], cls));

/** Sorts in place by `<`, stably; `keys` go along with `items` and decide. */
function sortByKeys(vm: VM, keys: Value[], items: Value[]): Value[] {
  const order = keys.map((_, i) => i);
  const plain = plainComparison(keys);
  if (plain !== undefined) order.sort((i, j) => plain(keys[i]!, keys[j]!) || i - j);
  else mergeSort(order, (i, j) => less(vm, keys[i]!, keys[j]!));
  return order.map((i) => items[i]!);
}

/** A comparison without Python for keys that are all numbers, all floats or all strings. */
function plainComparison(keys: readonly Value[]): ((a: Value, b: Value) => number) | undefined {
  if (keys.every((key) => typeof key === 'number')) return (a, b) => (a as number) - (b as number);
  if (keys.every((key) => typeof key === 'string')) {
    if (keys.some((key) => isWide(key as string))) return (a, b) => compareText(a as string, b as string);
    return (a, b) => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1);
  }
  const isFloat = (key: Value): boolean =>
    key instanceof PyFloat && key.cls === T.float && !Number.isNaN(key.value);
  if (keys.every(isFloat))
    return (a, b) =>
      (a as PyFloat).value < (b as PyFloat).value ? -1 : (a as PyFloat).value > (b as PyFloat).value ? 1 : 0;
  return undefined;
}

/** A stable merge sort that only asks whether a later element is less than an earlier one, as CPython's does. */
function mergeSort(order: number[], isLess: (i: number, j: number) => boolean): void {
  const sort = (from: number, to: number): void => {
    if (to - from <= 8) {
      for (let i = from + 1; i < to; i++) {
        const pivot = order[i]!;
        let low = from;
        // The order is often right already: ask the neighbour first.
        if (!isLess(pivot, order[i - 1]!)) continue;
        let high = i - 1;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (isLess(pivot, order[middle]!)) high = middle;
          else low = middle + 1;
        }
        order.copyWithin(low + 1, low, i);
        order[low] = pivot;
      }
      return;
    }
    const middle = (from + to) >> 1;
    sort(from, middle);
    sort(middle, to);
    if (!isLess(order[middle]!, order[middle - 1]!)) return;
    const left = order.slice(from, middle);
    let i = 0;
    let j = middle;
    let at = from;
    while (i < left.length && j < to) order[at++] = isLess(order[j]!, left[i]!) ? order[j++]! : left[i++]!;
    while (i < left.length) order[at++] = left[i++]!;
  };
  if (order.length < 64) binarySort(order, isLess);
  else sort(0, order.length);
}

/** What CPython does with a short list: the run at the start, then each element into its place by bisection. */
function binarySort(order: number[], isLess: (i: number, j: number) => boolean): void {
  const { length } = order;
  if (length < 2) return;
  let run = 2;
  if (isLess(order[1]!, order[0]!)) {
    while (run < length && isLess(order[run]!, order[run - 1]!)) run++;
    for (let i = 0, j = run - 1; i < j; i++, j--) [order[i], order[j]] = [order[j]!, order[i]!];
  } else while (run < length && !isLess(order[run]!, order[run - 1]!)) run++;
  for (; run < length; run++) {
    const pivot = order[run]!;
    let low = 0;
    let high = run;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isLess(pivot, order[middle]!)) high = middle;
      else low = middle + 1;
    }
    order.copyWithin(low + 1, low, run);
    order[low] = pivot;
  }
}

/** The items in order, as `sorted(items, key=…, reverse=…)`; keys are computed by the machine's own loop. */
export function* sortItems(
  vm: VM,
  given: readonly Value[],
  key: Value,
  reverse: Value,
): Generator<{ callable: Value; args: Value[] }, Value[], Value> {
  const backwards = vm.truth(reverse);
  let items = [...given];
  if (backwards) items.reverse();
  let keys = items;
  if (key !== null) {
    keys = [];
    for (const item of items) keys.push(vm.root(yield { callable: key, args: [item] }));
  }
  items = sortByKeys(vm, keys, items);
  return backwards ? items.reverse() : items;
}

function insertionIndex(vm: VM, value: Value, length: number): number {
  const index = clampIndex(vm.indexBig(value));
  return index < 0 ? Math.max(0, index + length) : Math.min(index, length);
}

/** The items one after another, as they are when their turn comes: what is called for one may change the list. */
function* itemsNow(list: PyList): Iterable<Value> {
  for (let i = 0; i < list.items.length; i++) yield list.items[i]!;
}

/** The items that `extend` takes; those of an unknown value are left out. */
function itemsToAdd(vm: VM, value: Value): Value[] {
  if (value instanceof PyUnknown) {
    vm.note('missing', `the items of an unknown value are left out (${value.reason})`);
    return [];
  }
  return vm.collect(value);
}

defineType(T.list, {
  doc: 'Built-in mutable sequence.\n\nIf no argument is given, the constructor creates a new empty list.\nThe argument must be an iterable if specified.',
  staticMethods: {
    '__new__(...)': (_vm, args: Value[]) => {
      const [cls, iterable] = args as [PyClass, Value | undefined];
      return iterable instanceof PyUnknown && cls === T.list ? absorb(iterable) : new PyList([], cls);
    },
  },
  classMethods: classGetItem,
  methods: {
    ...comparisonMethods(),
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const { cls } = args[0] as PyList;
      if (cls === T.list || cls.lookup('__new__') === T.list.lookup('__new__'))
        noKeywords(vm, 'list', kwargs);
      checkCount(vm, 'list', args.slice(1), 0, 1);
      const self = args[0] as PyList;
      if (args[1] !== undefined) self.replace(vm.collect(args[1]));
      else if (self.items.length > 0) self.replace([]);
      return null;
    },
    '__repr__(self, /)': (vm, self: PyList) =>
      guardedRepr(self, '[...]', () => `[${joinedTexts(itemsNow(self), (item) => vm.repr(item))}]`),
    '__len__(self, /)': (_vm, self: PyList) => self.items.length,
    '__iter__(self, /)': (_vm, self: PyList) => listIterator(self),
    '__reversed__(self, /)': (_vm, self: PyList) => reverseListIterator(self),
    '__contains__(self, key, /)': (vm, self: PyList, key: Value) => builtinContains(vm, self, key),
    '__getitem__(self, index, /)': (vm, self: PyList, index: Value) => builtinGetItem(vm, self, index),
    '__setitem__(self, key, value, /)': (vm, self: PyList, key: Value, value: Value) => {
      setListItem(vm, self, key, value);
      return null;
    },
    '__delitem__(self, key, /)': (vm, self: PyList, key: Value) => {
      deleteListItem(vm, self, key);
      return null;
    },
    '__add__(self, value, /)': (vm, self: PyList, value: Value) => concatenate(vm, self, value),
    '__mul__(self, value, /)': (vm, self: PyList, value: Value) => repeatSequence(vm, self, value),
    '__rmul__(self, value, /)': (vm, self: PyList, value: Value) => repeatSequence(vm, self, value),
    '__iadd__(self, value, /)': (vm, self: PyList, value: Value) => {
      self.splice(self.items.length, 0, itemsToAdd(vm, value));
      return self;
    },
    '__imul__(self, value, /)': (vm, self: PyList, value: Value) => {
      const count = repeatCount(vm, value, self.items.length);
      if (count === undefined)
        throw vm.error('TypeError', `can't multiply sequence by non-int of type '${typeOf(value).typeName}'`);
      if (count !== 1) self.replace(repeated(self.items, count));
      return self;
    },
    '__sizeof__(self, /)': (_vm, self: PyList) => 40 + 8 * self.items.length,
    'append(self, object, /)': (_vm, self: PyList, object: Value) => {
      self.push(object);
      return null;
    },
    'clear(self, /)': (_vm, self: PyList) => {
      self.replace([]);
      return null;
    },
    'copy(self, /)': (_vm, self: PyList) => new PyList([...self.items]),
    'count(self, value, /)': (vm, self: PyList, value: Value) => {
      let count = 0;
      for (let i = 0; i < self.items.length; i++) if (vm.equals(self.items[i]!, value)) count++;
      return count;
    },
    'extend(self, iterable, /)': (vm, self: PyList, iterable: Value) => {
      self.splice(self.items.length, 0, itemsToAdd(vm, iterable));
      return null;
    },
    'index(self, value, start=0, stop=..., /)': (
      vm,
      self: PyList,
      value: Value,
      start: Value,
      stop: Value | undefined,
    ) => {
      const [from, to] = searchBounds(vm, start, stop, self.items.length);
      const index = findItem(vm, () => self.items, value, from, to);
      if (index < 0) throw vm.error('ValueError', `${vm.repr(value)} is not in list`);
      return index;
    },
    'insert(self, index, object, /)': (vm, self: PyList, index: Value, object: Value) => {
      self.splice(insertionIndex(vm, index, self.items.length), 0, [object]);
      return null;
    },
    'pop(self, index=-1, /)': (vm, self: PyList, index: Value) => {
      if (index instanceof PyUnknown) return absorb(index);
      const { length } = self.items;
      let at = clampIndex(vm.indexBig(index));
      if (length === 0) throw vm.error('IndexError', 'pop from empty list');
      if (at < 0) at += length;
      if (at < 0 || at >= length) throw vm.error('IndexError', 'pop index out of range');
      return vm.root(self.splice(at, 1)[0]!);
    },
    'remove(self, value, /)': (vm, self: PyList, value: Value) => {
      if (value instanceof PyUnknown && self.items.length > 0) {
        // One of them goes; which are left cannot be known.
        self.replace(self.items.slice(1).map(() => value));
        return null;
      }
      const index = findItem(vm, () => self.items, value);
      if (index < 0) throw vm.error('ValueError', 'list.remove(x): x not in list');
      self.splice(index, 1);
      return null;
    },
    'reverse(self, /)': (_vm, self: PyList) => {
      self.replace([...self.items].reverse());
      return null;
    },
    'sort(self, /, *, key=None, reverse=False)': function* (
      vm: VM,
      self: PyList,
      key: Value,
      reverse: Value,
    ): NativeCoroutine {
      self.replace(yield* sortItems(vm, self.items, key, reverse));
      return null;
    },
  },
  constants: { __hash__: null },
});
