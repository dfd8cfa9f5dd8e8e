/** `object[key]`, its assignment and deletion. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import {
  PyByteArray,
  PyBytes,
  PyDict,
  PyFunction,
  PyList,
  PyLongRange,
  PyRange,
  PySlice,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import type { Raise } from '../native.js';
import { T } from '../types.js';
import { itemOfPartial, PyPartialBytes } from '../partial_bytes.js';
import type { VM } from '../vm.js';
import { makeGenericAlias } from './generic_alias.js';
import { isRaised } from './iteration.js';
import { longRangeItem, makeRange } from './long_range.js';
import { intOfNumber } from './numbers.js';
import { absorb } from './protocol.js';
import {
  assignSlice,
  deleteSlice,
  fitsIndex,
  position,
  sliceBounds,
  slicedItems,
  tryIndex,
  type SliceBounds,
  unknownInKey,
} from './sequence.js';
import { characterAt, characters, isWide, subtext, textLength } from './text.js';

function textItem(vm: VM, text: string, key: Value): Value {
  if (key instanceof PySlice) {
    if (!isWide(text)) {
      const bounds = sliceBounds(vm, key, text.length);
      if (bounds.step === 1) return bounds.count === 0 ? '' : text.slice(bounds.start, bounds.stop);
      let result = '';
      for (let i = 0, at = bounds.start; i < bounds.count; i++, at += bounds.step) result += text[at]!;
      return result;
    }
    const bounds = sliceBounds(vm, key, textLength(text));
    if (bounds.step === 1) return bounds.count === 0 ? '' : subtext(text, bounds.start, bounds.stop);
    return slicedItems(characters(text), bounds).join('');
  }
  return characterAt(text, position(vm, key, textLength(text), 'string'));
}

/** `object[key]` of the built-in sequences and dict, as their own `__getitem__`; undefined for other types. */
export function builtinGetItem(vm: VM, object: Value, key: Value): Value | undefined {
  const unknown = unknownInKey(key);
  if (unknown !== undefined && !(object instanceof PyDict)) return absorb(unknown);
  if (object instanceof PyList) {
    if (key instanceof PySlice)
      return new PyList(slicedItems(object.items, sliceBounds(vm, key, object.items.length)));
    return object.items[position(vm, key, object.items.length, 'list')]!;
  }
  if (object instanceof PyTuple) {
    if (key instanceof PySlice) {
      // A native subclass may give slices of its own.
      if (object.cls !== T.tuple && object.cls.lookup('__getitem__') !== T.tuple.lookup('__getitem__'))
        return undefined;
      const bounds = sliceBounds(vm, key, object.items.length);
      return bounds.count === object.items.length && bounds.step === 1 && object.cls === T.tuple
        ? object
        : new PyTuple(slicedItems(object.items, bounds));
    }
    return object.items[position(vm, key, object.items.length, 'tuple')]!;
  }
  if (object instanceof PyDict) {
    const value = object.get(key);
    if (value !== undefined) return value;
    if (key instanceof PyUnknown) return absorb(key);
    if (object.cls !== T.dict) {
      const result = vm.callSpecial(object, '__missing__', [key]);
      if (result !== undefined) return result;
    }
    throw vm.error('KeyError', key);
  }
  const text = vm.asStr(object);
  if (text !== undefined) return textItem(vm, text, key);
  if (object instanceof PyLongRange) return longRangeItem(vm, object, key);
  if (object instanceof PyRange) {
    const { start, step } = object;
    if (key instanceof PySlice) {
      const bounds = sliceBounds(vm, key, object.length);
      return makeRange(
        intOfNumber(start + step * bounds.start),
        intOfNumber(start + step * bounds.stop),
        intOfNumber(step * bounds.step),
      );
    }
    if (typeof tryIndex(vm, key) === 'bigint')
      throw vm.error('IndexError', 'range object index out of range');
    return start + step * position(vm, key, object.length, 'range', 'range object index out of range');
  }
  if ((object instanceof PyBytes && object.cls === T.bytes) || object instanceof PyByteArray) {
    if (key instanceof PySlice) {
      const data = slicedBytes(object.data, sliceBounds(vm, key, object.data.length));
      return object instanceof PyBytes ? new PyBytes(data) : new PyByteArray(data);
    }
    const [what, range] =
      object instanceof PyBytes
        ? ['byte', 'index out of range']
        : ['bytearray', 'bytearray index out of range'];
    return object.data[position(vm, key, object.data.length, what!, range)]!;
  }
  return undefined;
}

function slicedBytes(data: Uint8Array, { start, step, count }: SliceBounds): Uint8Array {
  return step === 1
    ? data.slice(start, start + count)
    : Uint8Array.from({ length: count }, (_, i) => data[start + i * step]!);
}

