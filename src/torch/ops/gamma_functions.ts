/** The error function, the gamma function and their kin, elementwise. Formulas as in derivatives.yaml. */
import { elementwise } from '../iterator.js';
import { notImplemented, op, scope, withOutputs, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { float } from '../scalar.js';
import { Tensor } from '../tensor.js';
import { mul, neg, sub } from './arithmetic.js';
import { TENSOR_OTHER, binary, floatingType, registry, type Unary, unary } from './elementwise_rules.js';
import { exp, log, pow } from './powers.js';

export const erf: Unary = unary('erf', {
  gradient: (grad, self) => mul(mul(exp(neg(pow(self, 2))), float(2 / Math.sqrt(Math.PI))), grad),
  aliases: ['special_erf'],
});
unary('erfc', {
  gradient: (grad, self) => mul(mul(exp(neg(pow(self, 2))), float(-2 / Math.sqrt(Math.PI))), grad),
  aliases: ['special_erfc'],
});
unary('erfinv', {
  autocast: 'fp32',
  gradient: (grad, self) => mul(mul(exp(pow(erfinvOf(self), 2)), float(0.5 * Math.sqrt(Math.PI))), grad),
  aliases: ['special_erfinv'],
});
function erfinvOf(self: Tensor): Tensor {
  return registry('erfinv')(self) as Tensor;
}

unary('lgamma', {
  gradient: (grad, self) => mul(grad, registry('digamma')(self) as Tensor),
  aliases: ['special_gammaln'],
});
unary('digamma', {
  gradient: (grad, self) => mul(grad, polygamma(1, self)),
  aliases: ['special_digamma', 'special_psi'],
});
export const polygamma: Op<[n: number, self: Tensor]> = op({
  schema: 'polygamma(int n, Tensor self) -> Tensor',
  forward: (_n: number, self: Tensor) => elementwise([self], floatingType(self.dtype)),
  autograd: (_needs, _result, n, self) => ({
    saved: [self],
    backward: ([grad], [s]) => [mul(grad!, polygamma(n + 1, s!))],
  }),
});
op<[Tensor, number], Tensor>({
  schema: 'polygamma_(Tensor(a!) self, int n) -> Tensor(a!)',
  bind: 'method',
  node: 'PolygammaBackward0',
  forward(self, n) {
    scope(() => withOutputs([self], true, () => polygamma.operator.init.forward(n, self)));
    self.bumpVersion();
    return self;
  },
  autograd: (_needs, _result, self, n) => ({
    saved: [self],
    backward: ([grad], [s]) => [mul(grad!, polygamma(n + 1, s!))],
  }),
});
op<[number, Tensor], Tensor>({
  schema: 'special_polygamma(int n, Tensor self) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (n, self) => polygamma(n, self),
});

unary('i0', {
  gradient: (grad, self) => mul(grad, registry('special_i1')(self) as Tensor),
  aliases: ['special_i0'],
});

for (const name of ['igamma', 'igammac'])
  binary(name, {
    second: TENSOR_OTHER,
    type: (a, b) => floatingType(resultType([a, b])),
    gradient: (grad, self, other) => [
      () => notImplemented(`${name}: input`),
      () => {
        const o = other as Tensor;
        const signed = name === 'igamma' ? grad : neg(grad);
        const exponent = sub(sub(mul(sub(self, 1), log(o)), o), registry('lgamma')(self) as Tensor);
        return mul(signed, exp(exponent));
      },
    ],
  });
