/** Variances and standard deviations. */
import { emptyLike, output } from '../allocate.js';
import { toReal, type DType } from '../dtype.js';
import { check } from '../errors.js';
import { reduce, reduceKernel } from '../iterator.js';
import { drop, op, scope, type Op } from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { dimMask, reducedSizes, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { add, div, mul, sub } from './arithmetic.js';
import { eq } from './comparisons.js';
import { imag, real } from './complex.js';
import { mean, reducedCount, restoreRank } from './reductions.js';
import { expand } from './views.js';
import { masked_fill_, where } from './where.js';

interface Variance {
  dims: readonly number[] | null;
  correction: Scalar | null;
  keepdim: boolean;
}
function varKernel(self: Tensor, v: Variance): Tensor {
  check(
    self.dtype.isFloating || self.dtype.isComplex,
    'std and var only support floating point and complex dtypes',
  );
  if (self.dtype.isComplex) {
    // The variances of both parts, added.
    const parts = [real(self), imag(self)];
    const [ofReal, ofImag] = parts.map((part) => varKernel(part, v));
    const out = output(0, ofReal!.sizes, null, ofReal!.dtype, self.device);
    drop(ofReal!, ofImag!, ...parts);
    return out;
  }
  return reduce(self, v.dims, {
    keepdim: v.keepdim,
    dtype: toReal(self.dtype),
    argumentBytes: welfordBytes(self.dtype),
    castsInKernel: true,
  });
}
/** `WelfordData<acc, int32>`: mean, m2, n and nf. */
function welfordBytes(dtype: DType): number {
  return dtype.itemsize === 8 ? 32 : 16;
}
function varBackward(grad: Tensor, self: Tensor, v: Variance): Tensor {
  const n = reducedCount(self.sizes, v.dims);
  const dof = n - (v.correction === null ? 1 : scalarValue(v.correction));
  if (dof <= 0 && (v.dims === null || self.sizes.length === 0)) {
    const slope = where(eq(self, mean(self)), float(NaN), float(Infinity));
    return mul(grad, slope);
  }
  const g =
    v.keepdim || v.dims === null || self.sizes.length < 2
      ? grad
      : restoreRank(grad, v.dims, self.sizes.length, false);
  // C++ takes the right factor first.
  const centered = sub(self, mean(self, v.dims, true));
  return mul(mul(g, float(2 / dof)), centered);
}
function stdBackward(result: Tensor, grad: Tensor, self: Tensor, v: Variance): Tensor {
  const g = scope(() => masked_fill_(div(grad, mul(result, 2)), eq(result, 0), 0));
  return varBackward(g, self, v);
}
const varianceOf = (dims: Sizes | null, correction: Scalar | null, keepdim: boolean): Variance => ({
  dims: dims === null || dims.length === 0 ? null : dims,
  correction,
  keepdim,
});
export const variance: Op<[self: Tensor, dim: Sizes | null, correction: Scalar | null, keepdim: boolean]> =
  op({
    schema:
      'var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor',
    node: 'VarBackward0',
    forward: (self, dim, correction, keepdim) => varKernel(self, varianceOf(dim, correction, keepdim)),
    autograd: (_needs, _result, self, dim, correction, keepdim) => ({
      saved: [self],
      backward: ([grad], [s]) => [varBackward(grad!, s!, varianceOf(dim, correction, keepdim))],
    }),
  });
export const std: Op<[self: Tensor, dim: Sizes | null, correction: Scalar | null, keepdim: boolean]> = op({
  schema:
    'std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor',
  node: 'StdBackward0',
  forward: (self, dim, correction, keepdim) => varKernel(self, varianceOf(dim, correction, keepdim)),
  autograd: (_needs, result, self, dim, correction, keepdim) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [stdBackward(r!, grad!, s!, varianceOf(dim, correction, keepdim))],
  }),
});
for (const [name, call] of [
  ['var', variance],
  ['std', std],
] as const) {
  op<[Tensor, boolean], Tensor>({
    schema: `${name}(Tensor self, bool unbiased) -> Tensor`,
    composite: true,
    forward: (self, unbiased) => call(self, null, unbiased ? 1 : 0, false),
  });
  op<[Tensor, Sizes | null, boolean, boolean], Tensor>({
    schema: `${name}.dim(Tensor self, int[1]? dim, bool unbiased, bool keepdim=False) -> Tensor`,
    composite: true,
    forward: (self, dim, unbiased, keepdim) => call(self, dim, unbiased ? 1 : 0, keepdim),
  });
  const both = op<[Tensor, Sizes | null, Scalar | null, boolean], Tensor[]>({
    schema: `${name}_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)`,
    bind: 'function',
    forward(self, dim, correction, keepdim) {
      const v = varianceOf(dim, correction, keepdim);
      const mask = dimMask(v.dims, self.sizes.length);
      const sizes = reducedSizes(self.sizes, mask, keepdim);
      if (self.dtype.isComplex) {
        const parts = [real(self), imag(self)];
        const halves = parts.flatMap((part) => [varKernel(part, v), emptyLike(part, sizes)]);
        const joined = [emptyLike(parts[0]!, sizes), emptyLike(self, sizes)];
        drop(...halves, ...parts);
        return joined;
      }
      const out = [
        output(0, sizes, null, toReal(self.dtype), self.device),
        output(1, sizes, null, self.dtype, self.device),
      ];
      reduceKernel(self, mask, welfordBytes(self.dtype));
      return out;
    },
    autograd(_needs, result, self, dim, correction, keepdim) {
      const v = varianceOf(dim, correction, keepdim);
      return {
        saved: name === 'var' ? [self] : [self, result[0]!],
        backward([g1, g2], [s, r]) {
          const first =
            g1 == null
              ? null
              : scope(() => (name === 'var' ? varBackward(g1, s!, v) : stdBackward(r!, g1, s!, v)));
          const second =
            g2 == null
              ? null
              : div(
                  expand(restoreRank(g2, v.dims, s!.sizes.length, keepdim), s!.sizes, false),
                  reducedCount(s!.sizes, v.dims),
                );
          return [first === null ? second : second === null ? first : add(first, second)];
        },
      };
    },
  });
  op<[Tensor, boolean], Tensor[]>({
    schema: `${name}_mean(Tensor self, bool unbiased) -> (Tensor, Tensor)`,
    bind: 'function',
    composite: true,
    forward: (self, unbiased) => both(self, null, unbiased ? 1 : 0, false),
  });
  op<[Tensor, Sizes | null, boolean, boolean], Tensor[]>({
    schema: `${name}_mean.dim(Tensor self, int[1]? dim, bool unbiased, bool keepdim=False) -> (Tensor, Tensor)`,
    bind: 'function',
    composite: true,
    forward: (self, dim, unbiased, keepdim) => both(self, dim, unbiased ? 1 : 0, keepdim),
  });
}
