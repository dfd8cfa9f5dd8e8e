/** The allocator's segments as `torch.cuda.memory_snapshot()` tells them; sizes in bytes. */
import { poolPair, type Block } from './block-pool';

/** A segment as `torch.cuda.memory_snapshot()` tells it. */
export interface SegmentInfo {
  device: number;
  address: number;
  total_size: number;
  allocated_size: number;
  active_size: number;
  requested_size: number;
  stream: number;
  segment_type: 'small' | 'large';
  segment_pool_id: [number, number];
  is_expandable: boolean;
  frames: never[];
  blocks: BlockInfo[];
}

/** A block of a segment as `torch.cuda.memory_snapshot()` tells it. */
export interface BlockInfo {
  address: number;
  size: number;
  requested_size: number;
  state: 'active_allocated' | 'active_pending_free' | 'inactive';
  frames: never[];
}

/** The segment that begins with a block: it and those after it that have memory. */
export function segmentInfo(head: Block): SegmentInfo {
  const info: SegmentInfo = {
    device: 0,
    address: head.address,
    total_size: 0,
    allocated_size: 0,
    active_size: 0,
    requested_size: 0,
    stream: head.stream,
    segment_type: head.pool.isSmall ? 'small' : 'large',
    segment_pool_id: poolPair(head.pool.id),
    is_expandable: head.expandableSegment !== null,
    frames: [],
    blocks: [],
  };
  for (let b: Block | null = head; b !== null && b.mapped; b = b.next) {
    const isActive = b.allocated || b.pendingFree;
    info.total_size += b.size;
    if (b.allocated) info.allocated_size += b.size;
    if (isActive) {
      info.active_size += b.size;
      info.requested_size += b.requestedSize;
    }
    info.blocks.push({
      address: b.address,
      size: b.size,
      requested_size: b.requestedSize,
      state: b.allocated ? 'active_allocated' : b.pendingFree ? 'active_pending_free' : 'inactive',
      frames: [],
    });
  }
  return info;
}
