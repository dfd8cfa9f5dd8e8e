/**
 * PyTorch's caching allocator on a simulated device; mirrors `DeviceCachingAllocator` of
 * c10/cuda/CUDACachingAllocator.cpp (2.14).
 *
 * Requests are rounded to 512 B. Up to 1 MiB they come from 2 MiB segments, from 1 to 10 MiB from
 * 20 MiB segments, above that from segments of their own, rounded to 2 MiB. The smallest free block of
 * the stream that fits is taken and split; freed blocks merge with their free neighbours.
 */
import { Block, BlockPool } from './block-pool';
import {
  defaultAllocatorConfig,
  floorLog2,
  parseAllocatorConfig,
  roundupDivisions,
  type AllocatorConfig,
} from './allocator-config';
import { Driver, roundUp } from './driver';
import { ExpandableSegment } from './expandable-segment';
import { MemoryHistory, type TraceEntry } from './memory-history';
import {
  isBeyondOneExabyte,
  MORE_THAN_ONE_EXABYTE,
  OutOfMemoryError,
  outOfMemoryMessage,
  type OutOfMemoryFacts,
} from './out-of-memory';
import { segmentInfo, type SegmentInfo } from './snapshot';
import { DeviceStats, decreaseStat, increaseStat, Metric } from './stats';

const MIN_BLOCK_SIZE = 512;
const SMALL_SIZE = 1024 * 1024;
const SMALL_BUFFER = 2 * 1024 * 1024;
const MIN_LARGE_ALLOC = 10 * 1024 * 1024;
const ROUND_LARGE = 2 * 1024 * 1024;

/** Is told of every change, after the statistics took it in. */
export interface AllocatorObserver {
  onAlloc(block: Block, stats: DeviceStats): void;
  /** Only the block's `id` is still that of the freed allocation; its range may have grown. */
  onFree(block: Block, stats: DeviceStats): void;
  /** The bytes reserved changed outside of a malloc (`empty_cache`). */
  onReserve(stats: DeviceStats): void;
}

export interface AllocatorOptions {
  /** `PYTORCH_CUDA_ALLOC_CONF`; see `parseAllocatorConfig` for its errors. */
  config?: string | AllocatorConfig;
  /** What the CUDA context takes of the device's memory, in bytes. */
  context?: number;
  /**
   * What happens when the device's memory does not suffice: `raise` throws OutOfMemoryError;
   * `record` keeps the first overflow and goes on as if memory were without end.
   */
  overflow?: 'raise' | 'record';
  /** Whether error messages tell what the process holds, as they do where NVML works. */
  reportProcess?: boolean;
  observer?: AllocatorObserver;
}

/** The first request that the device could not serve. */
export interface Overflow extends OutOfMemoryFacts {
  message: string;
  /** The number that its allocation got. */
  allocation: number;
  site: number;
}

/** The base of `allocationHash`. */
export const SEQUENCE_BASE = 1_000_003;

/** The pools of a `MemPool`, or of CUDA graphs that share them. */
interface PrivatePools {
  small: BlockPool;
  large: BlockPool;
  users: number;
}

/** What is allocated goes to a private pool where `applies` says so (`captures_underway`). */
interface Route {
  id: number;
  pools: PrivatePools;
  applies: () => boolean;
  isCapture: boolean;
}

export class CachingAllocator {
  readonly stats = new DeviceStats();
  /** The first overflow, with `overflow: 'record'`. */
  overflow: Overflow | undefined;
  private config: AllocatorConfig;
  private readonly driver: Driver;
  readonly small = new BlockPool(true);
  readonly large = new BlockPool(false);
  private readonly active: Block[] = [];
  private pendingFrees: Block[] = [];
  private readonly observer: AllocatorObserver | undefined;
  private readonly history = new MemoryHistory();
  private allowedMemoryMaximum: number | undefined;
  private totalAllocatedMemory = 0;
  private allocations = 0;
  /** How many allocations there were, and a polynomial hash of their sizes: for recognising a sequence. */
  allocationCount = 0;
  allocationHash = 0;

