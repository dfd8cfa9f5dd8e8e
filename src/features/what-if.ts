/** What would be, if a target were run otherwise: figures beside the present ones, with nothing written until the person asks. */
import { combine, type Action, type Change } from '../advice/action';
import { findActions } from '../advice/find';
import { targetWith } from '../advice/subject';
import { DeviceError, parseDevice } from '../device/parse-device';
import { PROFILES } from '../device/profiles';
import { drawTimeline } from '../ledger/timeline-points';
import type { Precision } from '../workspace/config';
import type { Analysis } from './analysis';
import type { Result } from './result';
import { figuresOfResult, type BudgetFigures } from './budget-view';
import { fileEdits } from './changes';
import { runChanged, subjectOf } from './subjects';
import type { FileEdit } from './text';
import type { ModelTargetOf, Target } from './targets';
import { deviceName } from './words';

/** What the person has changed; what is missing stays as it is. */
export interface WhatIf {
  sizes?: Record<string, number>;
  precision?: Precision;
  optimizer?: string;
  accumulate?: number;
  device?: string;
  /** The ids of actions on the source. */
  actions?: string[];
}

/** What can be changed, and what it is now. */
export interface WhatIfChoices {
  sizes: Record<string, number>;
  precision: Precision;
  precisions: Precision[];
  optimizer: string;
  optimizers: string[];
  /** undefined for a model that is not trained. */
  accumulate: number | undefined;
  device: string;
  devices: { id: string; name: string }[];
  actions: { id: string; what: string }[];
}

const PRECISIONS: Precision[] = ['fp32', 'bf16', 'fp16', 'amp-bf16', 'amp-fp16'];
const OPTIMIZERS = [
  'AdamW()',
  'AdamW(fused=True)',
  'AdamW(foreach=False)',
  'Adam()',
  'SGD(lr=0.1)',
  'SGD(lr=0.1, momentum=0.9)',
  'Adafactor()',
  'none',
];

function currentOf(analysis: Analysis, target: Target): Result | undefined {
  const { current } = analysis.figuresOf(target);
  return current === undefined || current.account.status === 'failed' ? undefined : current;
}

/** The actions on the source that a what-if may take; those of one place exclude each other, and the first is offered. */
function sourceActions(analysis: Analysis, target: Target, result: Result): Action[] {
  const groups = new Set<string>();
  return findActions(subjectOf(analysis, target, result)).filter(({ applies, change, group }) => {
    if (!applies || change.sources.size === 0 || groups.has(group)) return false;
    groups.add(group);
    return true;
  });
}

/** What can be changed of a target; undefined for a script, and while there are no figures of the present text. */
export function whatIfChoices(analysis: Analysis, target: Target): WhatIfChoices | undefined {
  const result = currentOf(analysis, target);
  if (target.kind !== 'model' || result === undefined) return undefined;
  const { sizes, precision, optimizer, accumulate, device, mode } = target.model.target;
  return {
    sizes: { ...sizes, ...result.account.sizes },
    precision,
    precisions: PRECISIONS,
    optimizer,
    optimizers: mode !== 'train' ? [] : [...new Set([optimizer, ...OPTIMIZERS])],
    accumulate: mode === 'train' ? accumulate : undefined,
    device: device.id,
    devices: [
      ...(PROFILES.some(({ id }) => id === device.id) ? [] : [{ id: device.id, name: device.name }]),
      ...PROFILES.map((profile) => ({ id: profile.id, name: deviceName(profile) })),
    ],
    actions: sourceActions(analysis, target, result).map(({ id, what }) => ({ id, what })),
  };
}

export interface WhatIfResult {
  /** Why there are no figures. */
  error: string | undefined;
  figures: BudgetFigures | undefined;
  /** Whether fewer steps were run than the target asks for. */
  quick: boolean;
  /** Floating point operations of a step, as a share of those now: 1.33 for a third more. */
  compute: number;
}

interface Changed {
  change: Change;
  device: string | undefined;
  target: ModelTargetOf;
}

/** A what-if as a change, and the target under it; a string says why it cannot be. */
function changedTarget(
  analysis: Analysis,
  target: ModelTargetOf,
  result: Result,
  { actions = [], device, ...setting }: WhatIf,
): Changed | string {
  const chosen =
    actions.length === 0
      ? []
      : sourceActions(analysis, target, result).filter(({ id }) => actions.includes(id));
  const combined = combine(chosen);
  if (combined === undefined) return 'these changes exclude each other';
  const change: Change = { sources: combined.sources, setting: { ...combined.setting, ...setting } };
  const { model } = target;
  const sized = { ...model.target, sizes: { ...model.target.sizes, ...result.account.sizes } };
  let profile = sized.device;
  try {
    if (device !== undefined) profile = parseDevice(device);
  } catch (error) {
    if (error instanceof DeviceError) return error.message;
    throw error;
  }
  return {
    change,
    device,
    target: { ...target, model: { ...model, target: { ...targetWith(sized, change), device: profile } } },
  };
}

/** Runs a target as it would be. `full` runs all its steps, which takes longer and settles the allocator's history. */
export function whatIf(
  analysis: Analysis,
  target: Target,
  wanted: WhatIf,
  full = false,
): WhatIfResult | undefined {
  const result = currentOf(analysis, target);
  if (target.kind !== 'model' || result === undefined) return undefined;
  const changed = changedTarget(analysis, target, result, wanted);
  if (typeof changed === 'string') return { error: changed, figures: undefined, quick: false, compute: 1 };
  const run = runChanged(
    analysis,
    changed.target,
    { ...changed.change, setting: {} },
    full ? 'full' : 'quick',
  );
  const { account, record, quick } = run;
  if (account.status === 'failed') {
    const { type, message } = account.error ?? { type: '', message: 'it does not run' };
    return { error: `${type}: ${message}`, figures: undefined, quick, compute: 1 };
  }
  if (record !== undefined) run.drawing = drawTimeline(record);
  const flops = (of: Result): number =>
    (of.account.flops.forward + of.account.flops.backward) * of.account.run.accumulate;
  return {
    error: undefined,
    figures: figuresOfResult(analysis, changed.target, run, account.status),
    quick,
    compute: flops(result) === 0 ? 1 : flops(run) / flops(result),
  };
}

/** The edits that make a what-if lasting. */
export function whatIfEdits(analysis: Analysis, target: Target, wanted: WhatIf): FileEdit[] {
  const result = currentOf(analysis, target);
  if (target.kind !== 'model' || result === undefined) return [];
  const changed = changedTarget(analysis, target, result, wanted);
  return typeof changed === 'string' ? [] : fileEdits(target, changed.change, changed.device);
}
