/** `as_strided`, and its gradient, which knows of no base but a piece of memory. */
import { empty } from '../allocate.js';
import { historyOperators } from '../autograd/history.js';
import { int64 } from '../dtype.js';
import { check } from '../errors.js';
import { op, type Op } from '../operator.js';
import { numel, showSizes, type Sizes } from '../shape.js';
import type { Scalar } from '../scalar.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { copy_ } from './copy.js';
import { zeros } from './dense.js';
import { sum } from './sum.js';
import { expand, reshape, squeezeDims } from './views.js';

interface Geometry {
  sizes: Sizes;
  strides: Sizes;
  offset: number;
}

export const as_strided: Op<[self: Tensor, size: Sizes, stride: Sizes, offset?: number | null]> = op({
  schema: 'as_strided(Tensor(a) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a)',
  view: true,
  forward(self: Tensor, size: Sizes, stride: Sizes, offset: number | null = null): Tensor {
    check(size.length === stride.length, 'mismatch in length of strides and shape');
    const from = offset ?? self.offset;
    const needed = numel(size) === 0 ? 0 : storageSize(size, stride, from) * self.dtype.itemsize;
    check(
      needed <= self.storage.nbytes,
      () =>
        `setStorage: sizes ${showSizes(size)}, strides ${showSizes(stride)}, storage offset ${from}, and itemsize ${self.dtype.itemsize} requiring a storage size of ${needed} are out of bounds for storage of size ${self.storage.nbytes}`,
    );
    return self.alias(size, stride, offset ?? self.offset);
  },
  viewFunction: (_self, size, stride, offset) => (base) => as_strided(base, size, stride, offset),
  autograd(_needs, result, self) {
    const base = { sizes: self.sizes, strides: self.strides, offset: self.offset };
    const made = { sizes: result.sizes, strides: result.strides, offset: result.offset };
    return { backward: ([grad]) => [asStridedBackward(grad!, base, made)] };
  },
});

/** `as_strided_backward`: scatters into zeros of the base's memory, and looks at them as the base does. */
export function asStridedBackward(grad: Tensor, base: Geometry, made: Geometry): Tensor {
  // Dimensions of size 1 don't matter, and expanded ones add up.
  let piece = grad;
  const sizes: number[] = [];
  const strides: number[] = [];
  for (let i = made.sizes.length - 1; i >= 0; i--) {
    const size = made.sizes[i]!;
    if (size === 0) return zeros(grad, base.sizes);
    if (size === 1) piece = squeezeDims(piece, [i]);
    else if (made.strides[i] === 0) piece = sum(piece, [i]);
    else {
      sizes.unshift(size);
      strides.unshift(made.strides[i]!);
    }
  }
  if (numel(base.sizes) === 0) return zeros(grad, base.sizes);
  const kept = base.sizes.flatMap((size, i) => (size === 1 ? [] : [i]));
  const baseSizes = kept.map((i) => base.sizes[i]!);
  const baseStrides = kept.map((i) => base.strides[i]!);
  const shared = Math.min(base.offset, made.offset);
  const [baseOffset, offset] = [base.offset - shared, made.offset - shared];
  const storage = zeros(grad, [
    Math.max(storageSize(baseSizes, baseStrides, baseOffset), storageSize(sizes, strides, offset)),
  ]);
  const baseOverlaps = mayOverlap(baseSizes, baseStrides);
  const overlaps = mayOverlap(sizes, strides);
  const indices = baseOverlaps || overlaps ? empty([storage.numel], int64, grad.device) : null;
  let scattered = storage;
  if (overlaps) {
    const at = reshape(as_strided(indices!, sizes, strides, offset), [-1]);
    scattered = callOperator('index_add_', storage, 0, at, reshape(piece, [-1]), 1);
  } else copy_(as_strided(storage, sizes, strides, offset), piece);
  if (baseOverlaps) {
    const count = zeros(storage, storage.sizes);
    const at = reshape(as_strided(indices!, baseSizes, baseStrides, baseOffset), [-1]);
    callOperator('index_add_', count, 0, at, expand(zeros(grad, [1]), at.sizes, false), 1);
    scattered = callOperator('div_', scattered, count);
  }
  return as_strided(scattered, base.sizes, base.strides, baseOffset);
}

/** `_min_storage_size`. */
function storageSize(sizes: Sizes, strides: Sizes, offset: number): number {
  return sizes.reduce((n, size, i) => n + (size - 1) * strides[i]!, offset + 1);
}

/** `_maybe_overlapping_memory`. */
function mayOverlap(sizes: Sizes, strides: Sizes): boolean {
  const order = sizes.map((_, i) => i).sort((a, b) => strides[a]! - strides[b]!);
  let last = 0;
  for (const i of order) {
    if (strides[i]! <= last) return true;
    last += strides[i]! * (sizes[i]! - 1);
  }
  return false;
}

op<[Tensor, Scalar, boolean], Tensor>({
  schema: 'fill_diagonal_(Tensor(a!) self, Scalar fill_value, bool wrap=False) -> Tensor(a!)',
  bind: 'method',
  composite: true,
  forward(self, value, wrap) {
    const { sizes, strides } = self;
    const [rows, columns] = sizes as [number, number];
    check(sizes.length >= 2, 'dimensions must larger than 1');
    check(
      sizes.length === 2 || sizes.every((size) => size === rows),
      'all dimensions of input must be of equal length',
    );
    const size = Math.min(rows, columns);
    const stride = strides.reduce((a, b) => a + b, 0);
    const fill = (n: number, offset: number): void => {
      callOperator('fill_', as_strided(self, [n], [stride], offset), value);
    };
    fill(size, self.offset);
    if (wrap && sizes.length === 2 && rows > columns + 1) {
      const step = (rows - 1) * strides[0]! + (columns - 1) * strides[1]! + 1;
      const taken = stride * size + strides[0]!;
      const rest = Math.max(Math.ceil((step - taken) / stride), 0);
      if (rest > 0) fill(rest, self.offset + taken);
    }
    return self;
  },
});

historyOperators.asStrided = (self, size, stride, offset) => as_strided(self, size, stride, offset);
historyOperators.asStridedBackward = (grad, base, made) => asStridedBackward(grad, base, made);
