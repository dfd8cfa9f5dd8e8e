/** `sum`, which broadcasting's gradients need; the other reductions are in reductions.ts. */
import { knownValues, setKnown, uniformValue } from '../allocate.js';
import { sumType, type DType } from '../dtype.js';
import { reduce } from '../iterator.js';
import { op, type Op } from '../operator.js';
import type { Sizes } from '../shape.js';
import { wrapDim } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { restoreDims } from './restore.js';

function sumKernel(self: Tensor, dims: Sizes | null, keepdim: boolean, dtype: DType | null): Tensor {
  const target = dtype ?? sumType(self.dtype);
  // Half-precision inputs are summed in float32 as they are read; others are converted first.
  const cast =
    target === self.dtype || (self.dtype.isReduced && target.name === 'float32') ? undefined : target;
  const out = reduce(self, dims, { keepdim, dtype: target, cast });
  if (self.storage.known !== null && out.numel === 1) {
    const values = knownValues(self);
    const uniform = uniformValue(self);
    if (values === undefined && Number.isInteger(uniform)) setKnown(out, [uniform! * self.numel]);
    else
      setKnown(
        out,
        values === undefined || values.some((v) => v === undefined)
          ? undefined
          : [(values as number[]).reduce((a, b) => a + b, 0)],
      );
  }
  return out;
}

export const sumAll: Op<[self: Tensor, dtype: DType | null]> = op({
  schema: 'sum(Tensor self, *, ScalarType? dtype=None) -> Tensor',
  autocast: 'fp32_set_opt_dtype',
  forward: (self: Tensor, dtype: DType | null): Tensor => sumKernel(self, null, false, dtype),
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [restoreDims(grad!, sizes, null, false)] };
  },
});

export const sumDims: Op<[self: Tensor, dim: Sizes | null, keepdim: boolean, dtype: DType | null]> = op({
  schema:
    'sum.dim_IntList(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  autocast: 'fp32_set_opt_dtype',
  node: 'SumBackward1',
  forward: (self: Tensor, dim: Sizes | null, keepdim: boolean, dtype: DType | null): Tensor =>
    sumKernel(self, dim, keepdim, dtype),
  autograd(_needs, _result, self, dim, keepdim) {
    const { sizes } = self;
    const dims = dim === null || dim.length === 0 ? null : dim.map((d) => wrapDim(d, sizes.length));
    return { backward: ([grad]) => [restoreDims(grad!, sizes, dims, keepdim)] };
  },
});

/** Sums over `dims` (all if null). */
export function sum(
  self: Tensor,
  dims: Sizes | null = null,
  keepdim = false,
  dtype: DType | null = null,
): Tensor {
  return dims === null && !keepdim ? sumAll(self, dtype) : sumDims(self, dims, keepdim, dtype);
}
