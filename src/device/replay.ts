/**
 * The allocations of a run made again on a new device, with other sizes: what the allocator would have taken, to the byte, without the
 * program. It knows no streams and no changes of the allocator's settings; whether a run had none is seen by replaying it as it was.
 */
import { CachingAllocator, type AllocatorOptions } from './allocator';
import type { Block } from './block-pool';
import { Metric } from './stats';
import type { Timeline } from './timeline';

/** The highest totals of a range of events, as `torch.cuda.max_memory_*` after a reset before it. Bytes. */
export interface Peaks {
  allocated: number;
  requested: number;
  reserved: number;
}

/**
 * The peaks from the event `from` to before `to`.
 * @param requested what the allocation of a number asks for; 0 for none
 */
export function replay(
  timeline: Timeline,
  requested: (id: number) => number,
  [from, to]: readonly [number, number],
  memory: number,
  options: Pick<AllocatorOptions, 'config' | 'context'>,
): Peaks {
  const allocator = new CachingAllocator(memory, { ...options, overflow: 'record' });
  const { stats } = allocator;
  const blocks: (Block | null)[] = [];
  const peaks: Peaks = { allocated: 0, requested: 0, reserved: 0 };
  for (let event = 0; event < to; event++) {
    const id = timeline.subjectOf(event);
    if (id > 0) blocks[id] = allocator.malloc(requested(id));
    else if (id === 0) allocator.emptyCache();
    else {
      const block = blocks[-id];
      if (block) allocator.free(block);
    }
    if (event < from - 1) continue;
    peaks.allocated = Math.max(peaks.allocated, stats.current(Metric.allocated_bytes));
    peaks.requested = Math.max(peaks.requested, stats.current(Metric.requested_bytes));
    peaks.reserved = Math.max(peaks.reserved, stats.current(Metric.reserved_bytes));
  }
  return peaks;
}
