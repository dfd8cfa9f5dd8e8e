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
    // Not findFiles: its search is a program that the Node host may lack.
    const folder = vscode.workspace.workspaceFolders![0]!.uri;
    const names = (await vscode.workspace.fs.readDirectory(folder)).map(([name]) => name);
    for (const name of ['classifier', 'gpt', 'unet']) assert.ok(names.includes(name), names.join());
  });
});