  /** @param totalMemory the device's memory in bytes */
  constructor(
    totalMemory: number,
    private readonly options: AllocatorOptions = {},
  ) {
    const { config } = options;
    this.config =
      typeof config === 'string' ? parseAllocatorConfig(config) : (config ?? defaultAllocatorConfig());
    this.driver = new Driver(totalMemory, options.context ?? 0);
    this.observer = options.observer;
    this.stats.max_split_size = Number.isFinite(this.config.maxSplitSize) ? this.config.maxSplitSize : -1;
    this.setMemoryFraction(this.config.perProcessMemoryFraction);
  }

  /**
   * Allocates device memory; null for zero bytes, which take none.
   * @param site anything that names the place of the call; it is passed on to the observer
   * @throws OutOfMemoryError with PyTorch's message
   */
  malloc(requestedBytes: number, stream = 0, site = 0): Block | null {
    if (requestedBytes === 0) return null;
    if (isBeyondOneExabyte(requestedBytes)) throw this.beyondOneExabyte(requestedBytes);
    // An event must not be asked for while a graph is captured.
    if (this.routes.length === 0) this.processEvents();
    const size = this.roundSize(requestedBytes);
    this.allocationCount++;
    this.allocationHash = (Math.imul(this.allocationHash, SEQUENCE_BASE) + size) | 0;
    const pools = this.routes.length === 0 ? this : (this.routes.find((one) => one.applies())?.pools ?? this);
    const pool = size <= SMALL_SIZE ? pools.small : pools.large;
    let block = this.getFreeBlock(pool, stream, size);
    if (block === null) {
      const segmentSize = this.allocationSize(size);
      block =
        this.newBlock(pool, stream, size, segmentSize) ??
        this.afterOverflow(pool, stream, size, segmentSize, requestedBytes, site);
    }
    return this.takeFoundBlock(block, size, requestedBytes, site);
  }

  /** Returns a block that `malloc` gave to the pool of free ones. The caller must forget it. */
  free(block: Block): void {
    if (!block.allocated) throw new Error('device: a block was freed twice');
    block.allocated = false;
    this.stats.decrease(Metric.allocation, block.pool.statType, 1);
    this.stats.decrease(Metric.allocated_bytes, block.pool.statType, block.size);
    if (block.size >= this.config.maxSplitSize) decreaseStat(this.stats.oversize_allocations, 1);
    this.history.addBlock('free_requested', block);
    if (block.streamUses === null) {
      this.freeBlock(block);
    } else {
      block.streamUses = null;
      block.pendingFree = true;
      this.pendingFrees.push(block);
    }
    this.observer?.onFree(block, this.stats);
  }

  /** `Tensor.record_stream`: the block is not reused at once when it is freed. */
  recordStream(block: Block, stream: number): void {
    if (stream !== block.stream) (block.streamUses ??= new Set()).add(stream);
  }

  /** `torch.cuda.empty_cache()`: gives every unused segment back to the device. */
  emptyCache(): void {
    this.releaseCachedBlocks();
    this.observer?.onReserve(this.stats);
  }

  /** Whether a CUDA graph is captured. */
  get isCapturing(): boolean {
    return this.routes.some((route) => route.isCapture);
  }

  /** `createOrIncrefPool`: one more keeps a pool, which is made for the first. */
  createPool(id: number): void {
    this.privatePool(id).users++;
  }

  /**
   * `beginAllocateToPool`: from now on memory comes from a pool of its own.
   * @param applies to be asked at each allocation, as only those of one thread or stream are meant
   * @param isCapture whether a CUDA graph is captured meanwhile
   */
  beginAllocateToPool(id: number, applies: () => boolean, isCapture: boolean): void {
    this.createPool(id);
    this.routes.unshift({ id, pools: this.privatePool(id), applies, isCapture });
  }

  endAllocateToPool(id: number): void {
    const index = this.routes.findIndex((route) => route.id === id);
    if (index >= 0) this.routes.splice(index, 1);
  }

  /** `releasePool`: one that kept the pool gave it up; `emptyCache` frees it after the last one. */
  releasePool(id: number): void {
    const pools = this.privatePools.get(id);
    if (pools !== undefined) pools.users--;
  }

  /** `emptyCache` of one pool, which does nothing as long as it is kept. */
  emptyPool(id: number): void {
    this.stats.num_sync_all_streams++;
    this.processEvents();
    this.releasePrivate(id);
    this.observer?.onReserve(this.stats);
  }

