/** Changes that are offered where the cursor is, each with what it brings, found by running the model again with it. */
import { checkpointSites, type CheckpointSite } from '../advice/checkpoint';
import { formatBytes, type Account } from '../ledger/account';
import type { Analysis, Figures } from './analysis';
import { assumptionsOf } from './assumptions';
import { pinEdit } from './config-edits';
import { firstConfig } from './first-config';
import { layerTree, type LayerNode } from './layers';
import { applyEdits, type FileEdit, type Range, type TextEdit } from './text';
import type { Target } from './targets';
import { budgetOf } from './words';

export interface CodeAction {
  title: string;
  kind: 'quickfix' | 'refactor.rewrite';
  edit: FileEdit;
  /** Whether it is the one that a person most likely wants. */
  preferred: boolean;
  /** The code of the diagnostic that it answers. */
  fixes: 'budget' | undefined;
}

/** What saves less than this is not worth its time. */
const LEAST_SAVING = 2 ** 20;

/** The actions at a range of a file. Runs the model again where a change is possible. */
export function codeActionsAt(analysis: Analysis, path: string, range: Range): CodeAction[] {
  const document = analysis.files.document(path);
  if (document === undefined || analysis.files.isBroken(path)) return [];
  const actions: CodeAction[] = [];
  const target = analysis.focusOf(path);
  if (target === undefined) return [];
  const figures = analysis.figuresOf(target);
  const onModel = analysis
    .targetsOf(path)
    .find(({ anchor }) => anchor.start.line >= range.start.line && anchor.start.line <= range.end.line);
  const trains = target.kind === 'script' || target.model.target.mode === 'train';
  if (figures.current !== undefined && figures.current.account.status !== 'failed' && trains) {
    const over = budgetOf(target, figures.current.account).over;
    // On the model's own line everything that helps is offered, if help is needed.
    const everywhere = over && onModel?.anchorName === target.anchorName;
    actions.push(...checkpointActions(analysis, figures, path, everywhere ? undefined : range, over));
  }
  if (onModel !== undefined) actions.push(...configActions(analysis, onModel, path));
  return actions;
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
      edit,
      preferred: false,
      fixes: undefined,
    });
  const config = firstConfig(analysis, path);
  if (config !== undefined)
    actions.push({
      title: 'Create vram-ledger.json from what was inferred',
      kind: 'quickfix',
      edit: config,
      preferred: false,
      fixes: undefined,
    });
  return actions;
}

function checkpointActions(
  analysis: Analysis,
  figures: Figures,
  path: string,
  range: Range | undefined,
  over: boolean,
): CodeAction[] {
  const { text, result } = analysis.files.document(path)!;
  const { account } = figures.current!;
  const sites = checkpointSites(result.module, text, (className, attribute) =>
    isSequential(account, className, attribute),
  );
  const wanted = sites.filter(
    ({ line, endLine }) =>
      range === undefined || (line - 1 <= range.end.line && endLine - 1 >= range.start.line),
  );
  return wanted
    .flatMap((site) => {
      const edits = editsOf(site);
      const after = analysis.accountWith(figures.target, path, applyEdits(text, edits));
      if (after.status === 'failed') return [];
      const saving = account.peak.allocated - after.peak.allocated;
      if (saving < LEAST_SAVING) return [];
      const action: CodeAction = {
        title: titleOf(site, saving, account, after),
        kind: over ? 'quickfix' : 'refactor.rewrite',
        edit: { path, create: false, edits },
        preferred: false,
        fixes: over ? 'budget' : undefined,
      };
      return [{ action, saving }];
    })
    .sort((a, b) => b.saving - a.saving)
    .map(({ action }, i) => ({ ...action, preferred: over && i === 0 }));
}

function titleOf({ kind, name }: CheckpointSite, saving: number, before: Account, after: Account): string {
  const total = (account: Account): number => account.flops.forward + account.flops.backward;
  const extra = total(before) === 0 ? 0 : (100 * (total(after) - total(before))) / total(before);
  const cost = extra >= 0.5 ? `, about ${Math.round(extra)}% more compute` : '';
  const what = kind === 'loop' ? "this loop's blocks" : name;
  return `Checkpoint ${what} (saves ${formatBytes(saving)} at the peak${cost})`;
}

function editsOf({ edits }: CheckpointSite): TextEdit[] {
  return edits.map(({ line, col, endLine, endCol, text }) => ({
    range: { start: { line: line - 1, character: col }, end: { line: endLine - 1, character: endCol } },
    newText: text,
  }));
}

/** Whether instances of a class hold an nn.Sequential under an attribute. */
function isSequential(account: Account, className: string, attribute: string): boolean {
  const visit = (node: LayerNode): boolean =>
    node.children.some(
      (child) =>
        (node.module.class === className &&
          child.module.path.split('.').pop() === attribute &&
          child.module.class === 'Sequential' &&
          child.children.length > 1) ||
        visit(child),
    );
  const root = layerTree(account);
  return root !== undefined && visit(root);
}
