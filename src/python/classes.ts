/** Classes: the method resolution order, attribute lookup along it, and what the machine must know of a class at a glance. */
import { PyDict } from './dict.js';
import { heap, PyObject, release, retain, type Value } from './heap.js';
import { T } from './types.js';

/** How instances of a class are hashed: by identity, by content or by a Python `__eq__`, or not at all. */
export type HashKind = 'identity' | 'compare' | 'none';

/** Makes an empty instance of a class; what `__new__` of the native base does first. */
export type Allocator = (cls: PyClass) => PyObject;

export interface ClassInit {
  name: string;
  bases: PyClass[];
  dict?: PyDict;
  metaclass?: PyClass;
  qualname?: string;
  module?: string;
  /** For native classes: how instances are made; inherited from the first base that has one. */
  allocate?: Allocator;
  /** Native classes that may not be subclassed (bool, NoneType, function, …). */
  final?: boolean;
  /** For native classes: see `PyClass.nameInC`. */
  nameInC?: string;
}

export class MroError extends Error {}

export class PyClass extends PyObject {
  name: string;
  qualname: string;
  bases: PyClass[];
  mro: PyClass[] = [];
  dict: PyDict;
  /** Direct subclasses, for invalidation and `__subclasses__`. */
  subclasses: PyClass[] = [];
  allocate: Allocator | null;
  /** Whether operators of its instances take numbers that are not known. */
  takesUnknownNumbers = false;
  /** The native class whose layout instances have (object for plain instances). */
  layout: PyClass;
  /** True for classes made by TypeScript: their attributes can't be set by programs. */
  native = false;
  /** The class in C that defines the native methods, with its module, where it is a base with another name. */
  nativeBase: string | undefined;
  /** What C code calls the class in messages, where that is not its name alone: `itertools.count`, `torch.dtype`. */
  nameInC: string | undefined;
  final: boolean;
  hasFinalizer = false;
  hashKind: HashKind = 'identity';
  /** Python-level hooks that make the fast paths impossible; recomputed when the class changes. */
  getattributeHook: Value | undefined;
  getattrHook: Value | undefined;
  setattrHook: Value | undefined;
  delattrHook: Value | undefined;
  /** Names in `__slots__` of this class; null where instances have a `__dict__`. */
  slots: string[] | null = null;
  /** Whether instances have slots and a `__dict__`: then the slots' values lie beside it. */
  slotsApart = false;
  /** Why a base or a decorator is not known, where one was left out. */
  missingPart: string | undefined;
  private cache = new Map<string, Value | undefined>();
  /** Whether attributes, bases or the MRO changed since the last snapshot; a new subclass alone changes none of them. */
  private invalidated = false;

  constructor(init: ClassInit) {
    super(init.metaclass ?? T.type);
    this.name = init.name;
    this.qualname = init.qualname ?? init.name;
    this.bases = init.bases;
    this.dict = init.dict ?? new PyDict();
    this.dict.rc++;
    this.final = init.final ?? false;
    this.mro = computeMro(this, init.bases);
    const layoutBase = init.allocate !== undefined ? undefined : bestLayout(init);
    this.allocate = init.allocate ?? layoutBase?.allocate ?? null;
    this.layout = layoutBase?.layout ?? this;
    for (const base of init.bases) {
      retain(base);
      base.addSubclass(this);
    }
    // Its MRO refers to itself: only `gc.collect()` finds a class that is not used any more.
    this.rc++;
    this.track();
    if (init.module !== undefined) this.dict.setStr('__module__', init.module);
    this.refresh();
  }

  /** Why the class may have more than its MRO says: a base or a decorator of it, or of a base, is not known. */
  lacksPart(): string | undefined {
    return this.mro.find(({ missingPart }) => missingPart !== undefined)?.missingPart;
  }

  /** The class as messages name it: CPython's `tp_name`. */
  get typeName(): string {
    return this.nameInC ?? this.name;
  }

  /** The attribute `name` along the MRO, without binding; undefined where there is none. */
  lookup(name: string): Value | undefined {
    let value = this.cache.get(name);
    if (value !== undefined) return value;
    if (this.cache.has(name)) return undefined;
    for (const cls of this.mro) {
      value = cls.dict.getStr(name);
      if (value !== undefined) break;
    }
    this.cache.set(name, value);
    return value;
  }

  /** The class in the MRO that defines `name`, searching after `after` if given (for super()). */
  lookupAfter(after: PyClass, name: string): Value | undefined {
    const start = this.mro.indexOf(after) + 1;
    for (let i = start; i < this.mro.length; i++) {
      const value = this.mro[i]!.dict.getStr(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  setAttribute(name: string, value: Value): void {
    this.willChangeCaches();
    this.dict.setStr(name, value);
    this.invalidate();
  }

  deleteAttribute(name: string): boolean {
    this.willChangeCaches();
    const found = this.dict.delete(name) !== undefined;
    this.invalidate();
    return found;
  }

  isSubclassOf(other: PyClass): boolean {
    return this === other || this.mro.includes(other);
  }

  /** Recomputes what depends on attributes, here and in all subclasses. */
  invalidate(): void {
    this.invalidated = true;
    this.cache.clear();
    this.refresh();
    for (const subclass of this.subclasses) subclass.invalidate();
  }

  /** Gives the class new bases: `cls.__bases__ = …`, or a dropped unknown base. */
  setBases(bases: PyClass[]): void {
    for (const base of this.bases) {
      base.subclasses = base.subclasses.filter((subclass) => subclass !== this);
      release(base);
    }
    this.bases = bases;
    this.mro = computeMro(this, bases);
    for (const base of bases) {
      retain(base);
      base.addSubclass(this);
    }
    for (const subclass of this.subclasses) subclass.recomputeMro();
    this.invalidate();
  }

  private recomputeMro(): void {
    this.willChangeCaches();
    this.mro = computeMro(this, this.bases);
    for (const subclass of this.subclasses) subclass.recomputeMro();
  }

  override finalize(): void {
    for (const base of this.bases) base.subclasses = base.subclasses.filter((subclass) => subclass !== this);
  }

  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.dict);
    for (const base of this.bases) visit(base);
    visit(this);
  }

  private addSubclass(cls: PyClass): void {
    this.willChangeCaches();
    this.subclasses.push(cls);
  }

  private willChangeCaches(): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
  }

