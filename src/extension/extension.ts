/** The extension in Node: the server is a process of its own. */
import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { Extension } from './session';

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  extension = new Extension(context, async (options: LanguageClientOptions) => {
    const { LanguageClient, TransportKind } = await import('vscode-languageclient/node');
    const module = vscode.Uri.joinPath(context.extensionUri, 'dist/server.js').fsPath;
    return new LanguageClient('vramLedger', 'VRAM Ledger', { module, transport: TransportKind.ipc }, options);
  });
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}
