/** The last step drawn: totals by category over time, thinned to what a drawing shows. All sizes are bytes. */
import { CATEGORIES, type Category, type PhaseName } from './account';
import { categoryOf } from './categories';
import type { StepRecord } from './step';

export interface TimelinePoint {
  /** The number of events since the step began. */
  event: number;
  allocated: number;
  reserved: number;
  by_category: Record<Category, number>;
}

export interface TimelineDrawing {
  points: TimelinePoint[];
  /** Where each phase ends. */
  phases: { name: PhaseName; event: number }[];
  /** Index into `points`. */
  peak: number;
}

/**
 * The last step as at most `count` points: of each stretch of events, the one with the most memory allocated. The
 * peak is among them.
 */
export function drawTimeline(record: StepRecord, count = 240): TimelineDrawing {
  const { timeline } = record.recorder;
  const from = record.lastStep;
  const to = record.marks[record.marks.length - 1]?.event ?? timeline.length;
  const length = to - from;
  const chosen: number[] = [];
  const stretches = Math.min(count, length);
  let peak = 0;
  for (let i = 0; i < stretches; i++) {
    const start = from + Math.floor((i * length) / stretches);
    const end = from + Math.floor(((i + 1) * length) / stretches);
    let best = start;
    for (let event = start; event < end; event++)
      if (timeline.totalAfter(event, 'allocated') > timeline.totalAfter(best, 'allocated')) best = event;
    chosen.push(best);
    if (timeline.totalAfter(best, 'allocated') > timeline.totalAfter(chosen[peak]!, 'allocated')) peak = i;
  }
  return {
    points:
      chosen.length === 0
        ? []
        : totalsAt(record, chosen).map((by_category, i) => ({
            event: chosen[i]! - from,
            allocated: timeline.totalAfter(chosen[i]!, 'allocated'),
            reserved: timeline.totalAfter(chosen[i]!, 'reserved'),
            by_category,
          })),
    phases: record.marks.map(({ name, event }) => ({ name, event: event - from })),
    peak,
  };
}

/** Totals by category after each of some events, ascending; in one pass over the allocations. */
function totalsAt(record: StepRecord, events: number[]): Record<Category, number>[] {
  const { recorder } = record;
  const { timeline } = recorder;
  const totals = events.map(
    () => Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>,
  );
  for (let id = 1; id <= timeline.allocationCount; id++) {
    const birth = timeline.birth(id);
    const death = timeline.death(id) ?? Infinity;
    if (death <= events[0]!) continue;
    for (let i = firstFrom(events, birth); i < events.length && events[i]! < death; i++) {
      const event = events[i]!;
      totals[i]![categoryOf(record, id, event)] += timeline.requested(id);
    }
  }
  return totals;
}

/** The index of the first event that is not before `least`. */
function firstFrom(events: number[], least: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
