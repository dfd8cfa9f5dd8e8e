/**
 * Hash tables: dict and the table under set and frozenset. A key is looked up by a JavaScript value that is equal for equal
 * Python keys: a str is itself, a number its number (`1`, `1.0` and `True` are one key), a tuple a string that spells its
 * parts, an object itself. Only objects whose class defines `__eq__` in Python go through hash and comparison.
 */
import type { PyClass } from './classes.js';
import { heap, PyObject, release, retain, type Value } from './heap.js';
import { SetTable } from './set_order.js';
import { T } from './types.js';

export type Key = string | number | bigint | null | PyObject;

/** Implemented by values that are keys by content (float, complex, bytes, tuple, boxed str and int, frozenset). */
export interface KeyByContent {
  /** The key, or undefined where hash and comparison must decide. */
  toKey(): Key | undefined;
}

/**
 * Raised (as TypeError by the machine) for a list, a dict, a set or an object with `__hash__ = None`. No Error: programs try it often, and
 * nobody looks at a stack of ours.
 */
export class UnhashableError {
  constructor(readonly typeName: string) {}
  get message(): string {
    return `unhashable type: '${this.typeName}'`;
  }
}

/** The lookup key of a value; undefined where hash and comparison must decide. */
export function keyOf(value: Value): Key | undefined {
  switch (typeof value) {
    case 'string':
      return value.charCodeAt(0) === 0 ? '\0s' + value : value;
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    default:
      if (value === null) return null;
      if ('toKey' in value) return (value as PyObject & KeyByContent).toKey();
      if (value.cls.hashKind === 'identity') return value;
      if (value.cls.hashKind === 'none') throw new UnhashableError(value.cls.name);
      return undefined;
  }
}

const NO_ITEMS = new Map<Key, Value>();

/** A hash table with insertion order. `map` is the content by lookup key; `originals` the keys that differ from it. */
export abstract class HashTable extends PyObject {
  /** Its own map from the first item on: most dicts of keyword arguments stay empty. */
  protected map: Map<Key, Value> = NO_ITEMS;
  protected originals: Map<Key, Value> | null = null;
  /** Keys that need hash and comparison, by hash; each stands for itself in `map`. */
  private buckets: Map<number, PyObject[]> | null = null;
  /** Attributes of instances of subclasses. */
  attrs: PyDict | null = null;

  constructor(cls: PyClass) {
    super(cls);
    this.track();
  }

  get size(): number {
    return this.map.size;
  }

  private slowKey(value: PyObject, insert: boolean): Key | undefined {
    const hash = heap.hash(value);
    this.buckets ??= new Map();
    const bucket = this.buckets.get(hash);
    if (bucket !== undefined)
      for (const other of bucket) if (other === value || heap.equals(other, value)) return other;
    if (!insert) return undefined;
    if (bucket === undefined) this.buckets.set(hash, [value]);
    else bucket.push(value);
    return value;
  }

  protected find(value: Value, insert: boolean): Key | undefined {
    const key = keyOf(value);
    return key !== undefined ? key : this.slowKey(value as PyObject, insert);
  }

  protected forget(key: Key): void {
    if (this.originals?.delete(key) && this.originals.size === 0) this.originals = null;
    if (this.buckets !== null && typeof key === 'object' && key !== null) {
      for (const bucket of this.buckets.values()) {
        const i = bucket.indexOf(key);
        if (i >= 0) {
          bucket.splice(i, 1);
          break;
        }
      }
    }
  }

  /** The Python key of a lookup key. */
  original(key: Key): Value {
    return this.originals?.get(key) ?? key;
  }

  has(key: Value): boolean {
    const found = this.find(key, false);
    return found !== undefined && this.map.has(found);
  }

  /** The keys in insertion order. */
  *keys(): IterableIterator<Value> {
    for (const key of this.map.keys()) yield this.original(key);
  }

  keyArray(): Value[] {
    if (this.originals === null) return [...this.map.keys()];
    return Array.from(this.map.keys(), (key) => this.original(key));
  }

