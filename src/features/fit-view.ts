/** The table of what would make a target fit, and what applying one of its rows changes. */
import { computeWords } from '../advice/evaluate';
import { fit, type Plan } from '../advice/fit';
import { largestSize } from '../advice/largest';
import { parseSize } from '../device/parse-size';
import { formatBytes } from '../ledger/account';
import type { Analysis } from './analysis';
import type { Result } from './result';
import { fileEdits } from './changes';
import { subjectOf } from './subjects';
import type { Target } from './targets';
import type { FileEdit } from './text';
import { budgetOf } from './words';

export interface FitView {
  /** What the process may take; bytes. */
  limit: number;
  now: number;
  fits: boolean;
  /** Whether parts of what it takes are not known. */
  atLeast: boolean;
  plans: { process: number; peak: number; compute: string; changes: string[] }[];
  /** Where nothing fits, what came nearest. */
  nearest: string | undefined;
  /** `B: 24 (8 now)`. */
  largest: string[];
  /** Whether all was looked at within the time. */
  complete: boolean;
  error: string | undefined;
}

/** Milliseconds that a person waits for the table, and then for the largest sizes. */
const TIME = 10_000;
const TIME_LARGEST = 3000;

/** Rows that are shown. */
const MOST_PLANS = 6;

interface Found {
  target: string;
  result: Result;
  plans: readonly Plan[];
}

/** The last table of each session. */
const lastFound = new WeakMap<Analysis, Found>();

/**
 * Finds what makes a target fit.
 * @param budget a size such as `24GiB`; without one, that of the target: its own budget or the device's memory
 */
export function fitView(analysis: Analysis, target: Target, budget?: string): FitView | undefined {
  const { current } = analysis.figuresOf(target);
  if (current === undefined || current.account.status === 'failed') return undefined;
  const own = budgetOf(target, current.account);
  const given = budget === undefined || budget.trim() === '' ? own.limit : parseSize(budget);
  const limit = given === undefined ? 0 : given - own.margin;
  const view: FitView = {
    limit,
    now: current.account.process.bytes,
    fits: false,
    atLeast: current.account.status === 'partial',
    plans: [],
    nearest: undefined,
    largest: [],
    complete: true,
    error: undefined,
  };
  if (given === undefined) return { ...view, error: `'${budget}' is no size such as 24GiB` };
  const subject = subjectOf(analysis, target, current);
  const found = fit(subject, { limit, time: TIME });
  const { nearest } = found;
  const plans = found.plans.slice(0, MOST_PLANS);
  lastFound.set(analysis, { target: target.key, result: current, plans });
  const deadline = analysis.now() + TIME_LARGEST;
  const largest = Object.keys(target.kind === 'model' ? current.account.sizes : {}).map((name) =>
    largestSize(subject, name, limit, deadline),
  );
  return {
    ...view,
    fits: found.fits,
    plans: plans.map(({ actions, evaluation }) => ({
      process: evaluation.after.process,
      peak: evaluation.after.allocated,
      compute: computeWords(evaluation.extraCompute)?.replace(' compute', '') ?? '+0 %',
      changes: actions.map(({ what, price }) => (price === undefined ? what : `${what} (${price})`)),
    })),
    nearest:
      nearest === undefined
        ? undefined
        : `${formatBytes(nearest.evaluation.after.process)}: ${nearest.actions.map(({ what }) => what).join(' + ')}`,
    largest: largest.map(({ name, now, value, complete }) =>
      value === undefined
        ? `${name}: none, not even 1`
        : `${name} = ${value}${complete ? '' : ' at least'} (${now} now)`,
    ),
    complete: found.complete,
  };
}

/** The edits of a row of the last table; undefined where the file has changed since. */
export function fitEdits(analysis: Analysis, target: Target, row: number): FileEdit[] | undefined {
  const last = lastFound.get(analysis);
  if (last?.target !== target.key || analysis.figuresOf(target).current !== last.result) return undefined;
  const plan = last.plans[row];
  return plan === undefined ? undefined : fileEdits(target, plan.change);
}
