/** How a script makes and calls a class, where its source does not say the values: what is taken for the model, and where it is from. */
import assert from 'node:assert/strict';
import { discoverEntries, type DiscoveredEntry } from '../../src/workspace/entries';
import { formatInputSpec } from '../../src/workspace/input-spec';
import { observeCall, type Observe } from '../../src/workspace/observed-call';
import { FILE, HEAD, subjectParts, writeModel } from '../advice/fixture';

const NET = `
class Net(nn.Module):
    def __init__(self, dim, depth, classes=10, act=nn.ReLU, *, bias=True):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(dim, dim, bias=bias) for _ in range(depth)])
        self.act = act()
        self.head = nn.Linear(dim, classes)

    def forward(self, x, mask=None, scale=1.0):
        for layer in self.layers:
            x = self.act(layer(x))
        return self.head(x) * scale
`;

/** What is found for the first model of a file beside which there is a script. */
async function found(model: string, script: string, name = 'train.py'): Promise<DiscoveredEntry> {
  const { machine, host, parser } = await subjectParts();
  writeModel(model);
  const path = FILE.replace('model.py', name);
  host.documents.write(path, script);
  host.documents.write(
    FILE.replace('model.py', 'settings.json'),
    '{"model": {"dim": 48, "depth": 3, "bias": false}}',
  );
  try {
    const parsed = parser.parse(HEAD + model);
    const paths = [FILE.slice(0, FILE.lastIndexOf('/'))];
    const observe: Observe = (wanted) => observeCall(machine, wanted);
    return discoverEntries(FILE, parsed, { parser, host, paths, observe })[0]!;
  } finally {
    host.documents.delete(path);
  }
}

/** `expected`: the expression, then the inputs with the sizes. */
async function check(script: string, expected: readonly [string, string], model = NET): Promise<void> {
  const entry = await found(model, `import torch\nfrom torch import nn\nfrom model import Net\n${script}`);
  const inputs = entry.inputs.map(({ name, spec }) => `${name}=${formatInputSpec(spec)}`);
  const sizes = Object.entries(entry.sizes).map(([name, value]) => `${name}=${value}`);
  assert.deepEqual([entry.expression, [...inputs, ...sizes].join(' ')], expected);
}

