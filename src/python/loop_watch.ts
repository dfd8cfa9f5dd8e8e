/**
 * Ends loops of very many passes: one that does the same again and again tells nothing new.
 *
 * A loop is *periodic* when its last passes repeat the device's allocations of those before them, byte by byte, with a period of
 * up to `LONGEST_PERIOD` passes (gradient accumulation, a log entry every tenth step). It is cut short only when what is left of
 * it would cost much more than what was seen: a loop over layers, however deep the model, or an epoch over a loader, never
 * comes there. What the passes change besides the device is looked at too: a loop that prints or collects something in each
 * pass has results that depend on the passes, and goes on for as long as anybody may wait.
 *
 * A loop over a range is not left but *skipped*: its last passes run, with the variables as they would be. Of another loop the
 * numbers and containers that its passes changed are unknown afterwards.
 */
import { LimitError } from './failures.js';
import type { Frame } from './frame.js';
import type { Value } from './heap.js';
import { LoopValues } from './loop_values.js';
import { PyInstance, PyIterator } from './objects.js';
import type { VM } from './vm.js';

/** What happened on the device so far: how many allocations, a polynomial hash of their sizes, the bytes in use. */
export interface DeviceSequence {
  count: number;
  /** `hash * base + size` after each, in 32 bits. */
  hash: number;
  base: number;
  allocated: number;
}

/** What an allocation costs, in instructions: the operator around it included. */
const ALLOCATION_COST = 150;
/** From here on loops are watched, in instructions. Importing a library is less. */
export const WATCH_FROM = 1_000_000;
/** A loop is looked at when its passes have cost this much; half a second or so. */
const ENOUGH_SEEN = 2_000_000;
/** …and it is cut short if what is left costs more than this. */
const TOO_MUCH_LEFT = 20_000_000;
/** How much more is spent on a loop that prints or collects, and on all such loops of a run together. */
const PATIENCE = 4;
/** Passes without a backward that must have been equal: a model's many equal layers are no such loop. */
const ENOUGH_WITHOUT_BACKWARD = 128;
const LONGEST_PERIOD = 64;
/** How many passes are looked back on. */
const KEPT_PASSES = ENOUGH_WITHOUT_BACKWARD + 2 * LONGEST_PERIOD;
/** Passes after which a `while True` that does nothing on the device is taken for one without an end. */
const ENDLESS_IDLE = 20_000_000;

/** How many passes a loop has left: unknown where it is neither endless nor counted. */
export type Remaining = number | 'endless' | 'unknown';

interface Pass {
  count: number;
  hash: number;
  allocated: number;
  milestones: number;
  wrote: boolean;
}

interface LoopState {
  iterator: Value | undefined;
  /** The device's sequence and what was written when the pass began. */
  last: DeviceSequence;
  lastWrites: number;
  lastMilestones: number;
  startCost: number;
  passes: number;
  /** How many of the last passes did nothing on the device, and since which of the machine's writes. */
  idle: number;
  idleSince: number;
  /** The last passes, the newest last. */
  history: Pass[];
  /** Values at the ends of periods, once the loop is about to be cut short. */
  samples: LoopValues[];
  sampleAt: number;
  period: number;
}

/** What becomes of a loop. `skip` passes are left out of its iterator; `leave` ends it. */
export type Verdict = { kind: 'leave' } | { kind: 'skip'; passes: number };

/** The part of a loop's code, and what it iterates over. */
export interface LoopPlace {
  /** Where it starts: it is known by that. */
  pc: number;
  from: number;
  to: number;
  iterator: Value | undefined;
  remaining: () => Remaining;
}

/** A `while`, with a jump back at `pc` to `start`. */
export function whileLoop(pc: number, start: number, remaining: Remaining): LoopPlace {
  return { pc: start, from: start, to: pc, iterator: undefined, remaining: () => remaining };
}

/** A `for`, whose FOR_ITER is at `pc`. */
export function forLoop(vm: VM, pc: number, end: number, iterator: Value): LoopPlace {
  return { pc, from: pc, to: end, iterator, remaining: () => itemsLeft(vm, iterator) };
}

