/** Layers, data sets and numbers that cannot be known: what is around them still runs. */
import assert from 'node:assert/strict';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

const IMPORTS = `import math, sys\nimport torch
from torch import nn
from torch.utils import data
import a_module_that_is_not_there
u = a_module_that_is_not_there.value
`;

/** Statements after which `r` is printed, and what is printed. */
const cases: [string, string][] = [
  [
    'n, x = int(u), float(u)\nr = [torch.tensor(v).dtype for v in ([n], [x], [n > 1], [complex(x)], n + 1)]',
    '[torch.int64, torch.float32, torch.bool, torch.complex64, torch.int64]',
  ],
  [
    `class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([u(1), nn.Linear(2, 3)])
m = M().cuda().train()
m.load_state_dict(m.state_dict())
names = []
m.apply(lambda module: names.append(type(module).__name__))
r = names, [n for n, _ in m.named_parameters()], [n for n, _ in m.named_modules()], list(m.layers.children()), m.layers[0](u)`,
    "(['Linear', 'ModuleList', 'M'], ['layers.1.weight', 'layers.1.bias'], ['', 'layers', 'layers.1'], " +
      '[Linear(in_features=2, out_features=3, bias=True)], ?)',
  ],
  [
    `x = torch.rand(3).cuda()
r = []
if (x < 0).any():
    torch._assert(False, "negative")
else:
    r.append("kept")
if not math.isfinite(x.sum().item()):
    print("stopping")
    sys.exit(1)
r.append("finite")`,
    "['kept', 'finite']",
  ],
  ['r = [batch for batch in data.DataLoader(u, batch_size=4, shuffle=True)]', '[?, ?, ?]'],
  [
    `class D(data.Dataset):
    def __len__(self): return 5
    def __getitem__(self, i): return torch.zeros(3), int(u), float(u), u
r = [(a.shape, b.dtype, len(b), c.dtype, d) for a, b, c, d in data.DataLoader(D(), batch_size=4)]`,
    '[(torch.Size([4, 3]), torch.int64, 4, torch.float64, ?), (torch.Size([1, 3]), torch.int64, 1, torch.float64, ?)]',
  ],
  [
    `drop = torch.zeros(40).uniform_(0., 1.) < 0.2
kept = [i for i, gone in zip(range(40), drop) if not gone]
size = int(torch.empty(1).uniform_(5., 9.).item())
r = 20 < len(kept) < 40, 5 <= size < 9, torch.rand(4)[3].item() < 1, torch.rand(2, device="cuda").tolist()`,
    '(True, True, True, [?, ?])',
  ],
  [
    `ran = [0, 0, 0]
for i in range(8):
    if torch.rand(1) < 0.1: continue
    ran[0] += 1
    if torch.bernoulli(torch.tensor(0.1)): continue
    ran[1] += 1
    if torch.empty(()).bernoulli_(0.9): ran[2] += 1
r = ran, torch.empty(6).bernoulli_(1.).tolist(), nn.init.uniform_(nn.Parameter(torch.empty(2))).tolist()`,
    '([8, 8, 8], [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [?, ?])',
  ],
  [
    `class D(data.Dataset):
    read = 0
    def __init__(self, uneven): self.uneven = uneven
    def __len__(self): return 1000
    def __getitem__(self, i):
        D.read += 1
        for _ in range(100): pass
        for _ in range(1000): pass
        return torch.zeros(3 + (self.uneven and i % 2)), i, {"k": float(i)}
alike = next(iter(data.DataLoader(D(0), batch_size=1000)))
r = [D.read, alike[0].shape, alike[1].shape, alike[1][:2].tolist(), alike[1][400].item(), alike[2]["k"].dtype]
D.read = 0
next(iter(data.DataLoader(D(1), batch_size=1000, collate_fn=len)))
r.append(D.read)`,
    '[435, torch.Size([1000, 3]), torch.Size([1000]), [0, 1], ?, torch.float64, 1000]',
  ],
  [
    `x = torch.empty(3).normal_()
def checked(x):
    if x.min() < 0 or torch.isnan(x).any(): raise ValueError("negative")
    if not torch.isfinite(x).all(): raise ValueError("infinite")
    assert x.max() <= 1 and not (x == 2).any()
    if x.sum() > 0:
        return "positive"
rounds = 0
while (x > 0).any():
    rounds += 1
if not x.all(): rounds += 10
r = checked(x), rounds, not x.any(), 1 if x.all() else 2`,
    "('positive', 1, ?, 1)",
  ],
  ['out, (h, c) = nn.LSTM(2, 3)(u)\nr = out[:, -1], h, nn.GRU(2, 3)(u)[0]', '(?, ?, ?)'],
];

/** A host that has one script. */
class ScriptHost extends NodeHost {
  script = '';
  override readFile(path: string): string | undefined {
    return path === '/script.py' ? this.script : super.readFile(path);
  }
  override isFile(path: string): boolean {
    return path === '/script.py' || super.isFile(path);
  }
}

describe('what a program cannot know', function () {
  this.timeout(60_000);
  const host = new ScriptHost();
  let machine: Machine;
  let output = '';
  before(async () => {
    machine = new Machine({
      parser: await loadParser(),
      host,
      path: ['/'],
      libraryRoots: [],
      write: (_stream, text) => {
        output += text;
      },
    });
  });
  for (const [code, expected] of cases)
    it(code.replaceAll('\n', ' ⏎ '), () => {
      host.script = `${IMPORTS}${code}\nprint(r)\n`;
      output = '';
      machine.runScript('/script.py', [], { device: parseDevice('a100-80gb'), maxInstructions: 50_000_000 });
      assert.equal(output.trimEnd(), expected);
    });

  it('tells once, of what is unknown, that PyTorch does nothing with it: memory is then a lower bound', () => {
    host.script = [
      'import nosuch, matplotlib.pyplot as plt, torch',
      'plt.plot([1])',
      'ids = nosuch.encode("text")',
      'layer = torch.nn.Embedding(10, 4)',
      'x = layer(ids)',
      'y = torch.relu(x) + torch.sin(x)',
      'z = torch.zeros(nosuch.size, 3)',
      'known = torch.zeros(2, 3)',
    ].join('\n');
    const { notes } = machine.runScript('/script.py', [], { device: parseDevice('a100-80gb') });
    assert.deepEqual(
      notes
        .filter(({ kind }) => kind === 'missing')
        .map(({ message, place, leavesOut }) => `${place!.line} ${message}${leavesOut ? ' (left out)' : ''}`),
      [
        "1 module 'nosuch' was not found: what depends on it is unknown",
        "1 module 'matplotlib' was not found: what depends on it is unknown",
        "3 the result of a call is unknown: module 'nosuch' was not found",
        "5 torch.embedding does not run: module 'nosuch' was not found (left out)",
        "7 torch.zeros does not run: module 'nosuch' was not found (left out)",
      ],
    );
  });
});
