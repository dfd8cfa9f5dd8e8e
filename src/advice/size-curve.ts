/**
 * What a step would take at another value of one size, by the runs that were made: where they made the same allocations in the same order,
 * each allocation's size is a polynomial of the value through theirs, and the allocator is asked again. It is an expectation, for a run to
 * confirm: a kernel may choose another way for another shape.
 */
import { replay } from '../device/replay';
import { lastStepRange } from '../ledger/step';
import type { Outcome } from './subject';

/** The highest power of a size in the bytes of one tensor that is looked for: attention by hand has the square of the sequence. */
const MOST_POINTS = 3;

interface Point {
  value: number;
  outcome: Outcome;
}

export class SizeCurve {
  private points: Point[] = [];

  /** Adds a run at a value. */
  add(value: number, outcome: Outcome): void {
    const { timeline } = outcome.record.recorder;
    const [first] = this.points;
    // A run that allocates otherwise begins the curve anew: what is near the limit counts.
    if (first !== undefined && !first.outcome.record.recorder.timeline.sameOrder(timeline)) this.points = [];
    if (this.points.length === 0 && !isReplayable(outcome)) return;
    this.points.push({ value, outcome });
    if (this.points.length > MOST_POINTS) this.points.shift();
  }

  /** Bytes that the process is expected to take at a value; undefined where the runs do not tell. */
  processAt(value: number): number | undefined {
    const { points } = this;
    const [first] = points;
    if (first === undefined || points.length < 2) return undefined;
    const weights = points.map((point) => {
      let weight = 1;
      for (const other of points)
        if (other !== point) weight *= (value - other.value) / (point.value - other.value);
      return weight;
    });
    const timelines = points.map(({ outcome }) => outcome.record.recorder.timeline);
    return processOf(first.outcome, (id) => {
      let bytes = 0;
      timelines.forEach((timeline, i) => (bytes += weights[i]! * timeline.requested(id)));
      return Math.max(0, Math.round(bytes));
    });
  }
}

/** Whether replaying a run as it was gives what it took. */
function isReplayable(outcome: Outcome): boolean {
  const { timeline } = outcome.record.recorder;
  return processOf(outcome, (id) => timeline.requested(id)) === outcome.account.process.bytes;
}

function processOf({ record, account }: Outcome, requested: (id: number) => number): number {
  const { device, allocatorConfig } = record.request;
  const { context } = account.process;
  const peaks = replay(record.recorder.timeline, requested, lastStepRange(record), device.memory, {
    context: device.context ?? 0,
    config: allocatorConfig,
  });
  return peaks.reserved + context;
}
