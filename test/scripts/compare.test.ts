import { strict as assert } from 'node:assert';
import { compareAccount, compareText, holds } from '../../scripts/truth/compare.mjs';

/** The names of the figures that are too far off. */
function wrong(ours: string, theirs: string): string[] {
  return compareText(ours, theirs)
    .filter((figure) => !holds(figure))
    .map((figure) => figure.name);
}

describe('the comparison of outputs', () => {
  it('demands equal requested bytes', () => {
    assert.deepEqual(wrong('a: requested 1000\n', 'a: requested 1000\n'), []);
    assert.deepEqual(wrong('a: requested 1001\n', 'a: requested 1000\n'), ['1 a requested']);
  });

  it('lets allocated and reserved differ a little', () => {
    assert.deepEqual(wrong('a: allocated 1004 reserved 1040', 'a: allocated 1000 reserved 1000'), []);
    assert.deepEqual(wrong('a: allocated 1006 reserved 1060', 'a: allocated 1000 reserved 1000'), [
      '1 a allocated',
      '1 a reserved',
    ]);
  });

  it('reads thousands separators and JSON keys', () => {
    assert.deepEqual(wrong('x peak 1,000,000', 'x peak 1,000,001'), []);
    assert.deepEqual(wrong('{"peak": 1000, "epoch": 1}', '{"peak": 1001, "epoch": 1}'), []);
    assert.deepEqual(wrong('{"epoch": 1}', '{"epoch": 2}'), ['1 {"epoch" epoch']);
  });

  it('reports other words, missing lines and unknown values', () => {
    assert.deepEqual(wrong('torch.float32 (3, 4)', 'torch.float16 (3, 4)'), ['line 1']);
    assert.deepEqual(wrong('a 1', 'a 1\nb 2'), ['line 2']);
    assert.deepEqual(wrong('a ?', 'a 1'), ['1 a']);
  });

  it('takes an account apart into phases', () => {
    const theirs = {
      case: 'x',
      start: 1000,
      steps: [{ forward: [1000, 900, 800, 700] }],
      output: [[[2], 'float32']],
    };
    const ours = { start: 1001, steps: [{ forward: [1001, 900, 801, 700] }], output: [[[2], 'float32']] };
    const figures = compareAccount(ours, theirs);
    assert.equal(figures.length, 6);
    assert.deepEqual(
      figures.filter((figure) => !holds(figure)).map((figure) => figure.name),
      ['step 0 forward peak requested'],
    );
  });
});
