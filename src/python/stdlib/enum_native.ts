/**
 * Natives for enumerations: what `enum` asks of class bodies, and the common case of its own functions (`PyFunction.accelerated`): classes with
 * one enumeration without members as base, members without a data type.
 */
import { PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { nativeModule } from '../native.js';
import {
  PyDict,
  PyFloat,
  PyFunction,
  PyInstance,
  PyList,
  PyModule,
  PyTuple,
  type Accelerated,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';

/** What kind a name in the body of an enumeration is of. */
function kindOfName(className: string, name: string): string {
  if (!name.endsWith('_') && !name.startsWith('_')) return 'plain';
  const n = name.length;
  const prefix = `_${className}__`;
  if (
    n > prefix.length &&
    name.startsWith(prefix) &&
    name[prefix.length] !== '_' &&
    (name[n - 1] !== '_' || name[n - 2] !== '_')
  )
    return 'private';
  if (n > 2 && name[0] === '_' && name[n - 1] === '_' && name[1] !== '_' && name[n - 2] !== '_')
    return 'sunder';
  if (n > 4 && name.startsWith('__') && name.endsWith('__') && name[2] !== '_' && name[n - 3] !== '_')
    return 'dunder';
  return 'plain';
}

/** `_EnumDict.__setitem__` of a special name, or of a member with a plain value. */
function enumSetItem(_vm: VM, func: PyFunction): Accelerated {
  const special = ['nonmember', 'member', 'auto'].map((name) => func.globals.getStr(name));
  const isPlain = (value: Value): boolean => {
    if (typeof value === 'string' || typeof value === 'number' || value instanceof PyFloat) return true;
    if (!(value instanceof PyInstance) || value.cls.native || value.cls.getattrHook !== undefined)
      return false;
    return (
      !special.includes(value.cls) &&
      !['__get__', '__set__', '__delete__'].some((name) => value.cls.lookup(name) !== undefined) &&
      !['__get__', '__set__', '__delete__'].some((name) => value.attrs?.getStr(name) !== undefined)
    );
  };
  return (_machine, [self, name, value]) => {
    if (!(self instanceof PyDict) || self.attrs === null || typeof name !== 'string' || value === undefined)
      return undefined;
    const { attrs } = self;
    const className = attrs.getStr('_cls_name');
    if (typeof className !== 'string') return undefined;
    const kind = kindOfName(className, name);
    if (kind === 'dunder' && name !== '__order__') {
      self.setStr(name, value);
      return null;
    }
    if (kind !== 'plain' || !isPlain(value)) return undefined;
    const names = attrs.getStr('_member_names');
    const ignored = attrs.getStr('_ignore');
    const last = attrs.getStr('_last_values');
    if (!(names instanceof PyDict && ignored instanceof PyList && last instanceof PyList)) return undefined;
    if (ignored.items.length > 0 || names.getStr(name) !== undefined || self.getStr(name) !== undefined)
      return undefined;
    names.setStr(name, null);
    last.push(value);
    self.setStr(name, value);
    return null;
  };
}

/** Whether a class is the usual metaclass of enumerations, whose method a function is. */
function isUsual(func: PyFunction, metaclass: Value | undefined): boolean {
  return metaclass !== undefined && metaclass === func.globals.getStr('EnumType');
}

/** Whether a class is an enumeration of the usual metaclass. */
function isEnum(func: PyFunction, cls: Value | undefined): cls is PyClass {
  return cls instanceof PyClass && isUsual(func, cls.cls);
}

/** The only base, where it is an enumeration, of the arguments of a class method of `EnumType`. */
function onlyBase(
  func: PyFunction,
  metaclass: Value | undefined,
  bases: Value | undefined,
): PyClass | undefined {
  if (!isUsual(func, metaclass)) return undefined;
  if (!(bases instanceof PyTuple) || bases.items.length !== 1) return undefined;
  const [base] = bases.items;
  return isEnum(func, base) ? base : undefined;
}

/** `EnumType._check_for_existing_members_(class_name, bases)`; that there are some is left to the function. */
function checkForExistingMembers(_vm: VM, func: PyFunction): Accelerated {
  return (_machine, [metaclass, , bases]) => {
    const base = onlyBase(func, metaclass, bases);
    if (base === undefined) return undefined;
    for (const cls of base.mro) {
      if (!(cls.cls instanceof PyClass) || cls.cls === T.type) continue;
      const names = cls.lookup('_member_names_');
      if (!(names instanceof PyList) || names.items.length > 0) return undefined;
    }
    return null;
  };
}

/** `EnumType._get_mixins_(class_name, bases)`. */
function getMixins(_vm: VM, func: PyFunction): Accelerated {
  return (_machine, [metaclass, , bases]) => {
    const base = onlyBase(func, metaclass, bases);
    const memberType = base?.lookup('_member_type_');
    return base !== undefined && memberType instanceof PyClass ? new PyTuple([memberType, base]) : undefined;
  };
}

/** `EnumType._find_data_repr_(class_name, bases)`. */
function findDataRepr(vm: VM, func: PyFunction): Accelerated {
  return (_machine, [metaclass, , bases]) => {
    const base = onlyBase(func, metaclass, bases);
    return base === undefined ? undefined : vm.getAttr(base, '_value_repr_');
  };
}

/** `EnumType._find_new_(classdict, member_type, first_enum)` where neither the class nor its base makes its members itself. */
function findNew(vm: VM, func: PyFunction): Accelerated {
  const objectNew = vm.getAttr(T.object, '__new__');
  return (_machine, [metaclass, body, memberType, first]) => {
    const root = func.globals.getStr('Enum');
    if (!isUsual(func, metaclass) || memberType !== T.object) return undefined;
    if (!(body instanceof PyDict) || body.getStr('__new__') !== undefined) return undefined;
    if (!isEnum(func, first) || !(root instanceof PyClass)) return undefined;
    if (vm.getAttr(first, '__new__') !== vm.getAttr(root, '__new__')) return undefined;
    const own = first.lookup('__new_member__');
    if (own !== undefined && own !== null) return undefined;
    return new PyTuple([objectNew, false, false]);
  };
}

/**
 * `EnumType._add_member_(enum_class, name, value, new_method, use_args, member_type, is_flag)` of a member that `object.__new__` makes, which
 * no method of its class sees being made.
 */
function addMember(vm: VM, func: PyFunction): Accelerated {
  const objectNew = vm.getAttr(T.object, '__new__');
  return (_machine, [cls, name, value, newMethod, useArgs, memberType, isFlag]) => {
    if (useArgs !== false || isFlag !== false || memberType !== T.object || newMethod !== objectNew)
      return undefined;
    const root = func.globals.getStr('Enum');
    if (!isEnum(func, cls) || typeof name !== 'string' || value === undefined || !(root instanceof PyClass))
      return undefined;
    if (cls.lookup('__init__') !== root.lookup('__init__') || cls.setattrHook !== undefined) return undefined;
    if (cls.lookup('_value_') !== undefined || cls.lookupAfter(cls, name) !== undefined) return undefined;
    const names = cls.lookup('_member_names_');
    const members = cls.lookup('_member_map_');
    const byValue = cls.lookup('_value2member_map_');
    const unhashable = cls.lookup('_unhashable_values_');
    if (!(names instanceof PyList && members instanceof PyDict)) return undefined;
    if (!(byValue instanceof PyDict && unhashable instanceof PyList)) return undefined;
    const hashes =
      value === null || typeof value === 'string' || typeof value === 'number' || value instanceof PyFloat;
    if (!hashes && !(value instanceof PyInstance && value.cls.lookup('__hash__') === null)) return undefined;

    const sortOrder = names.items.length;
    let canonical: Value | undefined;
    if (hashes) canonical = byValue.get(value);
    else
      for (const [, other] of [...members.entries()]) {
        const otherValue = vm.findAttr(other, '_value_');
        if (otherValue === undefined) return undefined;
        const same = vm.equals(otherValue, value);
        if (same) {
          canonical = other;
          break;
        }
      }
    if (canonical === undefined) {
      const member = vm.root(cls.allocate!(cls) as PyInstance);
      const attrs = (member.attrs ??= new PyDict());
      attrs.setStr('_value_', value);
      attrs.setStr('_name_', name);
      attrs.setStr('__objclass__', cls);
      attrs.setStr('_sort_order_', sortOrder);
      names.push(name);
      canonical = member;
    }
    members.setStr(name, canonical);
    cls.setAttribute(name, canonical);
    if (!hashes) unhashable.push(value);
    else if (byValue.get(value) === undefined) byValue.set(value, canonical);
    return null;
  };
}

/** Makers of the natives beside `enum`'s functions, by the name that it attaches them with. */
export const enumAccelerations: Record<string, (vm: VM, func: PyFunction) => Accelerated> = {
  'enum._EnumDict.__setitem__': enumSetItem,
  'enum._check_for_existing_members_': checkForExistingMembers,
  'enum._get_mixins_': getMixins,
  'enum._find_data_repr_': findDataRepr,
  'enum._find_new_': findNew,
  'enum._add_member_': addMember,
};

export function enumModule(_vm: VM): PyModule {
  return nativeModule('_enum_native', {
    'inherited(cls, name, /)': (_machine, cls: PyClass, name: string) => cls.lookupAfter(cls, name) ?? null,
    // How enum reads a name in a class body: private, sunder, dunder or plain.
    'kind_of_name(class_name, name, /)': (_machine, className: string, name: string) =>
      kindOfName(className, name),
    // A class body as (name, value) of its members in their order, and the dict of the rest.
    'split_body(body, members, /)': (_machine, body: PyDict, members: PyDict) => {
      const values = [...members.entries()].map(([name]) => new PyTuple([name, body.get(name)!]));
      const rest = new PyDict();
      for (const [name, value] of body.entries()) if (members.get(name) === undefined) rest.set(name, value);
      return new PyTuple([new PyList(values), rest]);
    },
  });
}
