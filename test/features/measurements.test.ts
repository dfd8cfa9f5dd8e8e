/** A measurement in the editor: read, told in hovers, and forgotten when the source changes. */
import assert from 'node:assert/strict';
import { hoverAt } from '../../src/features/hover';
import { compareWith, measurementOf, measuringScript } from '../../src/features/measurements';
import type { Analysis } from '../../src/features/analysis';
import { analysisOf, FILE, loadParser, oneEntry, readFixture } from './fixture';

const NET = `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(256, 256)

    def forward(self, x):
        return self.fc(x)
`;

function opened(): Analysis {
  const { source } = readFixture(NET);
  const config = JSON.stringify(oneEntry('float32[B, 256]', { sizes: { B: 64 } }), null, 2);
  const analysis = analysisOf({ 'model.py': source, 'vram-ledger.json': config });
  analysis.settle(FILE, Infinity);
  return analysis;
}

/** What the measuring script prints where every phase peaks at so many bytes. */
function printed(name: string, peak: number): Uint8Array {
  const phase = [peak, 1000, peak, 1000];
  const step = { forward: phase, backward: phase, step: phase, end: phase };
  return new TextEncoder().encode(
    `ready\n${JSON.stringify({ case: name, torch: '2.14.1', device: 'a GPU', steps: [step], reserved: 2 ** 21, process: 2 ** 29 })}\n`,
  );
}

function modelHover(analysis: Analysis): string {
  const { anchor } = analysis.focusOf(FILE)!;
  return hoverAt(analysis, FILE, anchor.start)!.markdown;
}

describe('a measurement', () => {
  before(loadParser);

  it('is made by a script for the entry', () => {
    const analysis = opened();
    const target = analysis.focusOf(FILE)!;
    const script = measuringScript(analysis, target)!;
    assert.match(script, /^B = 64$/m);
    assert.match(script, /"case": "net"/);
  });

  it('is told in hovers until the source changes', () => {
    const analysis = opened();
    const target = analysis.focusOf(FILE)!;
    const { peak } = analysis.figuresOf(target).current!.account;
    const view = compareWith(analysis, [target], printed('net', peak.allocated + 2 ** 20));
    assert.equal(view.error, undefined);
    assert.match((view as { markdown: string }).markdown, /\| backward, peak \|/);
    assert.match(modelHover(analysis), /\| Measured \| .*1\.00 MiB more than predicted/);
    const text = analysis.files.readFile(FILE)!;
    analysis.open(FILE, `${text}\n# other`);
    analysis.settle(FILE, Infinity);
    assert.equal(measurementOf(analysis, target), undefined);
    assert.doesNotMatch(modelHover(analysis), /Measured/);
    analysis.open(FILE, text);
    analysis.settle(FILE, Infinity);
    assert.match(modelHover(analysis), /Measured/);
  });

  it('of another entry, or none, says so', () => {
    const analysis = opened();
    const targets = [analysis.focusOf(FILE)!];
    assert.match(
      compareWith(analysis, targets, printed('other', 1)).error!,
      /^it is of 'other', which is none of /,
    );
    assert.match(
      compareWith(analysis, targets, new TextEncoder().encode('{}')).error!,
      /neither "steps" nor/,
    );
    for (const data of [new Uint8Array([0x80, 4, 0x2e]), new TextEncoder().encode('print(1)')])
      assert.match(
        compareWith(analysis, targets, data).error!,
        /^it is neither the line of a measuring script nor a memory snapshot/,
      );
  });
});
