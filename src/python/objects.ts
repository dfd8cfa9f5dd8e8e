/** The values of Python that are objects of ours: numbers, sequences, functions, cells, exceptions and so on. */
import { nativeClass, type PyClass } from './classes.js';
import type { CodeBody, CodeInit } from './code.js';
import { PyDict, spellKey, type Key, type KeyByContent } from './dict.js';
import { MAX_ITEMS, REFERENCE_BYTES, TooLargeError } from './failures.js';
import { heap, LIBRARY_EPOCH, PyObject, release, retain, type Value } from './heap.js';
import { T, type BuiltinTypeName } from './types.js';
import type { VM } from './vm.js';

export { PyDict, PyFrozenSet, PySet } from './dict.js';

function builtin(
  name: BuiltinTypeName,
  options: { bases?: PyClass[]; final?: boolean; shown?: string } = {},
): void {
  T[name] = nativeClass({ name: options.shown ?? name, bases: options.bases ?? [], final: options.final });
}

builtin('NoneType', { final: true });
builtin('int');
builtin('bool', { bases: [T.int], final: true });
for (const name of [
  'float',
  'complex',
  'str',
  'bytes',
  'bytearray',
  'tuple',
  'list',
  'set',
  'frozenset',
  'property',
  'classmethod',
  'staticmethod',
  'super',
  'module',
  'BaseException',
] as const)
  builtin(name);
for (const name of [
  'slice',
  'range',
  'function',
  'builtin_function_or_method',
  'method',
  'method_descriptor',
  'wrapper_descriptor',
  'classmethod_descriptor',
  'getset_descriptor',
  'member_descriptor',
  'cell',
  'code',
  'frame',
  'traceback',
  'generator',
  'coroutine',
  'async_generator',
  'iterator',
  'ellipsis',
  'NotImplementedType',
  'mappingproxy',
  'dict_keys',
  'dict_values',
  'dict_items',
  'memoryview',
  'Unknown',
] as const)
  builtin(name, { final: true });
builtin('weakref', { shown: 'ReferenceType' });

/** A value without references of its own, that never dies. */
abstract class PyAtom extends PyObject {}

class PySingleton extends PyAtom {
  constructor(
    cls: PyClass,
    readonly text: string,
  ) {
    super(cls);
  }
}
export const Ellipsis = new PySingleton(T.ellipsis, 'Ellipsis');
export const NotImplemented = new PySingleton(T.NotImplementedType, 'NotImplemented');

export class PyFloat extends PyAtom implements KeyByContent {
  constructor(
    readonly value: number,
    cls: PyClass = T.float,
  ) {
    super(cls);
  }
  toKey(): Key {
    return Number.isNaN(this.value)
      ? this
      : Number.isInteger(this.value) && !Number.isSafeInteger(this.value)
        ? BigInt(this.value)
        : this.value;
  }
}

export class PyComplex extends PyAtom implements KeyByContent {
  constructor(
    readonly real: number,
    readonly imag: number,
  ) {
    super(T.complex);
  }
  toKey(): Key {
    return this.imag === 0 ? this.real : `\0c${this.real},${this.imag}`;
  }
}

export class PyBytes extends PyAtom implements KeyByContent {
  constructor(
    readonly data: Uint8Array,
    cls: PyClass = T.bytes,
  ) {
    super(cls);
    heap.made(data.length);
  }
  toKey(): Key {
    let text = '\0b';
    for (const byte of this.data) text += String.fromCharCode(byte);
    return text;
  }
}

export class PyByteArray extends PyObject {
  private content!: Uint8Array;
  constructor(data: Uint8Array) {
    super(T.bytearray);
    this.data = data;
  }
  get data(): Uint8Array {
    return this.content;
  }
  set data(data: Uint8Array) {
    heap.made(data.length);
    this.content = data;
  }
}

