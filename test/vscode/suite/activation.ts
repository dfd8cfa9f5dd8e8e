import * as assert from './assert';
import * as vscode from 'vscode';

const id = 'vram-ledger.vram-ledger';

describe('the extension', () => {
  it('is there and activates', async () => {
    const extension = vscode.extensions.getExtension(id);
    assert.ok(extension, `${id} is not installed`);
    await extension.activate();
    assert.ok(extension.isActive);
  });

  it('has the examples as its workspace', async () => {
    const files = await vscode.workspace.findFiles('*/model.py');
    assert.equal(files.length, 3);
  });
});
