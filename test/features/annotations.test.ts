import assert from 'node:assert/strict';
import { hintsOf } from '../../src/features/hints';
import { lensesOf } from '../../src/features/lenses';
import { analysisOf, check, FILE, loadParser, oneEntry, readFixture } from './fixture';

const lenses = (analysis: Parameters<typeof lensesOf>[0]): { line: number; text: string }[] =>
  lensesOf(analysis, FILE).map(({ range, title }) => ({ line: range.start.line, text: title }));
const hints = (analysis: Parameters<typeof hintsOf>[0]): { line: number; text: string }[] =>
  hintsOf(analysis, FILE, 0, 1e9).map(({ position, label }) => ({ line: position.line, text: label }));

const NET = `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1024, 1024)
        self.b = nn.Linear(1024, 8)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))
`;

describe('lenses', () => {
  before(loadParser);

  it('tell parameters, weights and the peak against the device', () =>
    void check(
      `
class Net(nn.Module):
    #> 1.06 M parameters · 4.04 MiB weights · peak 26.3 MiB of 24.0 GiB (device) · exact · net
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1024, 1024)
        self.b = nn.Linear(1024, 8)

    def forward(self, x):
        return self.b(F.relu(self.a(x)))
`,
      lenses,
      { config: oneEntry('float32[256, 1024]') },
    ));

  it('say what is assumed where nothing is said', () => {
    const analysis = analysisOf({ 'model.py': readFixture(NET).source });
    analysis.settle(FILE, Infinity);
    assert.match(lensesOf(analysis, FILE)[0]!.title, / · assumed$/);
  });

  it('stay while the file does not parse, and move with their class', () => {
    const { source } = readFixture(NET);
    const analysis = analysisOf({ 'model.py': source });
    analysis.settle(FILE, Infinity);
    const [before] = lensesOf(analysis, FILE);
    analysis.open(FILE, source.replace('import torch\n', 'import torch\n\n\nx = (\n'));
    analysis.settle(FILE, Infinity);
    const [after] = lensesOf(analysis, FILE);
    assert.equal(after!.title, before!.title.replace('assumed', 'stale'));
    assert.equal(after!.range.start.line, before!.range.start.line + 3);
    analysis.open(FILE, source);
    assert.equal(analysis.settle(FILE, Infinity), true);
    assert.deepEqual(lensesOf(analysis, FILE), [before]);
  });

  it('say why there are no figures', () =>
    void check(
      `
class Net(nn.Module):
    #> no figures: the constructor needs flavour
    def __init__(self, flavour):
        super().__init__()
        self.a = nn.Linear(flavour, 8)

    def forward(self, x):
        return self.a(x)
`,
      lenses,
    ));

  it('say that a model does not run', () =>
    void check(
      `
class Net(nn.Module):
    #> does not run: RuntimeError: mat1 and mat2 shapes cannot be multiplied (2x8 and 4x4) · net
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)

    def forward(self, x):
        return self.a(x)
`,
      lenses,
      { config: oneEntry('float32[2, 8]') },
    ));

  it('are of the entry that trains, and count the others', () => {
    const config = oneEntry('float32[2, 1024]') as { entries: Record<string, object> };
    config.entries = { serving: { ...config.entries.net, mode: 'infer' }, ...config.entries };
    const analysis = analysisOf({
      'model.py': readFixture(NET).source,
      'vram-ledger.json': JSON.stringify(config),
    });
    analysis.settle(FILE, Infinity);
    assert.match(lensesOf(analysis, FILE)[0]!.title, / · exact · net \(\+1\)$/);
    analysis.selected = analysis.targetsOf(FILE)[0]!.key;
    assert.match(lensesOf(analysis, FILE)[0]!.title, / · exact · serving \(\+1\)$/);
  });
});

describe('hints', () => {
  before(loadParser);

  it('are at the lines that make layers and at those that run them', () =>
    void check(
      `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(1024, 1024)
        #> 4.00 MiB · 1.00 MiB saved
        self.b = nn.Linear(1024, 8)

    def forward(self, x):
        x = self.a(x)
        #> 1.00 MiB saved
        x = F.relu(x)
        #> 1.00 MiB saved
        return self.b(x)
`,
      (analysis) =>
        hints(analysis)
          .map(({ line, text }) => ({ line, text: text.replace(/ · ◆.*|^◆.*/, '') }))
          .filter(({ text }) => text !== ''),
      { config: oneEntry('float32[256, 1024]') },
    ));

  it('count executions, of many modules and of one in a loop', () =>
    void check(
      `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.many = nn.ModuleList([nn.Linear(1024, 1024) for _ in range(3)])
        #> 12.0 MiB · 3.00 MiB saved ×3
        self.one = nn.Linear(1024, 1024)
        #> 4.00 MiB · 2.00 MiB saved ×2

    def forward(self, x):
        for layer in self.many:
            x = layer(x)
            #> 3.00 MiB saved ×3
        for _ in range(2):
            x = self.one(x)
            #> 2.00 MiB saved ×2
        return (x * x).sqrt() * x.exp()
        #> 3.00 MiB saved
`,
      (analysis) =>
        hints(analysis)
          .map(({ line, text }) => ({ line, text: text.replace(/ · ◆.*|^◆.*/, '') }))
          .filter(({ text }) => text !== ''),
      { config: oneEntry('float32[256, 1024]') },
    ));

  it('mark the line of the peak', () => {
    const analysis = analysisOf({
      'model.py': readFixture(NET).source,
      'vram-ledger.json': JSON.stringify(oneEntry('float32[256, 1024]')),
    });
    analysis.settle(FILE, Infinity);
    assert.equal(hints(analysis).filter(({ text }) => text.includes('◆ peak')).length, 1);
  });

  it('are hidden below the threshold', () => {
    const analysis = analysisOf(
      {
        'model.py': readFixture(NET).source,
        'vram-ledger.json': JSON.stringify(oneEntry('float32[256, 1024]')),
      },
      { hintThreshold: '3MiB' },
    );
    analysis.settle(FILE, Infinity);
    assert.deepEqual(
      hints(analysis)
        .map(({ text }) => text.replace(/ · ◆.*|^◆.*/, ''))
        .filter((text) => text !== ''),
      ['4.00 MiB'],
    );
  });

  it('stay at their lines while the file is edited', () => {
    const { source } = readFixture(NET);
    const analysis = analysisOf({ 'model.py': source });
    analysis.settle(FILE, Infinity);
    const before = hints(analysis);
    const edited = source
      .replace('class Net', '# a comment\n\nclass Net')
      .replace('self.b = nn.Linear(1024, 8)', 'self.b = nn.Linear(1024, ');
    analysis.open(FILE, edited);
    analysis.settle(FILE, Infinity);
    assert.deepEqual(
      hints(analysis),
      before.map(({ line, text }) => ({ line: line + 2, text })),
    );
  });
});
