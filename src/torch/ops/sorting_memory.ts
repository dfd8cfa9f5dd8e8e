/** The temporary memory of CUB's device-wide algorithms, in bytes, as their host code computes it. */
import { dropStorage, temporary } from '../iterator.js';
import type { DType } from '../dtype.js';
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

/**
 * `inclusive_scan` of n elements: of types that C++ has itself, status and value of a tile are one word; of others (half,
 * bfloat16, complex) they are three arrays.
 */
export function lineScanBytes(n: number, dtype: DType): number {
  const { itemsize } = dtype;
  const tiles = (tile: number): number => Math.ceil(n / tile) + 32;
  if (dtype.isComplex || itemsize === 2) {
    const t = tiles(itemsize === 2 ? 3840 : 896);
    return 255 + 256 + align(t * 4) + 2 * align(t * itemsize);
  }
  return 255 + 256 + align(tiles(itemsize > 4 ? 896 : 1920) * Math.max(itemsize * 2, 8));
}

/** What `nonzero()` of n elements takes while it counts; its result is taken to be empty. */
export function nonzeroMemory(like: Tensor, n = like.numel): void {
  if (!like.isCuda) return;
  const count = temporaryStorage(4, like.device);
  temporary(like, 1);
  temporary(like, selectBytes(n));
  dropStorage(count);
}
