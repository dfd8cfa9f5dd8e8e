/**
 * Natives: functions, methods and classes of the machine written in TypeScript. A native is declared by its signature as
 * Python would write it, and gets its arguments bound and defaulted:
 *
 *     defineType(T.list, {
 *       methods: { 'pop(self, index=-1, /)': (vm, self: PyList, index: Value) => … },
 *     })
 *     nativeModule('math', { 'sqrt(x, /)': (vm, x: Value) => … }, { pi: new PyFloat(Math.PI) })
 *
 * Defaults may be None, True, False, an int, a 'string' or `...` (the argument is then `undefined`). `*args` arrives as
 * Value[], `**kwargs` as Map<string, Value>. The signature `name(...)` binds nothing: the native gets (vm, args: Value[],
 * kwargs: Map<string, Value> | null). `undefined` returned is None.
 *
 * A native may call Python: `vm.call(…)` and the protocols (`vm.iterate`, `vm.repr`, …) run a nested loop, so what a native
 * holds across such a call must be rooted (arguments are; `vm.collect` roots what it collects; else `vm.root`). A native
 * that calls code which may run long (a hook, `backward`, a sort key) is a generator function: `const r = yield
 * { callable, args }`, and the machine runs the call in its own loop.
 */
import { nativeClass, type Allocator, type PyClass } from './classes.js';
import { objectNumber, type Key, type KeyByContent } from './dict.js';
import { PyObject, retain, type Value } from './heap.js';
import { PyClassMethod, PyException, PyFloat, PyModule, PyStaticMethod } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** A call that a generator native asks the machine to make. */
export interface CallRequest {
  callable: Value;
  args: Value[];
  kwargs?: Map<string, Value> | null;
}

/** What a native that is a generator function returns. A raised exception arrives at the `yield` as a thrown `Raise`. */
export type NativeCoroutine = Generator<CallRequest, Value | undefined, Value>;

export type NativeArgument = Value | undefined | Value[] | Map<string, Value> | null;

/** The bivariance of method parameters lets natives name the types that they have checked. */
export type NativeImplementation = {
  bivarianceHack(vm: VM, ...args: NativeArgument[]): Value | undefined | NativeCoroutine | void;
}['bivarianceHack'];

/** A Python exception on its way through TypeScript. */
export class Raise {
  /**
   * @param isChained whether the exception has the `__context__` that it is to have: from then on, and from the beginning where
   * it is not raised but thrown into a generator, the exceptions handled further out are none of its context
   */
  constructor(
    readonly exception: PyException,
    public isChained = false,
  ) {}
  toString(): string {
    return `${this.exception.cls.name}: ${this.exception.args.items.map(String).join(', ')}`;
  }
}

interface Parameter {
  name: string;
  kind: 'positional' | 'both' | 'keyword' | 'varargs' | 'varkw';
  hasDefault: boolean;
  default: Value | undefined;
}

export interface Signature {
  name: string;
  /** True for `name(...)`: nothing is bound. */
  raw: boolean;
  parameters: Parameter[];
  positionalCount: number;
  requiredCount: number;
  /** From how many arguments on they can be passed as they are: all are positional, and what lacks has no default value. */
  simpleFrom: number;
  /** Whether the only parameter is one by position, as of C's functions of the convention METH_O. */
  isOfOne: boolean;
}