/** An instance of a plain class: attributes in a dict (slots included). */
export class PyInstance extends PyObject {
  attrs: PyDict;
  constructor(cls: PyClass) {
    super(cls);
    this.attrs = new PyDict();
    this.attrs.rc++;
    this.track();
    // From now on it shows when objects die.
    if (cls.hasFinalizer) heap.becomeEager();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.attrs);
  }
}
T.object.allocate = (cls) => new PyInstance(cls);

/** An instance of a subclass of int, float, str, bytes or complex. */
export class PyBoxed extends PyInstance implements KeyByContent {
  constructor(
    cls: PyClass,
    readonly value: number | bigint | string | PyFloat | PyBytes | PyComplex,
  ) {
    super(cls);
  }
  toKey(): Key | undefined {
    if (this.cls.hashKind === 'compare') {
      const eq = this.cls.lookup('__eq__');
      if (eq instanceof PyFunction) return undefined;
    }
    const { value } = this;
    if (typeof value === 'object') return value.toKey();
    return typeof value === 'string' && value.charCodeAt(0) === 0 ? '\0s' + value : value;
  }
}

export class PyTuple extends PyObject implements KeyByContent {
  attrs: PyDict | null = null;
  constructor(
    readonly items: readonly Value[],
    cls: PyClass = T.tuple,
  ) {
    super(cls);
    heap.made(items.length * REFERENCE_BYTES);
    let holds = cls !== T.tuple;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (typeof item === 'object' && item !== null) {
        item!.rc++;
        holds = true;
      }
    }
    // A tuple of plain values can't keep anything alive: it needs no watching.
    if (holds) this.track();
  }
  toKey(): Key | undefined {
    if (this.cls !== T.tuple && this.cls.lookup('__eq__') instanceof PyFunction) return undefined;
    let text = '\0t';
    for (const item of this.items) {
      const part = spellKey(item);
      if (part === undefined) return undefined;
      text += part + ',';
    }
    return text;
  }
  /** Items are given up from the last to the first, as CPython does. */
  override traverse(visit: (value: Value | undefined) => void): void {
    if (this.attrs !== null) visit(this.attrs);
    for (let i = this.items.length - 1; i >= 0; i--) visit(this.items[i]);
  }
}

export class PyList extends PyObject {
  attrs: PyDict | null = null;
  private content: Value[];

  /** Takes over `items` (don't change the array afterwards). */
  constructor(items: Value[] = [], cls: PyClass = T.list) {
    super(cls);
    heap.made(items.length * REFERENCE_BYTES);
    this.content = items;
    for (const item of items) retain(item);
    this.track();
  }
  /** The items, to read. */
  get items(): readonly Value[] {
    return this.content;
  }
  private willChange(): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
  }
  push(item: Value): void {
    this.willChange();
    if (this.content.length >= MAX_ITEMS) throw new TooLargeError();
    retain(item);
    this.content.push(item);
  }
  set(index: number, item: Value): void {
    this.willChange();
    retain(item);
    const old = this.content[index];
    this.content[index] = item;
    release(old);
  }
  /** As Array.splice; the removed items are given up and returned. */
  splice(start: number, deleteCount: number, inserted: readonly Value[] = []): Value[] {
    this.willChange();
    if (this.content.length + inserted.length > MAX_ITEMS) throw new TooLargeError();
    heap.made(inserted.length * REFERENCE_BYTES);
    for (const item of inserted) retain(item);
    let removed: Value[];
    if (inserted.length > 50_000) {
      removed = this.content.slice(start, start + deleteCount);
      this.content = this.content.slice(0, start).concat(inserted, this.content.slice(start + deleteCount));
    } else removed = this.content.splice(start, deleteCount, ...inserted);
    for (let i = removed.length - 1; i >= 0; i--) release(removed[i]);
    return removed;
  }
  /** Replaces all items by `items` (a new array). */
  replace(items: Value[]): void {
    this.willChange();
    heap.made(items.length * REFERENCE_BYTES);
    for (const item of items) retain(item);
    const old = this.content;
    this.content = items;
    for (let i = old.length - 1; i >= 0; i--) release(old[i]);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    if (this.attrs !== null) visit(this.attrs);
    for (let i = this.content.length - 1; i >= 0; i--) visit(this.content[i]);
  }
  override snapshot(): () => void {
    const items = [...this.content];
    return () => {
      this.content = items;
    };
  }
}

