/** The allocator's parts that recorded programs do not reach. */
import assert from 'node:assert/strict';
import { CachingAllocator } from '../../src/device/allocator';
import { parseAllocatorConfig } from '../../src/device/allocator-config';
import type { Block } from '../../src/device/block-pool';
import { CublasWorkspaces } from '../../src/device/cublas-workspace';
import { formatSize, OutOfMemoryError } from '../../src/device/out-of-memory';
import { Metric } from '../../src/device/stats';
import { Timeline } from '../../src/device/timeline';

const MiB = 2 ** 20;
const GiB = 2 ** 30;

/** Allocates what must fit. */
function take(allocator: CachingAllocator, bytes: number, site = 0): Block {
  const block = allocator.malloc(bytes, 0, site);
  assert(block);
  return block;
}

describe('allocator', () => {
  it('gives nothing for zero bytes', () => {
    const allocator = new CachingAllocator(GiB);
    assert.equal(allocator.malloc(0), null);
    assert.equal(allocator.stats.num_device_alloc, 0);
  });

  it('refuses to free a block twice', () => {
    const allocator = new CachingAllocator(GiB);
    const block = take(allocator, 1);
    allocator.free(block);
    assert.throws(() => allocator.free(block), /freed twice/);
  });

  it('refuses more than an exabyte in the words of PyTorch', () => {
    assert.throws(() => new CachingAllocator(GiB).malloc(2 ** 60), {
      name: 'OutOfMemoryError',
      message: 'CUDA out of memory. Tried to allocate more than 1EB memory.',
    });
  });

  it('counts the context as used memory', () => {
    const allocator = new CachingAllocator(GiB, { context: 100 * MiB });
    assert.deepEqual(allocator.memGetInfo(), { free: 924 * MiB, total: GiB });
    assert.throws(() => allocator.malloc(925 * MiB), OutOfMemoryError);
    take(allocator, 924 * MiB);
  });

  it('tells what the process holds when asked to', () => {
    const allocator = new CachingAllocator(GiB, { context: 100 * MiB, reportProcess: true });
    assert.throws(
      () => allocator.malloc(2 * GiB),
      /of which 924\.00 MiB is free\. Including non-PyTorch memory, this process has 100\.00 MiB memory in use\. Of the/,
    );
  });

  it('records the first overflow and goes on', () => {
    const allocator = new CachingAllocator(100 * MiB, { overflow: 'record' });
    take(allocator, 60 * MiB, 1);
    take(allocator, 60 * MiB, 2);
    take(allocator, GiB, 3);
    assert.equal(allocator.stats.get(Metric.allocated_bytes), 120 * MiB + GiB);
    assert.equal(allocator.stats.num_ooms, 1);
    assert.equal(allocator.memGetInfo().free, 0);
    const overflow = allocator.overflow;
    assert(overflow);
    assert.equal(overflow.site, 2);
    assert.equal(overflow.allocation, 2);
    assert.equal(overflow.free, 40 * MiB);
    assert.match(overflow.message, /^CUDA out of memory\. Tried to allocate 60\.00 MiB\. GPU 0 /);
  });

  it('goes on past the memory with expandable segments too', () => {
    const config = 'expandable_segments:True';
    const allocator = new CachingAllocator(100 * MiB, { overflow: 'record', config });
    take(allocator, 3 * GiB);
    assert.equal(allocator.overflow?.requested, 3 * GiB);
    assert.equal(allocator.stats.get(Metric.allocated_bytes), 3 * GiB);
  });

  it('keeps cuBLAS workspaces per thread and stream', () => {
    const allocator = new CachingAllocator(GiB);
    const workspaces = new CublasWorkspaces(allocator, 8519680);
    for (let i = 0; i < 2; i++) {
      workspaces.use('main');
      workspaces.use('autograd');
      workspaces.use('main', 1);
    }
    assert.equal(allocator.stats.get(Metric.requested_bytes), 3 * 8519680);
    assert.equal(workspaces.bytes, 3 * 8519680);
    assert(workspaces.has(1) && !workspaces.has(4));
    workspaces.clear();
    assert.equal(allocator.stats.get(Metric.requested_bytes), 0);
  });
});

describe('sizes in messages', () => {
  const cases: [number, string][] = [
    [0, '0 bytes'],
    [1024, '1024 bytes'],
    [1025, '1.00 KiB'],
    [1152, '1.12 KiB'], // 1.125: the even digit
    [1408, '1.38 KiB'], // 1.375
    [MiB, '1024.00 KiB'],
    [20 * MiB, '20.00 MiB'],
    [GiB, '1024.00 MiB'],
    [1.5 * GiB, '1.50 GiB'],
    [85094039552, '79.25 GiB'],
  ];
  for (const [bytes, text] of cases) it(text, () => assert.equal(formatSize(bytes), text));
});

