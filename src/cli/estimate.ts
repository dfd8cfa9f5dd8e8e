/** `vram-ledger estimate FILE.py::EXPR`: runs one training step of a model and tells its account. */
import type { Account } from '../ledger/account';
import type { Machine } from '../ledger/machine';
import { MODEL_OPTIONS, MODEL_USAGE, modelsFor, readOverlay, searchOf } from './chosen-model';
import { complain, print, write } from './console';
import { createMachine, displayPath, loadParser } from './environment';
import { NodeHost } from './host-node';
import { largestSizes, modelFile, runModel, runnable } from './models';
import { placeText } from './notebook-places';
import { parseChoice, parseCount, parseOptions, UsageError, type OptionKind } from './options';
import { accountMarkdown, accountText, userTraceback } from './text';

const USAGE = `Usage: vram-ledger estimate FILE.py::EXPR [options]

EXPR is a Python expression that gives the nn.Module; without it, every model found in the file or the config.

${MODEL_USAGE}
  --steps N                 steps to run; figures are of the last (default 3)
  --format F                text, json, markdown; --json is short for json
  --growth                  tell how saved bytes, state and peaks grow with the sizes, and the largest sizes that fit
                            (json always tells how saved bytes grow)

Exit status: 0 a full account, 3 a partial one, 1 the model cannot be run, 2 usage.`;

const OPTIONS: Record<string, OptionKind> = {
  ...MODEL_OPTIONS,
  steps: 'value',
  format: 'value',
  json: 'flag',
  growth: 'flag',
  help: 'flag',
};

/** A step of a large model takes a few million. */
const MAX_INSTRUCTIONS = 200_000_000;

/** Milliseconds for the search of the largest sizes of one model. */
const LARGEST_TIME = 30_000;

export async function estimate(args: string[]): Promise<number> {
  const parsed = parseOptions(args, OPTIONS);
  if (parsed.flags.has('help')) {
    print(USAGE);
    return 0;
  }
  const [target, ...more] = parsed.positionals;
  if (target === undefined) throw new UsageError('estimate needs FILE.py::EXPR');
  if (more.length > 0) throw new UsageError(`estimate takes one model, not also '${more[0]}'`);
  const format = parsed.flags.has('json')
    ? 'json'
    : parseChoice('format', parsed.values.get('format') ?? 'text', ['text', 'json', 'markdown']);
  const overlay = readOverlay(parsed);
  const host = new NodeHost();
  const { models, workspace } = await modelsFor(target, parsed, host);
  if (models.length === 0) {
    const broken = await syntaxErrorOf(host, modelFile(target));
    if (broken !== undefined) {
      complain(broken);
      return 1;
    }
    throw new UsageError(`no model was found in ${target}; name one: ${target}::Model()`);
  }
  const chosen = await Promise.all(
    models.map((model) => overlay(model, host, searchOf(host, workspace, parsed, model))),
  );
  const accounts: Account[] = [];
  let machine: Machine | undefined;
  let status = 0;
  for (const model of chosen) {
    const search = searchOf(host, workspace, parsed, model);
    machine ??= await createMachine(host, search, () => {});
    const { paths, libraryRoots } = search;
    machine.setPath(paths, libraryRoots);
    const whole = runnable(model);
    const result = runModel(machine, host, whole, {
      growth: parsed.flags.has('growth') ? 'step' : format === 'text' ? 'none' : 'model',
      maxInstructions: MAX_INSTRUCTIONS,
      ...(parsed.values.has('max-instructions')
        ? { maxInstructions: parseCount('max-instructions', parsed.values.get('max-instructions')!) }
        : {}),
      ...(process.env.PYTORCH_CUDA_ALLOC_CONF === undefined
        ? {}
        : { allocatorConfig: process.env.PYTORCH_CUDA_ALLOC_CONF }),
    });
    const { account } = result;
    if (parsed.flags.has('growth'))
      account.largest = largestSizes(machine, host, whole, result, LARGEST_TIME);
    accounts.push(account);
    if (account.status === 'failed') {
      status = 1;
      if (model.problem !== undefined)
        complain(`${displayPath(model.target.file)}: ${model.name}: ${model.problem}`);
      if (format === 'text') write('stderr', userTraceback(account.error?.traceback ?? ''));
    } else if (account.status === 'partial' && status === 0) status = 3;
  }
  if (format === 'json')
    print(JSON.stringify(accounts.length === 1 && models.length === 1 ? accounts[0] : accounts, null, 2));
  else
    for (const [i, account] of accounts.entries())
      print((i > 0 ? '\n' : '') + (format === 'markdown' ? accountMarkdown(account) : accountText(account)));
  return status;
}

/** The SyntaxError of a file that does not parse, with its place. */
async function syntaxErrorOf(host: NodeHost, file: string): Promise<string | undefined> {
  const result = (await loadParser()).parse(host.readFile(file) ?? '');
  const [error] = result.errors;
  result.dispose();
  return error && `${placeText(file, error.line)}: SyntaxError: ${error.message}`;
}
