import assert from 'node:assert/strict';
import type { Analysis } from '../../src/features/analysis';
import { hoverAt } from '../../src/features/hover';
import { analysisOf, FILE, loadParser, oneEntry, readFixture } from './fixture';

const NET = `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.many = nn.ModuleList([nn.Linear(1024, 1024) for _ in range(3)])
        self.head = nn.Linear(1024, 8)

    def forward(self, x):  # [B, 1024]
        for layer in self.many:
            x = layer(x)
        y = F.softmax(x, dim=-1)
        return self.head(y)
`;

/** The lines of the hover over a piece of the source. */
function hover(analysis: Analysis, at: string): string[] | undefined {
  const { text } = analysis.files.document(FILE)!;
  const offset = text.indexOf(at) + at.length - 1;
  assert.ok(offset >= at.length - 1, at);
  const before = text.slice(0, offset).split('\n');
  return hoverAt(analysis, FILE, {
    line: before.length - 1,
    character: before[before.length - 1]!.length,
  })?.markdown.split('\n');
}

describe('hover', () => {
  let analysis: Analysis;
  before(async () => {
    await loadParser();
    const config = oneEntry('float32[B, 1024]', { sizes: { B: 256 } });
    analysis = analysisOf({
      'model.py': readFixture(NET).source,
      'vram-ledger.json': JSON.stringify(config),
    });
    while (analysis.work(FILE));
  });

  it('tells of a layer where it is made', () =>
    assert.deepEqual(hover(analysis, 'self.many'), [
      '**self.many** (ModuleList): 12.0 MiB of weights, 3.00 MiB saved for backward ×3.',
      '',
      '| | |',
      '|:--|:--|',
      '| Parameters | 3.15 M, 12.0 MiB |',
      '| Saved by | linear 3.00 MiB |',
      '| Executions | 3 |',
      '| At the peak | 25.0 MiB, 59.1 % of 42.3 MiB |',
      '| Saved grows as | `12288*B` bytes (B = 256) |',
      '',
      '*net · exact*',
    ]));

  it('tells of it where it runs', () =>
    assert.deepEqual(hover(analysis, 'self.head(y'.slice(0, -2)), hover(analysis, 'self.head')));

  it('tells of a line that runs an operator', () => {
    const lines = hover(analysis, 'F.softmax')!;
    assert.equal(lines[0], 'This line saves 1.00 MiB for backward.');
    assert.ok(lines.includes('| Output | float32 [256, 1024] |'));
  });

  it('tells of the model at its name', () => {
    const lines = hover(analysis, 'class Net')!;
    assert.match(lines[0]!, /^\*\*Net\*\* peaks at 42\.3 MiB and fits the device: .* to spare\.$/);
  });

  it('is silent elsewhere', () => assert.equal(hover(analysis, 'import torch'), undefined));

  it('is short, and has no HTML', () => {
    for (const at of ['self.many', 'F.softmax', 'class Net']) {
      const lines = hover(analysis, at)!;
      assert.ok(lines.length <= 15, at);
      assert.ok(!/<[a-z]/i.test(lines.join('')), at);
    }
  });

  it('says that it is stale', () => {
    const { text } = analysis.files.document(FILE)!;
    analysis.open(FILE, `${text}\nx = (`);
    assert.match(hover(analysis, 'self.many')!.pop()!, /stale/);
    analysis.open(FILE, text);
  });
});
