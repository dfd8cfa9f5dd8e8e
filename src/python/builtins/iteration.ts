/** Iteration: the iterators of the built-in containers, and the protocol for everything else. */
import { typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { PyNative, Raise } from '../native.js';
import {
  NotImplemented,
  PyByteArray,
  PyBytes,
  PyDict,
  PyDictView,
  PyIterator,
  PyList,
  PyLongRange,
  PyRange,
  PySet,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { longRangeIterator } from './long_range.js';
import { intOf } from './numbers.js';
import { isWide } from './text.js';

export function listIterator(list: PyList): PyIterator {
  let i = 0;
  return new PyIterator(
    () => {
      const { items } = list;
      if (i < items.length) return items[i++];
      i = Infinity;
      return undefined;
    },
    [list],
    'list_iterator',
    () => Math.max(0, list.items.length - i),
  );
}

export function reverseListIterator(list: PyList): PyIterator {
  let i = list.items.length - 1;
  return new PyIterator(
    () => {
      if (i >= 0 && i < list.items.length) return list.items[i--];
      i = -1;
      return undefined;
    },
    [list],
    'list_reverseiterator',
    () => (i < list.items.length ? i + 1 : 0),
  );
}

export function tupleIterator(tuple: PyTuple): PyIterator {
  const { items } = tuple;
  let i = 0;
  return new PyIterator(
    () => (i < items.length ? items[i++] : undefined),
    [tuple],
    'tuple_iterator',
    () => items.length - i,
  );
}

/** An iterator over values that are kept alive by `owner`. */
export function arrayIterator(
  items: readonly Value[],
  owner: readonly Value[],
  typeName: string,
): PyIterator {
  let i = 0;
  return new PyIterator(
    () => (i < items.length ? items[i++] : undefined),
    owner,
    typeName,
    () => items.length - i,
  );
}

export function textIterator(text: string): PyIterator {
  let i = 0;
  if (!isWide(text))
    return new PyIterator(
      () => (i < text.length ? text[i++] : undefined),
      [text],
      'str_ascii_iterator',
      () => text.length - i,
    );
  return new PyIterator(
    () => {
      const code = text.codePointAt(i);
      if (code === undefined) return undefined;
      i += code > 0xffff ? 2 : 1;
      return String.fromCodePoint(code);
    },
    [text],
    'str_iterator',
    () => [...text.slice(i)].length,
  );
}

export function rangeIterator(range: PyRange): PyIterator {
  const { length, start, step } = range;
  let i = 0;
  return new PyIterator(
    () => (i < length ? start + step * i++ : undefined),
    [range],
    'range_iterator',
    () => length - i,
    (items) => (i += items),
  );
}

export function bytesIterator(value: PyBytes | PyByteArray): PyIterator {
  let i = 0;
  return new PyIterator(
    () => (i < value.data.length ? value.data[i++] : undefined),
    [value],
    value instanceof PyBytes ? 'bytes_iterator' : 'bytearray_iterator',
    () => value.data.length - i,
  );
}

/** An iterator over a dict, watching its size. `pick` chooses what is given for an entry. */
export function dictIterator(vm: VM, dict: PyDict, kind: 'keys' | 'values' | 'items'): PyIterator {
  const { size } = dict;
  let left = size;
  const iterator: Iterator<Value | [Value, Value]> =
    kind === 'keys' ? dict.keys() : kind === 'values' ? dict.values() : dict.entries();
  let finished = false;
  const next = (): Value | [Value, Value] | undefined => {
    if (finished) return undefined;
    if (dict.size !== size) throw vm.error('RuntimeError', 'dictionary changed size during iteration');
    const { done, value } = iterator.next();
    if (done === true) {
      finished = true;
      return undefined;
    }
    if (left === 0) throw vm.error('RuntimeError', 'dictionary keys changed during iteration');
    left--;
    return value;
  };
  const made = new PyIterator(
    () => {
      const value = next();
      return kind === 'items' && value !== undefined
        ? new PyTuple(value as [Value, Value])
        : (value as Value | undefined);
    },
    [dict],
    kind === 'keys' ? 'dict_keyiterator' : kind === 'values' ? 'dict_valueiterator' : 'dict_itemiterator',
    () => (finished || dict.size !== size ? 0 : left),
  );
  if (kind === 'items') made.unpacked = () => next() as [Value, Value] | undefined;
  return made;
}

export function setIterator(vm: VM, set: PySet): PyIterator {
  const { size } = set;
  const iterator = set.keys();
  let finished = false;
  let left = size;
  return new PyIterator(
    () => {
      if (finished) return undefined;
      if (set.size !== size) throw vm.error('RuntimeError', 'Set changed size during iteration');
      const { done, value } = iterator.next();
      if (done === true) {
        finished = true;
        return undefined;
      }
      left--;
      return value;
    },
    [set],
    'set_iterator',
    () => left,
  );
}

/** An iterator by `__getitem__` with 0, 1, 2, … until IndexError or StopIteration. */
export function sequenceIterator(vm: VM, sequence: Value): PyIterator {
  let i = 0;
  const iterator = new PyIterator(() => {
    if (i < 0) return undefined;
    try {
      return vm.getItem(sequence, i++);
    } catch (error) {
      if (isRaised(vm, error, 'IndexError') || isRaised(vm, error, 'StopIteration')) {
        i = -1;
        return undefined;
      }
      throw error;
    }
  }, [sequence]);
  iterator.asksLength = () => {
    if (i < 0) return 0;
    return typeOf(sequence).lookup('__len__') === undefined
      ? NotImplemented
      : Math.max(0, vm.length(sequence) - i);
  };
  iterator.state = {
    get: () => {
      const iter = vm.builtins.dict.getStr('iter')!;
      return i < 0
        ? new PyTuple([iter, new PyTuple([new PyTuple([])])])
        : new PyTuple([iter, new PyTuple([sequence]), i]);
    },
    set: (state) => {
      if (i >= 0) i = Math.max(0, vm.index(state));
    },
  };
  return iterator;
}

/** Whether a thrown value is a Python exception of a built-in class. */
export function isRaised(vm: VM, error: unknown, name: string): error is Raise {
  return error instanceof Raise && error.exception.cls.isSubclassOf(vm.exceptionClass(name));
}

/** The iterator of a value of an exact built-in type; undefined for others. */
export function builtinIterator(vm: VM, value: Value): PyIterator | undefined {
  if (typeof value === 'string') return textIterator(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof PyIterator) return value;
  switch (value.cls) {
    case T.list:
      return listIterator(value as PyList);
    case T.tuple:
      return tupleIterator(value as PyTuple);
    case T.range:
      return value instanceof PyLongRange ? longRangeIterator(value) : rangeIterator(value as PyRange);
    case T.dict:
      return dictIterator(vm, value as PyDict, 'keys');
    case T.set:
    case T.frozenset:
      return setIterator(vm, value as PySet);
    case T.dict_keys:
      return dictIterator(vm, (value as PyDictView).dict, 'keys');
    case T.dict_values:
      return dictIterator(vm, (value as PyDictView).dict, 'values');
    case T.dict_items:
      return dictIterator(vm, (value as PyDictView).dict, 'items');
    case T.bytes:
    case T.bytearray:
      return bytesIterator(value as PyBytes);
    default:
      return undefined;
  }
}

/** `iter(value)`. An unknown value has one unknown item. */
export function getIterator(vm: VM, value: Value): Value {
  const builtin = builtinIterator(vm, value);
  if (builtin !== undefined) return builtin;
  if (value instanceof PyUnknown)
    return arrayIterator([new PyUnknown(value.reason, value.place)], [], 'iterator');
  const method = typeOf(value).lookup('__iter__');
  if (method === undefined && typeOf(value).lookup('__getitem__') !== undefined)
    return sequenceIterator(vm, value);
  const iterator =
    method === undefined || method === null ? undefined : vm.callSpecial(value, '__iter__', []);
  if (iterator === undefined)
    throw vm.error('TypeError', `'${typeOf(value).typeName}' object is not iterable`);
  if (iterator instanceof PyUnknown) return getIterator(vm, iterator);
  if (!(iterator instanceof PyIterator) && typeOf(iterator).lookup('__next__') === undefined)
    throw vm.error('TypeError', `iter() returned non-iterator of type '${typeOf(iterator).typeName}'`);
  return iterator;
}

/**
 * `PyObject_LengthHint`: how many items an iterable says that it has, by `__len__` or `__length_hint__`; undefined where it
 * says nothing. A TypeError of either says nothing, every other error is raised.
 */
export function lengthHint(vm: VM, value: Value): Value | undefined {
  const hints = [
    () => (typeOf(value).lookup('__len__') === undefined ? undefined : vm.length(value)),
    () => vm.callSpecial(value, '__length_hint__'),
  ];
  for (const ask of hints) {
    let hint: Value | undefined;
    try {
      hint = ask();
    } catch (error) {
      if (isRaised(vm, error, 'TypeError')) continue;
      throw error;
    }
    if (hint === undefined) continue;
    if (hint === NotImplemented || hint instanceof PyUnknown) return undefined;
    const count = intOf(hint);
    if (count === undefined)
      throw vm.error('TypeError', `__length_hint__ must be an integer, not ${typeOf(hint).typeName}`);
    if (count < 0) throw vm.error('ValueError', '__length_hint__() should return >= 0');
    return count;
  }
  return undefined;
}

/** What makes a list or tuple asks an iterable first how long it is; only what is written in Python can notice. */
export function askLength(vm: VM, iterable: Value): void {
  if (iterable instanceof PyIterator) {
    if (iterable.asksLength !== undefined) lengthHint(vm, iterable);
    return;
  }
  const cls = typeOf(iterable);
  for (const name of ['__len__', '__length_hint__']) {
    const method = cls.lookup(name);
    if (method !== undefined && !(method instanceof PyNative)) {
      lengthHint(vm, iterable);
      return;
    }
  }
}

/** Calls `visit` for each item of an iterable; returning false ends it. The iterator lives while it runs. */
export function forEachItem(vm: VM, iterable: Value, visit: (item: Value) => boolean | void): void {
  const iterator = vm.iterate(iterable);
  for (let item = iterator.next(); item !== undefined; item = iterator.next())
    if (visit(item) === false) return;
}
