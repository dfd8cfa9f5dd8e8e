/** dict, its views, and mappingproxy. */
import { PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, type NativeImplementation } from '../native.js';
import { NotImplemented, PyDict, PyDictView, PyMappingProxy, PySet, PyTuple, PyUnknown } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { classGetItem } from './generic_alias.js';
import { arrayIterator, dictIterator, isRaised } from './iteration.js';
import { absorb, builtinContains, builtinGetItem, viewSet } from './operators.js';
import { guardedRepr, joinedTexts } from './representation.js';
import { fastItems } from './subscription.js';
import { checkCount, comparisonMethods, setLayout } from './shared.js';

setLayout(T.dict, (cls) => new PyDict(cls));

/** `dict.update(source, **kwargs)`: a mapping, pairs, or an object with `keys`. */
export function updateDict(
  vm: VM,
  dict: PyDict,
  source: Value | undefined,
  kwargs: Map<string, Value> | null,
): void {
  if (source instanceof PyUnknown)
    vm.note('missing', `the entries of an unknown mapping are left out (${source.reason})`);
  else if (
    source instanceof PyDict &&
    (source.cls.native ||
      (source.cls.lookup('keys') === T.dict.lookup('keys') &&
        source.cls.lookup('__iter__') === T.dict.lookup('__iter__')))
  )
    dict.update(source);
  else if (source !== undefined) {
    const keys = typeof source === 'object' && source !== null ? vm.findAttr(source, 'keys') : undefined;
    if (keys !== undefined) {
      for (const key of vm.collect(vm.call(keys), false)) dict.set(key, vm.getItem(source, key));
    } else {
      vm.collect(source, false).forEach((element, i) => {
        const pair = pairOf(vm, element, i);
        if (pair.length !== 2)
          throw vm.error(
            'ValueError',
            `dictionary update sequence element #${i} has length ${pair.length}; 2 is required`,
          );
        dict.set(pair[0]!, pair[1]!);
      });
    }
  }
  if (kwargs !== null) for (const [name, value] of kwargs) dict.setStr(name, value);
}

/** The items of an element of pairs; whatever TypeError its iteration ends in is told as this one. */
function pairOf(vm: VM, element: Value, i: number): Value[] {
  try {
    return fastItems(vm, element);
  } catch (error) {
    throw isRaised(vm, error, 'TypeError')
      ? vm.error('TypeError', `cannot convert dictionary update sequence element #${i} to a sequence`)
      : error;
  }
}

/** `a | b` of dicts; the result has the class of `a` where that is built-in. */
function merge(a: PyDict, b: PyDict): PyDict {
  const result = new PyDict();
  result.update(a);
  result.update(b);
  return result;
}

function reprOf(vm: VM, dict: PyDict): string {
  return `{${joinedTexts(dict.entries(), ([key, value]) => `${vm.repr(key)}: ${vm.repr(value)}`)}}`;
}

const update: NativeImplementation = (vm, args: Value[], kwargs: Map<string, Value> | null) => {
  checkCount(vm, 'update', args.slice(1), 0, 1);
  updateDict(vm, args[0] as PyDict, args[1], kwargs);
  return null;
};

