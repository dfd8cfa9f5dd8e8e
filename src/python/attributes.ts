/** Attribute access: `object.__getattribute__`, `type.__getattribute__` and their setters, as CPython resolves them. */
import { PyClass, typeOf } from './classes.js';
import { heap, PyObject, type Value } from './heap.js';
import { PyGetSet, PyMethodDescriptor, PyNative, Raise } from './native.js';
import {
  attributesOf,
  canHaveAttributes,
  ensureAttributes,
  ensureSlots,
  PyBoundMethod,
  PyClassMethod,
  PyFunction,
  PyMember,
  PyModule,
  PyProperty,
  PyStaticMethod,
  PySuper,
  PyUnknown,
  slotsOf,
} from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** Returned where a Python function must be called for the value: it is in `vm.attributeCall`. */
export const CALL = Symbol('call');

/** A call that gives an attribute's value. */
export interface AttributeCall {
  callable: Value;
  args: Value[];
}

function isDataDescriptor(value: PyObject): boolean {
  if (value instanceof PyFunction || value instanceof PyMethodDescriptor || value instanceof PyClass)
    return false;
  if (value instanceof PyProperty || value instanceof PyGetSet || value instanceof PyMember) return true;
  return value.cls.lookup('__set__') !== undefined || value.cls.lookup('__delete__') !== undefined;
}

/** Whether a property works as `property` itself does, not as a Python subclass says. */
function isPlainProperty(value: PyProperty, method: string): boolean {
  return value.cls === T.property || !(value.cls.lookup(method) instanceof PyFunction);
}

/** The AttributeError for a property that lacks an accessor. */
export function accessorMissing(
  vm: VM,
  property: PyProperty,
  cls: PyClass,
  what: 'getter' | 'setter' | 'deleter',
): Raise {
  const name = property.attrs?.getStr('__name__');
  return vm.error(
    'AttributeError',
    `property ${typeof name === 'string' ? `'${name}' ` : ''}of '${cls.qualname}' object has no ${what}`,
  );
}

/** Binds a class attribute to an instance (or to a class, with `object` undefined): the descriptor's `__get__`. */
function bind(vm: VM, value: Value, object: Value | undefined, cls: PyClass): Value | typeof CALL {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof PyFunction) return object === undefined ? value : new PyBoundMethod(value, object);
  if (value instanceof PyMethodDescriptor)
    return object === undefined
      ? value
      : new PyNative(value.name, value.signatureText, value.implementation, object, value.owner);
  if (value instanceof PyProperty && isPlainProperty(value, '__get__')) {
    if (object === undefined) return value;
    if (value.getter === null) {
      throw accessorMissing(vm, value, cls, 'getter');
    }
    vm.attributeCall = { callable: value.getter, args: [object] };
    return CALL;
  }
  if (value instanceof PyClassMethod) {
    const { func } = value;
    if (func instanceof PyNative)
      return new PyNative(func.name, func.signatureText, func.implementation, cls, func.owner);
    if (func instanceof PyFunction) return new PyBoundMethod(func, cls);
    if (func instanceof PyBoundMethod) return new PyBoundMethod(func, cls);
    const inner = typeof func === 'object' && func !== null ? bind(vm, func, cls, cls as PyClass) : func;
    return inner === func ? new PyBoundMethod(func, cls) : inner;
  }
  if (value instanceof PyStaticMethod) return value.func;
  if (value instanceof PyGetSet)
    return object === undefined ? value : (value.get(vm, object as PyObject) ?? null);
  if (value instanceof PyMember) {
    if (object === undefined) return value;
    const found = slotsOf(object as PyObject)?.getStr(value.name);
    if (found === undefined) throw vm.attributeError(object as PyObject, value.name);
    return found;
  }
  if (
    value instanceof PyClass ||
    value instanceof PyNative ||
    value instanceof PyUnknown ||
    value.cls === T.object
  )
    return value;
  const get = value.cls.lookup('__get__');
  if (get === undefined) return value;
  vm.attributeCall = { callable: get, args: [value, object === undefined ? null : object, cls] };
  return CALL;
}

