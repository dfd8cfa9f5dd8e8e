/** Notebooks: their cells are documents of the client, and one module for the figures. */
import assert from 'node:assert/strict';
import type {
  CodeAction,
  CodeLens,
  Diagnostic,
  Hover,
  InlayHint,
  Position,
  TextDocumentEdit,
  TextEdit,
} from 'vscode-languageserver/node';
import * as protocol from '../../src/server/protocol';
import { Session } from './session';

const NOTEBOOK = 'file:///w/train.ipynb';
const cellUri = (cell: number): string => `vscode-notebook-cell:/w/train.ipynb#W${cell}`;
const CELLS = [
  '%matplotlib inline\nimport torch\nfrom torch import nn',
  'class Block(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(1024, 1024)\n\n    def forward(self, x):\n        return torch.tanh(self.fc(torch.tanh(self.fc(x))))',
  'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.blocks = nn.ModuleList([Block() for _ in range(8)])\n\n    def forward(self, x):  # x: [8192, 1024]\n        for block in self.blocks:\n            x = block(x)\n        return x',
];

describe('the language server, with a notebook', function () {
  this.timeout(120_000);
  let session: Session;
  let version = 1;
  const ask = <R>(method: string, cell: number, more: object = {}): Promise<R> =>
    session.client.sendRequest<R>(`textDocument/${method}`, {
      textDocument: { uri: cellUri(cell) },
      ...more,
    });
  const lenses = (cell: number): Promise<CodeLens[]> => ask('codeLens', cell);
  const diagnostics = async (cell: number): Promise<Diagnostic[]> =>
    (await ask<{ items: Diagnostic[] }>('diagnostic', cell)).items;
  /** Puts a text in place of a range of a cell. */
  const change = (cell: number, start: Position, end: Position, text: string): Promise<void> =>
    session.client.sendNotification('notebookDocument/didChange', {
      notebookDocument: { uri: NOTEBOOK, version: ++version },
      change: {
        cells: {
          textContent: [
            { document: { uri: cellUri(cell), version }, changes: [{ range: { start, end }, text }] },
          ],
        },
      },
    });

  before(async () => {
    session = new Session({});
    await session.start();
    await session.client.sendNotification('notebookDocument/didOpen', {
      notebookDocument: {
        uri: NOTEBOOK,
        notebookType: 'jupyter-notebook',
        version,
        cells: CELLS.map((_, i) => ({ kind: 2, document: cellUri(i) })),
      },
      cellTextDocuments: CELLS.map((text, i) => ({ uri: cellUri(i), languageId: 'python', version, text })),
    });
    await session.until(
      () => lenses(2),
      (found) => found.some(({ command }) => command!.title.includes('parameters')),
    );
  });
  after(() => session.stop());

  it('has a lens in the cell of the model, at its line there', async () => {
    const [lens] = await lenses(2);
    assert.match(lens!.command!.title, /^8\.40 M parameters · .* · assumed$/);
    assert.equal(lens!.range.start.line, 0);
    assert.deepEqual(await lenses(0), []);
  });

  it('has hints at the lines of cells', async () => {
    const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
    const hints = (cell: number): Promise<InlayHint[]> => ask('inlayHint', cell, { range });
    assert.deepEqual(
      (await hints(1)).map(({ position, label }) => [position.line, String(label).replace(/ ·.*/, '')]),
      [
        [3, '32.0 MiB'],
        // The input and what tanh gave: 17 of 32 MiB.
        [6, '544 MiB saved ×8'],
      ],
    );
    assert.deepEqual(await hints(0), []);
  });

  it('has hovers in cells', async () => {
    const hover = await ask<Hover>('hover', 1, { position: { line: 3, character: 14 } });
    assert.match((hover.contents as { value: string }).value, /^\*\*self\.fc\*\* \(Linear\): 32\.0 MiB/);
    assert.equal(hover.range!.start.line, 3);
  });

  it('changes the cells that an action is about', async () => {
    const at = { line: 6, character: 8 };
    const find = async (): Promise<CodeAction | undefined> =>
      (
        await ask<CodeAction[]>('codeAction', 2, {
          range: { start: at, end: at },
          context: { diagnostics: [] },
        })
      ).find(({ title }) => title.startsWith('Checkpoint the 8 blocks of self.blocks'));
    const action = await session.until(find, (found) => found !== undefined);
    assert.ok(action !== undefined);
    assert.match(action.title, /peak [\d.]+( [KMG]iB)? → [\d.]+ [KMG]iB/);
    const changes = action.edit!.documentChanges as TextDocumentEdit[];
    assert.deepEqual(
      changes.map(({ textDocument, edits }) => [
        textDocument.uri,
        (edits as TextEdit[]).map(({ range, newText }) => [range.start.line, newText]),
      ]),
      [
        [cellUri(2), [[7, 'checkpoint(block, x, use_reentrant=False)']]],
        [cellUri(0), [[2, '\nfrom torch.utils.checkpoint import checkpoint']]],
      ],
    );
  });

  it('reports a shape that does not fit, in the cell', async () => {
    const start = { line: 3, character: '        self.fc = nn.Linear(1024, '.length };
    await change(1, start, { line: 3, character: start.character + 4 }, '1000');
    const [diagnostic] = await session.until(
      () => diagnostics(1),
      (found) => found.length > 0,
    );
    assert.match(String(diagnostic!.message), /mat1 and mat2 shapes cannot be multiplied/);
    assert.equal(diagnostic!.range.start.line, 6);
    await change(1, start, { line: 3, character: start.character + 4 }, '1024');
    assert.deepEqual(
      await session.until(
        () => diagnostics(1),
        (found) => found.length === 0,
      ),
      [],
    );
  });

  it('leads from the sidebar to cells', async () => {
    await session.client.sendNotification(protocol.ACTIVE, { uri: cellUri(1) });
    await session.client.sendNotification(protocol.WATCH_BUDGET, { on: true });
    await session.until(
      async () => session.notifications.get(protocol.BUDGET) as protocol.BudgetMessage | undefined,
      (message) => (message?.view.figures?.layers.length ?? 0) > 0,
    );
    const { view, uris } = session.notifications.get(protocol.BUDGET) as protocol.BudgetMessage;
    const place = view.figures!.layers[0]!.place!;
    assert.deepEqual([uris[place.path], place.line], [cellUri(2), 4]);
  });

  it('has no figures once it is closed', async () => {
    await session.client.sendNotification('notebookDocument/didClose', {
      notebookDocument: { uri: NOTEBOOK },
      cellTextDocuments: CELLS.map((_, i) => ({ uri: cellUri(i) })),
    });
    assert.deepEqual(await lenses(2), []);
  });
});
