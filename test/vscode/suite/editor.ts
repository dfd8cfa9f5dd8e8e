/** The extension at work in a real editor: what the commands of VS Code give back for the examples. */
import * as vscode from 'vscode';
import * as assert from './assert';
import { address, GPT, hints, isKnown, lenses, lineOf, open, ours, replace, until } from './workspace';

before(async () => {
  // Documents that save themselves a moment later would undo what a test did to their files.
  await vscode.workspace
    .getConfiguration('files')
    .update('autoSave', 'off', vscode.ConfigurationTarget.Global);
});

describe('the GPT example', () => {
  let editor: vscode.TextEditor;
  let original: string;
  const uri = (): vscode.Uri => editor.document.uri;

  before(async () => {
    editor = await open(GPT);
    original = editor.document.getText();
    await until(() => lenses(uri()), isKnown);
  });

  afterEach(async () => {
    const { document } = editor;
    const everything = new vscode.Range(0, 0, document.lineCount, 0);
    if (document.getText() !== original) await editor.edit((edit) => edit.replace(everything, original));
  });

  it('has one lens, on the model', async () => {
    const titles = await lenses(uri());
    assert.equal(titles.length, 1);
    assert.match(
      titles[0]!,
      /^124\.5 M parameters · 475 MiB weights · peak \S+ GiB of 23\.6 GiB \(RTX 4090\) · exact · gpt \(\+2\)$/,
    );
  });

  it('has hints at the lines of its layers', async () => {
    const found = await hints(uri());
    const line = lineOf(editor.document, 'self.qkv = nn.Linear') + 1;
    assert.ok(
      found.some((hint) => hint.startsWith(`${line}: 81.1 MiB · `) && hint.endsWith(' ×12')),
      found.join('\n'),
    );
  });

  it('has a hover on a layer', async () => {
    const line = lineOf(editor.document, 'self.qkv = nn.Linear');
    const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri(),
      new vscode.Position(line, 14),
    );
    const [content] = hover!.contents as vscode.MarkdownString[];
    assert.match(content!.value, /\*\*self\.qkv\*\* \(Linear\): 81\.1 MiB of weights/);
    assert.match(content!.value, /\| Saved by \| /);
  });

  it('shows other figures after an edit, and the old ones after undoing it', async () => {
    const [before] = await lenses(uri());
    await replace(editor, 'n_layer: int = 12', 'n_layer: int = 2');
    const [after] = await until(
      () => lenses(uri()),
      ([title]) => title !== undefined && title !== before && title.includes('exact'),
    );
    assert.match(after!, /^53\.6 M parameters/);
    await vscode.commands.executeCommand('undo');
    assert.equal(
      (
        await until(
          () => lenses(uri()),
          ([title]) => title === before,
        )
      )[0],
      before,
    );
  });

  it('keeps the figures while it does not parse, marked stale', async () => {
    const [before] = await lenses(uri());
    await replace(editor, 'class MLP(nn.Module):', 'class MLP(nn.Module:');
    const [stale] = await until(
      () => lenses(uri()),
      ([title]) => title !== undefined && title.includes('stale'),
    );
    assert.equal(stale, before!.replace('exact', 'stale'));
    assert.ok((await hints(uri())).length > 5);
  });

  it('reports a shape that does not fit, at the expression', async () => {
    await replace(
      editor,
      'nn.Linear(4 * config.n_embd, config.n_embd',
      'nn.Linear(3 * config.n_embd, config.n_embd',
    );
    const [diagnostic] = await until(
      async () => ours(uri()),
      (found) => found.length > 0,
    );
    assert.match(
      diagnostic!.message,
      /mat1 and mat2 shapes cannot be multiplied \((4096|1024)x3072 and 2304x768\)/,
    );
    assert.equal(editor.document.getText(diagnostic!.range), 'self.down(self.act(self.up(x)))');
    await vscode.commands.executeCommand('undo');
    assert.equal(
      (
        await until(
          async () => ours(uri()),
          (found) => found.length === 0,
        )
      ).length,
      0,
    );
  });

  it('can checkpoint its blocks: an edit that is undone in one step', async () => {
    const line = lineOf(editor.document, 'for block in self.blocks:');
    const range = new vscode.Range(line, 8, line, 8);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri(),
      range,
    );
    const action = actions.find(({ title }) => title.startsWith('Checkpoint the 12 blocks of self.blocks'));
    assert.ok(action, actions.map(({ title }) => title).join('\n'));
    assert.match(action.title, /: peak [\d.]+ → [\d.]+ GiB, \+\d+ % compute/);
    assert.ok(await vscode.workspace.applyEdit(action.edit!));
    const text = editor.document.getText();
    assert.ok(text.includes('from torch.utils.checkpoint import checkpoint\n'));
    assert.ok(text.includes('x = checkpoint(block, x, use_reentrant=False)'));
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), original);
  });

  it('offers what changes only how it is run, as an edit of the config', async () => {
    const line = lineOf(editor.document, 'class GPT(nn.Module):');
    const isWanted = ({ title }: vscode.CodeAction): boolean => title.startsWith('Take 2 micro-batches of 2');
    // Each is run before it is offered; a slow machine has only some of them in time, and more when asked again.
    const actions = await until(
      () =>
        vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          uri(),
          new vscode.Range(line, 6, line, 6),
        ),
      (found) => found.some(isWanted),
    );
    const action = actions.find(isWanted);
    assert.ok(action, actions.map(({ title }) => title).join('\n'));
    assert.match(action.title, /peak 5\.71 → [\d.]+ GiB/);
    const [[file, edits]] = action.edit!.entries() as [[vscode.Uri, vscode.TextEdit[]]];
    assert.ok(file.path.endsWith('/vram-ledger.json'));
    const config = await vscode.workspace.openTextDocument(file);
    const before = config.getText();
    // Without the preview, which would wait for a person.
    const plain = new vscode.WorkspaceEdit();
    plain.set(file, edits);
    assert.ok(await vscode.workspace.applyEdit(plain));
    assert.match(config.getText(), /"B": 2/);
    assert.match(config.getText(), /"accumulate": 8/);
    await vscode.window.showTextDocument(config);
    await vscode.commands.executeCommand('undo');
    assert.equal(config.getText(), before);
    editor = await vscode.window.showTextDocument(editor.document);
  });

  it('is silent while everything is turned off, and remembers it', async () => {
    await vscode.commands.executeCommand('vramLedger.turnOff');
    assert.deepEqual(
      await until(
        () => lenses(uri()),
        (titles) => titles.length === 0,
      ),
      [],
    );
    assert.deepEqual(await hints(uri()), []);
    assert.equal(vscode.workspace.getConfiguration('vramLedger').get('enable'), false);
    await vscode.commands.executeCommand('vramLedger.turnOn');
    assert.ok(isKnown(await until(() => lenses(uri()), isKnown)));
  });

  it('has a switch for each surface', async () => {
    const settings = vscode.workspace.getConfiguration('vramLedger');
    await settings.update('inlayHints.enable', false, vscode.ConfigurationTarget.Global);
    assert.deepEqual(
      await until(
        () => hints(uri()),
        (found) => found.length === 0,
      ),
      [],
    );
    assert.ok(isKnown(await lenses(uri())));
    await settings.update('inlayHints.enable', undefined, vscode.ConfigurationTarget.Global);
    assert.ok(
      (
        await until(
          () => hints(uri()),
          (found) => found.length > 0,
        )
      ).length > 0,
    );
  });
});

