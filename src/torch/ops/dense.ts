/** Dense copies inside kernels: `t.contiguous(format)` of C++, whose copy ends where the caller says. Below autograd. */
import { emptyLike, setKnown, likeStrides } from '../allocate.js';
import { contiguousFormat, type DType, type MemoryFormat } from '../dtype.js';
import { drop } from '../operator.js';
import { stridesFor, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { copyKernel } from './copy.js';

/** The tensor itself, or a copy in the format. */
export function inFormat(t: Tensor, format: MemoryFormat = contiguousFormat): Tensor {
  return t.isContiguousIn(format) ? t : copyKernel(emptyLike(t, t.sizes, likeStrides(t, format)), t);
}

/** Ends a copy that `inFormat` made. */
export function dropCopy(copy: Tensor, original: Tensor): void {
  if (copy !== original) drop(copy);
}

/**
 * What a kernel makes while it has contiguous stand-ins of its arguments (`expect_contiguous`), of which `compute` is given the
 * first; they end with it.
 */
export function withContiguous<First extends Tensor | null, R>(
  given: readonly [First, ...(Tensor | null)[]],
  compute: (first: First) => R,
): R {
  const copies = given.map((t) => (t === null ? null : inFormat(t)));
  const result = compute(copies[0] as First);
  for (const [i, copy] of copies.entries()) if (copy !== null) dropCopy(copy, given[i]!);
  return result;
}

/** A new tensor in a memory format. */
export function emptyIn(like: Tensor, sizes: Sizes, format: MemoryFormat, dtype: DType = like.dtype): Tensor {
  return emptyLike(like, sizes, format === contiguousFormat ? null : stridesFor(sizes, format), dtype);
}

/** `empty_like(t)`: the strides are kept where they are dense. */
export function emptyAs(t: Tensor, dtype: DType = t.dtype): Tensor {
  return emptyLike(t, t.sizes, likeStrides(t, null), dtype);
}

/** Zeros, whose values are known where they are few. */
export function zeros(like: Tensor, sizes: Sizes, dtype: DType = like.dtype): Tensor {
  const out = emptyLike(like, sizes, null, dtype);
  if (out.numel <= 64) setKnown(out, new Array<number>(out.numel).fill(0));
  return out;
}
