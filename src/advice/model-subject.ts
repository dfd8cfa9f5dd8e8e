/** Subjects over a machine of one's own: a model or a script that is run again with edits laid over its files. */
import type { Machine } from '../ledger/machine';
import { runScript, scriptAccount, type ScriptRequest } from '../ledger/script';
import type { ParseResult, PythonParser } from '../python/parser';
import type { MemoryHost, OverlayHost } from '../workspace/memory-host';
import { runModel, type Model, type ModelRunOptions } from '../workspace/models';
import { applyEdits, type Change } from './action';
import { targetWith, withEffort, type Effort, type Outcome, type Subject } from './subject';

/** What a subject is made of. */
export interface SubjectParts {
  machine: Machine;
  /** The machine's host; edits are laid into its documents while a run lasts. */
  host: OverlayHost;
  parser: PythonParser;
  /** Whether a file may be edited. */
  isOwn: (path: string) => boolean;
  /** Milliseconds. */
  now: () => number;
}

/** Outcomes that are kept; each holds the record of a run. */
const MOST_KEPT = 64;

/** A subject of a model whose inputs are complete. Runs it once. */
export function modelSubject(parts: SubjectParts, model: Model, options: ModelRunOptions = {}): Subject {
  const run = ({ sources, setting }: Change, effort: Effort = 'full'): Outcome =>
    withEdits(parts.host, sources, () => {
      const changed = targetWith(model.target, { sources, setting });
      const { target, options: least } = withEffort(changed, effort);
      const outcome = runModel(parts.machine, parts.host, { ...model, target }, { ...options, ...least });
      const { steps, accumulate } = changed;
      Object.assign(outcome.account.run, { steps, accumulate });
      return outcome;
    });
  const effortOf = (change: Change, effort: Effort): Effort => {
    const changed = targetWith(model.target, change);
    const same = withEffort(changed, effort).target;
    return same.steps === changed.steps && same.accumulate === changed.accumulate ? 'full' : effort;
  };
  const baseline = run({ sources: new Map(), setting: {} });
  const target = { ...model.target, sizes: { ...model.target.sizes, ...baseline.account.sizes } };
  return subjectOf(parts, model.target.file, target, baseline, run, effortOf);
}

/** A subject of a script. Runs it once. */
export function scriptSubject(parts: SubjectParts, request: ScriptRequest): Subject {
  const run = ({ sources }: Change): Outcome =>
    withEdits(parts.host, sources, () => {
      const record = runScript(parts.machine, request);
      return { record, account: scriptAccount(record) };
    });
  const baseline = run({ sources: new Map(), setting: {} });
  return subjectOf(parts, request.file, undefined, baseline, run);
}

function subjectOf(
  { host, parser, isOwn, now }: SubjectParts,
  file: string,
  target: Subject['target'],
  baseline: Outcome,
  run: (change: Change, effort?: Effort) => Outcome,
  effortOf: (change: Change, effort: Effort) => Effort = () => 'full',
): Subject {
  const known = new Map<string, Outcome>();
  const trees = new Map<string, ParseResult>();
  return {
    target,
    file,
    baseline,
    isOwn,
    now,
    read: (path) => host.readFile(path),
    parse(path) {
      const text = host.readFile(path);
      if (text === undefined) return undefined;
      let tree = trees.get(path);
      if (tree?.source !== text) trees.set(path, (tree = parser.parse(text)));
      return tree;
    },
    run(change, asked = 'full') {
      const effort = effortOf(change, asked);
      const key = JSON.stringify([[...change.sources], change.setting, effort]);
      let outcome = known.get(key);
      if (outcome === undefined) {
        outcome = run(change, effort);
        if (known.size >= MOST_KEPT) known.delete(known.keys().next().value!);
        known.set(key, outcome);
      }
      return outcome;
    },
  };
}

/** Runs `body` while files have other texts. */
function withEdits<R>(host: OverlayHost, sources: Change['sources'], body: () => R): R {
  const { documents } = host;
  const before = new Map<string, string | undefined>();
  for (const [path, edits] of sources) {
    before.set(path, documents.readFile(path));
    documents.write(path, applyEdits(host.readFile(path) ?? '', edits));
  }
  try {
    return body();
  } finally {
    for (const [path, text] of before) restore(documents, path, text);
  }
}

function restore(documents: MemoryHost, path: string, text: string | undefined): void {
  if (text === undefined) documents.delete(path);
  else documents.write(path, text);
}
