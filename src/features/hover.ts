/** What is told of a layer, a line or a model where the pointer rests: the answer first, then a table. At most 15 lines of Markdown. */
import { CATEGORY_NAMES, formatBytes, formatCount, type Account, type LineAccount } from '../ledger/account';
import type { Call, Node } from '../python/ast';
import { describeSizes } from '../workspace/models';
import type { Analysis } from './analysis';
import type { Figures, Result } from './result';
import type { Growth } from './growth-search';
import { describeShape, layerGroups, layerTree, type LayerGroup, type LayerNode } from './layers';
import { measurementOf } from './measurements';
import { calledName, innermost, nodesAt, selfAttribute } from './syntax';
import { contains, rangeOf, type Position, type Range } from './text';
import { describeTarget, type Target } from './targets';
import { atLeast, budgetOf, escape, plural, share, trustOf } from './words';

export interface Hover {
  range: Range;
  markdown: string;
}

type Row = readonly [string, string];

/** The hover at a position; undefined where there is nothing to tell. */
export function hoverAt(analysis: Analysis, path: string, position: Position): Hover | undefined {
  const document = analysis.files.document(path);
  if (document === undefined) return undefined;
  const onModel = modelHover(analysis, path, position);
  if (onModel !== undefined) return onModel;
  const nodes = nodesAt(document.result.module, position);
  for (const target of targetsInOrder(analysis, path)) {
    const figures = analysis.figuresOf(target);
    if (figures.good === undefined) continue;
    const found = layerHover(analysis, figures, path, nodes, position);
    if (found !== undefined) return found;
  }
  return undefined;
}

function targetsInOrder(analysis: Analysis, path: string): Target[] {
  const targets = analysis.targetsFor(path);
  const focus = analysis.focusOf(path);
  return focus === undefined ? targets : [focus, ...targets.filter((target) => target !== focus)];
}

// ---- the model ----

function modelHover(analysis: Analysis, path: string, position: Position): Hover | undefined {
  const targets = targetsInOrder(analysis, path).filter(
    ({ file, anchor, anchorName }) => file === path && anchorName !== '' && contains(anchor, position),
  );
  const target = targets[0];
  if (target === undefined) return undefined;
  const figures = analysis.figuresOf(target);
  const { good, current } = figures;
  const range = target.anchor;
  if (target.kind === 'model' && target.model.problem !== undefined)
    return { range, markdown: `No figures: ${escape(target.model.problem)}.` };
  if (current?.account.status === 'failed') {
    const { error } = current.account;
    return {
      range,
      markdown: `**${target.anchorName}** does not run: \`${error?.type}\`: ${escape(error?.message ?? '')}`,
    };
  }
  if (good === undefined) return undefined;
  const { account } = good;
  const budget = budgetOf(target, account);
  const { parameters, saved, gradients, optimizer_state: state, peak, process } = account;
  const frozen = parameters.count - parameters.trainable_count;
  const rows: Row[] = [
    [
      'Parameters',
      `${formatCount(parameters.count)}, ${formatBytes(parameters.bytes)}${frozen > 0 ? `; ${formatCount(frozen)} frozen` : ''}`,
    ],
  ];
  if (gradients.bytes > 0) rows.push(['Gradients', formatBytes(gradients.bytes)]);
  if (state.bytes > 0)
    rows.push(['Optimizer state', `${formatBytes(state.bytes)} (${escape(account.run.optimizer)})`]);
  if (saved.bytes > 0) rows.push(['Saved for backward', formatBytes(saved.bytes)]);
  rows.push([
    'Peak allocated',
    `${atLeast(account, peak.allocated)}, in ${peak.phase}${mostOfPeak(account)}`,
  ]);
  rows.push(...measuredTotal(analysis, target, 'peak allocated', 'Measured'));
  rows.push(['Reserved', formatBytes(peak.reserved)]);
  rows.push(...measuredTotal(analysis, target, 'peak reserved', 'Measured reserved'));
  rows.push([
    'Process',
    process.context_known
      ? `${formatBytes(process.bytes)} with a CUDA context of ${formatBytes(process.context)}`
      : `${formatBytes(process.bytes)} and the CUDA context`,
  ]);
  rows.push(...growthRow(good.growth?.of(), account.sizes));
  const verdict = budget.over
    ? `does not fit the ${budget.name}: needs ${formatBytes(budget.need)} of ${formatBytes(budget.limit)}`
    : account.status === 'partial'
      ? `whether it fits the ${budget.name} is not known`
      : `fits the ${budget.name}: ${formatBytes(budget.limit - budget.need)} to spare`;
  return {
    range,
    markdown: compose(
      account.status === 'partial'
        ? `**${target.anchorName}** takes at least ${formatBytes(peak.allocated)} at its peak; ${verdict}.`
        : `**${target.anchorName}** peaks at ${formatBytes(peak.allocated)} and ${verdict}.`,
      rows,
      figures,
    ),
  };
}

