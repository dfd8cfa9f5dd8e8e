/** A server and a client in one process, and what tests ask of them. */
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeLens,
  type InlayHint,
  type ProtocolConnection,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { ClientFiles } from '../../src/server/files-client';
import * as protocol from '../../src/server/protocol';
import { serve } from '../../src/server/session';
import { MemoryHost } from '../../src/workspace/memory-host';

const URI = 'file:///w/model.py';

/** A server and a client, talking through pipes. */
export class Session {
  readonly client: ProtocolConnection;
  readonly edits: WorkspaceEdit[] = [];
  readonly notifications = new Map<string, unknown>();
  refreshes = 0;
  private version = 1;

  constructor(
    private readonly files: Record<string, string>,
    private readonly settings: object = {},
    private readonly inBrowser = false,
    private readonly countEdits?: () => number,
  ) {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const connection = createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    const asset = (name: string): Uint8Array => readFileSync(require.resolve(name));
    serve(connection, {
      assets: async () => ({
        runtime: asset('web-tree-sitter/web-tree-sitter.wasm'),
        grammar: asset('tree-sitter-python/tree-sitter-python.wasm'),
        archive: undefined,
      }),
      files: (server, uris) => {
        if (!this.inBrowser)
          return {
            files: new MemoryHost(
              Object.fromEntries(Object.entries(this.files).map(([name, text]) => [`/w/${name}`, text])),
            ),
          };
        const files = new ClientFiles({
          readFile: (path) => server.sendRequest(protocol.READ_FILE, { uri: uris.uri(path) }),
          readDirectories: (paths) =>
            server.sendRequest(protocol.READ_DIRECTORIES, { uris: paths.map((path) => uris.uri(path)) }),
        });
        return {
          files,
          load: () => files.load(),
          prefetch: (folders) => files.prefetch(folders),
          forget: (path) => files.forget(path),
        };
      },
      now: () => performance.now(),
      edits: () => this.countEdits,
    });
    this.client = createProtocolConnection(
      new StreamMessageReader(toClient),
      new StreamMessageWriter(toServer),
    );
    this.client.onRequest('workspace/configuration', () => [this.settings]);
    this.client.onRequest('client/registerCapability', () => null);
    this.client.onRequest('workspace/applyEdit', ({ edit }: { edit: WorkspaceEdit }) => {
      this.edits.push(edit);
      return { applied: true };
    });
    for (const kind of ['codeLens', 'inlayHint', 'diagnostic'])
      this.client.onRequest(`workspace/${kind}/refresh`, () => {
        this.refreshes++;
        return null;
      });
    for (const name of [protocol.STATUS, protocol.BUDGET])
      this.client.onNotification(name, (params: unknown) => {
        this.notifications.set(name, params);
      });
    this.client.onRequest(
      protocol.READ_FILE,
      ({ uri }: protocol.ReadFileParams) => this.files[uri.replace(/^.*?\/w\//, '')] ?? null,
    );
    this.client.onRequest(protocol.READ_DIRECTORIES, ({ uris }: protocol.ReadDirectoriesParams) =>
      uris.map((uri) => (/\/w\/?$/.test(uri) ? Object.keys(this.files).map((name) => [name, 'file']) : null)),
    );
    this.client.listen();
  }

  async start(uri = 'file:///w'): Promise<void> {
    await this.client.sendRequest('initialize', {
      processId: null,
      rootUri: null,
      workspaceFolders: [{ uri, name: 'w' }],
      initializationOptions: { vramLedger: true },
      capabilities: {
        workspace: {
          configuration: true,
          codeLens: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
          workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
        },
        textDocument: { diagnostic: {} },
      },
    });
    await this.client.sendNotification('initialized', {});
  }

  open(uri: string, text: string): Promise<void> {
    return this.client.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'python', version: 1, text },
    });
  }

  /** Types a text at a place. */
  type(uri: string, line: number, character: number, text: string): Promise<void> {
    const start = { line, character };
    return this.client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: ++this.version },
      contentChanges: [{ range: { start, end: start }, text }],
    });
  }

  async lenses(uri = URI): Promise<string[]> {
    const lenses = await this.client.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri },
    });
    return lenses.map(({ command }) => command!.title);
  }

  async hints(uri = URI): Promise<string[]> {
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = await this.client.sendRequest<InlayHint[]>('textDocument/inlayHint', {
      textDocument: { uri },
      range,
    });
    return hints.map(({ label }) => label as string);
  }

  /** Asks until the answer is as wanted. */
  async until<R>(ask: () => Promise<R>, isWanted: (answer: R) => boolean): Promise<R> {
    for (let i = 0; ; i++) {
      const answer = await ask();
      if (isWanted(answer) || i > 600) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  known(): Promise<string[]> {
    return this.until(
      () => this.lenses(),
      (lenses) => lenses.some((title) => !title.includes('not known yet')),
    );
  }

  async stop(): Promise<void> {
    await this.client.sendRequest('shutdown');
    this.client.dispose();
  }
}
