import assert from 'node:assert/strict';
import { chooseBlocks, predictPeak } from '../../src/advice/choose-blocks';
import { evaluate, figuresOf, type Evaluation } from '../../src/advice/evaluate';
import { findingOf } from '../../src/advice/finding';
import { blockLoops, blocksIn, checkpointBlocks } from '../../src/advice/find-checkpoint';
import { fit } from '../../src/advice/fit';
import { largestSize } from '../../src/advice/largest';
import { RunModules } from '../../src/advice/run-modules';
import { cutStep } from '../../src/advice/segments';
import type { Subject } from '../../src/advice/subject';
import { modelOf } from './fixture';

/** Blocks of different widths, so that it matters which are chosen. */
const NET = `
class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(256)
        self.up = nn.Linear(256, width)
        self.down = nn.Linear(width, 256)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(self.norm(x))))


class Net(nn.Module):
    def __init__(self, widths):
        super().__init__()
        self.blocks = nn.ModuleList([Block(width) for width in widths])
        self.head = nn.Linear(256, 1024)

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)
`;

function* subsetsOf(count: number): IterableIterator<number[]> {
  for (let bits = 1; bits < 1 << count; bits++)
    yield Array.from({ length: count }, (_, i) => i).filter((i) => (bits & (1 << i)) !== 0);
}

/** Every choice of blocks, run. */
function everyChoice(subject: Subject): { chosen: number[]; result: Evaluation }[] {
  const [loop] = blockLoops(findingOf(subject));
  return [...subsetsOf(loop!.blocks.length)].map((chosen) => ({
    chosen,
    result: evaluate(subject, [checkpointBlocks(loop!, chosen)])!,
  }));
}

const MODELS: [string, string][] = [
  ['blocks that are alike', 'Net([1024] * 4)'],
  ['blocks that grow', 'Net([256, 512, 1024, 2048])'],
  ['blocks that shrink', 'Net([2048, 1024, 512, 256])'],
  ['a large one among small ones', 'Net([512, 512, 3072, 512, 512])'],
];

describe('the choice of blocks', function () {
  this.timeout(120_000);
  for (const [name, expression] of MODELS) {
    it(`expects the peak that a run has: ${name}`, async () => {
      const subject = await modelOf(NET, {
        expression,
        inputs: { x: 'float32[B, 256]' },
        sizes: { B: 8192 },
      });
      const [loop] = blockLoops(findingOf(subject));
      const choices = everyChoice(subject);
      const full = choices[choices.length - 1]!.result.outcome;
      const again = blocksIn(new RunModules(full.record), loop!.file, loop!.site)!;
      const cuts = [cutStep(subject.baseline.record, loop!.blocks)!, cutStep(full.record, again)!] as const;
      for (const { chosen, result } of choices)
        assert.equal(predictPeak(...cuts, chosen), result.after.requested, chosen.join(' '));
      // By dynamic programming as by looking at all of them.
      for (const { result } of choices) {
        const budget = result.after.requested;
        const flops = choices
          .filter((each) => each.result.after.requested <= budget)
          .map((each) => each.result.after.flops);
        const found = chooseBlocks(...cuts, budget)!;
        const same = choices.find(({ chosen }) => chosen.join(' ') === found.chosen.join(' '));
        const cost = same?.result.after.flops ?? figuresOf(subject.baseline.account).flops;
        assert.equal(
          cost,
          Math.min(
            ...flops,
            ...(subject.baseline.account.peak.requested <= budget
              ? [figuresOf(subject.baseline.account).flops]
              : []),
          ),
        );
        assert.equal(found.flops, cost - figuresOf(subject.baseline.account).flops);
      }
    });
  }
  for (const [name, expression] of MODELS) {
    it(`is that of brute force: ${name}`, async () => {
      const subject = await modelOf(NET, {
        expression,
        inputs: { x: 'float32[B, 256]' },
        sizes: { B: 8192 },
      });
      const choices = everyChoice(subject);
      const before = subject.baseline.account.process.bytes;
      const totals = choices.map(({ result }) => result.after.process);
      const least = Math.min(...totals);
      // Limits at which another choice becomes possible, and those between.
      const limits = [
        ...new Set([
          ...totals,
          ...[0.2, 0.5, 0.8].map((part) => Math.round(least + part * (before - least))),
        ]),
      ];
      for (const limit of limits.filter((each) => each < before)) {
        const fitting = choices.filter(({ result }) => result.after.process <= limit);
        const cheapest = Math.min(...fitting.map(({ result }) => result.after.flops));
        const found = fit(subject, { limit, most: 1 }).plans.find(
          ({ actions }) => actions[0]!.kind === 'checkpoint',
        );
        assert.ok(found !== undefined, `nothing for ${limit}`);
        assert.ok(found.evaluation.after.process <= limit);
        assert.equal(found.evaluation.after.flops, cheapest, `for ${limit}: ${found.actions[0]!.what}`);
      }
    });
  }
});

describe('the largest size', function () {
  this.timeout(60_000);
  it('fits, and the next larger one does not', async () => {
    const subject = await modelOf(NET, {
      expression: 'Net([512, 512])',
      inputs: { x: 'float32[B, 256]' },
      sizes: { B: 64 },
    });
    const limit = 100 * 2 ** 20;
    const { value, process, bound, complete } = largestSize(subject, 'B', limit);
    const at = (B: number): number =>
      subject.run({ sources: new Map(), setting: { sizes: { B } } }).account.process.bytes;
    assert.equal(complete, true);
    assert.equal(bound, 'memory');
    assert.equal(at(value!), process);
    assert.ok(process! <= limit && at(value! + 1) > limit);
  });
  it('is found with few runs, though attention takes the square of the size', async () => {
    const source = NET.replace(
      '        return self.head(x)',
      '        return self.head((x @ x.mT).softmax(-1) @ x)',
    );
    const subject = await modelOf(source, {
      expression: 'Net([512, 512])',
      inputs: { x: 'float32[2, T, 256]' },
      sizes: { T: 4096 },
    });
    let runs = 0;
    const counted: Subject = { ...subject, run: (...args) => (runs++, subject.run(...args)) };
    const limit = 2 ** 31;
    const { value, process } = largestSize(counted, 'T', limit);
    // Three beside the one that there is tell the curve, another one confirms it; the last is told in full.
    assert.ok(runs <= 5, `${runs} runs`);
    const at = (T: number): number =>
      subject.run({ sources: new Map(), setting: { sizes: { T } } }).account.process.bytes;
    assert.equal(at(value!), process);
    assert.ok(process! <= limit && at(value! + 1) > limit);
  });
  it('may be bounded by the model', async () => {
    const source = NET.replace(
      '        for block',
      '        assert x.size(0) <= 100, "too long"\n        for block',
    );
    const subject = await modelOf(source, {
      expression: 'Net([512])',
      inputs: { x: 'float32[B, 256]' },
      sizes: { B: 64 },
    });
    const { value, bound, error } = largestSize(subject, 'B', 2 ** 30);
    assert.deepEqual([value, bound, error], [100, 'model', 'too long']);
  });
  it('is none where the parameters alone are too much', async () => {
    const subject = await modelOf(NET, { expression: 'Net([512])', inputs: { x: 'float32[B, 256]' } });
    assert.equal(largestSize(subject, 'B', 2 ** 20).value, undefined);
  });
});