/** `object.__getattribute__` without the `__getattr__` fallback: undefined where there is no such attribute. */
export function genericGetAttr(vm: VM, object: Value, name: string): Value | undefined | typeof CALL {
  if (typeof object === 'object' && object !== null) {
    if (object instanceof PyClass) return typeGetAttr(vm, object, name);
    if (object instanceof PyUnknown) return unknownAttribute(object, name);
    if (object instanceof PySuper) return superGetAttr(vm, object, name);
    const { cls } = object;
    const found = cls.lookup(name);
    if (found !== undefined && typeof found === 'object' && found !== null && isDataDescriptor(found)) {
      const value = bind(vm, found, object, cls);
      // One without `__get__` leaves reading to the instance.
      if (value !== found) return value;
    }
    const own = attributesOf(object)?.getStr(name);
    if (own !== undefined) return own;
    if (found !== undefined) return bind(vm, found, object, cls);
    return undefined;
  }
  const cls = typeOf(object);
  const found = cls.lookup(name);
  return found === undefined ? undefined : bind(vm, found, object, cls);
}

/** Special names that an unknown does not answer to: the machine's operators absorb unknowns themselves. */
const PROTOCOL_NAMES = new Set(
  (
    '__iter__ __next__ __reversed__ __len__ __length_hint__ __getitem__ __setitem__ __delitem__ __contains__ __call__ __index__ __int__ ' +
    '__float__ __bool__ __complex__ __enter__ __exit__ __aenter__ __aexit__ __await__ __aiter__ __anext__ __mro_entries__ __prepare__ ' +
    '__set_name__ __get__ __set__ __delete__ __getattr__ __instancecheck__ __subclasscheck__ __subclasshook__ __class_getitem__ __fspath__ ' +
    '__array__ __array_interface__ __cuda_array_interface__ __torch_function__ __torch_dispatch__ __path__ __all__ __wrapped__ ' +
    '__dataclass_fields__ __abstractmethods__ __isabstractmethod__ __hash__ __eq__ __dict__ __signature__ __text_signature__ ' +
    '__reduce__ __reduce_ex__ __copy__ __deepcopy__ __getstate__ __slots__ __match_args__ __bases__ __mro__ __code__ __del__ __format__ ' +
    '__repr__ __str__ __sizeof__ __dir__ __trunc__ __round__ __floor__ __ceil__ __bytes__ __missing__ __fields__ __attrs_attrs__'
  ).split(' '),
);

function unknownAttribute(object: PyUnknown, name: string): Value | undefined {
  if (name === '__class__') return object.wouldBe ?? T.Unknown;
  // Protocols ask for these; that an unknown lacks them is what sends them its way.
  if (PROTOCOL_NAMES.has(name)) return undefined;
  return object.wouldBe === undefined ? object : new PyUnknown(object.reason, object.place);
}

/** `type.__getattribute__`. */
export function typeGetAttr(vm: VM, cls: PyClass, name: string): Value | undefined | typeof CALL {
  const meta = cls.cls;
  const fromMeta = meta.lookup(name);
  if (
    fromMeta !== undefined &&
    typeof fromMeta === 'object' &&
    fromMeta !== null &&
    isDataDescriptor(fromMeta)
  )
    return bind(vm, fromMeta, cls, meta);
  const found = cls.lookup(name);
  if (found !== undefined) return bind(vm, found, undefined, cls);
  if (fromMeta !== undefined) return bind(vm, fromMeta, cls, meta);
  return undefined;
}

function superGetAttr(vm: VM, object: PySuper, name: string): Value | undefined | typeof CALL {
  if (name === '__class__') return T.super;
  const found = object.objectClass.lookupAfter(object.thisClass, name);
  if (found !== undefined) {
    const unboundClass = object.object === object.objectClass;
    return bind(vm, found, unboundClass ? undefined : object.object, object.objectClass);
  }
  const own = T.super.lookup(name);
  return own === undefined ? undefined : bind(vm, own, object, T.super);
}

