/** What device memory is used for at a point of a run: each allocation in one category. */
import { CATEGORIES, type Category } from './account';
import type { StepRecord } from './step';

export const BREAKDOWN_ORDER: readonly Category[] = CATEGORIES;

/** The category of an allocation that is alive after an event. */
export function categoryOf(record: StepRecord, id: number, event: number): Category {
  const { recorder } = record;
  const role = record.roles.get(id);
  if (role !== undefined) return role;
  if (!recorder.isStorage(id)) return 'workspace';
  if (recorder.gradients.has(id)) return 'gradients';
  if (recorder.isSavedAt(id, event)) return 'saved';
  if (record.outputIds.has(id)) return 'outputs';
  return recorder.timeline.birth(id) >= record.lastStep ? 'temporaries' : 'other';
}

/** Requested bytes by category after an event. */
export function classify(record: StepRecord, event: number): Record<Category, number> {
  const totals = Object.fromEntries(CATEGORIES.map((category) => [category, 0])) as Record<Category, number>;
  const { timeline } = record.recorder;
  for (const id of timeline.aliveAt(event)) totals[categoryOf(record, id, event)] += timeline.requested(id);
  return totals;
}
