/** Natives for `typing`: aliases that are kept, and the common case of its own functions (`PyFunction.accelerated`). */
import { PyClass, typeOf } from '../classes.js';
import { objectNumber } from '../dict.js';
import type { Value } from '../heap.js';
import type { NativeImplementation } from '../native.js';
import { PyDict, PyFunction, PyInstance, PyList, PyTuple, PyUnknown, type Accelerated } from '../objects.js';
import type { VM } from '../vm.js';

/** A text that is the same for the same parameters (the same objects; equal texts and numbers of one type); undefined for unknowns. */
function spellParameters(value: Value): string | undefined {
  if (value === null) return 'N';
  if (typeof value === 'string') return `s${value.length}:${value}`;
  if (typeof value !== 'object') return `${typeof value}${value}`;
  if (value instanceof PyUnknown) return undefined;
  if (value instanceof PyTuple || value instanceof PyList) {
    const parts: string[] = [];
    for (const item of value.items) {
      const part = spellParameters(item);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return `${value instanceof PyTuple ? 't' : 'l'}(${parts.join(',')})`;
  }
  return `o${objectNumber(value)}`;
}

/** Aliases that a form of `typing` keeps at most. */
const MAX_KEPT = 1000;

/** An instance of a class of ours whose attributes are in slots. */
export function slotted(cls: PyClass, slots: Record<string, Value>): PyInstance {
  const made = cls.allocate!(cls) as PyInstance;
  made.attrs ??= new PyDict();
  for (const [name, value] of Object.entries(slots)) made.attrs.setStr(name, value);
  return made;
}

/** An alias that `typing` made: its class is `name` of the module or derived from it. */
function isAlias(own: PyFunction, value: Value | undefined, name: string): value is PyInstance {
  const cls = own.globals.getStr(name);
  return value instanceof PyInstance && cls instanceof PyClass && value.cls.isSubclassOf(cls);
}

/** `_type_check(arg, msg)` of None, a class, or the alias of a class. */
function typeCheck(own: PyFunction, arg: Value | undefined): Value | undefined {
  if (arg === null) return typeOf(null);
  const isPlain = (cls: Value | undefined): cls is PyClass =>
    cls instanceof PyClass && cls !== own.globals.getStr('Generic') && cls !== own.globals.getStr('Protocol');
  if (isPlain(arg)) return arg;
  if (!isAlias(own, arg, '_GenericAlias')) return undefined;
  const origin = arg.attrs?.getStr('__origin__');
  return isPlain(origin) || origin === own.globals.getStr('Union') ? arg : undefined;
}

/** `_UnionGenericAlias(Union, members)`, named as Python names it. */
function unionAlias(vm: VM, own: PyFunction, members: Value[]): Value | undefined {
  const cls = own.globals.getStr('_UnionGenericAlias');
  const origin = own.globals.getStr('Union');
  if (!(cls instanceof PyClass) || origin === undefined) return undefined;
  const isOptional = members.length === 2 && members.includes(typeOf(null));
  return slotted(cls, {
    _inst: true,
    _name: isOptional ? 'Optional' : null,
    __origin__: origin,
    __args__: new PyTuple(members),
    ...(isOptional ? {} : { __module__: vm.findAttr(origin, '__module__') ?? null }),
  });
}

/** `Union[parameters]` of classes and aliases: unions in it are opened, what is there twice is dropped. */
function unionOf(vm: VM, own: PyFunction, parameters: readonly Value[]): Value | undefined {
  const members: Value[] = [];
  for (const parameter of parameters) {
    const checked = typeCheck(own, parameter);
    if (checked === undefined) return undefined;
    const nested = isAlias(own, checked, '_UnionGenericAlias')
      ? checked.attrs?.getStr('__args__')
      : new PyTuple([checked]);
    if (!(nested instanceof PyTuple)) return undefined;
    for (const member of nested.items)
      if (!members.some((known) => known === member || vm.equals(member, known))) members.push(member);
  }
  return members.length === 1 ? members[0] : unionAlias(vm, own, members);
}

/** Makers of the natives beside `typing`'s functions, by the name that it attaches them with. */
export const typingAccelerations: Record<string, (vm: VM, own: PyFunction) => Accelerated> = {
  'typing.__getitem__': (vm) => (_machine, args) => {
    const [self, parameters] = args;
    if (args.length !== 2) return undefined;
    const made = vm.findAttr(self!, '_made');
    const key = spellParameters(parameters!);
    return made instanceof PyDict && key !== undefined ? made.getStr(key) : undefined;
  },
  'typing._type_check': (_vm, own) => (_machine, args) =>
    args.length === 2 ? typeCheck(own, args[0]) : undefined,
  'typing.Union':
    (vm, own) =>
    (_machine, [, parameters]) => {
      if (parameters === undefined) return undefined;
      if (!(parameters instanceof PyTuple)) return unionOf(vm, own, [parameters]);
      return parameters.items.length === 0 ? undefined : unionOf(vm, own, parameters.items);
    },
  'typing.Optional':
    (vm, own) =>
    (_machine, [, parameter]) => {
      const arg = typeCheck(own, parameter);
      if (arg === undefined) return undefined;
      // The members of a union are told apart by a set.
      vm.hash(arg);
      return unionOf(vm, own, [arg, null]);
    },
};

export const typingNatives: Record<string, NativeImplementation> = {
  /** Keeps what a subscription of a `typing` form gave, so that the same parameters give the same object. */
  'keep_alias(made, parameters, alias, /)': (_vm, made: PyDict, parameters: Value, alias: Value) => {
    const key = spellParameters(parameters);
    if (key === undefined) return null;
    if (made.size >= MAX_KEPT) made.clear();
    made.setStr(key, alias);
    return null;
  },
};
