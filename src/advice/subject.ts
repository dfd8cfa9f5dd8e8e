/** What advice is given for: one model or script, how it is run, and its sources. */
import type { Account } from '../ledger/account';
import type { StepRecord } from '../ledger/step';
import type { ParseResult } from '../python/parser';
import type { ModelTarget } from '../workspace/request';
import type { Change } from './action';

/** What a run gave. Paths in the account are absolute. */
export interface Outcome {
  account: Account;
  record: StepRecord;
}

/** One model or script to give advice for. */
export interface Subject {
  /** The model's target, sizes and all as they were run; undefined for a script. */
  target: ModelTarget | undefined;
  /** The file of the model or script. */
  file: string;
  /** The run as it is. */
  baseline: Outcome;
  /** Runs it with a change. Never throws. */
  run: (change: Change) => Outcome;
  /** The text of a file as it is run now. */
  read: (path: string) => string | undefined;
  /** Its syntax tree; undefined where there is no such file. */
  parse: (path: string) => ParseResult | undefined;
  /** Whether a file may be edited: one of the workspace, not of a library. */
  isOwn: (path: string) => boolean;
  /** Milliseconds; a search that takes long ends by it. */
  now: () => number;
}

/** The target under a change's setting. */
export function targetWith(target: ModelTarget, { setting }: Change): ModelTarget {
  return { ...target, ...setting, sizes: { ...target.sizes, ...setting.sizes } };
}
