/**
 * Normalization on CUDA: the choice between cuDNN's batch norm and PyTorch's own (aten/src/ATen/native/Normalization.cpp,
 * cuda/Normalization.cu), layer norm and RMS norm (cuda/layer_norm_kernel.cu), group norm (cuda/group_norm_kernel.cu).
 */
import { emptyLike, setKnown } from '../allocate.js';
import {
  channelsLast,
  channelsLast3d,
  bfloat16,
  contiguousFormat,
  float16,
  float32,
  int32,
  opMathType,
  uint8,
  type DType,
  type MemoryFormat,
} from '../dtype.js';
import { check, fail } from '../errors.js';
import { reduceKernel } from '../iterator.js';
import { drop, op, type Op, scope } from '../operator.js';
import { float } from '../scalar.js';
import { numel, reducedSizes, sameSizes, showSizes, viewStrides, type Sizes } from '../shape.js';
import { cudaDevice, state } from '../state.js';
import { legacyTypeName, type Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, contiguous, copy_, to } from './copy.js';
import { dropCopy, emptyAs, emptyIn, inFormat, withContiguous } from './dense.js';
import {
  addGroupStatistics,
  batchNormDoubleBackward,
  differentiableGroupNormBackward,
  differentiableRmsNormBackward,
  layerNormDoubleBackward,
} from './double_backward.js';
import { add, add_, mul } from './arithmetic.js';
import { pow, rsqrt } from './powers.js';
import { mean } from './reductions.js';
import { sum } from './sum.js';
import { select, view } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

const CUDNN_BN_MIN_EPSILON = 1e-5;

// ---- batch norm: the kernels ----

/** The dtype of batch statistics. */
const statType = (input: Tensor): DType => (input.dtype.isReduced ? float32 : input.dtype);

/** The dtype that the kernels take weight, bias and running statistics in, by the first of them that is there. */
function parameterType(input: Tensor, ...parameters: MaybeTensor[]): DType {
  const first = parameters.find((t) => t !== null);
  return first?.dtype === input.dtype ? input.dtype : statType(input);
}

/** RuntimeError where a parameter isn't of the dtype that the kernels take (`get_packed_accessor`, `data_ptr`). */
function checkParameter(name: string, t: MaybeTensor, wanted: DType, channelsLast = false): void {
  if (t === null) return;
  check(t.dtype === wanted, () =>
    channelsLast
      ? `expected scalar type ${wanted.scalarName} but found ${t.dtype.scalarName}`
      : `Expected ${name} to have type ${wanted.scalarName} but got ${t.dtype.scalarName}`,
  );
}

function usesChannelsLastKernels(t: Tensor): boolean {
  return (
    t.isContiguousIn(channelsLast) ||
    t.isContiguousIn(channelsLast3d) ||
    (t.isContiguous && t.strides[1] === 1)
  );
}

const lastPow2 = (n: number): number => (n < 1 ? 1 : 2 ** Math.floor(Math.log2(n)));
const ceilDiv = (a: number, b: number): number => Math.floor((a + b - 1) / b);

/**
 * The staging buffer and semaphores of a reduction over channels-last memory (`flexible_launch_configs`).
 * @param values how many a channel and block keep
 */
function channelsLastStaging(input: Tensor, values: number): void {
  const stride = input.sizes[1]!;
  const reduction = input.numel / stride;
  let blockX = Math.min(lastPow2(stride), 32);
  const blockY = Math.min(lastPow2(ceilDiv(reduction, 16)), Math.floor(512 / blockX));
  if (blockX * blockY !== 512) blockX = Math.min(lastPow2(stride), Math.floor(512 / blockY));
  const gridY = Math.min(ceilDiv(reduction, blockY * 16), 128);
  if (gridY < 8) return;
  const staging = emptyLike(input, [values * stride * gridY], null, statType(input));
  const semaphores = emptyLike(input, [ceilDiv(stride, blockX)], null, int32);
  drop(semaphores, staging);
}

/** A view of (batch, channels, rest), or a copy where there is none. */
function flattened(t: Tensor): Tensor {
  const sizes = [t.sizes[0]!, t.sizes[1]!, numel(t.sizes.slice(2))];
  return viewStrides(t.sizes, t.strides, sizes) === undefined ? inFormat(t, contiguousFormat) : t;
}

