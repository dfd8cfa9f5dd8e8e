/** Models that can be run: entries of the config, models found in a file, and what was inferred for either. */
import type { Account, AccountNote } from '../ledger/account';
import { buildAccount } from '../ledger/build-account';
import type { Machine } from '../ledger/machine';
import { runStep, type StepRecord, type StepRequest } from '../ledger/step';
import type { SourceHost } from '../python/imports';
import type { ParseResult } from '../python/parser';
import type { Config, ModelEntry } from './config';
import { discoverEntries, inferFor, type DiscoveredEntry, type DiscoveryOptions } from './entries';
import { withDeepspeed } from './distributed';
import { joinPath } from './paths';
import { stepRequest, type ModelTarget } from './request';

/** A model to run, with what is assumed for it. */
export interface Model {
  name: string;
  target: ModelTarget;
  assumptions: AccountNote[];
  /** Other sizes to try where shapes do not fit. */
  alternatives: Record<string, number>[];
  /** Why it cannot be run. */
  problem: string | undefined;
  budget: number | undefined;
}

/** Where models are looked for. */
export interface ModelSources {
  /** The folder that the config's paths are relative to. */
  root: string;
  config: Config;
  discovery: DiscoveryOptions;
  /** The syntax tree of a file; undefined where there is none. */
  parse: (path: string) => ParseResult | undefined;
}

/** What a model runs with where nothing says otherwise. */
export const DEFAULT_RUN = {
  mode: 'train',
  precision: 'fp32',
  optimizer: 'AdamW()',
  accumulate: 1,
  steps: 3,
} as const;

/** Infers the inputs of a model whose expression is given and whose inputs are not. */
export function completedModel(model: Model, sources: Pick<ModelSources, 'discovery' | 'parse'>): Model {
  const { file, expression, inputs, call } = model.target;
  if (inputs.length > 0 || call !== undefined) return model;
  const parsed = sources.parse(file);
  const found = parsed === undefined ? undefined : inferFor(file, parsed, expression, sources.discovery);
  return found === undefined ? model : withDiscovered(model, found);
}

/** A config entry as models; what it leaves open is inferred. An entry that names a file alone stands for every model in it. */
export function modelsOfEntry(entry: ModelEntry, sources: ModelSources): Model[] {
  const { root, config } = sources;
  const file = joinPath(root, entry.file);
  const { mode, precision, optimizer, accumulate, steps, expression, inputs, sizes, loss, call } = entry;
  const target: ModelTarget = {
    file,
    expression: expression ?? '',
    inputs,
    sizes,
    mode,
    precision,
    optimizer,
    accumulate,
    steps,
    device: entry.device ?? config.device,
    ...(loss === undefined ? {} : { loss }),
    ...(call === undefined ? {} : { call }),
  };
  const model: Model = {
    name: entry.name,
    target,
    assumptions: [],
    alternatives: [],
    problem: undefined,
    budget: entry.budget,
  };
  const parsed = sources.parse(file);
  if (parsed === undefined) return [{ ...model, problem: `no such file: ${entry.file}` }];
  if (entry.distributed !== undefined) {
    const { deepspeed } = entry.distributed;
    const path = deepspeed === undefined ? undefined : joinPath(root, deepspeed);
    const text = path === undefined ? undefined : sources.discovery.host.readFile(path);
    const spread = withDeepspeed(entry.distributed, text);
    if (typeof spread === 'string') return [{ ...model, problem: spread }];
    target.distributed = { ...spread.distributed, ...(path === undefined ? {} : { deepspeed: path }) };
    // What the entry says itself counts; what it leaves at its default is DeepSpeed's.
    if (spread.optimizer !== undefined && optimizer === DEFAULT_RUN.optimizer)
      target.optimizer = spread.optimizer;
    if (spread.accumulate !== undefined && accumulate === DEFAULT_RUN.accumulate)
      target.accumulate = spread.accumulate;
  }
  if (expression === undefined) {
    const found = discoverEntries(file, parsed, sources.discovery);
    if (found.length === 0) return [{ ...model, problem: `no model was found in ${entry.file}` }];
    return found.map((each) =>
      withDiscovered({ ...model, name: found.length > 1 ? `${entry.name}: ${each.name}` : entry.name }, each),
    );
  }
  return [completedModel(model, sources)];
}

/** How a model is run, beside what the model itself says. */
export type RunSetting = Omit<ModelTarget, 'file' | 'expression' | 'inputs' | 'sizes'>;

