/** `__build_class__` and `type(name, bases, dict)`: metaclasses, `__prepare__`, `__set_name__`, `__init_subclass__`. */
import { MroError, PyClass, typeOf } from './classes.js';
import type { Value } from './heap.js';
import { PyGetSet, PyNative, Raise, type NativeCoroutine } from './native.js';
import {
  PyCell,
  PyClassMethod,
  PyDict,
  PyFunction,
  PyMember,
  PyStaticMethod,
  PyTuple,
  PyUnknown,
} from './objects.js';
import { lacksDict, takesWeakReferences } from './attributes.js';
import { asLocals } from './mapping_locals.js';
import { firstWeakReference } from './weak_references.js';
import { T } from './types.js';
import type { VM } from './vm.js';
import { currentGlobals } from './frames_in_use.js';

/** The bases that can be used: unknown ones are dropped with an assumption, `__mro_entries__` are replaced. */
function resolveBases(
  vm: VM,
  name: string,
  given: Value[],
): { bases: Value[]; replaced: boolean; missing: string | undefined } {
  const bases: Value[] = [];
  let replaced = false;
  let missing: string | undefined;
  for (const base of given) {
    if (base instanceof PyUnknown || base === T.Unknown) {
      missing = base instanceof PyUnknown ? base.reason : 'the type of an unknown value';
      vm.note('assumption', `class ${name}: a base class is unknown and left out (${missing})`);
      replaced = true;
    } else if (base instanceof PyClass) bases.push(base);
    else {
      const entries = vm.findAttr(base, '__mro_entries__');
      if (entries === undefined) bases.push(base);
      else {
        bases.push(...vm.collect(vm.call(entries, [new PyTuple(given)])));
        replaced = true;
      }
    }
  }
  return { bases, replaced, missing };
}

/** The most derived metaclass. */
function metaclassOf(vm: VM, start: PyClass, bases: Value[]): PyClass {
  let winner = start;
  for (const base of bases) {
    const meta = typeOf(base);
    if (winner.isSubclassOf(meta)) continue;
    if (meta.isSubclassOf(winner)) winner = meta;
    else
      throw vm.error(
        'TypeError',
        'metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases',
      );
  }
  return winner;
}

/** `__build_class__(func, name, *bases, metaclass=…, **kwargs)`. */
export function* buildClass(vm: VM, args: Value[], keywords: Map<string, Value> | null): NativeCoroutine {
  const [func, name, ...given] = args as [PyFunction, string, ...Value[]];
  const { bases, replaced, missing } = resolveBases(vm, name, given);
  const kwargs = new Map(keywords ?? []);
  let meta = kwargs.get('metaclass');
  kwargs.delete('metaclass');
  const isUnknown =
    meta instanceof PyUnknown ||
    (meta instanceof PyClass && !meta.isSubclassOf(T.type) && meta.lacksPart() !== undefined);
  if (meta === undefined || isUnknown) meta = bases.length > 0 ? typeOf(bases[0]!) : T.type;
  if (meta instanceof PyClass) meta = metaclassOf(vm, meta, bases);
  const basesTuple = vm.root(new PyTuple(bases));
  let namespace: Value = new PyDict();
  const prepare = vm.findAttr(meta, '__prepare__');
  if (prepare !== undefined && !(prepare instanceof PyNative))
    namespace = yield { callable: prepare, args: [name, basesTuple], kwargs };
  vm.root(namespace);
  const names = asLocals(vm, namespace);
  if (names === undefined) {
    const owner = meta instanceof PyClass ? meta.name : '<metaclass>';
    throw vm.error(
      'TypeError',
      `${owner}.__prepare__() must return a mapping, not ${typeOf(namespace).typeName}`,
    );
  }
  const cell = vm.root(yield { callable: vm.classBody(func, names), args: [] });
  if (replaced) vm.setItem(namespace, '__orig_bases__', vm.root(new PyTuple(given)));
  const cls = yield { callable: meta, args: [name, basesTuple, namespace], kwargs };
  if (cls instanceof PyClass) cls.missingPart = missing;
  if (cell instanceof PyCell && cls instanceof PyClass && cell.value !== cls) {
    if (cell.value === undefined)
      throw vm.error(
        'RuntimeError',
        `__class__ not set defining '${name}' as ${vm.repr(cls)}. Was __classcell__ propagated to type.__new__?`,
      );
    throw vm.error(
      'TypeError',
      `__class__ set to ${vm.repr(cell.value)} defining '${name}' as ${vm.repr(cls)}`,
    );
  }
  return cls;
}

