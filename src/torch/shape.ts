/** Arithmetic on sizes and strides: broadcasting, contiguity, memory formats, and when a view can be had. */
import { channelsLast, channelsLast3d, contiguousFormat, type MemoryFormat } from './dtype.js';
import { fail } from './errors.js';

export type Sizes = readonly number[];

export function numel(sizes: Sizes): number {
  let n = 1;
  for (let i = 0; i < sizes.length; i++) n *= sizes[i]!;
  return n;
}

export function sameSizes(a: Sizes, b: Sizes): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Row-major strides. */
export function contiguousStrides(sizes: Sizes): number[] {
  const n = sizes.length;
  const strides = new Array<number>(n);
  let step = 1;
  for (let i = n - 1; i >= 0; i--) {
    strides[i] = step;
    step *= sizes[i]! > 1 ? sizes[i]! : 1;
  }
  return strides;
}

export function isContiguous(sizes: Sizes, strides: Sizes): boolean {
  let expected = 1;
  for (let i = sizes.length - 1; i >= 0; i--) {
    const size = sizes[i]!;
    if (size === 0) return true;
    if (size !== 1) {
      if (strides[i] !== expected) return numel(sizes) === 0;
      expected *= size;
    }
  }
  return true;
}

const ORDER_2D = [1, 3, 2, 0];
const ORDER_3D = [1, 4, 3, 2, 0];

function channelsLastStridesBy(order: readonly number[], sizes: Sizes): number[] {
  const strides = new Array<number>(sizes.length);
  let step = 1;
  for (const d of order) {
    strides[d] = step;
    step *= Math.max(sizes[d]!, 1);
  }
  return strides;
}

/** Strides of a 4-d (NHWC) or 5-d (NDHWC) tensor in channels-last order. */
export function channelsLastStrides(sizes: Sizes): number[] {
  return channelsLastStridesBy(sizes.length === 5 ? ORDER_3D : ORDER_2D, sizes);
}

/** Whether memory is dense in channels-last order (`is_contiguous(memory_format=channels_last)`). */
export function isChannelsLastContiguous(sizes: Sizes, strides: Sizes): boolean {
  const order = sizes.length === 4 ? ORDER_2D : sizes.length === 5 ? ORDER_3D : undefined;
  if (order === undefined) return false;
  let expected = 1;
  for (const d of order) {
    const size = sizes[d]!;
    if (size !== 1) {
      if (strides[d] !== expected) return false;
      expected *= size;
    }
  }
  return true;
}

/** Whether strides are ordered as channels-last (`is_strides_like_channels_last`), dense or not. */
export function isChannelsLastLike(sizes: Sizes, strides: Sizes): boolean {
  const order = sizes.length === 4 ? ORDER_2D : sizes.length === 5 ? ORDER_3D : undefined;
  if (order === undefined) return false;
  let min = 0;
  if (strides[1] === 0) return false;
  for (const d of order) {
    if (sizes[d] === 0) return false;
    if (strides[d]! < min) return false;
    // N111 is contiguous as well as channels last: fall back to contiguous.
    if (d === 0 && min === strides[1]) return false;
    min = strides[d]!;
    if (sizes[d]! > 1) min *= sizes[d]!;
  }
  return true;
}

/** Whether each element has its own place and there are no gaps. */
export function isNonOverlappingAndDense(sizes: Sizes, strides: Sizes): boolean {
  const n = sizes.length;
  if (n === 1) return sizes[0]! < 2 || strides[0] === 1;
  if (isContiguous(sizes, strides)) return true;
  const perm: number[] = [];
  for (let i = 0; i < n; i++) perm.push(i);
  perm.sort((a, b) =>
    sizes[a]! < 2 ? (sizes[b]! < 2 ? 0 : 1) : sizes[b]! < 2 ? -1 : strides[a]! - strides[b]!,
  );
  let expected = 1;
  for (const d of perm) {
    if (sizes[d]! < 2) return true;
    if (strides[d] !== expected) return false;
    expected *= sizes[d]!;
  }
  return true;
}

