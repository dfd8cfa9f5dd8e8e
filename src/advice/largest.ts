/** The largest value of a named size with which a step fits as it is. */
import type { LargestSize } from '../ledger/account';
import type { Change } from './action';
import { SizeCurve } from './size-curve';
import type { Effort, Subject } from './subject';

/** No size is tried beyond this many times what it is. */
const MOST = 4096;

/**
 * Finds the largest value of a size, others as they are, by runs: the figures of two values tell where to look, and the search ends when one
 * value fits and the next does not.
 * @param limit bytes that the process may take
 * @param deadline milliseconds of `subject.now()` after which no more runs are begun
 */
export function largestSize(
  subject: Pick<Subject, 'baseline' | 'target' | 'run' | 'now'>,
  name: string,
  limit: number,
  deadline = Infinity,
): LargestSize {
  const now = subject.baseline.account.sizes[name] ?? subject.target?.sizes[name] ?? 1;
  const known = new Map<number, { process: number; error?: string }>();
  const curve = new SizeCurve();
  let complete = true;
  // Values that were run with all their steps.
  const whole = new Set([now]);
  const at = (value: number, effort: Effort = 'quick'): { process: number; error?: string } => {
    let found = known.get(value);
    if (found === undefined) {
      const outcome = value === now ? subject.baseline : subject.run(changeTo(name, value), effort);
      const { account } = outcome;
      if (effort === 'full') whole.add(value);
      else if (account.status !== 'failed') curve.add(value, outcome);
      found =
        account.status === 'failed'
          ? { process: Infinity, error: account.error?.message ?? 'it does not run' }
          : { process: account.process.bytes };
      known.set(value, found);
    }
    return found;
  };
  const fits = (value: number, effort?: Effort): boolean => at(value, effort).process <= limit;
  // One value that fits, and one that does not.
  let low = 0;
  let high = now * MOST + 1;
  let guess = now;
  let steps = 0;
  while (high - low > 1) {
    if (subject.now() > deadline) {
      complete = false;
      break;
    }
    const expected = curve.processAt(guess);
    const isLast = expected !== undefined && expected <= limit && curve.processAt(guess + 1)! > limit;
    if (fits(guess, isLast ? 'full' : 'quick')) {
      low = guess;
      // What was expected of this value to the byte is believed of the next one.
      if (isLast && expected === at(guess).process && guess + 1 < high) {
        high = guess + 1;
        break;
      }
    } else high = guess;
    guess = expectedLargest(curve, low, high, limit) ?? nextGuess(known, low, high, limit, now, ++steps);
  }
  // What is told was run with all its steps.
  while (low > 0 && !whole.has(low) && complete) {
    const { account } = subject.run(changeTo(name, low), 'full');
    known.set(low, { process: account.process.bytes });
    if (account.process.bytes <= limit) break;
    high = low--;
  }
  const over = known.get(high);
  const isOver = over !== undefined || high <= now * MOST;
  return {
    name,
    now,
    value: low === 0 ? undefined : low,
    process: known.get(low)?.process,
    bound: !isOver ? 'none' : over?.error === undefined ? 'memory' : 'model',
    ...(over?.error === undefined ? {} : { error: over.error }),
    complete,
  };
}

function changeTo(name: string, value: number): Change {
  return { sources: new Map(), setting: { sizes: { [name]: value } } };
}

/** The largest value between two that is expected to fit, or the next above it where that is `low`; undefined where nothing is expected. */
function expectedLargest(curve: SizeCurve, low: number, high: number, limit: number): number | undefined {
  if (curve.processAt(low + 1) === undefined) return undefined;
  let [under, over] = [low, high];
  while (over - under > 1) {
    const middle = under + Math.floor((over - under) / 2);
    if (curve.processAt(middle)! <= limit) under = middle;
    else over = middle;
  }
  return Math.max(under, low + 1);
}

/** Where the limit is expected between two values, by the two known ones next to it. */
function nextGuess(
  known: ReadonlyMap<number, { process: number; error?: string }>,
  low: number,
  high: number,
  limit: number,
  now: number,
  steps: number,
): number {
  const inside = (value: number): number => Math.min(high - 1, Math.max(low + 1, value));
  const ran = [...known]
    .filter(([, { error }]) => error === undefined)
    .map(([value, { process }]) => ({ value, process }));
  if (known.get(high)?.error !== undefined || ran.length === 0 || steps > 12)
    // A size that is the most that the model takes as it is.
    return inside(low === now && !known.has(now + 1) ? now + 1 : (low + high) >> 1);
  if (ran.length === 1) return inside(low > 0 ? now * 2 : Math.max(1, now >> 1));
  ran.sort((a, b) => Math.abs(a.process - limit) - Math.abs(b.process - limit));
  const [a, b] = ran as [(typeof ran)[number], (typeof ran)[number]];
  const slope = (b.process - a.process) / (b.value - a.value);
  if (!(slope > 0)) return inside(high > now * MOST ? low * 2 : (low + high) >> 1);
  const expected = Math.floor(a.value + (limit - a.process) / slope);
  // Beside a value that is known, the next one settles it.
  if (expected <= low) return low + 1;
  if (expected >= high) return high - 1;
  return inside(expected);
}