/** Mean and inverse standard deviation of a batch, as `batch_norm_mean_var` finds them. */
function batchStatistics(input: Tensor): void {
  if (input.isContiguousIn(channelsLast) || (input.isContiguous && input.strides[1] === 1))
    channelsLastStaging(input, 4);
  else if (!input.isContiguous) {
    // `var_mean` of a strided tensor: of half it computes in float as it reads.
    const wide = input.dtype === bfloat16 ? emptyAs(input, float32) : null;
    reduceKernel(
      wide ?? input,
      input.sizes.map((_, d) => d !== 1),
      input.dtype.itemsize === 8 ? 32 : 16,
    );
    drop(wide);
  }
}

const stats = (input: Tensor): Tensor => emptyLike(input, [input.sizes[1]!], null, statType(input));

/**
 * `batch_norm_backward_cuda`.
 * @param hasInvstd whether the forward pass kept the inverse standard deviation
 */
function nativeBackwardKernel(
  grad: Tensor,
  input: Tensor,
  weight: MaybeTensor,
  runningMean: MaybeTensor,
  train: boolean,
  hasInvstd: boolean,
  mask: readonly boolean[],
): MaybeTensor[] {
  const gradWeight = (): MaybeTensor => (weight === null ? null : emptyAs(weight));
  const needsReduction = train || mask[1]! || mask[2]!;
  const last = usesChannelsLastKernels(input);
  if (needsReduction && mask[0] && !last) {
    const x = flattened(input);
    const g = flattened(grad);
    const result = [emptyAs(input), mask[1] ? gradWeight() : null, mask[2] ? gradWeight() : null];
    // The kernel's accessors are made after what it writes to.
    checkParameter('running_mean', runningMean, parameterType(input, weight, runningMean));
    dropCopy(g, grad);
    dropCopy(x, input);
    return result;
  }
  const invstd = hasInvstd ? null : stats(input);
  let sums: MaybeTensor[] = [];
  let grads: MaybeTensor[] = [null, null];
  if (needsReduction) {
    if (last && usesChannelsLastKernels(grad)) {
      sums = [stats(input), stats(input)];
      grads = [gradWeight(), gradWeight()];
      channelsLastStaging(input, 2);
    } else {
      const x = flattened(input);
      const g = flattened(grad);
      if (mask[0]) sums = [stats(input), stats(input)];
      grads = [mask[1] ? gradWeight() : null, mask[2] ? gradWeight() : null];
      dropCopy(g, grad);
      dropCopy(x, input);
    }
  }
  // In evaluation the result is contiguous whatever the input is.
  const gradInput = mask[0] ? (train ? emptyAs(input) : emptyLike(input)) : null;
  drop(invstd, ...sums);
  return [gradInput, mask[1] ? grads[0]! : null, mask[2] ? grads[1]! : null];
}

type BatchNormBackwardArguments = [
  gradOut: Tensor,
  input: Tensor,
  weight: MaybeTensor,
  runningMean: MaybeTensor,
  runningVar: MaybeTensor,
  saveMean: MaybeTensor,
  saveInvstd: MaybeTensor,
  train: boolean,
  eps: number,
  mask: boolean[],
];

export const native_batch_norm_backward: Op<BatchNormBackwardArguments, MaybeTensor[]> = op<
  BatchNormBackwardArguments,
  MaybeTensor[]
>({
  schema:
    'native_batch_norm_backward(Tensor grad_out, Tensor input, Tensor? weight, Tensor? running_mean, Tensor? running_var, Tensor? save_mean, Tensor? save_invstd, bool train, float eps, bool[3] output_mask) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  differentiable: [0, 1, 2],
  forward: (gradOut, input, weight, mean, _variance, _saveMean, saveInvstd, train, _eps, mask) =>
    nativeBackwardKernel(
      gradOut,
      input,
      weight,
      mean,
      train,
      saveInvstd !== null && saveInvstd.numel > 0,
      mask,
    ),
  autograd: (_needs, _result, gradOut, input, weight, mean, variance, saveMean, saveInvstd, train, eps) => ({
    saved: [gradOut, input, weight, mean, variance, saveMean, saveInvstd],
    backward: (grads, [g, x, w, m, v, sm, si]) => {
      const [gI, gG, ggO] = batchNormDoubleBackward(
        grads,
        g!,
        x!,
        w ?? null,
        [m ?? null, v ?? null],
        [sm ?? null, si ?? null],
        train,
        eps,
      );
      return [ggO!, gI!, gG!];
    },
  }),
});

