/** From what the user wrote (config, command line) to what the ledger runs. */
import type { DeviceProfile } from '../device/profiles';
import type { AccountNote } from '../ledger/account';
import type { StepRequest } from '../ledger/step-request';
import type { SourceHost } from '../python/imports';
import type { InputEntry, Mode, Precision } from './config';
import { distributedJson, type Distributed } from './distributed';
import { defaultSize, formatInputSpec, sizeNames, type InputSpec } from './input-spec';
import { isNotebook } from './notebook';
import { moduleName } from './search-path';

/** A model to account for, complete but for sizes that nobody gave. */
export interface ModelTarget {
  /** Absolute path. */
  file: string;
  expression: string;
  inputs: InputEntry[];
  sizes: Record<string, number>;
  call?: string;
  loss?: string;
  mode: Mode;
  precision: Precision;
  optimizer: string;
  accumulate: number;
  steps: number;
  device: DeviceProfile;
  distributed?: Distributed;
}

/** The request for a target, and what had to be assumed for it. */
export function stepRequest(
  host: SourceHost,
  target: ModelTarget,
): { request: StepRequest; assumptions: AccountNote[] } {
  const assumptions: AccountNote[] = [];
  const sizes = { ...target.sizes };
  for (const { spec } of target.inputs) {
    for (const name of sizeNames(spec)) {
      if (sizes[name] !== undefined) continue;
      sizes[name] = defaultSize(name);
      assumptions.push({
        kind: 'assumption',
        message: `the size ${name} is not given: ${name} = ${sizes[name]} is assumed`,
        pin: `"sizes": { "${name}": ${sizes[name]} }`,
      });
    }
  }
  const { file, expression, mode, precision, optimizer, accumulate, steps, device } = target;
  return {
    request: {
      file,
      moduleName: moduleName(host, file),
      expression,
      inputs: target.inputs.map(({ name, spec }) => ({ name, expression: inputExpression(spec) })),
      sizes,
      mode,
      precision,
      optimizer,
      accumulate,
      steps,
      device,
      ...(isNotebook(file) ? { alone: true } : {}),
      ...(target.call === undefined ? {} : { call: target.call }),
      ...(target.loss === undefined ? {} : { loss: target.loss }),
      ...(target.distributed === undefined ? {} : { distributed: distributedJson(target.distributed) }),
    },
    assumptions,
  };
}

/** The Python expression that makes an input on the device. */
export function inputExpression(spec: InputSpec): string {
  if (spec.kind === 'expression') return spec.text;
  const dims = spec.dims.length === 1 ? `${spec.dims[0]},` : spec.dims.join(', ');
  return `torch.empty((${dims}), dtype=torch.${spec.dtype}, device="cuda")`;
}

/** An entry for the config, as JSON: what pins everything that was assumed. */
export function entrySnippet(name: string, target: ModelTarget, file: string): string {
  const entry: Record<string, unknown> = { model: `${file}::${target.expression}` };
  if (target.inputs.length > 0)
    entry.inputs = Object.fromEntries(
      target.inputs.map((input) => [input.name, formatInputSpec(input.spec)]),
    );
  if (Object.keys(target.sizes).length > 0) entry.sizes = target.sizes;
  if (target.mode !== 'train') entry.mode = target.mode;
  if (target.precision !== 'fp32') entry.precision = target.precision;
  if (target.optimizer !== 'AdamW()') entry.optimizer = target.optimizer;
  if (target.loss !== undefined) entry.loss = target.loss;
  if (target.call !== undefined) entry.call = target.call;
  if (target.accumulate !== 1) entry.accumulate = target.accumulate;
  return `${JSON.stringify(name)}: ${JSON.stringify(entry, null, 2)}`;
}