/** The whole of `getattr(object, name)`: hooks included; undefined where there is no such attribute. */
export function resolveAttribute(vm: VM, object: Value, name: string): Value | undefined | typeof CALL {
  if (typeof object === 'object' && object !== null && !(object instanceof PyUnknown)) {
    const cls = object.cls;
    if (cls.getattributeHook !== undefined) return getAttrWithHooks(vm, object, name);
    const hook = cls.getattrHook;
    if (hook !== undefined) {
      try {
        const value = genericGetAttr(vm, object, name);
        if (value !== CALL) {
          if (value !== undefined) return value;
        } else {
          const { callable, args } = vm.attributeCall;
          return vm.call(callable, args);
        }
      } catch (error) {
        // A property that raises AttributeError goes to __getattr__ too.
        if (!isAttributeError(vm, error)) throw error;
      }
      if (hook instanceof PyMethodDescriptor) return hook.implementation(vm, object, name) as Value;
      vm.attributeCall = { callable: hook, args: [object, name] };
      return CALL;
    }
    const value = genericGetAttr(vm, object, name);
    if (value === undefined && object instanceof PyModule) return moduleGetAttr(vm, object, name);
    return value;
  }
  return genericGetAttr(vm, object, name);
}

function moduleGetAttr(vm: VM, module: PyModule, name: string): Value | undefined | typeof CALL {
  if (name === '__dict__') return module.dict;
  const hook = module.dict.getStr('__getattr__');
  if (hook !== undefined) {
    vm.attributeCall = { callable: hook, args: [name] };
    return CALL;
  }
  return undefined;
}

function getAttrWithHooks(vm: VM, object: PyObject, name: string): Value | undefined | typeof CALL {
  const { getattributeHook, getattrHook } = object.cls;
  if (getattrHook === undefined) {
    vm.attributeCall = { callable: getattributeHook!, args: [object, name] };
    return CALL;
  }
  try {
    return vm.call(getattributeHook!, [object, name]);
  } catch (error) {
    if (!(error instanceof Raise) || !error.exception.cls.isSubclassOf(vm.exceptionClass('AttributeError')))
      throw error;
    vm.attributeCall = { callable: getattrHook, args: [object, name] };
    return CALL;
  }
}

/** `getattr(object, name)`, or undefined instead of an AttributeError. */
export function findAttr(vm: VM, object: Value, name: string): Value | undefined {
  try {
    const value = resolveAttribute(vm, object, name);
    if (value !== CALL) return value;
    const { callable, args } = vm.attributeCall;
    return vm.call(callable, args);
  } catch (error) {
    if (isAttributeError(vm, error)) return undefined;
    throw error;
  }
}

function isAttributeError(vm: VM, error: unknown): boolean {
  return error instanceof Raise && error.exception.cls.isSubclassOf(vm.exceptionClass('AttributeError'));
}

/** `getattr(object, name)`; raises AttributeError. */
export function getAttr(vm: VM, object: Value, name: string): Value {
  const value = resolveAttribute(vm, object, name);
  if (value === CALL) {
    const { callable, args } = vm.attributeCall;
    return vm.call(callable, args);
  }
  return value === undefined ? lackingAttribute(vm, object, name) : value;
}

/** What reading an attribute that is not there gives: unknown where a base or decorator that is not known may give it; else raises. */
export function lackingAttribute(vm: VM, object: Value, name: string): PyUnknown {
  const cls =
    object instanceof PyClass ? object : object instanceof PySuper ? object.objectClass : typeOf(object);
  const reason = PROTOCOL_NAMES.has(name) ? undefined : cls.lacksPart();
  if (reason !== undefined)
    return vm.unknown(`'${name}' may come from a part of class '${cls.name}' that is unknown (${reason})`);
  if (object instanceof PyFunction && object.missingPart !== undefined && !PROTOCOL_NAMES.has(name))
    return vm.unknown(`'${name}' may come from a decorator that is unknown (${object.missingPart})`);
  throw vm.attributeError(object, name);
}