/** `object[key]`. */
export function getItem(vm: VM, object: Value, key: Value): Value {
  if (typeof object !== 'object' || object === null || (object.cls.native && !(object instanceof PyClass))) {
    if (object instanceof PyPartialBytes) return itemOfPartial(vm, object, key);
    if (object instanceof PyUnknown) return absorb(object);
    const result = builtinGetItem(vm, object, key);
    if (result !== undefined) return result;
  }
  const result = vm.callSpecial(object, '__getitem__', [key]);
  if (result !== undefined) return result;
  if (object instanceof PyClass) {
    const method = vm.findAttr(object, '__class_getitem__');
    if (method !== undefined) return vm.call(method, [key]);
    if (object === T.type) return makeGenericAlias(object, key);
    throw vm.error('TypeError', `type '${object.name}' is not subscriptable`);
  }
  if (object instanceof PyFunction && object.missingPart !== undefined)
    return vm.unknown(`an item of a function whose decorator is unknown (${object.missingPart})`);
  throw vm.error('TypeError', `'${typeOf(object).typeName}' object is not subscriptable`);
}

/** `list[key] = value`. */
export function setListItem(vm: VM, list: PyList, key: Value, value: Value): void {
  if (unknownInKey(key) !== undefined) return;
  if (key instanceof PySlice) {
    if (value instanceof PyUnknown) return;
    assignSlice(vm, list, key, (simple) =>
      value instanceof PyList || value instanceof PyTuple
        ? [...value.items]
        : fastItems(
            vm,
            value,
            simple ? 'can only assign an iterable' : 'must assign iterable to extended slice',
          ),
    );
    return;
  }
  if (tryIndex(vm, key) === undefined)
    throw vm.error('TypeError', `list indices must be integers or slices, not ${typeOf(key).typeName}`);
  list.set(position(vm, key, list.items.length, 'list', 'list assignment index out of range'), value);
}

/**
 * `PySequence_Fast`: the items of an iterable; those of one that is no list or tuple are its iterator's, which is asked for its
 * length too. With `text`, that is the TypeError of a value that gives no iterator.
 */
export function fastItems(vm: VM, value: Value, text?: string): Value[] {
  const cls = typeOf(value);
  if (cls === T.list || cls === T.tuple || value instanceof PyUnknown) return vm.collect(value);
  let iterator;
  try {
    iterator = vm.getIter(value);
  } catch (error) {
    throw text !== undefined && isRaised(vm, error, 'TypeError') ? vm.error('TypeError', text) : error;
  }
  return vm.collect(iterator);
}

/** `object[key] = value`. */
export function setItem(vm: VM, object: Value, key: Value, value: Value): void {
  if (typeof object === 'object' && object !== null && object.cls.native) {
    if (object instanceof PyDict) {
      object.set(key, value);
      return;
    }
    if (object instanceof PyList) {
      setListItem(vm, object, key, value);
      return;
    }
    if (object instanceof PyUnknown) return;
  }
  if (vm.callSpecial(object, '__setitem__', [key, value]) === undefined)
    throw withoutItems(
      vm,
      object,
      key,
      'does not support item assignment',
      'does not support item assignment',
    );
}

/**
 * The error of a type whose items cannot be set or deleted. As `PyObject_SetItem` does, a type with the slots of a sequence (every
 * class of a program, and what knows its members) is asked by position, so an index must fit first.
 */
function withoutItems(vm: VM, object: Value, key: Value, text: string, textOfSequence: string): Raise {
  const cls = typeOf(object);
  const index = cls.native && cls.lookup('__len__') === undefined ? undefined : tryIndex(vm, key);
  if (index !== undefined && !fitsIndex(index))
    return vm.error('IndexError', "cannot fit 'int' into an index-sized integer");
  return vm.error('TypeError', `'${cls.typeName}' object ${index === undefined ? text : textOfSequence}`);
}

/** `del list[key]`. */
export function deleteListItem(vm: VM, list: PyList, key: Value): void {
  if (unknownInKey(key) !== undefined) return;
  if (key instanceof PySlice) {
    deleteSlice(vm, list, key);
    return;
  }
  list.splice(position(vm, key, list.items.length, 'list', 'list assignment index out of range'), 1);
}

/** `del object[key]`. */
export function delItem(vm: VM, object: Value, key: Value): void {
  if (typeof object === 'object' && object !== null && object.cls.native) {
    if (object instanceof PyDict) {
      if (object.delete(key) === undefined) throw vm.error('KeyError', key);
      return;
    }
    if (object instanceof PyList) {
      deleteListItem(vm, object, key);
      return;
    }
    if (object instanceof PyUnknown) return;
  }
  if (vm.callSpecial(object, '__delitem__', [key]) !== undefined) return;
  throw withoutItems(vm, object, key, 'does not support item deletion', "doesn't support item deletion");
}