type CudnnBackwardArguments = [
  input: Tensor,
  gradOutput: Tensor,
  weight: Tensor,
  runningMean: MaybeTensor,
  runningVar: MaybeTensor,
  saveMean: Tensor,
  saveVar: Tensor,
  eps: number,
  reserve: Tensor,
];

const cudnn_batch_norm_backward: Op<CudnnBackwardArguments, MaybeTensor[]> = op<
  CudnnBackwardArguments,
  MaybeTensor[]
>({
  schema:
    'cudnn_batch_norm_backward(Tensor input, Tensor grad_output, Tensor weight, Tensor? running_mean, Tensor? running_var, Tensor? save_mean, Tensor? save_var, float epsilon, Tensor reserveSpace) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  differentiable: [0, 1, 2],
  forward: (input, _grad, weight) => [
    emptyIn(input, input.sizes, input.suggestedFormat),
    emptyAs(weight),
    emptyAs(weight),
  ],
  autograd: (_needs, _result, input, grad, weight, mean, variance, saveMean, saveVar, eps, reserve) => ({
    saved: [input, grad, weight, mean, variance, saveMean, saveVar, reserve],
    backward: (grads, [x, g, w, m, v, sm, sv]) => {
      const [gI, gG, ggO] = batchNormDoubleBackward(
        grads,
        g!,
        x!,
        w!,
        [m ?? null, v ?? null],
        [sm!, sv!],
        true,
        eps,
      );
      return [gI!, ggO!, gG!];
    },
  }),
});

type NativeArguments<Weight = MaybeTensor, Bias = MaybeTensor> = [
  input: Tensor,
  weight: Weight,
  bias: Bias,
  runningMean: MaybeTensor,
  runningVar: MaybeTensor,
  training: boolean,
  momentum: number,
  eps: number,
];

function nativeForward(...[input, weight, bias, runningMean, , training]: NativeArguments): Tensor[] {
  const wanted = parameterType(input, weight, bias, runningMean);
  const last = usesChannelsLastKernels(input);
  checkParameter('weight', weight, wanted, last);
  checkParameter('bias', bias, wanted, last);
  const out = emptyAs(input);
  const results = [out, stats(input), stats(input)];
  if (training) batchStatistics(input);
  return results;
}

function nativeAutograd(
  _needs: boolean[],
  result: Tensor[],
  ...[input, weight, , runningMean, runningVar, training, , eps]: NativeArguments
): {
  saved: MaybeTensor[];
  backward: (grads: MaybeTensor[], saved: MaybeTensor[], needs: boolean[]) => MaybeTensor[];
} {
  return {
    saved: [input, weight, runningMean, runningVar, result[1]!, result[2]!],
    backward: ([grad], [x, w, rm, rv, mean, invstd], needs) =>
      grad === null || grad === undefined
        ? [null, null, null]
        : native_batch_norm_backward(
            grad,
            x!,
            w ?? null,
            rm ?? null,
            rv ?? null,
            mean!,
            invstd!,
            training,
            eps,
            needs,
          ),
  };
}

export const native_batch_norm: Op<NativeArguments, Tensor[]> = op<NativeArguments, Tensor[]>({
  schema:
    'native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  differentiable: [0, 1, 2],
  outputDifferentiability: [true, false, false],
  forward: nativeForward,
  autograd: nativeAutograd,
});
op<NativeArguments, Tensor[]>({
  schema:
    '_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  differentiable: [0, 1, 2],
  outputDifferentiability: [true, false, false],
  forward: nativeForward,
  autograd: nativeAutograd,
});
op<[Tensor, MaybeTensor, MaybeTensor, boolean, number, number], Tensor[]>({
  schema:
    '_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  outputDifferentiability: [true, false, false],
  forward: (input, weight, bias, training, momentum, eps) =>
    nativeForward(input, weight, bias, null, null, training, momentum, eps),
  autograd: (needs, result, input, weight, bias, training, momentum, eps) =>
    nativeAutograd(needs, result, input, weight, bias, null, null, training, momentum, eps),
});

type CudnnArguments = NativeArguments<Tensor, Tensor>;

