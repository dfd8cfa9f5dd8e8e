/** One line above each model class or factory: what its memory comes to. */
import { formatBytes, formatCount } from '../ledger/account';
import type { Analysis } from './analysis';
import type { Figures } from './result';
import type { Range } from './text';
import type { Target } from './targets';
import { atLeast, budgetOf, trustOf } from './words';

export interface Lens {
  range: Range;
  title: string;
  /** The key of the target that the figures are of. */
  target: string;
  /** What a click does. */
  action: 'show' | 'configure';
}

/** The lenses of a file, in the order of the source; from what is known, without running anything. */
export function lensesOf(analysis: Analysis, path: string): Lens[] {
  const groups = new Map<string, Target[]>();
  for (const target of analysis.targetsOf(path)) {
    const { line } = target.anchor.start;
    const key = `${target.anchorName}:${line}`;
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  const lenses = [...groups.values()].map((targets) => lensOf(analysis, path, targets));
  return lenses.filter((lens) => lens !== undefined).sort((a, b) => a.range.start.line - b.range.start.line);
}

function lensOf(analysis: Analysis, path: string, targets: Target[]): Lens | undefined {
  const target =
    targets.find(({ key }) => key === analysis.selected) ??
    targets.find((each) => each.kind === 'model' && each.model.target.mode === 'train') ??
    targets[0]!;
  const figures = analysis.figuresOf(target);
  const range = rangeNow(analysis, path, target);
  const others = targets.length - 1;
  const name = target.kind === 'script' || target.entry !== undefined ? ` · ${target.name}` : '';
  const suffix = others > 0 ? `${name || ` · ${target.name}`} (+${others})` : name;
  return { range, target: target.key, ...textOf(target, figures, suffix) };
}

function textOf(target: Target, figures: Figures, suffix: string): Pick<Lens, 'title' | 'action'> {
  if (target.kind === 'model' && target.model.problem !== undefined)
    return { title: `no figures: ${firstPart(target.model.problem)}`, action: 'configure' };
  const { current, good } = figures;
  const error = current?.account.error;
  if (error !== undefined && current!.account.status === 'failed')
    return {
      title: `does not run: ${error.type === 'Limit' ? '' : `${error.type}: `}${firstLine(error.message)}${suffix}`,
      action: 'show',
    };
  if (good === undefined) return { title: `memory: not known yet${suffix}`, action: 'show' };
  const { account } = good;
  const budget = budgetOf(target, account);
  const parts = [];
  if (target.kind === 'model')
    parts.push(
      `${formatCount(account.parameters.count)} parameters`,
      `${formatBytes(account.parameters.bytes)} weights`,
    );
  parts.push(
    `peak ${atLeast(account, account.peak.allocated)} of ${formatBytes(budget.limit)} (${budget.name})${budget.over ? ', too much' : ''}`,
  );
  parts.push(trustOf(figures)!);
  return { title: parts.join(' · ') + suffix, action: 'show' };
}

/** While a file does not parse its targets are those of before: their lines have moved. */
function rangeNow(analysis: Analysis, path: string, { anchor }: Target): Range {
  if (!analysis.files.isBroken(path)) return anchor;
  const line = analysis.linesOfTargets(path)(anchor.start.line + 1);
  if (line === undefined) return anchor;
  return {
    start: { ...anchor.start, line: line - 1 },
    end: { ...anchor.end, line: line - 1 },
  };
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}

function firstPart(problem: string): string {
  return problem.split(': give')[0]!;
}
