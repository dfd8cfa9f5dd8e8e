/** `vram-ledger fit`: what would make a model fit, and how large it can be as it is. */
import { resolve } from 'node:path';
import { applyEdits, type Change } from '../advice/action';
import { computeWords } from '../advice/evaluate';
import { fit as search, type FitResult, type Plan } from '../advice/fit';
import { largestSize } from '../advice/largest';
import { modelSubject, scriptSubject, type SubjectParts } from '../advice/model-subject';
import { parseSize } from '../device/parse-size';
import { formatBytes, type LargestSize } from '../ledger/account';
import type { ScriptRequest } from '../ledger/script';
import { marginBytes } from '../workspace/config';
import { distributedJson } from '../workspace/distributed';
import { MemoryHost, OverlayHost } from '../workspace/memory-host';
import { joinPath } from '../workspace/paths';
import type { SearchPath } from '../workspace/search-path';
import { MODEL_OPTIONS, MODEL_USAGE, modelsFor, readOverlay, searchOf } from './chosen-model';
import { complain, print } from './console';
import {
  createMachine,
  deviceOption,
  displayPath,
  loadParser,
  openWorkspace,
  searchPathFor,
  type Workspace,
} from './environment';
import { NodeHost } from './host-node';
import { runnable, type Model } from './models';
import { placeText } from './notebook-places';
import { parseCount, parseOptions, UsageError, type OptionKind, type Parsed } from './options';
import { largestText, table } from './text';
import { unifiedDiff } from './unified-diff';

const USAGE = `Usage: vram-ledger fit ENTRY|FILE.py::EXPR [options]

Finds the cheapest sets of actions with which the process fits the device, and the largest sizes that fit as it is. Of an entry that is a
script, the actions are edits of its files.

  --budget SIZE             what the process may take, such as 24GiB (default: the entry's budget, the device's memory)
  --diff N                  print what the plan of row N changes
  --time SECONDS            how long to look (default 30)
${MODEL_USAGE}
  --json                    all of it as JSON

Exit status: 0 it fits, or there is a plan; 1 nothing was found, or the model cannot be run; 2 usage.`;

const OPTIONS: Record<string, OptionKind> = {
  ...MODEL_OPTIONS,
  steps: 'value',
  budget: 'value',
  diff: 'value',
  time: 'value',
  json: 'flag',
  help: 'flag',
};

/** The first step makes the optimizer's state, the second has it. */
const STEPS = 2;
const MAX_INSTRUCTIONS = 200_000_000;

export async function fit(args: string[]): Promise<number> {
  const parsed = parseOptions(args, OPTIONS);
  const { values, flags, positionals } = parsed;
  if (flags.has('help')) {
    print(USAGE);
    return 0;
  }
  const [name, ...more] = positionals;
  if (name === undefined) throw new UsageError('fit needs an entry of the config, or FILE.py::EXPR');
  if (more.length > 0) throw new UsageError(`fit takes one model, not also '${more[0]}'`);
  const time = 1000 * (values.has('time') ? parseCount('time', values.get('time')!) : 30);
  const files = new NodeHost();
  const host = new OverlayHost(files, new MemoryHost());
  const asked = scriptEntry(name, parsed) ?? (await askedModel(name, parsed, files));
  const { workspace, search: searchPath, entryBudget } = asked;
  const parts: SubjectParts = {
    machine: await createMachine(host, searchPath, () => {}),
    host,
    parser: await loadParser(),
    isOwn: (path) =>
      !path.startsWith('<') && !searchPath.libraryRoots.some((root) => path.startsWith(`${root}/`)),
    now: () => performance.now(),
  };
  const bound = values.has('max-instructions')
    ? parseCount('max-instructions', values.get('max-instructions')!)
    : MAX_INSTRUCTIONS;
  const subject =
    asked.kind === 'script'
      ? scriptSubject(parts, { ...asked.request, maxInstructions: bound })
      : modelSubject(parts, asked.model, { maxInstructions: bound });
  const { account } = subject.baseline;
  if (account.status === 'failed') {
    const { error } = account;
    const place = error?.file === undefined ? '' : `${placeText(error.file, error.line ?? 1)}: `;
    const { type = '', message = 'it cannot be run' } = error ?? {};
    complain(`${place}${message.startsWith(`${type}:`) ? '' : `${type}: `}${message}`);
    return 1;
  }
  const budget = budgetOf(values.get('budget'), entryBudget, account.memory.total);
  const limit = budget - marginBytes(workspace.config.margin, account.memory.total);
  const result = search(subject, { limit, time });
  const deadline = performance.now() + time;
  const largest = Object.keys(account.sizes).map((size) => largestSize(subject, size, limit, deadline));
  if (flags.has('json')) print(JSON.stringify(asJson(result, largest, budget, host), null, 2));
  else if (values.has('diff')) {
    const plan = result.plans[parseCount('diff', values.get('diff')!) - 1];
    if (plan === undefined) throw new UsageError(`there are ${result.plans.length} plans`);
    print(changeText(plan.change, host).trimEnd());
  } else print(text(asked.title, result, largest, budget));
  return result.fits || result.plans.length > 0 ? 0 : 1;
}

