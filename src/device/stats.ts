/**
 * The memory statistics of one device, under the names of `torch.cuda.memory_stats()`
 * (c10/core/CachingDeviceAllocator.h, torch/cuda/memory.py). Units: bytes for `*_bytes`, counts otherwise.
 */

/** The metrics kept for the whole device and for each of its two pools. */
export const Metric = {
  active: 0,
  active_bytes: 1,
  allocated_bytes: 2,
  allocation: 3,
  inactive_split: 4,
  inactive_split_bytes: 5,
  requested_bytes: 6,
  reserved_bytes: 7,
  segment: 8,
} as const;
export type Metric = (typeof Metric)[keyof typeof Metric];
export type MetricName = keyof typeof Metric;

/** Which part of the device a statistic is about; the numbers are offsets into the table. */
export const StatType = { all: 0, large_pool: 1, small_pool: 2 } as const;
export type StatType = (typeof StatType)[keyof typeof StatType];

/** What is kept of one metric; the numbers are offsets into the table. */
export const StatKind = { allocated: 0, current: 1, freed: 2, peak: 3 } as const;
export type StatKind = keyof typeof StatKind;

const METRIC_NAMES = Object.keys(Metric) as MetricName[];
const TYPE_NAMES = Object.keys(StatType) as (keyof typeof StatType)[];
const KIND_NAMES = Object.keys(StatKind) as StatKind[];
const KINDS = KIND_NAMES.length;
const PER_METRIC = TYPE_NAMES.length * KINDS;

/** One statistic outside the pools' table. */
export interface Stat {
  current: number;
  peak: number;
  allocated: number;
  freed: number;
}

function newStat(): Stat {
  return { current: 0, peak: 0, allocated: 0, freed: 0 };
}

/** Adds to a statistic, as `Stat::increase`. */
export function increaseStat(stat: Stat, amount: number): void {
  stat.current += amount;
  if (stat.current > stat.peak) stat.peak = stat.current;
  stat.allocated += amount;
}

/** Takes from a statistic, as `Stat::decrease`. */
export function decreaseStat(stat: Stat, amount: number): void {
  stat.current -= amount;
  stat.freed += amount;
}

/** All statistics of one device; mirrors `DeviceStats`. */
export class DeviceStats {
  private readonly table = new Float64Array(METRIC_NAMES.length * PER_METRIC);
  readonly oversize_allocations = newStat();
  readonly oversize_segments = newStat();
  num_alloc_retries = 0;
  num_ooms = 0;
  num_oom_rejections = 0;
  num_sync_all_streams = 0;
  num_device_alloc = 0;
  num_device_free = 0;
  /** `max_split_size` in bytes when the allocator was made; -1 when unlimited. */
  max_split_size = -1;

  /** Adds `amount` to a metric, for the device and for the given pool. */
  increase(metric: Metric, pool: StatType, amount: number): void {
    const t = this.table;
    let i = metric * PER_METRIC;
    t[i] += amount;
    let current = (t[i + StatKind.current] += amount);
    if (current > t[i + StatKind.peak]) t[i + StatKind.peak] = current;
    i += pool * KINDS;
    t[i] += amount;
    current = t[i + StatKind.current] += amount;
    if (current > t[i + StatKind.peak]) t[i + StatKind.peak] = current;
  }

  /** Takes `amount` from a metric, for the device and for the given pool. */
  decrease(metric: Metric, pool: StatType, amount: number): void {
    const t = this.table;
    let i = metric * PER_METRIC;
    t[i + StatKind.current] -= amount;
    t[i + StatKind.freed] += amount;
    i += pool * KINDS;
    t[i + StatKind.current] -= amount;
    t[i + StatKind.freed] += amount;
  }

  /** What a metric is now, for the whole device. */
  current(metric: Metric): number {
    return this.table[metric * PER_METRIC + StatKind.current];
  }

  /** One figure of the table. */
  get(metric: Metric, kind: StatKind = 'current', type: StatType = StatType.all): number {
    return this.table[metric * PER_METRIC + type * KINDS + StatKind[kind]];
  }

  /** As `torch.cuda.reset_peak_memory_stats()`: every peak becomes the current figure. */
  resetPeak(): void {
    for (let i = 0; i < this.table.length; i += KINDS) {
      this.table[i + StatKind.peak] = this.table[i + StatKind.current];
    }
    for (const stat of [this.oversize_allocations, this.oversize_segments]) stat.peak = stat.current;
  }

  /** As `torch.cuda.reset_accumulated_memory_stats()`: what was allocated and freed so far becomes zero. */
  resetAccumulated(): void {
    for (let i = 0; i < this.table.length; i += KINDS) {
      this.table[i + StatKind.allocated] = 0;
      this.table[i + StatKind.freed] = 0;
    }
    for (const stat of [this.oversize_allocations, this.oversize_segments]) {
      stat.allocated = 0;
      stat.freed = 0;
    }
    this.num_alloc_retries = 0;
    this.num_ooms = 0;
    this.num_sync_all_streams = 0;
    this.num_device_alloc = 0;
    this.num_device_free = 0;
  }

  /** The dictionary that `torch.cuda.memory_stats()` returns: its keys, in its order. */
  toRecord(): Record<string, number> {
    const entries: [string, number][] = [];
    for (const [m, metric] of METRIC_NAMES.entries()) {
      for (const [t, type] of TYPE_NAMES.entries()) {
        for (const [k, kind] of KIND_NAMES.entries()) {
          entries.push([`${metric}.${type}.${kind}`, this.table[m * PER_METRIC + t * KINDS + k]]);
        }
      }
    }
    for (const name of ['oversize_allocations', 'oversize_segments'] as const) {
      for (const kind of KIND_NAMES) entries.push([`${name}.${kind}`, this[name][kind]]);
    }
    for (const name of [
      'max_split_size',
      'num_alloc_retries',
      'num_device_alloc',
      'num_device_free',
      'num_oom_rejections',
      'num_ooms',
      'num_sync_all_streams',
    ] as const) {
      entries.push([name, this[name]]);
    }
    entries.sort((a, b) => (a[0] < b[0] ? -1 : 1));
    return Object.fromEntries(entries);
  }
}
