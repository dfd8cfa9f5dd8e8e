import assert from 'node:assert/strict';
import { checkpointSites } from '../../src/advice/checkpoint';
import { codeActionsAt, type CodeAction } from '../../src/features/code-actions';
import { firstConfig } from '../../src/features/first-config';
import { applyEdits } from '../../src/features/text';
import { parseConfig } from '../../src/workspace/config';
import { analysisOf, FILE, loadParser, oneEntry, readFixture } from './fixture';

/** The source with every site checkpointed. */
async function checkpointed(source: string, sequential: readonly string[] = []): Promise<string> {
  const parser = await loadParser();
  const { module } = parser.parse(source);
  const sites = checkpointSites(module, source, (_, attribute) => sequential.includes(attribute));
  const edits = sites.flatMap((site) =>
    site.edits.map(({ line, col, endLine, endCol, text }) => ({
      range: { start: { line: line - 1, character: col }, end: { line: endLine - 1, character: endCol } },
      newText: text,
    })),
  );
  return applyEdits(source, edits);
}

/** A class whose forward has a body, with and without checkpointing. */
async function checkBody(
  before: string,
  after: string,
  sequential: readonly string[] = [],
  name = 'checkpoint',
): Promise<void> {
  const wrap = (body: string, head: string): string =>
    `${head}\nclass Net(nn.Module):\n    def forward(self, x, mask=None):\n${body.replace(/^/gm, '        ')}\n        return x\n`;
  const head = 'import torch\nimport torch.nn as nn\n';
  const edited = before === after ? head : `${head}from torch.utils.checkpoint import ${name}\n`;
  assert.equal(await checkpointed(wrap(before, head), sequential), wrap(after, edited));
}

