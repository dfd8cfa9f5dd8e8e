/** From the command line to models that can be run: config entries, discovered ones, and options laid over them. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Account, AccountNote } from '../ledger/account';
import { buildAccount } from '../ledger/build-account';
import { findGrowth, formatGrowth } from '../ledger/growth';
import type { Machine } from '../ledger/machine';
import { formatPolynomial } from '../ledger/polynomial';
import { runStep, type StepRecord, type StepRequest } from '../ledger/step';
import type { SourceHost } from '../python/imports';
import type { ModelEntry } from '../workspace/config';
import { discoverEntries, inferFor, type DiscoveredEntry, type DiscoveryOptions } from '../workspace/entries';
import { joinPath, normalizePath } from '../workspace/paths';
import { stepRequest, type ModelTarget } from '../workspace/request';
import { displayPath, loadParser, type Workspace } from './environment';
import { UsageError } from './options';

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

export function modelFile(file: string): string {
  const path = resolve(file);
  if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`no such file: ${file}`);
  return normalizePath(path);
}

/** A config entry as a model; what it leaves open is inferred. */
export async function modelOfEntry(
  entry: ModelEntry,
  workspace: Workspace,
  host: SourceHost,
  paths: readonly string[],
): Promise<Model[]> {
  const file = joinPath(workspace.root, entry.file);
  const base = {
    file,
    mode: entry.mode,
    precision: entry.precision,
    optimizer: entry.optimizer,
    accumulate: entry.accumulate,
    steps: entry.steps,
    device: entry.device ?? workspace.config.device,
  };
  const target: ModelTarget = {
    ...base,
    expression: entry.expression ?? '',
    inputs: entry.inputs,
    sizes: entry.sizes,
    ...(entry.loss === undefined ? {} : { loss: entry.loss }),
    ...(entry.call === undefined ? {} : { call: entry.call }),
  };
  const model: Model = {
    name: entry.name,
    target,
    assumptions: [],
    alternatives: [],
    problem: undefined,
    budget: entry.budget,
  };
  if (!host.isFile(file)) return [{ ...model, problem: `no such file: ${displayPath(file)}` }];
  if (entry.expression === undefined) {
    const found = await discover(file, host, paths);
    if (found.length === 0) return [{ ...model, problem: `no model was found in ${displayPath(file)}` }];
    return found.map((each) =>
      withDiscovered(
        {
          ...model,
          name: found.length > 1 ? `${entry.name}: ${each.name}` : entry.name,
          target: { ...target },
        },
        each,
      ),
    );
  }
  return [await completed(model, host, paths)];
}

/** The models of a file, found by its source. */
export async function modelsOfFile(
  file: string,
  base: Omit<ModelTarget, 'file' | 'expression' | 'inputs' | 'sizes'>,
  host: SourceHost,
  paths: readonly string[],
): Promise<Model[]> {
  return (await discover(file, host, paths)).map((entry) =>
    withDiscovered(
      {
        name: entry.name,
        target: { ...base, file, expression: '', inputs: [], sizes: {} },
        assumptions: [],
        alternatives: [],
        problem: undefined,
        budget: undefined,
      },
      entry,
    ),
  );
}

/** Infers the inputs of a model whose expression is given and whose inputs are not. */
export async function completed(model: Model, host: SourceHost, paths: readonly string[]): Promise<Model> {
  const { target } = model;
  if (target.inputs.length > 0 || target.call !== undefined) return model;
  const text = host.readFile(target.file);
  if (text === undefined) return model;
  const options = await discoveryOptions(host, paths);
  const result = options.parser.parse(text);
  try {
    const found = inferFor(target.file, result, target.expression, options);
    return found === undefined ? model : withDiscovered(model, found);
  } finally {
    result.dispose();
  }
}

async function discover(
  file: string,
  host: SourceHost,
  paths: readonly string[],
): Promise<DiscoveredEntry[]> {
  const text = host.readFile(file);
  if (text === undefined) return [];
  const options = await discoveryOptions(host, paths);
  const result = options.parser.parse(text);
  try {
    return discoverEntries(file, result, options);
  } finally {
    result.dispose();
  }
}

async function discoveryOptions(host: SourceHost, paths: readonly string[]): Promise<DiscoveryOptions> {
  return { parser: await loadParser(), host, paths };
}

