/**
 * Actions: what would bring the peak down. The whole interface of this room, for the command line and the editor.
 *
 *     const actions = findActions(subject);                 // what can be changed here, found by looking at the run and the source
 *     const result = evaluate(subject, [actions[0]!]);      // the model run again with it
 *     title(actions[0]!, result)                            // "Checkpoint the 12 blocks of self.blocks: peak 17.8 → 9.20 GiB, +31 % compute"
 *     fit(subject, { limit })                               // the cheapest sets of actions with which the process fits (fit.ts)
 *
 * A `Subject` (subject.ts) is one model or script with a way to run it under a `Change`. The room runs nothing by itself and keeps nothing: what a
 * caller wants to keep between requests (outcomes by change) it keeps in the subject's `run`.
 *
 * - `Action.change` is all that the action does: edits of source files, and settings of the run (precision, optimizer, …) which belong
 *   into the config's entry. Several actions are put together by `combine`; actions of the same `group` exclude each other.
 * - `Action.applies` false: a well-known action that does nothing here; `Action.reason` says why, for whoever asks for it. It has no change.
 * - Effects are never in an `Action`: they are what `evaluate` saw.
 */
import type { Category } from '../ledger/account';
import type { ModelTarget } from '../workspace/request';

/** A piece of source to replace; lines from 1, columns from 0 in UTF-16 units, the end exclusive. */
export interface SourceEdit {
  line: number;
  col: number;
  endLine: number;
  endCol: number;
  text: string;
}

/** What of a model's run an action may set; each is a key of the config's entry. */
export type Setting = Partial<
  Pick<
    ModelTarget,
    | 'expression'
    | 'sizes'
    | 'loss'
    | 'call'
    | 'mode'
    | 'precision'
    | 'optimizer'
    | 'accumulate'
    | 'distributed'
  >
>;

/** What an action does. */
export interface Change {
  /** Edits by the absolute path of the file; they do not overlap. */
  sources: ReadonlyMap<string, readonly SourceEdit[]>;
  setting: Setting;
}

export type ActionKind =
  | 'checkpoint'
  | 'precision'
  | 'micro-batch'
  | 'attention'
  | 'inplace'
  | 'optimizer'
  | 'freeze'
  | 'adapter'
  | 'lifetime'
  | 'gradients'
  | 'evaluation'
  | 'loss'
  | 'sharding'
  | 'offload';

/**
 * What an action leaves as it was. `results`: the same numbers with the same seed. `mathematics`: the same formula, rounded otherwise.
 * `training`: another precision, optimizer or set of trained weights, which may end elsewhere.
 */
export type Keeps = 'results' | 'mathematics' | 'training';

export interface Action {
  /** The same for the same change of the same place, as long as the file is not edited. */
  id: string;
  kind: ActionKind;
  /** In the imperative, without effect and price: `Checkpoint the 12 blocks of self.blocks`. */
  what: string;
  /** The accounts that it makes smaller, all of them: it leaves no less of any other. */
  aims: readonly Category[];
  /** Where all of that is allocated, or saved for backward: lines of a file, or an optimizer's step. Anywhere if undefined. */
  within?: { file: string; line: number; endLine: number } | 'optimizer';
  /** Where it is offered: lines from 1. undefined where only the config changes. */
  place: { file: string; line: number; endLine: number } | undefined;
  change: Change;
  keeps: Keeps;
  /** What it costs beside computation, which `evaluate` counts: `two kernels for one`, `every update sees two micro-batches`. */
  price: string | undefined;
  /** Whether it can be done and does something; if not, `reason` says why. */
  applies: boolean;
  reason: string | undefined;
  /** Actions of one group exclude each other: `precision`, `optimizer`, `checkpoint self.blocks`. */
  group: string;
}

/** No change. */
export const NOTHING: Change = { sources: new Map(), setting: {} };

/** A change of one file. */
export function editing(file: string, edits: readonly SourceEdit[]): Change {
  return { sources: new Map([[file, edits]]), setting: {} };
}

/** A change of the run's setting. */
export function setting(values: Setting): Change {
  return { sources: new Map(), setting: values };
}

/** Several actions as one change; undefined where they exclude each other or their edits overlap. */
export function combine(actions: readonly Action[]): Change | undefined {
  const groups = new Set<string>();
  const sources = new Map<string, SourceEdit[]>();
  const values: Setting = {};
  for (const { change, group } of actions) {
    if (groups.has(group)) return undefined;
    groups.add(group);
    for (const [file, edits] of change.sources) {
      const all = sources.get(file) ?? [];
      for (const edit of edits) {
        // Two actions that need the same import.
        if (all.some((other) => isSame(other, edit) && isInsertion(edit))) continue;
        if (all.some((other) => overlap(other, edit))) return undefined;
        all.push(edit);
      }
      sources.set(file, all);
    }
    for (const [key, value] of Object.entries(change.setting)) {
      if (key === 'sizes' && values.sizes !== undefined) return undefined;
      if (key !== 'sizes' && key in values) return undefined;
      Object.assign(values, { [key]: value });
    }
  }
  return { sources, setting: values };
}

function isInsertion({ line, col, endLine, endCol }: SourceEdit): boolean {
  return line === endLine && col === endCol;
}

function isSame(a: SourceEdit, b: SourceEdit): boolean {
  return (
    a.line === b.line &&
    a.col === b.col &&
    a.endLine === b.endLine &&
    a.endCol === b.endCol &&
    a.text === b.text
  );
}

function overlap(a: SourceEdit, b: SourceEdit): boolean {
  const before = (line: number, col: number, otherLine: number, otherCol: number): boolean =>
    line < otherLine || (line === otherLine && col <= otherCol);
  return !before(a.endLine, a.endCol, b.line, b.col) && !before(b.endLine, b.endCol, a.line, a.col);
}

/** A text with edits applied, which must not overlap; insertions at one place stay in their order. */
export function applyEdits(text: string, edits: readonly SourceEdit[]): string {
  const starts = lineStarts(text);
  const offset = (line: number, col: number): number => (starts[line - 1] ?? text.length) + col;
  const ordered = edits
    .map((edit, i) => ({
      from: offset(edit.line, edit.col),
      to: offset(edit.endLine, edit.endCol),
      text: edit.text,
      i,
    }))
    .sort((a, b) => b.from - a.from || b.to - a.to || b.i - a.i);
  const newline = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
  let result = text;
  for (const { from, to, text: piece } of ordered) {
    // A line that is inserted behind a last line without an end begins with one.
    const lacksEnd = from >= text.length && text !== '' && !/[\r\n]$/.test(text) && piece.endsWith('\n');
    const inserted = (lacksEnd ? `\n${piece.slice(0, -1)}` : piece).replaceAll('\n', newline);
    result = result.slice(0, from) + inserted + result.slice(to);
  }
  return result;
}

/** The offsets at which lines begin; a byte order mark is before the first. */
function lineStarts(text: string): number[] {
  const starts = [text.startsWith('\ufeff') ? 1 : 0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return starts;
}
