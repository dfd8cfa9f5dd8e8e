/** What runs of targets gave. */
import type { Mistake } from '../advice/rules/rule';
import type { Account } from '../ledger/account';
import type { StepRecord } from '../ledger/step';
import type { StepRequest } from '../ledger/step-request';
import type { TimelineDrawing } from '../ledger/timeline-points';
import type { GrowthSearch } from './growth-search';
import type { Target } from './targets';

/** What a run gave. */
export interface Result {
  account: Account;
  /** Milliseconds. */
  duration: number;
  /** undefined for a script. */
  request: StepRequest | undefined;
  /** The texts that were read. */
  reads: ReadonlyMap<string, string>;
  /** How the layers of the model grow, as far as it was found. */
  growth: GrowthSearch | undefined;
  /** Whether fewer steps were run than the target asks for: enough for all but the allocator's history. */
  quick: boolean;
  /** What everything depended on that is not a text. */
  identity: string;
  filesVersion: number;
  /** The record of the run, as long as it is one of the last; see `recordOf`. */
  record: StepRecord | undefined;
  drawing: TimelineDrawing | undefined;
  /** The memory mistakes that the run shows; undefined until they were looked for. */
  mistakes: readonly Mistake[] | undefined;
}

/** The figures of a target. */
export interface Figures {
  target: Target;
  /** The last run without an error; undefined before it. */
  good: Result | undefined;
  /** The last run, if it is of what the files say now. */
  current: Result | undefined;
  /** Whether `good` is of an earlier state of the files. */
  stale: boolean;
}
