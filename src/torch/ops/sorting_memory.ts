/** The temporary memory of CUB's device-wide algorithms, in bytes, as their host code computes it. */
import { maxThreadsPerMultiProcessor } from '../../device/profiles.js';
import { dropStorage, temporary } from '../iterator.js';
import type { DType } from '../dtype.js';
import { cudaDevice } from '../state.js';
import { temporaryStorage, type Storage, type Tensor } from '../tensor.js';

const align = (bytes: number): number => Math.ceil(bytes / 256) * 256;

/** `get_num_bits`: what a key up to `max` needs. */
export function keyBits(max: number): number {
  return max < 2 ? 1 : Math.floor(Math.log2(max)) + 1;
}

/**
 * `radix_sort_pairs` of n pairs.
 * @param keyBytes bytes of a key
 * @param bits how many of its bits are sorted by
 * @param valueBytes bytes of a value
 */
export function radixSortBytes(n: number, keyBytes: number, bits = keyBytes * 8, valueBytes = 8): number {
  // One block sorts what fits into it.
  if (n <= 2304) return 1;
  const passes = Math.ceil(bits / 8);
  const tile = keyBytes >= 8 ? 3840 : 3072;
  const buffers = passes > 1 || keyBytes < 4 ? align(n * keyBytes) + align(n * valueBytes) : 0;
  if (keyBytes < 4) {
    // Short keys are counted by the whole device first: a histogram of every block that fits on it (16 on a multiprocessor).
    const digits = keyBytes === 2 ? 128 : 64;
    const blocks = cudaDevice().properties.multiProcessorCount * 16 * 5;
    return 255 + 4 * (blocks * digits + 11264) + buffers;
  }
  return 255 + 2048 * passes + 1024 * Math.ceil(n / tile) + 256 + buffers;
}

/** `launch_stable_sort_kernel`: sorts along the innermost dimension of n elements in all. */
export function stableSortMemory(self: Tensor, length: number): void {
  const { device, dtype, numel: n } = self;
  const { itemsize } = dtype;
  const take = (bytes: number): Storage => temporaryStorage(bytes, device);
  const rows = n / length;
  if (rows === 1 || length >= 1000000) {
    const range = take(8 * length);
    for (let i = 0; i < Math.min(rows, 2); i++) dropStorage(take(radixSortBytes(length, itemsize)));
    dropStorage(range);
  } else if (rows < 128) {
    // By value first, then by row.
    const pairs = [take(8 * n), take(8 * n)];
    const keys = take(n * itemsize);
    dropStorage(take(radixSortBytes(n, itemsize)));
    dropStorage(keys);
    for (const pair of pairs) dropStorage(pair);
  } else {
    const range = take(8 * n);
    dropStorage(take(255 + align(n * itemsize) + align(8 * n)));
    dropStorage(range);
  }
}

/** Whether several blocks work on a row of topk (`should_use_multiblock`), and how many of them. */
function topkBlocks(rows: number, length: number): number {
  const least =
    rows <= 20
      ? 20000
      : rows <= 40
        ? 10000
        : rows <= 80
          ? 8000
          : rows < 200
            ? 5000
            : rows < 800
              ? 3000
              : rows <= 4000
                ? 800
                : 400;
  if (length < least) return 0;
  const threads = 256;
  const perDevice = cudaDevice().properties.multiProcessorCount * 6 * threads;
  const items = Math.min(Math.max(Math.ceil((rows * length) / perDevice), 4), 64);
  return rows * Math.ceil(length / (items * threads));
}

/** What `topk` along a dimension takes while it selects: buffers of each row and counts of each digit by block. */
export function topkMemory(self: Tensor, length: number): void {
  if (!self.isCuda || self.numel === 0) return;
  const { itemsize } = self.dtype;
  const rows = self.numel / length;
  const blocks = topkBlocks(rows, length);
  if (blocks === 0) return;
  const take = (bytes: number): Storage => temporaryStorage(bytes, self.device);
  const [selected, toFind, desired] = [rows * itemsize, rows * 8, rows * 2 * (itemsize === 8 ? 8 : 4)];
  const held = [selected, toFind, desired, blocks * 2 * 256, rows * 4 * 256, blocks * 4, blocks * 4].map(
    take,
  );
  // `inclusive_sum_by_key` of what each block found: below the chosen value, and equal to it.
  for (let i = 0; i < 2; i++) dropStorage(take(scanByKeyBytes(blocks)));
  for (const storage of held.reverse()) dropStorage(storage);
}

/** `DeviceScan::InclusiveSumByKey` of n int32 by int32 keys: status, value and key of a tile; and the keys before each. */
function scanByKeyBytes(n: number): number {
  const tiles = Math.ceil(n / 3840);
  return 255 + align((tiles + 32) * 16) + align(tiles * 4);
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

/** `DeviceReduce::Sum` of n flags: one block's, or a sum of every block that the device could run five times over. */
function flagSumBytes(n: number): number {
  if (n <= 4096) return 1;
  const { multiProcessorCount, major, minor } = cudaDevice().properties;
  const blocksPerSm = Math.floor(maxThreadsPerMultiProcessor([major, minor]) / 256);
  return 255 + align(multiProcessorCount * blocksPerSm * 5 * 4);
}

/** What `nonzero()` of n elements takes while it counts; its result is taken to be empty. */
export function nonzeroMemory(like: Tensor, n = like.numel): void {
  if (!like.isCuda) return;
  const count = temporaryStorage(4, like.device);
  temporary(like, flagSumBytes(n));
  temporary(like, selectBytes(n));
  dropStorage(count);
}