const ATTENTION = `import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = nn.MultiheadAttention(256, 4, batch_first=True)

    def forward(self, x):  # x: [8, 512, 256]
        y, _ = self.attn(x, x, x)  # the weights are not read
        return x + y
`;

describe('a memory mistake', () => {
  let editor: vscode.TextEditor;

  before(async () => {
    await vscode.workspace.fs.writeFile(address('encoder.py'), new TextEncoder().encode(ATTENTION));
    editor = await open('encoder.py');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.workspace.fs.delete(address('encoder.py'));
  });

  it('is marked where it is, by a rule that has a page', async () => {
    const [diagnostic] = await until(
      async () => ours(editor.document.uri),
      (found) => found.length > 0,
    );
    assert.match(diagnostic!.message, /^The attention weights are computed and not read/);
    assert.equal(editor.document.getText(diagnostic!.range), 'self.attn(x, x, x)');
    const code = diagnostic!.code as { value: string; target: vscode.Uri };
    assert.equal(code.value, 'attention-weights');
    const page = new TextDecoder().decode(await vscode.workspace.fs.readFile(code.target));
    assert.match(page, /^# Attention weights that nobody reads/);
  });

  it('is mended by its quick fix, which is undone in one step', async () => {
    const { document } = editor;
    const [diagnostic] = ours(document.uri);
    const isFix = ({ title }: vscode.CodeAction): boolean => title === 'Pass need_weights=False';
    // While a newer run goes on, what the last one found is not offered.
    const actions = await until(
      async () =>
        vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          document.uri,
          diagnostic!.range,
        ),
      (found) => found.some(isFix),
    );
    const action = actions.find(isFix);
    assert.ok(action, actions.map(({ title }) => title).join('\n'));
    assert.ok(await vscode.workspace.applyEdit(action.edit!));
    assert.ok(document.getText().includes('self.attn(x, x, x, need_weights=False)  # the weights'));
    assert.equal(
      (
        await until(
          async () => ours(document.uri),
          (found) => found.length === 0,
        )
      ).length,
      0,
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), ATTENTION);
  });

  it('is silenced by a comment', async () => {
    await until(
      async () => ours(editor.document.uri),
      (found) => found.length > 0,
    );
    await replace(editor, '# the weights are not read', '# vram-ledger: ignore[attention-weights]');
    assert.equal(
      (
        await until(
          async () => ours(editor.document.uri),
          (found) => found.length === 0,
        )
      ).length,
      0,
    );
    await vscode.commands.executeCommand('undo');
    await editor.document.save();
  });
});