  private refresh(): void {
    const own = (name: string): Value | undefined => {
      for (const cls of this.mro) {
        const value = cls.dict.getStr(name);
        // The native ones of object and type are what the machine does anyway.
        if (value !== undefined) return cls === T.object || cls === T.type ? undefined : value;
      }
      return undefined;
    };
    this.getattributeHook = own('__getattribute__');
    this.getattrHook = own('__getattr__');
    this.setattrHook = own('__setattr__');
    this.delattrHook = own('__delattr__');
    this.hasFinalizer = own('__del__') !== undefined;
    this.hashKind = hashKindOf(this);
  }

  override snapshot(): () => void {
    // The dict journals itself, later than this: when this is put back, it has its old content again.
    const { bases, mro, missingPart } = this;
    const subclasses = [...this.subclasses];
    this.invalidated = false;
    return () => {
      this.bases = bases;
      this.mro = mro;
      this.missingPart = missingPart;
      this.subclasses = subclasses;
      if (this.invalidated) this.invalidate();
    };
  }
}

/** By the first class in the MRO that defines `__eq__` or `__hash__`: as CPython's inherit_slots. */
function hashKindOf(cls: PyClass): HashKind {
  for (const base of cls.mro) {
    if (base === T.object) return 'identity';
    const hash = base.dict.getStr('__hash__');
    const eq = base.dict.getStr('__eq__');
    if (hash === null) return 'none';
    if (eq !== undefined && !base.native) return hash === undefined ? 'none' : 'compare';
    // A native class with its own equality says by toKey or by hash and comparison what its keys are; a class with a hash of
    // its own may inherit its equality.
    if (eq !== undefined || hash !== undefined) return 'compare';
  }
  return 'identity';
}

function bestLayout(init: ClassInit): PyClass | undefined {
  let best: PyClass | undefined;
  for (const base of init.bases) {
    if (best === undefined || best.layout === base.layout || best.layout === T.object)
      best = best === undefined || best.layout === T.object ? base : best;
    else if (base.layout === T.object || best.layout.isSubclassOf(base.layout)) continue;
    else if (base.layout.isSubclassOf(best.layout)) best = base;
    else throw new MroError('multiple bases have instance lay-out conflict');
  }
  return best;
}

/** C3 linearisation, with CPython's message where there is none. */
export function computeMro(cls: PyClass, bases: PyClass[]): PyClass[] {
  const seen = new Set<PyClass>();
  for (const base of bases) {
    if (seen.has(base)) throw new MroError(`duplicate base class ${base.name}`);
    seen.add(base);
  }
  if (bases.length === 1) return [cls, ...bases[0]!.mro];
  const sequences = [...bases.map((base) => [...base.mro]), [...bases]].filter(
    (sequence) => sequence.length > 0,
  );
  const mro = [cls];
  while (sequences.some((sequence) => sequence.length > 0)) {
    const next = sequences.find(
      (sequence) => sequence.length > 0 && !sequences.some((other) => other.indexOf(sequence[0]!) > 0),
    )?.[0];
    if (next === undefined) {
      const names = [...new Set(sequences.filter((s) => s.length > 0).map((s) => s[0]!.name))].join(', ');
      throw new MroError(`Cannot create a consistent method resolution\norder (MRO) for bases ${names}`);
    }
    mro.push(next);
    for (const sequence of sequences) if (sequence[0] === next) sequence.shift();
  }
  return mro;
}

/** The class of a value: `type(value)`. */
export function typeOf(value: Value): PyClass {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return T.int;
    case 'string':
      return T.str;
    case 'boolean':
      return T.bool;
    default:
      return value === null ? T.NoneType : value.cls;
  }
}

// ---- the first classes: object and type, which are made by hand since each needs the other ----

const bootstrapDict = (): PyDict => new PyDict();

T.object = new PyClass({ name: 'object', bases: [], dict: bootstrapDict() });
T.type = new PyClass({ name: 'type', bases: [T.object], dict: bootstrapDict() });
T.dict = new PyClass({ name: 'dict', bases: [T.object], dict: bootstrapDict() });
for (const cls of [T.object, T.type, T.dict]) {
  cls.cls = T.type;
  cls.dict.cls = T.dict;
  cls.native = true;
}

/** Makes a class of ours. Methods are added by `native.ts`'s `defineType`. */
export function nativeClass(init: ClassInit): PyClass {
  const cls = new PyClass({ ...init, bases: init.bases.length > 0 ? init.bases : [T.object] });
  cls.native = true;
  // Instances of a class that says not how they are made come from our code alone: made by `object.__new__` they would lack what they are.
  if (init.allocate === undefined && cls.layout === T.object) {
    cls.layout = cls;
    cls.allocate = null;
  }
  cls.nameInC = init.nameInC;
  if (init.module !== undefined && MODULES_IN_C.has(init.module))
    cls.nameInC ??= `${init.module}.${init.name}`;
  return cls;
}

/** Modules whose classes are written in C, and are named in messages with the module. */
const MODULES_IN_C = new Set(
  '_io _random collections functools itertools operator re time types weakref torch.return_types'.split(' '),
);