  private privatePool(id: number): PrivatePools {
    let pools = this.privatePools.get(id);
    if (pools === undefined) {
      pools = { small: new BlockPool(true, id), large: new BlockPool(false, id), users: 0 };
      this.privatePools.set(id, pools);
    }
    return pools;
  }

  /** `torch.cuda.memory_stats()`. */
  memoryStats(): Record<string, number> {
    return this.stats.toRecord();
  }

  /** `torch.cuda.mem_get_info()`: free and total bytes of the device. */
  memGetInfo(): { free: number; total: number } {
    return this.driver.memGetInfo();
  }

  /** `torch.cuda.memory._set_allocator_settings()`; AllocatorConfigError on a mistake. */
  setAllocatorSettings(text: string): void {
    this.config = parseAllocatorConfig(text, this.config);
    this.stats.max_split_size = Number.isFinite(this.config.maxSplitSize) ? this.config.maxSplitSize : -1;
  }

  /** Pools beside the usual one, and what goes to them now, the last one asked for first. */
  private readonly privatePools = new Map<number, PrivatePools>();
  private readonly routes: Route[] = [];

  /** What `setMemoryFraction` was given last. */
  memoryFraction = 1;

  /** `torch.cuda.set_per_process_memory_fraction()`, a number from 0 to 1. */
  setMemoryFraction(fraction: number): void {
    this.memoryFraction = fraction;
    this.allowedMemoryMaximum = fraction < 1 ? Math.floor(fraction * this.driver.total) : undefined;
  }

  /** `recordHistory`: keeps the last `maxEntries` events from now on; with null none, and those that were kept go. */
  recordHistory(maxEntries: number | null, skipped: ReadonlySet<string>, clear: boolean): void {
    if (clear || maxEntries === null) this.history.clear();
    if (maxEntries === null) this.history.enabled = false;
    else this.history.start(maxEntries, skipped);
  }

  /** The events that were kept; the next list tells that this one was asked for. */
  memoryHistory(): TraceEntry[] {
    const entries = this.history.inOrder();
    this.history.add('snapshot', 0, this.stats.current(Metric.active_bytes));
    return entries;
  }

  /** `torch.cuda.memory_snapshot()`: every segment with its blocks, by address. */
  memorySnapshot(): SegmentInfo[] {
    const segments: SegmentInfo[] = [];
    const cached = [this, ...this.privatePools.values()].flatMap(({ small, large }) => [
      small.blocks,
      large.blocks,
    ]);
    for (const list of [...cached, this.active]) {
      for (const block of list) {
        if (block.prev === null || !block.prev.mapped) segments.push(segmentInfo(block));
      }
    }
    return segments.sort((a, b) => a.address - b.address);
  }

  /** `round_size`. */
  private roundSize(size: number): number {
    if (size < MIN_BLOCK_SIZE) return MIN_BLOCK_SIZE;
    const divisions = roundupDivisions(this.config, size);
    if (divisions > 1 && size > MIN_BLOCK_SIZE * divisions) return roundToDivision(size, divisions);
    return roundUp(size, MIN_BLOCK_SIZE);
  }

  /** `get_allocation_size`: the segment that a request makes when no block fits. */
  private allocationSize(size: number): number {
    if (size <= SMALL_SIZE) return SMALL_BUFFER;
    if (size < MIN_LARGE_ALLOC) return this.config.largeSegmentSize;
    return roundUp(size, ROUND_LARGE);
  }

  /** `should_split`. */
  private shouldSplit(block: Block, size: number): boolean {
    const remaining = block.size - size;
    if (block.pool.isSmall || this.config.expandableSegments) return remaining >= MIN_BLOCK_SIZE;
    return size < this.config.maxSplitSize && remaining > SMALL_SIZE;
  }