/** How many items an iterator has left. */
function itemsLeft(vm: VM, iterator: Value): Remaining {
  if (iterator instanceof PyIterator) {
    const left = iterator.remaining?.();
    if (left !== undefined) return left === Infinity ? 'endless' : left;
    if (iterator.typeName === 'itertools.cycle' || iterator.typeName === 'itertools.count') return 'endless';
    if (iterator.typeName !== 'enumerate' && iterator.typeName !== 'zip') return 'unknown';
    let least: Remaining = 'endless';
    for (const source of iterator.sources) {
      const items = itemsLeft(vm, source);
      if (items === 'unknown') return 'unknown';
      if (items !== 'endless' && (least === 'endless' || items < least)) least = items;
    }
    return least;
  }
  if (!(iterator instanceof PyInstance)) return 'unknown';
  const hint = vm.callSpecial(iterator, '__length_hint__', []);
  return typeof hint === 'number' ? hint : 'unknown';
}

export class LoopWatch {
  /** What the device has done, in instructions. */
  static costOf({ count }: DeviceSequence): number {
    return ALLOCATION_COST * count;
  }

  private loops = new WeakMap<Frame, Map<number, LoopState>>();
  /** Loops that were cut short once: code and place. */
  private readonly familiar = new WeakMap<object, Set<number>>();
  /** What the run had cost when the watch began. */
  private readonly startCost: number;

  constructor(
    private readonly vm: VM,
    private readonly sequence: () => DeviceSequence,
  ) {
    this.startCost = this.cost();
  }

  private cost(): number {
    return this.vm.executed + LoopWatch.costOf(this.sequence());
  }

  /** Called where a pass of a loop begins or ends: whether the loop is cut short there. */
  passes(frame: Frame, place: LoopPlace): Verdict | undefined {
    // The passes of a generator's or a comprehension's loop are items for somebody.
    const { name } = frame.code.init;
    if (frame.generator !== null || (name.startsWith('<') && name !== '<module>')) return undefined;
    const now = this.sequence();
    const { executed, writes, milestones } = this.vm;
    const cost = executed + LoopWatch.costOf(now);
    const loops = this.loopsOf(frame);
    for (const pc of loops.keys()) if (pc !== place.pc && pc > place.from && pc < place.to) loops.delete(pc);
    const state = loops.get(place.pc);
    if (state === undefined || state.iterator !== place.iterator) {
      loops.set(place.pc, {
        iterator: place.iterator,
        last: now,
        lastWrites: writes,
        lastMilestones: milestones,
        startCost: cost,
        passes: 0,
        idle: 0,
        idleSince: writes,
        history: [],
        samples: [],
        sampleAt: 0,
        period: 0,
      });
      return undefined;
    }
    if (now.count !== state.last.count || milestones !== state.lastMilestones) state.idle = 0;
    else if (++state.idle > KEPT_PASSES) {
      // More of them would change nothing of what is decided.
      if (state.idle === ENDLESS_IDLE && place.remaining() === 'endless' && writes === state.idleSince)
        throw new LimitError(
          `the loop has no end: ${ENDLESS_IDLE} passes did nothing on the device and printed nothing`,
          { file: frame.code.init.filename, line: frame.code.lineAt(place.to) },
        );
      state.passes++;
      state.lastWrites = writes;
      return undefined;
    }
    if (state.idle <= 1) state.idleSince = writes;
    addPass(state, now, this.vm);
    const known = this.familiar.get(frame.code)?.has(place.pc) === true;
    const spent = cost - state.startCost;
    if (!known && spent < ENOUGH_SEEN) return undefined;
    const verdict = this.decide(state, spent, frame, place);
    if (verdict === undefined) return undefined;
    loops.delete(place.pc);
    const places = this.familiar.get(frame.code) ?? new Set();
    this.familiar.set(frame.code, places.add(place.pc));
    return verdict;
  }