/** `type.__new__(meta, name, bases, namespace, **kwargs)`. */
export function* typeNew(
  vm: VM,
  meta: PyClass,
  name: Value,
  basesTuple: Value,
  namespace: Value,
  kwargs: Map<string, Value>,
): NativeCoroutine {
  const text = vm.asStr(name);
  if (text === undefined)
    throw vm.error('TypeError', `type.__new__() argument 1 must be str, not ${typeOf(name).typeName}`);
  if (!(namespace instanceof PyDict))
    throw vm.error('TypeError', `type.__new__() argument 3 must be dict, not ${typeOf(namespace).typeName}`);
  const bases: PyClass[] = [];
  for (const base of vm.collect(basesTuple)) {
    if (!(base instanceof PyClass)) throw vm.error('TypeError', 'bases must be types');
    if (base.final) throw vm.error('TypeError', `type '${base.name}' is not an acceptable base type`);
    bases.push(base);
  }
  if (bases.length === 0) bases.push(T.object);
  const winner = metaclassOf(vm, meta, bases);
  if (winner !== meta) {
    // The bases ask for a more derived metaclass: that one's `__new__` makes the class.
    const own = winner.lookup('__new__');
    if (own !== undefined && own !== T.type.lookup('__new__'))
      return yield {
        callable: own instanceof PyStaticMethod ? own.func : own,
        args: [winner, name, basesTuple, namespace],
        kwargs,
      };
  }
  const dict = new PyDict();
  dict.update(namespace);
  const classcell = dict.getStr('__classcell__');
  dict.delete('__classcell__');
  const qualname = dict.getStr('__qualname__');
  dict.delete('__qualname__');
  // These are static or class methods without saying so.
  for (const special of ['__new__']) {
    const value = dict.getStr(special);
    if (value instanceof PyFunction) dict.setStr(special, new PyStaticMethod(value));
  }
  for (const special of ['__init_subclass__', '__class_getitem__']) {
    const value = dict.getStr(special);
    if (value instanceof PyFunction) dict.setStr(special, new PyClassMethod(value));
  }
  if (dict.getStr('__eq__') !== undefined && dict.getStr('__hash__') === undefined)
    dict.setStr('__hash__', null);
  if (dict.getStr('__module__') === undefined) {
    const module = currentGlobals(vm)?.getStr('__name__');
    if (module !== undefined) dict.setStr('__module__', module);
  }
  let cls: PyClass;
  try {
    cls = new PyClass({
      name: text,
      bases,
      dict,
      metaclass: winner,
      qualname: typeof qualname === 'string' ? qualname : text,
    });
  } catch (error) {
    if (error instanceof MroError) throw vm.error('TypeError', error.message);
    throw error;
  }
  vm.root(cls);
  if (bases.length > 1) checkSlotLayouts(vm, bases);
  const slots = dict.getStr('__slots__');
  if (slots !== undefined) addSlots(vm, cls, slots);
  addOwnStorage(cls);
  cls.slotsApart = !lacksDict(cls) && cls.mro.some(hasSlots);
  if (dict.getStr('__doc__') === undefined) dict.setStr('__doc__', null);
  if (classcell instanceof PyCell) classcell.set(cls);
  else if (classcell !== undefined)
    throw vm.error('TypeError', `__classcell__ must be a nonlocal cell, not ${vm.repr(typeOf(classcell))}`);
  for (const [key, value] of [...dict.entries()]) {
    if (typeof value !== 'object' || value === null || value instanceof PyFunction) continue;
    const setName = value.cls.lookup('__set_name__');
    if (setName === undefined) continue;
    try {
      yield { callable: vm.special(value, '__set_name__')!, args: [cls, key] };
    } catch (error) {
      if (!(error instanceof Raise)) throw error;
      const raise = vm.error(
        'RuntimeError',
        `Error calling __set_name__ on '${value.cls.typeName}' instance ${vm.repr(key)} in '${cls.typeName}'`,
      );
      raise.exception.setCause(error.exception);
      raise.exception.setContext(error.exception);
      throw raise;
    }
  }
  const initSubclass = cls.mro[1] === undefined ? undefined : cls.lookupAfter(cls, '__init_subclass__');
  if (initSubclass instanceof PyClassMethod && !(initSubclass.func instanceof PyNative)) {
    yield { callable: initSubclass.func, args: [cls], kwargs };
  } else if (kwargs.size > 0)
    throw vm.error('TypeError', `${text}.__init_subclass__() takes no keyword arguments`);
  return cls;
}

