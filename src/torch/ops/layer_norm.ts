/** Layer norm and RMS norm. */
import { emptyLike } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { contiguousFormat, opMathType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { numel, reducedSizes, sameSizes, showSizes, type Sizes } from '../shape.js';
import { cudaDevice, state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { add_, mul } from './arithmetic.js';
import { ceilDiv } from './batch_norm.js';
import { to } from './copy.js';
import { dropCopy, inFormat, withContiguous } from './dense.js';
import { differentiableRmsNormBackward, layerNormDoubleBackward } from './double_backward.js';
import { pow, rsqrt } from './powers.js';
import { mean } from './reductions.js';
import { sum } from './sum.js';

/** The rows (M) and their length (N); RuntimeError in PyTorch's words where shapes don't fit. */
function rows(
  name: string,
  input: Tensor,
  normalized: Sizes,
  weight: MaybeTensor,
  bias: MaybeTensor,
): [number, number, number] {
  check(
    normalized.length >= 1,
    () =>
      `Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = ${showSizes(normalized)}`,
  );
  check(
    weight === null || sameSizes(weight.sizes, normalized),
    () =>
      `Expected weight to be of same shape as normalized_shape, but got weight of shape ${showSizes(weight!.sizes)} and normalized_shape = ${showSizes(normalized)}`,
  );
  check(
    bias === null || sameSizes(bias.sizes, normalized),
    () =>
      `Expected bias to be of same shape as normalized_shape, but got bias of shape ${showSizes(bias!.sizes)} and normalized_shape = ${showSizes(normalized)}`,
  );
  const axis = input.sizes.length - normalized.length;
  if (axis < 0 || !sameSizes(input.sizes.slice(axis), normalized))
    fail(
      'RuntimeError',
      `Given normalized_shape=${showSizes(normalized)}, expected input with shape [*${name === 'rms_norm' ? '' : ', '}${normalized.join(', ')}], but got input of size${showSizes(input.sizes)}`,
    );
  return [numel(input.sizes.slice(0, axis)), numel(normalized), axis];
}

export function sameDtype(input: Tensor, parameter: MaybeTensor): void {
  check(
    parameter === null || parameter.dtype === input.dtype,
    () => `expected scalar type ${input.dtype.scalarName} but found ${parameter!.dtype.scalarName}`,
  );
}

function floatingInput(input: Tensor): void {
  if (!input.dtype.isFloating)
    fail('NotImplementedError', `"LayerNormKernelImpl" not implemented for '${input.dtype.scalarName}'`);
}

/** `check_mixed_data_type`. */
export function checkMixed(input: Tensor, ...parameters: MaybeTensor[]): void {
  if (!parameters.some((p) => p !== null && p.dtype !== input.dtype)) return;
  for (const p of parameters)
    check(
      p === null || p.dtype.name === 'float32',
      'mixed dtype (CPU): expect parameter to have scalar type of Float',
    );
  check(input.dtype.itemsize === 2, 'mixed dtype (CPU): all inputs must share same datatype.');
}

/** Statistics of rows: (…, 1, …) in the accumulation type. */
function rowStats(x: Tensor, axis: number): Tensor {
  return emptyLike(
    x,
    reducedSizes(
      x.sizes,
      x.sizes.map((_, d) => d >= axis),
      true,
    ),
    null,
    opMathType(x.dtype),
  );
}

/** The gradients of weight and bias: with many short rows, partial sums first (`LaunchGammaBetaBackwardCUDAKernel`). */
function parameterGradients(x: Tensor, m: number, n: number, parameters: MaybeTensor[]): MaybeTensor[] {
  const blocksX = ceilDiv(n, 32);
  if (
    !x.isCuda ||
    m <= 64 * 1024 ||
    !(Math.floor(n / 32) < Math.floor(cudaDevice().properties.multiProcessorCount / 2))
  )
    return parameters;
  const blocksY = Math.min(Math.floor((64 * 1024) / 2 / blocksX), ceilDiv(m, 32));
  const partial = parameters.map((p) => (p === null ? null : emptyLike(p, [blocksY, n])));
  const out = parameters.map((p, i) => {
    if (p === null) return null;
    const summed = sum(partial[i]!, [0]);
    drop(p);
    return sameSizes(summed.sizes, p.sizes) ? summed : summed.alias(p.sizes, p.strides);
  });
  drop(...partial);
  return out;
}

type LayerNormArguments = [
  input: Tensor,
  normalized: Sizes,
  weight: MaybeTensor,
  bias: MaybeTensor,
  eps: number,
];

export const native_layer_norm: Op<LayerNormArguments, Tensor[]> = op<LayerNormArguments, Tensor[]>({
  schema:
    'native_layer_norm(Tensor input, int[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  autocast: 'fp32',
  outputDifferentiability: [true, false, false],
  forward(input, normalized, weight, bias) {
    const [, , axis] = rows('layer_norm', input, normalized, weight, bias);
    sameDtype(input, weight);
    sameDtype(input, bias);
    floatingInput(input);
    return withContiguous([input, weight, bias], (x) => [emptyLike(x), rowStats(x, axis), rowStats(x, axis)]);
  },
  autograd(_needs, result, input, normalized, weight, bias) {
    return {
      saved: [bias, input, weight, result[1]!, result[2]!],
      backward([grad], [b, x, w, mean, rstd], needs) {
        if (grad === null || grad === undefined) return [null, null, null];
        return native_layer_norm_backward(grad, x!, normalized, mean!, rstd!, w ?? null, b ?? null, needs);
      },
    };
  },
});

type LayerNormBackwardArguments = [
  gradOut: Tensor,
  input: Tensor,
  normalized: Sizes,
  mean: Tensor,
  rstd: Tensor,
  weight: MaybeTensor,
  bias: MaybeTensor,
  mask: boolean[],
];
const native_layer_norm_backward: Op<LayerNormBackwardArguments, MaybeTensor[]> = op<
  LayerNormBackwardArguments,
  MaybeTensor[]
>({
  schema:
    'native_layer_norm_backward(Tensor grad_out, Tensor input, int[] normalized_shape, Tensor mean, Tensor rstd, Tensor? weight, Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  refuses: false,
  bind: 'function',
  differentiable: [0, 1, 5],
  forward: (gradOut, input, normalized, _mean, _rstd, weight, bias, mask) =>
    rowBackward(gradOut, input, normalized, [weight, bias], mask),
  autograd: (_needs, _result, gradOut, input, normalized, mean, rstd, weight) => ({
    saved: [gradOut, input, mean, rstd, weight],
    backward: (grads, [g, x, m, r, w]) => {
      const [gI, gG, ggO] = layerNormDoubleBackward(grads, g!, x!, w ?? null, m!, r!, normalized);
      return [ggO!, gI!, gG!];
    },
  }),
});

/** `layer_norm_backward_cuda`, and the same for RMS norm, which has no bias. */
function rowBackward(
  grad: Tensor,
  input: Tensor,
  normalized: Sizes,
  parameters: MaybeTensor[],
  needs: readonly boolean[],
): MaybeTensor[] {
  const axis = input.sizes.length - normalized.length;
  return withContiguous([input, ...parameters], (x) => {
    const gradInput = needs[0] ? emptyLike(x) : null;
    let grads = parameters.map((p, i) => (needs[i + 1] && p !== null ? emptyLike(p) : null));
    const g = inFormat(grad);
    if (grads.some((t) => t !== null))
      grads = parameterGradients(x, numel(x.sizes.slice(0, axis)), numel(normalized), grads);
    dropCopy(g, grad);
    return [gradInput, ...grads];
  });
}

export const layer_norm: Op<
  [
    input: Tensor,
    normalized: Sizes,
    weight: MaybeTensor,
    bias: MaybeTensor,
    eps: number,
    cudnnEnable?: boolean,
  ]
> = op({
  schema:
    'layer_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enable=True) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward: (input: Tensor, normalized: Sizes, weight: MaybeTensor, bias: MaybeTensor, eps: number) =>
    native_layer_norm(input, normalized, weight, bias, eps)[0]!,
});

type RmsNormArguments = [input: Tensor, normalized: Sizes, weight: MaybeTensor, eps: number | null];

export const _fused_rms_norm: Op<RmsNormArguments, Tensor[]> = op<RmsNormArguments, Tensor[]>({
  schema:
    '_fused_rms_norm(Tensor input, int[] normalized_shape, Tensor? weight, float? eps) -> (Tensor, Tensor)',
  bind: 'function',
  forward(input, normalized, weight) {
    const [, , axis] = rows('rms_norm', input, normalized, weight, null);
    return withContiguous([input, weight], (x) => [emptyLike(x), rowStats(x, axis)]);
  },
  autograd: (_needs, result, input, normalized, weight) => ({
    saved: [input, weight, result[1]!],
    backward([grad = null, gradRstd = null], [x, w, rstd], needs) {
      if (state.gradEnabled || gradRstd !== null)
        return differentiableRmsNormBackward(grad, gradRstd, x!, normalized, rstd!, w ?? null, needs);
      return grad === null ? [null, null] : rowBackward(grad, x!, normalized, [w ?? null], needs);
    },
  }),
});

export const rms_norm: Op<RmsNormArguments> = op({
  schema: 'rms_norm(Tensor input, int[] normalized_shape, Tensor? weight=None, float? eps=None) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(...[input, normalized, weight, eps]: RmsNormArguments): Tensor {
    const [, , axis] = rows('rms_norm', input, normalized, weight, null);
    if (
      (weight === null || weight.dtype === input.dtype) &&
      !input.dtype.isComplex &&
      input.suggestedFormat === contiguousFormat
    )
      return _fused_rms_norm(input, normalized, weight, eps)[0]!;
    // `rms_norm_composite`: in the accumulation type, and back.
    const x = to(input, opMathType(input.dtype));
    const inverse = scope(() => {
      const dims = normalized.map((_, i) => axis + i);
      return rsqrt(add_(mean(pow(x, 2), dims, true), float(eps ?? 1e-7), 1));
    });
    const scaled = scope(() => {
      const normal = mul(x, inverse);
      return weight === null ? normal : mul(normal, weight);
    });
    drop(inverse, x === input ? null : x);
    return to(scaled, input.dtype);
  },
});