  clear(): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    const { map, originals } = this;
    this.map = NO_ITEMS;
    this.originals = null;
    this.buckets = null;
    for (const [key, value] of map) {
      release(originals?.get(key) ?? key);
      release(value);
    }
  }

  override traverse(visit: (value: Value | undefined) => void): void {
    if (this.attrs !== null) visit(this.attrs);
    const { originals } = this;
    for (const [key, value] of this.map) {
      if (originals !== null || typeof key === 'object') visit(originals?.get(key) ?? key);
      if (typeof value === 'object' && value !== null) visit(value);
    }
  }

  override snapshot(): () => void {
    const map = new Map(this.map);
    const originals = this.originals === null ? null : new Map(this.originals);
    const buckets =
      this.buckets === null
        ? null
        : new Map(Array.from(this.buckets, ([hash, bucket]) => [hash, [...bucket]]));
    return () => {
      this.map = map;
      this.originals = originals;
      this.buckets = buckets;
    };
  }
}

export class PyDict extends HashTable {
  constructor(cls: PyClass = T.dict) {
    super(cls);
  }

  /** Whether two of these are equal only with the same order: OrderedDict. */
  get ordered(): boolean {
    return false;
  }

  get(key: Value): Value | undefined {
    if (typeof key === 'string' && key.charCodeAt(0) !== 0) return this.map.get(key);
    const found = this.find(key, false);
    return found === undefined ? undefined : this.map.get(found);
  }

  /** A lookup by attribute name (never starts with NUL). */
  getStr(name: string): Value | undefined {
    return this.map.get(name);
  }

  setStr(name: string, value: Value): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    const old = this.map.get(name);
    if (typeof value === 'object' && value !== null) value.rc++;
    if (this.map === NO_ITEMS) this.map = new Map();
    this.map.set(name, value);
    if (old !== undefined) release(old);
  }

  set(key: Value, value: Value): void {
    if (typeof key === 'string' && key.charCodeAt(0) !== 0) {
      this.setStr(key, value);
      return;
    }
    const found = this.find(key, true) as Key;
    if (this.epoch !== heap.epoch) heap.willChange(this);
    const old = this.map.get(found);
    retain(value);
    if (this.map === NO_ITEMS) this.map = new Map();
    this.map.set(found, value);
    if (old !== undefined) release(old);
    else {
      if (found !== key) (this.originals ??= new Map()).set(found, key);
      retain(key);
    }
  }

  /** Removes a key and returns its value, or undefined where it isn't there. The value is given up. */
  delete(key: Value): Value | undefined {
    const found = this.find(key, false);
    if (found === undefined) return undefined;
    const old = this.map.get(found);
    if (old === undefined) return undefined;
    if (this.epoch !== heap.epoch) heap.willChange(this);
    release(this.original(found));
    this.map.delete(found);
    this.forget(found);
    release(old);
    return old;
  }

  /** The last or first item, removed: for popitem and OrderedDict. */
  popItem(last = true): [Value, Value] | undefined {
    let found: Key | undefined;
    for (const key of this.map.keys()) {
      found = key;
      if (!last) break;
    }
    if (found === undefined) return undefined;
    const key = this.original(found);
    const value = this.map.get(found)!;
    this.delete(key);
    return [key, value];
  }

  /** Values in insertion order; live: a Map iterator. */
  values(): IterableIterator<Value> {
    return this.map.values();
  }

  *entries(): IterableIterator<[Value, Value]> {
    for (const [key, value] of this.map) yield [this.original(key), value];
  }

  /** Puts all items of `other` into this dict. */
  update(other: PyDict): void {
    for (const [key, value] of [...other.entries()]) this.set(key, value);
  }

  copy(): PyDict {
    const copy = new PyDict();
    copy.update(this);
    return copy;
  }

  static fromObject(entries: Record<string, Value>): PyDict {
    const dict = new PyDict();
    for (const [name, value] of Object.entries(entries)) dict.setStr(name, value);
    return dict;
  }
}

/** The table under set and frozenset: `map` holds true for each key. */
export class PySet extends HashTable {
  /** The order of the elements where their hashes decide it; null where that of insertion stands in for it. Made with the first element. */
  private table: SetTable | null | undefined = undefined;

  constructor(cls: PyClass = T.set) {
    super(cls);
  }

  add(key: Value): void {
    const found = this.find(key, true) as Key;
    if (this.map.has(found)) return;
    if (this.epoch !== heap.epoch) heap.willChange(this);
    if (this.map === NO_ITEMS) this.map = new Map();
    this.map.set(found, true);
    if (found !== key) (this.originals ??= new Map()).set(found, key);
    retain(key);
    if (this.table !== null) this.order(found, key);
  }

