/** What-if and fit: figures under changes, nothing written until asked, and what is then written. */
import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { fitEdits, fitView } from '../../src/features/fit-view';
import { applyEdits, type FileEdit } from '../../src/features/text';
import { whatIf, whatIfChoices, whatIfEdits, type WhatIf } from '../../src/features/what-if';
import { analysisOf, FILE, loadParser, oneEntry, readFixture } from './fixture';

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

function opened(entry: object = {}, config: object = {}): Analysis {
  const { source } = readFixture(DEEP);
  const text = JSON.stringify(
    oneEntry('float32[B, 512]', { sizes: { B: 4096 }, optimizer: 'AdamW()', ...entry }, config),
    null,
    2,
  );
  const analysis = analysisOf({ 'model.py': source, 'vram-ledger.json': text });
  analysis.settle(FILE, Infinity);
  return analysis;
}

/** The files' texts after edits; all documents as they are then. */
function write(analysis: Analysis, edits: readonly FileEdit[]): void {
  for (const { path, edits: own } of edits)
    analysis.open(path, applyEdits(analysis.files.readFile(path) ?? '', own));
  analysis.settle(FILE, Infinity);
}

function peak(analysis: Analysis): number {
  return analysis.figuresOf(analysis.focusOf(FILE)!).current!.account.peak.allocated;
}

describe('what if', () => {
  before(loadParser);

  it('tells what can be changed', () => {
    const analysis = opened();
    const choices = whatIfChoices(analysis, analysis.focusOf(FILE)!)!;
    assert.deepEqual(choices.sizes, { B: 4096 });
    assert.equal(choices.optimizers[0], 'AdamW()');
    assert.ok(choices.actions.some(({ what }) => what === 'Checkpoint the 8 blocks of self.blocks'));
  });

  for (const [name, changes] of Object.entries<WhatIf>({
    'a size': { sizes: { B: 1024 } },
    'the precision': { precision: 'amp-bf16' },
    'the optimizer': { optimizer: 'SGD(lr=0.1)' },
    'several at once': { sizes: { B: 2048 }, precision: 'bf16', accumulate: 2 },
  }))
    it(`${name}: written, it is what was told`, () => {
      const analysis = opened();
      const target = analysis.focusOf(FILE)!;
      const before = peak(analysis);
      const told = whatIf(analysis, target, changes)!.figures!;
      assert.equal(peak(analysis), before);
      assert.notEqual(told.allocated, before);
      write(analysis, whatIfEdits(analysis, target, changes));
      assert.equal(peak(analysis), told.allocated);
    });

  it('checkpointing: written into the source, it is what was told', () => {
    const analysis = opened();
    const target = analysis.focusOf(FILE)!;
    const { actions } = whatIfChoices(analysis, target)!;
    const changes = { actions: [actions[0]!.id] };
    const told = whatIf(analysis, target, changes)!;
    assert.ok(told.compute > 1.1);
    write(analysis, whatIfEdits(analysis, target, changes));
    assert.match(analysis.files.document(FILE)!.text, /checkpoint\(block, x, use_reentrant=False\)/);
    assert.equal(peak(analysis), told.figures!.allocated);
  });

  it('another device, which is too small', () => {
    const analysis = opened();
    const target = analysis.focusOf(FILE)!;
    const { figures } = whatIf(analysis, target, { device: '512MiB' })!;
    assert.ok(figures!.over);
    assert.equal(figures!.limit, 2 ** 29);
    write(analysis, whatIfEdits(analysis, target, { device: '512MiB' }));
    assert.match(analysis.files.readFile(target.project.configPath)!, /"device": "512MiB"/);
  });

  it('sizes that the model does not take: the error', () => {
    const analysis = opened({ inputs: { x: 'float32[B, D]' }, sizes: { B: 4096, D: 512 } });
    const told = whatIf(analysis, analysis.focusOf(FILE)!, { sizes: { D: 64 } })!;
    assert.match(told.error!, /mat1 and mat2 shapes cannot be multiplied/);
  });

  it('a comment in the config stays', () => {
    const { source } = readFixture(DEEP);
    const analysis = analysisOf({
      'model.py': source,
      'vram-ledger.json':
        '{\n  // the card\n  "device": "24GiB",\n  "entries": {\n    // small\n    "net": { "model": "model.py::Net()", "inputs": { "x": "float32[B, 512]" }, "sizes": { "B": 64 } }\n  }\n}\n',
    });
    analysis.settle(FILE, Infinity);
    const target = analysis.focusOf(FILE)!;
    write(analysis, whatIfEdits(analysis, target, { sizes: { B: 32 }, optimizer: 'SGD(lr=0.1)' }));
    const text = analysis.files.readFile(target.project.configPath)!;
    assert.match(text, /\/\/ the card/);
    assert.match(text, /\/\/ small/);
    assert.match(text, /"B": 32/);
    assert.match(text, /"optimizer": "SGD\(lr=0\.1\)"/);
  });
});

describe('fit', () => {
  before(loadParser);

  it('has rows, of which each can be applied', () => {
    const analysis = opened();
    const target = analysis.focusOf(FILE)!;
    const view = fitView(analysis, target, '700MiB')!;
    assert.equal(view.fits, false);
    assert.ok(view.plans.length > 0, JSON.stringify(view));
    const [plan] = view.plans;
    assert.ok(plan!.process <= view.limit);
    write(analysis, fitEdits(analysis, target, 0)!);
    assert.equal(peak(analysis), plan!.peak);
  });

  it('says so where nothing has to change, and what the largest size is', () => {
    const analysis = opened();
    const view = fitView(analysis, analysis.focusOf(FILE)!)!;
    assert.ok(view.fits);
    assert.match(view.largest[0]!, /^B = \d+ \(4096 now\)$/);
  });

  it('does not apply a table of an earlier text', () => {
    const analysis = opened();
    const target = analysis.focusOf(FILE)!;
    fitView(analysis, target, '700MiB');
    analysis.open(FILE, `${analysis.files.document(FILE)!.text}\n# edited\n`);
    assert.equal(fitEdits(analysis, target, 0), undefined);
  });
});