/** `object.__setattr__`: descriptors, then the instance's dict. Returns CALL where Python must be called. */
export function genericSetAttr(vm: VM, object: Value, name: string, value: Value): void | typeof CALL {
  if (typeof object !== 'object' || object === null) throw setError(vm, object, name);
  if (object instanceof PyUnknown) return;
  if (object instanceof PyClass) return typeSetAttr(vm, object, name, value);
  const descriptor = object.cls.lookup(name);
  if (
    descriptor !== undefined &&
    typeof descriptor === 'object' &&
    descriptor !== null &&
    !(descriptor instanceof PyFunction)
  ) {
    if (descriptor instanceof PyProperty && isPlainProperty(descriptor, '__set__')) {
      if (descriptor.setter === null) throw accessorMissing(vm, descriptor, object.cls, 'setter');
      vm.attributeCall = { callable: descriptor.setter, args: [object, value] };
      return CALL;
    }
    if (descriptor instanceof PyGetSet) {
      if (descriptor.set === undefined) throw readOnly(vm, descriptor);
      descriptor.set(vm, object, value);
      return;
    }
    if (descriptor instanceof PyMember) {
      if (canHaveAttributes(object)) ensureSlots(object).setStr(descriptor.name, value);
      return;
    }
    const set = descriptor.cls.lookup('__set__');
    if (set !== undefined) {
      vm.attributeCall = { callable: set, args: [descriptor, object, value] };
      return CALL;
    }
    if (descriptor.cls.lookup('__delete__') !== undefined) throw vm.error('AttributeError', '__set__');
  }
  if (object instanceof PyModule) object.dict.setStr(name, value);
  else if (canHaveAttributes(object) && !lacksDict(object.cls)) ensureAttributes(object).setStr(name, value);
  else throw setError(vm, object, name, descriptor !== undefined);
}

/** Whether an attribute of that name set on an instance goes into its `__dict__`, as far as the class says. */
export function setsPlainly(cls: PyClass, name: string): boolean {
  const found = cls.lookup(name);
  return (
    found === undefined ||
    found === null ||
    typeof found !== 'object' ||
    (!(found instanceof PyProperty || found instanceof PyGetSet || found instanceof PyMember) &&
      found.cls.lookup('__set__') === undefined)
  );
}

/** Native classes whose attributes are members in CPython, which says another word where one is set. */
const WITH_MEMBERS = new Set<PyClass>([T.property, T.slice, T.range, T.method, T.code, T.complex]);

/** What setting an attribute raises that can only be read. */
export function readOnly(vm: VM, { name, owner }: PyGetSet): Raise {
  return vm.error(
    'AttributeError',
    WITH_MEMBERS.has(owner)
      ? 'readonly attribute'
      : `attribute '${name}' of '${owner.nativeBase ?? owner.typeName}' objects is not writable`,
  );
}

function setError(
  vm: VM,
  object: Value,
  name: string,
  exists = typeOf(object).lookup(name) !== undefined,
): Raise {
  const cls = typeOf(object);
  const found = cls.lookup(name);
  if (name === '__class__')
    return vm.error(
      'TypeError',
      '__class__ assignment only supported for mutable types or ModuleType subclasses',
    );
  if (found instanceof PyGetSet) return readOnly(vm, found);
  return exists
    ? vm.error('AttributeError', `'${cls.typeName}' object attribute '${name}' is read-only`)
    : vm.error('AttributeError', `'${cls.typeName}' object has no attribute '${name}'`);
}

/** Whether instances have no `__dict__`: native types without attributes, and classes all of whose Python bases have `__slots__`. */
export function lacksDict(cls: PyClass): boolean {
  for (const base of cls.mro) {
    if (base === T.object) return true;
    if (base.native) return !NATIVES_WITH_DICT.has(base);
    if (base.slots === null || base.slots.includes('__dict__')) return false;
  }
  return true;
}

/** Native classes whose instances have no place for weak references, and those of a size that varies. */
const NO_WEAK_REFERENCES = new Set<PyClass>([
  T.object,
  T.list,
  T.dict,
  T.float,
  T.complex,
  T.slice,
  T.range,
  T.bytearray,
  T.cell,
  T.str,
]);
const VARIABLE_SIZE = new Set<PyClass>([T.tuple, T.int, T.bytes]);

/** Whether weak references to a class's instances can be made. */
export function takesWeakReferences(cls: PyClass): boolean {
  let own = false;
  for (const base of cls.mro) {
    if (base === T.object) return own;
    if (base.native) {
      if (VARIABLE_SIZE.has(base)) return false;
      return own || !(NO_WEAK_REFERENCES.has(base) || base.isSubclassOf(T.BaseException));
    }
    if (base.slots === null || base.slots.includes('__weakref__')) own = true;
  }
  return own;
}

