/** Batch norm: its native kernels, cuDNN’s, and which of them PyTorch chooses. */
import { emptyLike, setKnown } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import {
  bfloat16,
  channelsLast,
  channelsLast3d,
  contiguousFormat,
  float16,
  float32,
  int32,
  type DType,
  type MemoryFormat,
  uint8,
} from '../dtype.js';
import { check } from '../errors.js';
import { reduceKernel } from '../iterator.js';
import { drop, op, type Op } from '../operator.js';
import { numel, viewStrides } from '../shape.js';
import { state } from '../state.js';
import { legacyTypeName, type Tensor } from '../tensor.js';
import { add, mul } from './arithmetic.js';
import { clone, contiguous } from './copy.js';
import { dropCopy, emptyAs, emptyIn, inFormat } from './dense.js';
import { batchNormDoubleBackward } from './double_backward.js';
import { select } from './views.js';

const CUDNN_BN_MIN_EPSILON = 1e-5;

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
export const ceilDiv = (a: number, b: number): number => Math.floor((a + b - 1) / b);

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
  const gradWeight = (): MaybeTensor => (weight === null ? null : emptyLike(weight));
  const needsReduction = train || mask[1]! || mask[2]!;
  const last = usesChannelsLastKernels(input);
  if (needsReduction && mask[0] && !last) {
    const x = flattened(input);
    const g = flattened(grad);
    const result = [emptyLike(input), mask[1] ? gradWeight() : null, mask[2] ? gradWeight() : null];
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

export function contiguousOf(t: Tensor, format: MemoryFormat = contiguousFormat): Tensor {
  return t.isContiguousIn(format) ? t : contiguous(t, format);
}
