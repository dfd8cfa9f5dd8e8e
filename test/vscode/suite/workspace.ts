/** What the suites ask of the editor and its workspace, the examples. */
import * as vscode from 'vscode';
import * as assert from './assert';

export const GPT = 'gpt/model.py';

export function address(path: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, path);
}

/** Asks until the answer is as wanted, for half a minute; gives the last answer. */
export async function until<R>(ask: () => Thenable<R>, isWanted: (answer: R) => boolean): Promise<R> {
  for (let i = 0; ; i++) {
    const answer = await ask();
    if (isWanted(answer) || i >= 200) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function open(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(address(path)));
}

export async function lenses(uri: vscode.Uri): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    uri,
    99,
  );
  return found.flatMap(({ command }) => command?.title ?? []);
}

export async function hints(uri: vscode.Uri): Promise<string[]> {
  const everything = new vscode.Range(0, 0, 9999, 0);
  const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    uri,
    everything,
  );
  return found.map(({ position, label }) => `${position.line + 1}: ${String(label)}`);
}

export function isKnown(titles: string[]): boolean {
  return titles.some((title) => title.includes('parameters'));
}

/** The line (from 0) of a document that contains a text. */
export function lineOf(document: vscode.TextDocument, text: string): number {
  for (let line = 0; line < document.lineCount; line++)
    if (document.lineAt(line).text.includes(text)) return line;
  throw new Error(`no line with ${text}`);
}

export async function replace(editor: vscode.TextEditor, from: string, to: string): Promise<void> {
  const { document } = editor;
  const start = document.getText().indexOf(from);
  assert.ok(start >= 0, `no ${from}`);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
  await editor.edit((edit) => edit.replace(range, to));
}

export function ours(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'VRAM Ledger');
}
