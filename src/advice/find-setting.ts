/** Actions that only change how a model's step is run: precision, micro-batches, the optimizer. They change the config's entry. */
import { CATEGORIES } from '../ledger/account';
import type { Precision } from '../workspace/config';
import { sizeNames } from '../workspace/input-spec';
import type { ModelTarget } from '../workspace/request';
import { NOTHING, type Action } from './action';
import type { Finding } from './finding';
import { optimizerActions } from './find-optimizer';
import { settingAction } from './setting-action';
import { callOf } from './syntax';
import { attributeOf, isA, ownTensors, withDescendants, type RunModule } from './run-modules';

/** The actions on the setting of a model's run; none for a script. */
export function settingActions(finding: Finding): Action[] {
  const { target } = finding.subject;
  if (target === undefined) return [];
  const actions = precisionActions(target);
  if (target.mode === 'train')
    actions.push(
      ...microBatchActions(target, finding),
      ...optimizerActions(target),
      ...freezeActions(target, finding),
    );
  if (target.mode === 'eval')
    actions.push(
      settingAction(
        'evaluation infer',
        'evaluation',
        'Run without a graph (no_grad)',
        ['saved'],
        { mode: 'infer' },
        'results',
      ),
    );
  return actions;
}

function precisionActions(target: ModelTarget): Action[] {
  const [major] = target.device.computeCapability;
  const { precision, mode } = target;
  const offered: [Precision, string, string | undefined][] = [];
  if (precision === 'fp32') {
    if (major >= 8) offered.push(['amp-bf16', 'Run forward and loss under autocast in bfloat16', undefined]);
    offered.push([
      'amp-fp16',
      'Run forward and loss under autocast in float16',
      mode === 'train' ? 'the loss is scaled' : undefined,
    ]);
  }
  if (precision === 'fp32' || precision.startsWith('amp')) {
    if (major >= 8)
      offered.push([
        'bf16',
        'Keep the weights in bfloat16',
        mode === 'train'
          ? 'updates smaller than 1/256 of a weight are lost'
          : 'weights are rounded to 8 bits',
      ]);
    if (mode !== 'train')
      offered.push(['fp16', 'Keep the weights in float16', 'weights are rounded to 11 bits']);
  }
  const actions = offered.map(([to, what, price]) =>
    settingAction(
      `precision ${to}`,
      'precision',
      what,
      to.startsWith('amp') ? ['saved', 'temporaries', 'outputs', 'other'] : CATEGORIES,
      { precision: to },
      'training',
      price,
    ),
  );
  if (precision === 'fp32')
    actions.push({
      ...settingAction('precision tf32', 'precision', 'Allow TF32 in matrix products', [], {}, 'mathematics'),
      change: NOTHING,
      applies: false,
      reason:
        'TF32 changes how products are computed, not what is stored: tensors stay float32 and the peak stays as it is',
      group: 'tf32',
    });
  return actions;
}

/** The named size that every input that has named sizes begins with. */
export function batchSize(target: ModelTarget): string | undefined {
  const firsts = new Set<string | undefined>();
  for (const { spec } of target.inputs) {
    if (spec.kind === 'expression') {
      if (sizeNames(spec).length > 0) return undefined;
      continue;
    }
    const [first] = spec.dims;
    firsts.add(first === undefined ? undefined : String(first));
  }
  const [name] = firsts;
  return firsts.size === 1 && name !== undefined && target.sizes[name] !== undefined ? name : undefined;
}

function microBatchActions(target: ModelTarget, { modules, subject }: Finding): Action[] {
  const name = batchSize(target);
  if (name === undefined) return [];
  const size = subject.baseline.account.sizes[name] ?? target.sizes[name]!;
  const norms = modules.all.some(
    (module) =>
      isA(module, '_BatchNorm') &&
      module.training &&
      module.calls > 0 &&
      attributeOf(module, 'affine') !== undefined,
  );
  const actions: Action[] = [];
  for (const parts of [2, 4, 8, 16, 32]) {
    if (size % parts !== 0) continue;
    const made = settingAction(
      `micro-batch ${parts}`,
      'micro-batch',
      `Take ${parts} micro-batches of ${size / parts} per step instead of ${name} = ${size}`,
      ['saved', 'temporaries', 'outputs', 'inputs', 'other'],
      { sizes: { [name]: size / parts }, accumulate: target.accumulate * parts },
      norms ? 'training' : 'mathematics',
      norms
        ? `batch norm sees ${size / parts} samples at a time`
        : `a mean loss is divided by ${target.accumulate * parts}`,
    );
    actions.push(made);
  }
  return actions;
}

/** Training the last part of a model alone: what is frozen has no gradients and no optimizer state. */
function freezeActions(target: ModelTarget, { modules, subject }: Finding): Action[] {
  const model = subject.baseline.record.modules[0]?.module;
  const root = model === undefined ? undefined : modules.of(model);
  if (root === undefined) return [];
  const parts = [...root.children].filter(
    ([name, child]) => trainable(child) > 0 && /^[A-Za-z_]\w*$/.test(name),
  );
  const last = parts[parts.length - 1];
  if (parts.length < 2 || last === undefined) return [];
  const [name] = last;
  const expression = `(lambda model: (model.requires_grad_(False), model.${name}.requires_grad_(True), model)[-1])(${callOf(target.expression)})`;
  return [
    settingAction(
      'freeze',
      'freeze',
      `Train ${name} alone, the rest frozen`,
      ['gradients', 'optimizer_state', 'saved', 'temporaries'],
      { expression },
      'training',
      'the rest keeps the weights that it has',
    ),
  ];
}

/** Bytes of the parameters of a module and all below it that are trained. */
function trainable(module: RunModule): number {
  let bytes = 0;
  for (const each of withDescendants(module))
    for (const tensor of ownTensors(each, '_parameters').values())
      if (tensor.requiresGrad) bytes += tensor.nbytes;
  return bytes;
}