/** cuDNN's batch norm. Its reserve space is empty here: what a GPU reserves depends on cuDNN's choice of kernel. */
export const cudnn_batch_norm: Op<CudnnArguments, Tensor[]> = op<CudnnArguments, Tensor[]>({
  schema:
    'cudnn_batch_norm(Tensor input, Tensor weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float exponential_average_factor, float epsilon) -> (Tensor, Tensor, Tensor, Tensor)',
  bind: 'function',
  differentiable: [0, 1, 2],
  outputDifferentiability: [true, false, false, false],
  forward(input, weight, bias, runningMean, runningVar, training) {
    const same = (a: Tensor, b: MaybeTensor, names: string): void =>
      check(
        b === null || a.dtype === b.dtype,
        () =>
          `Expected tensor for argument ${names.replace('@', ' to have the same type as tensor for argument ')}; but type ${legacyTypeName(a)} does not equal ${legacyTypeName(b!)} (while checking arguments for cudnn_batch_norm)`,
      );
    if (!input.dtype.isReduced) same(input, weight, "#1 'input'@#2 'weight'");
    same(weight, bias, "#2 'weight'@#3 'bias'");
    same(weight, runningMean, "#2 'weight'@#4 'running_mean'");
    same(weight, runningVar, "#2 'weight'@#5 'running_var'");
    const out = emptyIn(input, input.sizes, input.suggestedFormat);
    if (!training)
      return [out, emptyLike(weight, [0]), emptyLike(weight, [0]), emptyLike(weight, [0], null, uint8)];
    return [
      out,
      emptyLike(weight, [weight.numel]),
      emptyLike(weight, [weight.numel]),
      emptyLike(weight, [0], null, uint8),
    ];
  },
  autograd: (_needs, result, input, weight, _bias, runningMean, runningVar, training, _momentum, eps) => ({
    saved: [input, weight, runningMean, runningVar, result[1]!, result[2]!, result[3]!],
    backward([grad], [x, w, rm, rv, mean, invstd, reserve], needs) {
      if (grad === null || grad === undefined) return [null, null, null];
      const running = [rm ?? null, rv ?? null] as const;
      if (!training)
        return native_batch_norm_backward(grad, x!, w!, ...running, mean!, invstd!, false, eps, needs);
      const g = contiguous(grad, x!.suggestedFormat);
      const result = cudnn_batch_norm_backward(x!, g, w!, ...running, mean!, invstd!, eps, reserve!);
      if (!(state.gradEnabled && g.requiresGrad)) dropCopy(g, grad);
      return result.map((t, i) => (needs[i] ? t : null));
    },
  }),
});

/** `_select_batch_norm_backend`. */
function usesCudnn(
  input: Tensor,
  weight: MaybeTensor,
  bias: MaybeTensor,
  runningMean: MaybeTensor,
  runningVar: MaybeTensor,
  training: boolean,
  eps: number,
  enabled: boolean,
): boolean {
  return (
    input.isCuda &&
    enabled &&
    state.flags['cudnn_enabled'] !== false &&
    weight !== null &&
    bias !== null &&
    input.dtype !== bfloat16 &&
    weight.dtype !== bfloat16 &&
    (input.dtype !== float16 || weight.dtype === float32) &&
    input.dtype.isFloating &&
    ((runningMean !== null && runningVar !== null) ||
      (runningMean === null && runningVar === null && training)) &&
    input.sizes.length >= 3 &&
    input.sizes[0]! <= (training ? 880801 : 65535) &&
    eps >= CUDNN_BN_MIN_EPSILON
  );
}

type BatchNormArguments = [...native: NativeArguments, cudnnEnabled: boolean];

