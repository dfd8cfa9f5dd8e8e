/**
 * The simulated CUDA driver's memory: how much there is, how much is taken, and which addresses are
 * handed out. Everything is in bytes. Addresses only ever ascend and are never handed out twice, in
 * steps of the driver's 2 MiB granularity.
 */

/** `cuMemGetAllocationGranularity`: device memory comes in pages of 2 MiB. */
export const GRANULARITY = 2 * 1024 * 1024;

const BASE_ADDRESS = 0x7f0000000000;

export class Driver {
  private used = 0;
  private top = BASE_ADDRESS;
  private unlimited = false;

  /**
   * @param total the device's memory, as `cudaMemGetInfo` reports it
   * @param context what the CUDA context takes of it
   */
  constructor(
    readonly total: number,
    readonly context: number,
  ) {}

  /** `cudaMalloc`: an address, or 0 when the device's memory is used up. */
  malloc(size: number): number {
    const pages = roundUp(size, GRANULARITY);
    return this.create(pages) ? this.reserve(pages) : 0;
  }

  /** `cudaFree` of a range of that size. */
  free(size: number): void {
    this.release(roundUp(size, GRANULARITY));
  }

  /** `cuMemAddressReserve`: addresses without memory behind them. */
  reserve(size: number): number {
    const address = this.top;
    this.top += roundUp(size, GRANULARITY);
    return address;
  }

  /** `cuMemCreate`: memory without an address; false when the device's memory is used up. */
  create(size: number): boolean {
    if (!this.unlimited && this.used + size + this.context > this.total) return false;
    this.used += size;
    return true;
  }

  /** `cuMemRelease`. */
  release(size: number): void {
    this.used -= size;
  }

  /** From now on no request fails, as if the device had memory without end. */
  liftLimit(): void {
    this.unlimited = true;
  }

  /** `cudaMemGetInfo`: free and total bytes. */
  memGetInfo(): { free: number; total: number } {
    return { free: Math.max(0, this.total - this.used - this.context), total: this.total };
  }
}

/** The next multiple of `unit`. */
export function roundUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit;
}
