/** What is left of a run at least if what some actions aim at were gone: sets of actions that cannot make a step fit need no run. */
import type { Category } from '../ledger/account';
import { categoryOf } from '../ledger/categories';
import type { LineRecord } from '../ledger/places';
import { eachAlive, highestOfStretches } from '../ledger/timeline-points';
import type { Action } from './action';
import type { Outcome } from './subject';

/** Points of the last step that are looked at; the peak is among them. */
const POINTS = 60;

/** What is there for the samples of a batch. */
const OF_BATCH: readonly Category[] = ['saved', 'temporaries', 'outputs', 'inputs'];

/** What an action may make smaller. */
export type Aim = Pick<Action, 'aims' | 'within'>;

/** Allocations of one kind at a point of the run. */
interface Share {
  category: Category;
  /** The user's line that they were made on, in forward or in the backward of it. */
  line: LineRecord | null;
  /** The line that saved them for backward first, where they are saved. */
  savedOn: LineRecord | null;
  inOptimizer: boolean;
  bytes: number;
}

/** The last step of a run by what holds the memory. */
export class Remainder {
  private readonly points: readonly (readonly Share[])[];
  private readonly context: number;

  constructor({ account, record }: Outcome) {
    const events = highestOfStretches(record, POINTS);
    const { recorder } = record;
    const { timeline, places } = recorder;
    const shares = events.map(() => new Map<string, Share>());
    const lines = new Map<LineRecord | null, number>([[null, 0]]);
    const numberOf = (line: LineRecord | null): number => {
      if (!lines.has(line)) lines.set(line, lines.size);
      return lines.get(line)!;
    };
    eachAlive(record, events, (i, id) => {
      const category = categoryOf(record, id, events[i]!);
      // A workspace may be as large as it likes.
      if (category === 'workspace') return;
      const site = timeline.site(id);
      const line = places.lineAt(site);
      const savedOn = category === 'saved' ? places.lineAt(recorder.savingOf(id).place) : null;
      const inOptimizer = places.isInOptimizer(site);
      const key = `${category} ${numberOf(line)} ${numberOf(savedOn)} ${inOptimizer}`;
      const share = shares[i]!.get(key);
      if (share !== undefined) share.bytes += timeline.requested(id);
      else shares[i]!.set(key, { category, line, savedOn, inOptimizer, bytes: timeline.requested(id) });
    });
    this.points = shares.map((each) => [...each.values()]);
    this.context = account.process.context;
  }

  /** Bytes that the process takes about where what depends on the batch is so many times as large, and `more` is there throughout. */
  scaled(factor: number, more: number): number {
    let most = 0;
    for (const shares of this.points) {
      let bytes = more;
      for (const { category, bytes: each } of shares)
        if (OF_BATCH.includes(category)) bytes += factor * each;
        else if (category !== 'gradients') bytes += each;
      most = Math.max(most, bytes);
    }
    return this.context + most;
  }

  /** Bytes that the process takes at least without anything that some actions aim at. */
  without(actions: readonly Aim[]): number {
    let most = 0;
    for (const shares of this.points) {
      let bytes = 0;
      for (const share of shares)
        if (!actions.some((action) => isAimedAt(action, share))) bytes += share.bytes;
      most = Math.max(most, bytes);
    }
    return this.context + most;
  }
}

function isAimedAt({ aims, within }: Aim, { category, line, savedOn, inOptimizer }: Share): boolean {
  if (!aims.includes(category)) return false;
  // What is kept beyond a step was made in one, and is told by its account alone.
  if (within === undefined || (category !== 'temporaries' && category !== 'saved' && category !== 'outputs'))
    return true;
  if (within === 'optimizer') return inOptimizer;
  const isWithin = (each: LineRecord | null): boolean =>
    each !== null && each.file === within.file && each.line >= within.line && each.line <= within.endLine;
  return isWithin(line) || isWithin(savedOn);
}
