/** softmax, log_softmax and logsumexp. */
import { output } from '../allocate.js';
import { Category, accumulateType, float32, type DType } from '../dtype.js';
import { fail } from '../errors.js';
import { reduceKernel } from '../iterator.js';
import { drop, into, op, pendingOutput, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { dimMask, reducedSizes, type Sizes, wrapDim } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { mul, neg, sub } from './arithmetic.js';
import { eq } from './comparisons.js';
import { real } from './complex.js';
import { contiguous, to } from './copy.js';
import { floatingType, gradients } from './elementwise_rules.js';
import { exp } from './powers.js';
import { overloadCall, restoreRank } from './reductions.js';
import { abs } from './rounding.js';
import { sum } from './sum.js';
import { squeezeDims } from './views.js';
import { masked_fill_ } from './where.js';

export const logsumexp: Op<[self: Tensor, dim: Sizes, keepdim: boolean]> = op({
  schema: 'logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor',
  autocast: 'fp32',
  forward(self, dim, keepdim) {
    const input = self.dtype.category <= Category.int ? to(self, floatingType(self.dtype)) : self;
    const mask = dimMask(dim, self.sizes.length);
    if (self.numel === 0)
      return output(0, reducedSizes(self.sizes, mask, keepdim), null, input.dtype, self.device);
    const maxes = overloadCall('amax', real(input), dim, true);
    const squeezed = keepdim ? maxes : squeezeDims(maxes, dim);
    scope(() => masked_fill_(squeezed, eq(abs(squeezed), float(Infinity)), 0));
    const shifted = sub(input, maxes);
    const out = output(0, reducedSizes(self.sizes, mask, keepdim), null, input.dtype, self.device);
    reduceKernel(shifted, mask, accumulateType(input.dtype).itemsize);
    drop(shifted, maxes);
    return out;
  },
  autograd(_needs, result, self, dim, keepdim) {
    return {
      saved: [self, result],
      backward([grad], [s, r]) {
        const rank = s!.sizes.length;
        const g = restoreRank(grad!, dim, rank, keepdim);
        const l = restoreRank(r!, dim, rank, keepdim);
        return [mul(g, exp(sub(s!, l)))];
      },
    };
  },
});
op<[Tensor, Sizes, boolean], Tensor>({
  schema: 'special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (self, dim, keepdim) => logsumexp(self, dim, keepdim),
});

/** The forward kernel: the result, then a copy where the input isn't contiguous. */
function softmaxForward(self: Tensor, dtype: DType): Tensor {
  const out = output(0, self.sizes, null, dtype, self.device);
  if (!self.isContiguous) drop(contiguous(self));
  return out;
}
function softmaxBackwardKernel(grad: Tensor, saved: Tensor, inputDtype: DType, product: boolean): Tensor {
  const out = output(0, grad.sizes, null, inputDtype, grad.device);
  // softmax's kernel starts from grad * output.
  const g0 = product ? mul(grad, saved) : grad;
  const g = g0.isContiguous ? null : contiguous(g0);
  const s = saved.isContiguous ? null : contiguous(saved);
  drop(g, s, product ? g0 : null);
  return out;
}
for (const [name, log] of [
  ['_softmax', false],
  ['_log_softmax', true],
] as const) {
  const backward: Op<[Tensor, Tensor, number, DType]> = op<[Tensor, Tensor, number, DType], Tensor>({
    schema: `${name}_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor`,
    bind: 'function',
    forward: (grad, saved, _dim, dtype) => softmaxBackwardKernel(grad, saved, dtype, !log),
    autograd: (_needs, _result, grad, saved, dim, dtype) => ({
      saved: [grad, saved],
      backward([given], [g, s], needs) {
        /** The gradient in the output's dtype, where the input has another; each use makes it anew. */
        const gg = (): Tensor => to(given!, s!.dtype);
        return gradients(
          needs,
          () => {
            if (!log) return backward(gg(), s!, dim, dtype);
            const summed = sum(mul(gg(), exp(s!)), [dim], true);
            return sub(gg(), summed);
          },
          () => {
            if (log) {
              const power = exp(s!);
              return mul(mul(neg(sum(g!, [dim], true)), power), gg());
            }
            // `softmax_double_backward`.
            const own = gg();
            const last = mul(g!, sum(mul(s!, own), [dim], true));
            const middle = mul(sum(mul(s!, g!), [dim], true), own);
            return sub(sub(mul(g!, own), middle), last);
          },
        );
      },
    }),
  });
  const kernel: Op<[Tensor, number, boolean]> = op<[Tensor, number, boolean], Tensor>({
    schema: `${name}(Tensor self, int dim, bool half_to_float) -> Tensor`,
    bind: 'function',
    node: log ? 'LogSoftmaxBackward0' : 'SoftmaxBackward0',
    forward(self, dim, halfToFloat) {
      wrapDim(dim, self.sizes.length);
      if (self.dtype.category <= Category.int)
        fail(
          'NotImplementedError',
          `"${self.isCuda ? 'host_softmax' : `${log ? 'log_softmax' : 'softmax'}_lastdim_kernel_impl`}" not implemented for '${self.dtype.scalarName}'`,
        );
      return softmaxForward(self, halfToFloat ? float32 : self.dtype);
    },
    autograd(_needs, result, self, dim) {
      const { dtype } = self;
      return { saved: [result], backward: ([grad], [r]) => [backward(grad!, r!, dim, dtype)] };
    },
  });
  const full = name.slice(1);
  for (const [schema, bind] of [
    [`${full}.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor`, undefined],
    [`special_${full}(Tensor self, int dim, ScalarType? dtype=None) -> Tensor`, 'special'],
  ] as const)
    op<[Tensor, number, DType | null], Tensor>({
      schema,
      bind,
      autocast: 'fp32_set_opt_dtype',
      composite: true,
      forward(self, dim, dtype) {
        // An `out` that isn't contiguous is written by way of a tensor that is.
        const last = pendingOutput(0)?.isContiguous === true ? into(kernel) : kernel;
        if (self.isCuda && self.dtype.name === 'float16' && dtype === float32) return last(self, dim, true);
        return last(dtype === null ? self : to(self, dtype), dim, false);
      },
    });
}
export function softmax(self: Tensor, dim: number, dtype: DType | null = null): Tensor {
  return overloadCall('softmax', self, dim, dtype);
}
export function log_softmax(self: Tensor, dim: number, dtype: DType | null = null): Tensor {
  return overloadCall('log_softmax', self, dim, dtype);
}