/** A total that was measured, where that is of the present text. */
function measuredTotal(analysis: Analysis, target: Target, total: string, name: string): Row[] {
  const found = measurementOf(analysis, target)?.totals.find((each) => each.name === total);
  return found?.measured === undefined ? [] : [[name, beside(found.measured, found.predicted)]];
}

/** `1.5 GiB (+20 MiB)`: what was measured, and how it differs from the prediction. */
function beside(measured: number, predicted: number | undefined): string {
  if (predicted === undefined) return formatBytes(measured);
  const more = measured - predicted;
  if (more === 0) return `${formatBytes(measured)}, as predicted`;
  return `${formatBytes(measured)}, ${formatBytes(Math.abs(more))} ${more > 0 ? 'more' : 'less'} than predicted`;
}

function mostOfPeak({ peak }: Account): string {
  const [category, bytes] = Object.entries(peak.by_category).sort((a, b) => b[1] - a[1])[0] ?? [];
  if (category === undefined || bytes === undefined || bytes === 0) return '';
  return `; most of it ${CATEGORY_NAMES[category as keyof typeof CATEGORY_NAMES]}, ${share(bytes, peak.allocated)}`;
}

// ---- layers and lines ----

function layerHover(
  analysis: Analysis,
  figures: Figures,
  path: string,
  nodes: readonly Node[],
  position: Position,
): Hover | undefined {
  const good = figures.good!;
  const lineNow = analysis.linesNow(good, path);
  const { account } = good;
  const attribute = attributeAt(nodes, position);
  if (attribute !== undefined) {
    const made = layersOfAttribute(account, attribute.name, attribute.className, path, lineNow);
    if (made !== undefined)
      return { range: attribute.range, markdown: layerMarkdown(`self.${attribute.name}`, made, figures) };
  }
  const call = callAt(nodes, position);
  if (call === undefined) return undefined;
  const range = rangeOf(call.func);
  const group = layerGroups(account).find((each) => each.file === path && within(lineNow(each.line), call));
  if (group !== undefined)
    return { range, markdown: layerMarkdown(calledName(call) ?? 'this layer', group, figures) };
  const line = account.lines.find((each) => each.file === path && lineNow(each.line) === position.line + 1);
  if (line === undefined || line.executions === 0) return undefined;
  return { range, markdown: lineMarkdown(line, figures, measuredLine(analysis, figures, line)) };
}

function within(line: number | undefined, node: Node): boolean {
  return line !== undefined && line >= node.line && line <= node.endLine;
}

/** `self.attn` under the pointer, with the class around it. */
function attributeAt(
  nodes: readonly Node[],
  position: Position,
): { name: string; className: string; range: Range } | undefined {
  const attribute = nodes.find(
    (node) =>
      node.kind === 'Attribute' &&
      selfAttribute(node) !== undefined &&
      isSelf(node) &&
      contains(rangeOf(node), position),
  );
  const owner = innermost(nodes, 'ClassDef');
  if (attribute === undefined || owner === undefined || attribute.kind !== 'Attribute') return undefined;
  return { name: attribute.attr, className: owner.name, range: rangeOf(attribute) };
}

function isSelf(node: Node): boolean {
  return node.kind === 'Attribute' && node.value.kind === 'Name' && node.value.id === 'self';
}

/** The call whose name is under the pointer. */
function callAt(nodes: readonly Node[], position: Position): Call | undefined {
  return [...nodes]
    .reverse()
    .find((node): node is Call => node.kind === 'Call' && contains(rangeOf(node.func), position));
}

/** The layers that instances of a class have under an attribute. */
function layersOfAttribute(
  account: Account,
  attribute: string,
  className: string,
  path: string,
  lineNow: (line: number) => number | undefined,
): LayerGroup | undefined {
  const nodes: LayerNode[] = [];
  const visit = (node: LayerNode): void => {
    for (const child of node.children) {
      const name = child.module.path.slice(child.module.path.lastIndexOf('.') + 1);
      if (name === attribute && node.module.class === className) nodes.push(child);
      visit(child);
    }
  };
  const root = layerTree(account);
  if (root !== undefined) visit(root);
  const [first] = nodes;
  if (first === undefined) return undefined;
  const group = layerGroups(account).find(
    (each) => each.nodes.length === nodes.length && each.nodes.every((node) => nodes.includes(node)),
  );
  if (group !== undefined) return group;
  return nodes.reduce<LayerGroup>(
    (all, node) => ({
      ...all,
      executions: all.executions + node.module.calls,
      output: node.module.output,
      parameters: {
        count: all.parameters.count + node.parameters.count,
        bytes: all.parameters.bytes + node.parameters.bytes,
      },
      buffers: all.buffers + node.buffers,
      saved: { bytes: all.saved.bytes + node.saved.bytes, by: merge(all.saved.by, node.saved.by) },
      peak: all.peak + node.peak,
    }),
    {
      file: path,
      line: lineNow(first.module.line ?? 0) ?? 0,
      nodes,
      executions: 0,
      output: [],
      parameters: { count: 0, bytes: 0 },
      buffers: 0,
      saved: { bytes: 0, by: [] },
      peak: 0,
    },
  );
}

