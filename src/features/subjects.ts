/** What advice is given for, over the session: a target with its last run, run again with edits and settings. */
import { applyEdits, type Change } from '../advice/action';
import { targetWith, type Effort, type Outcome, type Subject } from '../advice/subject';
import { isLong, type Analysis, type Result } from './analysis';
import type { ModelTarget } from '../workspace/request';
import type { Target } from './targets';

/** Outcomes that are kept for a result; each has the record of a run. */
const MOST_KEPT = 12;

const subjects = new WeakMap<Result, Subject>();

/**
 * The subject of a target's result. Its runs are short ones, as is its baseline: what lives in a step is there from the second micro-batch of
 * the second step on, and only the allocator's history may differ from that of all steps. What runs of it throw (a newer edit, a file that is not loaded) passes through. */
export function subjectOf(analysis: Analysis, target: Target, result: Result): Subject {
  const known = subjects.get(result);
  if (known !== undefined) return known;
  const isQuick = result.quick || !isLong(target);
  const run = isQuick ? result : analysis.runWith(target, 'quick', { overrides: new Map() });
  const baseline: Outcome = {
    account: run.account,
    record: isQuick ? analysis.recordOf(target, result) : run.record!,
  };
  const outcomes = new Map<string, Outcome>();
  const { sizes } = result.account;
  const subject: Subject = {
    target: target.kind === 'model' ? sized(target.model.target, sizes) : undefined,
    file: target.file,
    baseline,
    isOwn: (path) => analysis.isOwn(target, path),
    now: () => analysis.now(),
    read: (path) => analysis.files.readFile(path),
    parse: (path) => analysis.files.parse(path),
    run(change: Change, effort: Effort = 'quick') {
      const key = JSON.stringify([[...change.sources], change.setting, effort]);
      const found = outcomes.get(key);
      if (found !== undefined) return found;
      const { account, record: ran } = runChanged(analysis, target, change, effort, sizes);
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
  analysis: Analysis,
  target: Target,
  change: Change,
  effort: Effort,
  sizes: Readonly<Record<string, number>> = {},
): Result {
  const overrides = new Map(
    [...change.sources].map(([path, edits]) => [
      path,
      applyEdits(analysis.files.readFile(path) ?? '', edits),
    ]),
  );
  if (target.kind !== 'model') return analysis.runWith(target, effort, { overrides });
  const model = { ...target.model, target: targetWith(sized(target.model.target, sizes), change) };
  return analysis.runWith(target, effort, { overrides, model });
}
