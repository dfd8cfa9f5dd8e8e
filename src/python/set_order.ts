/**
 * The order of a set's elements. CPython keeps them in an open hash table, so a set of numbers (or tuples of numbers) has an order that
 * programs see and rely on; `SetTable` is that table (Objects/setobject.c of 3.11), without the elements' values. Texts have another
 * hash in each process and other objects hash by their address: a set with one of them has no order of its own in CPython, and that
 * of insertion here.
 */
import type { Key } from './dict.js';

const LINEAR_PROBES = 9;
const MIN_SIZE = 8;
const WORD = 1n << 64n;
/** Where an element was removed. */
const DUMMY = Symbol('dummy');

type Slot = Key | typeof DUMMY | undefined;

/** The probes of a hash in a table, as CPython's loops make them: each slot in turn, until `visit` returns true. */
function probe(hash: number | bigint, mask: number, visit: (slot: number) => boolean): void {
  let perturb = typeof hash === 'bigint' ? hash & (WORD - 1n) : hash < 0 ? BigInt(hash) + WORD : hash;
  let i = Number(typeof perturb === 'bigint' ? perturb & BigInt(mask) : perturb % (mask + 1));
  for (;;) {
    const last = i + LINEAR_PROBES <= mask ? i + LINEAR_PROBES : i;
    for (let slot = i; slot <= last; slot++) if (visit(slot)) return;
    perturb = typeof perturb === 'bigint' ? perturb >> 5n : Math.floor(perturb / 32);
    i =
      typeof perturb === 'bigint'
        ? Number((BigInt(i * 5 + 1) + perturb) & BigInt(mask))
        : (i * 5 + 1 + perturb) % (mask + 1);
  }
}

export class SetTable {
  private slots: Slot[] = new Array<Slot>(MIN_SIZE).fill(undefined);
  private hashes = new Map<Key, number | bigint>();
  /** Slots that are taken, by elements or by what was removed. */
  private fill = 0;
  private finger = 0;

  private get mask(): number {
    return this.slots.length - 1;
  }

  get used(): number {
    return this.hashes.size;
  }

  private place(key: Key, hash: number | bigint): void {
    const { slots } = this;
    probe(hash, this.mask, (slot) => {
      if (slots[slot] !== undefined) return false;
      slots[slot] = key;
      return true;
    });
  }

  /** Adds a key that is not there. Takes the last slot passed on the way that an element left. */
  add(key: Key, hash: number | bigint): void {
    const { slots } = this;
    let free = -1;
    let reused = false;
    probe(hash, this.mask, (slot) => {
      const found = slots[slot];
      if (found === DUMMY) free = slot;
      if (found !== undefined) return false;
      reused = free >= 0;
      slots[reused ? free : slot] = key;
      return true;
    });
    this.hashes.set(key, hash);
    if (reused) return;
    this.fill++;
    if (this.fill * 5 >= this.mask * 3) this.grow();
  }

  private grow(): void {
    this.resize(this.used > 50_000 ? this.used * 2 : this.used * 4);
  }

  private resize(least: number): void {
    let size = MIN_SIZE;
    while (size <= least) size *= 2;
    if (size === MIN_SIZE && this.slots.length === MIN_SIZE && this.fill === this.used) return;
    const keys = [...this.keys()];
    this.slots = new Array<Slot>(size).fill(undefined);
    for (const key of keys) this.place(key, this.hashes.get(key)!);
    this.fill = keys.length;
  }

  delete(key: Key): void {
    const { slots } = this;
    probe(this.hashes.get(key)!, this.mask, (slot) => {
      if (slots[slot] !== key) return false;
      slots[slot] = DUMMY;
      return true;
    });
    this.hashes.delete(key);
  }

  /** Makes the table smaller where many elements were removed: the end of `difference_update`. */
  shrink(): void {
    if (this.fill - this.used > Math.floor(this.mask / 4)) this.grow();
  }

  *keys(): IterableIterator<Key> {
    for (const slot of this.slots) if (slot !== undefined && slot !== DUMMY) yield slot;
  }

  /** The key that `pop()` takes. */
  next(): Key | undefined {
    if (this.used === 0) return undefined;
    for (let slot = this.finger & this.mask; ; slot = (slot + 1) & this.mask) {
      const key = this.slots[slot];
      if (key === undefined || key === DUMMY) continue;
      this.finger = slot + 1;
      return key;
    }
  }

  /** Makes room for `count` elements of another table or of a dict. */
  reserve(count: number): void {
    if ((this.fill + count) * 5 >= this.mask * 3) this.resize((this.used + count) * 2);
  }

  /** What merging another table into this empty one gives. */
  mergeIntoEmpty(other: SetTable): void {
    this.reserve(other.used);
    this.hashes = new Map(other.hashes);
    if (this.fill === 0 && this.slots.length === other.slots.length && other.fill === other.used)
      this.slots = [...other.slots];
    else for (const key of other.keys()) this.place(key, other.hashes.get(key)!);
    this.fill = other.used;
  }

  get isFresh(): boolean {
    return this.fill === 0;
  }

  copy(): SetTable {
    const copy = new SetTable();
    copy.slots = [...this.slots];
    copy.hashes = new Map(this.hashes);
    copy.fill = this.fill;
    copy.finger = this.finger;
    return copy;
  }
}