defineType(T.dict, {
  doc: "dict() -> new empty dictionary\ndict(mapping) -> new dictionary initialized from a mapping object's\n    (key, value) pairs",
  staticMethods: {
    '__new__(...)': (_vm, args: Value[]) =>
      args[1] instanceof PyUnknown && args[0] === T.dict ? absorb(args[1]) : new PyDict(args[0] as PyClass),
  },
  classMethods: {
    ...classGetItem,
    'fromkeys(cls, iterable, value=None, /)': (vm, cls: PyClass, iterable: Value, value: Value) => {
      if (iterable instanceof PyUnknown) return absorb(iterable);
      const result = vm.root(vm.call(cls));
      for (const key of vm.collect(iterable, false)) vm.setItem(result, key, value);
      return result;
    },
  },
  methods: {
    ...comparisonMethods(true),
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      checkCount(vm, 'dict', args.slice(1), 0, 1);
      updateDict(vm, args[0] as PyDict, args[1], kwargs);
      return null;
    },
    '__repr__(self, /)': (vm, self: PyDict) => guardedRepr(self, '{...}', () => reprOf(vm, self)),
    '__len__(self, /)': (_vm, self: PyDict) => self.size,
    '__iter__(self, /)': (vm, self: PyDict) => dictIterator(vm, self, 'keys'),
    '__reversed__(self, /)': (_vm, self: PyDict) =>
      arrayIterator(self.keyArray().reverse(), [self], 'dict_reversekeyiterator'),
    '__contains__(self, key, /)': (_vm, self: PyDict, key: Value) => self.has(key),
    '__getitem__(self, key, /)': (vm, self: PyDict, key: Value) => builtinGetItem(vm, self, key),
    '__setitem__(self, key, value, /)': (_vm, self: PyDict, key: Value, value: Value) => {
      self.set(key, value);
      return null;
    },
    '__delitem__(self, key, /)': (vm, self: PyDict, key: Value) => {
      if (self.delete(key) === undefined) throw vm.error('KeyError', key);
      return null;
    },
    '__or__(self, value, /)': (_vm, self: PyDict, value: Value) =>
      value instanceof PyDict ? merge(self, value) : NotImplemented,
    '__ror__(self, value, /)': (_vm, self: PyDict, value: Value) =>
      value instanceof PyDict ? merge(value, self) : NotImplemented,
    '__ior__(self, value, /)': (vm, self: PyDict, value: Value) => {
      updateDict(vm, self, value, null);
      return self;
    },
    '__sizeof__(self, /)': (_vm, self: PyDict) => 64 + 100 * self.size,
    'clear(self, /)': (_vm, self: PyDict) => {
      self.clear();
      return null;
    },
    'copy(self, /)': (_vm, self: PyDict) => self.copy(),
    'get(self, key, default=None, /)': (_vm, self: PyDict, key: Value, missing: Value) => {
      const value = self.get(key);
      return value !== undefined ? value : key instanceof PyUnknown ? absorb(key) : missing;
    },
    'items(self, /)': (_vm, self: PyDict) => new PyDictView(T.dict_items, self),
    'keys(self, /)': (_vm, self: PyDict) => new PyDictView(T.dict_keys, self),
    'values(self, /)': (_vm, self: PyDict) => new PyDictView(T.dict_values, self),
    'pop(self, key, default=..., /)': (vm, self: PyDict, key: Value, missing: Value | undefined) => {
      const found = self.delete(key);
      const value = found === undefined ? missing : found;
      if (value !== undefined) return vm.root(value);
      if (key instanceof PyUnknown) return absorb(key);
      throw vm.error('KeyError', key);
    },
    'popitem(self, /)': (vm, self: PyDict) => {
      const item = self.popItem();
      if (item === undefined) throw vm.error('KeyError', 'popitem(): dictionary is empty');
      return new PyTuple(item);
    },
    'setdefault(self, key, default=None, /)': (_vm, self: PyDict, key: Value, missing: Value) => {
      const value = self.get(key);
      if (value !== undefined) return value;
      self.set(key, missing);
      return missing;
    },
    'update(...)': update,
  },
  constants: { __hash__: null },
});

// ---- views ----

function viewItems(view: PyDictView): Value[] {
  const { dict } = view;
  if (view.cls === T.dict_keys) return dict.keyArray();
  return view.cls === T.dict_values
    ? [...dict.values()]
    : Array.from(dict.entries(), (entry) => new PyTuple(entry));
}

/** The set of a view's operand: any iterable. */
function operandSet(vm: VM, value: Value): PySet {
  if (value instanceof PySet) return value;
  if (isSetLike(value)) return viewSet(value);
  return PySet.of(vm.collect(value, false));
}

const isSetLike = (value: Value): value is PyDictView =>
  value instanceof PyDictView && value.cls !== T.dict_values;

/** The items of `other` that a view has, from whichever side it was asked: `_PyDictView_Intersect`. */
function intersection(vm: VM, view: PyDictView, other: Value): Value {
  if (other instanceof PyUnknown) return absorb(other);
  if (other instanceof PySet && other.cls === T.set && view.dict.size <= other.size)
    return PySet.of(viewItems(view).filter((item) => other.has(item)));
  const swapped = isSetLike(other) && other.dict.size > view.dict.size;
  const [container, iterated] = swapped ? [other, view] : [view, other];
  return PySet.of(vm.collect(iterated, false).filter((item) => builtinContains(vm, container, item)));
}

/** `dictviews_isdisjoint`: the shorter of two sets is gone through. */
function isDisjoint(vm: VM, view: PyDictView, other: Value): boolean {
  if (view === other) return view.dict.size === 0;
  const size = other instanceof PySet ? other.size : isSetLike(other) ? other.dict.size : 0;
  const [container, iterated] = size > view.dict.size ? [other, view] : [view, other];
  return !vm.collect(iterated, false).some((item) => builtinContains(vm, container, item));
}

type SetOperation = (a: PySet, b: PySet) => Iterable<Value>;
const sub: SetOperation = (a, b) => a.keyArray().filter((key) => !b.has(key));
const or: SetOperation = (a, b) => [...a.keyArray(), ...b.keyArray()];
const xor: SetOperation = (a, b) => [...sub(a, b), ...sub(b, a)];

