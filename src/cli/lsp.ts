/** `vram-ledger lsp --stdio`: the language server, for any editor. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { print } from './console';
import { parseOptions, UsageError } from './options';

/** Says to the caller that the process goes on. */
const KEEPS_RUNNING = -1;

export async function lsp(args: string[]): Promise<number> {
  const { flags } = parseOptions(args, { stdio: 'flag', help: 'flag' });
  if (flags.has('help')) {
    print('Usage: vram-ledger lsp --stdio');
    return 0;
  }
  if (!flags.has('stdio')) throw new UsageError('lsp talks over standard input and output: lsp --stdio');
  const server = join(__dirname, 'server.js');
  if (!existsSync(server)) throw new UsageError(`${server} is missing; run npm run build`);
  // The server is a bundle of its own, as the extension starts it; it reads the transport from the arguments.
  if (!process.argv.includes('--stdio')) process.argv.push('--stdio');
  // No `import()`: the command line runs as a script of its own (`start.ts`), which has no loader of modules.
  createRequire(__filename)(server);
  return KEEPS_RUNNING;
}