export class PySlice extends PyObject {
  constructor(
    readonly start: Value,
    readonly stop: Value,
    readonly step: Value,
  ) {
    super(T.slice);
    retain(start);
    retain(stop);
    retain(step);
    if (typeof start === 'object' || typeof stop === 'object' || typeof step === 'object') this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.start);
    visit(this.stop);
    visit(this.step);
  }
}

export class PyRange extends PyAtom {
  readonly length: number;
  constructor(
    readonly start: number,
    readonly stop: number,
    readonly step: number,
  ) {
    super(T.range);
    this.length = Math.max(
      0,
      step > 0 ? Math.ceil((stop - start) / step) : Math.ceil((start - stop) / -step),
    );
  }
}

/** A range with a bound that is no safe integer of JavaScript. */
export class PyLongRange extends PyAtom {
  readonly length: bigint;
  constructor(
    readonly start: bigint,
    readonly stop: bigint,
    readonly step: bigint,
  ) {
    super(T.range);
    const distance = step > 0n ? stop - start : start - stop;
    const size = step > 0n ? step : -step;
    this.length = distance <= 0n ? 0n : (distance + size - 1n) / size;
  }
}

export class PyCell extends PyObject {
  private content: Value | undefined;
  constructor(content: Value | undefined) {
    super(T.cell);
    this.content = content;
    retain(content);
    this.track();
  }
  get value(): Value | undefined {
    return this.content;
  }
  set(value: Value | undefined): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(value);
    const old = this.content;
    this.content = value;
    release(old);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.content);
  }
  override snapshot(): () => void {
    const { content } = this;
    return () => {
      this.content = content;
    };
  }
}

/** A code object; its body is compiled when first asked for. */
export class PyCode extends PyAtom {
  private compiled: CodeBody | undefined;
  /** Length of localsplus: varnames, cells, free variables. */
  readonly localsCount: number;
  constructor(readonly init: CodeInit) {
    super(T.code);
    this.localsCount = init.varnames.length + init.cellvars.length + init.freevars.length;
  }
  get body(): CodeBody {
    return this.compiled ?? this.compile();
  }
  /** The body outlives the run that it is compiled in, and so do its constants. */
  private compile(): CodeBody {
    const { epoch } = heap;
    heap.epoch = LIBRARY_EPOCH;
    try {
      return (this.compiled = this.init.compile());
    } finally {
      heap.epoch = epoch;
    }
  }
  /** The line of an instruction. */
  lineAt(pc: number): number {
    return this.body.positions[pc * 4] ?? this.init.firstLine;
  }
}

/**
 * Does in TypeScript what a function of ours does in the common case, when it is called with these positional arguments alone. undefined
 * where it leaves the call to the function's code; nothing has changed then.
 */
export type Accelerated = (vm: VM, args: readonly Value[]) => Value | undefined;

/** The function that a call comes down to, given its first argument: `Module.__call__` to `forward`. undefined where the code has to run. */
export type Redirect = (vm: VM, receiver: Value) => PyFunction | undefined;

