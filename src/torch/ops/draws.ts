/**
 * Random numbers on the CPU: where they are few they are drawn, since programs branch on them and size, index and slice their data by
 * them. On a device they stay unknown, as everything that is computed.
 */
import { setKnown, setRepeated } from '../allocate.js';
import { resets, state } from '../state.js';
import type { Tensor } from '../tensor.js';

/** Draws of more integers than this are not looked at. */
const MOST_INTEGERS = 1024;
/** Draws of more fractions than this are not looked at: they fill layers. */
const MOST_FRACTIONS = 64;

/** The generator: the same numbers in every run, not PyTorch's. */
let randomState = 0;
resets.push(() => {
  randomState = 0;
});
export function nextRandom(): number {
  randomState = (randomState + 0x6d2b79f5) | 0;
  let t = Math.imul(randomState ^ (randomState >>> 15), 1 | randomState);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}

function draw(t: Tensor, most: number, value: (random: number, i: number) => number | undefined): void {
  const n = t.numel;
  const draws = t.device.type === 'cpu' && n <= most && !t.requiresGrad;
  setKnown(t, draws ? Array.from({ length: n }, (_, i) => value(nextRandom(), i)) : undefined);
}

/** Marks values that another run may draw otherwise. */
function markRandom({ storage }: Tensor): void {
  storage.assumed = 'a random number is drawn here: another run may draw another';
  state.valuesAssumed ||= storage.known !== null;
}

/** The result of a test for values that aren't finite: what isn't known is taken to be finite, as the values of a run that works are. */
export function takenFinite(t: Tensor, value: 0 | 1): Tensor {
  const { storage } = t;
  if (storage.known !== null || t.numel === 0) return t;
  setRepeated(t, [value]);
  storage.assumed = 'every value is taken to be finite';
  state.valuesAssumed = true;
  return t;
}

/** Fills a tensor with integers, each made of a number from [0, 1). */
export function drawIntegers(t: Tensor, value: (random: number) => number): Tensor {
  draw(t, MOST_INTEGERS, value);
  return t;
}

/** Fills a tensor evenly from [low, high). */
export function drawEvenly(t: Tensor, low: number, high: number): Tensor {
  draw(t, MOST_FRACTIONS, (random) => low + random * (high - low));
  t.storage.drawn = { low, high, version: t.version.version };
  markRandom(t);
  return t;
}

/** Fills a tensor with ones, of these probabilities, among zeros. A single one is what is likely: so layers that are seldom left out run. */
export function drawOnes(t: Tensor, probability: (i: number) => number | undefined): Tensor {
  draw(t, MOST_FRACTIONS, (random, i) => {
    const p = probability(i);
    return p === undefined ? undefined : +((t.numel === 1 ? 0.5 : random) < p);
  });
  markRandom(t);
  return t;
}