/** What is to be made to fit, and how it is found. */
type Asked = {
  title: string;
  workspace: Workspace;
  search: SearchPath;
  /** Bytes, where the entry has a budget of its own. */
  entryBudget: number | undefined;
} & ({ kind: 'model'; model: Model } | { kind: 'script'; request: ScriptRequest });

async function askedModel(name: string, parsed: Parsed, files: NodeHost): Promise<Asked> {
  const overlay = readOverlay(parsed);
  const { models, workspace } = await modelsFor(name, parsed, files);
  const [chosen] = models;
  if (chosen === undefined) throw new UsageError(`no model was found in ${name}; name one: ${name}::Model()`);
  if (models.length > 1)
    throw new UsageError(
      `${name} has ${models.length} models: name one of ${models.map((each) => each.name).join(', ')}`,
    );
  const search = searchOf(files, workspace, parsed, chosen);
  const model = runnable(await overlay(chosen, files, search));
  model.target.steps = Math.min(model.target.steps, STEPS);
  const title = `${model.target.expression} in ${displayPath(model.target.file)}`;
  return { kind: 'model', model, workspace, search, title, entryBudget: model.budget };
}

/** The script that is an entry of the config; undefined where the name is none. */
function scriptEntry(name: string, parsed: Parsed): Asked | undefined {
  const { values, lists } = parsed;
  const workspace = openWorkspace(resolve('.'), values.get('config'));
  const { config, root } = workspace;
  const entry = config.entries.find((each) => each.name === name);
  if (entry?.kind !== 'script') return undefined;
  const given = [...values.keys(), ...lists.keys()].find((option) => OF_MODELS.includes(option));
  if (given !== undefined) throw new UsageError(`'${name}' is a script: --${given} says how a model is run`);
  const file = joinPath(root, entry.file);
  const host = new NodeHost();
  if (!host.isFile(file)) throw new UsageError(`no such file: ${displayPath(file)}`);
  const device = values.has('device') ? deviceOption(values.get('device')!) : (entry.device ?? config.device);
  return {
    kind: 'script',
    request: { file, args: entry.args, folder: workspace.root, device },
    workspace,
    search: searchPathFor(
      host,
      workspace,
      { paths: lists.get('path') ?? [], python: values.get('python') },
      file,
    ),
    title: `${[displayPath(file), ...entry.args].join(' ')}, as a script`,
    entryBudget: entry.budget,
  };
}

/** Options that say how a model's step is run. */
const OF_MODELS = ['input', 'size', 'call', 'loss', 'mode', 'optimizer', 'precision', 'accumulate', 'steps'];