export class PyFunction extends PyObject {
  attrs: PyDict | null = null;
  name: string;
  qualname: string;
  doc: Value;
  module: Value;
  annotations: PyDict | PyTuple | null = null;
  /** `__type_params__` of a generic function. */
  typeParams: PyTuple | null = null;
  /** For a class or module body: the namespace that its names go to. */
  bodyLocals: PyDict | null = null;
  accelerated: Accelerated | null = null;
  redirect: Redirect | null = null;
  /** Why a decorator is not known, where one was left out: it may give arguments, attributes and items. */
  missingPart: string | undefined;
  constructor(
    public code: PyCode,
    readonly globals: PyDict,
    public defaults: PyTuple | null,
    public kwdefaults: PyDict | null,
    public closure: PyTuple | null,
  ) {
    super(T.function);
    this.name = code.init.name;
    this.qualname = code.init.qualname;
    this.doc = code.init.docstring;
    this.module = globals.getStr('__name__') ?? null;
    globals.rc++;
    retain(defaults);
    retain(kwdefaults);
    retain(closure);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.defaults);
    visit(this.kwdefaults);
    visit(this.closure);
    visit(this.annotations);
    visit(this.typeParams);
    visit(this.attrs);
  }
  override snapshot(): () => void {
    const { attrs, name, qualname, doc, module, annotations, typeParams, code, defaults, kwdefaults } = this;
    const { accelerated, redirect, missingPart } = this;
    const own = { attrs, name, qualname, doc, module, annotations, typeParams, code, defaults, kwdefaults };
    return () => Object.assign(this, own, { accelerated, redirect, missingPart });
  }
}

export class PyBoundMethod extends PyObject implements KeyByContent {
  constructor(
    readonly func: Value,
    readonly self: Value,
  ) {
    super(T.method);
    retain(func);
    retain(self);
    this.track();
  }
  toKey(): Key | undefined {
    const func = spellKey(this.func);
    const self =
      typeof this.self === 'object' && this.self !== null && this.self.cls.hashKind === 'none'
        ? undefined
        : spellKey(this.self);
    return func === undefined || self === undefined ? this : `\0m${func}${self}`;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.func);
    visit(this.self);
  }
}

export class PyModule extends PyObject {
  dict: PyDict;
  /** Whether a program made it, instead of importing it. */
  made = false;
  constructor(name: string, cls: PyClass = T.module) {
    super(cls);
    this.dict = new PyDict();
    this.dict.rc++;
    this.dict.setStr('__name__', name);
    this.dict.setStr('__doc__', null);
    this.dict.setStr('__package__', null);
    this.dict.setStr('__loader__', null);
    this.dict.setStr('__spec__', null);
  }
  get name(): string {
    const name = this.dict.getStr('__name__');
    return typeof name === 'string' ? name : '?';
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.dict);
  }
}

/** Wrappers in class bodies; each holds one or more callables and may carry attributes. */
export abstract class PyWrapper extends PyObject {
  attrs: PyDict | null = null;
  protected abstract held(): (Value | undefined)[];
  protected hold(): void {
    for (const value of this.held()) retain(value);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const value of this.held()) visit(value);
    visit(this.attrs);
  }
}
export class PyProperty extends PyWrapper {
  doc: Value = null;
  constructor(
    readonly getter: Value,
    readonly setter: Value,
    readonly deleter: Value,
    cls: PyClass = T.property,
  ) {
    super(cls);
    this.hold();
  }
  protected held(): Value[] {
    return [this.getter, this.setter, this.deleter];
  }
}
export class PyClassMethod extends PyWrapper {
  constructor(
    readonly func: Value,
    cls: PyClass = T.classmethod,
  ) {
    super(cls);
    this.hold();
  }
  protected held(): Value[] {
    return [this.func];
  }
}
export class PyStaticMethod extends PyWrapper {
  constructor(
    readonly func: Value,
    cls: PyClass = T.staticmethod,
  ) {
    super(cls);
    this.hold();
  }
  protected held(): Value[] {
    return [this.func];
  }
}
export class PySuper extends PyObject {
  constructor(
    readonly thisClass: PyClass,
    readonly object: Value,
    readonly objectClass: PyClass,
    cls: PyClass = T.super,
  ) {
    super(cls);
    retain(object);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.object);
  }
}
/** A data descriptor for a name in `__slots__`. */
export class PyMember extends PyAtom {
  constructor(
    readonly name: string,
    readonly owner: PyClass,
  ) {
    super(T.member_descriptor);
  }
}

