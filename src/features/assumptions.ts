/** What the figures of a target rest on, and what is missing from them. */
import type { AccountNote } from '../ledger/account';
import { relativeTo } from '../workspace/paths';
import type { Analysis } from './analysis';
import { pinEdit } from './config-edits';
import type { Target } from './targets';

export interface Assumption {
  kind: AccountNote['kind'];
  message: string;
  /** Absolute path; undefined where the note has no place, or one in our own files. */
  file: string | undefined;
  line: number | undefined;
  /** `train.py:12`. */
  place: string;
  /** Whether the config can say it. */
  pinnable: boolean;
}

/** The assumptions of a target, those that can be pinned first. Without a run, what is assumed for one. */
export function assumptionsOf(analysis: Analysis, target: Target): Assumption[] {
  const { good, current } = analysis.figuresOf(target);
  const account = (current ?? good)?.account;
  const notes = account?.notes ?? (target.kind === 'model' ? target.model.assumptions : []);
  const canPin = pinEdit(target, account) !== undefined;
  const assumptions = notes.map(({ kind, message, file, line, pin }): Assumption => {
    const own = file === undefined || file.startsWith('<') ? undefined : file;
    const place =
      own === undefined
        ? ''
        : `${relativeTo(target.project.root, own)}${line === undefined ? '' : `:${line}`}`;
    return {
      kind,
      message,
      file: own,
      line: own === undefined ? undefined : line,
      place,
      pinnable: canPin && pin !== undefined,
    };
  });
  const unique = new Map(assumptions.map((each) => [`${each.kind} ${each.message} ${each.place}`, each]));
  return [...unique.values()].sort((a, b) => Number(b.pinnable) - Number(a.pinnable));
}