  /** `get_free_block`: takes the best fit out of the pool. */
  private getFreeBlock(pool: BlockPool, stream: number, size: number): Block | null {
    const { config } = this;
    if (config.garbageCollectionThreshold > 0 && this.allowedMemoryMaximum !== undefined) pool.searchCount++;
    const { blocks } = pool;
    let i = pool.lowerBound(stream, size);
    if (i === blocks.length || blocks[i].stream !== stream) return null;
    if (blocks[i].expandableSegment !== null) {
      if (config.expandableSegments) {
        // A block at the growing end counts with the size that it can grow to.
        let next = i + 1;
        while (
          blocks[i].expandableSegment !== null &&
          next < blocks.length &&
          blocks[next].stream === stream &&
          expandableSize(blocks[next]) < expandableSize(blocks[i])
        ) {
          i = next++;
        }
      } else {
        do i++;
        while (i < blocks.length && blocks[i].expandableSegment !== null && blocks[i].stream === stream);
        if (i === blocks.length || blocks[i].stream !== stream) return null;
      }
    }
    const block = blocks[i];
    if (size < config.maxSplitSize) {
      if (block.size >= config.maxSplitSize) return null;
    } else if (block.size >= size + config.maxNonSplitRoundingSize) return null;
    pool.eraseAt(i, block);
    return block;
  }

  /** What `malloc` tries when no cached block fits; null when the device's memory does not suffice. */
  private newBlock(pool: BlockPool, stream: number, size: number, segmentSize: number): Block | null {
    if (this.config.garbageCollectionThreshold > 0 && this.allowedMemoryMaximum !== undefined) {
      this.garbageCollect(this.allowedMemoryMaximum);
    }
    const block = this.allocBlock(pool, stream, size, segmentSize);
    if (block !== null) return block;
    if (this.releaseAvailableCachedBlocks(pool, stream, size)) {
      const again = this.allocBlock(pool, stream, size, segmentSize);
      if (again !== null) return again;
    }
    this.releaseCachedBlocks();
    this.stats.num_alloc_retries++;
    return this.allocBlock(pool, stream, size, segmentSize);
  }

  /** `alloc_block`: a new segment, or an expandable one that grew. */
  private allocBlock(pool: BlockPool, stream: number, size: number, segmentSize: number): Block | null {
    const allowed = this.allowedMemoryMaximum;
    if (allowed !== undefined && this.totalAllocatedMemory + segmentSize > allowed) return null;
    if (this.config.expandableSegments) return this.tryAllocateExpandableBlock(pool, stream, size);
    const address = this.driver.malloc(segmentSize);
    if (address === 0) return null;
    this.totalAllocatedMemory += segmentSize;
    this.stats.increase(Metric.segment, pool.statType, 1);
    this.stats.increase(Metric.reserved_bytes, pool.statType, segmentSize);
    if (segmentSize >= this.config.maxSplitSize) increaseStat(this.stats.oversize_segments, 1);
    this.stats.num_device_alloc++;
    this.history.add('segment_alloc', address, segmentSize, stream, pool.id);
    return new Block(stream, segmentSize, pool, address);
  }

  /** `alloc_found_block`: splits what is left over and counts the block as allocated. */
  private takeFoundBlock(found: Block, size: number, requestedBytes: number, site: number): Block {
    const { pool } = found;
    const { stats } = this;
    const type = pool.statType;
    const alreadySplit = found.isSplit();
    const counted = found.expandableSegment === null;
    let block = found;
    if (this.shouldSplit(found, size)) {
      block = new Block(found.stream, size, pool, found.address);
      block.expandableSegment = found.expandableSegment;
      block.splice(found.prev, found);
      found.address += size;
      found.size -= size;
      pool.insert(found);
      if (counted) {
        if (alreadySplit) {
          stats.decrease(Metric.inactive_split_bytes, type, size);
        } else {
          stats.increase(Metric.inactive_split_bytes, type, found.size);
          stats.increase(Metric.inactive_split, type, 1);
        }
      }
    } else if (alreadySplit && counted) {
      stats.decrease(Metric.inactive_split_bytes, type, block.size);
      stats.decrease(Metric.inactive_split, type, 1);
    }
    block.allocated = true;
    block.requestedSize = requestedBytes;
    block.id = ++this.allocations;
    block.site = site;
    block.activeIndex = this.active.push(block) - 1;
    stats.increase(Metric.allocation, type, 1);
    stats.increase(Metric.allocated_bytes, type, block.size);
    stats.increase(Metric.active, type, 1);
    stats.increase(Metric.active_bytes, type, block.size);
    stats.increase(Metric.requested_bytes, type, requestedBytes);
    if (block.size >= this.config.maxSplitSize) increaseStat(stats.oversize_allocations, 1);
    this.history.addBlock('alloc', block);
    this.observer?.onAlloc(block, stats);
    return block;
  }