describe('allocator settings', () => {
  // Messages as PyTorch gives them; INTERNAL ASSERT's prefix is left out.
  const mistakes: [string, string][] = [
    ['max_split_size_mb:10', 'CachingAllocator option max_split_size_mb too small, must be >= 20'],
    ['max_split_size_mb', 'Index out of bounds in ConfigTokenizer'],
    ['max_split_size_mb:', 'Index out of bounds in ConfigTokenizer'],
    ['max_split_size_mb:abc', 'stoull'],
    [
      'max_non_split_rounding_mb:5',
      'CachingAllocator option max_non_split_rounding_mb too small, must be >= 20',
    ],
    ['large_segment_size_mb:10', 'CachingAllocator option large_segment_size_mb must be > 10 MB'],
    [
      'large_segment_size_mb:64,max_split_size_mb:32',
      'CachingAllocator option max_split_size_mb too small, must be >= 64',
    ],
    ['garbage_collection_threshold:1.5', 'garbage_collect_threshold is invalid, set it in (0.0, 1.0)'],
    ['garbage_collection_threshold:0', 'garbage_collect_threshold is invalid, set it in (0.0, 1.0)'],
    ['garbage_collection_threshold:x', 'stod'],
    ['expandable_segments:true', "Expected 'True' or 'False' at index 2 in ConfigTokenizer but got 'true'"],
    ['foo:1', "Unrecognized key 'foo' in Accelerator allocator config."],
    [',', "Unrecognized key ',' in Accelerator allocator config."],
    ['max_split_size_mb=100', "Unrecognized key 'max_split_size_mb=100' in Accelerator allocator config."],
    ['roundup_power2_divisions:3', 'For roundups, the divisions has to be power of 2 '],
    ['roundup_power2_divisions:[3:4]', 'For roundups, the intervals have to be power of 2 '],
    [
      'roundup_power2_divisions:[4:3]',
      'For roundups, the divisions has to be power of 2 or 0 to disable roundup ',
    ],
    ['roundup_power2_divisions:[4:2', 'Index out of bounds in ConfigTokenizer'],
    ['per_process_memory_fraction:2', 'per_process_memory_fraction is invalid, set it in [0.0, 1.0]'],
    ['backend:foo', 'Unknown allocator backend, options are native and cudaMallocAsync'],
  ];
  for (const [text, message] of mistakes) {
    it(`${text} is refused`, () => {
      assert.throws(() => parseAllocatorConfig(text), { name: 'AllocatorConfigError', message });
    });
  }

  it('reads several, with blanks', () => {
    const config = parseAllocatorConfig(
      ' expandable_segments : True , max_split_size_mb:100,roundup_power2_divisions:[256:1,512:2,1024:4,>:8],' +
        'garbage_collection_threshold:0.6,pinned_use_background_threads:True,backend:native,max_non_split_rounding_mb:50.5',
    );
    assert.equal(config.expandableSegments, true);
    assert.equal(config.maxSplitSize, 100 * MiB);
    assert.equal(config.maxNonSplitRoundingSize, 50 * MiB);
    assert.equal(config.garbageCollectionThreshold, 0.6);
    assert.deepEqual(config.roundupPower2Divisions, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 8, 8, 8, 8, 8]);
  });
});

describe('timeline', () => {
  const timeline = new Timeline();
  const allocator = new CachingAllocator(GiB, { observer: timeline });
  timeline.mark('forward');
  const a = take(allocator, 1000, 7);
  const b = take(allocator, 3 * MiB, 8);
  allocator.free(a);
  timeline.mark('backward');
  const c = take(allocator, 2000, 9);
  allocator.free(b);
  allocator.free(c);
  allocator.emptyCache();

  it('keeps every event with its totals', () => {
    assert.deepEqual(
      Array.from({ length: timeline.length }, (_, i) => timeline.subjectOf(i)),
      [1, 2, -1, 3, -2, -3, 0],
    );
    assert.equal(timeline.totalAfter(1, 'allocated'), 1024 + 3 * MiB);
    assert.equal(timeline.totalAfter(1, 'requested'), 1000 + 3 * MiB);
    assert.equal(timeline.totalAfter(1, 'reserved'), 22 * MiB);
    assert.equal(timeline.totalAfter(6, 'reserved'), 0);
    assert.equal(timeline.totalAfter(-1, 'reserved'), 0);
  });

  it('knows each allocation', () => {
    assert.equal(timeline.allocationCount, 3);
    assert.deepEqual(
      [1, 2, 3].map((id) => timeline.site(id)),
      [7, 8, 9],
    );
    assert.deepEqual(
      [1, 2, 3].map((id) => timeline.requested(id)),
      [1000, 3 * MiB, 2000],
    );
    assert.deepEqual(
      [1, 2, 3].map((id) => timeline.allocated(id)),
      [1024, 3 * MiB, 2048],
    );
    assert.deepEqual(
      [1, 2, 3].map((id) => [timeline.birth(id), timeline.death(id)]),
      [
        [0, 2],
        [1, 4],
        [3, 5],
      ],
    );
  });

  it('knows who is alive', () => {
    assert.deepEqual(timeline.aliveAt(1), [1, 2]);
    assert.deepEqual(timeline.aliveAt(2), [2]);
    assert.deepEqual(timeline.aliveAt(3), [2, 3]);
    assert.deepEqual(timeline.aliveAt(6), []);
  });

  it('finds peaks', () => {
    assert.deepEqual(timeline.peak('requested'), { bytes: 2000 + 3 * MiB, event: 3 });
    assert.deepEqual(timeline.peak('requested', 0, 3), { bytes: 1000 + 3 * MiB, event: 1 });
    assert.deepEqual(timeline.peak('reserved', 3), { bytes: 22 * MiB, event: 2 });
    assert.deepEqual(timeline.marks, [
      { name: 'forward', event: 0 },
      { name: 'backward', event: 3 },
    ]);
    assert.deepEqual(timeline.curve('reserved', 2), [22 * MiB, 22 * MiB]);
  });

  it('tells whether two passes did the same', () => {
    const passes = new Timeline();
    const device = new CachingAllocator(GiB, { observer: passes });
    const kept = take(device, 64);
    const starts: number[] = [];
    for (const bytes of [100, 100, 200]) {
      starts.push(passes.length);
      const x = take(device, bytes);
      const y = take(device, 5000);
      device.free(x);
      device.free(y);
    }
    device.free(kept);
    assert(passes.sameSequence(starts[0], starts[1], starts[1], starts[2]));
    assert(!passes.sameSequence(starts[1], starts[2], starts[2], passes.length - 1));
  });
});
