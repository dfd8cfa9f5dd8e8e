/** The `match` statement's instructions. */
import { PyClass, typeOf } from './classes.js';
import type { Value } from './heap.js';
import { PyByteArray, PyBytes, PyDict, PyList, PyRange, PySet, PyTuple, PyUnknown } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** Py_TPFLAGS_SEQUENCE: list, tuple, range and what is registered as a `collections.abc.Sequence`. */
export function matchesSequence(vm: VM, value: Value): boolean {
  if (value instanceof PyList || value instanceof PyTuple || value instanceof PyRange) return true;
  if (typeof value !== 'object' || value === null || value instanceof PyBytes || value instanceof PyByteArray)
    return false;
  return vm.isInstanceOfAbc(value, 'Sequence');
}

export function matchesMapping(vm: VM, value: Value): boolean {
  return (
    value instanceof PyDict ||
    (typeof value === 'object' && value !== null && vm.isInstanceOfAbc(value, 'Mapping'))
  );
}

/** The values of `keys` in a mapping, or None if one is missing. */
export function matchKeys(vm: VM, subject: Value, keys: PyTuple): Value {
  const values: Value[] = [];
  const seen = new PySet();
  for (const key of keys.items) {
    if (keys.items.length > 1) {
      if (seen.has(key))
        throw vm.error('ValueError', `mapping pattern checks duplicate key (${vm.repr(key)})`);
      seen.add(key);
    }
    let value: Value | undefined;
    if (subject instanceof PyDict && subject.cls === T.dict) value = subject.get(key);
    else value = vm.contains(subject, key) ? vm.getItem(subject, key) : undefined;
    if (value === undefined) return null;
    values.push(value);
  }
  return new PyTuple(values);
}

/** Classes whose single positional pattern is the subject itself. */
const SELF_MATCHING = [
  'bool',
  'bytearray',
  'bytes',
  'dict',
  'float',
  'frozenset',
  'int',
  'list',
  'set',
  'str',
  'tuple',
] as const;

/** The attributes that a class pattern captures, or None if it does not match. */
export function matchClass(vm: VM, subject: Value, cls: Value, positional: number, keywords: PyTuple): Value {
  if (subject instanceof PyUnknown) return null;
  if (!(cls instanceof PyClass)) throw vm.error('TypeError', 'called match pattern must be a type');
  if (!vm.isInstance(subject, cls)) return null;
  const values: Value[] = [];
  const seen = new Set<Value>();
  const attribute = (name: Value): Value | undefined => {
    if (seen.has(name))
      throw vm.error(
        'TypeError',
        `${cls.typeName}() got multiple sub-patterns for attribute ${vm.repr(name)}`,
      );
    seen.add(name);
    return vm.findAttr(subject, name as string);
  };
  if (positional > 0) {
    const matchArgs = vm.findAttr(cls, '__match_args__');
    if (matchArgs === undefined) {
      if (!SELF_MATCHING.some((name) => cls.isSubclassOf(T[name])))
        throw vm.error(
          'TypeError',
          `${cls.typeName}() accepts 0 positional sub-patterns (${positional} given)`,
        );
      if (positional > 1)
        throw vm.error(
          'TypeError',
          `${cls.typeName}() accepts 1 positional sub-pattern (${positional} given)`,
        );
      values.push(subject);
    } else {
      if (!(matchArgs instanceof PyTuple))
        throw vm.error(
          'TypeError',
          `${cls.typeName}.__match_args__ must be a tuple (got ${typeOf(matchArgs).typeName})`,
        );
      const { items } = matchArgs;
      if (positional > items.length)
        throw vm.error(
          'TypeError',
          `${cls.typeName}() accepts ${items.length} positional sub-pattern${items.length === 1 ? '' : 's'} (${positional} given)`,
        );
      for (let i = 0; i < positional; i++) {
        if (vm.asStr(items[i]!) === undefined)
          throw vm.error(
            'TypeError',
            `__match_args__ elements must be strings (got ${typeOf(items[i]!).typeName})`,
          );
        const value = attribute(items[i]!);
        if (value === undefined) return null;
        values.push(value);
      }
    }
  }
  for (const name of keywords.items) {
    const value = attribute(name);
    if (value === undefined) return null;
    values.push(value);
  }
  return new PyTuple(values);
}
