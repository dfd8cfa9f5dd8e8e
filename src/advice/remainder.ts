/** What is left of a run at least if whole accounts were gone: sets of actions that cannot make a step fit need no run. */
import type { Category } from '../ledger/account';
import { drawTimeline } from '../ledger/timeline-points';
import type { Outcome } from './subject';

/** Points of the last step that are looked at; the peak is among them. */
const POINTS = 60;

/** The accounts of a run over its last step. */
export class Remainder {
  private readonly totals: readonly Record<Category, number>[];
  private readonly context: number;

  constructor({ account, record }: Outcome) {
    this.totals = drawTimeline(record, POINTS).points.map(({ by_category }) => by_category);
    this.context = account.process.context;
  }

  /** Bytes that the process takes at least without anything in some accounts. */
  without(accounts: ReadonlySet<Category>): number {
    let most = 0;
    for (const totals of this.totals) {
      let bytes = 0;
      for (const category of Object.keys(totals) as Category[])
        if (category !== 'workspace' && !accounts.has(category)) bytes += totals[category];
      most = Math.max(most, bytes);
    }
    return this.context + most;
  }
}
