/**
 * Memory snapshots as PyTorch writes them (`torch.cuda.memory._snapshot()`, pickled by `_dump_snapshot`): the history of allocations with
 * their stacks, and what lived at its peak. All sizes are bytes.
 */
import { PickleError, readPickle, type PickleValue } from './pickle';

/** A frame of a stack, as PyTorch tells it. */
export interface SnapshotFrame {
  file: string;
  line: number;
  name: string;
}

/** What was allocated at the peak by one line. */
export interface SnapshotAllocation {
  /** What was asked for. */
  bytes: number;
  /** Innermost first; empty where none was recorded. */
  frames: readonly SnapshotFrame[];
  /** Whether the history has it: without frames it was then made by a thread that runs no Python, the one of the backward pass. */
  inHistory: boolean;
}

export interface MemorySnapshot {
  device: number;
  /** The highest sum of what was asked for, and of what segments take, in the history. */
  peak: { requested: number; reserved: number };
  /** What lived at the peak of what was asked for. */
  atPeak: SnapshotAllocation[];
  /** What lives when it was taken. */
  now: { requested: number; allocated: number; reserved: number };
  /** Whether the history begins with an empty device; else it lacks what was before it. */
  complete: boolean;
  /** How many of the history's events there are; none where it was not recorded. */
  events: number;
}

/** Reads a snapshot of the device with most memory. Throws a PickleError for anything that is none. */
export function readSnapshot(data: Uint8Array): MemorySnapshot {
  const root = readPickle(data);
  const segments = listOf(field(root, 'segments'), 'segments');
  const traces = listOf(field(root, 'device_traces') ?? [], 'device_traces');
  const total = new Map<number, number>();
  for (const segment of segments) {
    const device = numberOf(segment, 'device');
    total.set(device, (total.get(device) ?? 0) + numberOf(segment, 'total_size'));
  }
  let device = 0;
  for (const [each, bytes] of total) if (bytes > (total.get(device) ?? 0)) device = each;
  const own = segments.filter((segment) => numberOf(segment, 'device') === device);
  return { device, ...replay(own, listOf(traces[device] ?? [], 'device_traces')) };
}

interface Live {
  bytes: number;
  event: PickleValue;
  inHistory: boolean;
}

function replay(
  segments: readonly PickleValue[],
  trace: readonly PickleValue[],
): Omit<MemorySnapshot, 'device'> {
  const now = { requested: 0, allocated: 0, reserved: 0 };
  const current: { address: number; live: Live }[] = [];
  for (const segment of segments) {
    now.reserved += numberOf(segment, 'total_size');
    for (const block of listOf(field(segment, 'blocks') ?? [], 'blocks')) {
      const state = field(block, 'state');
      if (state !== 'active_allocated' && state !== 'active_pending_free' && state !== 'active_awaiting_free')
        continue;
      const size = numberOf(block, 'size');
      const bytes =
        typeof field(block, 'requested_size') === 'number' ? numberOf(block, 'requested_size') : size;
      now.allocated += size;
      now.requested += bytes;
      current.push({
        address: numberOf(block, 'address', 0),
        live: { bytes, event: block, inHistory: false },
      });
    }
  }
  // What the trace allocated and freed, from its end backwards: what lived before it.
  let net = 0;
  let segmentNet = 0;
  for (const event of trace) {
    const size = numberOf(event, 'size', 0);
    switch (field(event, 'action')) {
      case 'alloc':
        net += size;
        break;
      case 'free_completed':
        net -= size;
        break;
      case 'segment_alloc':
      case 'segment_map':
        segmentNet += size;
        break;
      case 'segment_free':
      case 'segment_unmap':
        segmentNet -= size;
        break;
    }
  }
  const before = now.requested - net;
  let requested = before;
  let reserved = now.reserved - segmentNet;
  const peak = { requested, reserved };
  let peakEvent = -1;
  trace.forEach((event, i) => {
    const size = numberOf(event, 'size', 0);
    switch (field(event, 'action')) {
      case 'alloc':
        requested += size;
        break;
      case 'free_completed':
        requested -= size;
        break;
      case 'segment_alloc':
      case 'segment_map':
        reserved += size;
        break;
      case 'segment_free':
      case 'segment_unmap':
        reserved -= size;
        break;
    }
    peak.reserved = Math.max(peak.reserved, reserved);
    if (requested > peak.requested) {
      peak.requested = requested;
      peakEvent = i;
    }
  });
  return {
    peak,
    atPeak: livingAt(trace, peakEvent, current),
    now,
    complete: trace.length > 0 && Math.abs(before) < 1,
    events: trace.length,
  };
}

/** What lived after an event: what was allocated until then and not freed, and what lives at the end and was never allocated in the trace. */
function livingAt(
  trace: readonly PickleValue[],
  peakEvent: number,
  current: readonly { address: number; live: Live }[],
): SnapshotAllocation[] {
  const living = new Map<number, Live>();
  const seen = new Set<number>();
  trace.forEach((event, i) => {
    const action = field(event, 'action');
    const address = numberOf(event, 'addr', 0);
    if (action === 'alloc') {
      seen.add(address);
      if (i <= peakEvent) living.set(address, { bytes: numberOf(event, 'size'), event, inHistory: true });
    } else if (action === 'free_completed') {
      // Freed without having been allocated in the trace: it lived from before it.
      if (!seen.has(address) && i > peakEvent)
        living.set(address, { bytes: numberOf(event, 'size'), event, inHistory: false });
      if (i <= peakEvent) living.delete(address);
      seen.add(address);
    }
  });
  for (const { address, live } of current) if (!seen.has(address)) living.set(address, live);
  return [...living.values()].map(({ bytes, event, inHistory }) => ({
    bytes,
    frames: framesOf(event),
    inHistory,
  }));
}

function framesOf(event: PickleValue): SnapshotFrame[] {
  const frames = field(event, 'frames');
  if (!Array.isArray(frames)) return [];
  return frames.map((frame) => ({
    file: stringOf(frame, 'filename').replaceAll('\\', '/'),
    line: numberOf(frame, 'line', 0),
    name: stringOf(frame, 'name'),
  }));
}

function field(value: PickleValue | undefined, name: string): PickleValue | undefined {
  if (!(value instanceof Map))
    throw new PickleError(`it is no memory snapshot: something with "${name}" is expected`);
  return value.get(name);
}

function listOf(value: PickleValue | undefined, name: string): PickleValue[] {
  if (!Array.isArray(value)) throw new PickleError(`it is no memory snapshot: "${name}" is no list`);
  return value;
}

function numberOf(value: PickleValue, name: string, otherwise?: number): number {
  const found = field(value, name);
  if (typeof found === 'number' && Number.isFinite(found)) return found;
  if (typeof found === 'bigint') return Number(found);
  if (otherwise !== undefined) return otherwise;
  throw new PickleError(`it is no memory snapshot: "${name}" is no number`);
}

function stringOf(value: PickleValue, name: string): string {
  const found = field(value, name);
  return typeof found === 'string' ? found : '';
}