  /** `free_block`: merges a block with its free neighbours and puts it into its pool. */
  private freeBlock(block: Block): void {
    const { pool } = block;
    const { stats } = this;
    const type = pool.statType;
    const originalSize = block.size;
    this.history.addBlock('free_completed', block);
    let splitBlocks = 0;
    let splitBytes = 0;
    const { prev, next } = block;
    const before = this.tryMerge(block, prev);
    const after = this.tryMerge(block, next);
    if (before > 0) splitBlocks--;
    if (after > 0) splitBlocks--;
    splitBytes -= before + after;
    this.removeActive(block);
    pool.insert(block);
    if (block.isSplit()) {
      splitBlocks++;
      splitBytes += block.size;
    }
    if (block.expandableSegment === null) {
      if (splitBlocks > 0) stats.increase(Metric.inactive_split, type, splitBlocks);
      else if (splitBlocks < 0) stats.decrease(Metric.inactive_split, type, -splitBlocks);
      if (splitBytes > 0) stats.increase(Metric.inactive_split_bytes, type, splitBytes);
      else if (splitBytes < 0) stats.decrease(Metric.inactive_split_bytes, type, -splitBytes);
    }
    stats.decrease(Metric.active, type, 1);
    stats.decrease(Metric.active_bytes, type, originalSize);
    stats.decrease(Metric.requested_bytes, type, block.requestedSize);
  }

  /** `try_merge_blocks`: takes a free neighbour in; returns its size, or 0. */
  private tryMerge(block: Block, neighbour: Block | null): number {
    if (
      neighbour === null ||
      neighbour.allocated ||
      neighbour.pendingFree ||
      neighbour.mapped !== block.mapped
    ) {
      return 0;
    }
    // Out of the pool first: there it is found by its size and address.
    if (neighbour.mapped) block.pool.erase(neighbour);
    else block.pool.eraseUnmapped(neighbour);
    if (block.prev === neighbour) {
      block.address = neighbour.address;
      block.splice(neighbour.prev, block.next);
    } else {
      block.splice(block.prev, neighbour.next);
    }
    block.size += neighbour.size;
    return neighbour.size;
  }

  private removeActive(block: Block): void {
    const last = this.active.pop();
    if (last !== undefined && last !== block) {
      this.active[block.activeIndex] = last;
      last.activeIndex = block.activeIndex;
    }
    block.activeIndex = -1;
  }

  /** `process_events`: other streams have no work here, so what waits for them is free. */
  private processEvents(): void {
    if (this.pendingFrees.length === 0) return;
    const blocks = this.pendingFrees;
    this.pendingFrees = [];
    for (const block of blocks) {
      block.pendingFree = false;
      this.freeBlock(block);
    }
  }

  /** `garbage_collect_cached_blocks`: gives old unused segments back above the threshold. */
  private garbageCollect(allowed: number): void {
    const threshold = Math.floor(this.config.garbageCollectionThreshold * allowed);
    if (this.totalAllocatedMemory <= threshold) return;
    const target = this.totalAllocatedMemory - threshold;
    let reclaimed = 0;
    let totalAge = 0;
    let freeable = 0;
    for (const block of this.large.blocks) {
      if (block.isSplit()) continue;
      totalAge += block.gcCount();
      freeable++;
    }
    let freedOne = true;
    while (reclaimed < target && freedOne && freeable > 0) {
      const ageThreshold = totalAge / freeable;
      freedOne = false;
      for (const block of [...this.large.blocks]) {
        if (block.isSplit() || block.expandableSegment !== null || block.gcCount() < ageThreshold) continue;
        freedOne = true;
        reclaimed += block.size;
        totalAge -= block.gcCount();
        freeable--;
        this.releaseBlock(block);
      }
    }
  }

