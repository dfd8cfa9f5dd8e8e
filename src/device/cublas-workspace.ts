/**
 * cuBLAS' workspaces: memory from the caching allocator that the first matrix product of a thread on a
 * stream takes, and keeps; mirrors aten/src/ATen/cuda/CublasHandlePool.cpp (2.14, where cuBLAS and
 * cuBLASLt share one). docs/memory/cublas-workspaces.md says what was recorded.
 */
import type { CachingAllocator } from './allocator';
import type { Block } from './block-pool';
import type { DeviceProfile } from './profiles';

const KiB = 1024;

/** The thread that calls: cuBLAS handles, and so workspaces, belong to one. */
export type Thread = 'main' | 'autograd';

/**
 * The bytes of one workspace: 8 MiB and 128 KiB (`:4096:2:16:8`), 32 MiB from compute capability 9.0 on.
 * @param config the environment's `CUBLAS_WORKSPACE_CONFIG`, e.g. `:4096:8`
 */
export function cublasWorkspaceSize(profile: Pick<DeviceProfile, 'computeCapability'>, config = ''): number {
  const parts = [...config.matchAll(/:([0-9]+):([0-9]+)/g)];
  if (parts.length > 0)
    return parts.reduce((sum, [, kib, count]) => sum + Number(kib) * KiB * Number(count), 0);
  return profile.computeCapability[0] >= 9 ? 32 * KiB * KiB : (4096 * 2 + 16 * 8) * KiB;
}

/** The workspaces of one run. */
export class CublasWorkspaces {
  private readonly blocks = new Map<string, Block | null>();

  /** @param size bytes of each; see `cublasWorkspaceSize` */
  constructor(
    private readonly allocator: CachingAllocator,
    readonly size: number,
  ) {}

  /**
   * A call of cuBLAS: takes the workspace if this thread has none on this stream yet. To be called after
   * the result and the operands' copies are allocated.
   */
  use(thread: Thread, stream = 0, site = 0): void {
    const key = `${thread} ${stream}`;
    if (!this.blocks.has(key)) this.blocks.set(key, this.allocator.malloc(this.size, stream, site));
  }

  /** `torch._C._cuda_clearCublasWorkspaces()`; only those of a stream, where one is given. */
  clear(stream?: number): void {
    for (const [key, block] of this.blocks) {
      if (stream !== undefined && !key.endsWith(` ${stream}`)) continue;
      if (block) this.allocator.free(block);
      this.blocks.delete(key);
    }
  }

  /** Bytes held now. */
  get bytes(): number {
    return this.blocks.size * this.size;
  }

  /** Whether the allocation of that number is one of the workspaces. */
  has(allocation: number): boolean {
    for (const block of this.blocks.values()) if (block?.id === allocation) return true;
    return false;
  }
}
