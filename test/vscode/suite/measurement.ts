/** A measurement of a GPU beside the figures: the script for it, its page, and what hovers tell of it. */
import * as vscode from 'vscode';
import * as assert from './assert';
import { address, GPT, isKnown, lenses, lineOf, open, replace, until } from './workspace';

const PHASE = [6_000_000_000, 2_000_000_000, 6_000_000_000, 2_000_000_000];
const PRINTED = JSON.stringify({
  case: 'gpt',
  torch: '2.14.1',
  device: 'NVIDIA GeForce RTX 4090',
  steps: [{ forward: PHASE, backward: PHASE, step: PHASE, end: PHASE }],
  reserved: 7_000_000_000,
  process: 7_500_000_000,
});

describe('a measurement', () => {
  let editor: vscode.TextEditor;

  before(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.writeFile(address('gpt/measured.json'), new TextEncoder().encode(PRINTED));
    editor = await open(GPT);
    await until(() => lenses(editor.document.uri), isKnown);
  });
  after(async () => {
    await vscode.workspace.fs.delete(address('gpt/measured.json'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function hover(): Promise<string> {
    const { document } = editor;
    const row = lineOf(document, 'class GPT(');
    const found = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(row, 7),
    );
    return found
      .flatMap(({ contents }) => contents.map((each) => (typeof each === 'string' ? each : each.value)))
      .join('\n');
  }

  it('is made by a script', async () => {
    await vscode.commands.executeCommand('vramLedger.measure');
    const script = await until(
      async () => vscode.window.activeTextEditor?.document.getText() ?? '',
      (text) => text.includes('reset_peak_memory_stats'),
    );
    assert.match(script, /"case": "gpt"/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    editor = await open(GPT);
  });

  it('is shown beside the figures, and in hovers until the source changes', async () => {
    await vscode.commands.executeCommand('vramLedger.compare', address('gpt/measured.json'));
    const page = await until(
      async () =>
        vscode.workspace.textDocuments.find(({ languageId }) => languageId === 'markdown')?.getText() ?? '',
      (text) => text.includes('measured'),
    );
    assert.match(page, /\| backward, peak \| 5\.\d+ GiB \| 5\.59 GiB \|/);
    assert.match(await until(hover, (text) => text.includes('Measured')), /Measured \| 5\.59 GiB, /);
    await replace(editor, 'n_layer: int = 12', 'n_layer: int = 11');
    const without = await until(
      hover,
      (text) => text.includes('Peak allocated') && !text.includes('Measured'),
    );
    assert.ok(!without.includes('Measured'), without);
    await vscode.commands.executeCommand('undo');
    assert.match(await until(hover, (text) => text.includes('Measured')), /Measured/);
  });
});