const setOperations: Record<string, NativeImplementation> = {
  '__and__(self, value, /)': intersection,
  '__rand__(self, value, /)': intersection,
};
for (const [name, operation] of Object.entries({ or, sub, xor })) {
  setOperations[`__${name}__(self, value, /)`] = (vm: VM, self: PyDictView, value: Value) =>
    value instanceof PyUnknown ? absorb(value) : PySet.of(operation(viewSet(self), operandSet(vm, value)));
  setOperations[`__r${name}__(self, value, /)`] = (vm: VM, self: PyDictView, value: Value) =>
    value instanceof PyUnknown ? absorb(value) : PySet.of(operation(operandSet(vm, value), viewSet(self)));
}

for (const [cls, kind] of [
  [T.dict_keys, 'keys'],
  [T.dict_values, 'values'],
  [T.dict_items, 'items'],
] as const) {
  const setLike = kind !== 'values';
  defineType(cls, {
    methods: {
      '__repr__(self, /)': (vm, self: PyDictView) =>
        guardedRepr(
          self,
          '...',
          () => `dict_${kind}([${joinedTexts(viewItems(self), (item) => vm.repr(item))}])`,
        ),
      '__len__(self, /)': (_vm, self: PyDictView) => self.dict.size,
      '__iter__(self, /)': (vm, self: PyDictView) => dictIterator(vm, self.dict, kind),
      '__reversed__(self, /)': (_vm, self: PyDictView) =>
        arrayIterator(viewItems(self).reverse(), [self], `dict_reverse${kind.slice(0, -1)}iterator`),
      ...(setLike
        ? {
            ...comparisonMethods(),
            ...setOperations,
            '__contains__(self, key, /)': (vm: VM, self: PyDictView, key: Value) =>
              builtinContains(vm, self, key),
            'isdisjoint(self, other, /)': (vm: VM, self: PyDictView, other: Value) =>
              other instanceof PyUnknown ? absorb(other) : isDisjoint(vm, self, other),
          }
        : {}),
    },
    getset: { mapping: (_vm, self: PyDictView) => new PyMappingProxy(self.dict) },
    constants: setLike ? { __hash__: null } : {},
  });
}

// ---- mappingproxy ----

const forwarded: Record<string, NativeImplementation> = {};
for (const name of ['keys', 'values', 'items', 'copy'])
  forwarded[`${name}(self, /)`] = (vm: VM, self: PyMappingProxy) => vm.callMethod(self.mapping, name);

defineType(T.mappingproxy, {
  staticMethods: {
    '__new__(cls, mapping)': (vm, _cls: PyClass, mapping: Value) => {
      if (mapping instanceof PyUnknown) return absorb(mapping);
      if (typeOf(mapping).lookup('__getitem__') === undefined || mapping instanceof PyTuple)
        throw vm.error(
          'TypeError',
          `mappingproxy() argument must be a mapping, not ${typeOf(mapping).typeName}`,
        );
      return new PyMappingProxy(mapping);
    },
  },
  classMethods: classGetItem,
  methods: {
    ...forwarded,
    'get(self, key, default=None, /)': (vm, self: PyMappingProxy, key: Value, missing: Value) =>
      vm.callMethod(self.mapping, 'get', [key, missing]),
    '__getitem__(self, key, /)': (vm, self: PyMappingProxy, key: Value) => vm.getItem(self.mapping, key),
    '__contains__(self, key, /)': (vm, self: PyMappingProxy, key: Value) => vm.contains(self.mapping, key),
    '__iter__(self, /)': (vm, self: PyMappingProxy) => vm.getIter(self.mapping),
    '__len__(self, /)': (vm, self: PyMappingProxy) => vm.length(self.mapping),
    '__reversed__(self, /)': (vm, self: PyMappingProxy) => vm.callSpecial(self.mapping, '__reversed__'),
    '__repr__(self, /)': (vm, self: PyMappingProxy) => `mappingproxy(${vm.repr(self.mapping)})`,
    '__str__(self, /)': (vm, self: PyMappingProxy) => vm.str(self.mapping),
    '__eq__(self, value, /)': (vm, self: PyMappingProxy, value: Value) =>
      vm.equals(self.mapping, value instanceof PyMappingProxy ? value.mapping : value),
    '__or__(self, value, /)': (vm, self: PyMappingProxy, value: Value) =>
      vm.binary(7, self.mapping, value instanceof PyMappingProxy ? value.mapping : value),
    '__ror__(self, value, /)': (vm, self: PyMappingProxy, value: Value) => vm.binary(7, value, self.mapping),
  },
  constants: { __hash__: null },
});
