/** Ends loops of very many passes: one that does the same again and again tells nothing new. */
import type { Frame } from './frame.js';

/** What happened on the device so far: how many allocations, a polynomial hash of their sizes, the bytes in use. */
export interface DeviceSequence {
  count: number;
  /** `hash * base + size` after each, in 32 bits. */
  hash: number;
  base: number;
  allocated: number;
}

/** Passes in a row that must have made the same allocations, so that a model's many equal layers are no such loop. */
const ENOUGH = 128;

interface LoopState {
  count: number;
  hash: number;
  allocated: number;
  /** The last pass: its allocations and their hash. */
  passCount: number;
  passHash: number;
  same: number;
}

/** Watches the loops of a run, once it has become long. */
export class LoopWatch {
  private readonly loops = new WeakMap<Frame, Map<number, LoopState>>();
  constructor(private readonly sequence: () => DeviceSequence) {}

  /** Called where a pass of the loop at `pc` begins or ends: whether it is to be left. */
  leaves(frame: Frame, pc: number): boolean {
    const { name } = frame.code.init;
    // A comprehension's passes are items.
    if (name.startsWith('<') && name !== '<module>') return false;
    const now = this.sequence();
    let loops = this.loops.get(frame);
    if (loops === undefined) this.loops.set(frame, (loops = new Map()));
    const state = loops.get(pc);
    if (state === undefined) {
      const { count, hash, allocated } = now;
      loops.set(pc, { count, hash, allocated, passCount: 0, passHash: 0, same: 0 });
      return false;
    }
    const count = now.count - state.count;
    const hash = (now.hash - Math.imul(state.hash, power(now.base, count))) | 0;
    const isSame =
      count > 0 && count === state.passCount && hash === state.passHash && now.allocated === state.allocated;
    state.same = isSame ? state.same + 1 : 0;
    state.passCount = count;
    state.passHash = hash;
    state.count = now.count;
    state.hash = now.hash;
    state.allocated = now.allocated;
    if (state.same < ENOUGH) return false;
    loops.delete(pc);
    return true;
  }
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let square = base | 0, n = exponent; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
