/** The module `_weakref`: references that do not keep their target alive. */
import { classGetItem } from '../builtins/generic_alias.js';
import { needsEagerDeaths, takesWeakReferences } from '../attributes.js';
import { PyClass, typeOf } from '../classes.js';
import { heap, PyObject, type Value } from '../heap.js';
import { defineType, makeType, nativeModule, type NativeImplementation } from '../native.js';
import { NotImplemented, PyWeakref, type PyList, type PyModule } from '../objects.js';
import { T } from '../types.js';
import { existing } from '../weak_references.js';
import type { VM } from '../vm.js';

/** What can have weak references: objects of ours with an identity, but for the plain containers. */
function referent(vm: VM, value: Value): PyObject {
  if (typeof value === 'object' && value !== null) {
    const { cls } = value;
    if (takesWeakReferences(cls)) return value;
  }
  throw vm.error('TypeError', `cannot create weak reference to '${typeOf(value).typeName}' object`);
}

function make(vm: VM, cls: PyClass, target: Value, callback: Value): PyWeakref {
  const object = referent(vm, target);
  const reference = new PyWeakref(object, callback, cls);
  if (callback !== null) {
    needsEagerDeaths();
    reference.onClear = (dead) => {
      if (!dead.dead && (dead.rc > 0 || heap.nativeDepth >= 0))
        vm.deaths.pendingCalls.push({ callable: callback, args: [dead] });
    };
  }
  return reference;
}

const targetOf = (vm: VM, self: PyWeakref): PyObject => {
  const { target } = self;
  if (target === null) throw vm.error('ReferenceError', 'weakly-referenced object no longer exists');
  return target;
};

defineType(T.weakref, {
  classMethods: classGetItem,
  staticMethods: {
    '__new__(cls, o, callback=None, /, *args, **kwargs)': (
      vm,
      cls: PyClass,
      object: Value,
      callback: Value,
    ) => {
      if (callback === null && cls === T.weakref) {
        const known = existing(referent(vm, object), cls);
        if (known !== undefined) return known;
      }
      return make(vm, cls, object, callback);
    },
  },
  methods: {
    '__init__(self, *args, **kwargs)': () => null,
    '__call__(self, /)': (_vm, self: PyWeakref) => self.target,
    '__hash__(self, /)': (vm, self: PyWeakref) => {
      const { target } = self;
      if (target === null) throw vm.error('TypeError', 'weak object has gone away');
      return vm.hash(target);
    },
    '__eq__(self, other, /)': (vm, self: PyWeakref, other: Value) => {
      if (!(other instanceof PyWeakref)) return NotImplemented;
      const a = self.target;
      const b = other.target;
      return a === null || b === null ? self === other : vm.equals(a, b);
    },
    '__repr__(self, /)': (vm, self: PyWeakref) => {
      const { target } = self;
      return target === null
        ? `<weakref at ${vm.address(self)}; dead>`
        : `<weakref at ${vm.address(self)}; to '${target.cls.typeName}' at ${vm.address(target)}>`;
    },
  },
  getset: { __callback__: (_vm, self: PyWeakref) => self.callback },
});
T.weakref.allocate = null;
T.weakref.layout = T.weakref;

const FORWARDED_BINARY = [
  'add',
  'sub',
  'mul',
  'truediv',
  'floordiv',
  'mod',
  'pow',
  'matmul',
  'and',
  'or',
  'xor',
  'lshift',
  'rshift',
];
const FORWARDED_UNARY = [
  'len',
  'iter',
  'next',
  'str',
  'bool',
  'int',
  'float',
  'index',
  'neg',
  'pos',
  'abs',
  'invert',
  'reversed',
  'enter',
];

