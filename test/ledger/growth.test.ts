import assert from 'node:assert/strict';
import { fastestSize, findGrowth, formatGrowth, multiplesOf } from '../../src/ledger/growth';
import { formatMultiples } from '../../src/ledger/polynomial';

function check(
  sizes: Record<string, number>,
  figure: (sizes: Record<string, number>) => number | undefined,
  expected: string | undefined,
): void {
  const measure = (at: Readonly<Record<string, number>>) => {
    const value = figure({ ...at });
    return value === undefined ? undefined : new Map([['saved', value]]);
  };
  assert.equal(formatGrowth(findGrowth(sizes, measure(sizes)!, measure)).saved, expected);
}

describe('growth', () => {
  it('is linear in the batch', () => check({ B: 8 }, ({ B }) => 3072 * B! + 12, '3072*B + 12'));
  it('is quadratic in the sequence, with mixed terms', () =>
    check(
      { B: 4, T: 1024 },
      ({ B, T }) => 48 * B! * T! * T! + 1000 * B! * T! + 4 * T!,
      '48*B*T**2 + 1000*B*T + 4*T',
    ));
  it('stays below a limit that the model has', () =>
    check({ B: 2, T: 256 }, ({ B, T }) => (T! > 256 ? undefined : B! * T!), 'B*T'));
  it('has fractions where layers divide', () =>
    check({ H: 224, W: 224 }, ({ H, W }) => (H! / 4) * (W! / 4) * 12, '0.75*H*W'));
  it('is not told where it is no polynomial', () =>
    check({ T: 100 }, ({ T }) => Math.ceil(T! / 64) * 512, undefined));
  it('is a constant where nothing grows', () => check({ B: 1 }, () => 7, '7'));
  it('of straight lines takes seven runs for two sizes', () => {
    let runs = 0;
    const bytes = ({ B, T }: Readonly<Record<string, number>>): Map<string, number> => {
      runs++;
      return new Map([['saved', 48 * B! * T! + 4 * T!]]);
    };
    const growth = findGrowth({ B: 4, T: 64 }, bytes({ B: 4, T: 64 }), bytes);
    assert.equal(formatGrowth(growth).saved, '48*B*T + 4*T');
    // The last one is between the multiples of the length.
    assert.equal(runs - 1, 7);
  });
  it('says where it holds at multiples alone', () => {
    const bytes = ({ T }: Readonly<Record<string, number>>): Map<string, number> =>
      new Map([
        ['saved', Math.ceil(T! / 32) * 512],
        ['peak', 16 * T!],
      ]);
    const growth = findGrowth({ T: 64 }, bytes({ T: 64 }), bytes);
    assert.deepEqual(formatGrowth(growth), { saved: '16*T', peak: '16*T' });
    assert.deepEqual(multiplesOf(growth), { saved: { T: 64 } });
    assert.equal(formatMultiples(growth.get('saved')!.multiples), ' (T in multiples of 64)');
  });
  it('is fastest with the size whose doubling makes most', () => {
    const bytes = ({ B, T }: Readonly<Record<string, number>>): Map<string, number> =>
      new Map([['saved', 48 * B! * T! * T! + 4 * T!]]);
    const growth = findGrowth({ B: 4, T: 64 }, bytes({ B: 4, T: 64 }), bytes);
    assert.equal(fastestSize(growth.get('saved')!, { B: 4, T: 64 }), 'T');
    const constant = findGrowth({ B: 4 }, new Map([['saved', 7]]), () => new Map([['saved', 7]]));
    assert.equal(fastestSize(constant.get('saved')!, { B: 4 }), undefined);
  });
});
