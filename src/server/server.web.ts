/** The language server in a web worker. Files are read through the client. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { ClientFiles } from './files-client';
import { READ_DIRECTORIES, READ_FILE, type DirectoryEntry } from './protocol';
import { serve } from './session';

const scope = globalThis as unknown as ConstructorParameters<typeof BrowserMessageReader>[0];

export function start(): void {
  serve(createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), {
    async assets({ assets }) {
      if (assets === undefined)
        throw new Error('the client gives the files beside the bundle with initialize');
      return assets;
    },
    files(connection, uris) {
      const files = new ClientFiles({
        readFile: (path) => connection.sendRequest<string | null>(READ_FILE, { uri: uris.uri(path) }),
        readDirectories: (paths) =>
          connection.sendRequest<(DirectoryEntry[] | null)[]>(READ_DIRECTORIES, {
            uris: paths.map((path) => uris.uri(path)),
          }),
      });
      return {
        files,
        load: () => files.load(),
        prefetch: (folders) => files.prefetch(folders),
        forget: (path) => files.forget(path),
      };
    },
    edits({ edits }) {
      if (edits === undefined) return undefined;
      const counter = new Int32Array(edits);
      return () => Atomics.load(counter, 0);
    },
    now: () => performance.now(),
  });
}