export const batch_norm: Op<BatchNormArguments> = op({
  schema:
    'batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, float eps, bool cudnn_enabled) -> Tensor',
  bind: 'function',
  composite: true,
  forward(
    ...[
      input,
      weight,
      bias,
      runningMean,
      runningVar,
      training,
      momentum,
      eps,
      cudnnEnabled,
    ]: BatchNormArguments
  ): Tensor {
    if (input.numel === 0) {
      // Nothing is normalized: a copy, scaled and shifted so that gradients arrive.
      const statistics = [0, 1].map(() => emptyLike(input, [input.sizes[1] ?? 0], null, statType(input)));
      let out = clone(input, null);
      if (weight !== null) out = mul(out, select(weight, 0, 0));
      if (bias !== null) out = add(out, select(bias, 0, 0), 1);
      drop(...statistics);
      return out;
    }
    const features = input.sizes[1]!;
    if (training)
      check(
        runningMean === null || runningMean.numel === features,
        () => `running_mean should contain ${features} elements not ${runningMean!.numel}`,
      );
    else
      check(runningMean !== null && runningVar !== null, 'running_mean must be defined in evaluation mode');
    check(
      runningMean === null || runningMean.numel === features,
      () => `running_mean should contain ${features} elements not ${runningMean!.numel}`,
    );
    check(
      runningVar === null || runningVar.numel === features,
      () => `running_var should contain ${features} elements not ${runningVar!.numel}`,
    );
    check(
      weight === null || weight.numel === features,
      () => `weight should contain ${features} elements not ${weight!.numel}`,
    );
    check(
      bias === null || bias.numel === features,
      () => `bias should contain ${features} elements not ${bias!.numel}`,
    );
    if (training) {
      if (runningMean !== null) setKnown(runningMean, undefined);
      if (runningVar !== null) setKnown(runningVar, undefined);
    }
    if (usesCudnn(input, weight, bias, runningMean, runningVar, training, eps, cudnnEnabled)) {
      return cudnn_batch_norm(
        contiguousOf(input, input.suggestedFormat),
        contiguousOf(weight!),
        contiguousOf(bias!),
        runningMean && contiguousOf(runningMean),
        runningVar && contiguousOf(runningVar),
        training,
        momentum,
        eps,
      )[0]!;
    }
    return native_batch_norm(input, weight, bias, runningMean, runningVar, training, momentum, eps)[0]!;
  },
});

function contiguousOf(t: Tensor, format: MemoryFormat = contiguousFormat): Tensor {
  return t.isContiguousIn(format) ? t : contiguous(t, format);
}

// ---- instance norm ----

const repeatIfDefined = (t: MaybeTensor, times: number): MaybeTensor =>
  t === null ? null : callOperator('repeat', t, [times]);

export const instance_norm: Op<
  [
    input: Tensor,
    weight: MaybeTensor,
    bias: MaybeTensor,
    runningMean: MaybeTensor,
    runningVar: MaybeTensor,
    useInputStats: boolean,
    momentum: number,
    eps: number,
    cudnnEnabled: boolean,
  ]
> = op({
  schema:
    'instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor',
  bind: 'function',
  composite: true,
  forward(
    input: Tensor,
    weight: MaybeTensor,
    bias: MaybeTensor,
    runningMean: MaybeTensor,
    runningVar: MaybeTensor,
    useInputStats: boolean,
    momentum: number,
    eps: number,
    cudnnEnabled: boolean,
  ): Tensor {
    check(
      useInputStats || (runningMean !== null && runningVar !== null),
      'Expected running_mean and running_var to be defined when use_input_stats is false',
    );
    const [b, c] = input.sizes as [number, number];
    const [w, bb, rm, rv] = [
      repeatIfDefined(weight, b),
      repeatIfDefined(bias, b),
      repeatIfDefined(runningMean, b),
      repeatIfDefined(runningVar, b),
    ];
    const x = view(contiguousOf(input), [1, b * c, ...input.sizes.slice(2)]);
    const out = batch_norm(x, w, bb, rm, rv, useInputStats, momentum, eps, cudnnEnabled);
    if (useInputStats) {
      const { gradEnabled } = state;
      state.gradEnabled = false;
      if (runningMean !== null) copyBack(runningMean, rm!, b, c);
      if (runningVar !== null) copyBack(runningVar, rv!, b, c);
      state.gradEnabled = gradEnabled;
    }
    return view(out, input.sizes);
  },
});

function copyBack(running: Tensor, repeated: Tensor, b: number, c: number): void {
  const average = mean(view(repeated, [b, c]), [0], false);
  copy_(running, average);
  drop(average);
}

// ---- layer norm and RMS norm ----

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