/** Native classes whose direct instances take attributes: natives register theirs. */
export const NATIVES_WITH_DICT = new Set<PyClass>([
  T.function,
  T.BaseException,
  T.staticmethod,
  T.classmethod,
  T.generator,
]);

function typeSetAttr(vm: VM, cls: PyClass, name: string, value: Value): void | typeof CALL {
  const descriptor = cls.cls.lookup(name);
  if (descriptor instanceof PyGetSet && descriptor.set !== undefined) {
    descriptor.set(vm, cls, value);
    return;
  }
  if (descriptor instanceof PyProperty && descriptor.setter !== null) {
    vm.attributeCall = { callable: descriptor.setter, args: [cls, value] };
    return CALL;
  }
  if (cls.native && !vm.openClasses.has(cls))
    throw vm.error('TypeError', `cannot set '${name}' attribute of immutable type '${cls.typeName}'`);
  cls.setAttribute(name, value);
}

/** `setattr(object, name, value)`. */
export function setAttr(vm: VM, object: Value, name: string, value: Value): void {
  if (typeof object === 'object' && object !== null && object.cls.setattrHook !== undefined) {
    vm.call(object.cls.setattrHook, [object, name, value]);
    return;
  }
  if (genericSetAttr(vm, object, name, value) === CALL)
    vm.call(vm.attributeCall.callable, vm.attributeCall.args);
}

/** `object.__delattr__`. */
export function genericDelAttr(vm: VM, object: Value, name: string): void {
  if (typeof object !== 'object' || object === null) throw setError(vm, object, name);
  if (object instanceof PyUnknown) return;
  if (object instanceof PyClass) {
    if (object.native && !vm.openClasses.has(object))
      throw vm.error('TypeError', `cannot set '${name}' attribute of immutable type '${object.name}'`);
    if (!object.deleteAttribute(name))
      throw vm.error('AttributeError', `type object '${object.typeName}' has no attribute '${name}'`);
    return;
  }
  const descriptor = object.cls.lookup(name);
  if (descriptor instanceof PyProperty) {
    if (descriptor.deleter === null) throw accessorMissing(vm, descriptor, object.cls, 'deleter');
    vm.call(descriptor.deleter, [object]);
    return;
  }
  if (descriptor instanceof PyGetSet) {
    if (descriptor.set === undefined) throw readOnly(vm, descriptor);
    descriptor.set(vm, object, undefined);
    return;
  }
  if (
    descriptor !== undefined &&
    typeof descriptor === 'object' &&
    descriptor !== null &&
    !(descriptor instanceof PyMember)
  ) {
    const del = descriptor.cls.lookup('__delete__');
    if (del !== undefined) {
      vm.call(del, [descriptor, object]);
      return;
    }
    if (descriptor.cls.lookup('__set__') !== undefined) throw vm.error('AttributeError', '__delete__');
  }
  const dict = descriptor instanceof PyMember ? slotsOf(object) : attributesOf(object);
  if (dict?.delete(name) !== undefined) return;
  if (descriptor instanceof PyMember) throw vm.error('AttributeError', name);
  if (lacksDict(object.cls)) throw setError(vm, object, name, descriptor !== undefined);
  // The deletion makes the dict that it looks in.
  if (canHaveAttributes(object)) ensureAttributes(object);
  throw vm.attributeError(object, name);
}

/** `delattr(object, name)`. */
export function delAttr(vm: VM, object: Value, name: string): void {
  if (typeof object === 'object' && object !== null && object.cls.delattrHook !== undefined) {
    vm.call(object.cls.delattrHook, [object, name]);
    return;
  }
  genericDelAttr(vm, object, name);
}

/** The method `name` of the value's class, bound: how the machine finds special methods (the instance is not asked). */
export function special(vm: VM, object: Value, name: string): Value | undefined {
  const cls = typeOf(object);
  const found = cls.lookup(name);
  if (found === undefined || found === null) return undefined;
  const bound = bind(vm, found, object, cls);
  return bound === CALL ? vm.call(vm.attributeCall.callable, vm.attributeCall.args) : bound;
}

/** Marks heap state so that weak references and finalizers are exact. */
export function needsEagerDeaths(): void {
  heap.becomeEager();
}
