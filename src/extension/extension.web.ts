/** The extension in the browser: the server is a web worker, and gets its files through us. */
import * as vscode from 'vscode';
import type { LanguageClientOptions } from 'vscode-languageclient';
import { Extension } from './session';

let extension: Extension | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const file = (name: string): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, 'dist', name);
  extension = new Extension(context, async (options: LanguageClientOptions) => {
    const read = (name: string): Thenable<Uint8Array> => vscode.workspace.fs.readFile(file(name));
    const [{ LanguageClient }, runtime, grammar, archive] = await Promise.all([
      import('vscode-languageclient/browser'),
      read('web-tree-sitter.wasm'),
      read('tree-sitter-python.wasm'),
      read('python.bin'),
    ]);
    const worker = new Worker(file('server.worker.js').toString(true));
    const assets = { runtime, grammar, archive };
    const edits = countEdits(context);
    return new LanguageClient('vramLedger', 'VRAM Ledger', worker, {
      ...options,
      initializationOptions: {
        ...(options.initializationOptions as object),
        assets,
        ...(edits === undefined ? {} : { edits }),
      },
    });
  });
}

/** Lets a run in the worker learn of a newer edit while it goes on, where the page may share memory. */
function countEdits(context: vscode.ExtensionContext): SharedArrayBuffer | undefined {
  if (!globalThis.crossOriginIsolated) return undefined;
  const buffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const counter = new Int32Array(buffer);
  context.subscriptions.push(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && /\.(py|ipynb|json)$/.test(document.uri.path))
        Atomics.add(counter, 0, 1);
    }),
  );
  return buffer;
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}
