/**
 * npm start: a real VS Code in the browser with the extension and examples/.
 *
 *   npm start -- [--port 3000] [--no-open] [FOLDER]
 *
 * The workspace lives in the browser's memory: edits do not reach the disk.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { root, serve } from './vscode/host.mjs';

const { values, positionals } = parseArgs({
  options: { port: { type: 'string', default: '3000' }, 'no-open': { type: 'boolean', default: false } },
  allowPositionals: true,
});

/** Asks the desktop to open the page; without one, the printed address is enough. */
function openBrowser(url) {
  const [command, ...args] = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }[process.platform] ?? [
    'xdg-open',
  ];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

console.log('Building…');
await build();
const folder = resolve(positionals[0] ?? join(root, 'examples'));
const file = existsSync(join(folder, 'gpt/model.py')) ? 'gpt/model.py' : undefined;
const { url } = await serve({ folder, file, port: Number(values.port) });
console.log(`
VRAM Ledger runs in a real VS Code at

    ${url}

In gpt/model.py there, the memory of each layer stands at the end of its line, that of the whole model
above its class, and the budget in the sidebar. The files (${folder}) are copies in the browser's memory.

The same on the command line:

    node dist/cli.js estimate examples/gpt/model.py::"GPT(GPTConfig())" --input "idx=int64[4, 1024]" --precision amp-bf16
    node dist/cli.js run examples/gpt/train.py --batch-size 4
    (cd examples && node ../dist/cli.js check)

Ctrl+C ends it.`);
if (!values['no-open'] && !process.env.CI) openBrowser(url);
