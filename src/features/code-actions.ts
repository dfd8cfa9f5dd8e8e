/** Changes that are offered where the cursor is, each with what it brings, found by running the model again with it. */
import { arrow, evaluate, title, type Evaluation } from '../advice/evaluate';
import type { Action } from '../advice/action';
import { findActions } from '../advice/find';
import { formatBytes } from '../ledger/account';
import type { Analysis } from './analysis';
import type { Figures, Result } from './result';
import { assumptionsOf } from './assumptions';
import { fileEdits } from './changes';
import { pinEdit } from './config-edits';
import { firstConfig } from './first-config';
import { Remainder } from '../advice/remainder';
import type { Outcome, Subject } from '../advice/subject';
import { subjectOf } from './subjects';
import type { FileEdit, Range } from './text';
import type { Target } from './targets';
import { budgetOf } from './words';

export interface CodeAction {
  title: string;
  kind: 'quickfix' | 'refactor.rewrite';
  /** By file. */
  edits: FileEdit[];
  /** Whether it is the one that a person most likely wants. */
  preferred: boolean;
  /** The code of the diagnostic that it answers. */
  fixes: string | undefined;
  /** Why it does nothing here, where somebody may look for it; then there are no edits. */
  disabled?: string;
}

export interface CodeActionOptions {
  /** Whether the person asked: then what changes the config is offered too, on the model's own line. */
  invoked: boolean;
}

/** What saves less than this, or less than this share of the peak, is not worth its time. */
const LEAST_SAVING = 2 ** 20;
const LEAST_SHARE = 0.005;
/** Milliseconds after which no more actions are tried. */
const TIME = 4000;

/** The actions at a range of a file. Runs the model again where a change is possible. */
export function codeActionsAt(
  analysis: Analysis,
  path: string,
  range: Range,
  { invoked }: CodeActionOptions = { invoked: true },
): CodeAction[] {
  const document = analysis.files.document(path);
  if (document === undefined || analysis.files.isBroken(path)) return [];
  const actions = mistakeFixes(analysis, path, range);
  const target = analysis.focusOf(path);
  if (target === undefined) return actions;
  const figures = analysis.figuresOf(target);
  const onModel = analysis
    .targetsOf(path)
    .find(({ anchor }) => anchor.start.line >= range.start.line && anchor.start.line <= range.end.line);
  const configured = onModel === undefined ? [] : configActions(analysis, onModel, path);
  if (figures.current !== undefined && figures.current.account.status !== 'failed') {
    const isOnModel = onModel !== undefined && onModel.anchorName === target.anchorName;
    const measured = measuredActions(analysis, figures, path, range, isOnModel, invoked);
    // Where help is needed it comes first.
    if (measured[0]?.kind === 'quickfix') return [...actions, ...measured, ...configured];
    return [...actions, ...configured, ...measured];
  }
  return [...actions, ...configured];
}

/** What mends the memory mistakes there. */
function mistakeFixes(analysis: Analysis, path: string, range: Range): CodeAction[] {
  return analysis.mistakesIn(path).flatMap(({ code, line, fix }): CodeAction[] => {
    if (fix === undefined || line - 1 < range.start.line || line - 1 > range.end.line) return [];
    const edits = fix.edits.map(({ line: from, col, endLine, endCol, text }) => ({
      range: { start: { line: from - 1, character: col }, end: { line: endLine - 1, character: endCol } },
      newText: text,
    }));
    return [
      {
        title: fix.title,
        kind: 'quickfix',
        edits: [{ path, create: false, edits }],
        preferred: true,
        fixes: code,
      },
    ];
  });
}

/** What is offered first: what leaves the training as it is; last of all more GPUs. */
const ORDER = ['results', 'mathematics', 'training'] as const;

/** What an action brings to a target as it is. */
interface Brought {
  title: string;
  /** Of the peak; undefined where the model does not run with it. */
  saved: number | undefined;
  /** Why writing into the input brings nothing. */
  useless: string | undefined;
}

/** What was found for a result, by the action's id: many actions take longer than a person waits, and are offered when they are asked for again. */
const brought = new WeakMap<Result, Map<string, Brought>>();

function bringing(subject: Subject, result: Result, action: Action): Brought {
  const known = brought.get(result) ?? new Map<string, Brought>();
  brought.set(result, known);
  let found = known.get(action.id);
  if (found === undefined) {
    const evaluation = evaluate(subject, [action]);
    const works = evaluation !== undefined && evaluation.error === undefined;
    found = {
      title: works ? title(action, evaluation) : action.what,
      saved: works ? evaluation.saved : undefined,
      useless: works && action.kind === 'inplace' ? inplaceReason(result, evaluation) : undefined,
    };
    known.set(action.id, found);
  }
  return found;
}

