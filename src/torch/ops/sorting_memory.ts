/** The temporary memory of CUB's device-wide algorithms, in bytes, as their host code computes it. */
import { dropStorage, temporary } from '../iterator.js';
import { temporaryStorage, type Tensor } from '../tensor.js';

const align = (bytes: number): number => Math.ceil(bytes / 256) * 256;

/** `get_num_bits`: what a key up to `max` needs. */
export function keyBits(max: number): number {
  return max < 2 ? 1 : Math.floor(Math.log2(max)) + 1;
}

/**
 * `radix_sort_pairs` of n pairs with 8-byte values.
 * @param keyBytes bytes of a key
 * @param bits how many of its bits are sorted by
 */
export function radixSortBytes(n: number, keyBytes: number, bits = keyBytes * 8): number {
  // One block sorts what fits into it.
  if (n <= 2304) return 1;
  const passes = Math.ceil(bits / 8);
  const tile = keyBytes >= 8 ? 3840 : 3072;
  const buffers = passes > 1 ? align(n * keyBytes) + align(n * 8) : 0;
  return 255 + 2048 * passes + 1024 * Math.ceil(n / tile) + 256 + buffers;
}

/** A decoupled look-back scan over n elements: `exclusive_sum`, `unique_by_key`. */
export function scanBytes(n: number, tile: number): number {
  return 255 + 256 + align((Math.ceil(n / tile) + 32) * 16);
}

/** `unique_by_key` of int64 keys. */
export const uniqueByKeyBytes = (n: number): number => scanBytes(n, 1344);
/** `exclusive_sum` of int64. */
export const exclusiveSumBytes = (n: number): number => scanBytes(n, 896);

/** `DeviceSelect`, by which `nonzero` writes the positions. */
export const selectBytes = (n: number): number => 255 + 256 + align((Math.ceil(n / 2688) + 32) * 8);

/** `inclusive_scan` of n elements of a size. */
export const lineScanBytes = (n: number, itemsize: number): number =>
  255 + 256 + align((Math.ceil(n / (itemsize > 4 ? 896 : 1920)) + 32) * Math.max(itemsize * 2, 8));

/** What `nonzero()` of n elements takes while it counts; its result is taken to be empty. */
export function nonzeroMemory(like: Tensor, n = like.numel): void {
  if (!like.isCuda) return;
  const count = temporaryStorage(4, like.device);
  temporary(like, 1);
  temporary(like, selectBytes(n));
  dropStorage(count);
}
