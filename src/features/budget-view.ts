/** The data of the sidebar: the budget, the accounts, the step over time and the layers of one entry. All sizes are bytes. */
import {
  CATEGORIES,
  CATEGORY_NAMES,
  type Account,
  type Category,
  type Interval,
  type PhaseName,
} from '../ledger/account';
import type { TimelineDrawing } from '../ledger/timeline-points';
import { isPythonFile } from '../workspace/notebook';
import { baseName, relativeTo } from '../workspace/paths';
import type { Analysis } from './analysis';
import { assumptionsOf } from './assumptions';
import type { Figures, Result } from './result';
import { describeShape, layerTree, type LayerNode } from './layers';
import { isProgram } from '../workspace/source';
import { describeTarget, type Target } from './targets';
import { budgetOf, deviceName, deviceOf, PHASE_NAMES, trustOf, type Trust } from './words';

export interface EntryName {
  key: string;
  name: string;
}

export interface PlaceOf {
  /** Absolute path. */
  path: string;
  /** From 1. */
  line: number;
  /** As it is shown. */
  text: string;
}

export interface LayerView {
  name: string;
  className: string;
  place: PlaceOf | undefined;
  parameters: number;
  saved: number;
  peak: number;
  executions: number;
  output: string;
  children: LayerView[];
}

export interface BudgetFigures {
  trust: Trust;
  device: string;
  /** How the step was run: `train, amp-bf16, AdamW(lr=6e-4), B = 4, T = 1024`. */
  setting: string;
  limit: number;
  limitName: string;
  margin: number;
  need: number;
  over: boolean;
  allocated: number;
  reserved: number;
  /** Between what the two lie with the workspaces of cuDNN's convolutions, whose size depends on its choices; absent without any. */
  interval: { allocated: Interval; reserved: Interval } | undefined;
  context: number;
  contextKnown: boolean;
  atLeast: boolean;
  /** What is not known, where parts are: the first reason, and how many more there are. */
  missing: { reason: string; place: PlaceOf | undefined; more: number } | undefined;
  peak: { phase: string; operator: string; module: string; place: PlaceOf | undefined };
  categories: { id: Category | 'rounding'; name: string; bytes: number }[];
  phases: { name: string; peak: number; end: number }[];
  timeline: TimelineView | undefined;
  /** Whether the drawing is of the figures before, until the new one is made. */
  isTimelineEarlier: boolean;
  layers: LayerView[];
}

export interface TimelineView {
  /** What is drawn, from the bottom. */
  categories: { id: Category; name: string }[];
  /** Per point the bytes of each category. */
  points: number[][];
  allocated: number[];
  reserved: number[];
  phases: { name: string; end: number }[];
  /** Index of the point with the peak. */
  peak: number;
}

export interface BudgetView {
  entries: EntryName[];
  selected: string | undefined;
  /** Why there are no figures. */
  message: string | undefined;
  /** Why there are no entries. */
  nothing?: string;
  busy: boolean;
  figures: BudgetFigures | undefined;
}

/** What the sidebar shows while a person looks at a file. */
export function budgetView(analysis: Analysis, path: string | undefined): BudgetView {
  const targets = targetsShown(analysis, path);
  const target =
    targets.find(({ key }) => key === analysis.selected) ??
    (path === undefined ? undefined : analysis.focusOf(path)) ??
    targets[0];
  const entries = targets.map((each) => ({ key: each.key, name: describeTarget(each) }));
  if (target === undefined)
    return {
      entries,
      selected: undefined,
      message: undefined,
      busy: false,
      figures: undefined,
      ...nothingIn(analysis, path),
    };
  const figures = analysis.figuresOf(target);
  const failed = figures.current?.account.status === 'failed' ? figures.current.account.error : undefined;
  const message =
    target.kind === 'model' && target.model.problem !== undefined
      ? target.model.problem
      : failed === undefined
        ? undefined
        : `${failed.type === 'Limit' ? '' : `${failed.type}: `}${failed.message}`;
  return {
    entries,
    selected: target.key,
    message,
    busy: figures.good === undefined && message === undefined,
    figures: figures.good === undefined ? undefined : figuresFor(analysis, target, figures),
  };
}

/** Why a file has no entries. */
function nothingIn(analysis: Analysis, path: string | undefined): Pick<BudgetView, 'nothing'> {
  const parsed =
    path === undefined || !isPythonFile(path) ? undefined : analysis.files.document(path)?.result;
  if (path === undefined || parsed === undefined) return {};
  const name = baseName(path);
  return {
    nothing: isProgram(parsed.module)
      ? `${name} has no model of its own, but can be run as a script: vram-ledger.json names the scripts that are.`
      : `No PyTorch model was found in ${name}.`,
  };
}

/** The entries of the config of the file's project, and the models of the file. */
export function targetsShown(analysis: Analysis, path: string | undefined): Target[] {
  if (path === undefined) return [];
  const own = analysis.targetsFor(path);
  const others = analysis.configured(analysis.projects.of(path));
  const known = new Set(own.map(({ key }) => key));
  return [...own, ...others.filter(({ key }) => !known.has(key))];
}

