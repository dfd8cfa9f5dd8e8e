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
  const chosen = highestOfStretches(record, count);
  let peak = 0;
  chosen.forEach((event, i) => {
    if (timeline.totalAfter(event, 'allocated') > timeline.totalAfter(chosen[peak]!, 'allocated')) peak = i;
  });
  return {
    points: totalsAt(record, chosen).map((by_category, i) => ({
      event: chosen[i]! - from,
      allocated: timeline.totalAfter(chosen[i]!, 'allocated'),
      reserved: timeline.totalAfter(chosen[i]!, 'reserved'),
      by_category,
    })),
    phases: record.marks.map(({ name, event }) => ({ name, event: event - from })),
    peak,
  };
}

/** The last step in at most `count` stretches: the event of each after which the most memory is allocated. */
export function highestOfStretches(record: StepRecord, count: number): number[] {
  const { timeline } = record.recorder;
  const from = record.lastStep;
  const to = record.marks[record.marks.length - 1]?.event ?? timeline.length;
  const length = to - from;
  const stretches = Math.min(count, length);
  return Array.from({ length: stretches }, (_, i) => {
    const end = from + Math.floor(((i + 1) * length) / stretches);
    let best = from + Math.floor((i * length) / stretches);
    for (let event = best; event < end; event++)
      if (timeline.totalAfter(event, 'allocated') > timeline.totalAfter(best, 'allocated')) best = event;
    return best;
  });
}

/** Totals by category after each of some events, ascending; in one pass over the allocations. */
function totalsAt(record: StepRecord, events: number[]): Record<Category, number>[] {
  const totals = events.map(
    () => Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>,
  );
  const { timeline } = record.recorder;
  eachAlive(record, events, (i, id) => {
    totals[i]![categoryOf(record, id, events[i]!)] += timeline.requested(id);
  });
  return totals;
}

/** Visits the allocations alive after each of some events, ascending, by the event's index. */
export function eachAlive(
  { recorder: { timeline } }: StepRecord,
  events: readonly number[],
  visit: (index: number, id: number) => void,
): void {
  if (events.length === 0) return;
  for (let id = 1; id <= timeline.allocationCount; id++) {
    const death = timeline.death(id) ?? Infinity;
    if (death <= events[0]!) continue;
    for (let i = firstFrom(events, timeline.birth(id)); i < events.length && events[i]! < death; i++)
      visit(i, id);
  }
}

/** The index of the first event that is not before `least`. */
function firstFrom(events: readonly number[], least: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