/** Fills in what was discovered; what is given stays. */
function withDiscovered(model: Model, found: DiscoveredEntry): Model {
  const { target } = model;
  const inputs = target.inputs.length > 0 ? target.inputs : found.inputs;
  const given = Object.keys(target.sizes);
  const sizes = { ...found.sizes, ...target.sizes };
  const loss = target.loss ?? (target.mode === 'train' ? found.loss : undefined);
  const isGiven = target.expression !== '';
  return {
    ...model,
    target: {
      ...target,
      expression: isGiven ? target.expression : (found.expression ?? ''),
      inputs,
      sizes,
      ...(loss === undefined ? {} : { loss }),
    },
    assumptions: [
      ...model.assumptions,
      ...found.assumptions.filter(
        ({ message }) =>
          !(isGiven && /constructor|arguments/.test(message)) &&
          !(target.mode !== 'train' && message.startsWith('the loss')),
      ),
    ],
    alternatives: found.alternatives.map((sizes) => ({
      ...sizes,
      ...Object.fromEntries(given.map((name) => [name, target.sizes[name]!])),
    })),
    problem:
      found.expression === undefined || !(isGiven && found.problem?.includes('constructor'))
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

export interface RunOptions {
  maxInstructions?: number;
  allocatorConfig?: string;
  /** Also find how saved bytes grow with the sizes. */
  growth: boolean;
}

/** Runs a model; where inferred sizes do not fit its shapes, others are tried. */
export function runModel(machine: Machine, host: SourceHost, model: Model, options: RunOptions): ModelRun {
  const first = attempt(machine, host, model, model.target.sizes, options, []);
  let run = first;
  if (
    first.record.error?.type === 'RuntimeError' ||
    first.record.error?.type === 'AssertionError' ||
    first.record.error?.type === 'ValueError'
  ) {
    for (const sizes of model.alternatives) {
      const next = attempt(machine, host, model, sizes, options, [
        {
          kind: 'assumption',
          message: `other sizes did not fit the model: ${describeSizes(sizes)} are taken`,
          pin: `"sizes": ${JSON.stringify(sizes)}`,
        },
      ]);
      if (next.record.error !== undefined) continue;
      run = next;
      break;
    }
  }
  if (options.growth && run.record.error === undefined) addGrowth(machine, run);
  return run;
}

function describeSizes(sizes: Record<string, number>): string {
  return Object.entries(sizes)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

function attempt(
  machine: Machine,
  host: SourceHost,
  model: Model,
  sizes: Record<string, number>,
  options: RunOptions,
  notes: AccountNote[],
): ModelRun {
  const { request, assumptions } = stepRequest(host, { ...model.target, sizes });
  if (options.maxInstructions !== undefined) request.maxInstructions = options.maxInstructions;
  if (options.allocatorConfig !== undefined) request.allocatorConfig = options.allocatorConfig;
  const record = runStep(machine, request);
  const all = [...model.assumptions, ...assumptions, ...notes].map((note) =>
    note.file === undefined ? note : { ...note, file: displayPath(note.file) },
  );
  return { request, record, account: buildAccount(record, { displayPath, assumptions: all }) };
}

/** Finds how saved bytes grow, of the model and of each module. */
function addGrowth(machine: Machine, { request, account }: ModelRun): void {
  if (Object.keys(request.sizes).length === 0) return;
  const figures = (of: Account): Map<string, number> =>
    new Map([
      ['saved', of.saved.bytes],
      ...of.modules.map(({ path, saved_bytes }): [string, number] => [`module ${path}`, saved_bytes]),
    ]);
  const growth = findGrowth(request.sizes, figures(account), (sizes) => {
    const record = runStep(machine, {
      ...request,
      sizes: { ...sizes },
      steps: 1,
      accumulate: 1,
      forwardOnly: true,
    });
    return record.error === undefined ? figures(buildAccount(record)) : undefined;
  });
  account.growth = formatGrowth(new Map([...growth].filter(([name]) => !name.startsWith('module '))));
  for (const module of account.modules) {
    const polynomial = growth.get(`module ${module.path}`);
    if (polynomial !== undefined && module.saved_bytes > 0) module.growth = formatPolynomial(polynomial);
  }
}
