/** The model that a command's argument and options name. */
import { resolve } from 'node:path';
import { DEFAULT_DEVICE } from '../device/profiles';
import { MODES, PRECISIONS, splitTarget, type ModelEntry } from '../workspace/config';
import { InputSpecError, parseInputSpec } from '../workspace/input-spec';
import { dirName, joinPath } from '../workspace/paths';
import type { SearchPath } from '../workspace/search-path';
import { deviceOption, openWorkspace, searchPathFor, type Workspace } from './environment';
import type { NodeHost } from './host-node';
import { isPythonFile } from '../workspace/notebook';
import { plainModel } from '../workspace/models';
import { completed, modelFile, modelOfEntry, modelsOfFile, type Model } from './models';
import {
  parseAssignment,
  parseChoice,
  parseCount,
  UsageError,
  type OptionKind,
  type Parsed,
} from './options';

/** The options that say how a model is run, as a usage tells them. */
export const MODEL_USAGE = `  --input NAME=SPEC         a forward argument, in order: dtype[dim,…] or a Python expression
  --size NAME=N             a named size
  --call EXPR               the forward call, with model and the inputs in scope (default model(*inputs))
  --loss EXPR               a scalar to call backward on, with output, model and the inputs in scope
  --mode MODE               ${MODES.join(', ')} (default train)
  --optimizer EXPR          such as AdamW(lr=1e-3), or none (default AdamW())
  --precision P             ${PRECISIONS.join(', ')} (default fp32)
  --accumulate N            micro-batches per step (default 1)
  --device PROFILE|SIZE     (default ${DEFAULT_DEVICE})
  --path DIR                a further folder that modules are imported from (repeatable)
  --python ENV              a virtual environment or a folder of packages, read as source
  --config FILE             the config (default: the nearest vram-ledger.json)
  --max-instructions N      the bound of the run (default 200000000)`;

export const MODEL_OPTIONS: Record<string, OptionKind> = {
  input: 'list',
  size: 'list',
  call: 'value',
  loss: 'value',
  mode: 'value',
  optimizer: 'value',
  precision: 'value',
  accumulate: 'value',
  device: 'value',
  path: 'list',
  python: 'value',
  config: 'value',
  'max-instructions': 'value',
};

/** Where a model's modules are looked for. */
export function searchOf(
  host: NodeHost,
  workspace: Workspace,
  parsed: Parsed,
  model: Model,
): ReturnType<typeof searchPathFor> {
  return searchPathFor(
    host,
    workspace,
    { paths: parsed.lists.get('path') ?? [], python: parsed.values.get('python') },
    model.target.file,
  );
}

/** The models that the argument names: an entry of the config, an expression of a file, or all of a file. */
export async function modelsFor(
  target: string,
  parsed: Parsed,
  host: NodeHost,
): Promise<{ models: Model[]; workspace: Workspace }> {
  const { file: name, expression } = splitTarget(target);
  const isFile = isPythonFile(name);
  const file = isFile ? modelFile(name) : undefined;
  const workspace = openWorkspace(
    file === undefined ? resolve('.') : dirName(file),
    parsed.values.get('config'),
  );
  const { config, root } = workspace;
  const entries = config.entries.filter((entry): entry is ModelEntry => entry.kind === 'model');
  const search = searchPathFor(
    host,
    workspace,
    { paths: parsed.lists.get('path') ?? [], python: parsed.values.get('python') },
    file,
  );
  const ofEntries = async (chosen: readonly ModelEntry[]): Promise<Model[]> =>
    (await Promise.all(chosen.map((entry) => modelOfEntry(entry, workspace, host, search)))).flat();
  if (file === undefined) {
    const entry = config.entries.find((each) => each.name === target);
    if (entry?.kind === 'script')
      throw new UsageError(`'${target}' is a script: vram-ledger run ${entry.file}, or vram-ledger check`);
    if (entry === undefined)
      throw new UsageError(`'${target}' is neither a Python file nor an entry of the config`);
    return { models: await ofEntries([entry]), workspace };
  }
  const own = entries.filter((entry) => joinPath(root, entry.file) === file);
  const base = {
    mode: 'train',
    precision: 'fp32',
    optimizer: 'AdamW()',
    accumulate: 1,
    steps: 3,
    device: config.device,
  } as const;
  if (expression === undefined) {
    const models = own.length > 0 ? await ofEntries(own) : await modelsOfFile(file, base, host, search);
    return { models, workspace };
  }
  const same = own.find((entry) => squeeze(entry.expression ?? '') === squeeze(expression));
  const [model] =
    same !== undefined
      ? await ofEntries([same])
      : /^[A-Za-z_]\w*$/.test(expression)
        ? (await modelsOfFile(file, base, host, search)).filter((found) => isMadeOf(found, expression))
        : [];
  const plain = plainModel(expression, { ...base, file, expression, inputs: [], sizes: {} });
  return { models: [model ?? plain], workspace };
}

