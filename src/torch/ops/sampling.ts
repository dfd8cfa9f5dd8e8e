/** Samples of the gamma, Dirichlet and binomial distributions (aten/src/ATen/native/cuda/Distributions.cu). */
import { empty, emptyLike } from '../allocate.js';
import { op, scope, type Op } from '../operator.js';
import type { Tensor } from '../tensor.js';
import { mul } from './arithmetic.js';
import { sumDims } from './sum.js';

const _standard_gamma_grad: Op<[self: Tensor, output: Tensor]> = op<[Tensor, Tensor], Tensor>({
  schema: '_standard_gamma_grad(Tensor self, Tensor output) -> Tensor',
  bind: 'function',
  forward: (self) => emptyLike(self),
});

op<[Tensor, unknown], Tensor>({
  schema: '_standard_gamma(Tensor self, Generator? generator=None) -> Tensor',
  bind: 'function',
  forward: (self) => empty(self.sizes, self.dtype, self.device),
  autograd: (_needs, result, self) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [mul(grad!, _standard_gamma_grad(s!, r!))],
  }),
});

op<[Tensor, unknown], Tensor>({
  schema: '_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor',
  bind: 'function',
  forward(self) {
    const result = empty(self.sizes, self.dtype, self.device);
    scope(() => {
      // What the samples are divided by.
      sumDims(result, [-1], true, null);
    });
    return result;
  },
});

op<[Tensor, Tensor, Tensor], Tensor>({
  schema: '_dirichlet_grad(Tensor x, Tensor alpha, Tensor total) -> Tensor',
  bind: 'function',
  forward: (x) => emptyLike(x),
});

op<[Tensor, Tensor, unknown], Tensor>({
  schema: 'binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor',
  bind: 'function',
  forward: (count) => empty(count.sizes, count.dtype, count.device),
});
