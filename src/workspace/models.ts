/** Models that can be run: entries of the config, models found in a file, and what was inferred for either. */
import type { Account, AccountNote } from '../ledger/account';
import { buildAccount } from '../ledger/build-account';
import type { Machine } from '../ledger/machine';
import { runStep, type StepRecord } from '../ledger/step';
import type { StepRequest } from '../ledger/step-request';
import type { SourceHost } from '../python/imports';
import type { ParseResult } from '../python/parser';
import type { Config, InputEntry, ModelEntry } from './config';
import { discoverEntries, inferFor, type DiscoveredEntry, type DiscoveryOptions } from './entries';
import { correctedInputs, type Trial } from './corrected-inputs';
import { withDeepspeed } from './distributed';
import { IMAGE_SIZES } from './infer-inputs';
import { formatInputSpec, sizeNames, takenAs } from './input-spec';
import { joinPath } from './paths';
import { stepRequest, type ModelTarget } from './request';

/** A model to run, with what is assumed for it. */
export interface Model {
  name: string;
  target: ModelTarget;
  assumptions: AccountNote[];
  /** Other sizes to try where shapes do not fit. */
  alternatives: Record<string, number>[];
  /** Whether its inputs are nobody's word: where the model refuses them, others are tried. */
  guessed: boolean;
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

/** A model of which nothing has to be assumed. */
export function plainModel(name: string, target: ModelTarget, budget?: number): Model {
  return { name, target, assumptions: [], alternatives: [], guessed: false, problem: undefined, budget };
}

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
  const model = plainModel(entry.name, target, entry.budget);
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
  return withDiscovered(plainModel(found.name, target), found);
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
    guessed: target.inputs.length === 0,
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

/** How often inputs are corrected by the error of the run before. */
const MOST_CORRECTIONS = 6;

/** Instructions after which no other inputs are tried: a model that takes long to build is not built for each guess. */
const MOST_TRYING = 40_000_000;

/** Runs a model; where it refuses inputs that were inferred, they are corrected by what it says, and other sizes are tried. */
export function runModel(
  machine: Machine,
  host: SourceHost,
  inferred: Model,
  options: ModelRunOptions = {},
): ModelRun {
  const model = settledModel(inferred);
  const first = attempt(machine, host, model, model.target.sizes, options, []);
  if (!model.guessed || !SHAPE_ERRORS.includes(first.record.error?.type ?? '')) return first;
  let spent = machine.vm.executed;
  const mayGoOn = (): boolean => spent < MOST_TRYING && options.shouldStop?.() !== true;
  const run = (next: Model, sizes: Record<string, number>, notes: AccountNote[]): ModelRun => {
    const result = attempt(machine, host, next, sizes, options, notes);
    spent += machine.vm.executed;
    return result;
  };
  let corrected = model;
  let error = first.record.error!;
  for (let i = 0; i < MOST_CORRECTIONS && mayGoOn(); i++) {
    const trial = correctedInputs(error.message, corrected.target);
    if (trial === undefined) break;
    corrected = withTrial(model, trial);
    const next = run(corrected, corrected.target.sizes, []);
    if (next.record.error === undefined) return settled(corrected, next);
    error = next.record.error;
    if (!SHAPE_ERRORS.includes(error.type)) break;
  }
  for (const each of corrected === model ? [model] : [corrected, model])
    for (const sizes of each.alternatives) {
      if (!mayGoOn()) return first;
      const note: AccountNote = {
        kind: 'assumption',
        message: `other sizes did not fit the model: ${describeSizes(sizes)} are taken`,
        pin: `"sizes": ${JSON.stringify(sizes)}`,
      };
      const next = run(each, sizes, [note]);
      if (next.record.error === undefined) return settled(each, next);
    }
  return first;

  function settled(as: Model, result: ModelRun): ModelRun {
    if (as !== model) corrections.set(inferred.target.inputs, as.target.inputs);
    return result;
  }
}

/** Inputs that a model took, by those that were inferred for it and that it refused. */
const corrections = new WeakMap<readonly InputEntry[], InputEntry[]>();

/** A model with the inputs that it took when it was run, where it refused what was inferred. */
export function settledModel(model: Model): Model {
  const inputs = corrections.get(model.target.inputs);
  return inputs === undefined ? model : withTrial(model, { inputs, sizes: model.target.sizes });
}

/** A model with inputs that its errors tell. */
function withTrial(model: Model, { inputs, sizes: tried }: Trial): Model {
  // Sizes of dimensions that no input has any more.
  const gone = new Set(model.target.inputs.flatMap(({ spec }) => sizeNames(spec)));
  for (const { spec } of inputs) for (const name of sizeNames(spec)) gone.delete(name);
  const sizes = Object.fromEntries(Object.entries(tried).filter(([name]) => !gone.has(name)));
  const target = { ...model.target, inputs: [...inputs], sizes };
  const pinned = Object.fromEntries(inputs.map(({ name, spec }) => [name, formatInputSpec(spec)]));
  const told = new Map(
    inputs.map(({ name, spec }) => [`the input ${name} is taken as `, takenAs(name, spec, sizes)]),
  );
  const assumptions = model.assumptions.map((note) => {
    const [, taken] = [...told].find(([start]) => note.message.startsWith(start)) ?? [];
    if (taken === undefined || note.message.startsWith(`${taken},`)) return note;
    return {
      ...note,
      message: `${taken}: the model refuses what its source suggests`,
      pin: `"inputs": ${JSON.stringify(pinned)}, "sizes": ${JSON.stringify(sizes)}`,
    };
  });
  return { ...model, target, assumptions, alternatives: otherSides(inputs, sizes, model.alternatives) };
}

/** Other sizes of what is an image by now. */
function otherSides(
  inputs: readonly InputEntry[],
  sizes: Readonly<Record<string, number>>,
  known: readonly Record<string, number>[],
): Record<string, number>[] {
  if (known.length > 0) return known.map((each) => ({ ...sizes, ...each }));
  const isImage = inputs.some(
    ({ spec }) => spec.kind === 'tensor' && /^\w+, \w+, H, W$/.test(spec.dims.join(', ')),
  );
  return isImage ? IMAGE_SIZES.map((side) => ({ ...sizes, H: side, W: side })) : [];
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
