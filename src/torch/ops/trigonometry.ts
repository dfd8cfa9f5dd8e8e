/** Trigonometric and hyperbolic functions, elementwise. Formulas as in derivatives.yaml. */
import { emptyLike } from '../allocate.js';
import { elementwise } from '../iterator.js';
import { inplaceVariant, op, scope, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { float } from '../scalar.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import { add, div, mul, neg, product, reciprocal, rsub, sub } from './arithmetic.js';
import { eq } from './comparisons.js';
import { conj } from './complex.js';
import {
  alsoNamed,
  TENSOR_OTHER,
  backwardKernel,
  binary,
  floatingType,
  registry,
  type Unary,
  unary,
} from './elementwise_rules.js';
import { pow, rsqrt, scaled } from './powers.js';
import { masked_fill, masked_fill_, where } from './where.js';

export const sin: Unary = unary('sin', {
  compute: Math.sin,
  gradient: (grad, self) => mul(grad, conj(cos(self))),
});
export const cos: Unary = unary('cos', {
  compute: Math.cos,
  gradient: (grad, self) => mul(grad, conj(neg(sin(self)))),
});
export const tanh: Unary = unary('tanh', {
  compute: Math.tanh,
  saves: 'result',
  gradient: (grad, result) => tanh_backward(grad, result),
});

unary('tan', {
  compute: Math.tan,
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) => mul(grad, add(pow(result, 2), 1)),
});
unary('sinh', { compute: Math.sinh, autocast: 'fp32', gradient: (grad, self) => mul(grad, cosh(self)) });
export const cosh: Unary = unary('cosh', {
  compute: Math.cosh,
  autocast: 'fp32',
  gradient: (grad, self) => mul(grad, registry('sinh')(self) as Tensor),
});
unary('asin', {
  compute: Math.asin,
  autocast: 'fp32',
  gradient: (grad, self) => mul(grad, rsqrt(add(mul(neg(self), self), 1))),
  aliases: ['arcsin'],
});
unary('acos', {
  compute: Math.acos,
  autocast: 'fp32',
  gradient: (grad, self) => mul(grad, neg(rsqrt(add(mul(neg(self), self), 1)))),
  aliases: ['arccos'],
});
unary('atan', {
  compute: Math.atan,
  gradient: (grad, self) => div(grad, add(mul(self, self), 1)),
  aliases: ['arctan'],
});
unary('asinh', {
  inplace: 'no formula',
  compute: Math.asinh,
  gradient: (grad, self) => mul(grad, rsqrt(add(pow(self, 2), 1))),
  aliases: ['arcsinh'],
});
unary('acosh', {
  inplace: 'no formula',
  compute: Math.acosh,
  // A complex root is no product of one.
  gradient: (grad, self) =>
    mul(
      grad,
      self.dtype.isComplex
        ? conj(
            product(
              () => rsqrt(add(self, 1)),
              () => rsqrt(sub(self, 1)),
            ),
          )
        : rsqrt(sub(mul(self, self), 1)),
    ),
  aliases: ['arccosh'],
});
unary('atanh', {
  inplace: 'no formula',
  compute: Math.atanh,
  gradient(grad, self) {
    const square = rsub(pow(self, 2), 1);
    return div(mul(grad, 1), square);
  },
  aliases: ['arctanh'],
});

unary('sinc', {
  aliases: ['special_sinc'],
  gradient(grad, self) {
    const scaled = mul(self, float(Math.PI));
    const square = scope(() => mul(mul(self, self), float(Math.PI)));
    const formula = scope(() => {
      const sine = sin(scaled);
      return mul(grad, div(sub(mul(scaled, cos(scaled)), sine), square));
    });
    const zero = emptyLike(grad, []);
    return where(eq(square, 0), zero, formula);
  },
});
unary('deg2rad', { saves: 'none', gradient: (grad) => mul(grad, float(Math.PI / 180)) });
unary('rad2deg', { saves: 'none', gradient: (grad) => mul(grad, float(180 / Math.PI)) });

const atan2: Op<[self: Tensor, other: Tensor]> = op({
  schema: 'atan2(Tensor self, Tensor other) -> Tensor',
  autocast: 'promote',
  forward: (self, other) => elementwise([self, other], floatingType(resultType([self, other])), Math.atan2),
  autograd: (_needs, _result, self, other) => ({
    saved: [self, other],
    backward([grad], [s, o], needs) {
      // The compiler evaluates the right operand first.
      const squares = scope(() => {
        const right = mul(o!, o!);
        return add(mul(s!, s!), right);
      });
      let recip = reciprocal(squares);
      // The reciprocal's own gradient needs it as it was.
      if (state.gradEnabled) recip = scope(() => masked_fill(recip, eq(recip, 0), 0));
      else scope(() => masked_fill_(recip, eq(recip, 0), 0));
      return [
        needs[0] ? mul(mul(grad!, o!), recip) : null,
        needs[1] ? mul(mul(grad!, neg(s!)), recip) : null,
      ];
    },
  }),
});
alsoNamed(atan2, inplaceVariant(atan2, { bind: 'method' }), 'arctan2');
binary('hypot', {
  second: TENSOR_OTHER,
  saves: 'result',
  uses: { self: [0], other: [1] },
  gradient: (grad, self, other, result) => [
    () => div(mul(grad, self), result!),
    () => div(mul(grad, other), result!),
  ],
});

export const tanh_backward = backwardKernel('tanh_backward', 'output', 'function', (grad, g, output) =>
  mul(grad, mul(scaled(output, -2), g)),
);
