/** `list[int]` and `int | None`: `types.GenericAlias` and `types.UnionType`. */
import { nativeClass, PyClass } from '../classes.js';
import { PyObject, retain, type Value } from '../heap.js';
import { defineType, type NativeCoroutine, type NativeImplementation } from '../native.js';
import { Ellipsis, NotImplemented, PyList, PyTuple, PyUnknown, type PyDict } from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { absorb, equals, hash } from './operators.js';

export const GenericAlias = nativeClass({ name: 'GenericAlias', bases: [], module: 'types' });
export const UnionType = nativeClass({ name: 'UnionType', bases: [], module: 'types', final: true });

export class PyGenericAlias extends PyObject {
  attrs: PyDict | null = null;
  parameters: PyTuple | null = null;
  constructor(
    readonly origin: Value,
    readonly args: PyTuple,
    readonly starred = false,
    cls: PyClass = GenericAlias,
  ) {
    super(cls);
    retain(origin);
    args.rc++;
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.origin);
    visit(this.args);
    visit(this.parameters);
    visit(this.attrs);
  }
}

export class PyUnion extends PyObject {
  constructor(readonly args: PyTuple) {
    super(UnionType);
    args.rc++;
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.args);
  }
}

/** `origin[key]`. */
export function makeGenericAlias(origin: Value, key: Value, cls: PyClass = GenericAlias): PyGenericAlias {
  return new PyGenericAlias(origin, key instanceof PyTuple ? key : new PyTuple([key]), false, cls);
}

/** `__class_getitem__` of a built-in class that is generic. */
export const classGetItem: Record<string, NativeImplementation> = {
  '__class_getitem__(cls, key, /)': (_vm, cls: PyClass, key: Value) => makeGenericAlias(cls, key),
};

/** How an annotation shows in the repr of an alias. */
function partText(vm: VM, value: Value): string {
  if (value === Ellipsis) return '...';
  if (value === T.NoneType) return 'None';
  if (value instanceof PyList) return `[${value.items.map((item) => partText(vm, item)).join(', ')}]`;
  if (value instanceof PyClass) {
    const module = vm.findAttr(value, '__module__');
    return module === 'builtins' || typeof module !== 'string'
      ? value.qualname
      : `${module}.${value.qualname}`;
  }
  return vm.repr(value);
}

/** What stands for a type in a union: None is its type; anything else that isn't a type is refused. */
function unionPart(value: Value): Value | undefined {
  if (value === null) return T.NoneType;
  if (value instanceof PyClass || value instanceof PyGenericAlias || value instanceof PyUnion) return value;
  return undefined;
}

/** `a | b` of types. */
export function makeUnion(vm: VM, a: Value, b: Value): Value {
  if (a instanceof PyUnknown) return absorb(a);
  if (b instanceof PyUnknown) return absorb(b);
  const parts: Value[] = [];
  for (const side of [a, b]) {
    const part = unionPart(side);
    if (part === undefined) return NotImplemented;
    for (const item of part instanceof PyUnion ? part.args.items : [part])
      if (!parts.some((other) => equals(vm, other, item))) parts.push(item);
  }
  return parts.length === 1 ? parts[0]! : new PyUnion(new PyTuple(parts));
}

/** The type variables in arguments, in order of first appearance: values whose class is called TypeVar and the like. */
function typeParameters(vm: VM, args: readonly Value[]): Value[] {
  const found: Value[] = [];
  const add = (value: Value): void => {
    if (!found.includes(value)) found.push(value);
  };
  for (const arg of args) {
    if (arg instanceof PyClass || typeof arg !== 'object' || arg === null) continue;
    if (/^(TypeVar|ParamSpec|TypeVarTuple)$/.test(arg.cls.name)) add(arg);
    else if (arg instanceof PyList || arg instanceof PyTuple) typeParameters(vm, arg.items).forEach(add);
    else {
      const inner =
        arg instanceof PyUnion
          ? new PyTuple(typeParameters(vm, arg.args.items))
          : vm.findAttr(arg, '__parameters__');
      if (inner instanceof PyTuple) inner.items.forEach(add);
    }
  }
  return found;
}

function substitute(vm: VM, args: readonly Value[], from: readonly Value[], to: readonly Value[]): Value[] {
  return args.map((arg) => {
    const at = from.indexOf(arg);
    if (at >= 0) return to[at]!;
    if (arg instanceof PyList) return new PyList(substitute(vm, arg.items, from, to));
    if (arg instanceof PyUnion)
      return substitute(vm, arg.args.items, from, to).reduce((a, b) => makeUnion(vm, a, b));
    if (arg instanceof PyClass || typeof arg !== 'object' || arg === null) return arg;
    const inner = vm.findAttr(arg, '__parameters__');
    if (!(inner instanceof PyTuple) || inner.items.length === 0) return arg;
    return vm.getItem(
      arg,
      new PyTuple(inner.items.map((item) => (from.includes(item) ? to[from.indexOf(item)]! : item))),
    );
  });
}

const OWN = new Set([
  '__origin__',
  '__args__',
  '__parameters__',
  '__mro_entries__',
  '__reduce_ex__',
  '__reduce__',
  '__copy__',
  '__deepcopy__',
  '__unpacked__',
  '__class__',
]);

