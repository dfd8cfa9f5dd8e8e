/** The attributes of functions, methods, natives, code objects, cells, modules and the singletons. */
import { NATIVES_WITH_DICT, readOnly } from '../attributes.js';
import { PyClass, typeOf } from '../classes.js';
import { Op } from '../code.js';
import { heap, PyObject, release, retain, type Value } from '../heap.js';
import {
  defineType,
  isSpecialName,
  PyGetSet,
  PyMethodDescriptor,
  PyNative,
  type NativeCoroutine,
} from '../native.js';
import {
  canHaveAttributes,
  Ellipsis,
  ensureSlots,
  NotImplemented,
  PyBoundMethod,
  PyCell,
  PyClassMethod,
  PyCode,
  PyDict,
  PyFunction,
  PyList,
  PyMember,
  PyModule,
  PyTuple,
  slotsOf,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { objectNumber } from '../dict.js';
import { equals, hash } from './operators.js';
import { addressText, UNKNOWN_TEXT } from './representation.js';
import { isCallable } from './functions.js';
import { expectText } from './shared.js';

// ---- functions ----

/** `__call__` of what the machine knows how to call. */
const CALL = {
  '__call__(self, /, *args, **kwargs)': function* (
    _vm: VM,
    self: Value,
    args: Value[],
    kwargs: Map<string, Value>,
  ): NativeCoroutine {
    return yield { callable: self, args, kwargs };
  },
};

/** Notes that a function is about to change, for the undo journal. */
function willChange(object: PyObject): void {
  if (object.epoch !== heap.epoch) heap.willChange(object);
}

/** The annotations of a function as a dict, made from the compiled pairs at the first look. */
export function annotationsOf(func: PyFunction): PyDict {
  if (func.annotations instanceof PyDict) return func.annotations;
  const dict = new PyDict();
  const items = func.annotations?.items ?? [];
  for (let i = 0; i < items.length; i += 2) dict.set(items[i]!, items[i + 1]!);
  willChange(func);
  retain(dict);
  release(func.annotations);
  func.annotations = dict;
  return dict;
}

/** Replaces a counted field of a function. */
function setField<K extends 'defaults' | 'kwdefaults' | 'annotations' | 'typeParams'>(
  func: PyFunction,
  field: K,
  value: PyFunction[K],
): void {
  willChange(func);
  retain(value);
  release(func[field]);
  func[field] = value;
}

function bindFunction(vm: VM, func: Value, instance: Value, owner: Value | undefined): Value {
  if (instance === null && owner !== undefined && owner !== T.NoneType) return func;
  if (instance === null && owner === undefined) throw vm.error('TypeError', '__get__(None, None) is invalid');
  return new PyBoundMethod(func, instance);
}

defineType(T.function, {
  staticMethods: {
    '__new__(cls, code, globals, name=None, argdefs=None, closure=None)': (
      vm,
      _cls: PyClass,
      code: Value,
      globals: Value,
      name: Value,
      defaults: Value,
      closure: Value,
    ) => {
      if (!(code instanceof PyCode))
        throw vm.error('TypeError', `function() argument 'code' must be code, not ${typeOf(code).typeName}`);
      if (!(globals instanceof PyDict))
        throw vm.error(
          'TypeError',
          `function() argument 'globals' must be dict, not ${typeOf(globals).typeName}`,
        );
      // As func_new_impl: what the code is free of must be given.
      const free = code.init.freevars.length;
      if (free > 0 && !(closure instanceof PyTuple))
        throw vm.error('TypeError', 'arg 5 (closure) must be tuple');
      if (free === 0 && closure !== null && !(closure instanceof PyTuple))
        throw vm.error('TypeError', 'arg 5 (closure) must be None or tuple');
      const given = closure instanceof PyTuple ? closure.items.length : 0;
      if (given !== free)
        throw vm.error('ValueError', `${code.init.name} requires closure of length ${free}, not ${given}`);
      const func = new PyFunction(
        code,
        globals,
        defaults instanceof PyTuple ? defaults : null,
        null,
        closure instanceof PyTuple ? closure : null,
      );
      if (name !== null) func.name = expectText(vm, name, 'arg 3 (name)');
      return func;
    },
  },
  methods: {
    '__repr__(self, /)': (_vm, self: PyFunction) => `<function ${self.qualname} at ${addressText(self)}>`,
    ...CALL,
    '__get__(self, instance, owner=..., /)': (
      vm,
      self: PyFunction,
      instance: Value,
      owner: Value | undefined,
    ) => bindFunction(vm, self, instance, owner),
  },
  getset: {
    __name__: {
      get: (_vm, self: PyFunction) => self.name,
      set: (vm, self: PyFunction, value: Value | undefined) => {
        const text = value === undefined ? undefined : vm.asStr(value);
        if (text === undefined) throw vm.error('TypeError', '__name__ must be set to a string object');
        willChange(self);
        self.name = text;
      },
    },
    __qualname__: {
      get: (_vm, self: PyFunction) => self.qualname,
      set: (vm, self: PyFunction, value: Value | undefined) => {
        const text = value === undefined ? undefined : vm.asStr(value);
        if (text === undefined) throw vm.error('TypeError', '__qualname__ must be set to a string object');
        willChange(self);
        self.qualname = text;
      },
    },
    __doc__: {
      get: (_vm, self: PyFunction) => self.doc,
      set: (_vm, self: PyFunction, value: Value | undefined) => {
        willChange(self);
        retain(value ?? null);
        self.doc = value ?? null;
      },
    },
    __module__: {
      get: (_vm, self: PyFunction) => self.module,
      set: (_vm, self: PyFunction, value: Value | undefined) => {
        willChange(self);
        retain(value ?? null);
        self.module = value ?? null;
      },
    },
    __code__: {
      get: (_vm, self: PyFunction) => self.code,
      set: (vm, self: PyFunction, value: Value | undefined) => {
        if (!(value instanceof PyCode)) throw vm.error('TypeError', '__code__ must be set to a code object');
        willChange(self);
        self.code = value;
        self.accelerated = null;
        self.redirect = null;
      },
    },
    __defaults__: {
      get: (_vm, self: PyFunction) => self.defaults,
      set: (vm, self: PyFunction, value: Value | undefined) => {
        if (value !== undefined && value !== null && !(value instanceof PyTuple))
          throw vm.error('TypeError', '__defaults__ must be set to a tuple object');
        setField(self, 'defaults', value ?? null);
      },
    },
    __kwdefaults__: {
      get: (_vm, self: PyFunction) => self.kwdefaults,
      set: (vm, self: PyFunction, value: Value | undefined) => {
        if (value !== undefined && value !== null && !(value instanceof PyDict))
          throw vm.error('TypeError', '__kwdefaults__ must be set to a dict object');
        setField(self, 'kwdefaults', value ?? null);
      },
    },
    __annotations__: {
      get: (_vm, self: PyFunction) => annotationsOf(self),
      set: (vm, self: PyFunction, value: Value | undefined) => {
        if (value !== undefined && value !== null && !(value instanceof PyDict))
          throw vm.error('TypeError', '__annotations__ must be set to a dict object');
        setField(self, 'annotations', value ?? null);
      },
    },
    __closure__: (_vm, self: PyFunction) => self.closure,
    __globals__: (_vm, self: PyFunction) => self.globals,
    __builtins__: (vm) => vm.builtins.dict,
    __type_params__: {
      get: (vm, self: PyFunction) => self.typeParams ?? vm.emptyTuple,
      set: (vm, self: PyFunction, value: Value | undefined) => {
        if (!(value instanceof PyTuple))
          throw vm.error('TypeError', '__type_params__ must be set to a tuple');
        setField(self, 'typeParams', value);
      },
    },
  },
});

// ---- bound methods ----

const forward = (name: string) => (vm: VM, self: PyBoundMethod) => vm.getAttr(self.func, name);

defineType(T.method, {
  staticMethods: {
    '__new__(cls, func, obj, /)': (vm, _cls: PyClass, func: Value, self: Value) => {
      if (!isCallable(func) && typeOf(func) !== T.Unknown)
        throw vm.error('TypeError', 'first argument must be callable');
      if (self === null) throw vm.error('TypeError', 'instance must not be None');
      return new PyBoundMethod(func, self);
    },
  },
  methods: {
    '__repr__(self, /)': (vm, self: PyBoundMethod) => {
      const name = vm.findAttr(self.func, '__qualname__') ?? vm.findAttr(self.func, '__name__') ?? '?';
      return `<bound method ${vm.str(name)} of ${vm.repr(self.self)}>`;
    },
    ...CALL,
    '__getattr__(self, name, /)': (vm, self: PyBoundMethod, name: Value) => {
      const text = vm.asStr(name) ?? '';
      return vm.getAttr(self.func, text);
    },
    '__get__(self, instance, owner=..., /)': (_vm, self: Value) => self,
    '__eq__(self, value, /)': (vm, self: PyBoundMethod, value: Value) =>
      value instanceof PyBoundMethod
        ? self.self === value.self && equals(vm, self.func, value.func)
        : NotImplemented,
    '__hash__(self, /)': (vm, self: PyBoundMethod) =>
      hash(vm, self.func) ^
      (typeof self.self === 'object' && self.self !== null ? Number(addressText(self.self)) : 0),
    '__reduce__(self, /)': (vm, self: PyBoundMethod) =>
      new PyTuple([
        vm.builtins.dict.getStr('getattr')!,
        new PyTuple([self.self, vm.getAttr(self.func, '__name__')]),
      ]),
  },
  getset: {
    __func__: (_vm, self: PyBoundMethod) => self.func,
    __self__: (_vm, self: PyBoundMethod) => self.self,
    __name__: forward('__name__'),
    __qualname__: forward('__qualname__'),
    __module__: forward('__module__'),
    __doc__: forward('__doc__'),
  },
});

// ---- natives ----

function nativeRepr(self: PyNative): string {
  if (self.self === undefined && self.owner !== undefined)
    return `<built-in method ${self.name} of type object at ${addressText(self.owner)}>`;
  if (self.self === undefined || self.self instanceof PyModule) return `<built-in function ${self.name}>`;
  if (typeof self.self === 'object' && self.self !== null) {
    const kind =
      isSpecialName(self.name) && !(self.self instanceof PyClass)
        ? `<method-wrapper '${self.name}'`
        : `<built-in method ${self.name}`;
    return `${kind} of ${typeOf(self.self).typeName} object at ${addressText(self.self)}>`;
  }
  return `<built-in method ${self.name} of ${typeOf(self.self).typeName} object at 0x7f0000000000>`;
}

function nativeQualname(self: PyNative): string {
  if (self.self instanceof PyClass) return `${self.self.qualname}.${self.name}`;
  if (self.owner !== undefined) return `${self.owner.qualname}.${self.name}`;
  return self.name;
}

/** The signature of a native as `__text_signature__` shows it. */
function textSignature(text: string): Value {
  const inner = text.slice(text.indexOf('('));
  return inner === '(...)'
    ? null
    : inner.replace(/=\.\.\./g, '=<unrepresentable>').replace(/^\(self/, '($self');
}

defineType(T.builtin_function_or_method, {
  methods: {
    '__eq__(self, value, /)': (_vm, self: PyNative, other: Value) =>
      other instanceof PyNative ? self.isSameAs(other) : NotImplemented,
    '__ne__(self, value, /)': (_vm, self: PyNative, other: Value) =>
      other instanceof PyNative ? !self.isSameAs(other) : NotImplemented,
    '__hash__(self, /)': (_vm, self: PyNative) =>
      typeof self.self === 'object' && self.self !== null
        ? (objectNumber(self.self) * 31 + self.name.length) | 0
        : objectNumber(self),
    '__repr__(self, /)': (_vm, self: PyNative) => nativeRepr(self),
    ...CALL,
    '__reduce__(self, /)': (vm, self: PyNative) => {
      const holder = self.self ?? self.owner;
      return holder === undefined
        ? self.name
        : new PyTuple([vm.builtins.dict.getStr('getattr')!, new PyTuple([holder, self.name])]);
    },
  },
  getset: {
    __name__: (_vm, self: PyNative) => self.name,
    __qualname__: (_vm, self: PyNative) => nativeQualname(self),
    __module__: {
      get: (_vm, self: PyNative) => self.module,
      set: (_vm, self: PyNative, value: Value | undefined) => {
        self.module = value ?? null;
      },
    },
    __doc__: () => null,
    __self__: (vm, self: PyNative) =>
      self.self ?? (typeof self.module === 'string' ? (vm.modules.get(self.module) ?? null) : null),
    __text_signature__: (_vm, self: PyNative) => textSignature(self.signatureText),
  },
});

for (const cls of [T.method_descriptor, T.wrapper_descriptor])
  defineType(cls, {
    methods: {
      '__repr__(self, /)': (_vm, self: PyMethodDescriptor) =>
        isSpecialName(self.name)
          ? `<slot wrapper '${self.name}' of '${self.owner.typeName}' objects>`
          : `<method '${self.name}' of '${self.owner.typeName}' objects>`,
      ...CALL,
      '__get__(self, instance, owner=..., /)': (_vm, self: PyMethodDescriptor, instance: Value) =>
        instance === null
          ? self
          : new PyNative(self.name, self.signatureText, self.implementation, instance, self.owner),
      '__reduce__(self, /)': (vm, self: PyMethodDescriptor) =>
        new PyTuple([vm.builtins.dict.getStr('getattr')!, new PyTuple([self.owner, self.name])]),
    },
    getset: {
      __name__: (_vm, self: PyMethodDescriptor) => self.name,
      __qualname__: (_vm, self: PyMethodDescriptor) => `${self.owner.qualname}.${self.name}`,
      __objclass__: (_vm, self: PyMethodDescriptor) => self.owner,
      __doc__: () => null,
      __text_signature__: (_vm, self: PyMethodDescriptor) => textSignature(self.signatureText),
    },
  });

defineType(T.classmethod_descriptor, {
  methods: {
    '__repr__(self, /)': (_vm, self: PyClassMethod) => {
      const { name, owner } = self.func as PyNative;
      return `<method '${name}' of '${owner!.typeName}' objects>`;
    },
    '__get__(self, instance, owner=None, /)': (_vm, self: PyClassMethod, instance: Value, owner: Value) => {
      const { name, signatureText, implementation, owner: definer } = self.func as PyNative;
      return new PyNative(name, signatureText, implementation, owner ?? typeOf(instance), definer);
    },
  },
  getset: {
    __name__: (_vm, self: PyClassMethod) => (self.func as PyNative).name,
    __qualname__: (_vm, self: PyClassMethod) => nativeQualname(self.func as PyNative),
    __objclass__: (_vm, self: PyClassMethod) => (self.func as PyNative).owner ?? null,
    __doc__: () => null,
    __text_signature__: (_vm, self: PyClassMethod) => textSignature((self.func as PyNative).signatureText),
  },
});

/** The instance that a slot's descriptor is used with. Raises TypeError for one of another class. */
function ofOwner(vm: VM, self: PyMember, instance: Value): PyObject & { attrs: PyDict | null } {
  const cls = typeOf(instance);
  if (
    typeof instance === 'object' &&
    instance !== null &&
    cls.isSubclassOf(self.owner) &&
    canHaveAttributes(instance)
  )
    return instance;
  throw vm.error(
    'TypeError',
    `descriptor '${self.name}' for '${self.owner.typeName}' objects doesn't apply to a '${cls.typeName}' object`,
  );
}

function slotValue(vm: VM, self: PyMember, instance: Value): Value {
  const object = ofOwner(vm, self, instance);
  const value = slotsOf(object)?.getStr(self.name);
  if (value === undefined) throw vm.attributeError(object, self.name);
  return value;
}

for (const cls of [T.getset_descriptor, T.member_descriptor]) {
  const kind = cls === T.getset_descriptor ? 'attribute' : 'member';
  defineType(cls, {
    methods: {
      '__repr__(self, /)': (_vm, self: PyGetSet | PyMember) =>
        `<${kind} '${self.name}' of '${self.owner.typeName}' objects>`,
      '__get__(self, instance, owner=..., /)': (vm, self: PyGetSet | PyMember, instance: Value) => {
        if (instance === null) return self;
        if (self instanceof PyGetSet) return self.get(vm, instance as PyObject);
        return slotValue(vm, self, instance);
      },
      '__set__(self, instance, value, /)': (vm, self: PyGetSet | PyMember, instance: Value, value: Value) => {
        if (self instanceof PyMember) ensureSlots(ofOwner(vm, self, instance)).setStr(self.name, value);
        else if (self.set === undefined) throw readOnly(vm, self);
        else self.set(vm, instance as PyObject, value);
        return null;
      },
      '__delete__(self, instance, /)': (vm, self: PyGetSet | PyMember, instance: Value) => {
        vm.delAttr(instance, self.name);
        return null;
      },
    },
    getset: {
      __name__: (_vm, self: PyGetSet | PyMember) => self.name,
      __qualname__: (_vm, self: PyGetSet | PyMember) => `${self.owner.qualname}.${self.name}`,
      __objclass__: (_vm, self: PyGetSet | PyMember) => self.owner,
      __doc__: (_vm, self: PyObject) => (self instanceof PyGetSet ? self.doc : null),
    },
  });
}

// ---- cells and code ----

defineType(T.cell, {
  staticMethods: {
    '__new__(cls, contents=..., /)': (_vm, _cls: PyClass, contents: Value | undefined) =>
      new PyCell(contents),
  },
  methods: {
    '__repr__(self, /)': (_vm, self: PyCell) => {
      const { value } = self;
      if (value === undefined) return `<cell at ${addressText(self)}: empty>`;
      const object = typeof value === 'object' && value !== null ? addressText(value) : '0x7f0000000000';
      return `<cell at ${addressText(self)}: ${typeOf(value).typeName} object at ${object}>`;
    },
  },
  getset: {
    cell_contents: {
      get: (vm, self: PyCell) => {
        if (self.value === undefined) throw vm.error('ValueError', 'Cell is empty');
        return self.value;
      },
      set: (_vm, self: PyCell, value: Value | undefined) => self.set(value),
    },
  },
});

/** The parameters that inner functions use: they are made cells where the body begins. */
function cellParameters(code: PyCode): string[] {
  const { varnames } = code.init;
  const names: string[] = [];
  for (const instruction of code.body.ops) {
    const index = instruction >> 8;
    if ((instruction & 0xff) === Op.MAKE_CELL && index < varnames.length) names.push(varnames[index]!);
  }
  return names;
}

const texts = (names: readonly string[]): PyTuple => new PyTuple(names);

/** `code.replace`: the code with other texts, flags or first line; with other instructions it is not known. */
function replacedCode(vm: VM, code: PyCode, fields: PyDict): Value {
  const init = { ...code.init, compile: () => code.body };
  for (const [key, value] of fields.entries()) {
    const field = key as string;
    if (field === 'co_name') init.name = expectText(vm, value, "replace() argument 'co_name'");
    else if (field === 'co_qualname')
      init.qualname = expectText(vm, value, "replace() argument 'co_qualname'");
    else if (field === 'co_filename')
      init.filename = expectText(vm, value, "replace() argument 'co_filename'");
    else if (field === 'co_firstlineno') init.firstLine = vm.index(value);
    else if (field === 'co_flags') init.flags = vm.index(value);
    else if (T.code.lookup(field) === undefined)
      throw vm.error('TypeError', `'${field}' is an invalid keyword argument for replace()`);
    else return vm.unknown(`code.replace(${field}=...) is not modelled`);
  }
  return new PyCode(init);
}

defineType(T.code, {
  methods: {
    '__repr__(self, /)': (_vm, self: PyCode) =>
      `<code object ${self.init.name} at ${addressText(self)}, file "${self.init.filename}", line ${self.init.firstLine}>`,
    'replace(self, /, **fields)': (vm, self: PyCode, fields: PyDict) => replacedCode(vm, self, fields),
    'co_positions(self, /)': (vm, self: PyCode) => {
      const { positions } = self.body;
      const rows: Value[] = [];
      for (let i = 0; i < positions.length; i += 4)
        rows.push(new PyTuple([positions[i]!, positions[i + 2]!, positions[i + 1]!, positions[i + 3]!]));
      return vm.getIter(vm.root(new PyList(rows)));
    },
  },
  getset: {
    co_name: (_vm, self: PyCode) => self.init.name,
    co_qualname: (_vm, self: PyCode) => self.init.qualname,
    co_filename: (_vm, self: PyCode) => self.init.filename,
    co_firstlineno: (_vm, self: PyCode) => self.init.firstLine,
    co_flags: (_vm, self: PyCode) =>
      self.init.flags | (self.init.usesLocalsDict ? 0 : 3) | (self.init.freevars.length > 0 ? 0x10 : 0),
    co_argcount: (_vm, self: PyCode) => self.init.argCount,
    co_posonlyargcount: (_vm, self: PyCode) => self.init.posOnlyCount,
    co_kwonlyargcount: (_vm, self: PyCode) => self.init.kwOnlyCount,
    co_nlocals: (_vm, self: PyCode) => self.init.varnames.length,
    co_varnames: (_vm, self: PyCode) => texts(self.init.varnames),
    co_cellvars: (_vm, self: PyCode) => texts([...cellParameters(self), ...self.init.cellvars]),
    co_freevars: (_vm, self: PyCode) => texts(self.init.freevars),
    co_names: (_vm, self: PyCode) => texts(self.body.names),
    // The documentation comes first, though no instruction loads it.
    co_consts: (_vm, self: PyCode) => {
      const { docstring } = self.init;
      const { consts } = self.body;
      return new PyTuple(docstring === null || consts[0] === docstring ? consts : [docstring, ...consts]);
    },
    co_stacksize: (_vm, self: PyCode) => self.body.stackSize,
  },
});

// ---- modules ----

T.module.layout = T.module;
T.module.allocate = (cls) => new PyModule('?', cls);
NATIVES_WITH_DICT.add(T.module);

function moduleRepr(vm: VM, self: PyModule): string {
  const file = self.dict.getStr('__file__');
  const name = vm.repr(self.dict.getStr('__name__') ?? '?');
  // Made by `types.ModuleType`, not imported.
  if (self.made) return typeof file === 'string' ? `<module ${name} from '${file}'>` : `<module ${name}>`;
  if (typeof file === 'string') return `<module ${name} from '${file}'>`;
  return self.dict.getStr('__path__') !== undefined
    ? `<module ${name} (namespace)>`
    : `<module ${name} (built-in)>`;
}

defineType(T.module, {
  staticMethods: {
    '__new__(...)': (_vm, args: Value[]) => {
      const module = new PyModule('?', args[0] as PyClass);
      module.made = true;
      return module;
    },
  },
  methods: {
    '__init__(self, name, doc=None)': (vm, self: PyModule, name: Value, doc: Value) => {
      self.dict.setStr('__name__', expectText(vm, name, 'module.__init__() argument 1'));
      self.dict.setStr('__doc__', doc);
      return null;
    },
    '__repr__(self, /)': (vm, self: PyModule) => moduleRepr(vm, self),
    '__dir__(self, /)': (_vm, self: PyModule) => new PyList(self.dict.keyArray()),
  },
});

// ---- singletons ----

defineType(T.NoneType, {
  staticMethods: {
    '__new__(...)': (vm, args: Value[], kwargs: Map<string, Value> | null) => {
      if (args.length > 1 || (kwargs !== null && kwargs.size > 0))
        throw vm.error('TypeError', 'NoneType takes no arguments');
      return null;
    },
  },
  methods: {
    '__repr__(self, /)': () => 'None',
    '__bool__(self, /)': () => false,
    '__hash__(self, /)': (vm) => hash(vm, null),
  },
});
defineType(T.ellipsis, {
  staticMethods: { '__new__(cls)': () => Ellipsis },
  methods: { '__repr__(self, /)': () => 'Ellipsis', '__reduce__(self, /)': () => 'Ellipsis' },
});
defineType(T.NotImplementedType, {
  staticMethods: { '__new__(cls)': () => NotImplemented },
  methods: { '__repr__(self, /)': () => 'NotImplemented', '__reduce__(self, /)': () => 'NotImplemented' },
});
defineType(T.Unknown, { methods: { '__repr__(self, /)': () => UNKNOWN_TEXT } });