/** Whether a model that was found is of a class that cannot be made without arguments, and they are known. */
function isMadeOf({ name, target, problem }: Model, expression: string): boolean {
  return name === expression && problem === undefined && squeeze(target.expression) !== expression;
}

function squeeze(expression: string): string {
  return expression.replace(/\s+/g, '').replace(/\(\)$/, '');
}

/** The options laid over a model; inputs that nobody gave are inferred. */
export function readOverlay(
  parsed: Parsed,
): (model: Model, host: NodeHost, search: SearchPath) => Promise<Model> {
  const { values, lists } = parsed;
  const inputs = (lists.get('input') ?? []).map((text) => {
    const [name, spec] = parseAssignment('input', text);
    try {
      return { name, spec: parseInputSpec(spec) };
    } catch (error) {
      if (error instanceof InputSpecError) throw new UsageError(error.message);
      throw error;
    }
  });
  const sizes = Object.fromEntries(
    (lists.get('size') ?? []).map((text) => {
      const [name, value] = parseAssignment('size', text);
      return [name, parseCount(`size ${name}`, value)];
    }),
  );
  const mode = values.has('mode') ? parseChoice('mode', values.get('mode')!, MODES) : undefined;
  const precision = values.has('precision')
    ? parseChoice('precision', values.get('precision')!, PRECISIONS)
    : undefined;
  const device = values.has('device') ? deviceOption(values.get('device')!) : undefined;
  const accumulate = values.has('accumulate')
    ? parseCount('accumulate', values.get('accumulate')!)
    : undefined;
  const steps = values.has('steps') ? parseCount('steps', values.get('steps')!) : undefined;
  return async (model, host, search) => {
    const target = {
      ...model.target,
      sizes: { ...model.target.sizes, ...sizes },
      ...(mode === undefined ? {} : { mode }),
      ...(precision === undefined ? {} : { precision }),
      ...(device === undefined ? {} : { device }),
      ...(accumulate === undefined ? {} : { accumulate }),
      ...(steps === undefined ? {} : { steps }),
    };
    if (inputs.length > 0) {
      // A call and a loss that the config gives were written for its own inputs.
      const names = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join();
      if (target.inputs.length > 0 && names(target.inputs) !== names(inputs)) {
        delete target.call;
        delete target.loss;
      }
      target.inputs = inputs;
    }
    for (const key of ['call', 'loss', 'optimizer'] as const)
      if (values.has(key)) target[key] = values.get(key)!;
    const given = inputs.length > 0 || values.has('call');
    const assumptions = model.assumptions.filter(
      ({ message }) =>
        !(given && message.startsWith('the input')) &&
        !(values.has('loss') && message.startsWith('the loss')),
    );
    const problem =
      given && model.problem?.startsWith('nothing tells the input') === true ? undefined : model.problem;
    const alternatives = given ? [] : model.alternatives.map((each) => ({ ...each, ...sizes }));
    const overlaid = { ...model, target, assumptions, problem, alternatives };
    return problem === undefined && target.inputs.length === 0 ? completed(overlaid, host, search) : overlaid;
  };
}
