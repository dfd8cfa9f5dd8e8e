/** What the `except` clauses around the running code are written for, read from its instructions before anything is raised. */
import { Op } from './code.js';
import type { Frame } from './frame.js';

/** The instructions of a handler that are read: the names of its classes stand at its beginning. */
const HEAD = 40;

/** The handlers around what a frame runs, from the innermost; what a `with` or a `finally` raises again goes to those around it. */
export function* handlersAround(frame: Frame): IterableIterator<number> {
  const raising = [frame.pc - 1];
  for (const pc of raising)
    for (const { start, end, target } of frame.body.exceptionTable) {
      if (pc < start || pc >= end || raising.includes(target)) continue;
      yield target;
      raising.push(target);
    }
}

/** Whether a handler names one of these classes. */
export function handlerNames(frame: Frame, target: number, classes: ReadonlySet<string>): boolean {
  const { ops, names } = frame.body;
  for (let pc = target; pc < Math.min(target + HEAD, ops.length); pc++) {
    const op = ops[pc]! & 0xff;
    if (op === Op.LOAD_NAME || op === Op.LOAD_GLOBAL || op === Op.LOAD_ATTR) {
      if (classes.has(names[ops[pc]! >> 8]!)) return true;
    }
    if (op === Op.RERAISE || op === Op.RETURN_VALUE || op === Op.JUMP) return false;
  }
  return false;
}

const EVERYTHING = new Set(['Exception', 'BaseException']);

/** Whether a handler takes whatever is raised: `except:`, `except Exception:`. */
export function catchesAll(frame: Frame, target: number): boolean {
  return (frame.body.ops[target + 1]! & 0xff) === Op.POP_TOP || handlerNames(frame, target, EVERYTHING);
}