function sameDtype(input: Tensor, parameter: MaybeTensor): void {
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
function checkMixed(input: Tensor, ...parameters: MaybeTensor[]): void {
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
      input.dtype.isFloating &&
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

// ---- group norm ----

/** PyTorch keeps mean and rstd in the input's dtype, and computes them in the accumulation type beside. */
export const native_group_norm: Op<
  [
    input: Tensor,
    weight: MaybeTensor,
    bias: MaybeTensor,
    n: number,
    c: number,
    hxw: number,
    groups: number,
    eps: number,
  ],
  Tensor[]
> = op<[Tensor, MaybeTensor, MaybeTensor, number, number, number, number, number], Tensor[]>({
  schema:
    'native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  autocast: 'fp32',
  forward(input, weight, bias, n, c, hxw, groups) {
    checkMixed(input, weight, bias);
    sameDtype(input, weight);
    sameDtype(input, bias);
    const results = [emptyLike(input), emptyLike(input, [n, groups]), emptyLike(input, [n, groups])];
    return withContiguous([input, weight, bias], () => {
      const acc = opMathType(input.dtype);
      const take = (...sizes: number[]): Tensor => emptyLike(input, sizes, null, acc);
      const wide = acc === input.dtype ? [] : [take(n, groups), take(n, groups)];
      if (hxw !== 1 && (weight !== null || bias !== null)) drop(take(n, c), take(n, c));
      drop(...wide);
      return results;
    });
  },
  autograd: (_needs, result, input, weight, _bias, n, c, hxw, groups) => ({
    saved: [input, weight, result[1]!, result[2]!],
    backward([grad = null, ofMean = null, ofRstd = null], [x, w = null, mean, rstd], needs) {
      const sizes = [n, c, hxw, groups] as const;
      const hasStatistics = ofMean !== null || ofRstd !== null;
      if (grad === null && !hasStatistics) return [null, null, null];
      const zeros = (wanted: boolean | undefined): MaybeTensor =>
        wanted && !state.gradEnabled ? emptyLike(x!, [c]) : null;
      const grads =
        grad === null
          ? [null, zeros(needs[1]), zeros(needs[2])]
          : state.gradEnabled
            ? differentiableGroupNormBackward(grad, x!, mean!, rstd!, w, sizes, needs)
            : groupNormBackwardKernel(grad, x!, w, sizes, needs);
      if (!needs[0] || !hasStatistics) return grads;
      return [addGroupStatistics(grads[0]!, [ofMean, ofRstd], x!, rstd!, sizes), grads[1]!, grads[2]!];
    },
  }),
});

/** `GroupNormBackwardKernelImpl`. */
function groupNormBackwardKernel(
  grad: Tensor,
  input: Tensor,
  weight: MaybeTensor,
  [n, c, hxw, groups]: readonly [n: number, c: number, hxw: number, groups: number],
  needs: readonly boolean[],
): MaybeTensor[] {
  return withContiguous([grad, input, weight], (g) => {
    const acc = opMathType(g.dtype);
    const gradInput = needs[0] ? emptyLike(g) : null;
    const gradWeight = needs[1] ? emptyLike(g, [c]) : null;
    const gradBias = needs[2] ? emptyLike(g, [c]) : null;
    const scratch: Tensor[] = [];
    const take = (...sizes: number[]): void => void scratch.push(emptyLike(g, sizes, null, acc));
    if (hxw !== 1) {
      take(n, c);
      take(n, c);
    }
    if (needs[0]) {
      take(n, groups);
      take(n, groups);
      if (hxw !== 1 && weight !== null) take(n, c);
    }
    drop(...scratch);
    return [gradInput, gradWeight, gradBias];
  });
}

export const group_norm: Op<
  [input: Tensor, groups: number, weight: MaybeTensor, bias: MaybeTensor, eps: number, cudnnEnabled?: boolean]
> = op({
  schema:
    'group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(input: Tensor, groups: number, weight: MaybeTensor, bias: MaybeTensor, eps: number): Tensor {
    check(
      input.sizes.length >= 2,
      () => `Expected at least 2 dimensions for input tensor but received ${input.sizes.length}`,
    );
    const [n, c] = input.sizes as [number, number];
    check(c > 0, () => `Expected number of channels to be greater than 0, got ${c}`);
    check(groups > 0, () => `Expected num groups to be greater than 0, got ${groups}`);
    check(
      c % groups === 0,
      () =>
        `Expected number of channels in input to be divisible by num_groups, but got input of shape ${showSizes(input.sizes)} and num_groups=${groups}`,
    );
    check(
      weight === null || (weight.sizes.length === 1 && weight.sizes[0] === c),
      () =>
        `Expected weight to be a vector of size equal to the number of channels in input, but got weight of shape ${showSizes(weight!.sizes)} and input of shape ${showSizes(input.sizes)}`,
    );
    check(
      bias === null || (bias.sizes.length === 1 && bias.sizes[0] === c),
      () =>
        `Expected bias to be a vector of size equal to the number of channels in input, but got bias of shape ${showSizes(weight!.sizes)} and input of shape ${showSizes(input.sizes)}`,
    );
    return native_group_norm(input, weight, bias, n, c, numel(input.sizes.slice(2)), groups, eps)[0]!;
  },
});
