/** An account for a person: text for a terminal, Markdown for a pull request. */
import { formatMultiples } from '../ledger/polynomial';
import {
  CATEGORY_NAMES,
  CATEGORIES,
  formatBytes,
  formatCount,
  type Account,
  type Interval,
  type LargestSize,
  type ModuleAccount,
} from '../ledger/account';

/** How many layers a report lists. */
const MOST_LAYERS = 16;

/** A table's rows, the columns aligned: `l` left, `r` right. */
export function table(rows: readonly (readonly string[])[], alignment: string): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, i) => (alignment[i] === 'r' ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd(),
  );
}

function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  alignment: string,
): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(header),
    line(header.map((_, i) => (alignment[i] === 'r' ? '---:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => cell.replaceAll('|', '\\|')))),
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** The title: what was run and how. */
function title({ target, run, device, sizes, torch }: Account): { name: string; setting: string } {
  const parts = [run.mode, run.precision];
  if (run.mode === 'train') {
    parts.push(run.optimizer === 'none' ? 'no optimizer' : run.optimizer);
    if (run.accumulate > 1) parts.push(`${run.accumulate} micro-batches a step`);
    if (run.distributed !== undefined)
      parts.push(`${run.distributed.strategy}, one of ${run.distributed.world_size} devices`);
  }
  const named = Object.entries(sizes).map(([name, value]) => `${name}=${value}`);
  if (named.length > 0) parts.push(named.join(' '));
  parts.push(device, `PyTorch ${torch}`);
  return {
    name: `${target.expression || target.file}${target.expression ? ` in ${target.file}` : ''}`,
    setting: parts.join(', '),
  };
}

function atLeast({ status }: Account): string {
  return status === 'partial' ? 'at least ' : '';
}

function peakPlace({ peak }: Account): string {
  const parts = [`in ${peak.phase}`];
  if (peak.file !== null) parts.push(`at ${peak.file}:${peak.line}`);
  const what = [
    peak.operator,
    peak.module === null || peak.module === '' ? null : `in ${peak.module}`,
  ].filter((part) => part !== null);
  return parts.join(' ') + (what.length > 0 ? ` (${what.join(' ')})` : '');
}

function verdict({ process, memory, device, status }: Account): string {
  const total = formatBytes(memory.total);
  if (memory.overflow !== undefined || !memory.fits) {
    const over = process.bytes - memory.total;
    return over > 0
      ? `does not fit ${device} (${total}): ${formatBytes(over)} too much`
      : `does not fit ${device} (${total})`;
  }
  if (status === 'partial') return `what is known fits ${device} (${total}); the rest may not`;
  return `fits ${device} (${total}): ${formatBytes(memory.total - process.bytes)} free`;
}

/** How far a size can go, as a line. */
export function largestText({ name, now, value, process, bound, error, complete }: LargestSize): string {
  if (value === undefined) return `${name}: none${complete ? ', not even 1' : ' was found in the time'}`;
  const more = bound === 'model' ? `; more: ${error}` : bound === 'none' ? '; no larger one was tried' : '';
  return `${name} = ${value}${complete ? '' : ' at least'} (${now} now), process ${formatBytes(process!)}${more}`;
}

function topLayers(account: Account): ModuleAccount[] {
  return account.modules
    .filter(({ peak_bytes, saved_bytes, parameters }) => peak_bytes + saved_bytes + parameters.bytes > 0)
    .sort((a, b) => Math.max(b.peak_bytes, b.saved_bytes) - Math.max(a.peak_bytes, a.saved_bytes))
    .slice(0, MOST_LAYERS);
}

function errorLines({ error }: Account): string[] {
  if (error === undefined) return [];
  const place = error.file === undefined ? '' : `${error.file}:${error.line}: `;
  return [`${place}${error.type}: ${error.message}`];
}

const intervalText = ([low, high]: Interval): string => `${formatBytes(low)} to ${formatBytes(high)}`;

function figureRows(account: Account): [string, string, string][] {
  const { parameters, buffers, saved, gradients, optimizer_state: state, peak, process } = account;
  const frozen = parameters.count - parameters.trainable_count;
  const rows: [string, string, string][] = [
    [
      'parameters',
      formatBytes(parameters.bytes),
      `${formatCount(parameters.count)}${frozen > 0 ? `, ${formatCount(frozen)} of them frozen` : ''}`,
    ],
  ];
  if (buffers.bytes > 0) rows.push(['buffers', formatBytes(buffers.bytes), '']);
  if (account.run.mode === 'train') {
    rows.push(['gradients', formatBytes(gradients.bytes), '']);
    rows.push(['optimizer state', formatBytes(state.bytes), '']);
  }
  if (account.run.mode !== 'infer')
    rows.push([
      'saved for backward',
      formatBytes(saved.bytes),
      `${saved.storages} storages${account.growth.saved === undefined ? '' : `; ${account.growth.saved} bytes${formatMultiples(account.growth_multiples?.saved)}`}`,
    ]);
  rows.push(['peak allocated', `${atLeast(account)}${formatBytes(peak.allocated)}`, peakPlace(account)]);
  if (peak.interval !== undefined)
    rows.push(['', intervalText(peak.interval.allocated), 'with what cuDNN may take for its convolutions']);
  rows.push([
    'peak reserved',
    `${atLeast(account)}${formatBytes(peak.reserved)}`,
    peak.interval === undefined ? '' : intervalText(peak.interval.reserved),
  ]);
  rows.push([
    'process',
    `${atLeast(account)}${formatBytes(process.bytes)}`,
    process.context_known
      ? `reserved, and a${process.context_measured === true ? ' measured' : ''} CUDA context of ${formatBytes(process.context)}`
      : 'reserved; the CUDA context comes on top, its size is not known for this device',
  ]);
  return rows;
}

function categoryRows({ peak }: Account): [string, string, string][] {
  return [...CATEGORIES, 'rounding' as const]
    .filter((category) => peak.by_category[category] !== 0)
    .map((category): [string, string, string] => [
      CATEGORY_NAMES[category],
      formatBytes(peak.by_category[category]),
      share(peak.by_category[category], peak.allocated),
    ]);
}

function phaseRows({ phases }: Account): string[][] {
  return phases.map((phase) => [
    phase.name,
    formatBytes(phase.peak_allocated),
    formatBytes(phase.end_allocated),
  ]);
}

/** The polynomials that were found; what grows otherwise is told so. */
function growthRows({ growth, growth_multiples, phases }: Account): string[][] {
  const names = [
    ...['parameters', 'buffers', 'gradients', 'optimizer_state', 'saved'],
    ...phases.map(({ name }) => `peak_${name}`),
  ];
  return names.map((name) => [
    name.replace(/_/g, ' '),
    growth[name] === undefined
      ? 'not a polynomial in the sizes around these'
      : `${growth[name]}${formatMultiples(growth_multiples?.[name])}`,
  ]);
}

function layerRows(account: Account): string[][] {
  return topLayers(account).map((module) => [
    module.path || '(the model)',
    module.class,
    module.file === null ? '' : `${module.file}:${module.line}`,
    module.calls > 1 ? `×${module.calls}` : '',
    formatBytes(module.parameters.bytes),
    formatBytes(module.saved_bytes),
    formatBytes(module.peak_bytes),
    share(module.peak_bytes, account.peak.allocated),
  ]);
}

const LAYER_HEADER = ['layer', 'class', 'line', 'calls', 'weights', 'saved', 'at peak', 'share'];

function noteLines(account: Account): string[] {
  return account.notes.map(
    ({ kind, message, file, line }) =>
      `${kind}: ${message}${file === undefined ? '' : ` (${file}${line === undefined ? '' : `:${line}`})`}`,
  );
}

/** A traceback without the frames of our own files; empty where nothing else is in it. */
export function userTraceback(traceback: string): string {
  const kept: string[] = [];
  let frames = 0;
  let isOwn = false;
  for (const line of traceback.split('\n')) {
    const frame = /^ {2}File "(.*)", line \d+/.exec(line);
    if (frame !== null) {
      isOwn = frame[1]!.startsWith('<');
      if (!isOwn) frames++;
    } else if (!line.startsWith('    ')) isOwn = false;
    if (!isOwn) kept.push(line);
  }
  return frames > 1 ? kept.join('\n') : '';
}

/** The account as text. */
export function accountText(account: Account): string {
  const { name, setting } = title(account);
  const lines = [name, `  ${setting}`, `  status: ${account.status}`];
  lines.push(...errorLines(account).map((line) => `  ${line}`));
  if (account.status !== 'failed') {
    lines.push('', ...indent(table(figureRows(account), 'lrl')), `  ${verdict(account)}`);
    lines.push('', '  At the peak', ...indent(table(categoryRows(account), 'lrr')));
    lines.push('', ...indent(table([['phase', 'peak', 'at its end'], ...phaseRows(account)], 'lrr')));
    if (account.largest !== undefined) {
      if (Object.keys(account.growth).length > 0)
        lines.push('', '  Grows as (bytes)', ...indent(table(growthRows(account), 'll')));
      if (account.largest.length > 0)
        lines.push('', '  The largest size that fits', ...indent(account.largest.map(largestText)));
    }
    const layers = layerRows(account);
    if (layers.length > 0) lines.push('', ...indent(table([LAYER_HEADER, ...layers], 'llllrrrr')));
  }
  if (account.notes.length > 0) lines.push('', ...indent(noteLines(account)));
  return lines.join('\n');
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** The account as Markdown. */
export function accountMarkdown(account: Account): string {
  const { name, setting } = title(account);
  const lines = [`### \`${name}\``, '', `${setting}. Status: **${account.status}**.`, ''];
  for (const line of errorLines(account)) lines.push('```', line, '```', '');
  if (account.status !== 'failed') {
    lines.push(
      ...markdownTable(['', 'bytes', ''], figureRows(account), 'lrl'),
      '',
      `It ${verdict(account)}.`,
      '',
    );
    lines.push(...markdownTable(['at the peak', 'bytes', 'share'], categoryRows(account), 'lrr'), '');
    lines.push(...markdownTable(['phase', 'peak', 'at its end'], phaseRows(account), 'lrr'), '');
    const layers = layerRows(account);
    if (layers.length > 0)
      lines.push(
        '<details><summary>Layers</summary>',
        '',
        ...markdownTable(LAYER_HEADER, layers, 'llllrrrr'),
        '',
        '</details>',
        '',
      );
  }
  lines.push(...noteLines(account).map((line) => `- ${line}`));
  return lines.join('\n').trimEnd();
}