export interface TracebackEntry {
  code: PyCode;
  line: number;
  /** Position of the failing expression: line, column, end line, end column. */
  position: [number, number, number, number];
  /** The frame's values when it was unwound: they stay alive with the exception. */
  held: (Value | undefined)[];
}

export class PyException extends PyObject {
  attrs: PyDict;
  args: PyTuple;
  cause: Value = null;
  context: Value = null;
  suppressContext = false;
  /** What CPython keeps in the struct of the exception's class, apart from its dict: `name`, `filename`, `lineno` … */
  private fields: Map<string, Value> | null = null;
  /** Whether a program has seen or made its dict, which CPython makes at need: `__reduce__` tells. */
  dictSeen = false;
  /** Outermost last: entries are added as the exception passes frames. */
  traceback: TracebackEntry[] = [];
  constructor(cls: PyClass, args: readonly Value[]) {
    super(cls);
    this.attrs = new PyDict();
    this.attrs.rc++;
    this.args = new PyTuple(args);
    this.args.rc++;
    this.track();
  }
  addTraceback(entry: TracebackEntry): void {
    for (const value of entry.held) retain(value);
    this.traceback.push(entry);
  }
  /** Gives an entry what its frame held. */
  holdTraceback(entry: TracebackEntry, held: (Value | undefined)[]): void {
    for (const value of held) retain(value);
    entry.held = entry.held.concat(held);
  }
  clearTraceback(): void {
    for (const entry of this.traceback) for (const value of entry.held) release(value);
    this.traceback = [];
  }
  setArgs(args: PyTuple): void {
    args.rc++;
    release(this.args);
    this.args = args;
  }
  getField(name: string): Value | undefined {
    return this.fields?.get(name);
  }
  setField(name: string, value: Value): void {
    retain(value);
    const before = (this.fields ??= new Map<string, Value>()).get(name);
    this.fields.set(name, value);
    release(before);
  }
  setCause(cause: Value): void {
    retain(cause);
    release(this.cause);
    this.cause = cause;
    this.suppressContext = true;
  }
  setContext(context: Value): void {
    retain(context);
    release(this.context);
    this.context = context;
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.attrs);
    visit(this.args);
    visit(this.cause);
    visit(this.context);
    if (this.fields !== null) for (const value of this.fields.values()) visit(value);
    for (const entry of this.traceback) for (const value of entry.held) visit(value);
  }
}
T.BaseException.allocate = (cls) => new PyException(cls, []);

/** The classes of iterators by their `typeName`. */
export const iteratorClasses = new Map<string, PyClass>();

/** How an iterator is taken apart and put together: what `__reduce__` returns, and `__setstate__` where it has one. */
export interface IteratorState {
  get: () => Value;
  set?: (state: Value) => void;
}

/** An iterator of ours. `step` gives the next value or undefined at the end. */
export class PyIterator extends PyObject {
  constructor(
    readonly step: () => Value | undefined,
    /** What the iterator keeps alive. */
    private holds: readonly Value[],
    readonly typeName = 'iterator',
    /** How many items are left, if known: `__length_hint__`. */
    readonly remaining?: () => number,
    /** Leaves items out without making them. */
    readonly skip?: (items: number) => void,
  ) {
    super(iteratorClasses.get(typeName) ?? T.iterator);
    for (const value of holds) retain(value);
    this.track();
  }
  /** Of an iterator that gives tuples: the items of the next one, for a loop that unpacks them at once and never sees it. */
  unpacked: (() => readonly Value[] | undefined) | undefined = undefined;
  /** Of an iterator over what a program's class numbers: asks that how long it is, for `__length_hint__`. */
  asksLength: (() => Value) | undefined = undefined;
  /** Given by makers of iterators that are no plain walk through a container. */
  state: IteratorState | undefined = undefined;
  /** What the iterator keeps alive. */
  get sources(): readonly Value[] {
    return this.holds;
  }
  /** Called when `step` gave undefined: an iterator over a container lets go of it then. */
  exhausted(): void {
    if (this.holds.length === 0 || !CONTAINER_ITERATOR.test(this.typeName)) return;
    if (this.epoch !== heap.epoch) return;
    const { holds } = this;
    this.holds = [];
    for (const value of holds) release(value);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    for (const value of this.holds) visit(value);
  }
}

