/** From the command line to models that can be run. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Account, LargestSize } from '../ledger/account';
import { buildAccount } from '../ledger/build-account';
import { largestSize } from '../advice/largest';
import { targetWith, withEffort } from '../advice/subject';
import { fastestSize, findGrowth, formatGrowth, multiplesOf } from '../ledger/growth';
import type { Machine } from '../ledger/machine';
import { formatPolynomial } from '../ledger/polynomial';
import { runStep } from '../ledger/step';
import type { SourceHost } from '../python/imports';
import type { ParseResult } from '../python/parser';
import type { ModelEntry } from '../workspace/config';
import { discoverEntries } from '../workspace/entries';
import {
  completedModel,
  modelOfDiscovered,
  modelsOfEntry,
  runModel as run,
  type Model,
  type ModelRun,
  type ModelRunOptions,
  type ModelSources,
  type RunSetting,
} from '../workspace/models';
import { isNotebook } from '../workspace/notebook';
import { normalizePath } from '../workspace/paths';
import { observeCall, type Observe } from '../workspace/observed-call';
import type { SearchPath } from '../workspace/search-path';
import { displayPath, loadParser, makeMachine, type Workspace } from './environment';
import { tellCells } from './notebook-places';
import { UsageError } from './options';

export type { Model } from '../workspace/models';

export function modelFile(file: string): string {
  const path = resolve(file);
  if (!existsSync(path) || !statSync(path).isFile()) throw new UsageError(`no such file: ${file}`);
  return normalizePath(path);
}

/** A config entry as models; what it leaves open is inferred. */
export async function modelOfEntry(
  entry: ModelEntry,
  { root, config }: Workspace,
  host: SourceHost,
  search: SearchPath,
): Promise<Model[]> {
  return modelsOfEntry(entry, { root, config, ...(await sourcesOf(host, search)) });
}

/** The models of a file, found by its source. */
export async function modelsOfFile(
  file: string,
  setting: RunSetting,
  host: SourceHost,
  search: SearchPath,
): Promise<Model[]> {
  const { discovery, parse } = await sourcesOf(host, search);
  const parsed = parse(file);
  if (parsed === undefined) return [];
  return discoverEntries(file, parsed, discovery).map((found) => modelOfDiscovered(file, found, setting));
}

/** Infers the inputs of a model whose expression is given and whose inputs are not. */
export async function completed(model: Model, host: SourceHost, search: SearchPath): Promise<Model> {
  return completedModel(model, await sourcesOf(host, search));
}

async function sourcesOf(
  host: SourceHost,
  search: SearchPath,
): Promise<Pick<ModelSources, 'discovery' | 'parse'>> {
  const parser = await loadParser();
  let machine: Machine | undefined;
  const parse = (path: string): ParseResult | undefined => {
    const text = host.readFile(path);
    return text === undefined ? undefined : parser.parse(text);
  };
  const observe: Observe = (wanted) => {
    machine ??= makeMachine(parser, host, search, () => {});
    return observeCall(machine, wanted);
  };
  return { discovery: { parser, host, paths: search.paths, observe }, parse };
}

export interface RunOptions extends Omit<ModelRunOptions, 'displayPath'> {
  /** Also find how figures grow with the sizes: of the model's own (`saved` and what it consists of), or also of the step's peaks. */
  growth: 'none' | 'model' | 'step';
}

/** A model of which something is not known, run with what is: the error is the program's own, with its place. */
export function runnable(model: Model): Model {
  if (model.target.expression !== '') return model;
  return { ...model, target: { ...model.target, expression: model.name } };
}

/** Runs a model; where inferred sizes do not fit its shapes, others are tried. */
export function runModel(machine: Machine, host: SourceHost, model: Model, options: RunOptions): ModelRun {
  const result = run(machine, host, model, { ...options, displayPath });
  if (options.growth !== 'none' && result.record.error === undefined)
    addGrowth(machine, result, options.growth === 'step');
  return isNotebook(model.target.file) ? { ...result, account: tellCells(result.account) } : result;
}

/**
 * The largest value of each named size with which the model fits the device, the others as they are; that of a failed run has none.
 * @param milliseconds that are spent on it
 */
export function largestSizes(
  machine: Machine,
  host: SourceHost,
  model: Model,
  baseline: ModelRun,
  milliseconds: number,
): LargestSize[] {
  if (baseline.record.error !== undefined) return [];
  const { sizes } = baseline.request;
  const base = { ...model.target, sizes: { ...model.target.sizes, ...sizes } };
  const subject: Parameters<typeof largestSize>[0] = {
    baseline,
    target: base,
    run(change, effort = 'full') {
      const { target, options } = withEffort(targetWith(base, change), effort);
      return run(machine, host, { ...model, target }, options);
    },
    now: () => performance.now(),
  };
  const deadline = performance.now() + milliseconds;
  return Object.keys(sizes).map((size) =>
    largestSize(subject, size, baseline.account.memory.total, deadline),
  );
}

/** Steps after which the peaks repeat: the first one makes the optimizer's state. */
const SETTLED = 2;

/**
 * Finds how figures grow, of the model and of each module.
 * @param peaks whole steps are run: the optimizer's state and the peaks (in requested bytes) are told too
 */
function addGrowth(machine: Machine, { request, account }: ModelRun, peaks: boolean): void {
  if (Object.keys(request.sizes).length === 0) return;
  const figures = (of: Account): Map<string, number> =>
    new Map([
      ['saved', of.saved.bytes],
      ['parameters', of.parameters.bytes],
      ['buffers', of.buffers.bytes],
      ['gradients', of.parameters.trainable_bytes],
      ...(peaks
        ? [
            ['optimizer_state', of.optimizer_state.bytes] as [string, number],
            ...of.phases.map(({ name, peak_requested }): [string, number] => [
              `peak_${name}`,
              peak_requested,
            ]),
            ['peak', of.peak.requested] as [string, number],
          ]
        : []),
      ...of.modules.map(({ path, saved_bytes }): [string, number] => [`module ${path}`, saved_bytes]),
    ]);
  const short = { steps: 1, accumulate: 1, forwardOnly: true };
  const whole = {
    steps: Math.min(request.steps, SETTLED),
    accumulate: Math.min(request.accumulate, SETTLED),
  };
  const growth = findGrowth(request.sizes, figures(account), (sizes) => {
    const record = runStep(machine, { ...request, sizes: { ...sizes }, ...(peaks ? whole : short) });
    return record.error === undefined ? figures(buildAccount(record)) : undefined;
  });
  const figuresOfModel = new Map([...growth].filter(([name]) => !name.startsWith('module ')));
  account.growth = formatGrowth(figuresOfModel);
  const multiples = multiplesOf(figuresOfModel);
  if (Object.keys(multiples).length > 0) account.growth_multiples = multiples;
  const saved = growth.get('saved');
  const fastest = saved === undefined ? undefined : fastestSize(saved, request.sizes);
  if (fastest !== undefined) account.growth_fastest = fastest;
  for (const module of account.modules) {
    const polynomial = growth.get(`module ${module.path}`);
    if (polynomial !== undefined && module.saved_bytes > 0) module.growth = formatPolynomial(polynomial);
  }
}