function budgetOf(option: string | undefined, entry: number | undefined, memory: number): number {
  if (option === undefined) return Math.min(entry ?? Infinity, memory);
  const bytes = parseSize(option);
  if (bytes === undefined) throw new UsageError(`--budget is a size such as 24GiB, not '${option}'`);
  return bytes;
}

function text(name: string, result: FitResult, largest: readonly LargestSize[], budget: number): string {
  const { before, fits, plans, nearest, limit } = result;
  const margin = budget - limit;
  const lines = [
    name,
    `  process ${formatBytes(before.process)} (peak allocated ${formatBytes(before.allocated)} in ${before.phase}), may take ${formatBytes(limit)}` +
      (margin > 0 ? ` (${formatBytes(budget)} without a margin of ${formatBytes(margin)})` : ''),
    '',
  ];
  if (fits) lines.push('  It fits as it is.');
  else if (plans.length === 0)
    lines.push(
      '  No set of the known actions makes it fit.',
      ...(nearest === undefined
        ? []
        : [`  Nearest: ${formatBytes(nearest.evaluation.after.process)} with ${names(nearest)}`]),
    );
  else
    lines.push(
      ...table(
        [
          ['', 'process', 'peak', 'compute', 'what changes'],
          ...plans.map((plan, i) => [String(i + 1), ...row(plan)]),
        ],
        'lrrrl',
      ).map((line) => `  ${line}`),
    );
  if (!result.complete) lines.push('  The time was over before all sets were looked at (--time).');
  if (largest.length > 0) lines.push('', '  As it is, the largest size that fits:');
  for (const size of largest) lines.push(`    ${largestText(size)}`);
  return lines.join('\n');
}

function names({ actions }: Plan): string {
  return actions.map(({ what }) => what).join(' + ');
}

function row(plan: Plan): string[] {
  const { after, extraCompute } = plan.evaluation;
  return [
    formatBytes(after.process),
    formatBytes(after.allocated),
    computeWords(extraCompute)?.replace(' compute', '') ?? '+0 %',
    plan.actions.map(({ what, price }) => (price === undefined ? what : `${what} (${price})`)).join(' + '),
  ];
}

function changeText({ sources, setting }: Change, host: OverlayHost): string {
  const parts = [...sources].map(([path, edits]) => {
    const before = host.readFile(path) ?? '';
    return unifiedDiff(displayPath(path), before, applyEdits(before, edits));
  });
  const settings = Object.entries(writtenSetting(setting)).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  if (settings.length > 0) parts.push(`In the entry of vram-ledger.json:\n  ${settings.join(',\n  ')}\n`);
  return parts.join('\n');
}

/** A setting as the config's entry says it; what DeepSpeed's config says is changed there. */
function writtenSetting({ distributed, ...others }: Change['setting']): Record<string, unknown> {
  if (distributed === undefined || distributed.deepspeed !== undefined) return others;
  return { ...others, distributed: distributedJson(distributed) };
}

function asJson(
  result: FitResult,
  largest: readonly LargestSize[],
  budget: number,
  host: OverlayHost,
): object {
  const { limit, before, fits, plans, nearest, runs, complete, milliseconds } = result;
  const planJson = ({ actions, change, evaluation: { after, extraCompute } }: Plan): object => ({
    process: after.process,
    peak: after,
    extra_flops: after.stepFlops - before.stepFlops,
    extra_compute: extraCompute,
    actions: actions.map(({ id, kind, what, keeps, price }) => ({
      id: id.replace(/@.*$/, ''),
      kind,
      what,
      keeps,
      price,
    })),
    setting: writtenSetting(change.setting),
    edits: [...change.sources].map(([path, edits]) => ({ file: displayPath(path), edits })),
    diff: changeText({ ...change, setting: {} }, host),
  });
  return {
    schema: 1,
    budget,
    limit,
    before,
    fits,
    plans: plans.map(planJson),
    nearest: nearest === undefined ? null : planJson(nearest),
    largest,
    runs,
    milliseconds: Math.round(milliseconds),
    complete,
  };
}
