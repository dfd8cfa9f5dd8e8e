/**
 * Bytes that are not here, of which something is known all the same: how many they are and what the first ones are. That is what
 * a large file of the workspace holds, and a file that would have to be downloaded. They are unknown, and spread as such; their
 * length, their parts and what is joined of adjacent parts are known.
 */
import { absorb } from './builtins/protocol.js';
import { sliceBounds, tryIndex } from './builtins/sequence.js';
import type { Value } from './heap.js';
import { PyByteArray, PyBytes, PySlice, PyUnknown } from './objects.js';
import { T } from './types.js';
import type { VM } from './vm.js';

/** What a file holds. */
export interface PartialContent {
  readonly name: string;
  readonly length: number;
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** Its key in the table of known files, if it is one of them. */
  readonly key: string | null;
}

/** The bytes from `start` to `end` of a content; at least one. */
export class PyPartialBytes extends PyUnknown {
  constructor(
    readonly content: PartialContent,
    readonly start = 0,
    readonly end = content.length,
  ) {
    super(`what ${content.name} holds`, undefined, T.bytes);
  }

  get length(): number {
    return this.end - this.start;
  }

  /** The content, if these are all its bytes. */
  get whole(): PartialContent | undefined {
    return this.start === 0 && this.end === this.content.length ? this.content : undefined;
  }

  /** The bytes of a range of these. */
  part(start: number, end: number): PyBytes | PyPartialBytes {
    const from = this.start + Math.min(Math.max(start, 0), this.length);
    const to = Math.min(this.start + end, this.end);
    if (to <= from) return new PyBytes(new Uint8Array());
    const { head } = this.content;
    return to <= head.length ? new PyBytes(head.slice(from, to)) : new PyPartialBytes(this.content, from, to);
  }

  /** These and the bytes after them, where those are the content's next ones. */
  followedBy(next: PyPartialBytes): PyPartialBytes | undefined {
    return next.content === this.content && next.start === this.end
      ? new PyPartialBytes(this.content, this.start, next.end)
      : undefined;
  }
}

/** Whether bytes differ, by their number, of which one are such bytes. */
export function differ(a: Value, b: Value): boolean {
  const [partial, other] = a instanceof PyPartialBytes ? [a, b] : [b, a];
  return (
    partial instanceof PyPartialBytes &&
    (other instanceof PyPartialBytes
      ? other.length !== partial.length
      : (other instanceof PyBytes || other instanceof PyByteArray) && other.data.length !== partial.length)
  );
}

/** `a + b` where one is such bytes and the other one has none or follows it; undefined for anything else. */
export function joined(a: Value, b: Value): Value | undefined {
  const isEmpty = (value: Value): boolean =>
    (value instanceof PyBytes || value instanceof PyByteArray) && value.data.length === 0;
  if (a instanceof PyPartialBytes) {
    if (b instanceof PyPartialBytes) return a.followedBy(b);
    return isEmpty(b) ? a : undefined;
  }
  return b instanceof PyPartialBytes && isEmpty(a) ? b : undefined;
}

/** `bytes[key]`. Raises IndexError. */
export function itemOfPartial(vm: VM, self: PyPartialBytes, key: Value): Value {
  if (key instanceof PySlice) {
    const bounds = sliceBounds(vm, key, self.length);
    return bounds.step === 1 ? self.part(bounds.start, bounds.stop) : absorb(self);
  }
  const index = tryIndex(vm, key);
  if (typeof index !== 'number') return absorb(self);
  const at = index < 0 ? index + self.length : index;
  if (at < 0 || at >= self.length) throw vm.error('IndexError', 'index out of range');
  const byte = self.part(at, at + 1);
  return byte instanceof PyBytes ? byte.data[0]! : vm.unknown(self.reason, T.int);
}