/** `assert_no_internal_overlap`: RuntimeError where elements of a tensor that is written to share their memory. */
export function checkNoInternalOverlap(sizes: Sizes, strides: Sizes): void {
  if (strides.some((stride, d) => stride === 0 && sizes[d]! > 1) && !isNonOverlappingAndDense(sizes, strides))
    fail(
      'RuntimeError',
      'unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.',
    );
}

/** The strides that `empty_like(preserve_format)` gives a tensor that is not dense (`infer_dense_strides`). */
export function inferDenseStrides(sizes: Sizes, strides: Sizes): number[] {
  const n = sizes.length;
  if (n < 2) return contiguousStrides(sizes);
  const perm: number[] = [];
  for (let i = n - 1; i >= 0; i--) perm.push(i);
  // 0 where the order of two dimensions is ambiguous, 1 if they should be swapped.
  const shouldSwap = (a: number, b: number): number => {
    const sa = strides[a]!;
    const sb = strides[b]!;
    if (sa === 0 || sb === 0) return 0;
    if (sa < sb) return -1;
    if (sa > sb) return 1;
    return sizes[a]! > sizes[b]! ? 1 : 0;
  };
  insertionSort(perm, shouldSwap);
  const out = new Array<number>(n);
  let step = 1;
  for (const d of perm) {
    out[d] = step;
    if (sizes[d]! > 1) step *= sizes[d]!;
  }
  return out;
}

/** TensorIterator's stable sort with ambiguous comparisons. */
export function insertionSort(perm: number[], shouldSwap: (a: number, b: number) => number): void {
  for (let i = 1; i < perm.length; i++) {
    let dim1 = i;
    for (let dim0 = i - 1; dim0 >= 0; dim0--) {
      const comparison = shouldSwap(perm[dim0]!, perm[dim1]!);
      if (comparison > 0) {
        const t = perm[dim0]!;
        perm[dim0] = perm[dim1]!;
        perm[dim1] = t;
        dim1 = dim0;
      } else if (comparison < 0) break;
    }
  }
}

/** Broadcasts two shapes (`infer_size`); RuntimeError in PyTorch's words where they don't fit. */
export function inferSize(a: Sizes, b: Sizes): number[] {
  const n = Math.max(a.length, b.length);
  const out = new Array<number>(n);
  for (let i = n - 1; i >= 0; i--) {
    const da = a.length - n + i;
    const db = b.length - n + i;
    const sa = da >= 0 ? a[da]! : 1;
    const sb = db >= 0 ? b[db]! : 1;
    if (sa !== sb && sa !== 1 && sb !== 1)
      fail(
        'RuntimeError',
        `The size of tensor a (${sa}) must match the size of tensor b (${sb}) at non-singleton dimension ${i}`,
      );
    out[i] = sa === 1 ? sb : sa;
  }
  return out;
}

/** Wraps a negative dimension; IndexError in PyTorch's words. A 0-dim tensor counts as having one dimension. */
export function wrapDim(dim: number, rank: number, wrapScalar = true): number {
  let n = rank;
  if (n === 0) {
    if (!wrapScalar) fail('IndexError', `Dimension specified as ${dim} but tensor has no dimensions`);
    n = 1;
  }
  if (dim < -n || dim >= n)
    fail(
      'IndexError',
      `Dimension out of range (expected to be in range of [${-n}, ${n - 1}], but got ${dim})`,
    );
  return dim < 0 ? dim + n : dim;
}

/** The dimensions of a reduction as booleans; none given means all. */
export function dimMask(dims: readonly number[] | null, rank: number, allIfEmpty = true): boolean[] {
  if (rank > 64) fail('RuntimeError', 'only tensors with up to 64 dims are supported');
  const mask = new Array<boolean>(rank).fill(false);
  if (dims === null || (dims.length === 0 && allIfEmpty)) return mask.fill(true);
  for (const d of dims) {
    const w = wrapDim(d, rank);
    if (rank === 0) continue;
    if (mask[w]) fail('RuntimeError', `dim ${w} appears multiple times in the list of dims`);
    mask[w] = true;
  }
  return mask;
}