function merge(a: LayerGroup['saved']['by'], b: LayerGroup['saved']['by']): LayerGroup['saved']['by'] {
  const merged = new Map(a.map(({ operator, bytes }) => [operator, bytes]));
  for (const { operator, bytes } of b) merged.set(operator, (merged.get(operator) ?? 0) + bytes);
  return [...merged].map(([operator, bytes]) => ({ operator, bytes })).sort((x, y) => y.bytes - x.bytes);
}

function layerMarkdown(name: string, group: LayerGroup, figures: Figures): string {
  const good = figures.good!;
  const { account } = good;
  const { parameters, buffers, saved, executions, output, peak, nodes } = group;
  const kinds = [...new Set(nodes.map(({ module }) => module.class))].slice(0, 3).join(', ');
  const weights = parameters.bytes + buffers;
  const parts = [weights > 0 ? `${formatBytes(weights)} of weights` : 'no weights'];
  if (account.run.mode !== 'infer') parts.push(`${formatBytes(saved.bytes)} saved for backward`);
  const rows: Row[] = [];
  if (parameters.count > 0)
    rows.push([
      'Parameters',
      `${formatCount(parameters.count)}, ${formatBytes(parameters.bytes)}${nodes.length > 1 ? `, in ${plural(nodes.length, 'module')}` : ''}`,
    ]);
  if (buffers > 0) rows.push(['Buffers', formatBytes(buffers)]);
  if (output.length > 0)
    rows.push([
      'Output',
      output.slice(0, 3).map(describeShape).join(', ') + (output.length > 3 ? ', …' : ''),
    ]);
  if (saved.bytes > 0) rows.push(['Saved by', savedBy(saved.by)]);
  rows.push(['Executions', executions === 0 ? 'never' : String(executions)]);
  rows.push([
    'At the peak',
    `${formatBytes(peak)}, ${share(peak, account.peak.allocated)} of ${formatBytes(account.peak.allocated)}`,
  ]);
  rows.push(...growthRow(growthOf(good, group), account.sizes));
  return compose(
    `**${escape(name)}** (${kinds}): ${parts.join(', ')}${executions > 1 ? ` ×${executions}` : ''}.`,
    rows,
    figures,
  );
}

function growthOf({ growth }: Result, group: LayerGroup): Growth | undefined {
  return growth?.of({
    file: group.nodes[0]?.module.file ?? group.file,
    line: group.nodes[0]?.module.line ?? group.line,
  });
}

function savedBy(by: LayerGroup['saved']['by']): string {
  const shown = by.slice(0, 4).map(({ operator, bytes }) => `${operator || 'unknown'} ${formatBytes(bytes)}`);
  return shown.join(', ') + (by.length > 4 ? `, ${by.length - 4} more` : '');
}

/** What a memory snapshot shows of a line at the peak. */
function measuredLine(analysis: Analysis, { target }: Figures, { file, line }: LineAccount): Row[] {
  const found = measurementOf(analysis, target)?.lines.find(
    (each) => each.file === file && each.line === line,
  );
  return found?.measured === undefined
    ? []
    : [['Measured at the peak', beside(found.measured, found.predicted)]];
}

function lineMarkdown(line: LineAccount, figures: Figures, measured: Row[]): string {
  const good = figures.good!;
  const rows: Row[] = [];
  if (line.outputs.length > 0) rows.push(['Output', line.outputs.slice(0, 3).map(describeShape).join(', ')]);
  rows.push(['Saved for backward', formatBytes(line.saved)]);
  rows.push(['Allocated in forward', formatBytes(line.allocated)]);
  rows.push(...measured);
  rows.push(['Executions', String(line.executions)]);
  rows.push(...growthRow(good.growth?.of(line, 'line'), good.account.sizes));
  return compose(
    `This line saves ${formatBytes(line.saved)} for backward${line.executions > 1 ? ` ×${line.executions}` : ''}.`,
    rows,
    figures,
  );
}

function growthRow(growth: Growth | undefined, sizes: Readonly<Record<string, number>>): Row[] {
  if (growth === undefined) return [];
  if (growth.sizes.length === 0) return [['Saved grows with', 'none of the sizes']];
  const values = describeSizes(Object.fromEntries(growth.sizes.map((name) => [name, sizes[name]!])));
  return [['Saved grows as', `\`${growth.formula}\` bytes${growth.where} (${values})`]];
}

/** The answer, the table, and how far it can be trusted. */
function compose(answer: string, rows: readonly Row[], figures: Figures): string {
  const trust = trustOf(figures);
  const stale = trust === 'stale' ? 'stale: of an earlier state of the file' : trust;
  const table = rows.map(([name, value]) => `| ${name} | ${value.replaceAll('|', '\\|')} |`);
  return [
    answer,
    '',
    '| | |',
    '|:--|:--|',
    ...table,
    '',
    `*${escape(describeTarget(figures.target))} · ${stale}*`,
  ].join('\n');
}
