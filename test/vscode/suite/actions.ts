/** Code actions as a person takes them: asked for on a line, applied, seen in the text and in the figures, undone in one step. */
import * as vscode from 'vscode';
import * as assert from './assert';
import { address, isKnown, lenses, lineOf, open, until } from './workspace';

interface Case {
  name: string;
  /** A file of the examples, or one that is written for the case. */
  file: string;
  text?: string;
  /** Part of the line on which the actions are asked for. */
  line: string;
  title: RegExp;
  /** What the text has afterwards, and had not before. */
  expected: string[];
}

const HEAD = `import torch
import torch.nn as nn
import torch.nn.functional as F


`;

const ATTENTION = `${HEAD}class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(256, 768)

    def forward(self, x):  # x: [8, 1024, 256]
        B, T, C = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, 4, 64).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-2, -1)) / 8.0
        weights = F.softmax(scores, dim=-1)
        y = weights @ v
        return y.transpose(1, 2).reshape(B, T, C)
`;

const LAYERS = `${HEAD}class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Sequential(nn.Linear(256, 256), nn.Tanh()) for _ in range(8)])
        self.act = nn.LeakyReLU(0.1)
        self.up = nn.Linear(256, 2048)
        self.mid = nn.Linear(2048, 2048)
        self.head = nn.Linear(2048, 16)

    def forward(self, x):  # x: [4096, 256]
        h = self.layers(x)
        return self.head(self.act(self.mid(self.act(self.up(h)))))
`;

const WEIGHTS = `${HEAD}class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(256, 8, batch_first=True)

    def forward(self, x):  # x: [8, 1024, 256]
        y, _ = self.attention(x, x, x)
        return y
`;

const CASES: Case[] = [
  {
    name: 'does without attention weights that nobody uses',
    file: 'unread.py',
    text: WEIGHTS,
    line: 'y, _ = self.attention(x, x, x)',
    title: /^Do without the attention weights of self\.attention, which nobody uses \(need_weights=False\): /,
    expected: ['y, _ = self.attention(x, x, x, need_weights=False)'],
  },
  {
    name: 'checkpoints the blocks of a loop',
    file: 'gpt/model.py',
    line: 'for block in self.blocks',
    title: /^Checkpoint the 12 blocks of self\.blocks: peak [\d.]+ → [\d.]+ GiB, \+\d+ % compute$/,
    expected: [
      'x = checkpoint(block, x, use_reentrant=False)',
      'from torch.utils.checkpoint import checkpoint\n',
    ],
  },
  {
    name: 'keeps what backward needs in the host',
    file: 'gpt/model.py',
    line: 'for block in self.blocks',
    title: /^Keep what backward needs of self\.blocks in the host's memory: /,
    expected: [
      'with torch.autograd.graph.save_on_cpu(pin_memory=True):\n            for block in self.blocks:',
    ],
  },
  {
    name: 'takes the logits in parts',
    file: 'gpt/model.py',
    line: 'loss = F.cross_entropy(',
    title: /^Compute self\.lm_head and the cross entropy for an eighth of the rows at a time: /,
    expected: [
      'loss = chunked_cross_entropy(self.lm_head, x, targets, -1)',
      'def chunked_cross_entropy(',
      'return None, loss',
    ],
  },
  {
    name: 'replaces attention that is written by hand',
    file: 'attention.py',
    text: ATTENTION,
    line: 'y = weights @ v',
    title: /scaled_dot_product_attention/,
    expected: ['F.scaled_dot_product_attention(q, k, v'],
  },
  {
    name: 'checkpoints an nn.Sequential in segments',
    file: 'layers.py',
    text: LAYERS,
    line: 'h = self.layers(x)',
    title: /^Checkpoint self\.layers in 3 segments: /,
    expected: ['h = checkpoint_sequential(self.layers, 3, x, use_reentrant=False)'],
  },
  {
    name: 'lets an activation write into its input',
    file: 'layers.py',
    text: LAYERS,
    line: 'nn.LeakyReLU',
    title: /^Let LeakyReLU write into its input \(inplace=True\): /,
    expected: ['self.act = nn.LeakyReLU(0.1, inplace=True)'],
  },
  {
    name: "keeps a script's optimizer state in 8 bits",
    file: 'gpt/train.py',
    line: 'optimizer = torch.optim.AdamW(',
    title: /^Keep AdamW's state in 8 bits: /,
    expected: ['optimizer = bitsandbytes.optim.AdamW8bit(', 'import bitsandbytes\n'],
  },
];

describe('a code action', function () {
  // A script is run as a whole for each action on it.
  this.timeout(120_000);
  for (const { name, file, text, line, title, expected } of CASES) {
    it(name, async () => {
      if (text !== undefined)
        await vscode.workspace.fs.writeFile(address(file), new TextEncoder().encode(text));
      const { document } = await open(file);
      const original = document.getText();
      const figures = (): Promise<string> => lenses(document.uri).then((titles) => titles.join('\n'));
      const before = await until(figures, (found) => text === undefined || isKnown([found]));
      const row = lineOf(document, line);
      const range = new vscode.Range(row, 8, row, 8);
      const isWanted = (action: vscode.CodeAction): boolean =>
        title.test(action.title) && action.disabled === undefined;
      // Each is run before it is offered; a slow machine has more of them when asked again.
      const actions = await until(
        () =>
          vscode.commands.executeCommand<vscode.CodeAction[]>(
            'vscode.executeCodeActionProvider',
            document.uri,
            range,
          ),
        (found) => found.some(isWanted),
      );
      const action = actions.find(isWanted);
      assert.ok(action, actions.map((each) => each.title).join('\n'));
      assert.match(action.title, /peak [\d.]+( [KMG]iB)? → [\d.]+ [KMG]iB/);
      assert.ok(await vscode.workspace.applyEdit(action.edit!));
      for (const piece of expected) {
        assert.ok(document.getText().includes(piece), document.getText());
        assert.ok(!original.includes(piece), piece);
      }
      if (before !== '') {
        const after = await until(figures, (found) => found !== before && isKnown([found]));
        assert.ok(after !== before, after);
      }
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), original);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      if (text !== undefined) await vscode.workspace.fs.delete(address(file));
    });
  }
});
