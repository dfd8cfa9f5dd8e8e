/** Which blocks to checkpoint: the choice with the least computation whose peak stays within a budget, by dynamic programming. */
import type { BlockForm, Cut } from './segments';

/** A choice of blocks, counted from 0 in the order in which they run. */
export interface Choice {
  chosen: number[];
  /** More floating point operations than without checkpointing. */
  flops: number;
  /** The peak of requested bytes that is expected. */
  peak: number;
}

/** What has been decided of the first blocks. */
interface State {
  /** Bytes when the next block begins. */
  level: number;
  peak: number;
  flops: number;
  count: number;
  /** The sum of the chosen blocks' numbers: of equals, the choice of the earliest blocks is taken. */
  order: number;
  last: State | undefined;
  taken: boolean;
}

/** More states than these are thinned out; blocks that are alike make no more than there are blocks. */
const MOST_STATES = 4096;

/** What a choice takes by the two measurements: the step as it is, and with every block checkpointed. */
export function predictPeak(plain: Cut, full: Cut, chosen: readonly number[]): number {
  const taken = new Set(chosen);
  const later = leftBehind(plain);
  let state = initial(plain);
  plain.blocks.forEach((_, i) => (state = advance(state, plain, full, later, i, taken.has(i))));
  return finish(state, plain).peak;
}

/** More blocks than these have too many choices to list. */
const LISTED = 10;

/** Every choice of few blocks with less computation than `flops` whose expected peak is within the budget, the cheapest first. */
export function cheaperChoices(plain: Cut, full: Cut, budget: number, flops: number): Choice[] {
  const count = plain.blocks.length;
  if (count > LISTED) return [];
  const choices: Choice[] = [];
  for (let bits = 1; bits < 1 << count; bits++) {
    const chosen = Array.from({ length: count }, (_, i) => i).filter((i) => (bits & (1 << i)) !== 0);
    const cost = chosen.reduce((total, i) => total + extraFlops(plain, full, i), 0);
    const peak = predictPeak(plain, full, chosen);
    if (cost < flops && peak <= budget) choices.push({ chosen, flops: cost, peak });
  }
  return choices.sort((a, b) => a.flops - b.flops || a.peak - b.peak);
}

function extraFlops(plain: Cut, full: Cut, i: number): number {
  return Math.max(0, full.blocks[i]!.flops - plain.blocks[i]!.flops);
}

/** The choice of the least computation with a peak of no more than `budget` bytes; undefined where there is none. */
export function chooseBlocks(plain: Cut, full: Cut, budget: number): Choice | undefined {
  const later = leftBehind(plain);
  let states: State[] = [initial(plain)];
  for (let i = 0; i < plain.blocks.length; i++) {
    const next: State[] = [];
    for (const state of states) {
      for (const taken of [true, false]) {
        const made = advance(state, plain, full, later, i, taken);
        if (made.peak <= budget) next.push(made);
      }
    }
    states = undominated(next);
  }
  let best: State | undefined;
  for (const state of states) {
    const ended = finish(state, plain);
    if (ended.peak <= budget && (best === undefined || isCheaper(ended, best))) best = ended;
  }
  if (best === undefined) return undefined;
  const chosen: number[] = [];
  let i = plain.blocks.length;
  for (let state: State | undefined = best; state?.last !== undefined; state = state.last) {
    i--;
    if (state.taken) chosen.unshift(i);
  }
  return { chosen, flops: best.flops, peak: best.peak };
}

function isCheaper(a: State, b: State): boolean {
  if (a.flops !== b.flops) return a.flops < b.flops;
  if (a.count !== b.count) return a.count < b.count;
  return a.order < b.order;
}

function initial({ start, elsewhere }: Cut): State {
  return {
    level: start,
    peak: Math.max(start, elsewhere),
    flops: 0,
    count: 0,
    order: 0,
    last: undefined,
    taken: false,
  };
}

/** By block: what is there besides when its backward begins: the middle's, and what later blocks leave, gradients, whatever was chosen. */
function leftBehind({ blocks, middle }: Cut): number[] {
  const left = new Array<number>(blocks.length);
  let bytes = middle.net;
  for (let i = blocks.length - 1; i >= 0; i--) {
    left[i] = bytes;
    bytes += blocks[i]!.forward.net + blocks[i]!.backward.net;
  }
  return left;
}

/** Goes through the forward and, seen from there, the backward of a block. */
function advance(
  state: State,
  plain: Cut,
  full: Cut,
  later: readonly number[],
  i: number,
  taken: boolean,
): State {
  const form: BlockForm = (taken ? full : plain).blocks[i]!;
  const level = state.level + form.forward.net;
  const peak = Math.max(state.peak, state.level + form.forward.peak, level + later[i]! + form.backward.peak);
  const flops = state.flops + (taken ? extraFlops(plain, full, i) : 0);
  const count = state.count + (taken ? 1 : 0);
  return { level, peak, flops, count, order: state.order + (taken ? i : 0), last: state, taken };
}

function finish(state: State, plain: Cut): State {
  return { ...state, peak: Math.max(state.peak, state.level + plain.middle.peak) };
}

/** The states of which none is better in level, computation and number of blocks. Of equals, those that take earlier blocks. */
function undominated(states: State[]): State[] {
  states.sort((a, b) => a.flops - b.flops || a.count - b.count || a.level - b.level || a.order - b.order);
  const kept: State[] = [];
  let lowest = Infinity;
  for (const state of states) {
    if (state.level >= lowest) continue;
    lowest = state.level;
    kept.push(state);
  }
  if (kept.length <= MOST_STATES) return kept;
  const step = kept.length / MOST_STATES;
  return Array.from({ length: MOST_STATES }, (_, i) => kept[Math.floor(i * step)]!);
}
