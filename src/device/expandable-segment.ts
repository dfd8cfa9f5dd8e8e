/** A segment that grows page by page; mirrors `ExpandableSegment` (expandable_segments:True). */
import { roundUp, type Driver } from './driver';

/** A range of addresses, in bytes. */
export interface Range {
  address: number;
  size: number;
}

export class ExpandableSegment {
  readonly address: number;
  /** The addresses it reserves: enough for the device's memory and an eighth more. */
  readonly size: number;

  /**
   * @param pageSize how much memory is mapped at once: 2 MiB for small blocks, 20 MiB for large ones
   * @param least a size that must fit, even past the device's memory
   */
  constructor(
    private readonly driver: Driver,
    readonly pageSize: number,
    least: number,
  ) {
    this.size = roundUp(Math.max(driver.total + Math.floor(driver.total / 8), least), pageSize);
    this.address = driver.reserve(this.size);
  }

  /** Puts memory behind whole pages that cover the range, which starts at a page; null without memory. */
  map(address: number, size: number): Range | null {
    const mapped = roundUp(address - this.address + size, this.pageSize) - (address - this.address);
    return this.driver.create(mapped) ? { address, size: mapped } : null;
  }

  /** Gives the memory of the whole pages within the range back; the size is 0 when there is none. */
  unmap(address: number, size: number): Range {
    const begin = roundUp(address - this.address, this.pageSize);
    const end = Math.floor((address - this.address + size) / this.pageSize) * this.pageSize;
    if (begin >= end) return { address, size: 0 };
    this.driver.release(end - begin);
    return { address: this.address + begin, size: end - begin };
  }
}
