/** A notebook: its cells have what files have, and an edit of one changes the figures of another. */
import * as vscode from 'vscode';
import * as assert from './assert';
import { address, hints, isKnown, lenses, lineOf, ours, until } from './workspace';

describe('a notebook', () => {
  let notebook: vscode.NotebookDocument;
  let cells: vscode.TextDocument[];
  const cellWith = (text: string): vscode.TextDocument =>
    cells.find((cell) => cell.getText().includes(text))!;

  /** The lenses of a cell, which is shown first: the editor has none of what it does not draw. */
  const lensesOf = async ({ uri }: vscode.TextDocument): Promise<string[]> => {
    const { index } = notebook.getCells().find(({ document }) => document.uri.toString() === uri.toString())!;
    vscode.window.activeNotebookEditor!.revealRange(
      new vscode.NotebookRange(index, index + 1),
      vscode.NotebookEditorRevealType.AtTop,
    );
    return lenses(uri).catch(() => []);
  };

  before(async () => {
    notebook = await vscode.workspace.openNotebookDocument(address('notebook/vit.ipynb'));
    await vscode.window.showNotebookDocument(notebook);
    cells = notebook
      .getCells()
      .filter(({ kind }) => kind === vscode.NotebookCellKind.Code)
      .map(({ document }) => document);
  });
  after(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('has a lens on its model, and none elsewhere', async () => {
    const model = cellWith('class ViT');
    const [title = ''] = await until(() => lensesOf(model), isKnown);
    assert.match(title, /^22\.0 M parameters · 84\.1 MiB weights · peak [\d.]+ GiB of /);
    assert.deepEqual(await lensesOf(cellWith('class Block')), []);
  });

  it('has hints at the layers of another cell', async () => {
    const blocks = cellWith('class Block');
    const found = await hints(blocks.uri);
    const row = lineOf(blocks, 'self.mlp = nn.Sequential') + 1;
    assert.ok(
      found.some((hint) => hint.startsWith(`${row}: `)),
      found.join('\n'),
    );
  });

  it('has other figures after an edit of any cell', async () => {
    const blocks = cellWith('class Block');
    const edit = new vscode.WorkspaceEdit();
    const row = lineOf(blocks, 'self.mlp = nn.Sequential');
    const line = blocks.lineAt(row);
    edit.replace(blocks.uri, line.range, line.text.replaceAll('4 * dim', '2 * dim'));
    await vscode.workspace.applyEdit(edit);
    const known = (titles: string[]): boolean => titles.some((title) => title.startsWith('15.0 M'));
    const titles = await until(() => lensesOf(cellWith('class ViT')), known);
    assert.ok(known(titles), titles.join('\n'));
  });

  it('marks a shape that does not fit in the cell where it is', async () => {
    const attention = cellWith('class Attention');
    const edit = new vscode.WorkspaceEdit();
    const row = lineOf(attention, 'self.proj = nn.Linear');
    const { range, text } = attention.lineAt(row);
    edit.replace(attention.uri, range, text.replace('nn.Linear(dim, dim)', 'nn.Linear(dim + 1, dim)'));
    await vscode.workspace.applyEdit(edit);
    const [diagnostic] = await until(
      async () => ours(attention.uri),
      (found) => found.length > 0,
    );
    assert.match(diagnostic!.message, /mat1 and mat2 shapes cannot be multiplied/);
    assert.equal(diagnostic!.range.start.line, lineOf(attention, 'return self.proj('));
  });
});
