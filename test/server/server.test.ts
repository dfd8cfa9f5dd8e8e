import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type CodeLens,
  type CodeAction,
  type Diagnostic,
  type Hover,
  type InlayHint,
  type ProtocolConnection,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { ClientFiles } from '../../src/server/files-client';
import * as protocol from '../../src/server/protocol';
import { serve } from '../../src/server/session';
import { Uris } from '../../src/server/uris';
import { MemoryHost } from '../../src/workspace/memory-host';

const NET = `import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1024, 1024)

    def forward(self, x):  # x: [B, 1024]
        return self.a(x)
`;
const URI = 'file:///w/model.py';
const CONFIG_URI = 'file:///w/vram-ledger.json';

/** A server and a client, talking through pipes. */
class Session {
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

describe('the language server', function () {
  this.timeout(120_000);
  let session: Session;
  before(async () => {
    session = new Session({ 'model.py': NET });
    await session.start();
    await session.open(URI, NET);
    await session.known();
  });
  after(() => session.stop());

  it('gives lenses', async () =>
    assert.match(
      (await session.lenses())[0]!,
      /^1\.05 M parameters · 4\.00 MiB weights · peak .* · assumed$/,
    ));

  it('gives hints', async () => assert.match((await session.hints())[0]!, /^4\.00 MiB/));

  it('gives hovers', async () => {
    const hover = await session.client.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri: URI },
      position: { line: 6, character: 14 },
    });
    assert.match(
      (hover.contents as { value: string }).value,
      /^\*\*self\.a\*\* \(Linear\): 4\.00 MiB of weights/,
    );
  });

  it('follows edits, also incremental ones', async () => {
    await session.type(URI, 6, '        self.a = nn.Linear(1024, '.length, '2');
    const lenses = await session.until(
      () => session.lenses(),
      ([title]) => title!.startsWith('21'),
    );
    assert.match(lenses[0]!, /^21\.5 M parameters/);
    await session.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: URI, version: 99 },
      contentChanges: [{ text: NET }],
    });
    assert.match(
      (
        await session.until(
          () => session.lenses(),
          ([title]) => title!.startsWith('1.05'),
        )
      )[0]!,
      /^1\.05 M/,
    );
  });

  it('keeps the figures while the file does not parse, and goes on when it does', async () => {
    const change = (start: number, end: number, text: string): Promise<void> =>
      session.client.sendNotification('textDocument/didChange', {
        textDocument: { uri: URI, version: 99 },
        contentChanges: [
          { range: { start: { line: 3, character: start }, end: { line: 3, character: end } }, text },
        ],
      });
    const at = 'class Net(nn.Module'.length;
    await change(at, at + 1, '');
    assert.match(
      (
        await session.until(
          () => session.lenses(),
          ([title]) => title!.includes('stale'),
        )
      )[0]!,
      /^1\.05 M.* · stale$/,
    );
    await change(at, at, ')');
    assert.match(
      (
        await session.until(
          () => session.lenses(),
          ([title]) => !title!.includes('stale'),
        )
      )[0]!,
      /^1\.05 M.* · assumed$/,
    );
  });

  it('reports a shape that does not fit', async () => {
    const text = NET.replace('return self.a(x)', 'return self.a(x[:, 1:])');
    await session.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: URI, version: 100 },
      contentChanges: [{ text }],
    });
    const ask = async (): Promise<Diagnostic[]> =>
      (
        await session.client.sendRequest<{ items: Diagnostic[] }>('textDocument/diagnostic', {
          textDocument: { uri: URI },
        })
      ).items;
    const [diagnostic] = await session.until(ask, (items) => items.length > 0);
    assert.match(String(diagnostic!.message), /mat1 and mat2 shapes cannot be multiplied/);
    assert.deepEqual(diagnostic!.range.start, { line: 9, character: 15 });
    await session.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: URI, version: 101 },
      contentChanges: [{ text: NET }],
    });
    assert.deepEqual(await session.until(ask, (items) => items.length === 0), []);
  });

  it('offers a config, and writes it', async () => {
    const at = { line: 3, character: 8 };
    const actions = await session.client.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: URI },
      range: { start: at, end: at },
      context: { diagnostics: [] },
    });
    assert.deepEqual(actions.map(({ title }) => title).slice(0, 2), [
      'Pin these inputs in vram-ledger.json',
      'Create vram-ledger.json from what was inferred',
    ]);
    const uri = await session.client.sendRequest<string>(protocol.CREATE_CONFIG, { uri: URI });
    assert.equal(uri, CONFIG_URI);
    const [create, change] = session.edits[0]!.documentChanges as [
      { kind: string; uri: string },
      { edits: { newText: string }[] },
    ];
    assert.deepEqual([create.kind, create.uri], ['create', CONFIG_URI]);
    assert.match(change.edits[0]!.newText, /"model": "model\.py::Net\(\)"/);
  });

  it('tells our client the status and the sidebar', async () => {
    await session.client.sendNotification(protocol.WATCH_BUDGET, { on: true });
    await session.until(
      async () => session.notifications.get(protocol.BUDGET) as protocol.BudgetMessage | undefined,
      (message) => message?.view.figures?.timeline !== undefined,
    );
    const { view, uris } = session.notifications.get(protocol.BUDGET) as protocol.BudgetMessage;
    assert.equal(view.entries.length, 1);
    assert.ok(view.figures?.timeline !== undefined);
    assert.equal(uris['/w/model.py'], URI);
    assert.match(
      (session.notifications.get(protocol.STATUS) as protocol.StatusMessage).status.text,
      /^assumed/,
    );
  });

  it('lets the cells of a notebook be', async () => {
    const uri = 'vscode-notebook-cell:/w/a.ipynb#X01';
    await session.open(uri, NET);
    assert.deepEqual(await session.lenses(uri), []);
    assert.deepEqual(await session.hints(uri), []);
  });

  it('is silent while it is turned off', async () => {
    const other = new Session({ 'model.py': NET }, { enable: false });
    await other.start();
    await other.open(URI, NET);
    assert.deepEqual(
      await other.until(
        () => other.lenses(),
        (lenses) => lenses.length === 0,
      ),
      [],
    );
    await other.stop();
  });

  it('ends a run when a newer edit comes meanwhile', async () => {
    const endless = `${NET.replace('return self.a(x)', 'return self.a(x) if spin(60) else x')}\ndef spin(n):\n    return n <= 0 or spin(n - 1) and spin(n - 1)\n`;
    let edits: () => number = () => 0;
    const other = new Session({ 'model.py': endless }, { maxRunTime: 60 }, false, () => edits());
    await other.start();
    await other.open(URI, NET);
    await other.known();
    const start = performance.now();
    // The edit is on its way while the run goes on: half a second after the run, however late that is, first asked.
    let begun: number | undefined;
    edits = () => {
      begun ??= performance.now();
      return performance.now() > begun + 500 ? 1 : 0;
    };
    await other.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: URI, version: 2 },
      contentChanges: [{ text: endless }],
    });
    assert.match((await other.lenses())[0]!, /^1\.05 M parameters.* · stale$/);
    await other.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: URI, version: 3 },
      contentChanges: [{ text: NET.replace('1024, 1024', '1024, 512') }],
    });
    const [lens] = await other.until(
      () => other.lenses(),
      ([title]) => !title!.includes('stale'),
    );
    assert.match(lens!, /^524\.8 k parameters/);
    assert.ok(performance.now() - start < 30_000, 'it waited for the run');
    await other.stop();
  });

  it('reads files through the client where it cannot itself', async () => {
    const model = NET.replace('import torch.nn as nn', 'import torch.nn as nn\nfrom sizes import N').replace(
      'nn.Linear(1024, 1024)',
      'nn.Linear(1024, N)',
    );
    const other = new Session({ 'model.py': model, 'sizes.py': 'N = 512\n' }, {}, true);
    await other.start('vscode-vfs://github/w');
    await other.open('vscode-vfs://github/w/model.py', model);
    const lenses = await other.until(
      () => other.lenses('vscode-vfs://github/w/model.py'),
      ([title]) => title !== undefined && !title.includes('not known yet'),
    );
    assert.match(lenses[0]!, /^524\.8 k parameters/);
    await other.stop();
  });
});

describe('addresses', () => {
  it('become paths and come back', () => {
    const uris = new Uris();
    assert.equal(uris.path('file:///w/a%20b.py'), '/w/a b.py');
    assert.equal(uris.uri('/w/a b.py'), 'file:///w/a%20b.py');
    assert.equal(uris.uri('/w/c d.py'), 'file:///w/c%20d.py');
    assert.equal(uris.path('file:///c%3A/w/a.py'), 'c:/w/a.py');
    assert.equal(uris.path('vscode-notebook-cell:/w/a.ipynb#1'), undefined);
  });

  it('of a virtual workspace have its name before them', () => {
    const uris = new Uris();
    assert.equal(uris.path('vscode-test-web://mount/'), '/mount');
    assert.equal(uris.path('vscode-test-web://mount/gpt/model.py'), '/mount/gpt/model.py');
    assert.equal(uris.uri('/mount/unet/model.py'), 'vscode-test-web://mount/unet/model.py');
  });
});
