/** Short figures at the ends of lines: what a layer weighs where it is made, and what is saved where it runs. */
import { parseSize } from '../device/parse-size';
import { formatBytes, type Account, type LineAccount } from '../ledger/account';
import type { Analysis } from './analysis';
import type { Result } from './result';
import { describeShape, layerGroups, type LayerGroup } from './layers';
import { linesOf, type Position } from './text';
import type { Target } from './targets';

export interface Hint {
  position: Position;
  label: string;
  tooltip: string;
}

/** The hints between two lines (from 0, both included). */
export function hintsOf(analysis: Analysis, path: string, fromLine: number, toLine: number): Hint[] {
  const document = analysis.files.document(path);
  if (document === undefined) return [];
  const threshold = parseSize(analysis.settings.hintThreshold) ?? 2 ** 20;
  const lines = linesOf(document.text);
  const hints = new Map<number, Hint>();
  const focus = analysis.focusOf(path);
  const targets = analysis.targetsFor(path);
  for (const target of focus === undefined ? targets : [focus, ...targets.filter((each) => each !== focus)]) {
    const { good, stale } = analysis.figuresOf(target);
    if (good === undefined) continue;
    const lineNow = analysis.linesNow(good, path);
    for (const [line, hint] of hintsOfResult(target, good, path, threshold, target === focus)) {
      const now = lineNow(line);
      if (now === undefined || hints.has(now) || now - 1 < fromLine || now - 1 > toLine) continue;
      const text = lines[now - 1] ?? '';
      hints.set(now, {
        position: { line: now - 1, character: text.trimEnd().length },
        label: hint.label,
        tooltip: stale ? `${hint.tooltip}\n\nStale: of an earlier state of the file.` : hint.tooltip,
      });
    }
  }
  return [...hints.values()].sort((a, b) => a.position.line - b.position.line);
}

type LineHint = Pick<Hint, 'label' | 'tooltip'>;

const byResult = new WeakMap<Result, { options: string; hints: Map<number, LineHint> }>();

function hintsOfResult(
  target: Target,
  result: Result,
  path: string,
  threshold: number,
  isFocus: boolean,
): Map<number, LineHint> {
  const known = byResult.get(result);
  const options = JSON.stringify([threshold, path, isFocus]);
  if (known?.options === options) return known.hints;
  const hints = new Map<number, LineHint>();
  const { account } = result;
  for (const group of layerGroups(account))
    if (group.file === path) addHint(hints, group.line, layerHint(group, threshold));
  for (const line of account.lines)
    if (line.file === path) addHint(hints, line.line, lineHint(line, threshold));
  // The peaks of other entries would be taken for this one's.
  if (isFocus) markPeak(hints, account, path);
  for (const hint of hints.values()) hint.tooltip += `\n\n${target.name}`;
  byResult.set(result, { options, hints });
  return hints;
}

function addHint(hints: Map<number, LineHint>, line: number, hint: LineHint | undefined): void {
  if (hint === undefined) return;
  const known = hints.get(line);
  // A line that makes a layer and runs it too: functional models in scripts.
  hints.set(
    line,
    known === undefined
      ? hint
      : { label: `${known.label} · ${hint.label}`, tooltip: `${known.tooltip}\n\n${hint.tooltip}` },
  );
}

function times(executions: number): string {
  return executions > 1 ? ` ×${executions}` : '';
}

function layerHint(
  { parameters, buffers, saved, executions, output }: LayerGroup,
  threshold: number,
): LineHint | undefined {
  const weights = parameters.bytes + buffers;
  const parts: string[] = [];
  if (weights > 0 && weights >= threshold) parts.push(formatBytes(weights));
  if (saved.bytes > 0 && saved.bytes >= threshold) parts.push(`${formatBytes(saved.bytes)} saved`);
  if (parts.length === 0) return undefined;
  const shape = output[0] === undefined ? '' : `\n\nOutput ${describeShape(output[0])}.`;
  return {
    label: parts.join(' · ') + times(executions),
    tooltip: `${formatBytes(weights)} of parameters and buffers; ${formatBytes(saved.bytes)} saved for backward${executions > 1 ? `, all ${executions} executions together` : ''}.${shape}`,
  };
}

function lineHint({ saved, executions, outputs }: LineAccount, threshold: number): LineHint | undefined {
  if (saved === 0 || saved < threshold) return undefined;
  const shape = outputs[0] === undefined ? '' : `\n\nOutput ${describeShape(outputs[0])}.`;
  return {
    label: `${formatBytes(saved)} saved${times(executions)}`,
    tooltip: `${formatBytes(saved)} saved for backward by what this line runs${executions > 1 ? `, all ${executions} executions together` : ''}.${shape}`,
  };
}

function markPeak(hints: Map<number, LineHint>, { peak }: Account, path: string): void {
  if (peak.file !== path || peak.line === null) return;
  const where = peak.phase === 'forward' ? '' : ` in ${peak.phase}`;
  const label = `◆ peak${where}`;
  const tooltip = `Peak allocated: ${formatBytes(peak.allocated)}, reached ${peak.phase === 'forward' ? 'in forward' : `in the ${peak.phase} of this line`}${peak.operator === null ? '' : ` (${peak.operator})`}.`;
  const known = hints.get(peak.line);
  hints.set(
    peak.line,
    known === undefined
      ? { label, tooltip }
      : { label: `${known.label} · ${label}`, tooltip: `${known.tooltip}\n\n${tooltip}` },
  );
}