  private decide(state: LoopState, spent: number, frame: Frame, place: LoopPlace): Verdict | undefined {
    const remaining = place.remaining();
    const { history } = state;
    const period = periodOf(history);
    if (period === 0 || (state.samples.length > 0 && period !== state.period)) {
      state.samples = [];
      if (period === 0) return undefined;
    }
    const last = history.slice(-period);
    if (last.every(({ count }) => count === 0)) return undefined;
    const trains = last.some(({ milestones }) => milestones > 0);
    if (!trains && repeated(history, period) < Math.max(ENOUGH_WITHOUT_BACKWARD, 2 * period))
      return undefined;
    const left = typeof remaining === 'number' ? (spent / state.passes) * remaining : Infinity;
    if (left < TOO_MUCH_LEFT) return undefined;
    const isCounted = typeof remaining === 'number';
    if (isCounted && remaining < 4 * period + 2) return undefined;
    // A `while` with a condition, or an iterator that does not say how long it is, may be about to end.
    if (remaining === 'unknown' && spent < PATIENCE * ENOUGH_SEEN) return undefined;

    if (state.samples.length === 0) state.sampleAt = state.passes;
    if (state.passes < state.sampleAt) return undefined;
    state.period = period;
    state.samples.push(new LoopValues(this.vm, frame));
    state.sampleAt = state.passes + period;
    if (state.samples.length < 3) return undefined;
    const [first, second, third] = state.samples as [LoopValues, LoopValues, LoopValues];
    const depends = last.some(({ wrote }) => wrote) || third.hasGrown(second);
    const isPatient = this.cost() - this.startCost < PATIENCE * TOO_MUCH_LEFT;
    if (
      depends &&
      isPatient &&
      (isCounted ? left < PATIENCE * TOO_MUCH_LEFT : spent < PATIENCE * ENOUGH_SEEN)
    ) {
      state.samples = [second, third];
      return undefined;
    }
    if (isCounted && canSkip(state.iterator)) {
      const passes = Math.floor((remaining - period) / period) * period;
      third.advance(first, second, passes / period);
      return { kind: 'skip', passes };
    }
    third.forget(second);
    return { kind: 'leave' };
  }

  private loopsOf(frame: Frame): Map<number, LoopState> {
    let loops = this.loops.get(frame);
    if (loops === undefined) this.loops.set(frame, (loops = new Map()));
    return loops;
  }
}

function addPass(state: LoopState, now: DeviceSequence, { writes, milestones }: VM): void {
  const count = now.count - state.last.count;
  state.history.push({
    count,
    hash: (now.hash - Math.imul(state.last.hash, power(now.base, count))) | 0,
    allocated: now.allocated,
    milestones: milestones - state.lastMilestones,
    wrote: writes !== state.lastWrites,
  });
  if (state.history.length > KEPT_PASSES) state.history.splice(0, LONGEST_PERIOD);
  state.passes++;
  state.last = now;
  state.lastWrites = writes;
  state.lastMilestones = milestones;
}

function canSkip(iterator: Value | undefined): boolean {
  return iterator instanceof PyIterator && iterator.skip !== undefined;
}

/** The shortest period with which the last passes repeat those before them; 0 where there is none. */
function periodOf(history: readonly Pass[]): number {
  const n = history.length;
  // Half of the passes, so that what happens in every tenth is seen too.
  const enough = Math.min(n >> 1, ENOUGH_WITHOUT_BACKWARD);
  for (let period = 1; period <= LONGEST_PERIOD && 2 * period <= n; period++)
    if (repeated(history, period) >= Math.max(period, enough)) return period;
  return 0;
}

/** How many of the last passes equal the one a period earlier. */
function repeated(history: readonly Pass[], period: number): number {
  let i = history.length - 1;
  while (i >= period && equal(history[i]!, history[i - period]!)) i--;
  return history.length - 1 - i;
}

function equal(a: Pass, b: Pass): boolean {
  return (
    a.count === b.count && a.hash === b.hash && a.allocated === b.allocated && a.milestones === b.milestones
  );
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let square = base | 0, n = exponent; n > 0; n = Math.floor(n / 2)) {
    if (n % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}