describe('the config', () => {
  it('says which card is too small, on the model', async () => {
    const config = await vscode.workspace.openTextDocument(address('vram-ledger.json'));
    const original = config.getText();
    const editor = await open(GPT);
    await until(() => lenses(editor.document.uri), isKnown);
    const edit = new vscode.WorkspaceEdit();
    const at = original.indexOf('"rtx-4090"');
    edit.replace(
      config.uri,
      new vscode.Range(config.positionAt(at), config.positionAt(at + '"rtx-4090"'.length)),
      '"4GiB"',
    );
    await vscode.workspace.applyEdit(edit);
    const [diagnostic] = await until(
      async () => ours(editor.document.uri),
      (found) => found.length > 0,
    );
    assert.match(diagnostic!.message, /^gpt does not fit the device \(4\.00 GiB\)/);
    assert.equal(editor.document.getText(diagnostic!.range), 'GPT');
    await vscode.window.showTextDocument(config);
    await vscode.commands.executeCommand('undo');
    assert.equal(config.getText(), original);
  });

  it('has its mistakes marked', async () => {
    const editor = await open('vram-ledger.json');
    await replace(editor, '"margin"', '"margni"');
    const found = await until(
      async () => ours(editor.document.uri),
      (diagnostics) => diagnostics.length > 0,
    );
    assert.match(found[0]!.message, /unknown key "margni"; did you mean "margin"\?/);
    await vscode.commands.executeCommand('undo');
  });

  it('is written from what was inferred', async () => {
    const config = address('vram-ledger.json');
    const saved = await vscode.workspace.fs.readFile(config);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(config);
    const editor = await open(GPT);
    await until(
      () => lenses(editor.document.uri),
      ([title]) => title !== undefined && title.includes('assumed'),
    );
    await vscode.commands.executeCommand('vramLedger.createConfig', editor.document.uri.toString());
    const written = await until(
      async () => vscode.window.activeTextEditor?.document.getText() ?? '',
      (text) => text.includes('"entries"'),
    );
    assert.match(written, /"model": "gpt\/model\.py::GPT\(GPTConfig\(\)\)"/);
    assert.match(written, /\/\/ the input idx is taken as/);
    assert.match(written, /"idx": "int64\[B, T\]"/);
    assert.match(written, /"unet\/model\.py::UNet\(\)"/);
    await vscode.window.activeTextEditor?.document.save();
    await vscode.workspace.fs.writeFile(config, saved);
  });
});