const CONTAINER_ITERATOR =
  /^(?:iterator|(?:list|tuple|set|bytes|bytearray|list_reverse|dict_\w+)iterator|(?:list|tuple|set|bytes|bytearray|str|str_ascii)_iterator|reversed)$/;

export class PyDictView extends PyObject {
  constructor(
    cls: PyClass,
    readonly dict: PyDict,
  ) {
    super(cls);
    dict.rc++;
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.dict);
  }
}

export class PyMappingProxy extends PyObject {
  constructor(readonly mapping: Value) {
    super(T.mappingproxy);
    retain(mapping);
    this.track();
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.mapping);
  }
}

export class PyWeakref extends PyObject {
  private referent: PyObject | null;
  constructor(
    referent: PyObject,
    readonly callback: Value,
    cls: PyClass = T.weakref,
  ) {
    super(cls);
    this.referent = referent;
    retain(callback);
    const others = heap.weakReferences.get(referent);
    if (others === undefined) heap.weakReferences.set(referent, [this]);
    else others.push(this);
    this.track();
  }
  /** The target, or null once it is dead. Sweeps first, so the answer is CPython's. */
  get target(): PyObject | null {
    heap.settle();
    return this.referent;
  }
  /** Called at the target's death. */
  onClear: ((reference: PyWeakref) => void) | undefined;
  clear(silent = false): void {
    this.referent = null;
    if (!silent) this.onClear?.(this);
  }
  override traverse(visit: (value: Value | undefined) => void): void {
    visit(this.callback);
  }
}

/** Where in the source something happened. */
export interface Place {
  file: string;
  line: number;
}

/** A value that cannot be known: what it would be, why not, and where it came from. It spreads through every operation. */
export class PyUnknown extends PyAtom {
  constructor(
    readonly reason: string,
    readonly place: Place | undefined,
    /** The class the value would have, where that is known. */
    readonly wouldBe: PyClass | undefined = undefined,
  ) {
    super(T.Unknown);
  }
}

/** The attributes dict of a value, if values of its class have one. */
export function attributesOf(value: PyObject): PyDict | null {
  return 'attrs' in value
    ? ((value as PyObject & { attrs: PyDict | null }).attrs ?? null)
    : value instanceof PyModule
      ? value.dict
      : null;
}

/** Where the values of an instance's `__slots__` are; null where none is set. Without a `__dict__` they have its place. */
export function slotsOf(value: PyObject): PyDict | null {
  const own = attributesOf(value);
  return own !== null && value.cls.slotsApart ? own.attrs : own;
}

/** The same, made if need be. */
export function ensureSlots(value: PyObject & { attrs: PyDict | null }): PyDict {
  const own = madeAttributes(value);
  return value.cls.slotsApart ? ensureAttributes(own) : own;
}

/** Whether a value can carry attributes (its dict is made at the first one). */
export function canHaveAttributes(value: PyObject): value is PyObject & { attrs: PyDict | null } {
  return 'attrs' in value;
}

/** The attributes dict of a value that can carry attributes, made if need be. */
export function ensureAttributes(value: PyObject & { attrs: PyDict | null }): PyDict {
  if (value instanceof PyException) value.dictSeen = true;
  return madeAttributes(value);
}

function madeAttributes(value: PyObject & { attrs: PyDict | null }): PyDict {
  if (value.attrs === null) {
    if (value.epoch !== heap.epoch) heap.willChange(value);
    value.attrs = new PyDict();
    value.attrs.rc++;
  }
  return value.attrs;
}