  /** `release_available_cached_blocks`: gives just enough oversize blocks back. */
  private releaseAvailableCachedBlocks(pool: BlockPool, stream: number, size: number): boolean {
    const { maxSplitSize } = this.config;
    if (!Number.isFinite(maxSplitSize)) return false;
    const wanted = Math.max(size, maxSplitSize);
    const { blocks } = pool;
    let i = pool.lowerBound(stream, wanted);
    if (i < blocks.length && blocks[i].stream === stream && blocks[i].expandableSegment === null) {
      this.releaseBlock(blocks[i]);
      return true;
    }
    let released = 0;
    while (--i >= 0 && released < wanted && blocks[i].size >= maxSplitSize && blocks[i].stream === stream) {
      const block = blocks[i];
      if (block.expandableSegment !== null) continue;
      released += block.size;
      this.releaseBlock(block);
    }
    return released >= wanted;
  }

  /** `release_cached_blocks`: gives every segment that is wholly free back to the device. */
  private releaseCachedBlocks(): void {
    this.stats.num_sync_all_streams++;
    this.processEvents();
    // What is freed while a graph is captured would be part of it.
    if (!this.isCapturing) {
      this.releaseBlocks(this.large);
      this.releaseBlocks(this.small);
    }
    for (const id of [...this.privatePools.keys()]) this.releasePrivate(id);
  }

  /** What is cached in a private pool stays until nothing keeps it. */
  private releasePrivate(id: number): void {
    const pools = this.privatePools.get(id);
    if (pools === undefined || pools.users > 0) return;
    this.releaseBlocks(pools.large);
    this.releaseBlocks(pools.small);
    const isKept = (pool: BlockPool): boolean =>
      pool.blocks.length > 0 || this.active.some((block) => block.pool === pool);
    if (!isKept(pools.small) && !isKept(pools.large)) this.privatePools.delete(id);
  }

  private releaseBlocks(pool: BlockPool): void {
    const expandable: Block[] = [];
    for (const block of [...pool.blocks]) {
      if (block.expandableSegment !== null) expandable.push(block);
      else if (!block.isSplit()) this.releaseBlock(block);
    }
    for (const block of expandable) {
      this.unmapBlock(block);
      if (!block.isSplit() && !block.mapped) pool.eraseUnmapped(block);
    }
  }

  private releaseBlock(block: Block): void {
    this.stats.num_device_free++;
    this.driver.free(block.size);
    this.totalAllocatedMemory -= block.size;
    this.stats.decrease(Metric.segment, block.pool.statType, 1);
    this.stats.decrease(Metric.reserved_bytes, block.pool.statType, block.size);
    if (block.size >= this.config.maxSplitSize) decreaseStat(this.stats.oversize_segments, 1);
    this.history.add('segment_free', block.address, block.size, block.stream, block.pool.id);
    block.pool.erase(block);
  }

  /** `find_expandable_block`: the lowest place of an expandable segment where the size fits. */
  private findExpandableBlock(pool: BlockPool, stream: number, size: number): Block {
    for (let i = pool.unmappedLowerBound(stream, 0); i < pool.unmapped.length; i++) {
      let candidate = pool.unmapped[i];
      if (candidate.stream !== stream) break;
      if (isAllocatable(candidate.prev)) candidate = candidate.prev;
      if (hasAddressSpace(candidate, size)) return candidate;
    }
    const pageSize = pool.isSmall ? SMALL_BUFFER : this.config.largeSegmentSize;
    const segment = new ExpandableSegment(this.driver, pageSize, size);
    const block = new Block(stream, segment.size, pool, segment.address);
    block.mapped = false;
    block.expandableSegment = segment;
    pool.insertUnmapped(block);
    return block;
  }

  /** `try_allocate_expandable_block`. */
  private tryAllocateExpandableBlock(pool: BlockPool, stream: number, size: number): Block | null {
    let candidate = this.findExpandableBlock(pool, stream, size);
    if (!candidate.mapped && !this.mapBlock(candidate, Math.min(candidate.size, size))) return null;
    while (candidate.size < size) {
      // free -> unmapped: mapping the second takes the first in.
      const { next } = candidate;
      if (next === null) throw new Error('device: an expandable segment ended too early');
      if (!this.mapBlock(next, Math.min(size - candidate.size, next.size))) return null;
      candidate = next;
    }
    pool.erase(candidate);
    return candidate;
  }

