/** What advice is given for, over the session: a target with its last run, run again with edits and settings. */
import { applyEdits, type Change } from '../advice/action';
import { targetWith, type Outcome, type Subject } from '../advice/subject';
import type { Analysis, Result } from './analysis';
import type { Target } from './targets';

/** Outcomes that are kept for a result; each has the record of a run. */
const MOST_KEPT = 12;

const subjects = new WeakMap<Result, Subject>();

/** The subject of a target's result. What runs of it throw (a newer edit, a file that is not loaded) passes through. */
export function subjectOf(analysis: Analysis, target: Target, result: Result): Subject {
  const known = subjects.get(result);
  const record = analysis.recordOf(target, result);
  if (known?.baseline.record === record) return known;
  const baseline: Outcome = { account: result.account, record };
  const outcomes = new Map<string, Outcome>();
  const model =
    target.kind === 'model'
      ? {
          ...target.model,
          target: {
            ...target.model.target,
            sizes: { ...target.model.target.sizes, ...result.account.sizes },
          },
        }
      : undefined;
  const subject: Subject = {
    target: model?.target,
    file: target.file,
    baseline,
    isOwn: (path) => analysis.isOwn(target, path),
    now: () => analysis.now(),
    read: (path) => analysis.files.readFile(path),
    parse: (path) => analysis.files.parse(path),
    run(change: Change) {
      const key = JSON.stringify([[...change.sources], change.setting]);
      const found = outcomes.get(key);
      if (found !== undefined) return found;
      const overrides = new Map(
        [...change.sources].map(([path, edits]) => [
          path,
          applyEdits(analysis.files.readFile(path) ?? '', edits),
        ]),
      );
      const { account, record: ran } = analysis.runWith(target, result, {
        overrides,
        ...(model === undefined ? {} : { model: { ...model, target: targetWith(model.target, change) } }),
      });
      const outcome = { account, record: ran! };
      if (outcomes.size >= MOST_KEPT) outcomes.delete(outcomes.keys().next().value!);
      outcomes.set(key, outcome);
      return outcome;
    },
  };
  subjects.set(result, subject);
  return subject;
}
