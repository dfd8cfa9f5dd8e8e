/** `vram-ledger compare FILE`: a measurement beside the prediction. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyEdits as applyJson, modify } from 'jsonc-parser';
import { formatBytes, type Account } from '../ledger/account';
import type { Comparison, Measured, Pair } from '../ledger/comparison';
import {
  compareWithRun,
  isUnreadable,
  MOST_LINES,
  pairTexts,
  readMeasurement,
  signed,
} from '../ledger/measurement';
import { runScript, scriptAccount } from '../ledger/script';
import type { StepRecord } from '../ledger/step';
import type { Entry } from '../workspace/config';
import { joinPath } from '../workspace/paths';
import { complain, print } from './console';
import { createMachine, displayPath, openWorkspace, searchPathFor, type Workspace } from './environment';
import { NodeHost } from './host-node';
import { modelOfEntry, runModel, runnable } from './models';
import { placeText } from './notebook-places';
import { parseOptions, UsageError } from './options';
import { table } from './text';

const USAGE = `Usage: vram-ledger compare FILE [ENTRY] [options]

FILE is what the script of \`vram-ledger measure ENTRY\` printed, or a memory snapshot of PyTorch's
(torch.cuda.memory._record_memory_history(stacks="python") first, torch.cuda.memory._dump_snapshot(FILE) at the end).
ENTRY is an entry of vram-ledger.json; a measurement names its own.

  --keep                    write the measured context into vram-ledger.json; it is used from then on
  --config FILE             the config (default: the nearest vram-ledger.json)
  --path DIR                a further folder that modules are imported from (repeatable)
  --python ENV              a virtual environment or a folder of packages, read as source
  --json                    all of it as JSON

Exit status: 0; 1 the file cannot be read or the model cannot be run; 2 usage.`;

const MAX_INSTRUCTIONS = 200_000_000;

export async function compare(args: string[]): Promise<number> {
  const { values, lists, flags, positionals } = parseOptions(args, {
    keep: 'flag',
    config: 'value',
    path: 'list',
    python: 'value',
    json: 'flag',
    help: 'flag',
  });
  if (flags.has('help')) {
    print(USAGE);
    return 0;
  }
  const [file, name, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError('compare needs a file, and may take an entry');
  let data: Uint8Array;
  try {
    data = readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
  const workspace = openWorkspace(resolve('.'), values.get('config'), true);
  const options = { paths: lists.get('path') ?? [], python: values.get('python') };
  try {
    const measurement = readMeasurement(data);
    const { measured } = measurement;
    const entry = entryOf(workspace, name, measured?.case);
    const { record, account } = await runEntry(entry, workspace, options);
    const status = report(entry, account, compareWithRun(account, record, measurement), flags.has('json'));
    if (flags.has('keep') && measured !== undefined) keep(measured, account, workspace);
    return status;
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    complain(`${file}: ${error.message}`);
    return 1;
  }
}

function entryOf(
  { config, configFile }: Workspace,
  name: string | undefined,
  measured: string | undefined,
): Entry {
  const wanted = name ?? measured;
  const names = config.entries.map((entry) => entry.name);
  if (configFile === undefined) throw new UsageError('no vram-ledger.json here or above');
  const found =
    wanted === undefined && config.entries.length === 1
      ? config.entries[0]
      : config.entries.find((entry) => entry.name === wanted);
  if (found === undefined)
    throw new UsageError(
      `${wanted === undefined ? 'name the entry that was measured' : `the config has no entry '${wanted}'`}; it has ${names.join(', ')}`,
    );
  return found;
}

async function runEntry(
  entry: Entry,
  workspace: Workspace,
  options: { paths: readonly string[]; python: string | undefined },
): Promise<{ record: StepRecord; account: Account }> {
  const host = new NodeHost();
  const file = joinPath(workspace.root, entry.file);
  const search = searchPathFor(host, workspace, options, file);
  const machine = await createMachine(host, search, () => {});
  if (entry.kind === 'script') {
    const device = entry.device ?? workspace.config.device;
    const record = runScript(machine, {
      file,
      args: entry.args,
      folder: workspace.root,
      maxInstructions: 10 * MAX_INSTRUCTIONS,
      device,
    });
    return { record, account: scriptAccount(record) };
  }
  const [model] = await modelOfEntry(entry, workspace, host, search);
  if (model === undefined) throw new UsageError(`nothing was found in '${entry.name}'`);
  return runModel(machine, host, runnable(model), { growth: 'none', maxInstructions: MAX_INSTRUCTIONS });
}

function report(entry: Entry, account: Account, comparison: Comparison, json: boolean): number {
  if (account.status === 'failed') {
    const { error } = account;
    complain(`${entry.name}: ${error?.type ?? ''}: ${error?.message ?? 'it cannot be run'}`);
    return 1;
  }
  if (json) {
    const lines = comparison.lines.map((line) => ({ ...line, file: displayPath(line.file) }));
    print(JSON.stringify({ schema: 1, entry: entry.name, ...comparison, lines }, null, 2));
    return 0;
  }
  const { phases, totals, residual, lines, notes } = comparison;
  print(
    `${entry.name} on ${account.device}, PyTorch ${account.torch}${account.status === 'partial' ? ' (a partial account: at least)' : ''}`,
  );
  const rows = [
    ['', 'predicted', 'measured', 'difference', ''],
    ...phases.map((each) => pairRow(`${each.name}${each.kind === 'end' ? ', at its end' : ', peak'}`, each)),
    ...totals.map((each) => pairRow(each.name, each)),
  ];
  print(['', ...table(rows, 'lrrrr').map((line) => `  ${line}`)].join('\n'));
  if (residual.length > 0) {
    const whole = residual.reduce((sum, { bytes }) => sum + bytes, 0);
    print(`\n  The measured total is ${signed(whole)}; of this`);
    for (const line of table(
      residual.map(({ name, bytes }) => [name, signed(bytes)]),
      'lr',
    ))
      print(`    ${line}`);
  }
  if (lines.length > 0) {
    const shown = lines.slice(0, MOST_LINES);
    print('\n  At the peak');
    const lineRows = shown.map((each) =>
      pairRow(each.line === undefined ? `(${each.file})` : placeText(each.file, each.line), each),
    );
    for (const line of table(lineRows, 'lrrrr')) print(`    ${line}`);
    if (lines.length > shown.length) print(`    … and ${lines.length - shown.length} more`);
  }
  for (const note of notes) print(`\n  note: ${note}`);
  return 0;
}

function pairRow(name: string, pair: Pair): string[] {
  const { predicted, measured } = pair;
  const isShare = predicted !== undefined && measured !== undefined && predicted !== 0;
  return [name, ...pairTexts(pair), isShare ? `${(100 * (measured / predicted - 1)).toFixed(1)} %` : ''];
}

/** Writes what was measured of the device into the config. */
function keep({ process, reserved }: Measured, { device }: Account, { configFile }: Workspace): void {
  if (process === undefined || reserved === undefined || configFile === undefined) {
    complain('the measurement does not tell the context: nothing is kept');
    return;
  }
  const text = readFileSync(configFile, 'utf8');
  const edits = modify(text, ['measured', device, 'context'], process - reserved, {
    formattingOptions: { tabSize: 2, insertSpaces: true, eol: '\n' },
  });
  writeFileSync(configFile, applyJson(text, edits));
  print(`\nKept in ${displayPath(configFile)}: a context of ${formatBytes(process - reserved)} on ${device}`);
}
