/** property, classmethod, staticmethod and super. */
import { accessorMissing, NATIVES_WITH_DICT } from '../attributes.js';
import { PyClass, typeOf } from '../classes.js';
import { release, retain, type Value } from '../heap.js';
import { defineType } from '../native.js';
import {
  ensureAttributes,
  PyBoundMethod,
  PyCell,
  PyClassMethod,
  PyProperty,
  PyStaticMethod,
  PySuper,
  PyUnknown,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { truth } from './operators.js';
import { setLayout } from './shared.js';
import { frames } from '../frames_in_use.js';

setLayout(T.property, (cls) => new PyProperty(null, null, null, cls));
setLayout(T.classmethod, (cls) => new PyClassMethod(null, cls));
setLayout(T.staticmethod, (cls) => new PyStaticMethod(null, cls));

type Mutable<K> = { -readonly [P in keyof K]: K[P] };

/** Sets a counted field that only `__init__` may write. */
function initialize<O extends object, K extends keyof O & string>(object: O, field: K, value: Value): void {
  retain(value);
  release(object[field] as Value);
  (object as Mutable<O>)[field] = value as O[K];
}

function isAbstract(vm: VM, value: Value): boolean {
  const flag = value === null ? undefined : vm.findAttr(value, '__isabstractmethod__');
  return flag !== undefined && truth(vm, flag);
}

/** A copy of a property with some accessors replaced: `getter`, `setter`, `deleter`. */
function withAccessors(vm: VM, self: PyProperty, getter: Value, setter: Value, deleter: Value): Value {
  const ownDoc = self.getter !== null && self.doc === (vm.findAttr(self.getter, '__doc__') ?? null);
  const copy = vm.call(self.cls, [getter, setter, deleter, ownDoc || self.doc === null ? null : self.doc]);
  const name = self.attrs?.getStr('__name__');
  if (name !== undefined && copy instanceof PyProperty) ensureAttributes(copy).setStr('__name__', name);
  return copy;
}

defineType(T.property, {
  staticMethods: {
    '__new__(...)': (_vm, args: Value[]) => new PyProperty(null, null, null, args[0] as PyClass),
  },
  methods: {
    '__init__(self, fget=None, fset=None, fdel=None, doc=None)': (
      vm,
      self: PyProperty,
      getter: Value,
      setter: Value,
      deleter: Value,
      doc: Value,
    ) => {
      initialize(self, 'getter', getter);
      initialize(self, 'setter', setter);
      initialize(self, 'deleter', deleter);
      const inherited = doc === null && getter !== null ? vm.findAttr(getter, '__doc__') : undefined;
      self.doc = doc ?? inherited ?? null;
      // An instance of a subclass has the docstring as an attribute of its own: its class's hides the descriptor.
      if (self.cls !== T.property && inherited !== undefined && inherited !== null)
        vm.setAttr(self, '__doc__', inherited);
      return null;
    },
    'getter(self, fget, /)': (vm, self: PyProperty, getter: Value) =>
      withAccessors(vm, self, getter, self.setter, self.deleter),
    'setter(self, fset, /)': (vm, self: PyProperty, setter: Value) =>
      withAccessors(vm, self, self.getter, setter, self.deleter),
    'deleter(self, fdel, /)': (vm, self: PyProperty, deleter: Value) =>
      withAccessors(vm, self, self.getter, self.setter, deleter),
    '__set_name__(...)': (vm, given: Value[]) => {
      const [self, , name] = given as [PyProperty, Value, Value];
      if (given.length !== 3)
        throw vm.error(
          'TypeError',
          `__set_name__() takes 2 positional arguments but ${given.length - 1} were given`,
        );
      ensureAttributes(self).setStr('__name__', name);
      return null;
    },
    '__get__(self, instance, owner=None, /)': function* (vm, self: PyProperty, instance: Value) {
      if (instance === null) return self;
      if (self.getter === null) throw accessorMissing(vm, self, typeOf(instance), 'getter');
      return yield { callable: self.getter, args: [instance] };
    },
    '__set__(self, instance, value, /)': function* (vm, self: PyProperty, instance: Value, value: Value) {
      if (self.setter === null) throw accessorMissing(vm, self, typeOf(instance), 'setter');
      yield { callable: self.setter, args: [instance, value] };
      return null;
    },
    '__delete__(self, instance, /)': function* (vm, self: PyProperty, instance: Value) {
      if (self.deleter === null) throw accessorMissing(vm, self, typeOf(instance), 'deleter');
      yield { callable: self.deleter, args: [instance] };
      return null;
    },
  },
  getset: {
    fget: (_vm, self: PyProperty) => self.getter,
    fset: (_vm, self: PyProperty) => self.setter,
    fdel: (_vm, self: PyProperty) => self.deleter,
    __doc__: {
      get: (_vm, self: PyProperty) => self.doc,
      set: (_vm, self: PyProperty, value: Value | undefined) => {
        retain(value ?? null);
        self.doc = value ?? null;
      },
    },
    __isabstractmethod__: (vm, self: PyProperty) =>
      [self.getter, self.setter, self.deleter].some((part) => isAbstract(vm, part)),
  },
});

for (const cls of [T.classmethod, T.staticmethod]) {
  const forward = (name: string) => (vm: VM, self: PyClassMethod | PyStaticMethod) =>
    vm.getAttr(self.func, name);
  defineType(cls, {
    staticMethods: {
      '__new__(...)': (_vm, args: Value[]) =>
        cls === T.classmethod
          ? new PyClassMethod(null, args[0] as PyClass)
          : new PyStaticMethod(null, args[0] as PyClass),
    },
    methods: {
      '__init__(self, function, /)': (_vm, self: PyClassMethod | PyStaticMethod, func: Value) => {
        initialize(self, 'func', func);
        return null;
      },
      '__repr__(self, /)': (vm, self: PyClassMethod) => `<${self.cls.name}(${vm.repr(self.func)})>`,
    },
    getset: {
      __func__: (_vm, self: PyClassMethod) => self.func,
      __wrapped__: (_vm, self: PyClassMethod) => self.func,
      __isabstractmethod__: (vm, self: PyClassMethod) => isAbstract(vm, self.func),
      __name__: forward('__name__'),
      __qualname__: forward('__qualname__'),
      __doc__: forward('__doc__'),
      __module__: forward('__module__'),
      __annotations__: forward('__annotations__'),
    },
  });
}

defineType(T.classmethod, {
  methods: {
    '__get__(self, instance, owner=None, /)': (vm, self: PyClassMethod, instance: Value, owner: Value) => {
      const cls = owner ?? typeOf(instance);
      const get = typeOf(self.func).lookup('__get__');
      return get === undefined ? new PyBoundMethod(self.func, cls) : vm.call(get, [self.func, cls, cls]);
    },
  },
});
defineType(T.staticmethod, {
  methods: {
    '__get__(self, instance, owner=None, /)': (_vm, self: PyStaticMethod) => self.func,
    '__call__(self, /, *args, **kwargs)': function* (
      _vm,
      self: PyStaticMethod,
      args: Value[],
      kwargs: Map<string, Value>,
    ) {
      return yield { callable: self.func, args, kwargs };
    },
  },
});
NATIVES_WITH_DICT.add(T.staticmethod).add(T.classmethod);

// ---- super ----

/** The class and the first argument of the method that calls `super()`, from its frame. Raises RuntimeError. */
function implicitArguments(vm: VM): [Value, Value] {
  for (const frame of frames(vm)) {
    const { code, base } = frame;
    const { varnames, cellvars, freevars, argCount } = code.init;
    if (argCount === 0) throw vm.error('RuntimeError', 'super(): no arguments');
    const at = freevars.indexOf('__class__');
    const cell = at < 0 ? undefined : vm.stack[base + varnames.length + cellvars.length + at];
    if (!(cell instanceof PyCell)) throw vm.error('RuntimeError', 'super(): __class__ cell not found');
    if (cell.value === undefined) throw vm.error('RuntimeError', 'super(): empty __class__ cell');
    const slot = vm.stack[base];
    const first = slot instanceof PyCell ? slot.value : slot;
    if (first === undefined) throw vm.error('RuntimeError', 'super(): arg[0] deleted');
    if (!(cell.value instanceof PyClass) && !(cell.value instanceof PyUnknown))
      throw vm.error('RuntimeError', `super(): __class__ is not a type (${typeOf(cell.value).typeName})`);
    return [cell.value, first];
  }
  throw vm.error('RuntimeError', 'super(): no current frame');
}

function makeSuper(vm: VM, cls: Value, object: Value, own: PyClass = T.super): Value {
  if (cls instanceof PyUnknown) return cls;
  if (!(cls instanceof PyClass))
    throw vm.error('TypeError', `super() argument 1 must be a type, not ${typeOf(cls).typeName}`);
  if (object instanceof PyUnknown) return object;
  if (object instanceof PyClass && object.isSubclassOf(cls)) return new PySuper(cls, object, object, own);
  if (typeOf(object).isSubclassOf(cls)) return new PySuper(cls, object, typeOf(object), own);
  const claimed = vm.findAttr(object, '__class__');
  if (claimed instanceof PyClass && claimed.isSubclassOf(cls)) return new PySuper(cls, object, claimed, own);
  throw vm.error('TypeError', 'super(type, obj): obj must be an instance or subtype of type');
}

defineType(T.super, {
  staticMethods: {
    '__new__(cls, type=..., object=..., /)': (
      vm,
      cls: PyClass,
      type: Value | undefined,
      object: Value | undefined,
    ) => {
      if (type === undefined) return makeSuper(vm, ...implicitArguments(vm), cls);
      if (object === undefined || object === null) {
        if (!(type instanceof PyClass))
          throw vm.error('TypeError', `super() argument 1 must be a type, not ${typeOf(type).typeName}`);
        return new PySuper(type, null, T.NoneType, cls);
      }
      return makeSuper(vm, type, object, cls);
    },
  },
  methods: {
    '__repr__(self, /)': (_vm, self: PySuper) =>
      `<super: <class '${self.thisClass.name}'>, ${self.object === null ? 'NULL' : `<${self.objectClass.name} object>`}>`,
    '__get__(self, instance, owner=None, /)': (vm, self: PySuper, instance: Value) =>
      instance === null || self.object !== null ? self : makeSuper(vm, self.thisClass, instance, self.cls),
  },
  getset: {
    __thisclass__: (_vm, self: PySuper) => self.thisClass,
    __self__: (_vm, self: PySuper) => self.object,
    __self_class__: (_vm, self: PySuper) => (self.object === null ? null : self.objectClass),
  },
});
