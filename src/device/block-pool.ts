/** Blocks of device memory and the ordered sets of free ones; mirrors `Block` and `BlockPool`. */
import type { ExpandableSegment } from './expandable-segment';
import { StatType } from './stats';

/** A contiguous range of device memory. After `free` a block belongs to the allocator again. */
export class Block {
  /** The number of the allocation that the block now serves: 1, 2, 3, … in the order of mallocs. */
  id = 0;
  /** What the caller said of the place that allocated it. */
  site = 0;
  /** Bytes that were asked for; `size` is what was given. */
  requestedSize = 0;
  allocated = false;
  /** Whether memory is behind the addresses; false only within expandable segments. */
  mapped = true;
  prev: Block | null = null;
  next: Block | null = null;
  expandableSegment: ExpandableSegment | null = null;
  /** The other streams that used it (`Tensor.record_stream`). */
  streamUses: Set<number> | null = null;
  /** Freed, but another stream may still be using it. */
  pendingFree = false;
  gcCountBase = 0;
  /** Position in the allocator's list of active blocks. */
  activeIndex = -1;

  constructor(
    readonly stream: number,
    public size: number,
    readonly pool: BlockPool,
    public address: number,
  ) {}

  isSplit(): boolean {
    return this.prev !== null || this.next !== null;
  }

  /** How many searches of its pool it has stayed unused for. */
  gcCount(): number {
    return this.pool.searchCount - this.gcCountBase;
  }

  /** Puts the block between two neighbours in its segment. */
  splice(before: Block | null, after: Block | null): void {
    if (before) before.next = this;
    this.prev = before;
    if (after) after.prev = this;
    this.next = after;
  }
}

/** A pool's number as PyTorch names it: of those below 0, which CUDA graphs make for themselves, the first part counts. */
export const poolPair = (id: number): [number, number] => (id < 0 ? [-id, 0] : [0, id]);

/** The free blocks of the small or of the large pool, ordered by stream, then size, then address. */
export class BlockPool {
  readonly blocks: Block[] = [];
  /** Ranges of expandable segments without memory, ordered by stream, then address. */
  readonly unmapped: Block[] = [];
  readonly statType: StatType;
  searchCount = 0;

  /** @param id which pool it is part of, as snapshots tell it; 0 for the usual one */
  constructor(
    readonly isSmall: boolean,
    readonly id = 0,
  ) {
    this.statType = isSmall ? StatType.small_pool : StatType.large_pool;
  }

  /** The position of the first free block that is not before (stream, size, address). */
  lowerBound(stream: number, size: number, address = 0): number {
    const blocks = this.blocks;
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const b = blocks[middle];
      const before =
        b.stream !== stream ? b.stream < stream : b.size !== size ? b.size < size : b.address < address;
      if (before) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(block: Block): void {
    block.gcCountBase = this.searchCount;
    insertAt(this.blocks, this.lowerBound(block.stream, block.size, block.address), block);
  }

  erase(block: Block): void {
    this.eraseAt(this.lowerBound(block.stream, block.size, block.address), block);
  }

  /** Removes the block that is known to be at that position. */
  eraseAt(index: number, block: Block): void {
    if (this.blocks[index] !== block) throw new Error('device: a free block is not in its pool');
    removeAt(this.blocks, index);
  }

  /** The position of the first unmapped range that is not before (stream, address). */
  unmappedLowerBound(stream: number, address: number): number {
    const index = this.unmapped.findIndex(
      (b) => b.stream > stream || (b.stream === stream && b.address >= address),
    );
    return index < 0 ? this.unmapped.length : index;
  }

  insertUnmapped(block: Block): void {
    this.unmapped.splice(this.unmappedLowerBound(block.stream, block.address), 0, block);
  }

  eraseUnmapped(block: Block): void {
    const index = this.unmapped.indexOf(block);
    if (index < 0) throw new Error('device: an unmapped range is not in its pool');
    this.unmapped.splice(index, 1);
  }
}

// Loops, not `splice`: the lists are short, and `splice` makes an array of what it removed.

function insertAt(blocks: Block[], index: number, block: Block): void {
  blocks.push(block);
  for (let i = blocks.length - 1; i > index; i--) blocks[i] = blocks[i - 1];
  blocks[index] = block;
}

function removeAt(blocks: Block[], index: number): void {
  for (let i = index + 1; i < blocks.length; i++) blocks[i - 1] = blocks[i];
  blocks.pop();
}