defineType(GenericAlias, {
  staticMethods: {
    '__new__(cls, origin, args, /)': (_vm, cls: PyClass, origin: Value, args: Value) =>
      makeGenericAlias(origin, args, cls),
  },
  methods: {
    '__repr__(self, /)': (vm, self: PyGenericAlias) => {
      const args =
        self.args.items.length === 0 ? '()' : self.args.items.map((arg) => partText(vm, arg)).join(', ');
      return `${self.starred ? '*' : ''}${partText(vm, self.origin)}[${args}]`;
    },
    '__call__(...)': function* (vm, args: Value[], kwargs: Map<string, Value> | null): NativeCoroutine {
      const [self, ...rest] = args as [PyGenericAlias, ...Value[]];
      const made = yield { callable: self.origin, args: rest, kwargs };
      if (typeof made === 'object' && made !== null && !made.cls.native) {
        try {
          vm.setAttr(made, '__orig_class__', self);
        } catch {
          // An object without room for attributes stays without.
        }
      }
      return made;
    },
    '__getattr__(self, name, /)': (vm, self: PyGenericAlias, name: Value) => {
      const text = vm.asStr(name) ?? '';
      if (
        OWN.has(text) ||
        (text.startsWith('__') &&
          text.endsWith('__') &&
          text !== '__name__' &&
          text !== '__qualname__' &&
          text !== '__module__' &&
          text !== '__doc__')
      )
        throw vm.attributeError(self, text);
      return vm.getAttr(self.origin, text);
    },
    '__getitem__(self, key, /)': (vm, self: PyGenericAlias, key: Value) => {
      const parameters = typeParameters(vm, self.args.items);
      if (parameters.length === 0) throw vm.error('TypeError', `${vm.repr(self)} is not a generic class`);
      const given = key instanceof PyTuple ? key.items : [key];
      if (given.length !== parameters.length)
        throw vm.error(
          'TypeError',
          `Too ${given.length > parameters.length ? 'many' : 'few'} arguments for ${vm.repr(self)}; actual ${given.length}, expected ${parameters.length}`,
        );
      return new PyGenericAlias(self.origin, new PyTuple(substitute(vm, self.args.items, parameters, given)));
    },
    '__mro_entries__(self, bases, /)': (_vm, self: PyGenericAlias) => new PyTuple([self.origin]),
    '__instancecheck__(self, instance, /)': (vm) => {
      throw vm.error('TypeError', 'isinstance() argument 2 cannot be a parameterized generic');
    },
    '__subclasscheck__(self, cls, /)': (vm) => {
      throw vm.error('TypeError', 'issubclass() argument 2 cannot be a parameterized generic');
    },
    '__eq__(self, value, /)': (vm, self: PyGenericAlias, value: Value) =>
      value instanceof PyGenericAlias
        ? equals(vm, self.origin, value.origin) && equals(vm, self.args, value.args)
        : NotImplemented,
    '__hash__(self, /)': (vm, self: PyGenericAlias) => hash(vm, self.origin) ^ hash(vm, self.args),
    '__or__(self, value, /)': (vm, self: Value, value: Value) => makeUnion(vm, self, value),
    '__ror__(self, value, /)': (vm, self: Value, value: Value) => makeUnion(vm, value, self),
    '__iter__(self, /)': (vm, self: PyGenericAlias) =>
      vm.getIter(new PyTuple([new PyGenericAlias(self.origin, self.args, true)])),
    '__reduce__(self, /)': (_vm, self: PyGenericAlias) =>
      new PyTuple([GenericAlias, new PyTuple([self.origin, self.args])]),
  },
  getset: {
    __origin__: (_vm, self: PyGenericAlias) => self.origin,
    __args__: (_vm, self: PyGenericAlias) => self.args,
    __parameters__: (vm, self: PyGenericAlias) => {
      if (self.parameters === null) {
        self.parameters = new PyTuple(typeParameters(vm, self.args.items));
        self.parameters.rc++;
      }
      return self.parameters;
    },
    __unpacked__: (_vm, self: PyGenericAlias) => self.starred,
  },
});

defineType(UnionType, {
  methods: {
    '__repr__(self, /)': (vm, self: PyUnion) => self.args.items.map((arg) => partText(vm, arg)).join(' | '),
    '__eq__(self, value, /)': (vm, self: PyUnion, value: Value) => {
      if (!(value instanceof PyUnion)) return NotImplemented;
      const [a, b] = [self.args.items, value.args.items];
      return a.length === b.length && a.every((item) => b.some((other) => equals(vm, item, other)));
    },
    '__hash__(self, /)': (vm, self: PyUnion) =>
      self.args.items.reduce<number>((sum, item) => sum ^ hash(vm, item), 0),
    '__or__(self, value, /)': (vm, self: Value, value: Value) => makeUnion(vm, self, value),
    '__ror__(self, value, /)': (vm, self: Value, value: Value) => makeUnion(vm, value, self),
    '__instancecheck__(self, instance, /)': (vm, self: PyUnion, instance: Value) =>
      self.args.items.some((item) => vm.isInstance(instance, item)),
    '__subclasscheck__(self, cls, /)': (vm, self: PyUnion, cls: Value) =>
      self.args.items.some((item) => vm.isSubclass(cls, item)),
    '__getitem__(self, key, /)': (vm, self: PyUnion, key: Value) => {
      const parameters = typeParameters(vm, self.args.items);
      if (parameters.length === 0) throw vm.error('TypeError', `${vm.repr(self)} is not a generic class`);
      return substitute(vm, self.args.items, parameters, key instanceof PyTuple ? key.items : [key]).reduce(
        (a, b) => makeUnion(vm, a, b),
      );
    },
  },
  getset: {
    __args__: (_vm, self: PyUnion) => self.args,
    __parameters__: (vm, self: PyUnion) => new PyTuple(typeParameters(vm, self.args.items)),
  },
});
