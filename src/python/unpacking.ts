/** What `*`, `**` and assignments to several targets take of a value. */
import { typeOf } from './classes.js';
import type { Value } from './heap.js';
import type { Raise } from './native.js';
import { PyDict, PyFunction, PyUnknown } from './objects.js';
import type { VM } from './vm.js';

/** How errors name what is called: `module.f()`. */
export function functionText(vm: VM, callable: Value): string {
  const qualname = vm.findAttr(callable, '__qualname__');
  const name = qualname === undefined ? undefined : vm.asStr(qualname);
  if (name === undefined) return vm.str(callable);
  const module = vm.findAttr(callable, '__module__');
  const prefix = module === undefined ? undefined : vm.asStr(module);
  return prefix === undefined || prefix === 'builtins' ? `${name}()` : `${prefix}.${name}()`;
}

/** The items for `*value` in a display, or in a call of `callable`. */
export function collectForUnpacking(vm: VM, value: Value, callable?: Value): Value[] {
  const cls = typeOf(value);
  if (
    cls.lookup('__iter__') === undefined &&
    cls.lookup('__getitem__') === undefined &&
    !(value instanceof PyUnknown)
  )
    throw vm.error(
      'TypeError',
      callable === undefined
        ? `Value after * must be an iterable, not ${cls.typeName}`
        : `${functionText(vm, callable)} argument after * must be an iterable, not ${cls.typeName}`,
    );
  return vm.collect(value);
}

/** UNPACK_SEQUENCE (`after` < 0) and UNPACK_EX. */
export function unpack(vm: VM, value: Value, before: number, after: number): readonly Value[] {
  if (value instanceof PyUnknown) return new Array<Value>(before + Math.max(0, after)).fill(value);
  const cls = typeOf(value);
  if (cls.lookup('__iter__') === undefined && cls.lookup('__getitem__') === undefined)
    throw vm.error('TypeError', `cannot unpack non-iterable ${cls.typeName} object`);
  const items: Value[] = [];
  const { sp } = vm;
  const iterator = vm.getIter(value);
  const missing = (): Raise =>
    vm.error(
      'ValueError',
      `not enough values to unpack (expected ${after < 0 ? before : `at least ${before + after}`}, got ${items.length})`,
    );
  vm.stack[vm.sp++] = iterator;
  vm.collectRoots.push(items);
  try {
    while (items.length < before) {
      const item = vm.next(iterator);
      if (item === undefined) throw missing();
      items.push(item);
    }
    if (after < 0) {
      if (vm.next(iterator) !== undefined)
        throw vm.error('ValueError', `too many values to unpack (expected ${before})`);
    } else {
      // What the star takes is a list made of the iterator.
      for (const item of vm.collect(iterator)) items.push(item);
      if (items.length < before + after) throw missing();
    }
  } finally {
    vm.collectRoots.pop();
    vm.sp = sp;
  }
  return items;
}

/** Adds the entries of a mapping; as keyword arguments of `callable`, where that is given. */
export function mergeMapping(vm: VM, dict: PyDict, source: Value, callable?: Value): void {
  if (source instanceof PyUnknown) {
    vm.note('missing', `the entries of an unknown mapping are left out (${source.reason})`);
    return;
  }
  const put = (key: Value, value: Value): void => {
    if (callable !== undefined && dict.has(key))
      // The KeyError of the merge is given other words, but where an exception is being handled: then it is complete already.
      if (vm.handled !== null) throw vm.error('KeyError', key);
      else
        throw vm.error(
          'TypeError',
          `${functionText(vm, callable)} got multiple values for keyword argument '${vm.str(key)}'`,
        );
    dict.set(key, value);
  };
  if (source instanceof PyDict && !(source.cls.lookup('__getitem__') instanceof PyFunction)) {
    for (const [key, value] of source.entries()) put(key, value);
    return;
  }
  const keys = vm.findAttr(source, 'keys');
  if (keys === undefined)
    throw vm.error(
      'TypeError',
      callable !== undefined
        ? `${functionText(vm, callable)} argument after ** must be a mapping, not ${typeOf(source).typeName}`
        : `'${typeOf(source).typeName}' object is not a mapping`,
    );
  for (const key of vm.collect(vm.call(keys))) put(key, vm.getItem(source, key));
}
