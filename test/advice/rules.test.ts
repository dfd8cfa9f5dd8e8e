/** The rules: what they find in wrong code and, as much, what they let be. A fixture's `#> code` stands under the line that is meant. */
import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { diagnosticsOf } from '../../src/features/diagnostics';
import { applyEdits } from '../../src/advice/action';
import { analysisOf, FILE, loadParser, oneEntry, readFixture } from '../features/fixture';

const NET = `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(1024, 1024)

    def forward(self, x):
        return self.fc(x).relu().pow(2)
`;
const SETUP = `
model = Net().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
`;

/** Works until nothing is left to do. */
function settled(analysis: Analysis): void {
  for (let i = 0; i < 200 && analysis.work(FILE); i++);
}

function found(analysis: Analysis): Map<number, string[]> {
  const lines = new Map<number, string[]>();
  for (const { code, range } of diagnosticsOf(analysis, FILE)) {
    const { line } = range.start;
    lines.set(line, [...(lines.get(line) ?? []), code]);
  }
  return lines;
}

function check(fixture: string, config: object, rules: Record<string, 'off' | 'hint'> = {}): Analysis {
  const { source, expected } = readFixture(fixture);
  const analysis = analysisOf({ 'model.py': source, 'vram-ledger.json': JSON.stringify(config) }, { rules });
  settled(analysis);
  const show = (map: Map<number, string[]>): string =>
    [...map]
      .sort(([a], [b]) => a - b)
      .map(([line, codes]) => `${source.split('\n')[line]}  #> ${codes.join()}`)
      .join('\n');
  assert.equal(show(found(analysis)), show(expected));
  return analysis;
}

function script(body: string): Analysis {
  return check(NET + SETUP + body, {
    device: '24GiB',
    entries: { train: { script: 'model.py' } },
  });
}

function model(fixture: string, x = 'float32[64, 1024]', entry: object = {}): Analysis {
  return check(fixture, oneEntry(x, entry));
}

/** The source after the fix of the only mistake. */
function fixed(analysis: Analysis): string {
  const [mistake] = analysis.mistakesIn(FILE);
  return applyEdits(analysis.files.document(FILE)!.text, mistake!.fix!.edits);
}