function figuresFor(analysis: Analysis, target: Target, figures: Figures): BudgetFigures {
  const good = figures.good!;
  const view = figuresOfResult(analysis, target, good, trustOf(figures) ?? 'stale');
  if (good.drawing !== undefined) lastDrawn.set(target.key, good.drawing);
  const earlier = good.drawing === undefined ? lastDrawn.get(target.key) : undefined;
  return earlier === undefined ? view : { ...view, timeline: timelineView(earlier), isTimelineEarlier: true };
}

/** The drawings of targets, which stay until a newer one is made. */
const lastDrawn = new Map<string, TimelineDrawing>();

/** The figures of one run of a target, as the sidebar shows them. */
export function figuresOfResult(
  analysis: Analysis,
  target: Target,
  good: Result,
  trust: Trust,
): BudgetFigures {
  const { account } = good;
  const { peak, process } = account;
  const budget = budgetOf(target, account);
  const root = target.project.root;
  const place = (file: string | null, line: number | null): PlaceOf | undefined => {
    if (file === null || line === null || file.startsWith('<')) return undefined;
    const now = analysis.linesNow(good, file)(line) ?? line;
    return { path: file, line: now, text: `${relativeTo(root, file)}:${now}` };
  };
  return {
    trust,
    device: deviceName(deviceOf(target)),
    setting: settingOf(account),
    limit: budget.limit,
    limitName: budget.name,
    margin: budget.margin,
    need: budget.need,
    over: budget.over,
    allocated: peak.allocated,
    reserved: peak.reserved,
    interval: peak.interval,
    context: process.context,
    contextKnown: process.context_known,
    atLeast: account.status === 'partial',
    missing: missingOf(analysis, target, place),
    peak: {
      phase: PHASE_NAMES[peak.phase],
      operator: peak.operator ?? '',
      module: peak.module ?? '',
      place: place(peak.file, peak.line),
    },
    categories: ([...CATEGORIES, 'rounding'] as const)
      .filter((id) => peak.by_category[id] > 0)
      .map((id) => ({ id, name: CATEGORY_NAMES[id], bytes: peak.by_category[id] })),
    phases: account.phases.map(({ name, peak_allocated, end_allocated }) => ({
      name: PHASE_NAMES[name],
      peak: peak_allocated,
      end: end_allocated,
    })),
    isTimelineEarlier: false,
    timeline: good.drawing === undefined ? undefined : timelineView(good.drawing),
    layers: layerTree(account)?.children.map((node) => layerView(node, place)) ?? [],
  };
}

function missingOf(
  analysis: Analysis,
  target: Target,
  place: (file: string | null, line: number | null) => PlaceOf | undefined,
): BudgetFigures['missing'] {
  const notes = assumptionsOf(analysis, target).filter(({ kind }) => kind === 'missing');
  const [first] = notes;
  if (first === undefined) return undefined;
  return {
    reason: first.message,
    place: place(first.file ?? null, first.line ?? null),
    more: notes.length - 1,
  };
}

function settingOf({ run, sizes }: Account): string {
  const parts = run.mode === 'script' ? ['script'] : [run.mode, run.precision];
  if (run.mode === 'train') {
    parts.push(run.optimizer === 'none' ? 'no optimizer' : run.optimizer);
    if (run.accumulate > 1) parts.push(`${run.accumulate} micro-batches`);
    if (run.distributed !== undefined)
      parts.push(`${run.distributed.strategy}, one of ${run.distributed.world_size} devices`);
  }
  return [...parts, ...Object.entries(sizes).map(([name, value]) => `${name} = ${value}`)].join(', ');
}

function timelineView({ points, phases, peak }: TimelineDrawing): TimelineView {
  const drawn = CATEGORIES.filter((id) => points.some(({ by_category }) => by_category[id] > 0));
  const indexOf = (event: number): number => {
    const index = points.findIndex((point) => point.event >= event);
    return index < 0 ? points.length : index;
  };
  return {
    categories: drawn.map((id) => ({ id, name: CATEGORY_NAMES[id] })),
    points: points.map(({ by_category }) => drawn.map((id) => by_category[id])),
    allocated: points.map(({ allocated }) => allocated),
    reserved: points.map(({ reserved }) => reserved),
    phases: phases.map(({ name, event }: { name: PhaseName; event: number }) => ({
      name: PHASE_NAMES[name],
      end: indexOf(event),
    })),
    peak,
  };
}

function layerView(
  node: LayerNode,
  place: (file: string | null, line: number | null) => PlaceOf | undefined,
): LayerView {
  const { module, children, parameters, saved, peak } = node;
  return {
    name: module.path.slice(module.path.lastIndexOf('.') + 1),
    className: module.class,
    place: place(module.file, module.line),
    parameters: parameters.bytes,
    saved: saved.bytes,
    peak,
    executions: module.calls,
    output: module.output[0] === undefined ? '' : describeShape(module.output[0]),
    children: children.map((child) => layerView(child, place)),
  };
}