describe('a script that makes a model', () => {
  it('says the arguments that a file of settings holds', async () => {
    await check(
      'import json\nsettings = json.load(open("settings.json"))\nnet = Net(**settings["model"])\nnet(torch.zeros(6, 48))\n',
      ['Net(dim=48, depth=3, bias=False)', 'x=float32[B, 48] B=6'],
    );
  });

  it('says the arguments that it hands on', async () => {
    await check(
      'def build(cls, **options):\n    return cls(**options)\nnet = build(Net, dim=40, depth=2)\n',
      ['Net(dim=40, depth=2)', 'x=float32[B, 40] B=8'],
    );
    await check('def build(*sizes):\n    return Net(*sizes, act=nn.GELU)\nnet = build(40, 2, 5)\n', [
      'Net(dim=40, depth=2, classes=5, act=nn.GELU)',
      'x=float32[B, 40] B=8',
    ]);
  });

  it('says what a trainer keeps', async () => {
    await check(
      `
from dataclasses import dataclass

@dataclass
class Settings:
    dim: int = 24
    depth: int = 4
    batch: int = 12

class Trainer:
    def __init__(self, settings):
        self.settings = settings
        self.net = Net(settings.dim, settings.depth)

    def fit(self):
        for _ in range(3):
            self.net(torch.zeros(self.settings.batch, 7, self.settings.dim), scale=0.5).sum().backward()

if __name__ == "__main__":
    Trainer(Settings()).fit()
`,
      ['Net(dim=24, depth=4)', 'x=float32[B, 7, 24] mask=None scale=0.5 B=12'],
    );
  });

  it('says the arguments that a settings object holds', async () => {
    const model = NET.replace(
      'def __init__(self, dim, depth, classes=10, act=nn.ReLU, *, bias=True):',
      'def __init__(self, args):\n        dim, depth, classes, act, bias = args.dim, args.depth, 10, nn.ReLU, args.bias',
    );
    await check(
      'import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument("--dim", type=int, default=20)\nparser.add_argument("--depth", type=int, default=1)\nparser.add_argument("--bias", action="store_true")\nnet = Net(parser.parse_args())\nnet(torch.zeros(2, 20))\n',
      ["Net(args=__import__('types').SimpleNamespace(dim=20, depth=1, bias=False))", 'x=float32[B, 20] B=2'],
      model,
    );
  });

  it('is told as what it is: an assumption with the place', async () => {
    const entry = await found(
      NET,
      'import torch\nfrom model import Net\nsizes = dict(dim=8, depth=1)\nnet = Net(**sizes)\nnet(torch.zeros(3, 8))\n',
    );
    const place = FILE.replace('model.py', 'train.py');
    assert.deepEqual(
      entry.assumptions.map(({ message, file, line }) => [message, file, line]),
      [
        ["the constructor's arguments are those that train.py gives when it is run", place, 4],
        ['the input x is taken as float32[B, 8] with B = 3, as train.py calls the model', place, 4],
      ],
    );
  });

  it('is left where it does not make it', async () => {
    for (const script of [
      'import sys\nsys.exit(2)\nnet = Net(**options)\n',
      'raise RuntimeError("no data")\nnet = Net(**options)\n',
      'while True:\n    pass\nnet = Net(**options)\n',
      // No source stands for what it is given.
      'net = Net(*iter([torch.zeros(1), 2]))\n',
    ]) {
      const entry = await found(NET, `import torch\nfrom model import Net\n${script}`);
      assert.equal(entry.expression, 'Net(dim=512, depth=6)');
      assert.match(entry.assumptions[0]!.message, /nothing says the constructor's arguments/);
    }
  });

  it('is not run where its source says the arguments, nor where it is a test', async () => {
    let runs = 0;
    const { host, parser } = await subjectParts();
    writeModel(NET);
    const observe = (): undefined => {
      runs++;
    };
    const options = { parser, host, paths: ['/w'], observe };
    for (const [name, script] of [
      ['train.py', 'from model import Net\nDIM = 24\nnet = Net(DIM, depth=2)\nnet(torch.zeros(6, DIM))\n'],
      ['test_model.py', 'from model import Net\nnet = Net(**options)\n'],
    ] as const) {
      const path = FILE.replace('model.py', name);
      host.documents.write(path, script);
      discoverEntries(FILE, parser.parse(HEAD + NET), options);
      host.documents.delete(path);
    }
    assert.equal(runs, 0);
  });

  it('says the inputs where their source does not', async () => {
    const script = (call: string): string =>
      `net = Net(24, depth=2).to("cuda")\nfor x in [torch.zeros(9, 24)]:\n    x = x.to("cuda")\n    ${call}\n`;
    await check(script('net(x[:5])'), ['Net(24, depth=2)', 'x=float32[B, 24] B=5']);
    // A call without gradients is a trial where another one follows.
    await check(
      `${script('net(x[:5])')}`.replace('    net', '    with torch.no_grad():\n        net(x[:1])\n    net'),
      ['Net(24, depth=2)', 'x=float32[B, 24] B=5'],
    );
    await check(script('with torch.no_grad():\n        net(x)'), [
      'Net(24, depth=2)',
      'x=float32[B, 24] B=9',
    ]);
  });

  it('says inputs that are no tensors', async () => {
    const taking = (first: string): string =>
      NET.replace('for layer in', `x = ${first}\n        for layer in`);
    const script = (given: string): string =>
      `net = Net(24, depth=2).cuda()\nx = torch.zeros(9, 24).cuda()\nlengths = torch.arange(9)\nnet(${given})\n`;
    const float = 'torch.empty((9, 24), dtype=torch.float32, device="cuda")';
    const cases: [string, string, string][] = [
      ['x[0] + 0', '[x, x]', `x=[${float}, ${float}]`],
      ['x["x"] + 0', '{"x": x, "n": 3}', `x={'x': ${float}, 'n': 3}`],
      ['x', 'x, lengths', 'x=float32[B, 24] mask=torch.empty((9,), dtype=torch.int64, device="cpu") B=9'],
      ['x.data + 0', 'Batch(x)', `x=Batch(data=${float})`],
      ['x.data + 0', 'Pair(x, 3)', `x=Pair(${float}, 3)`],
      [
        '(x @ torch.zeros(9, 24).cuda())',
        'torch.sparse_coo_tensor(torch.zeros(2, 5).long(), torch.ones(5), (9, 9)).cuda()',
        'x=torch.sparse_coo_tensor(torch.empty((2, 5), dtype=torch.int64, device="cuda"), torch.empty((5,), dtype=torch.float32, device="cuda"), (9, 9))',
      ],
    ];
    const classes = `
from collections import namedtuple
Pair = namedtuple('Pair', 'data n')

class Batch:
    def __init__(self, data, extra=None):
        self.data = data

    def size(self):
        return self.data.size()
`;
    for (const [first, given, inputs] of cases)
      await check(
        `from model import Batch, Pair\n${script(given)}`,
        ['Net(24, depth=2)', inputs],
        classes + taking(first),
      );
  });

  it('says the inputs of a class of its own file, again when what is outside of classes changes', async () => {
    const { host, parser } = await subjectParts();
    const source = (batch: number, width: number): string =>
      `${NET}\n${NET.replace('class Net', 'class Other').replace('scale=1.0', `scale=${width}.0`)}\nbatch = ${batch}\nnet = Net(*make(batch))\n`;
    const told: (string | undefined)[] = [];
    for (const text of [source(4, 1), source(4, 2), source(5, 2)]) {
      writeModel(text);
      const observe: Observe = ({ className, script, file, outside }) => {
        if (className === 'Net' && script === file) told.push(outside);
        return undefined;
      };
      discoverEntries(FILE, parser.parse(HEAD + text), { parser, host, paths: ['/w'], observe });
    }
    assert.equal(told.length, 3);
    assert.equal(told[0], told[1]);
    assert.notEqual(told[1], told[2]);
  });

  it('is not run again for each class of a file, where it came to its bounds', async () => {
    const { host, parser } = await subjectParts();
    const two = `${NET}${NET.replace('class Net', 'class Other')}`;
    writeModel(two);
    const path = FILE.replace('model.py', 'train.py');
    host.documents.write(path, 'from model import Net, Other\nnet, other = Net(**a), Other(**b)\nwork()\n');
    const asked: string[] = [];
    const observe: Observe = ({ className }) => {
      asked.push(className);
      return 'cut';
    };
    const found = discoverEntries(FILE, parser.parse(HEAD + two), { parser, host, paths: ['/w'], observe });
    host.documents.delete(path);
    assert.equal(found.length, 2);
    assert.deepEqual(asked, ['Net']);
  });
});
