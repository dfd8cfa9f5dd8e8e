/** `vram-ledger measure ENTRY`: writes a Python script that measures the same step on the user's GPU. */
import { resolve } from 'node:path';
import { optimizerExpression } from '../ledger/expressions';
import { splitTarget, type ModelEntry } from '../workspace/config';
import { isNotebook } from '../workspace/notebook';
import { joinPath } from '../workspace/paths';
import { stepRequest } from '../workspace/request';
import { print } from './console';
import { openWorkspace, searchPathFor } from './environment';
import { NodeHost } from './host-node';
import { measureScript } from '../features/measure-script';
import { modelOfEntry } from './models';
import { parseOptions, UsageError } from './options';

const USAGE = `Usage: vram-ledger measure ENTRY [--config FILE]

Prints a Python script for an entry of vram-ledger.json. Run it where your GPU is:

  vram-ledger measure gpt > measure_gpt.py && python measure_gpt.py

It warms up, measures each phase of the step, and prints one line of JSON.`;

export async function measure(args: string[]): Promise<number> {
  const { values, lists, flags, positionals } = parseOptions(args, {
    config: 'value',
    path: 'list',
    python: 'value',
    help: 'flag',
  });
  if (flags.has('help')) {
    print(USAGE);
    return 0;
  }
  const [name] = positionals;
  if (name === undefined) throw new UsageError('measure needs an entry of the config');
  const workspace = openWorkspace(resolve('.'), values.get('config'));
  const { file, expression } = splitTarget(name);
  const entry = workspace.config.entries.find(
    (each): each is ModelEntry =>
      each.kind === 'model' && (each.name === name || (each.file === file && each.expression === expression)),
  );
  if (entry === undefined) throw new UsageError(`the config has no model entry '${name}'`);
  if (isNotebook(entry.file))
    throw new UsageError(
      `${entry.file} is a notebook, which a script cannot import: move the model into a module, or compare a memory snapshot`,
    );
  const host = new NodeHost();
  const search = searchPathFor(
    host,
    workspace,
    { paths: lists.get('path') ?? [], python: values.get('python') },
    joinPath(workspace.root, entry.file),
  );
  const [model] = await modelOfEntry(entry, workspace, host, search);
  if (model === undefined || model.problem !== undefined)
    throw new UsageError(model?.problem ?? `nothing to measure in '${name}'`);
  const { request } = stepRequest(host, model.target);
  const folders = search.paths.filter((path) => !search.libraryRoots.includes(path));
  print(measureScript(entry.name, request, folders, optimizerExpression(request.optimizer)));
  return 0;
}
