/** object: what every value inherits. */
import {
  CALL,
  genericDelAttr,
  genericGetAttr,
  genericSetAttr,
  lacksDict,
  NATIVES_WITH_DICT,
  takesWeakReferences,
} from '../attributes.js';
import { PyClass, typeOf } from '../classes.js';
import { mangle } from '../compile/scope.js';
import type { PyObject, Value } from '../heap.js';
import { defineType } from '../native.js';
import {
  attributesOf,
  canHaveAttributes,
  ensureAttributes,
  NotImplemented,
  PyBoxed,
  PyDict,
  PyInstance,
  PyList,
  PyModule,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { objectNumber } from '../dict.js';
import { T, type BuiltinTypeName } from '../types.js';
import type { VM } from '../vm.js';
import { absorb } from './operators.js';
import { addressText } from './representation.js';
import { expectText } from './shared.js';

/** `module.qualname` of a class as reprs show it: without the module for built-ins. */
export function className(vm: VM, cls: PyClass): string {
  const module = moduleOf(vm, cls);
  return module === undefined || module === 'builtins' ? cls.qualname : `${module}.${cls.qualname}`;
}

/** The `__module__` of a class, if it is a str. */
export function moduleOf(_vm: VM, cls: PyClass): string | undefined {
  const module = cls.dict.getStr('__module__');
  return typeof module === 'string' ? module : undefined;
}

/** The attribute names of a value: what `dir()` sorts. */
export function attributeNames(vm: VM, value: Value): Set<string> {
  const names = new Set<string>();
  const add = (dict: PyDict): void => {
    for (const key of dict.keys()) if (typeof key === 'string') names.add(key);
  };
  if (value instanceof PyClass) {
    for (const cls of value.mro) add(cls.dict);
    return names;
  }
  if (typeof value === 'object' && value !== null) {
    const own = vm.findAttr(value, '__dict__');
    if (own instanceof PyDict) add(own);
  }
  for (const cls of typeOf(value).mro) add(cls.dict);
  return names;
}

/** Whether instances of two classes keep the same things: the same slots, a dict or none, weak references or none. */
function sameStorage(a: PyClass, b: PyClass): boolean {
  const slots = (cls: PyClass): string =>
    cls.mro
      .flatMap((base) => base.slots ?? [])
      .sort()
      .join();
  return (
    slots(a) === slots(b) &&
    lacksDict(a) === lacksDict(b) &&
    takesWeakReferences(a) === takesWeakReferences(b)
  );
}

function isOverridden(cls: PyClass, name: string): boolean {
  return cls.lookup(name) !== T.object.dict.getStr(name);
}

function allocateObject(vm: VM, cls: Value): Value {
  if (cls instanceof PyUnknown) return absorb(cls);
  if (!(cls instanceof PyClass))
    throw vm.error('TypeError', `object.__new__(X): X is not a type object (${typeOf(cls).typeName})`);
  const abstract = vm.abstractMethods(cls);
  if (abstract !== undefined)
    throw vm.error(
      'TypeError',
      `Can't instantiate abstract class ${cls.typeName} with abstract method${abstract.length === 1 ? '' : 's'} ${abstract.join(', ')}`,
    );
  if (cls.allocate === null) throw vm.error('TypeError', `cannot create '${cls.typeName}' instances`);
  if (cls.layout !== T.object && cls.layout.dict.getStr('__new__') !== undefined)
    throw vm.error(
      'TypeError',
      `object.__new__(${cls.typeName}) is not safe, use ${cls.layout.typeName}.__new__()`,
    );
  return cls.allocate(cls);
}

/** The state that copying and pickling keep: the attributes, or None where there are none. */
function getState(vm: VM, self: Value): Value {
  if (typeof self !== 'object' || self === null) return null;
  const attrs = lacksDict(self.cls) ? null : attributesOf(self);
  const state = attrs === null || attrs.size === 0 ? null : attrs;
  const values = new PyDict();
  for (const base of self.cls.mro) {
    for (const slot of base.slots ?? []) {
      if (slot === '__dict__' || slot === '__weakref__') continue;
      const name = mangle(base.name, slot);
      const value = vm.findAttr(self, name);
      if (value !== undefined) values.setStr(name, value);
    }
  }
  return values.size === 0 ? state : vm.root(new PyTuple([state, values]));
}

/** The arguments that `__getnewargs_ex__` returned. */
function newArgumentsOf(vm: VM, given: Value): [Value[], PyDict] {
  if (!(given instanceof PyTuple))
    throw vm.error('TypeError', `__getnewargs_ex__ should return a tuple, not '${typeOf(given).typeName}'`);
  if (given.items.length !== 2)
    throw vm.error(
      'ValueError',
      `__getnewargs_ex__ should return a tuple of length 2, not ${given.items.length}`,
    );
  const [args, keywords] = given.items as [Value, Value];
  if (!(args instanceof PyTuple))
    throw vm.error(
      'TypeError',
      `first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '${typeOf(args).typeName}'`,
    );
  if (!(keywords instanceof PyDict))
    throw vm.error(
      'TypeError',
      `second item of the tuple returned by __getnewargs_ex__ must be a dict, not '${typeOf(keywords).typeName}'`,
    );
  return [[...args.items], keywords];
}

/** A function of the module `copyreg`. */
function ofCopyreg(vm: VM, name: string): Value {
  return vm.getAttr(vm.importer.importModule('copyreg'), name);
}

/** The built-in classes of whose instances no state can be taken that would make another one, and how errors call them. */
const UNPICKLED: Partial<Record<BuiltinTypeName, string>> = {
  module: "'module' object",
  function: "'function' object",
  generator: "'generator' object",
  coroutine: "'coroutine' object",
  async_generator: "'async_generator' object",
  dict_keys: "'dict_keys' object",
  dict_values: "'dict_values' object",
  dict_items: "'dict_items' object",
  memoryview: 'memoryview objects',
  staticmethod: "'staticmethod' object",
  classmethod: "'classmethod' object",
  property: "'property' object",
  mappingproxy: "'mappingproxy' object",
  weakref: "'weakref.ReferenceType' object",
  frame: "'frame' object",
  traceback: "'traceback' object",
  code: 'code objects',
  cell: "'cell' object",
};
let unpickled: ReadonlyMap<PyClass, string> | undefined;

/** What `copyreg.__reduce_ex__` gives from protocol 2 on. Raises TypeError for what cannot be pickled. */
function reduce(vm: VM, self: Value): Value {
  const cls = typeOf(self);
  unpickled ??= new Map(Object.entries(UNPICKLED).map(([name, text]) => [T[name as BuiltinTypeName], text]));
  const refused = unpickled.get(cls.layout);
  if (refused !== undefined)
    throw vm.error('TypeError', `cannot pickle ${cls.native ? refused : `'${cls.typeName}' object`}`);
  let args: Value[] = [];
  let keywords: PyDict | undefined;
  const newArguments = vm.callSpecial(self, '__getnewargs_ex__', []);
  if (newArguments !== undefined) [args, keywords] = newArgumentsOf(vm, newArguments);
  else {
    const simple = vm.callSpecial(self, '__getnewargs__', []);
    if (simple !== undefined) {
      if (!(simple instanceof PyTuple))
        throw vm.error('TypeError', `__getnewargs__ should return a tuple, not '${typeOf(simple).typeName}'`);
      args = [...simple.items];
    } else if (self instanceof PyTuple) args = [new PyTuple(self.items)];
    else if (self instanceof PyBoxed) args = [self.value];
  }
  const state = vm.callSpecial(self, '__getstate__', []) ?? null;
  const listItems = self instanceof PyList ? vm.getIter(self) : null;
  const dictItems = self instanceof PyDict ? vm.getIter(vm.callMethod(self, 'items')) : null;
  const call =
    keywords === undefined || keywords.size === 0
      ? [ofCopyreg(vm, '__newobj__'), new PyTuple([cls, ...args])]
      : [ofCopyreg(vm, '__newobj_ex__'), new PyTuple([cls, new PyTuple(args), keywords])];
  return new PyTuple([...call, state, listItems, dictItems]);
}

defineType(T.object, {
  doc: 'The base class of the class hierarchy.\n\nWhen called, it accepts no arguments and returns a new featureless\ninstance that has no instance attributes and cannot be given any.\n',
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      const cls = args[0];
      if (cls === undefined) throw vm.error('TypeError', 'object.__new__(): not enough arguments');
      const excess = args.length > 1 || (kwargs !== null && kwargs.size > 0);
      // A base that is not known may take any arguments.
      if (cls instanceof PyClass && excess && cls.lacksPart() === undefined) {
        if (isOverridden(cls, '__new__'))
          throw vm.error(
            'TypeError',
            'object.__new__() takes exactly one argument (the type to instantiate)',
          );
        if (!isOverridden(cls, '__init__'))
          throw vm.error('TypeError', `${cls.typeName}() takes no arguments`);
      }
      return allocateObject(vm, cls);
    },
  },
  methods: {
    '__init__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      if (args.length <= 1 && (kwargs === null || kwargs.size === 0)) return null;
      const cls = typeOf(args[0]!);
      if (cls.lacksPart() !== undefined) return null;
      if (isOverridden(cls, '__init__'))
        throw vm.error(
          'TypeError',
          'object.__init__() takes exactly one argument (the instance to initialize)',
        );
      if (!isOverridden(cls, '__new__'))
        throw vm.error(
          'TypeError',
          `${cls.typeName}.__init__() takes exactly one argument (the instance to initialize)`,
        );
      return null;
    },
    '__repr__(self, /)': (vm, self: Value) => {
      if (typeof self !== 'object' || self === null) return vm.repr(self);
      return `<${className(vm, self.cls)} object at ${addressText(self)}>`;
    },
    '__str__(self, /)': (vm, self: Value) => vm.callSpecial(self, '__repr__'),
    '__eq__(self, value, /)': (_vm, self: Value, value: Value) => (self === value ? true : NotImplemented),
    '__ne__(self, value, /)': (vm, self: Value, value: Value) => {
      const equal = vm.callSpecial(self, '__eq__', [value]) ?? NotImplemented;
      return equal === NotImplemented || equal instanceof PyUnknown ? equal : !vm.truth(equal);
    },
    '__lt__(self, value, /)': () => NotImplemented,
    '__le__(self, value, /)': () => NotImplemented,
    '__gt__(self, value, /)': () => NotImplemented,
    '__ge__(self, value, /)': () => NotImplemented,
    '__hash__(self, /)': (_vm, self: Value) =>
      typeof self === 'object' && self !== null ? objectNumber(self) : 0,
    '__format__(self, format_spec, /)': (vm, self: Value, spec: Value) => {
      if (expectText(vm, spec, '__format__() argument') !== '')
        throw vm.error(
          'TypeError',
          `unsupported format string passed to ${typeOf(self).typeName}.__format__`,
        );
      return vm.str(self);
    },
    '__getattribute__(self, name, /)': (vm, self: Value, name: Value) => {
      const text = expectText(vm, name, 'attribute name');
      const value = genericGetAttr(vm, self, text);
      if (value === CALL) return vm.call(vm.attributeCall.callable, vm.attributeCall.args);
      if (value === undefined && self instanceof PyModule) {
        // A module's `__getattr__` is part of how modules look attributes up.
        const hook = self.dict.getStr('__getattr__');
        if (hook !== undefined) return vm.call(hook, [text]);
      }
      if (value === undefined) throw vm.attributeError(self, text);
      return value;
    },
    '__setattr__(self, name, value, /)': (vm, self: Value, name: Value, value: Value) => {
      if (genericSetAttr(vm, self, expectText(vm, name, 'attribute name'), value) === CALL)
        vm.call(vm.attributeCall.callable, vm.attributeCall.args);
      return null;
    },
    '__delattr__(self, name, /)': (vm, self: Value, name: Value) => {
      genericDelAttr(vm, self, expectText(vm, name, 'attribute name'));
      return null;
    },
    '__dir__(self, /)': (vm, self: Value) => new PyList([...attributeNames(vm, self)]),
    '__sizeof__(self, /)': () => 16,
    '__getstate__(self, /)': (vm, self: Value) => getState(vm, self),
    '__reduce__(self, /)': (vm, self: Value) => vm.call(ofCopyreg(vm, '_reduce_ex'), [self, 0]),
    '__reduce_ex__(self, protocol, /)': (vm, self: Value, protocol: Value) => {
      if (typeOf(self).lookup('__reduce__') !== T.object.dict.getStr('__reduce__'))
        return vm.callSpecial(self, '__reduce__', []);
      return vm.index(protocol) >= 2
        ? reduce(vm, self)
        : vm.call(ofCopyreg(vm, '_reduce_ex'), [self, protocol]);
    },
  },
  classMethods: {
    '__init_subclass__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      if (kwargs !== null && kwargs.size > 0)
        throw vm.error(
          'TypeError',
          `${(args[0] as PyClass).name}.__init_subclass__() takes no keyword arguments`,
        );
      return null;
    },
    '__subclasshook__(cls, subclass, /)': () => NotImplemented,
  },
  getset: {
    __class__: {
      get: (_vm, self: Value) => typeOf(self),
      set: (vm, self: PyObject, value: Value | undefined) => {
        if (value === undefined) throw vm.error('TypeError', "can't delete __class__ attribute");
        if (!(value instanceof PyClass))
          throw vm.error(
            'TypeError',
            `__class__ must be set to a class, not '${typeOf(value).typeName}' object`,
          );
        if (self instanceof PyInstance && !value.native && value.layout === self.cls.layout) {
          if (!sameStorage(self.cls, value))
            throw vm.error(
              'TypeError',
              `__class__ assignment: '${value.name}' object layout differs from '${self.cls.typeName}'`,
            );
        }
        const movable =
          self instanceof PyInstance ||
          self instanceof PyModule ||
          self instanceof PyClass ||
          !self.cls.native;
        if (
          !movable ||
          value.layout !== self.cls.layout ||
          (value.native && value !== self.cls && !(self instanceof PyModule))
        )
          throw vm.error(
            'TypeError',
            `__class__ assignment only supported for mutable types or ModuleType subclasses`,
          );
        self.cls = value;
      },
    },
    __dict__: {
      get: (vm, self: Value) => {
        if (typeof self === 'object' && self !== null) {
          if (self instanceof PyModule) return self.dict;
          if (canHaveAttributes(self) && !lacksDict(self.cls)) return ensureAttributes(self);
        }
        throw vm.error('AttributeError', `'${typeOf(self).typeName}' object has no attribute '__dict__'`);
      },
      set: (vm, self: Value, value: Value | undefined) => {
        if (typeof self !== 'object' || self === null || !canHaveAttributes(self) || lacksDict(self.cls))
          throw vm.error('AttributeError', `'${typeOf(self).typeName}' object has no attribute '__dict__'`);
        if (value === undefined) {
          // Those whose dict is in C keep it.
          if (self.cls.layout !== T.object && NATIVES_WITH_DICT.has(self.cls.layout))
            throw vm.error('TypeError', 'cannot delete __dict__');
          value = new PyDict();
        }
        if (!(value instanceof PyDict))
          throw vm.error(
            'TypeError',
            `__dict__ must be set to a dictionary, not a '${typeOf(value).typeName}'`,
          );
        const old = ensureAttributes(self);
        if (self.cls.slotsApart && old.attrs !== null) {
          for (const [name, slot] of old.attrs.entries()) ensureAttributes(value).set(name, slot);
        }
        value.rc++;
        self.attrs = value;
        if (--old.rc <= 0) old.clear();
      },
    },
  },
});
