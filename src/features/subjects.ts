/** What advice is given for, over the session: a target with its last run, run again with edits and settings. */
import { applyEdits, type Change } from '../advice/action';
import { isLong, targetWith, type Effort, type Outcome, type Subject } from '../advice/subject';
import type { StepRecord } from '../ledger/step';
import type { Model } from '../workspace/models';
import type { ModelTarget } from '../workspace/request';
import type { Result } from './result';
import type { SourceFiles } from './source-files';
import type { Target } from './targets';

/** Outcomes that are kept for a result; each has the record of a run. */
const MOST_KEPT = 12;

/** Who runs targets: the session's analysis. */
export interface TargetRunner {
  readonly files: SourceFiles;
  /** Runs a target with other texts of its files, or another setting. */
  runWith: (
    target: Target,
    effort: Effort,
    change: { overrides: ReadonlyMap<string, string>; model?: Model },
  ) => Result;
  recordOf: (target: Target, result: Result) => StepRecord;
  /** Whether a file is the user's. */
  isOwn: (target: Target, path: string) => boolean;
  /** Milliseconds. */
  now: () => number;
}

const subjects = new WeakMap<Result, Subject>();

/**
 * The subject of a target's result. Its runs are short ones, as is its baseline: what lives in a step is there from the second micro-batch of
 * the second step on, and only the allocator's history may differ from that of all steps. What runs of it throw (a newer edit, a file that is not loaded)
 * passes through.
 */
export function subjectOf(runs: TargetRunner, target: Target, result: Result): Subject {
  const known = subjects.get(result);
  if (known !== undefined) return known;
  const isQuick = result.quick || target.kind !== 'model' || !isLong(target.model.target);
  const run = isQuick ? result : runs.runWith(target, 'quick', { overrides: new Map() });
  const baseline: Outcome = {
    account: run.account,
    record: isQuick ? runs.recordOf(target, result) : run.record!,
  };
  const outcomes = new Map<string, Outcome>();
  const { sizes } = result.account;
  const subject: Subject = {
    target: target.kind === 'model' ? sized(target.model.target, sizes) : undefined,
    file: target.file,
    baseline,
    isOwn: (path) => runs.isOwn(target, path),
    now: () => runs.now(),
    read: (path) => runs.files.readFile(path),
    parse: (path) => runs.files.parse(path),
    run(change: Change, effort: Effort = 'quick') {
      const key = JSON.stringify([[...change.sources], change.setting, effort]);
      const found = outcomes.get(key);
      if (found !== undefined) return found;
      const { account, record: ran } = runChanged(runs, target, change, effort, sizes);
      const outcome = { account, record: ran! };
      if (outcomes.size >= MOST_KEPT) outcomes.delete(outcomes.keys().next().value!);
      outcomes.set(key, outcome);
      return outcome;
    },
  };
  subjects.set(result, subject);
  return subject;
}

function sized(target: ModelTarget, sizes: Readonly<Record<string, number>>): ModelTarget {
  return { ...target, sizes: { ...target.sizes, ...sizes } };
}

/** Runs a target under a change, with `sizes` where it gives none. */
export function runChanged(
  runs: TargetRunner,
  target: Target,
  change: Change,
  effort: Effort,
  sizes: Readonly<Record<string, number>> = {},
): Result {
  const overrides = new Map(
    [...change.sources].map(([path, edits]) => [path, applyEdits(runs.files.readFile(path) ?? '', edits)]),
  );
  if (target.kind !== 'model') return runs.runWith(target, effort, { overrides });
  const model = { ...target.model, target: targetWith(sized(target.model.target, sizes), change) };
  return runs.runWith(target, effort, { overrides, model });
}
