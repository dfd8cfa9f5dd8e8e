import assert from 'node:assert/strict';
import { CachingAllocator } from '../../src/device/allocator';
import type { Block } from '../../src/device/block-pool';
import { replay } from '../../src/device/replay';
import { Timeline } from '../../src/device/timeline';

const MIB = 2 ** 20;

/** Allocates `sizes` and frees every other one, twice, with the cache emptied in between. */
function run(sizes: readonly number[]): Timeline {
  const timeline = new Timeline();
  const allocator = new CachingAllocator(2 ** 36, { observer: timeline });
  for (let pass = 0; pass < 2; pass++) {
    const blocks = sizes.map((size) => allocator.malloc(size));
    const freed = blocks.filter((block, i): block is Block => block !== null && i % 2 === pass);
    for (const block of freed) allocator.free(block);
    allocator.emptyCache();
  }
  return timeline;
}

describe('a run made again', () => {
  const small = run([MIB, 3 * MIB, 700, 30 * MIB, 11 * MIB]);
  const peaksOf = (timeline: Timeline, from: number): object => ({
    allocated: timeline.peak('allocated', from).bytes,
    requested: timeline.peak('requested', from).bytes,
    reserved: timeline.peak('reserved', from).bytes,
  });
  for (const from of [0, 6]) {
    it(`has its own peaks, from event ${from}`, () => {
      const again = replay(small, (id) => small.requested(id), [from, small.length], 2 ** 36, {});
      assert.deepEqual(again, peaksOf(small, from));
    });
    it(`has the peaks of a run with other sizes, from event ${from}`, () => {
      const large = run([4 * MIB, 12 * MIB, 2800, 120 * MIB, 44 * MIB]);
      assert.ok(small.sameOrder(large));
      const again = replay(small, (id) => 4 * small.requested(id), [from, small.length], 2 ** 36, {});
      assert.deepEqual(again, peaksOf(large, from));
    });
  }
  it('is not that of another order', () => {
    assert.ok(!small.sameOrder(run([MIB, 3 * MIB])));
  });
});