/** The actions that lower the peak: first those that leave the training as it is, of them the one that saves most. */
function measuredActions(
  analysis: Analysis,
  { current, target }: Figures,
  path: string,
  range: Range,
  isOnModel: boolean,
  invoked: boolean,
): CodeAction[] {
  const result = current!;
  const { over } = budgetOf(target, result.account);
  const subject = subjectOf(analysis, target, result);
  const isHere = ({ place }: Action): boolean => {
    // On the model's own line everything is offered, if help is needed or the person asks.
    if (isOnModel && (over || invoked)) return true;
    if (place === undefined || place.file !== path) return false;
    return place.line - 1 <= range.end.line && place.endLine - 1 >= range.start.line;
  };
  const end = analysis.now() + TIME;
  const least = Math.max(LEAST_SAVING, LEAST_SHARE * result.account.peak.allocated);
  const found: { action: CodeAction; saved: number; rank: number }[] = [];
  const useless: CodeAction[] = [];
  const add = ({ what }: Action, disabled: string): void =>
    void useless.push({
      title: what,
      kind: 'refactor.rewrite',
      edits: [],
      preferred: false,
      fixes: undefined,
      disabled,
    });
  for (const action of findActions(subject)) {
    if (!isHere(action)) continue;
    if (!action.applies) {
      if (invoked && action.reason !== undefined) add(action, action.reason);
      continue;
    }
    if (mostSaved(subject, action) < least && action.kind !== 'inplace') continue;
    if (analysis.now() > end && brought.get(result)?.has(action.id) !== true) continue;
    const { saved, useless: reason, title: named } = bringing(subject, result, action);
    if (saved === undefined) continue;
    if (saved < least) {
      if (invoked && reason !== undefined) add(action, reason);
      continue;
    }
    const edits = fileEdits(target, action.change);
    if (edits.every((each) => each.edits.length === 0)) continue;
    found.push({
      saved,
      rank: action.kind === 'sharding' ? ORDER.length : ORDER.indexOf(action.keeps),
      action: {
        title: named,
        kind: over ? 'quickfix' : 'refactor.rewrite',
        edits,
        preferred: false,
        fixes: over ? 'budget' : undefined,
      },
    });
  }
  found.sort((a, b) => a.rank - b.rank || b.saved - a.saved);
  return [...found.map(({ action }, i) => ({ ...action, preferred: over && i === 0 })), ...useless];
}

const remainders = new WeakMap<Outcome, Remainder>();

/** Bytes that an action can bring at most, rounding aside, by what it aims at: an optimizer's temporaries matter where the peak is in its step. */
function mostSaved({ baseline }: Subject, action: Action): number {
  let left = remainders.get(baseline);
  if (left === undefined) remainders.set(baseline, (left = new Remainder(baseline)));
  return left.without([]) - left.without([action]);
}

/** Why writing into the input saves nothing. */
function inplaceReason({ account }: Result, { outcome, before, after, saved }: Evaluation): string {
  const peak = `the peak ${saved === 0 ? `stays at ${formatBytes(before.allocated)}` : `goes ${arrow(before.allocated, after.allocated)}`}`;
  const [now, then] = [account.saved.bytes, outcome.account.saved.bytes];
  return now === then
    ? `${peak}: backward keeps ${formatBytes(now)} in either form`
    : `${peak}: backward keeps ${arrow(now, then)}, but what is freed is not there at the peak`;
}

function configActions(analysis: Analysis, target: Target, path: string): CodeAction[] {
  const actions: CodeAction[] = [];
  const { current, good } = analysis.figuresOf(target);
  const pins = assumptionsOf(analysis, target).some(({ pinnable }) => pinnable);
  const edit = pins ? pinEdit(target, (current ?? good)?.account) : undefined;
  if (edit !== undefined)
    actions.push({
      title: 'Pin these inputs in vram-ledger.json',
      kind: 'quickfix',
      edits: [edit],
      preferred: false,
      fixes: undefined,
    });
  const config = firstConfig(analysis, path);
  if (config !== undefined)
    actions.push({
      title: 'Create vram-ledger.json from what was inferred',
      kind: 'quickfix',
      edits: [config],
      preferred: false,
      fixes: undefined,
    });
  return actions;
}
