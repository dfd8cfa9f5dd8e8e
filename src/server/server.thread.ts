/** The thread that does the server's work under Node. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import {
  createConnection,
  PortMessageReader,
  PortMessageWriter,
  ProposedFeatures,
} from 'vscode-languageserver/node';
import { NodeFiles } from './files-node';
import { memoryPressure } from './memory-pressure';
import { serve } from './session';

/** A file beside the bundle, else of a package, as plain bytes. */
function asset(name: string, packageName: string): Uint8Array {
  const beside = join(__dirname, name);
  const { buffer, byteOffset, byteLength } = readFileSync(
    existsSync(beside) ? beside : require.resolve(`${packageName}/${name}`),
  );
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Serves the main thread's messages. */
function serveThread(port: NonNullable<typeof parentPort>): void {
  const edits = new Int32Array(workerData as SharedArrayBuffer);
  const connection = createConnection(
    ProposedFeatures.all,
    new PortMessageReader(port),
    new PortMessageWriter(port),
  );
  serve(connection, {
    async assets() {
      const archive = join(__dirname, 'python.bin');
      return {
        runtime: asset('web-tree-sitter.wasm', 'web-tree-sitter'),
        grammar: asset('tree-sitter-python.wasm', 'tree-sitter-python'),
        archive: existsSync(archive) ? asset('python.bin', '') : undefined,
      };
    },
    files: () => ({ files: new NodeFiles() }),
    now: () => performance.now(),
    edits: () => () => Atomics.load(edits, 0),
    memoryPressure,
  });
}

export function start(): void {
  if (parentPort === null) throw new Error('the server is started by server.js');
  serveThread(parentPort);
}