function parseDefault(text: string): Value | undefined {
  if (text === 'None') return null;
  if (text === 'True') return true;
  if (text === 'False') return false;
  if (text === '...') return undefined;
  if (/^['"].*['"]$/s.test(text)) return text.slice(1, -1);
  if (/^-?\d+$/.test(text)) return Number(text);
  if (/^-?\d*\.\d+$/.test(text)) return new PyFloat(Number(text));
  throw new Error(`native signature: unknown default ${text}`);
}

const signatures = new Map<string, Signature>();

/** Parses `name(a, b=None, /, c=1, *, d, **kwargs)`. */
export function parseSignature(text: string): Signature {
  const known = signatures.get(text);
  if (known !== undefined) return known;
  const open = text.indexOf('(');
  const name = text.slice(0, open);
  const inner = text.slice(open + 1, text.lastIndexOf(')')).trim();
  const signature: Signature = {
    name,
    raw: inner === '...',
    parameters: [],
    positionalCount: 0,
    requiredCount: 0,
    simpleFrom: Infinity,
    isOfOne: false,
  };
  if (!signature.raw && inner !== '') {
    let kind: Parameter['kind'] = 'both';
    for (const part of inner.split(',').map((p) => p.trim())) {
      if (part === '/') {
        for (const p of signature.parameters) if (p.kind === 'both') p.kind = 'positional';
      } else if (part === '*') kind = 'keyword';
      else if (part.startsWith('**'))
        signature.parameters.push({
          name: part.slice(2),
          kind: 'varkw',
          hasDefault: true,
          default: undefined,
        });
      else if (part.startsWith('*')) {
        signature.parameters.push({
          name: part.slice(1),
          kind: 'varargs',
          hasDefault: true,
          default: undefined,
        });
        kind = 'keyword';
      } else {
        const equals = part.indexOf('=');
        const hasDefault = equals >= 0;
        signature.parameters.push({
          name: hasDefault ? part.slice(0, equals).trim() : part,
          kind,
          hasDefault,
          default: hasDefault ? parseDefault(part.slice(equals + 1).trim()) : undefined,
        });
      }
    }
  }
  for (const p of signature.parameters) {
    if (p.kind === 'positional' || p.kind === 'both') {
      signature.positionalCount++;
      if (!p.hasDefault) signature.requiredCount++;
    }
  }
  if (!signature.raw && signature.parameters.length === signature.positionalCount) {
    signature.simpleFrom = signature.positionalCount;
    while (
      signature.simpleFrom > signature.requiredCount &&
      signature.parameters[signature.simpleFrom - 1]!.default === undefined
    )
      signature.simpleFrom--;
  }
  const [only, ...others] = signature.parameters;
  signature.isOfOne = others.length === 0 && only?.kind === 'positional' && !only.hasDefault;
  signatures.set(text, signature);
  return signature;
}

/** A built-in function, or a built-in method bound to `self`. */
export class PyNative extends PyObject implements KeyByContent {
  private parsed: Signature | undefined;
  module: Value = null;
  constructor(
    readonly name: string,
    readonly signatureText: string,
    readonly implementation: NativeImplementation,
    readonly self: Value | undefined = undefined,
    readonly owner: PyClass | undefined = undefined,
  ) {
    super(T.builtin_function_or_method);
    if (self !== undefined) {
      retain(self);
      this.track();
    }
  }
  get signature(): Signature {
    return (this.parsed ??= parseSignature(this.signatureText));
  }
  /** Whether both are the same method of the same object. */
  isSameAs(other: PyNative): boolean {
    return (
      this === other ||
      (this.self !== undefined && this.self === other.self && this.implementation === other.implementation)
    );
  }
  toKey(): Key {
    if (typeof this.self !== 'object' || this.self === null) return this;
    return `\0b${objectNumber(this.self)}.${this.owner?.name}.${this.name}`;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.self);
  }
}

/** Whether a name is one of the special methods': natives of such names are slots' wrappers. */
export function isSpecialName(name: string): boolean {
  return name.startsWith('__') && name.endsWith('__');
}

/** A native method in a class: binds to its instance when looked up. */
export class PyMethodDescriptor extends PyObject {
  private parsed: Signature | undefined;
  constructor(
    readonly name: string,
    readonly owner: PyClass,
    readonly signatureText: string,
    readonly implementation: NativeImplementation,
  ) {
    super(isSpecialName(name) ? T.wrapper_descriptor : T.method_descriptor);
  }
  get signature(): Signature {
    return (this.parsed ??= parseSignature(this.signatureText));
  }
}

/** A native attribute: a data descriptor. */
export class PyGetSet extends PyObject {
  /** Its docstring, a str or None. */
  doc: Value = null;
  constructor(
    readonly name: string,
    readonly owner: PyClass,
    readonly get: (vm: VM, self: PyObject) => Value | undefined,
    readonly set: ((vm: VM, self: PyObject, value: Value | undefined) => void) | undefined,
  ) {
    super(T.getset_descriptor);
  }
}

type Getter = { bivarianceHack(vm: VM, self: PyObject): Value | undefined }['bivarianceHack'];
type Setter = { bivarianceHack(vm: VM, self: PyObject, value: Value | undefined): void }['bivarianceHack'];

export interface TypeDefinition {
  /** By signature; `self` is the first parameter. `'__hash__'` may be given in `constants` as null. */
  methods?: Record<string, NativeImplementation>;
  /** By signature; the class is the first parameter. */
  classMethods?: Record<string, NativeImplementation>;
  staticMethods?: Record<string, NativeImplementation>;
  getset?: Record<string, Getter | { get: Getter; set: Setter }>;
  constants?: Record<string, Value>;
  doc?: string;
}

/** Adds methods and attributes to a native class. `__new__` belongs to `staticMethods` (its first argument is the class). */
export function defineType(cls: PyClass, definition: TypeDefinition): PyClass {
  for (const [text, implementation] of Object.entries(definition.methods ?? {})) {
    const name = text.slice(0, text.indexOf('('));
    cls.dict.setStr(name, new PyMethodDescriptor(name, cls, text, implementation));
  }
  for (const [text, implementation] of Object.entries(definition.classMethods ?? {})) {
    const name = text.slice(0, text.indexOf('('));
    const native = new PyNative(name, text, implementation, undefined, cls);
    cls.dict.setStr(name, new PyClassMethod(native, T.classmethod_descriptor));
  }
  for (const [text, implementation] of Object.entries(definition.staticMethods ?? {})) {
    const name = text.slice(0, text.indexOf('('));
    cls.dict.setStr(name, new PyStaticMethod(new PyNative(name, text, implementation, undefined, cls)));
  }
  for (const [name, accessor] of Object.entries(definition.getset ?? {})) {
    const { get, set } = typeof accessor === 'function' ? { get: accessor, set: undefined } : accessor;
    cls.dict.setStr(name, new PyGetSet(name, cls, get, set));
  }
  for (const [name, value] of Object.entries(definition.constants ?? {})) cls.dict.setStr(name, value);
  if (definition.doc !== undefined) cls.dict.setStr('__doc__', definition.doc);
  cls.invalidate();
  return cls;
}

/** Makes a native class with its methods. `allocate` gives an empty instance for a class or subclass. */
export function makeType(
  name: string,
  options: { module?: string; bases?: PyClass[]; allocate?: Allocator; final?: boolean },
  definition: TypeDefinition,
): PyClass {
  const cls = nativeClass({
    name,
    bases: options.bases ?? [],
    allocate: options.allocate,
    final: options.final,
    module: options.module ?? 'builtins',
  });
  return defineType(cls, definition);
}

/** Adds functions (by signature) to a namespace such as a module's dict. */
export function defineFunctions(target: PyModule, functions: Record<string, NativeImplementation>): void {
  for (const [text, implementation] of Object.entries(functions)) {
    const name = text.slice(0, text.indexOf('('));
    const native = new PyNative(name, text, implementation);
    native.module = target.name;
    target.dict.setStr(name, native);
  }
}

/** Makes a module of natives. */
export function nativeModule(
  name: string,
  functions: Record<string, NativeImplementation>,
  constants: Record<string, Value> = {},
): PyModule {
  const module = new PyModule(name);
  defineFunctions(module, functions);
  for (const [key, value] of Object.entries(constants)) module.dict.setStr(key, value);
  return module;
}

/** What a room contributes to the machine's importable modules: natives, made when first imported, and Python sources. */
export interface ModuleLibrary {
  natives: Record<string, (vm: VM) => PyModule>;
  /** Source by path: `torch/nn/__init__.py`. */
  sources: Record<string, string>;
  /** The same, compiled when the project was built (see marshal.ts); then no sources are needed. */
  compiled?: ReadonlyMap<string, Uint8Array>;
}