describe('the rules', function () {
  this.timeout(120_000);
  before(() => loadParser());

  describe('graph-kept', () => {
    it('losses in a list', () => {
      const analysis = script(`
losses = []
for step in range(8):
    loss = model(torch.randn(64, 1024, device="cuda")).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss)
    #> graph-kept
`);
      assert.match(fixed(analysis), /losses\.append\(loss\.detach\(\)\)/);
    });
    it('a sum of losses', () => {
      const analysis = script(`
def train():
    total = 0
    for step in range(8):
        loss = model(torch.randn(64, 1024, device="cuda")).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss
        #> graph-kept
    print(total / 8)
train()
`);
      assert.match(fixed(analysis), /total \+= loss\.detach\(\)/);
    });
    it('outputs in a list', () => {
      script(`
outputs = []
for step in range(8):
    out = model(torch.randn(64, 1024, device="cuda"))
    loss = out.mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    outputs.append(out)
    #> graph-kept
`);
    });
    it('not what is detached or a number', () => {
      script(`
losses, total, numbers = [], 0, []
for step in range(8):
    loss = model(torch.randn(64, 1024, device="cuda")).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.detach())
    total += loss.detach()
    numbers.append(loss.item())
`);
    });
    it('not the steps of one loss through time', () => {
      script(`
for step in range(5):
    x, losses = torch.randn(64, 1024, device="cuda"), []
    for t in range(6):
        x = model(x)
        losses.append(x.mean())
    loss = sum(losses)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
`);
    });
    it('not several losses of one pass', () => {
      script(`
for step in range(5):
    out = model(torch.randn(64, 1024, device="cuda"))
    losses = [out[:, i].mean() for i in range(8)]
    optimizer.zero_grad()
    for loss in losses:
        loss.backward(retain_graph=True)
    optimizer.step()
`);
    });
    it('not two models that train each other', () => {
      script(`
other = Net().cuda()
second = torch.optim.SGD(other.parameters(), lr=0.1)
for step in range(6):
    fake = model(torch.randn(64, 1024, device="cuda"))
    d = other(fake.detach()).mean() - other(torch.randn(64, 1024, device="cuda")).mean()
    second.zero_grad()
    d.backward()
    second.step()
    g = -other(fake).mean()
    optimizer.zero_grad()
    g.backward()
    optimizer.step()
`);
    });
  });

  describe('evaluation-graph', () => {
    it('evaluation without no_grad', () => {
      script(`
model.eval()
for step in range(4):
    out = model(torch.randn(4096, 1024, device="cuda"))
    #> evaluation-graph
    print(out.shape)
`);
    });
    it('not under no_grad or inference_mode', () => {
      script(`
model.eval()
with torch.no_grad():
    out = model(torch.randn(4096, 1024, device="cuda"))
with torch.inference_mode():
    out = model(torch.randn(4096, 1024, device="cuda"))
`);
    });
    it('not where a gradient is taken', () => {
      script(`
model.eval()
for step in range(4):
    x = torch.randn(4096, 1024, device="cuda", requires_grad=True)
    grad = torch.autograd.grad(model(x).sum(), x)
`);
    });
    it('not a frozen model', () => {
      script(`
model.eval().requires_grad_(False)
out = model(torch.randn(4096, 1024, device="cuda"))
`);
    });
  });

  describe('broadcast-giant', () => {
    it('a column against a row', () => {
      model(
        `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 1)
    def forward(self, x, target):
        return ((self.fc(x) - target) ** 2).mean()
        #> broadcast-giant
`,
        'float32[4096, 16]',
        { inputs: { x: 'float32[4096, 16]', target: 'float32[4096]' } },
      );
    });
    it('not where it was asked for', () => {
      model(
        `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 1)
    def forward(self, x):
        a = self.fc(x)[:, 0]
        return ((a[:, None] - a[None, :]) ** 2).mean() + (x + self.fc.bias).mean()
`,
        'float32[4096, 16]',
      );
    });
  });

  describe('view-pins-storage', () => {
    it('a column of each output', () => {
      script(`
kept = []
with torch.no_grad():
    for step in range(16):
        out = model(torch.randn(4096, 1024, device="cuda"))
        kept.append(out[:, 0])
        #> view-pins-storage
`);
    });
    it('not copies, and not what is larger', () => {
      script(`
kept, whole = [], []
with torch.no_grad():
    for step in range(16):
        out = model(torch.randn(4096, 1024, device="cuda"))
        kept.append(out[:, 0].clone())
        whole.append(out[:, :512])
`);
    });
  });

  describe('frozen-still-saves', () => {
    const layers = (stem: string): string => `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Linear(1024, 64)
        ${stem}
        self.body = nn.Sequential(*[nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.Linear(64, 1024), nn.GELU(), nn.Linear(1024, 64)) for _ in range(20)])
        self.body.requires_grad_(False)
        self.head = nn.Linear(64, 10)
    def forward(self, x):
        return self.head(self.body(self.stem(x)))
`;
    it('a stem that was forgotten', () => {
      model(layers('#> frozen-still-saves'), 'float32[4096, 1024]');
    });
    it('not one that is frozen too', () => {
      model(layers('self.stem.requires_grad_(False)'), 'float32[4096, 1024]');
    });
  });

  describe('attention-weights', () => {
    const block = (call: string): string => `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = nn.MultiheadAttention(256, 4, batch_first=True)
    def forward(self, x):
        ${call}
        return y
`;
    it('weights that are dropped', () => {
      const analysis = model(
        block('y, _ = self.attn(x, x, x)\n        #> attention-weights'),
        'float32[8, 512, 256]',
      );
      assert.match(fixed(analysis), /self\.attn\(x, x, x, need_weights=False\)/);
    });
    it('the first of two', () => {
      model(block('y = self.attn(x, x, x)[0]\n        #> attention-weights'), 'float32[8, 512, 256]');
    });
    it('not where they are read or not asked for', () => {
      model(block('y, w = self.attn(x, x, x)\n        y = y + w.mean()'), 'float32[8, 512, 256]');
      model(block('y, _ = self.attn(x, x, x, need_weights=False)'), 'float32[8, 512, 256]');
    });
  });

  describe('checkpoint-useless', () => {
    const net = (forward: string): string => `
from torch.utils.checkpoint import checkpoint
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(256, 1024), nn.GELU(), nn.Linear(1024, 256)) for _ in range(8)])
        self.body = nn.Sequential(*self.blocks)
    def forward(self, x):
        ${forward}
`;
    it('one big segment', () => {
      const analysis = model(
        net('return checkpoint(self.body, x, use_reentrant=False)\n        #> checkpoint-useless'),
        'float32[8192, 256]',
      );
      assert.match(fixed(analysis), /return self\.body\(x\)/);
    });
    it('no input that requires grad', () => {
      model(
        net(
          'return checkpoint(self.body, x, use_reentrant=True) + self.blocks[0](x)\n        #> checkpoint-useless',
        ),
        'float32[8192, 256]',
      );
    });
    it('not blocks', () => {
      model(
        net('for block in self.blocks: x = checkpoint(block, x, use_reentrant=False)\n        return x'),
        'float32[8192, 256]',
      );
    });
  });

  describe('are silenced', () => {
    const wrong = (comment: string, above = ''): string => `
model.eval()
${above}
out = model(torch.randn(4096, 1024, device="cuda"))${comment}
`;
    it('by a comment on the line', () => void script(wrong('  # vram-ledger: ignore[evaluation-graph]')));
    it('by one for all rules', () => void script(wrong('  # vram-ledger: ignore')));
    it('by one above', () => void script(wrong('', '# vram-ledger: ignore[graph-kept, evaluation-graph]')));
    it('by one for the file', () =>
      void script(`# vram-ledger: ignore-file[evaluation-graph]\n${wrong('')}`));
    it('not by one for another rule', () =>
      void script(wrong('  # vram-ledger: ignore[graph-kept]\n#> evaluation-graph')));
    it('by a setting', () => {
      check(
        NET + SETUP + wrong(''),
        { device: '24GiB', entries: { train: { script: 'model.py' } } },
        {
          'evaluation-graph': 'off',
        },
      );
    });
  });
});
