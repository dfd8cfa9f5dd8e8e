/** Dropout: on CUDA one fused kernel with a bool mask of one byte per element; in place and for features, noise of the input's dtype. */
import { bool } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drawsRandom } from '../graph_capture.js';
import { op, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { emptyLike } from '../allocate.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { to } from './copy.js';
import { emptyAs, emptyIn } from './dense.js';
import { add, add_, mul, mul_ } from './arithmetic.js';

export const native_dropout_backward: Op<[grad: Tensor, mask: Tensor, scale: number]> = op<
  [Tensor, Tensor, number],
  Tensor
>({
  schema: 'native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor',
  bind: 'function',
  differentiable: [0],
  forward: (grad) => emptyIn(grad, grad.sizes, grad.suggestedFormat),
  autograd: (_needs, _result, _grad, mask, scale) => ({
    saved: [mask],
    backward: ([gg], [m]) => [native_dropout_backward(gg!, m!, scale)],
  }),
});

export const native_dropout: Op<[input: Tensor, p: number, train: boolean | null], Tensor[]> = op<
  [Tensor, number, boolean | null],
  Tensor[]
>({
  schema: 'native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)',
  bind: 'function',
  outputDifferentiability: [true, false],
  forward(input) {
    if (!input.dtype.isFloating)
      fail('NotImplementedError', `"fused_dropout" not implemented for '${input.dtype.scalarName}'`);
    const mask = emptyAs(input, bool);
    return [emptyAs(input), mask];
  },
  draws: (_input, p, train) => p > 0 && train !== false,
  autograd(_needs, result, _input, p, train) {
    const scale = p === 1 ? 0 : 1 / (1 - p);
    return {
      saved: [result[1]!],
      backward: ([grad], [mask]) => [
        state.gradEnabled
          ? mul(grad!, mul(to(mask!, grad!.dtype), float(scale)))
          : native_dropout_backward(grad!, mask!, train === false ? 1 : scale),
      ],
    };
  },
});

/** `make_feature_noise`: one number for each channel. */
function featureNoise(input: Tensor): Tensor {
  check(input.sizes.length >= 2, 'Feature dropout requires at least 2 dimensions in the input');
  return emptyLike(
    input,
    input.sizes.map((n, i) => (i < 2 ? n : 1)),
  );
}

/** `_dropout_impl`. */
function dropoutImpl(
  input: Tensor,
  p: number,
  train: boolean,
  feature: boolean,
  alpha: boolean,
  inplace: boolean,
): Tensor {
  check(!(p < 0 || p > 1), () => `dropout probability has to be between 0 and 1, but got ${p}`);
  if (p === 0 || !train || input.numel === 0) return input;
  const multiply = (noise: Tensor): Tensor => (inplace ? mul_(input, noise) : mul(input, noise));
  if (p === 1) return multiply(emptyLike(input, []));
  const noise = feature ? featureNoise(input) : emptyAs(input);
  drawsRandom(noise);
  if (!alpha) return multiply(noise);
  const b = add(noise, -1, 1);
  return add_(multiply(noise), b, 1);
}

type DropoutArguments = [input: Tensor, p: number, train: boolean];

export const dropout: Op<DropoutArguments> = op<DropoutArguments, Tensor>({
  schema: 'dropout(Tensor input, float p, bool train) -> Tensor',
  bind: 'function',
  composite: true,
  forward(input, p, train) {
    check(!(p < 0 || p > 1), () => `dropout probability has to be between 0 and 1, but got ${p}`);
    if (p === 0 || !train || input.numel === 0) return input;
    if (input.isCuda && p < 1) return native_dropout(input, p, train)[0]!;
    return dropoutImpl(input, p, train, false, false, false);
  },
});
for (const [name, feature, alpha, inplace] of [
  ['dropout_', false, false, true],
  ['feature_dropout', true, false, false],
  ['feature_dropout_', true, false, true],
  ['alpha_dropout', false, true, false],
  ['alpha_dropout_', false, true, true],
  ['feature_alpha_dropout', true, true, false],
  ['feature_alpha_dropout_', true, true, true],
] as const)
  op<DropoutArguments, Tensor>({
    schema: inplace
      ? `${name}(Tensor(a!) self, float p, bool train) -> Tensor(a!)`
      : `${name}(Tensor input, float p, bool train) -> Tensor`,
    bind: 'function',
    composite: true,
    forward: (input, p, train) => dropoutImpl(input, p, train, feature, alpha, inplace),
  });
