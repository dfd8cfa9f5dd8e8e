/** How long it takes from starting the language server until it tells the first figures of a file, in ms. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { root } from '../scripts/vscode/host.mjs';

/** Opens a file (a path in the repository) in a new server; `python` is a folder of libraries. */
export async function opening(file, python = '') {
  const path = join(root, file);
  const uri = pathToFileURL(path).href;
  const start = performance.now();
  const child = spawn(process.execPath, [join(root, 'dist/server.js'), '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const client = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  client.onRequest('workspace/configuration', () => [{ python }]);
  client.listen();
  try {
    await client.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: [{ uri: pathToFileURL(dirname(dirname(path))).href, name: 'workspace' }],
      capabilities: { workspace: { configuration: true } },
    });
    await client.sendNotification('initialized', {});
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'python', version: 1, text: readFileSync(path, 'utf8') },
    });
    for (;;) {
      const lenses = await client.sendRequest('textDocument/codeLens', { textDocument: { uri } });
      if (lenses.some(({ command }) => command.title.includes('peak'))) return performance.now() - start;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  } finally {
    client.dispose();
    child.kill();
  }
}
