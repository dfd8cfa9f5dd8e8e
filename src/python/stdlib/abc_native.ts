/** The module `_abc`: abstract methods, and the instance and subclass checks of abstract base classes. */
import { PyClass, typeOf } from '../classes.js';
import { heap, LIBRARY_EPOCH, type Value } from '../heap.js';
import { nativeModule } from '../native.js';
import {
  NotImplemented,
  PyClassMethod,
  PyFrozenSet,
  PyFunction,
  PyProperty,
  PySet,
  PyStaticMethod,
  PyUnknown,
  type PyModule,
} from '../objects.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';

interface AbstractState {
  /** Virtual subclasses, with the run that registered them (0: a library). */
  registered: { cls: PyClass; epoch: number }[];
  yes: WeakSet<PyClass>;
  no: WeakSet<PyClass>;
  /** The registrations that `no` knows of. */
  version: number;
}

const states = new WeakMap<PyClass, AbstractState>();
let version = 0;

function stateOf(cls: PyClass): AbstractState {
  let state = states.get(cls);
  if (state === undefined)
    states.set(cls, (state = { registered: [], yes: new WeakSet(), no: new WeakSet(), version }));
  return state;
}

/** Whether a value in a class is marked as abstract. */
function isAbstract(vm: VM, value: Value): boolean {
  if (typeof value !== 'object' || value === null || value instanceof PyClass || value instanceof PyUnknown)
    return false;
  if (value instanceof PyFunction)
    return value.attrs !== null && value.attrs.getStr('__isabstractmethod__') === true;
  if (value.cls === T.property) {
    const { getter, setter, deleter } = value as PyProperty;
    return isAbstract(vm, getter) || isAbstract(vm, setter) || isAbstract(vm, deleter);
  }
  if (value.cls === T.classmethod || value.cls === T.staticmethod)
    return isAbstract(vm, (value as PyClassMethod | PyStaticMethod).func);
  if (value.cls.native && value.cls.lookup('__isabstractmethod__') === undefined) return false;
  const mark = vm.findAttr(value, '__isabstractmethod__');
  return mark !== undefined && !(mark instanceof PyUnknown) && vm.truth(mark);
}

function findAbstractMethods(vm: VM, cls: PyClass): void {
  const names: string[] = [];
  for (const [name, value] of cls.dict.entries())
    if (typeof name === 'string' && isAbstract(vm, value)) names.push(name);
  for (const base of cls.bases) {
    const inherited = base.dict.getStr('__abstractmethods__');
    if (!(inherited instanceof PySet)) continue;
    for (const name of inherited.keys()) {
      if (typeof name !== 'string' || names.includes(name)) continue;
      const value = cls.lookup(name);
      if (value !== undefined && isAbstract(vm, value)) names.push(name);
    }
  }
  const set = new PyFrozenSet();
  for (const name of names) set.add(name);
  cls.setAttribute('__abstractmethods__', set);
}

/** `issubclass(cls, abc)`: by `__subclasshook__`, inheritance, registration, and the subclasses of the class. */
function isSubclass(vm: VM, abc: PyClass, cls: Value): boolean {
  if (cls instanceof PyUnknown) return false;
  if (!(cls instanceof PyClass)) throw vm.error('TypeError', 'issubclass() arg 1 must be a class');
  const state = stateOf(abc);
  if (state.yes.has(cls)) return true;
  if (state.version !== version) {
    state.no = new WeakSet();
    state.version = version;
  } else if (state.no.has(cls)) return false;
  const answer = computeIsSubclass(vm, abc, cls, state);
  if (answer) state.yes.add(cls);
  else state.no.add(cls);
  return answer;
}

function computeIsSubclass(vm: VM, abc: PyClass, cls: PyClass, state: AbstractState): boolean {
  const hook = vm.call(vm.getAttr(abc, '__subclasshook__'), [cls]);
  if (hook !== NotImplemented) return vm.truth(hook);
  if (cls.mro.includes(abc)) return true;
  state.registered = state.registered.filter(
    (entry) => entry.epoch === LIBRARY_EPOCH || entry.epoch === heap.epoch,
  );
  for (const { cls: registered } of state.registered) if (vm.isSubclass(cls, registered)) return true;
  for (const subclass of [...abc.subclasses]) if (vm.isSubclass(cls, subclass)) return true;
  return false;
}

export function abcModule(_vm: VM): PyModule {
  return nativeModule('_abc', {
    '_abc_init(cls, /)': (vm, cls: PyClass) => {
      findAbstractMethods(vm, cls);
    },
    '_abc_register(cls, subclass, /)': (vm, cls: PyClass, subclass: Value) => {
      if (subclass instanceof PyUnknown) return subclass;
      if (!(subclass instanceof PyClass)) throw vm.error('TypeError', 'Can only register classes');
      if (vm.isSubclass(subclass, cls)) return subclass;
      // As `issubclass` asks: the class that is registered need not be abstract, and its subclasses have no say.
      if (vm.isSubclass(cls, subclass))
        throw vm.error('RuntimeError', 'Refusing to create an inheritance cycle');
      stateOf(cls).registered.push({ cls: subclass, epoch: heap.epoch });
      version++;
      return subclass;
    },
    '_abc_instancecheck(cls, instance, /)': (vm, cls: PyClass, instance: Value) => {
      if (instance instanceof PyUnknown && instance.wouldBe === undefined) return false;
      const type = instance instanceof PyUnknown ? instance.wouldBe! : typeOf(instance);
      if (vm.isSubclass(type, cls)) return true;
      if (type.native) return false;
      const claimed = vm.findAttr(instance, '__class__');
      return claimed instanceof PyClass && claimed !== type && vm.isSubclass(claimed, cls);
    },
    '_abc_subclasscheck(cls, subclass, /)': (vm, cls: PyClass, subclass: Value) =>
      isSubclass(vm, cls, subclass),
    'get_cache_token()': () => version,
    '_reset_registry(cls, /)': (_vm, cls: PyClass) => {
      states.delete(cls);
    },
    '_reset_caches(cls, /)': (_vm, cls: PyClass) => {
      const state = stateOf(cls);
      state.yes = new WeakSet();
      state.no = new WeakSet();
    },
  });
}
