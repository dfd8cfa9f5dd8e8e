/** `vram-ledger check`: every entry of the config against its device; for continuous integration. */
import { resolve } from 'node:path';
import { formatBytes, type Account } from '../ledger/account';
import type { Machine } from '../ledger/machine';
import { runScript, scriptAccount } from '../ledger/script';
import { marginBytes, type Entry } from '../workspace/config';
import { joinPath } from '../workspace/paths';
import type { SearchPath } from '../workspace/search-path';
import { complain, print } from './console';
import { createMachine, displayPath, openWorkspace, searchPathFor, type Workspace } from './environment';
import { NodeHost } from './host-node';
import { modelOfEntry, runModel, runnable } from './models';
import { tellCells } from './notebook-places';
import { parseOptions, UsageError, type OptionKind } from './options';

const USAGE = `Usage: vram-ledger check [options] [ENTRY…]

Runs the entries of vram-ledger.json and compares what each takes with its device (or its budget).

  --config FILE             the config (default: the nearest vram-ledger.json)
  --path DIR                a further folder that modules are imported from (repeatable)
  --python ENV              a virtual environment or a folder of packages, read as source
  --json                    the accounts, in an array

Exit status: 0 everything fits; 1 something does not, cannot be run, or the config has a mistake;
3 something is only partly known; 2 usage.`;

const OPTIONS: Record<string, OptionKind> = {
  config: 'value',
  path: 'list',
  python: 'value',
  json: 'flag',
  help: 'flag',
};

/** The bound of a step; a script may take ten times as many. */
const MAX_INSTRUCTIONS = 200_000_000;

/** What became of one entry. */
interface Checked {
  name: string;
  verdict: 'ok' | 'over' | 'failed' | 'partial';
  text: string;
  account: Account | undefined;
}

export async function check(args: string[]): Promise<number> {
  const { values, lists, flags, positionals } = parseOptions(args, OPTIONS);
  if (flags.has('help')) {
    print(USAGE);
    return 0;
  }
  const workspace = openWorkspace(resolve('.'), values.get('config'));
  const { config } = workspace;
  if (workspace.configFile === undefined) throw new UsageError('no vram-ledger.json here or above');
  const names = config.entries.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`the config has no entry '${unknown}'; it has ${names.join(', ')}`);
  const entries = config.entries.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const host = new NodeHost();
  const options = { paths: lists.get('path') ?? [], python: values.get('python') };
  let machine: Machine | undefined;
  const results: Checked[] = [];
  for (const entry of entries) {
    const search = searchPathFor(host, workspace, options, joinPath(workspace.root, entry.file));
    machine ??= await createMachine(host, search, () => {});
    machine.setPath(search.paths, search.libraryRoots);
    const checked = await checkEntry(entry, workspace, host, machine, search);
    results.push(...checked);
    if (!flags.has('json')) for (const { verdict, text } of checked) print(`${verdict.padEnd(7)} ${text}`);
  }
  if (flags.has('json')) {
    print(
      JSON.stringify(
        results.flatMap(({ account }) => account ?? []),
        null,
        2,
      ),
    );
    for (const { account, text } of results) if (account === undefined) complain(text);
  }
  if (config.problems.some(({ severity }) => severity === 'error')) return 1;
  if (results.some(({ verdict }) => verdict === 'over' || verdict === 'failed')) return 1;
  return results.some(({ verdict }) => verdict === 'partial') ? 3 : 0;
}

async function checkEntry(
  entry: Entry,
  workspace: Workspace,
  host: NodeHost,
  machine: Machine,
  search: SearchPath,
): Promise<Checked[]> {
  const { config, root } = workspace;
  if (entry.kind === 'script') {
    const file = joinPath(root, entry.file);
    if (!host.isFile(file))
      return [
        {
          name: entry.name,
          verdict: 'failed',
          text: `${entry.name}: no such file: ${displayPath(file)}`,
          account: undefined,
        },
      ];
    const record = runScript(machine, {
      file,
      args: entry.args,
      folder: workspace.root,
      maxInstructions: 10 * MAX_INSTRUCTIONS,
      device: entry.device ?? config.device,
    });
    return [
      judge(
        entry.name,
        { entry: entry.name, ...tellCells(scriptAccount(record, { displayPath })) },
        entry,
        workspace,
      ),
    ];
  }
  const models = await modelOfEntry(entry, workspace, host, search);
  return models.map((model) => {
    if (!host.isFile(model.target.file))
      return {
        name: model.name,
        verdict: 'failed',
        text: `${model.name}: ${model.problem ?? `no such file: ${displayPath(model.target.file)}`}`,
        account: undefined,
      };
    const { account } = runModel(machine, host, runnable(model), {
      growth: 'none',
      maxInstructions: MAX_INSTRUCTIONS,
    });
    const checked = judge(model.name, { entry: model.name, ...account }, entry, workspace);
    if (checked.verdict === 'failed' && model.problem !== undefined) checked.text += `; ${model.problem}`;
    return checked;
  });
}

function judge(
  name: string,
  account: Account & { entry: string },
  entry: Entry,
  { config }: Workspace,
): Checked {
  const { peak, process: total, memory, device, status, error } = account;
  if (status === 'failed') {
    const place = error?.file === undefined ? '' : `${error.file}:${error.line}: `;
    return {
      name,
      verdict: 'failed',
      text: `${name}: ${place}${error?.type ?? ''}: ${error?.message ?? ''}`,
      account,
    };
  }
  const limit = Math.min(memory.total, entry.budget ?? Infinity);
  const margin = marginBytes(config.margin, memory.total);
  const need = total.bytes + margin;
  const partly = status === 'partial';
  const context = total.context_known ? ` + context ${formatBytes(total.context)}` : '';
  const text =
    `${name}: ${partly ? 'at least ' : ''}${formatBytes(need)} of ${formatBytes(limit)} (${entry.budget !== undefined && entry.budget <= memory.total ? 'budget' : device}): ` +
    `reserved ${formatBytes(peak.reserved)}${context}${margin > 0 ? ` + margin ${formatBytes(margin)}` : ''}; ` +
    `allocated ${formatBytes(peak.allocated)}, peak in ${peak.phase}${peak.file === null ? '' : ` at ${peak.file}:${peak.line}`}`;
  const isOver = need > limit || memory.overflow !== undefined;
  return { name, verdict: isOver ? 'over' : partly ? 'partial' : 'ok', text, account };
}
