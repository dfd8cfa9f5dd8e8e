/** What advice is given for: one model or script, how it is run, and its sources. */
import type { Account } from '../ledger/account';
import type { StepRecord } from '../ledger/step';
import type { StepRequest } from '../ledger/step-request';
import type { ParseResult } from '../python/parser';
import type { ModelTarget } from '../workspace/request';
import type { Change } from './action';

/** What a run gave. Paths in the account are absolute. */
export interface Outcome {
  account: Account;
  record: StepRecord;
}

/**
 * How much of a model's training is run. `full`: all its steps; of micro-batches that have become alike only the last. `quick`: what is needed
 * for everything to live that lives in a step; only the allocator's history may differ from that of `full`. `once`: forward and backward without
 * what the optimizer keeps, to measure parts of them. `forward`: one forward with its loss, for what a step takes at least.
 */
export type Effort = 'full' | 'quick' | 'once' | 'forward';

/** One model or script to give advice for. */
export interface Subject {
  /** The model's target, sizes and all as they were run; undefined for a script. */
  target: ModelTarget | undefined;
  /** The file of the model or script. */
  file: string;
  /** The run as it is. */
  baseline: Outcome;
  /** Runs it with a change; without an effort as the baseline was run. Never throws. */
  run: (change: Change, effort?: Effort) => Outcome;
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

/** The steps of a quick run, and the micro-batches of its last: from the second on all that lives between them is there. */
const QUICK = 2;

/** Whether a target asks for more than a quick run makes. */
export function isLong({ mode, steps, accumulate }: ModelTarget): boolean {
  return mode === 'train' && (steps > QUICK || accumulate > QUICK);
}

/** What is run of a target with an effort. */
export function withEffort(
  target: ModelTarget,
  effort: Effort,
): { target: ModelTarget; options: Pick<StepRequest, 'early' | 'untilAlike' | 'forwardOnly'> } {
  const { mode, steps, accumulate } = target;
  if (mode !== 'train') return { target, options: {} };
  if (effort === 'full') return { target, options: { untilAlike: true } };
  if (effort === 'forward')
    return { target: { ...target, steps: 1, accumulate: 1 }, options: { forwardOnly: true } };
  const most = effort === 'once' ? 1 : QUICK;
  if (steps <= most && accumulate <= QUICK) return { target, options: {} };
  return {
    target: { ...target, steps: Math.min(steps, most), accumulate: Math.min(accumulate, QUICK) },
    options: { early: 1 },
  };
}