  private order(found: Key, key: Value): void {
    const hash = typeof key === 'number' && key >= 0 ? key : heap.fixedHash(key);
    if (hash === undefined) this.keepInsertionOrder();
    else (this.table ??= new SetTable()).add(found, hash);
  }

  /** An element's hash is no fixed one: from now on the order is that of insertion, the elements so far coming as they did. */
  private keepInsertionOrder(): void {
    if (this.table != null && this.table.used > 0) {
      const rest = new Set(this.map.keys());
      const ordered = new Map<Key, Value>();
      for (const key of this.table.keys()) {
        rest.delete(key);
        ordered.set(key, true);
      }
      for (const key of rest) ordered.set(key, true);
      this.map = ordered;
    }
    this.table = null;
  }

  /** Adds the elements of another set, in the way of `set.update`. */
  merge(other: PySet): void {
    if (other === this || other.size === 0) return;
    if (this.table !== null && other.table != null) {
      if ((this.table?.isFresh ?? true) && this.map.size === 0) {
        for (const key of other.keyArray()) this.addUnordered(key);
        this.table = new SetTable();
        this.table.mergeIntoEmpty(other.table);
        return;
      }
      this.table?.reserve(other.size);
    }
    for (const key of other.keyArray()) this.add(key);
  }

  /** Takes over the elements of another set, and their order. */
  become(other: PySet): void {
    const table = other.table?.copy() ?? other.table;
    this.clear();
    this.table = null;
    for (const key of other.keyArray()) this.add(key);
    this.table = table;
  }

  private addUnordered(key: Value): void {
    const { table } = this;
    this.table = null;
    this.add(key);
    this.table = table;
  }

  /** Makes room for that many elements of a dict. */
  reserve(count: number): void {
    this.table?.reserve(count);
  }

  /** Called after many elements were removed one by one. */
  shrink(): void {
    this.table?.shrink();
  }

  override *keys(): IterableIterator<Value> {
    for (const key of this.table?.keys() ?? this.map.keys()) yield this.original(key);
  }

  override keyArray(): Value[] {
    return this.table == null ? super.keyArray() : Array.from(this.table.keys(), (key) => this.original(key));
  }

  /** The element that `pop()` removes. */
  first(): Value | undefined {
    for (const key of this.map.keys()) return this.original(this.table?.next() ?? key);
    return undefined;
  }

  override clear(): void {
    super.clear();
    this.table = undefined;
  }

  override snapshot(): () => void {
    const restore = super.snapshot();
    const table = this.table?.copy() ?? this.table;
    return () => {
      restore();
      this.table = table;
    };
  }

  /** Removes a key; false where it wasn't there. */
  delete(key: Value): boolean {
    const found = this.find(key, false);
    if (found === undefined || !this.map.has(found)) return false;
    if (this.epoch !== heap.epoch) heap.willChange(this);
    release(this.original(found));
    this.map.delete(found);
    this.table?.delete(found);
    this.forget(found);
    return true;
  }

  static of(items: Iterable<Value>, cls: PyClass = T.set): PySet {
    const set = new PySet(cls);
    for (const item of items) set.add(item);
    return set;
  }
}

export class PyFrozenSet extends PySet implements KeyByContent {
  constructor(cls: PyClass = T.frozenset) {
    super(cls);
  }

  toKey(): Key | undefined {
    const parts: string[] = [];
    for (const item of this.keys()) {
      const part = spellKey(item);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return '\0f' + parts.sort().join(',');
  }
}

let nextObjectNumber = 1;
const objectNumbers = new WeakMap<PyObject, number>();

/** A number for an object, the same as long as it lives: `id()`. */
export function objectNumber(object: PyObject): number {
  let number = objectNumbers.get(object);
  if (number === undefined) objectNumbers.set(object, (number = nextObjectNumber++));
  return number;
}

/** A string that is equal for equal keys, to build the key of a tuple from those of its parts. */
export function spellKey(value: Value): string | undefined {
  const key = keyOf(value);
  if (key === undefined) return undefined;
  if (typeof key === 'string') return `s${key.length}:${key}`;
  if (typeof key === 'number' || typeof key === 'bigint') return `n${key}`;
  return key === null ? 'N' : `o${objectNumber(key)}`;
}