  /** `map_block`: puts memory behind the first `size` bytes of an unmapped range. */
  private mapBlock(block: Block, size: number): boolean {
    const segment = block.expandableSegment;
    const range = segment?.map(block.address, size);
    if (!segment || !range) return false;
    const { pool } = block;
    pool.eraseUnmapped(block);
    block.mapped = true;
    if (range.size < block.size) {
      const rest = new Block(block.stream, block.size - range.size, pool, block.address + range.size);
      rest.mapped = false;
      rest.expandableSegment = segment;
      rest.splice(block, block.next);
      pool.insertUnmapped(rest);
      block.size = range.size;
    }
    this.tryMerge(block, block.prev);
    this.tryMerge(block, block.next);
    pool.insert(block);
    this.totalAllocatedMemory += range.size;
    this.stats.increase(Metric.reserved_bytes, pool.statType, range.size);
    this.stats.num_device_alloc++;
    this.history.add('segment_map', range.address, range.size, block.stream, pool.id);
    return true;
  }

  /** `unmap_block`: gives the whole pages of a free block back. */
  private unmapBlock(block: Block): void {
    const { pool, expandableSegment: segment } = block;
    const range = segment?.unmap(block.address, block.size);
    if (!segment || !range || range.size === 0) return;
    pool.erase(block);
    const before = range.address - block.address;
    if (before > 0) {
      const free = new Block(block.stream, before, pool, block.address);
      free.expandableSegment = segment;
      free.splice(block.prev, block);
      pool.insert(free);
    }
    const after = block.size - before - range.size;
    if (after > 0) {
      const free = new Block(block.stream, after, pool, range.address + range.size);
      free.expandableSegment = segment;
      free.splice(block, block.next);
      pool.insert(free);
    }
    block.address = range.address;
    block.size = range.size;
    block.mapped = false;
    this.tryMerge(block, block.prev);
    this.tryMerge(block, block.next);
    pool.insertUnmapped(block);
    this.totalAllocatedMemory -= range.size;
    this.stats.decrease(Metric.reserved_bytes, pool.statType, range.size);
    this.stats.num_device_free++;
    this.history.add('segment_unmap', range.address, range.size, block.stream, pool.id);
  }

  /** Raises, or records the first overflow and serves the request from memory without end. */
  private afterOverflow(
    pool: BlockPool,
    stream: number,
    size: number,
    segmentSize: number,
    requested: number,
    site: number,
  ): Block {
    this.stats.num_ooms++;
    const facts = this.outOfMemoryFacts(requested, segmentSize);
    this.history.add('oom', facts.free, segmentSize, stream);
    const message = outOfMemoryMessage(facts);
    if (this.options.overflow !== 'record') throw new OutOfMemoryError(message, facts);
    this.overflow ??= { ...facts, message, allocation: this.allocations + 1, site };
    this.driver.liftLimit();
    this.allowedMemoryMaximum = undefined;
    const block = this.allocBlock(pool, stream, size, segmentSize);
    if (block === null) throw new Error('device: memory without end was used up');
    return block;
  }

  private outOfMemoryFacts(requested: number, tried: number): OutOfMemoryFacts {
    const { free, total } = this.driver.memGetInfo();
    return {
      requested,
      tried,
      capacity: total,
      free,
      allowed: this.allowedMemoryMaximum,
      process: this.options.reportProcess ? total - free : undefined,
      allocated: this.stats.current(Metric.allocated_bytes),
      reserved: this.stats.current(Metric.reserved_bytes),
      expandableSegments: this.config.expandableSegments,
    };
  }

  private beyondOneExabyte(requested: number): OutOfMemoryError {
    return new OutOfMemoryError(MORE_THAN_ONE_EXABYTE, this.outOfMemoryFacts(requested, requested));
  }
}

/** `roundup_power2_next_division`. */
function roundToDivision(size: number, divisions: number): number {
  const floor = 2 ** floorLog2(size);
  if (floor === size) return size;
  return roundUp(size, floor / 2 ** floorLog2(divisions));
}

function expandableSize(block: Block): number {
  return block.size + (block.next !== null && !block.next.mapped ? block.next.size : 0);
}

function isAllocatable(block: Block | null): block is Block {
  return block !== null && !block.allocated && !block.pendingFree;
}

function hasAddressSpace(block: Block, size: number): boolean {
  let bytes = 0;
  for (let b: Block | null = block; bytes < size && isAllocatable(b); b = b.next) bytes += b.size;
  return bytes >= size;
}
