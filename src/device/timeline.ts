/**
 * The record of a run's allocations: what was allocated and freed, in order, with the totals after each
 * event. Columns are typed arrays, since a run makes hundreds of thousands of events. All sizes are
 * in bytes.
 */
import type { AllocatorObserver } from './allocator';
import type { Block } from './block-pool';
import { Metric, type DeviceStats } from './stats';

/** A point of the run that has a name, such as the start of the backward pass. */
export interface Mark {
  name: string;
  /** The number of events before it. */
  event: number;
}

/** Which total a question is about. */
export type Total = 'allocated' | 'requested' | 'reserved';

/** Where a total was highest. */
export interface Peak {
  bytes: number;
  /** The event after which it was reached; -1 when the range began with it. */
  event: number;
}

const STILL_ALIVE = 0x7fffffff;

/** Records the events of one allocator; give it as the allocator's `observer`. */
export class Timeline implements AllocatorObserver {
  /** Per event: the allocation's number, negative when it was freed, 0 when only the reserved bytes changed. */
  private readonly subject = new Column(Int32Array);
  private readonly allocatedAfter = new Column(Float64Array);
  private readonly requestedAfter = new Column(Float64Array);
  private readonly reservedAfter = new Column(Float64Array);
  /** Per allocation, numbered from 1. */
  private readonly requestedBytes = new Column(Float64Array, [0]);
  private readonly allocatedBytes = new Column(Float64Array, [0]);
  private readonly sites = new Column(Int32Array, [0]);
  private readonly births = new Column(Int32Array, [-1]);
  private readonly deaths = new Column(Int32Array, [-1]);
  readonly marks: Mark[] = [];

  onAlloc(block: Block, stats: DeviceStats): void {
    this.births.push(this.subject.length);
    this.deaths.push(STILL_ALIVE);
    this.requestedBytes.push(block.requestedSize);
    this.allocatedBytes.push(block.size);
    this.sites.push(block.site);
    this.push(block.id, stats);
  }

  onFree(block: Block, stats: DeviceStats): void {
    this.deaths.set(block.id, this.subject.length);
    this.push(-block.id, stats);
  }

  onReserve(stats: DeviceStats): void {
    this.push(0, stats);
  }

  /** Names the present point of the run. */
  mark(name: string): void {
    this.marks.push({ name, event: this.subject.length });
  }

  /** How many events there are. */
  get length(): number {
    return this.subject.length;
  }

  /** How many allocations there were; they are numbered from 1. */
  get allocationCount(): number {
    return this.births.length - 1;
  }

  /** The allocation that event made (positive) or freed (negative); 0 when it did neither. */
  subjectOf(event: number): number {
    return this.subject.get(event);
  }

  /** A total after an event; 0 before the first. */
  totalAfter(event: number, total: Total): number {
    return event < 0 ? 0 : this.totals(total).get(event);
  }

  /** What allocation `id` asked for. */
  requested(id: number): number {
    return this.requestedBytes.get(id);
  }

  /** What allocation `id` was given. */
  allocated(id: number): number {
    return this.allocatedBytes.get(id);
  }

  /** The site that the caller gave for allocation `id`. */
  site(id: number): number {
    return this.sites.get(id);
  }

  /** The event that made allocation `id`. */
  birth(id: number): number {
    return this.births.get(id);
  }

  /** The event that freed allocation `id`; undefined while it lives. */
  death(id: number): number | undefined {
    const event = this.deaths.get(id);
    return event === STILL_ALIVE ? undefined : event;
  }

  /** Whether allocation `id` is alive after the event. */
  isAlive(id: number, event: number): boolean {
    return this.births.get(id) <= event && this.deaths.get(id) > event;
  }

  /** The allocations alive after the event, oldest first. */
  aliveAt(event: number): number[] {
    const ids: number[] = [];
    for (let id = 1; id < this.births.length && this.births.get(id) <= event; id++) {
      if (this.deaths.get(id) > event) ids.push(id);
    }
    return ids;
  }

  /**
   * The highest total within the events from `from` to before `to`, what the range began with
   * included, as `torch.cuda.max_memory_allocated` after a reset; the first of equals.
   */
  peak(total: Total, from = 0, to = this.length): Peak {
    const column = this.totals(total);
    const peak: Peak = { bytes: this.totalAfter(from - 1, total), event: from - 1 };
    for (let event = from; event < to; event++) {
      const bytes = column.get(event);
      if (bytes > peak.bytes) {
        peak.bytes = bytes;
        peak.event = event;
      }
    }
    return peak;
  }

  /**
   * Whether two ranges of events are the same sequence: the same requests in order, and frees of the
   * allocations that were made at the same places of the two ranges, or of the same age before them.
   */
  sameSequence(from: number, to: number, otherFrom: number, otherTo: number): boolean {
    if (to - from !== otherTo - otherFrom) return false;
    for (let i = 0; i < to - from; i++) {
      const a = this.subject.get(from + i);
      const b = this.subject.get(otherFrom + i);
      if (Math.sign(a) !== Math.sign(b)) return false;
      if (a === 0) continue;
      if (this.requestedBytes.get(Math.abs(a)) !== this.requestedBytes.get(Math.abs(b))) return false;
      if (a > 0) continue;
      if (this.births.get(-a) - from !== this.births.get(-b) - otherFrom) return false;
    }
    return true;
  }

  /** Whether another run made the same allocations and frees in the same order, of whatever sizes. */
  sameOrder(other: Timeline): boolean {
    if (this.length !== other.length) return false;
    for (let event = 0; event < this.length; event++)
      if (this.subject.get(event) !== other.subject.get(event)) return false;
    return true;
  }

  /**
   * The run thinned to at most `points` values of a total for a drawing: the highest of each stretch.
   */
  curve(total: Total, points: number): number[] {
    const column = this.totals(total);
    const count = Math.min(points, this.length);
    const values: number[] = [];
    for (let i = 0; i < count; i++) {
      let highest = 0;
      const end = Math.floor(((i + 1) * this.length) / count);
      for (let event = Math.floor((i * this.length) / count); event < end; event++) {
        highest = Math.max(highest, column.get(event));
      }
      values.push(highest);
    }
    return values;
  }

  private push(subject: number, stats: DeviceStats): void {
    this.subject.push(subject);
    this.allocatedAfter.push(stats.current(Metric.allocated_bytes));
    this.requestedAfter.push(stats.current(Metric.requested_bytes));
    this.reservedAfter.push(stats.current(Metric.reserved_bytes));
  }

  private totals(total: Total): Column {
    if (total === 'allocated') return this.allocatedAfter;
    return total === 'requested' ? this.requestedAfter : this.reservedAfter;
  }
}

/** A typed array that grows. */
class Column {
  private values: Int32Array | Float64Array;
  length: number;

  constructor(
    private readonly type: Int32ArrayConstructor | Float64ArrayConstructor,
    initial: number[] = [],
  ) {
    this.values = new type(64);
    this.values.set(initial);
    this.length = initial.length;
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const longer = new this.type(this.length * 2);
      longer.set(this.values);
      this.values = longer;
    }
    this.values[this.length++] = value;
  }

  get(index: number): number {
    return this.values[index];
  }

  set(index: number, value: number): void {
    this.values[index] = value;
  }
}
