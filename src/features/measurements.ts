/** Measurements beside the figures: what `vram-ledger measure` printed or a memory snapshot, kept until what was measured changes. */
import type { Comparison, Measured, Pair } from '../ledger/comparison';
import { optimizerExpression } from '../ledger/expressions';
import {
  compareWithRun,
  isUnreadable,
  MOST_LINES,
  pairTexts,
  readMeasurement,
  signed,
} from '../ledger/measurement';
import { isNotebook } from '../workspace/notebook';
import { settledModel } from '../workspace/models';
import { stepRequest } from '../workspace/request';
import type { Analysis } from './analysis';
import type { Result } from './result';
import { measureScript } from './measure-script';
import { describeTarget, type Target } from './targets';
import { escape } from './words';

/** What was measured of a target. */
interface Kept {
  /** The run that it was compared with: as long as that is of what the files say, so is the measurement. */
  result: Result;
  comparison: Comparison;
}

const kept = new WeakMap<Analysis, Map<string, Kept>>();

/** The comparison of a target whose sources are as they were when it was measured. */
export function measurementOf(analysis: Analysis, target: Target): Comparison | undefined {
  const found = kept.get(analysis)?.get(target.key);
  return found !== undefined && analysis.isCurrent(target, found.result) ? found.comparison : undefined;
}

/** The script that measures a target; undefined where it is no model that can be run. */
export function measuringScript(analysis: Analysis, target: Target): string | undefined {
  // A script cannot import a notebook.
  if (target.kind !== 'model' || target.model.problem !== undefined || isNotebook(target.file))
    return undefined;
  const { request } = stepRequest(analysis.files, settledModel(target.model).target);
  const { current } = analysis.figuresOf(target);
  const sizes = { ...request.sizes, ...current?.account.sizes };
  const optimizer = optimizerExpression(request.optimizer);
  return `${measureScript(target.entry?.name ?? target.name, { ...request, sizes }, analysis.ownFolders(target), optimizer)}\n`;
}

/** What came of reading a measurement. */
export type MeasurementView = { error: string } | { error: undefined; target: string; markdown: string };

/**
 * Compares the figures of a target with a measurement, and keeps the measurement.
 * @param targets those that a measurement may name; the first is meant where it names none, as a snapshot does
 */
export function compareWith(
  analysis: Analysis,
  targets: readonly Target[],
  data: Uint8Array,
): MeasurementView {
  try {
    const measurement = readMeasurement(data);
    const { measured } = measurement;
    const isMeant = (target: Target): boolean => (target.entry?.name ?? nameOf(target)) === measured?.case;
    const target = measured === undefined ? targets[0] : targets.find(isMeant);
    if (target === undefined)
      return {
        error:
          measured === undefined
            ? 'there is no model to compare it with'
            : `it is of '${measured.case}', which is none of ${targets.map(describeTarget).join(', ')}`,
      };
    const result = analysis.runWith(target, 'full', { overrides: new Map() });
    const { account, record } = result;
    if (account.status === 'failed') return { error: account.error?.message ?? 'the model does not run' };
    const comparison = compareWithRun(account, record!, measurement);
    const all = kept.get(analysis) ?? new Map<string, Kept>();
    kept.set(analysis, all.set(target.key, { result, comparison }));
    return { error: undefined, target: target.key, markdown: reportOf(target, comparison, measured) };
  } catch (error) {
    if (isUnreadable(error)) return { error: error.message };
    throw error;
  }
}

function nameOf(target: Target): string {
  return target.kind === 'model' ? target.name : target.entry.name;
}

/** The comparison as a page. */
function reportOf(target: Target, comparison: Comparison, measured: Measured | undefined): string {
  const { phases, totals, residual, lines, notes } = comparison;
  const where = [
    measured?.device,
    measured?.torch === undefined ? undefined : `PyTorch ${measured.torch}`,
  ].filter((each) => each !== undefined);
  const head = ['| | predicted | measured | difference |', '|:--|--:|--:|--:|'];
  const page = [
    `# ${escape(describeTarget(target))}: measured`,
    '',
    ...(where.length === 0 ? [] : [`On ${escape(where.join(', '))}.`, '']),
    ...head,
    ...phases.map((each) => rowOf(`${each.name}, ${each.kind === 'end' ? 'at its end' : 'peak'}`, each)),
    ...totals.map((each) => rowOf(each.name, each)),
  ];
  if (residual.length > 0)
    page.push(
      '',
      'The difference of the largest total consists of',
      '',
      ...residual.map(({ name, bytes }) => `- ${name}: ${signed(bytes)}`),
    );
  if (lines.length > 0) {
    const shown = lines.slice(0, MOST_LINES);
    page.push(
      '',
      '## At the peak, by line',
      '',
      ...head,
      ...shown.map((each) =>
        rowOf(each.line === undefined ? each.file : `${base(each.file)}:${each.line}`, each),
      ),
    );
    if (lines.length > shown.length) page.push('', `… and ${lines.length - shown.length} more.`);
  }
  for (const note of notes) page.push('', `Note: ${escape(note)}.`);
  return `${page.join('\n')}\n`;
}

function base(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function rowOf(name: string, pair: Pair): string {
  return `| ${[escape(name), ...pairTexts(pair)].join(' | ')} |`;
}
