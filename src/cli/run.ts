/** `vram-ledger run SCRIPT.py [ARG…]`: executes a script as Python would on a machine with one CUDA device. */
import type { Machine } from '../ledger/machine';
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AllocatorConfigError } from '../device/allocator-config';
import { DEFAULT_DEVICE } from '../device/profiles';
import { describeOutputs } from '../ledger/outputs';
import { StepRecorder } from '../ledger/recorder';
import { dis } from '../python/dis';
import { EXIT_LIMIT, type Outcome } from '../python/program';
import { SyntaxFailure } from '../python/vm';
import { normalizePath } from '../workspace/paths';
import { complain, flush, print, write } from './console';
import { createMachine, deviceOption, loadParser, openWorkspace, searchPathFor } from './environment';
import { NodeHost } from './host-node';
import { placeText } from './notebook-places';
import { parseCount, parseOptions, UsageError, type OptionKind } from './options';

const USAGE = `Usage: vram-ledger run [options] SCRIPT.py [ARG…]

  --device PROFILE|SIZE     the device: a100-80gb, rtx-4090, 24GiB, … (default ${DEFAULT_DEVICE})
  --path DIR                a further folder that modules are imported from (repeatable)
  --python ENV              a virtual environment or a folder of packages, read as source
  --max-instructions N      the bound of the run
  --trace                   one line per tensor operation, on standard error
  --dis                     print the script's instructions instead of running it
  --quiet                   do not tell assumptions and what is missing

The exit status is Python's; ${EXIT_LIMIT} when a limit or something unsupported ended the run.`;

const OPTIONS: Record<string, OptionKind> = {
  device: 'value',
  path: 'list',
  python: 'value',
  'max-instructions': 'value',
  trace: 'flag',
  dis: 'flag',
  quiet: 'flag',
  help: 'flag',
};

/** Notes that are told; more are counted. */
const MOST_NOTES = 20;

export async function run(args: string[]): Promise<number> {
  const { values, lists, flags, positionals, rest } = parseOptions(args, OPTIONS, true);
  if (flags.has('help')) {
    print(USAGE);
    return 0;
  }
  const [script] = positionals;
  if (script === undefined) throw new UsageError('run needs a script');
  const file = resolve(script);
  if (!existsSync(file) || !statSync(file).isFile())
    throw new UsageError(`can't open file '${file}': No such file or directory`);
  const path = normalizePath(file);
  const host = new NodeHost();
  // Of a config, the script takes where modules are; the device is an argument's or the default.
  const workspace = openWorkspace(dirname(file), undefined, true);
  const device = deviceOption(values.get('device') ?? DEFAULT_DEVICE);
  const maxInstructions = values.has('max-instructions')
    ? parseCount('max-instructions', values.get('max-instructions')!)
    : undefined;
  const search = searchPathFor(
    host,
    workspace,
    { paths: lists.get('path') ?? [], python: values.get('python') },
    path,
  );
  if (flags.has('dis')) return disassemble(host, path);
  const machine = await createMachine(host, search, write);
  setLauncherVariables(machine);
  const recorder = flags.has('trace') ? new StepRecorder(machine.vm, Infinity) : undefined;
  if (recorder !== undefined) {
    recorder.onOperator = (name, result) => {
      const place = recorder.places.lineAt(recorder.places.current());
      const outputs = describeOutputs(result).map(({ shape, dtype }) => `${dtype}[${shape.join(', ')}]`);
      const total = recorder.timeline.totalAfter(recorder.timeline.length - 1, 'allocated');
      const at = place === null ? '' : `${placeText(place.file, place.line)} `;
      write('stderr', `${at}${name} -> ${outputs.join(', ') || '()'}  allocated ${total}\n`);
    };
  }
  let outcome: Outcome;
  try {
    outcome = machine.runScript(path, rest, {
      device,
      folder: normalizePath(process.cwd()),
      ...(maxInstructions === undefined ? {} : { maxInstructions }),
      ...(recorder === undefined ? {} : { recorder, observer: recorder.timeline }),
      ...(process.env.PYTORCH_CUDA_ALLOC_CONF === undefined
        ? {}
        : { allocatorConfig: process.env.PYTORCH_CUDA_ALLOC_CONF }),
    });
  } catch (error) {
    if (error instanceof AllocatorConfigError)
      throw new UsageError(`PYTORCH_CUDA_ALLOC_CONF: ${error.message}`);
    throw error;
  }
  flush();
  if (!flags.has('quiet')) tellNotes(outcome);
  if (outcome.limit !== undefined) {
    const { message, place } = outcome.limit;
    complain(`${place === undefined ? '' : `${placeText(place.file, place.line)}: `}${message}`);
    return EXIT_LIMIT;
  }
  return outcome.exitCode;
}

function tellNotes({ notes }: Outcome): void {
  for (const { kind, message, place } of notes.slice(0, MOST_NOTES))
    complain(`${place === undefined ? '' : `${placeText(place.file, place.line)}: `}${kind}: ${message}`);
  if (notes.length > MOST_NOTES) complain(`… and ${notes.length - MOST_NOTES} more`);
  const leftOut = notes.find((note) => note.leavesOut === true);
  if (leftOut !== undefined) {
    const { place } = leftOut;
    const since = place === undefined ? '' : ` from ${placeText(place.file, place.line)} on`;
    complain(
      `memory figures are lower bounds${since}: what PyTorch would do with what is unknown is left out`,
    );
  }
}

async function disassemble(host: NodeHost, path: string): Promise<number> {
  const { createFrontEnd } = await import('../python/front_end');
  const text = host.readFile(path) ?? '';
  try {
    print(dis(createFrontEnd(await loadParser()).compile(text, path, 'exec')));
    return 0;
  } catch (error) {
    if (!(error instanceof SyntaxFailure)) throw error;
    complain(`${placeText(path, error.line)}:${error.column + 1}: SyntaxError: ${error.message}`);
    return 1;
  }
}

/** What torchrun tells each of its processes. */
const LAUNCHER_VARIABLES = [
  'RANK',
  'WORLD_SIZE',
  'LOCAL_RANK',
  'LOCAL_WORLD_SIZE',
  'MASTER_ADDR',
  'MASTER_PORT',
];

/** Gives the program the variables of the launcher that this process has: `WORLD_SIZE=8 vram-ledger run train.py`. */
function setLauncherVariables({ vm }: Machine): void {
  const given = LAUNCHER_VARIABLES.filter((name) => process.env[name] !== undefined);
  if (given.length === 0) return;
  const environ = vm.getAttr(vm.import('os'), 'environ');
  for (const name of given) vm.setItem(environ, name, process.env[name]!);
}
