/** `isinstance`, `issubclass` and `operator.index`, as natives and the machine ask for them. */
import { PyClass, typeOf } from './classes.js';
import type { Value } from './heap.js';
import { PyBoxed, PyTuple, PyUnknown } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** A metaclass's own `__instancecheck__` or `__subclasscheck__` (ABCs, enums, unions); undefined where type's applies. */
function customCheck(vm: VM, cls: Value, name: '__instancecheck__' | '__subclasscheck__'): Value | undefined {
  const found = typeOf(cls).lookup(name);
  return found === undefined || found === T.type.lookup(name) ? undefined : vm.special(cls, name);
}

/** The class that programs see: an unknown is of the class that it would have, where that is known. */
export function classOf(value: Value): PyClass {
  return value instanceof PyUnknown ? (value.wouldBe ?? T.Unknown) : typeOf(value);
}

/** `isinstance(value, cls)`. An unknown is an instance of what it would be. */
export function isInstance(vm: VM, value: Value, cls: Value): boolean {
  if (cls instanceof PyTuple && cls.cls === T.tuple)
    return cls.items.some((item) => isInstance(vm, value, item));
  if (cls instanceof PyUnknown) return false;
  const type = classOf(value);
  if (type === cls) return true;
  const check = customCheck(vm, cls, '__instancecheck__');
  if (check !== undefined) return vm.truth(vm.call(check, [value]));
  if (!(cls instanceof PyClass))
    throw vm.error('TypeError', 'isinstance() arg 2 must be a type, a tuple of types, or a union');
  if (type.isSubclassOf(cls)) return true;
  if (value instanceof PyUnknown || type.native) return false;
  // `__class__` may say something else than the type (proxies, mocks).
  const claimed = type.lookup('__class__');
  if (
    type.getattributeHook === undefined &&
    (claimed === undefined || claimed === T.object.lookup('__class__'))
  )
    return false;
  const claims = vm.findAttr(value, '__class__');
  return claims instanceof PyClass && claims.isSubclassOf(cls);
}

/** `issubclass(cls, of)`. */
export function isSubclass(vm: VM, cls: Value, of: Value): boolean {
  if (of instanceof PyTuple && of.cls === T.tuple) return of.items.some((item) => isSubclass(vm, cls, item));
  if (cls instanceof PyUnknown || of instanceof PyUnknown) return false;
  const check = customCheck(vm, of, '__subclasscheck__');
  if (check !== undefined) return vm.truth(vm.call(check, [cls]));
  if (!(cls instanceof PyClass)) throw vm.error('TypeError', 'issubclass() arg 1 must be a class');
  if (!(of instanceof PyClass))
    throw vm.error('TypeError', 'issubclass() arg 2 must be a class, a tuple of classes, or a union');
  return cls.isSubclassOf(of);
}

/** `operator.index(value)`; raises TypeError. */
export function indexBig(vm: VM, value: Value): number | bigint {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof PyBoxed && (typeof value.value === 'number' || typeof value.value === 'bigint'))
    return value.value;
  const result = value instanceof PyUnknown ? undefined : vm.callSpecial(value, '__index__');
  if (typeof result === 'number' || typeof result === 'bigint') return result;
  if (result !== undefined && !(result instanceof PyUnknown))
    throw vm.error('TypeError', `__index__ returned non-int (type ${typeOf(result).typeName})`);
  throw vm.error('TypeError', `'${typeOf(value).typeName}' object cannot be interpreted as an integer`);
}

/** `operator.index(value)` where only a small int makes sense; raises OverflowError beyond. */
export function index(vm: VM, value: Value): number {
  const result = indexBig(vm, value);
  if (typeof result === 'bigint')
    throw vm.error('OverflowError', "cannot fit 'int' into an index-sized integer");
  return result;
}
