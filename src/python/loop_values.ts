/** The values that the passes of a loop may change: the names of its frame, and the attributes of the objects they hold. */
import { HashTable, PyDict } from './dict.js';
import type { Frame } from './frame.js';
import { heap, type Value } from './heap.js';
import { attributesOf, PyCell, PyFloat, PyInstance, PyList, PyUnknown } from './objects.js';
import type { VM } from './vm.js';

/** A place that holds a value: a local, a cell, a global, an attribute. */
interface Slot {
  value: Value;
  /** The length of a container, -1 of anything else. */
  length: number;
  set(value: Value): void;
}

/** More than a program's own names; what is beyond is not looked at. */
const MANY = 4000;

/** What the names of a frame, and the attributes of the objects that they hold, were at the end of a pass. */
export class LoopValues {
  private readonly slots = new Map<string, Slot>();

  constructor(vm: VM, frame: Frame) {
    const { varnames, cellvars, freevars, usesLocalsDict } = frame.code.init;
    if (usesLocalsDict) {
      if (frame.locals !== null) this.addDict('', frame.locals);
    } else {
      [...varnames, ...cellvars, ...freevars].forEach((name, i) => {
        const at = frame.base + i;
        const held = vm.stack[at];
        if (held instanceof PyCell) this.add(name, held.value, (value) => held.set(value));
        else this.add(name, held, (value) => (vm.stack[at] = value));
      });
    }
    for (const [name, { value }] of [...this.slots]) {
      if (!(value instanceof PyInstance) || value.epoch !== heap.epoch) continue;
      const attributes = attributesOf(value);
      if (attributes !== null) this.addDict(`${name}.`, attributes);
    }
  }

  private addDict(prefix: string, dict: PyDict): void {
    for (const [key, value] of dict.entries())
      if (typeof key === 'string' && !key.startsWith('__'))
        this.add(prefix + key, value, (changed) => dict.setStr(key, changed));
  }

  private add(name: string, value: Value | undefined, set: (value: Value) => void): void {
    if (value === undefined || this.slots.size >= MANY) return;
    this.slots.set(name, { value, length: lengthOf(value), set });
  }

  /** Whether a container is longer than it was: the loop collects something. */
  hasGrown(before: LoopValues): boolean {
    for (const [name, { value, length }] of this.slots) {
      const old = before.slots.get(name);
      if (old !== undefined && old.value === value && length > old.length) return true;
    }
    return false;
  }

  /**
   * Brings the numbers to where they will be after `times` periods more: integers that grew by the same in both periods seen grow
   * on; other numbers and texts that changed, and containers that grew, are unknown from now on.
   */
  advance(first: LoopValues, second: LoopValues, times: number): void {
    for (const [name, slot] of this.slots) {
      const [a, b, c] = [first.slots.get(name)?.value, second.slots.get(name)?.value, slot.value];
      if (typeof a === 'number' && typeof b === 'number' && typeof c === 'number' && c - b === b - a) {
        if (c !== b) slot.set(c + (c - b) * times);
      } else this.forgetSlot(slot, second.slots.get(name));
    }
  }

  /** Makes unknown what changed between two passes. */
  forget(before: LoopValues): void {
    for (const [name, slot] of this.slots) this.forgetSlot(slot, before.slots.get(name));
  }

  private forgetSlot(slot: Slot, before: Slot | undefined): void {
    if (before === undefined) return;
    const { value } = slot;
    const hasChanged = isPlain(value)
      ? !(isPlain(before.value) && plain(value) === plain(before.value))
      : value === before.value && slot.length > before.length;
    if (hasChanged) slot.set(new PyUnknown('the loop that changes it was cut short', undefined));
  }
}

function isPlain(value: Value): boolean {
  return typeof value !== 'object' || value instanceof PyFloat;
}

function plain(value: Value): unknown {
  return value instanceof PyFloat ? value.value : value;
}

function lengthOf(value: Value): number {
  if (value instanceof PyList) return value.items.length;
  if (value instanceof HashTable) return value.size;
  return -1;
}
