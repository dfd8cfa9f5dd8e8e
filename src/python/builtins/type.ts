/** type: the attributes and methods of classes. Calling a class and making one is the machine's (calls.ts, class_building.ts). */
import { MroError, PyClass, typeOf } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType, PyGetSet } from '../native.js';
import { PyDict, PyList, PyMappingProxy, PyTuple } from '../objects.js';
import { classOf } from '../type_checks.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { makeUnion } from './generic_alias.js';
import { attributeNames, className } from './object.js';

/** The class that a value says it has by `__class__` (mocks, proxies), where that differs from its type. */
function claimedClass(vm: VM, value: Value): PyClass | undefined {
  const cls = typeOf(value);
  if (cls.native || cls.lookup('__class__') === T.object.lookup('__class__')) return undefined;
  const claimed = vm.findAttr(value, '__class__');
  return claimed instanceof PyClass ? claimed : undefined;
}

function isPlainInstance(vm: VM, cls: PyClass, value: Value): boolean {
  return classOf(value).isSubclassOf(cls) || claimedClass(vm, value)?.isSubclassOf(cls) === true;
}

function mutable(vm: VM, cls: PyClass, name: string): void {
  if (cls.native && !vm.openClasses.has(cls))
    throw vm.error('TypeError', `cannot set '${name}' attribute of immutable type '${cls.typeName}'`);
}

function setText(name: '__name__' | '__qualname__', assign: (cls: PyClass, text: string) => void) {
  return (vm: VM, cls: PyClass, value: Value | undefined): void => {
    mutable(vm, cls, name);
    const text = value === undefined ? undefined : vm.asStr(value);
    if (text === undefined)
      throw vm.error(
        'TypeError',
        `can only assign string to ${cls.typeName}.${name}, not '${typeOf(value ?? null).typeName}'`,
      );
    assign(cls, text);
  };
}

/** A class attribute kept in the class's dict under its own name. */
function inDict(name: string, missing: (vm: VM, cls: PyClass) => Value, binds = false) {
  return {
    get: (vm: VM, cls: PyClass): Value => {
      const value = cls.dict.getStr(name);
      // A native class may have a descriptor for its instances under this name.
      if (value === undefined || value instanceof PyGetSet) return missing(vm, cls);
      if (!binds || typeof value !== 'object' || value === null) return value;
      return value.cls.lookup('__get__') === undefined
        ? value
        : vm.call(vm.getAttr(value, '__get__'), [null, cls]);
    },
    set: (vm: VM, cls: PyClass, value: Value | undefined): void => {
      mutable(vm, cls, name);
      if (value === undefined) {
        if (!cls.deleteAttribute(name)) throw vm.error('AttributeError', name);
      } else cls.setAttribute(name, value);
    },
  };
}

function setBases(vm: VM, cls: PyClass, value: Value | undefined): void {
  mutable(vm, cls, '__bases__');
  if (!(value instanceof PyTuple))
    throw vm.error(
      'TypeError',
      `can only assign tuple to ${cls.typeName}.__bases__, not ${typeOf(value ?? null).typeName}`,
    );
  if (value.items.length === 0)
    throw vm.error('TypeError', `can only assign non-empty tuple to ${cls.typeName}.__bases__, not ()`);
  const bases: PyClass[] = [];
  for (const base of value.items) {
    if (!(base instanceof PyClass))
      throw vm.error(
        'TypeError',
        `${cls.typeName}.__bases__ must be tuple of classes, not '${typeOf(base).typeName}'`,
      );
    if (base.isSubclassOf(cls)) throw vm.error('TypeError', 'a __bases__ item causes an inheritance cycle');
    bases.push(base);
  }
  try {
    cls.setBases(bases);
  } catch (error) {
    if (error instanceof MroError) throw vm.error('TypeError', error.message);
    throw error;
  }
}

defineType(T.type, {
  methods: {
    '__init__(...)': (vm, args: Value[]) => {
      if (args.length !== 2 && args.length !== 4)
        throw vm.error('TypeError', 'type.__init__() takes 1 or 3 arguments');
      return null;
    },
    '__repr__(self, /)': (vm, self: PyClass) => `<class '${className(vm, self)}'>`,
    'mro(self, /)': (_vm, self: PyClass) => new PyList([...self.mro]),
    '__subclasses__(self, /)': (_vm, self: PyClass) => new PyList([...self.subclasses]),
    '__instancecheck__(self, instance, /)': (vm, self: PyClass, instance: Value) =>
      isPlainInstance(vm, self, instance),
    '__subclasscheck__(self, subclass, /)': (vm, self: PyClass, subclass: Value) => {
      if (!(subclass instanceof PyClass)) throw vm.error('TypeError', 'issubclass() arg 1 must be a class');
      return subclass.isSubclassOf(self);
    },
    '__dir__(self, /)': (vm, self: PyClass) => new PyList([...attributeNames(vm, self)]),
    '__or__(self, value, /)': (vm, self: Value, value: Value) => makeUnion(vm, self, value),
    '__ror__(self, value, /)': (vm, self: Value, value: Value) => makeUnion(vm, value, self),
    '__sizeof__(self, /)': () => 1064,
  },
  classMethods: {
    '__prepare__(...)': () => new PyDict(),
  },
  getset: {
    __name__: {
      get: (_vm, cls: PyClass) => cls.name,
      set: setText('__name__', (cls, text) => (cls.name = text)),
    },
    __qualname__: {
      get: (_vm, cls: PyClass) => cls.qualname,
      set: setText('__qualname__', (cls, text) => (cls.qualname = text)),
    },
    __module__: inDict('__module__', () => 'builtins'),
    __doc__: inDict('__doc__', () => null, true),
    __abstractmethods__: inDict('__abstractmethods__', (vm) => {
      throw vm.error('AttributeError', '__abstractmethods__');
    }),
    __annotations__: inDict('__annotations__', (vm, cls) => {
      if (cls.native) throw vm.attributeError(cls, '__annotations__');
      const annotations = new PyDict();
      cls.setAttribute('__annotations__', annotations);
      return annotations;
    }),
    __bases__: { get: (_vm, cls: PyClass) => new PyTuple(cls.bases), set: setBases },
    __base__: (_vm, cls: PyClass) => cls.bases[0] ?? null,
    __mro__: (_vm, cls: PyClass) => new PyTuple(cls.mro),
    __dict__: (_vm, cls: PyClass) => new PyMappingProxy(cls.dict),
    __basicsize__: () => 16,
    __itemsize__: () => 0,
    __flags__: (_vm, cls: PyClass) => (cls.native ? 0 : 1 << 9) | (cls.final ? 0 : 1 << 10),
    __dictoffset__: () => 0,
    __weakrefoffset__: () => 0,
    __text_signature__: () => null,
  },
});
