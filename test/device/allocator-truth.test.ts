/** The allocator against PyTorch's own: random programs, every statistic after every operation. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CachingAllocator } from '../../src/device/allocator';
import type { Block } from '../../src/device/block-pool';
import { OutOfMemoryError } from '../../src/device/out-of-memory';

type Operation = number | [number] | ['record_stream', number] | string;

interface Program {
  name: string;
  config: string;
  fraction: number;
  total: number;
  free: number;
  operations: Operation[];
  after: string;
  stats: Record<string, number>;
  errors: [number, string][];
  snapshot: [string, boolean, boolean, [number, number, string][]][];
}

const programs = readFileSync('test/truth/device/allocator.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Program);

function digest(stats: Record<string, number>): string {
  const lines = Object.keys(stats)
    .sort()
    .map((key) => `${key} ${stats[key]}\n`);
  return createHash('sha1').update(lines.join('')).digest('hex').slice(0, 8);
}

describe('allocator: programs that PyTorch ran', () => {
  for (const program of programs) {
    it(`${program.name} ${program.config}`, () => {
      const allocator = new CachingAllocator(program.total, { config: program.config });
      allocator.setMemoryFraction(program.fraction);
      const live = new Map<number, Block>();
      const errors: [number, string][] = [];
      let made = 0;
      const malloc = (bytes: number, stream: number): void => {
        made++;
        try {
          const block = allocator.malloc(bytes, stream);
          assert(block);
          live.set(made, block);
        } catch (error) {
          if (!(error instanceof OutOfMemoryError)) throw error;
          errors.push([made, error.message]);
        }
      };
      const after = program.after.split(' ');
      program.operations.forEach((operation, i) => {
        if (operation === 'empty_cache') allocator.emptyCache();
        else if (operation === 'reset_peak') allocator.stats.resetPeak();
        else if (operation === 'reset_accumulated') allocator.stats.resetAccumulated();
        else if (Array.isArray(operation) && operation[0] === 'record_stream') {
          const block = live.get(operation[1]);
          if (block) allocator.recordStream(block, 1);
        } else if (Array.isArray(operation)) malloc(operation[0], 1);
        else if (typeof operation === 'number' && operation < 0) {
          const block = live.get(-operation);
          if (block) allocator.free(block);
          live.delete(-operation);
        } else malloc(operation as number, 0);
        const found = digest(allocator.memoryStats());
        assert.equal(found, after[i], `statistics after operation ${i} (${JSON.stringify(operation)})`);
      });
      assert.deepEqual(allocator.memoryStats(), program.stats);
      assert.deepEqual(errors, program.errors);
      assert.equal(allocator.memGetInfo().free, program.free);
      const snapshot = allocator
        .memorySnapshot()
        .map((s) => [
          s.segment_type,
          s.stream !== 0,
          s.is_expandable,
          s.blocks.map((b) => [b.size, b.requested_size, b.state]),
        ]);
      assert.deepEqual(snapshot, program.snapshot);
    });
  }
});
