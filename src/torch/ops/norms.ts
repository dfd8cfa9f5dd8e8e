/** Vector norms. */
import type { MaybeTensor } from '../autograd/node.js';
import { Category, accumulateType, toReal, type DType } from '../dtype.js';
import { check } from '../errors.js';
import { reduce } from '../iterator.js';
import { op, scope, type Op } from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import type { Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { div, mul, neg, product, sub } from './arithmetic.js';
import { eq } from './comparisons.js';
import { otherFirst } from './elementwise_rules.js';
import { pow, pow_ } from './powers.js';
import { overloadCall, restoreRank, unaryCall } from './reductions.js';
import { abs, sgn } from './rounding.js';
import { sum } from './sum.js';
import { masked_fill_ } from './where.js';

/** `norm_backward`; no gradient for p = 0. */
export function normBackward(
  grad: Tensor,
  self: Tensor,
  p: number,
  norm: Tensor,
  dims: readonly number[] | null,
  keepdim: boolean,
): MaybeTensor {
  return scope(() => normFormula(grad, self, p, norm, dims, keepdim));
}
function normFormula(
  grad: Tensor,
  self: Tensor,
  p: number,
  norm: Tensor,
  dims: readonly number[] | null,
  keepdim: boolean,
): MaybeTensor {
  // The norm of all is a number, which needs no dimensions.
  const [n, g] = [norm, grad].map((t) =>
    dims === null ? t : restoreRank(t, dims, self.sizes.length, keepdim),
  ) as [Tensor, Tensor];
  /** `t.masked_fill_(where == 0, 0)`. */
  const without = (t: Tensor, where: Tensor): Tensor => {
    scope(() => masked_fill_(t, eq(where, 0), 0));
    return t;
  };
  if (p === 0) return null;
  if (p === 1) return mul(sgn(self), g);
  if (p === 2) {
    // The mask lives until the product is made.
    const direction = div(self, n);
    masked_fill_(direction, eq(n, 0), 0);
    return mul(g, direction);
  }
  if (p === Infinity || p === -Infinity) {
    // A NaN is an extremum too.
    const absolute = abs(self);
    const mask = scope(() => overloadCall('logical_or', eq(absolute, n), unaryCall('isnan', absolute)));
    const shared = mul(div(g, sum(mask, dims, true)), mask);
    return mul(sgn(self), shared);
  }
  if (p < 1) {
    const selfScaled = scope(() => {
      const power = masked_fill_(pow_(abs(self), float(p - 1)), eq(self, 0), 0);
      return mul(sgn(self), power);
    });
    const scale = pow(n, float(1 - p));
    return mul(mul(selfScaled, g), scale);
  }
  if (p < 2) {
    const selfScaled = scope(() =>
      product(
        () => sgn(self),
        () => pow_(abs(self), float(p - 1)),
      ),
    );
    const scale = without(
      scope(() => div(g, pow(n, float(p - 1)))),
      n,
    );
    return mul(selfScaled, scale);
  }
  const selfScaled = scope(() => mul(self, pow_(abs(self), float(p - 2))));
  const scale = without(
    scope(() => div(g, pow(n, float(p - 1)))),
    n,
  );
  return mul(selfScaled, scale);
}
/** The kernel of norms over dimensions, all of them where none is named. */
function reduceNorm(self: Tensor, dim: Sizes | null, keepdim: boolean, dtype: DType | null): Tensor {
  return reduce(self, dim, {
    keepdim,
    dtype: toReal(dtype ?? self.dtype),
    argumentBytes: accumulateType(toReal(self.dtype)).itemsize,
  });
}

export const linalg_vector_norm: Op<
  [self: Tensor, ord: Scalar, dim: Sizes | null, keepdim: boolean, dtype: DType | null]
> = op({
  schema:
    'linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  bind: 'linalg',
  autocast: 'fp32_set_opt_dtype',
  forward(self, _ord, dim, keepdim, dtype) {
    check(
      self.dtype.category >= Category.float,
      `linalg.vector_norm: Expected a floating point or complex tensor as input. Got ${self.dtype.scalarName}`,
    );
    return reduceNorm(self, dim, keepdim, dtype);
  },
  autograd: (_needs, result, self, ord, dim, keepdim) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [
      normBackward(grad!, s!, scalarValue(ord), r!, dim === null || dim.length === 0 ? null : dim, keepdim),
    ],
  }),
});
op<[Tensor, Scalar | null, Sizes, boolean, DType | null], Tensor>({
  schema:
    'norm.ScalarOpt_dim(Tensor self, Scalar? p=2, int[1] dim=[], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  node: 'NormBackward1',
  autocast: 'fp32_append_dtype',
  forward: (self, _p, dim, keepdim, dtype) => reduceNorm(self, dim, keepdim, dtype),
  autograd: (_needs, result, self, p, dim, keepdim) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [
      normBackward(grad!, s!, p === null ? 2 : scalarValue(p), r!, dim.length === 0 ? null : dim, keepdim),
    ],
  }),
});
op<[Tensor, Tensor, Scalar], Tensor>({
  schema: 'dist(Tensor self, Tensor other, Scalar p=2) -> Tensor',
  autocast: 'fp32',
  forward: (self, other, p) => linalg_vector_norm(sub(self, other), p, null, false, null),
  autograd: (_needs, result, self, other, p) => ({
    saved: [self, other, result],
    backward: ([grad], [s, o, r], needs) =>
      otherFirst(
        needs,
        () => normBackward(grad!, sub(s!, o!), scalarValue(p), r!, null, false),
        () => {
          const gradient = normBackward(grad!, sub(s!, o!), scalarValue(p), r!, null, false);
          return gradient === null ? null : neg(gradient);
        },
      ),
  }),
});