describe('the edit that checkpoints', () => {
  it('a loop', () =>
    checkBody(
      'for block in self.blocks:\n    x = block(x)',
      'for block in self.blocks:\n    x = checkpoint(block, x, use_reentrant=False)',
    ));
  it('a loop with more arguments', () =>
    checkBody(
      'for block in self.blocks:\n    x = block(x, mask, scale=2)',
      'for block in self.blocks:\n    x = checkpoint(block, x, mask, scale=2, use_reentrant=False)',
    ));
  it('a loop with numbers and a tuple result', () =>
    checkBody(
      'for i, layer in enumerate(self.layers):\n    x, w = layer(x, self.bias[i])',
      'for i, layer in enumerate(self.layers):\n    x, w = checkpoint(layer, x, self.bias[i], use_reentrant=False)',
    ));
  it('a residual loop over a slice', () =>
    checkBody(
      'for block in self.blocks[:-1]:\n    x = x + block(x)',
      'for block in self.blocks[:-1]:\n    x = x + checkpoint(block, x, use_reentrant=False)',
    ));
  it('a loop with zip', () =>
    checkBody(
      'for m, s in zip(self.ups, skips):\n    x = m(x, s)',
      'for m, s in zip(self.ups, skips):\n    x = checkpoint(m, x, s, use_reentrant=False)',
    ));
  it('a loop over a ModuleDict', () =>
    checkBody(
      'for name, m in self.parts.items():\n    x = m(x)',
      'for name, m in self.parts.items():\n    x = checkpoint(m, x, use_reentrant=False)',
    ));
  it('a call over several lines', () =>
    checkBody(
      'for block in self.blocks:\n    x = block(\n        x,\n        mask,\n    )',
      'for block in self.blocks:\n    x = checkpoint(\n        block,\n                x,\n                mask,\n        use_reentrant=False,\n    )'.replace(
        / {16}/g,
        '        ',
      ),
    ));
  it('a Sequential', () =>
    checkBody(
      'x = self.stages(self.stem(x))',
      'x = checkpoint_sequential(self.stages, len(self.stages), self.stem(x), use_reentrant=False)',
      ['stages'],
      'checkpoint_sequential',
    ));
  it('nothing that is checkpointed', () =>
    checkBody(
      'for block in self.blocks:\n    x = checkpoint(block, x)',
      'for block in self.blocks:\n    x = checkpoint(block, x)',
    ));
  it('nothing that is no loop over modules', () =>
    checkBody('for i in range(3):\n    x = self.block(x)', 'for i in range(3):\n    x = self.block(x)'));

  it('with the import that is there', async () => {
    const source =
      'import torch.utils.checkpoint as cp\nclass Net:\n    def forward(self, x):\n        for b in self.bs:\n            x = b(x)\n';
    assert.match(
      await checkpointed(source),
      /^import torch\.utils\.checkpoint as cp\nclass Net[^]* x = cp\.checkpoint\(b, x, use_reentrant=False\)\n$/,
    );
  });

  it('with a full name where the short one is taken', async () => {
    const source =
      'import torch\ncheckpoint = "best.pt"\nclass Net:\n    def forward(self, x):\n        for b in self.bs:\n            x = b(x)\n';
    assert.match(
      await checkpointed(source),
      /^import torch\nimport torch\.utils\.checkpoint\n[^]*torch\.utils\.checkpoint\.checkpoint\(b, x,/,
    );
  });
});

const DEEP = `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(512, 2048), nn.GELU(), nn.Linear(2048, 512)) for _ in range(8)])

    def forward(self, x):
        for block in self.blocks:
            x = x + block(x)
        return x
`;

describe('code actions', () => {
  before(loadParser);

  it('say what checkpointing saves and costs, found by running with it', () => {
    const { source } = readFixture(DEEP);
    const analysis = analysisOf({
      'model.py': source,
      'vram-ledger.json': JSON.stringify(oneEntry('float32[4096, 512]')),
    });
    analysis.settle(FILE, Infinity);
    const line = source.split('\n').findIndex((text) => text.includes('for block in self.blocks:'));
    const at = { line, character: 8 };
    const actions = codeActionsAt(analysis, FILE, { start: at, end: at });
    const action = actions.find(({ title }) => title.startsWith('Checkpoint the 8 blocks of self.blocks'));
    assert.ok(action !== undefined, actions.map(({ title }) => title).join('\n'));
    assert.match(
      action.title,
      /^Checkpoint the 8 blocks of self\.blocks: peak \d[\d.]* → \d[\d.]* MiB, \+\d+ % compute/,
    );
    const target = analysis.focusOf(FILE)!;
    const before = analysis.figuresOf(target).current!.account.peak.allocated;
    analysis.open(FILE, applyEdits(source, action.edits[0]!.edits));
    analysis.settle(FILE, Infinity);
    assert.ok(analysis.figuresOf(target).current!.account.peak.allocated < before / 2);
  });

  it('change how a model is spread over devices, in the config or in that of DeepSpeed', () => {
    const { source } = readFixture(DEEP);
    const offered = (files: Record<string, string>, distributed: object): ((title: RegExp) => string) => {
      const analysis = analysisOf({
        ...files,
        'model.py': source,
        'vram-ledger.json': JSON.stringify(
          oneEntry('float32[4096, 512]', { optimizer: 'AdamW()', distributed }),
        ),
      });
      analysis.settle(FILE, Infinity);
      const ask = (): CodeAction[] => codeActionsAt(analysis, FILE, analysis.focusOf(FILE)!.anchor);
      return (title) => {
        // A slow machine has the last of them when it is asked again.
        let actions = ask();
        for (let i = 0; i < 5 && !actions.some((each) => title.test(each.title)); i++) actions = ask();
        const found = actions.find((each) => title.test(each.title));
        assert.ok(found !== undefined, actions.map((each) => each.title).join('\n'));
        const [{ path, edits }, ...more] = found.edits as [(typeof found.edits)[number]];
        assert.deepEqual(more, []);
        return applyEdits(analysis.files.readFile(path)!, edits);
      };
    };
    const ddp = { strategy: 'ddp', world_size: 4, find_unused_parameters: true };
    assert.deepEqual(
      (JSON.parse(offered({}, ddp)(/FSDP2/)) as { entries: { net: { distributed: object } } }).entries.net
        .distributed,
      { strategy: 'fsdp2', world_size: 4 },
    );
    const ds = '{\n  // the stage\n  "zero_optimization": { "stage": 1 }\n}\n';
    assert.equal(
      offered({ 'ds.json': ds }, { deepspeed: 'ds.json', world_size: 4 })(/ZeRO stage 3/),
      ds.replace('1', '3'),
    );
  });

  it('change the config in as many small pieces as there are places, which leave the rest as it is', () => {
    const { source } = readFixture(DEEP);
    const config = `{
  "entries": {
    "net": {
      "model": "model.py",
      "inputs": { "x": "float32[B, 512]" }, // a batch
      "sizes": { "B": 4096 },
      // twice
      "accumulate": 2
    }
  }
}
`;
    const analysis = analysisOf({ 'model.py': source, 'vram-ledger.json': config });
    analysis.settle(FILE, Infinity);
    const actions = codeActionsAt(analysis, FILE, analysis.focusOf(FILE)!.anchor);
    const action = actions.find(({ title }) => title.startsWith('Take 4 micro-batches of 1024 '));
    assert.ok(action !== undefined, actions.map(({ title }) => title).join('\n'));
    const [{ edits }] = action.edits as [(typeof action.edits)[number]];
    assert.deepEqual(
      edits.map(({ range, newText }) => [range.start.line, range.end.line, newText]),
      [
        [5, 5, '1024'],
        [7, 7, '8'],
      ],
    );
    assert.equal(applyEdits(config, edits), config.replace('4096', '1024').replace(': 2', ': 8'));
  });

  it('pin what is assumed', () => {
    const { source } = readFixture(DEEP);
    const analysis = analysisOf({
      'model.py': source,
      'vram-ledger.json': '{\n  // the card\n  "device": "t4"\n}\n',
    });
    analysis.settle(FILE, Infinity);
    const at = analysis.focusOf(FILE)!.anchor;
    const pin = codeActionsAt(analysis, FILE, at).find(
      ({ title }) => title === 'Pin these inputs in vram-ledger.json',
    )!;
    const path = FILE.replace('model.py', 'vram-ledger.json');
    assert.equal(pin.edits[0]!.path, path);
    const text = applyEdits(analysis.files.readFile(path)!, pin.edits[0]!.edits);
    assert.match(text, /\/\/ the card/);
    analysis.open(path, text);
    analysis.settle(FILE, Infinity);
    assert.equal(analysis.figuresOf(analysis.focusOf(FILE)!).current!.account.status, 'exact');
  });

  it('create a first config of a script, and say what is left to be said', () => {
    const script = 'import torch\n\nfor _ in range(3):\n    torch.zeros(8, device="cuda")\n';
    const analysis = analysisOf({ 'model.py': script });
    const text = applyEdits('', firstConfig(analysis, FILE)!.edits);
    const { entries, problems } = parseConfig(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      entries.map(({ name, kind, file }) => [name, kind, file]),
      [['model', 'script', 'model.py']],
    );
    const weird = readFixture(`
class Weird(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.a = nn.Linear(cfg.a, cfg.b)

    def forward(self, x):
        return self.a(x)
`).source;
    const other = applyEdits('', firstConfig(analysisOf({ 'model.py': weird }), FILE)!.edits);
    assert.match(
      other,
      /^ {4}\/\/ Weird: the constructor needs cfg: .*"model": "model\.py::Weird\(cfg=…\)"/m,
    );
    assert.deepEqual(parseConfig(other).problems, []);
  });

  it('create a first config, with the reasons, that says the same', () => {
    const { source } = readFixture(DEEP);
    const analysis = analysisOf({ 'model.py': source });
    analysis.settle(FILE, Infinity);
    const before = analysis.figuresOf(analysis.focusOf(FILE)!).current!.account;
    const edit = firstConfig(analysis, FILE)!;
    assert.ok(edit.create);
    const text = applyEdits('', edit.edits);
    assert.deepEqual(parseConfig(text).problems, []);
    assert.match(text, /\/\/ the input x is taken as/);
    analysis.open(edit.path, text);
    analysis.settle(FILE, Infinity);
    const after = analysis.figuresOf(analysis.focusOf(FILE)!).current!.account;
    assert.equal(after.status, 'exact');
    assert.deepEqual(after.peak, before.peak);
  });
});
