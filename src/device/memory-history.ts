/** What `torch.cuda.memory._record_memory_history()` keeps: the allocator's events, as `TraceEntry` of CUDACachingAllocator. */
import { poolPair, type Block } from './block-pool';

export type TraceAction =
  | 'alloc'
  | 'free_requested'
  | 'free_completed'
  | 'segment_alloc'
  | 'segment_free'
  | 'segment_map'
  | 'segment_unmap'
  | 'oom'
  | 'snapshot';

/** One event, as `torch.cuda.memory._snapshot()['device_traces']` tells it; sizes in bytes. */
export interface TraceEntry {
  action: TraceAction;
  addr?: number;
  /** What was free on the device, of an `oom`. */
  device_free?: number;
  size: number;
  stream: number;
  /** The event's number: nothing here takes time. */
  time_us: number;
  compile_context: 'N/A';
  user_metadata: '';
  pool_id: [number, number];
  frames: never[];
}

/** The last events of an allocator: its `alloc_buffer`, a ring. */
export class MemoryHistory {
  /** Whether events are kept now. */
  enabled = false;
  private entries: TraceEntry[] = [];
  /** Which entry the next event takes the place of, once there are as many as are kept. */
  private next = 0;
  private events = 0;
  private maxEntries = 0;
  private skipped: ReadonlySet<string> = new Set();

  /** Keeps at most `maxEntries` events from now on; of those there were before, none goes for a lower limit. */
  start(maxEntries: number, skipped: ReadonlySet<string>): void {
    this.enabled = true;
    this.maxEntries = Math.max(maxEntries, 1);
    this.skipped = skipped;
  }

  clear(): void {
    this.entries = [];
    this.next = 0;
  }

  /** Keeps an event; `place` is an address, or what the device had free when memory ran out. */
  add(action: TraceAction, place: number, size: number, stream = 0, pool = 0): void {
    if (!this.enabled || this.skipped.has(action)) return;
    const entry: TraceEntry = {
      action,
      ...(action === 'oom' ? { device_free: place } : { addr: place }),
      size,
      stream,
      time_us: this.events++,
      compile_context: 'N/A',
      user_metadata: '',
      pool_id: poolPair(pool),
      frames: [],
    };
    if (this.entries.length < this.maxEntries) this.entries.push(entry);
    else {
      this.entries[this.next++] = entry;
      if (this.next === this.maxEntries) this.next = 0;
    }
  }

  /** Keeps what happened to an allocation. */
  addBlock(action: TraceAction, block: Block): void {
    this.add(action, block.address, block.requestedSize, block.stream, block.pool.id);
  }

  /** The events from the oldest on. */
  inOrder(): TraceEntry[] {
    return [...this.entries.slice(this.next), ...this.entries.slice(0, this.next)];
  }
}
