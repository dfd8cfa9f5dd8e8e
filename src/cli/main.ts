/** The command line: `vram-ledger COMMAND …`. Each command is loaded when it is asked for. */
import { complain, flush, print } from './console';
import { UsageError } from './options';

const USAGE = `Usage: vram-ledger COMMAND …

  run SCRIPT.py [ARG…]        run a script as on a machine with one CUDA device
  estimate FILE.py[::EXPR]    the memory of one training step of a model
  check                       every entry of vram-ledger.json against its device
  lsp --stdio                 the language server
  fit ENTRY                   what would make it fit the device
  measure ENTRY               a script that measures the same on your GPU
  compare FILE                what it measured, or a memory snapshot, beside the prediction

vram-ledger COMMAND --help tells the options of a command.`;

type Command = (args: string[]) => Promise<number>;

const COMMANDS: Record<string, () => Promise<Command>> = {
  run: async () => (await import('./run')).run,
  estimate: async () => (await import('./estimate')).estimate,
  check: async () => (await import('./check')).check,
  compare: async () => (await import('./compare')).compare,
  measure: async () => (await import('./measure')).measure,
  fit: async () => (await import('./fit')).fit,
  lsp: async () => (await import('./lsp')).lsp,
};

async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    print(USAGE);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version') {
    print((await import('./version')).version());
    return 0;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    complain(`unknown command '${name}'`);
    print(USAGE);
    return 2;
  }
  try {
    return await (
      await load()
    )(rest);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    complain(`${error.message}\nTry 'vram-ledger ${name} --help'.`);
    return 2;
  }
}

main(process.argv.slice(2)).then(
  async (status) => {
    flush();
    // The server goes on by itself.
    if (status < 0) return;
    (await import('./environment')).storeCompiled();
    process.exit(status);
  },
  (error: unknown) => {
    complain(`internal error: ${error instanceof Error ? error.stack : String(error)}`);
    flush();
    process.exit(125);
  },
);
