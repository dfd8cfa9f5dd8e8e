import assert from 'node:assert/strict';
import type { CodeAction, Diagnostic, Hover } from 'vscode-languageserver/node';
import * as protocol from '../../src/server/protocol';
import { Uris } from '../../src/server/uris';
import { Session } from './session';

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

  it('tells our client that figures are stale when it is quiet', async () => {
    const trust = async (): Promise<string | undefined> =>
      (session.notifications.get(protocol.BUDGET) as protocol.BudgetMessage).view.figures?.trust;
    await session.type(URI, 0, 0, 'x = (\n');
    assert.equal(await session.until(trust, (now) => now === 'stale'), 'stale');
    await session.client.sendNotification('textDocument/didChange', {
      textDocument: { uri: URI, version: 200 },
      contentChanges: [{ text: NET }],
    });
    assert.equal(await session.until(trust, (now) => now === 'assumed'), 'assumed');
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
    // Somebody types on, a key each second: whatever run that goes on longer is of an older text.
    edits = () => Math.floor(performance.now() / 1000);
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