/** A model that was found in a file. */
export function modelOfDiscovered(file: string, found: DiscoveredEntry, setting: RunSetting): Model {
  const target: ModelTarget = { ...setting, file, expression: '', inputs: [], sizes: {} };
  return withDiscovered(
    { name: found.name, target, assumptions: [], alternatives: [], problem: undefined, budget: undefined },
    found,
  );
}

/** Fills in what was discovered; what is given stays. */
export function withDiscovered(model: Model, found: DiscoveredEntry): Model {
  const { target } = model;
  const isGiven = target.expression !== '';
  const given = Object.keys(target.sizes);
  const loss = target.loss ?? (target.mode === 'train' ? found.loss : undefined);
  const isMoot = ({ message }: AccountNote): boolean =>
    (isGiven && /constructor|arguments/.test(message)) ||
    (target.mode !== 'train' && message.startsWith('the loss'));
  return {
    ...model,
    target: {
      ...target,
      expression: isGiven ? target.expression : (found.expression ?? ''),
      inputs: target.inputs.length > 0 ? target.inputs : found.inputs,
      sizes: { ...found.sizes, ...target.sizes },
      ...(loss === undefined ? {} : { loss }),
    },
    assumptions: [...model.assumptions, ...found.assumptions.filter((note) => !isMoot(note))],
    alternatives: found.alternatives.map((sizes) => ({
      ...sizes,
      ...Object.fromEntries(given.map((name) => [name, target.sizes[name]!])),
    })),
    problem:
      found.expression === undefined || !(isGiven && found.problem?.includes('constructor') === true)
        ? found.problem
        : undefined,
  };
}

/** What a run of a model gave. */
export interface ModelRun {
  request: StepRequest;
  record: StepRecord;
  account: Account;
}

export interface ModelRunOptions {
  maxInstructions?: number;
  allocatorConfig?: string;
  shouldStop?: () => boolean;
  /** How little of the steps is run; see `StepRequest`. */
  early?: number;
  untilAlike?: boolean;
  forwardOnly?: boolean;
  /** The path as it is told. */
  displayPath?: (path: string) => string;
}

/** Errors of sizes that do not fit the model's shapes. */
const SHAPE_ERRORS = ['RuntimeError', 'AssertionError', 'ValueError', 'IndexError'];

/** Runs a model; where inferred sizes do not fit its shapes, others are tried. */
export function runModel(
  machine: Machine,
  host: SourceHost,
  model: Model,
  options: ModelRunOptions = {},
): ModelRun {
  const first = attempt(machine, host, model, model.target.sizes, options, []);
  if (!SHAPE_ERRORS.includes(first.record.error?.type ?? '')) return first;
  for (const sizes of model.alternatives) {
    const note: AccountNote = {
      kind: 'assumption',
      message: `other sizes did not fit the model: ${describeSizes(sizes)} are taken`,
      pin: `"sizes": ${JSON.stringify(sizes)}`,
    };
    const next = attempt(machine, host, model, sizes, options, [note]);
    if (next.record.error === undefined) return next;
    if (options.shouldStop?.() === true) break;
  }
  return first;
}

/** `B = 8, T = 1024`. */
export function describeSizes(sizes: Readonly<Record<string, number>>): string {
  return Object.entries(sizes)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

function attempt(
  machine: Machine,
  host: SourceHost,
  model: Model,
  sizes: Record<string, number>,
  options: ModelRunOptions,
  notes: AccountNote[],
): ModelRun {
  const { request, assumptions } = stepRequest(host, { ...model.target, sizes });
  if (options.maxInstructions !== undefined) request.maxInstructions = options.maxInstructions;
  if (options.allocatorConfig !== undefined) request.allocatorConfig = options.allocatorConfig;
  if (options.shouldStop !== undefined) request.shouldStop = options.shouldStop;
  if (options.early !== undefined) request.early = options.early;
  if (options.untilAlike !== undefined) request.untilAlike = options.untilAlike;
  if (options.forwardOnly !== undefined) request.forwardOnly = options.forwardOnly;
  const record = runStep(machine, request);
  const show = options.displayPath ?? ((path: string) => path);
  const all = [...model.assumptions, ...assumptions, ...notes].map((note) =>
    note.file === undefined ? note : { ...note, file: show(note.file) },
  );
  return { request, record, account: buildAccount(record, { displayPath: show, assumptions: all }) };
}