function makeProxyClass(): PyClass {
  const methods: Record<string, NativeImplementation> = {
    '__getattr__(self, name, /)': (vm, self: PyWeakref, name: Value) =>
      vm.getAttr(targetOf(vm, self), vm.asStr(name)!),
    '__setattr__(self, name, value, /)': (vm, self: PyWeakref, name: Value, value: Value) => {
      vm.setAttr(targetOf(vm, self), vm.asStr(name)!, value);
    },
    '__delattr__(self, name, /)': (vm, self: PyWeakref, name: Value) => {
      vm.delAttr(targetOf(vm, self), vm.asStr(name)!);
    },
    '__getitem__(self, key, /)': (vm, self: PyWeakref, key: Value) => vm.getItem(targetOf(vm, self), key),
    '__setitem__(self, key, value, /)': (vm, self: PyWeakref, key: Value, value: Value) => {
      vm.setItem(targetOf(vm, self), key, value);
    },
    '__contains__(self, item, /)': (vm, self: PyWeakref, item: Value) =>
      vm.contains(targetOf(vm, self), item),
    '__call__(...)': function* (vm, args: Value[], kwargs: Map<string, Value> | null) {
      return yield { callable: targetOf(vm, args[0] as PyWeakref), args: args.slice(1), kwargs };
    },
    '__repr__(self, /)': (vm, self: PyWeakref) => {
      const { target } = self;
      return target === null
        ? `<weakproxy at ${vm.address(self)} to NoneType>`
        : `<weakproxy at ${vm.address(self)} to ${target.cls.typeName} at ${vm.address(target)}>`;
    },
    '__eq__(self, other, /)': (vm, self: PyWeakref, other: Value) =>
      vm.equals(targetOf(vm, self), other instanceof PyWeakref ? targetOf(vm, other) : other),
  };
  for (const name of FORWARDED_UNARY) {
    methods[`__${name}__(self, /)`] = (vm, self: PyWeakref) => {
      const target = targetOf(vm, self);
      if (name === 'str') return vm.str(target);
      if (name === 'bool') return vm.truth(target);
      if (name === 'len') return vm.length(target);
      if (name === 'iter') return vm.getIter(target);
      return vm.callSpecialOrFail(target, `__${name}__`, 'bad operand type:');
    };
  }
  for (const name of FORWARDED_BINARY) {
    methods[`__${name}__(self, other, /)`] = (vm, self: PyWeakref, other: Value) =>
      vm.callSpecial(targetOf(vm, self), `__${name}__`, [other]) ?? NotImplemented;
  }
  const cls = makeType(
    'ProxyType',
    { module: 'weakref', final: true },
    {
      methods,
      constants: { __hash__: null },
      getset: { __class__: (vm, self: PyWeakref) => vm.getAttr(targetOf(vm, self), '__class__') },
    },
  );
  cls.allocate = null;
  // isinstance() asks a proxy for its `__class__`, as it does for classes of programs.
  cls.native = false;
  return cls;
}

export function weakrefModule(_vm: VM): PyModule {
  const proxyClass = makeProxyClass();
  return nativeModule(
    '_weakref',
    {
      'proxy(object, callback=None, /)': (vm, object: Value, callback: Value) =>
        make(vm, proxyClass, object, callback),
      // A weak reference to the key of an entry `[reference, value]`: at its death the entry gives up its value, at once and
      // without a call that a program could see.
      'entry_ref(object, entry, /)': (vm, object: Value, entry: PyList) => {
        const reference = new PyWeakref(referent(vm, object), null);
        reference.onClear = () => {
          if (!entry.dead) entry.set(1, null);
        };
        return reference;
      },
      'getweakrefcount(object, /)': (_vm, object: Value) =>
        typeof object === 'object' && object !== null
          ? (heap.weakReferences.get(object) ?? []).filter(
              (reference) => reference instanceof PyWeakref && !reference.dead,
            ).length
          : 0,
    },
    { ref: T.weakref, ReferenceType: T.weakref, ProxyType: proxyClass, CallableProxyType: proxyClass },
  );
}