export function reducedSizes(sizes: Sizes, mask: readonly boolean[], keepdim: boolean): number[] {
  const out: number[] = [];
  for (let i = 0; i < sizes.length; i++) {
    if (!mask[i]) out.push(sizes[i]!);
    else if (keepdim) out.push(1);
  }
  return out;
}

export function showSizes(sizes: Sizes): string {
  return `[${sizes.join(', ')}]`;
}

/** Fills in the -1 of a view's shape. */
export function inferViewSize(shape: Sizes, n: number): number[] {
  let known = 1;
  let inferred = -1;
  for (let i = 0; i < shape.length; i++) {
    if (shape[i] === -1) {
      if (inferred >= 0) fail('RuntimeError', 'only one dimension can be inferred');
      inferred = i;
    } else if (shape[i]! < 0)
      fail('RuntimeError', `invalid shape dimension ${shape[i]} at index ${i} of shape ${showSizes(shape)}`);
    else known *= shape[i]!;
  }
  const out = shape.slice();
  if (n === known || (inferred >= 0 && known > 0 && n % known === 0)) {
    if (inferred >= 0) {
      if (known === 0)
        fail(
          'RuntimeError',
          `cannot reshape tensor of 0 elements into shape ${showSizes(shape)} because the unspecified dimension size -1 can be any value and is ambiguous`,
        );
      out[inferred] = n / known;
    }
    return out;
  }
  return fail('RuntimeError', `shape '${showSizes(shape)}' is invalid for input of size ${n}`);
}

/** The strides with which memory of `sizes`/`strides` can be seen as `shape`, or undefined (`computeStride`). */
export function viewStrides(sizes: Sizes, strides: Sizes, shape: Sizes): number[] | undefined {
  const n = numel(sizes);
  if (sizes.length === 0) return new Array<number>(shape.length).fill(1);
  if (n === 0 && sameSizes(sizes, shape)) return strides.slice();
  const out = new Array<number>(shape.length);
  if (n === 0) {
    for (let d = shape.length - 1; d >= 0; d--)
      out[d] = d === shape.length - 1 ? 1 : Math.max(shape[d + 1]!, 1) * out[d + 1]!;
    return out;
  }
  let viewD = shape.length - 1;
  let chunkBase = strides[strides.length - 1]!;
  let tensorNumel = 1;
  let viewNumel = 1;
  for (let d = sizes.length - 1; d >= 0; d--) {
    tensorNumel *= sizes[d]!;
    if (d === 0 || (sizes[d - 1] !== 1 && strides[d - 1] !== tensorNumel * chunkBase)) {
      while (viewD >= 0 && (viewNumel < tensorNumel || shape[viewD] === 1)) {
        out[viewD] = viewNumel * chunkBase;
        viewNumel *= shape[viewD]!;
        viewD--;
      }
      if (viewNumel !== tensorNumel) return undefined;
      if (d > 0) {
        chunkBase = strides[d - 1]!;
        tensorNumel = 1;
        viewNumel = 1;
      }
    }
  }
  return viewD === -1 ? out : undefined;
}

/** The strides of an empty tensor of a memory format. */
export function stridesFor(sizes: Sizes, format: MemoryFormat): number[] {
  if (format === contiguousFormat) return contiguousStrides(sizes);
  if (format === channelsLast) {
    if (sizes.length !== 4) fail('RuntimeError', 'required rank 4 tensor to use channels_last format');
    return channelsLastStrides(sizes);
  }
  if (format === channelsLast3d) {
    if (sizes.length !== 5) fail('RuntimeError', 'required rank 5 tensor to use channels_last_3d format');
    return channelsLastStrides(sizes);
  }
  return contiguousStrides(sizes);
}