/** Whether a class has slots of its own. */
function hasSlots(cls: PyClass): boolean {
  return cls.slots?.some((name) => name !== '__dict__' && name !== '__weakref__') ?? false;
}

/** Two bases that each have slots of their own cannot be combined. */
function checkSlotLayouts(vm: VM, bases: PyClass[]): void {
  const withSlots = (cls: PyClass): PyClass | undefined => cls.mro.find(hasSlots);
  let best: PyClass | undefined;
  for (const base of bases) {
    const found = withSlots(base);
    if (found === undefined || best?.isSubclassOf(found) === true) continue;
    if (best !== undefined && !found.isSubclassOf(best))
      throw vm.error('TypeError', 'multiple bases have instance lay-out conflict');
    best = found;
  }
}

/** The descriptors `__dict__` and `__weakref__` of the first class along a line whose instances have these. */
function addOwnStorage(cls: PyClass): void {
  for (const [name, own, has] of [
    [
      '__dict__',
      !lacksDict(cls),
      (base: PyClass) => !lacksDict(base) || base.lookup('__dict__') !== T.object.dict.getStr('__dict__'),
    ],
    ['__weakref__', takesWeakReferences(cls), takesWeakReferences],
  ] as const) {
    if (!own || cls.bases.some(has) || cls.dict.getStr(name) !== undefined) continue;
    const source = T.object.dict.getStr('__dict__') as PyGetSet;
    cls.setAttribute(
      name,
      name === '__dict__'
        ? new PyGetSet(name, cls, source.get, source.set)
        : new PyGetSet(name, cls, (_vm, self) => firstWeakReference(self), undefined),
    );
  }
}

function addSlots(vm: VM, cls: PyClass, slots: Value): void {
  const names =
    typeof slots === 'string' ? [slots] : slots instanceof PyDict ? slots.keyArray() : vm.collect(slots);
  cls.slots = names.map((name) => {
    const text = vm.asStr(name);
    if (text === undefined)
      throw vm.error('TypeError', `__slots__ items must be strings, not '${typeOf(name).typeName}'`);
    if (!/^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text))
      throw vm.error('TypeError', '__slots__ must be identifiers');
    return text;
  });
  if (cls.slots.length > 0 && [T.int, T.tuple, T.bytes, T.bool].some((base) => cls.layout === base))
    throw vm.error('TypeError', `nonempty __slots__ not supported for subtype of '${cls.bases[0]!.name}'`);
  const seen = new Set<string>();
  for (const name of cls.slots) {
    if (name === '__dict__' || name === '__weakref__') {
      const had = cls.bases.some((base) =>
        name === '__dict__' ? !lacksDict(base) : takesWeakReferences(base),
      );
      if (seen.has(name) || had)
        throw vm.error(
          'TypeError',
          name === '__dict__'
            ? '__dict__ slot disallowed: we already got one'
            : '__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0',
        );
      seen.add(name);
      continue;
    }
    const mangled =
      name.startsWith('__') && !name.endsWith('__') ? `_${cls.name.replace(/^_+/, '')}${name}` : name;
    if (cls.dict.getStr(mangled) !== undefined)
      throw vm.error('ValueError', `'${name}' in __slots__ conflicts with class variable`);
    cls.setAttribute(mangled, new PyMember(mangled, cls));
  }
}
