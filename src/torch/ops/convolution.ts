/**
 * Convolutions: which backend PyTorch chooses on CUDA (aten/src/ATen/native/Convolution.cpp), and the copies and results
 * of each: cuDNN (native/cudnn/ConvShared.cpp, Conv_v8.cpp, without its workspace), the depthwise kernels, and the
 * im2col kernels that remain where cuDNN can't be used.
 */
import { PyComplex } from '../../python/objects.js';
import { checkDevices } from '../device_checks.js';
import { empty, emptyLike, likeStrides } from '../allocate.js';
import {
  channelsLast,
  channelsLast3d,
  contiguousFormat,
  float16,
  float32,
  float64,
  type MemoryFormat,
  cppName,
} from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, scope, type Op } from '../operator.js';
import { contiguousStrides, numel, showSizes, stridesFor, type Sizes } from '../shape.js';
import { convolutionWorkspaceBound, type ConvolutionPass } from '../../device/cudnn-workspace.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { copyKernel, contiguous } from './copy.js';
import { dropCopy, inFormat } from './dense.js';
import { constant_pad_nd } from './padding.js';
import { add, mul, sub } from './arithmetic.js';
import { sumDims } from './sum.js';
import { expand, narrow, reshape, select, squeezeDims, transpose, unsqueeze } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

interface ConvParams {
  stride: Sizes;
  padding: Sizes;
  dilation: Sizes;
  transposed: boolean;
  outputPadding: Sizes;
  groups: number;
}

const enum Backend {
  empty,
  depthwise2d,
  depthwise3d,
  cudnn,
  slow,
}

/** `cudnn_conv_suggest_memory_format`. */
function suggestFormat(input: Tensor, weight: Tensor): MemoryFormat {
  if (input.dtype === float64 || weight.dtype === float64) return contiguousFormat;
  const rank = weight.sizes.length;
  if (rank === 4)
    return input.suggestedFormat === channelsLast || weight.suggestedFormat === channelsLast
      ? channelsLast
      : contiguousFormat;
  if (rank === 5)
    return input.suggestedFormat === channelsLast3d || weight.suggestedFormat === channelsLast3d
      ? channelsLast3d
      : contiguousFormat;
  return contiguousFormat;
}

function isDepthwise(input: Tensor, weight: Tensor, p: ConvParams): boolean {
  return (
    input.isCuda &&
    !p.transposed &&
    input.sizes[1] === p.groups &&
    p.groups > 1 &&
    weight.sizes[0]! % input.sizes[1] === 0
  );
}

const not1 = (n: number): boolean => n !== 1;

function useCudnn(input: Tensor, p: ConvParams): boolean {
  if (!input.isCuda || state.flags['cudnn_enabled'] === false || !input.dtype.isFloating) return false;
  return !p.outputPadding.some((o, i) => o >= p.stride[i]!);
}

/** `check_cudnn_depthwise_workload_with_filter`: fp16 depthwise convolutions that cuDNN does better. */
function depthwiseWorkload(input: Tensor, stride: number, weight: Tensor): boolean {
  const [batch, channels, height, width] = input.sizes as [number, number, number, number];
  if (height === 1 && stride === 1) return true;
  const filter = weight.sizes[3]!;
  if (weight.sizes[2] !== filter || (filter !== 1 && filter !== 3 && filter !== 5) || width < 7) return false;
  if (stride === 1) return true;
  if (stride !== 2) return false;
  if (batch === 1) return filter === 1 ? width <= 28 : true;
  if (filter === 1) return batch <= 16 && channels >= 128 && width <= 7;
  return channels >= 512 || (channels >= 256 && width >= 28);
}

function useCudnnDepthwise(input: Tensor, weight: Tensor, p: ConvParams): boolean {
  if (state.flags['cudnn_enabled'] === false) return false;
  if (suggestFormat(input, weight) !== contiguousFormat) return true;
  return (
    useCudnn(input, p) &&
    input.dtype === float16 &&
    weight.dtype === float16 &&
    input.sizes.length === 4 &&
    !p.dilation.some(not1) &&
    (p.stride[0] === p.stride[1] || input.sizes[2] === 1) &&
    input.sizes[1]! >= 32 &&
    depthwiseWorkload(input, p.stride[1]!, weight)
  );
}

/** `_select_conv_backend`. */
function selectBackend(input: Tensor, weight: Tensor, p: ConvParams): Backend {
  if (input.numel === 0) {
    check(
      input.sizes[0] === 0 || input.sizes[1] === 0,
      () =>
        `Only zero batch or zero channel inputs are supported, but got input shape: ${showSizes(input.sizes)}`,
    );
    return Backend.empty;
  }
  if (isDepthwise(input, weight, p)) {
    if (useCudnnDepthwise(input, weight, p)) return Backend.cudnn;
    return input.sizes.length === 5 ? Backend.depthwise3d : Backend.depthwise2d;
  }
  return useCudnn(input, p) ? Backend.cudnn : Backend.slow;
}

function outputSizes(input: Sizes, weight: Sizes, p: ConvParams): number[] {
  const out = [input[0]!, p.transposed ? weight[1]! * p.groups : weight[0]!];
  for (let d = 2; d < input.length; d++) {
    const i = d - 2;
    const kernel = p.dilation[i]! * (weight[d]! - 1) + 1;
    out.push(
      p.transposed
        ? (input[d]! - 1) * p.stride[i]! - 2 * p.padding[i]! + kernel + p.outputPadding[i]!
        : Math.floor((input[d]! + 2 * p.padding[i]! - kernel) / p.stride[i]!) + 1,
    );
  }
  return out;
}

function expandParameter(list: Sizes, name: string, dims: number): Sizes {
  if (list.length === dims) return list;
  check(
    list.length === 1,
    () =>
      `expected ${name} to be a single integer value or a list of ${dims} values to match the convolution dimensions, but got ${name}=${showSizes(list)}`,
  );
  return new Array<number>(dims).fill(list[0]!);
}

function typeText(t: Tensor): string {
  return (t.isCuda ? 'torch.cuda.' : 'torch.') + t.dtype.scalarName + 'Tensor';
}

/** `check_shape_forward`. */
function checkShapes(input: Tensor, weight: Tensor, bias: MaybeTensor, p: ConvParams): void {
  const k = input.sizes.length;
  const w = weight.sizes;
  check(!p.padding.some((n) => n < 0), 'negative padding is not supported');
  check(!p.outputPadding.some((n) => n < 0), 'negative output_padding is not supported');
  if (p.outputPadding.some((n, i) => n >= p.stride[i]! && n >= p.dilation[i]!)) {
    const names = p.outputPadding.length === 3 ? ['depth', 'height', 'width'] : ['height', 'width'];
    // One dimension is computed as two, the first of size 1.
    const list = (name: string, values: Sizes, filler: number): string =>
      names.map((d, i) => `${name}_${d}: ${values[i - (names.length - values.length)] ?? filler}`).join(' ');
    fail(
      'RuntimeError',
      `output padding must be smaller than either stride or dilation, but got ${list('output_padding', p.outputPadding, 0)} ${list('stride', p.stride, 1)} ${list('dilation', p.dilation, 1)}`,
    );
  }
  check(!p.stride.some((n) => n <= 0), 'non-positive stride is not supported');
  check(!p.dilation.some((n) => n <= 0), 'dilation should be greater than zero');
  check(p.groups > 0, () => `expected groups to be greater than 0, but got groups=${p.groups}`);
  check(
    w.length === k,
    () =>
      `Expected ${w.length}-dimensional input for ${w.length}-dimensional weight ${showSizes(w)}, but got ${k}-dimensional input of size ${showSizes(input.sizes)} instead`,
  );
  check(
    w[0]! >= p.groups,
    () =>
      `Given groups=${p.groups}, expected weight to be at least ${p.groups} at dimension 0, but got weight of size ${showSizes(w)} instead`,
  );
  check(
    w[0]! % p.groups === 0,
    () =>
      `Given groups=${p.groups}, expected weight to be divisible by ${p.groups} at dimension 0, but got weight of size [${showSizes(w)}] instead`,
  );
  const channels = input.sizes[1]!;
  if (p.transposed) {
    check(
      channels === w[0],
      () =>
        `Given transposed=1, weight of size ${showSizes(w)}, expected input${showSizes(input.sizes)} to have ${w[0]} channels, but got ${channels} channels instead`,
    );
    check(
      bias === null || (bias.sizes.length === 1 && bias.sizes[0] === w[1]! * p.groups),
      () =>
        `Given transposed=1, weight of size ${showSizes(w)}, expected bias to be 1-dimensional with ${w[1]! * p.groups} elements, but got bias of size ${showSizes(bias!.sizes)} instead`,
    );
    return;
  }
  check(
    channels === w[1]! * p.groups,
    () =>
      `Given groups=${p.groups}, weight of size ${showSizes(w)}, expected input${showSizes(input.sizes)} to have ${w[1]! * p.groups} channels, but got ${channels} channels instead`,
  );
  check(
    bias === null || (bias.sizes.length === 1 && bias.sizes[0] === w[0]),
    () =>
      `Given weight of size ${showSizes(w)}, expected bias to be 1-dimensional with ${w[0]} elements, but got bias of size ${showSizes(bias!.sizes)} instead`,
  );
  for (let d = 2; d < k; d++) {
    if (input.sizes[d]! + 2 * p.padding[d - 2]! >= p.dilation[d - 2]! * (w[d]! - 1) + 1) continue;
    const padded = input.sizes.slice(2).map((n, i) => n + 2 * p.padding[i]!);
    const kernel = w.slice(2).map((n, i) => p.dilation[i]! * (n - 1) + 1);
    check(
      false,
      `Calculated padded input size per channel: (${padded.join(' x ')}). Kernel size: (${kernel.join(' x ')}). Kernel size can't be greater than actual input size`,
    );
  }
}

/** Whether a convolution on the CPU is oneDNN's (`use_mkldnn`), with more than one thread. */
function usesMkldnn(input: Tensor, weight: Tensor, groups: number): boolean {
  if (input.isCuda || input.dtype !== float32) return false;
  const [n] = input.sizes as [number];
  const wide = weight.sizes.length > 3 && weight.sizes.slice(-2).every((k) => k > 3);
  return groups > 1 || wide || n > 1 || numel(input.sizes.slice(0, 4)) > 20480;
}

function checkTypes(input: Tensor, weight: Tensor, bias: MaybeTensor, groups: number): void {
  const mkldnn = usesMkldnn(input, weight, groups);
  const dense = (name: string): string =>
    mkldnn ? ` or input should be a MKLDNN tensor and ${name} is a dense tensor` : '';
  // Another CPU input never comes to cuDNN, which compares the types.
  if (!input.isCuda && !mkldnn && input.sizes.length <= 4)
    checkDevices('wrapper_CUDA___slow_conv2d_forward', [input, weight, bias], ['self', 'weight', 'bias']);
  check(
    input.dtype === weight.dtype && input.isCuda === weight.isCuda,
    () =>
      `Input type (${typeText(input)}) and weight type (${typeText(weight)}) should be the same${dense('weight')}`,
  );
  check(
    bias === null || (input.dtype === bias.dtype && input.isCuda === bias.isCuda),
    () =>
      `Input type (${typeText(input)}) and bias type (${typeText(bias!)}) should be the same${dense('bias')}`,
  );
}

/** A 3-d tensor with a dimension of size 1 before the last; an alias, without history. */
function view4d(t: Tensor): Tensor {
  const [n, c, l] = t.sizes as [number, number, number];
  const [sn, sc, sl] = t.strides as [number, number, number];
  return t.alias([n, c, 1, l], [sn, sc, l * sl, sl]);
}

function view3d(t: Tensor): Tensor {
  return t.alias([t.sizes[0]!, t.sizes[1]!, t.sizes[3]!], [t.strides[0]!, t.strides[1]!, t.strides[3]!]);
}

function as2d(p: ConvParams): ConvParams {
  return {
    ...p,
    stride: [1, ...p.stride],
    padding: [0, ...p.padding],
    dilation: [1, ...p.dilation],
    outputPadding: [0, ...p.outputPadding],
  };
}

function parameters(
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  transposed: boolean,
  outputPadding: Sizes,
  groups: number,
): ConvParams {
  const dims = weight.sizes.length - 2;
  check(dims > 0, 'weight should have at least three dimensions');
  const p = {
    stride: expandParameter(stride, 'stride', dims),
    padding: expandParameter(padding, 'padding', dims),
    dilation: expandParameter(dilation, 'dilation', dims),
    transposed,
    outputPadding: expandParameter(outputPadding, 'output_padding', dims),
    groups,
  };
  checkShapes(input, weight, bias, p);
  return p;
}

/** Elements of the column matrix of one image, for the im2col kernels; 0 where a 1×1 kernel reads the input itself. */
function columns(p: ConvParams, weight: Sizes, input: Sizes, output: Sizes): number {
  const kernel = numel(weight.slice(2));
  if (p.transposed) return weight[1]! * kernel * numel(input.slice(2));
  const direct =
    kernel === 1 && !p.stride.some(not1) && !p.padding.some((n) => n !== 0) && !p.dilation.some(not1);
  return direct ? 0 : weight[1]! * kernel * numel(output.slice(2));
}

function groupSlice(t: Tensor, dim: number, groups: number, g: number): Tensor {
  if (groups === 1) return t;
  const n = t.sizes[dim]! / groups;
  const sizes = t.sizes.slice();
  sizes[dim] = n;
  return inFormat(t.alias(sizes, t.strides, t.offset + g * n * t.strides[dim]!), contiguousFormat);
}

/** Gradients of the input and the weight, and of the bias from kernels that compute it. */
type Gradients = [input: MaybeTensor, weight: MaybeTensor, bias?: MaybeTensor];

/** The kernels without cuDNN: `slow_conv2d`, `slow_conv_dilated`, `slow_conv_transpose`. One group at a time. */
function slowForward(input: Tensor, weight: Tensor, bias: MaybeTensor, p: ConvParams): Tensor {
  const source = inFormat(input, contiguousFormat);
  const filters = inFormat(weight, contiguousFormat);
  const outputs: Tensor[] = [];
  const { groups } = p;
  for (let g = 0; g < groups; g++) {
    const part = groupSlice(source, 1, groups, g);
    const kernel = groupSlice(filters, 0, groups, g);
    const shift = bias === null ? null : groupSlice(bias, 0, groups, g);
    const sizes = outputSizes(part.sizes, kernel.sizes, { ...p, groups: 1 });
    const out = emptyLike(input, sizes);
    const count = columns(p, kernel.sizes, part.sizes, sizes);
    if (count > 0) {
      const buffer = emptyLike(input, [count]);
      if (p.transposed) drop(emptyLike(input, [numel(sizes.slice(2))]));
      drop(buffer);
    }
    outputs.push(out);
    dropCopy(part, source);
    dropCopy(kernel, filters);
    if (bias !== null) dropCopy(shift!, bias);
  }
  if (groups === 1) return outputs[0]!;
  return emptyLike(input, outputSizes(input.sizes, weight.sizes, p));
}

function slowBackward(
  gradOutput: Tensor,
  input: Tensor,
  weight: Tensor,
  p: ConvParams,
  mask: boolean[],
): Gradients {
  const { groups } = p;
  const parts: Tensor[] = [];
  const source = inFormat(input, contiguousFormat);
  const filters = inFormat(weight, contiguousFormat);
  for (let g = 0; g < groups; g++) {
    const grad = inFormat(groupSlice(gradOutput, 1, groups, g), contiguousFormat);
    const part = groupSlice(source, 1, groups, g);
    const kernel = groupSlice(filters, 0, groups, g);
    const buffer = (): Tensor => emptyLike(input, [columns(p, kernel.sizes, part.sizes, grad.sizes)]);
    if (p.transposed) {
      if (mask[0]) {
        parts.push(emptyLike(input, part.sizes));
        drop(buffer());
      }
      if (mask[1]) parts.push(emptyLike(weight, kernel.sizes));
      if (mask[2]) parts.push(emptyLike(input, [grad.sizes[1]!]));
      if (mask[1] || mask[2]) drop(buffer());
    } else {
      if (mask[0]) parts.push(emptyLike(input, part.sizes));
      const columns = buffer();
      if (mask[1]) parts.push(emptyLike(weight, kernel.sizes));
      drop(columns);
    }
    dropCopy(grad, gradOutput);
    dropCopy(part, source);
    dropCopy(kernel, filters);
  }
  const sizes = [input.sizes, weight.sizes, [gradOutput.sizes[1]!]];
  // A transposed convolution's kernels compute the bias's gradient too.
  const computed = mask.map((wanted, i) => wanted && (i < 2 || p.transposed));
  const made = computed.map((wanted, i) =>
    !wanted ? null : groups === 1 ? parts.shift()! : emptyLike(i === 1 ? weight : input, sizes[i]!),
  );
  return p.transposed ? [made[0]!, made[1]!, made[2]!] : [made[0]!, made[1]!];
}

/** Tells the recorder of the workspace that cuDNN may take now, its operands made. */
function tellWorkspace(
  pass: ConvolutionPass,
  input: Tensor,
  weight: Tensor,
  output: Sizes,
  p: ConvParams,
): void {
  const { recorder } = state;
  if (recorder?.workspaceUpTo === undefined) return;
  const shape = {
    input: input.numel,
    output: numel(output),
    weight: weight.numel,
    inputChannels: input.sizes[1]!,
    outputChannels: output[1]!,
    groups: p.groups,
    itemsize: input.dtype.itemsize,
  };
  recorder.workspaceUpTo(convolutionWorkspaceBound(shape, pass));
}

function forwardKernel(
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  p: ConvParams,
  backend: Backend,
): Tensor {
  switch (backend) {
    case Backend.empty: {
      const sizes = outputSizes(input.sizes, weight.sizes, p);
      return emptyLike(input, sizes);
    }
    case Backend.depthwise2d:
    case Backend.depthwise3d: {
      const source = inFormat(input, contiguousFormat);
      const out = emptyLike(input, outputSizes(input.sizes, weight.sizes, p));
      const kernel = inFormat(weight, contiguousFormat);
      dropCopy(kernel, weight);
      dropCopy(source, input);
      return out;
    }
    case Backend.cudnn: {
      const format = suggestFormat(input, weight);
      const source = inFormat(input, format);
      const sizes = outputSizes(input.sizes, weight.sizes, p);
      const out = empty(sizes, input.dtype, input.device, stridesFor(sizes, format));
      const kernel = inFormat(weight, format);
      tellWorkspace('forward', input, weight, sizes, p);
      dropCopy(kernel, weight);
      dropCopy(source, input);
      return out;
    }
    default:
      return slowForward(input, weight, bias, p);
  }
}

function backwardKernel(
  gradOutput: Tensor,
  input: Tensor,
  weight: Tensor,
  p: ConvParams,
  backend: Backend,
  mask: boolean[],
): Gradients {
  switch (backend) {
    case Backend.empty:
      return [
        mask[0] ? emptyLike(input, input.sizes) : null,
        mask[1] ? emptyLike(weight, weight.sizes) : null,
      ];
    case Backend.depthwise2d: {
      // conv_depthwise2d_backward_cuda: the weight's gradient first.
      const grad = inFormat(gradOutput, contiguousFormat);
      let gradWeight: MaybeTensor = null;
      if (mask[1]) {
        gradWeight = emptyLike(weight, weight.sizes);
        const source = inFormat(input, contiguousFormat);
        dropCopy(source, input);
      }
      const gradInput = mask[0] ? emptyLike(input, input.sizes) : null;
      dropCopy(grad, gradOutput);
      return [gradInput, gradWeight];
    }
    case Backend.depthwise3d: {
      const grad = inFormat(gradOutput, contiguousFormat);
      const source = inFormat(input, contiguousFormat);
      const gradInput = mask[0] ? emptyLike(input, input.sizes) : null;
      const gradWeight = mask[1] ? emptyLike(weight, weight.sizes) : null;
      dropCopy(grad, gradOutput);
      dropCopy(source, input);
      return [gradInput, gradWeight];
    }
    case Backend.cudnn: {
      const source = mask[1] ? inFormat(input, suggestFormat(input, weight)) : input;
      // `grad_output.to(input.suggest_memory_format())`
      const wanted = source.suggestedFormat;
      let grad =
        gradOutput.suggestedFormat === wanted
          ? gradOutput
          : copyKernel(emptyLike(gradOutput, gradOutput.sizes, likeStrides(gradOutput, wanted)), gradOutput);
      // A transposed convolution makes it dense once, for both gradients.
      if (p.transposed) grad = inFormat(grad, suggestFormat(grad, weight));
      let gradInput: MaybeTensor = null;
      let gradWeight: MaybeTensor = null;
      if (mask[0]) {
        const format = suggestFormat(grad, weight);
        gradInput = empty(input.sizes, input.dtype, input.device, stridesFor(input.sizes, format));
        const kernel = inFormat(weight, format);
        const dense = inFormat(grad, format);
        tellWorkspace('input', input, weight, gradOutput.sizes, p);
        dropCopy(kernel, weight);
        dropCopy(dense, grad);
      }
      if (mask[1]) {
        const format = suggestFormat(source, grad);
        const dense = inFormat(grad, format);
        const denseInput = inFormat(source, format);
        gradWeight = empty(weight.sizes, weight.dtype, weight.device, stridesFor(weight.sizes, format));
        tellWorkspace('weight', input, weight, gradOutput.sizes, p);
        dropCopy(dense, grad);
        dropCopy(denseInput, source);
      }
      dropCopy(source, input);
      dropCopy(grad, gradOutput);
      return [gradInput, gradWeight];
    }
    default:
      return slowBackward(gradOutput, input, weight, p, mask);
  }
}

/**
 * Operations of a convolution, as `conv_flop_count` of torch.utils.flop_counter: 2 × the first dimension of `input` × pixels × weights;
 * of a transposed one the pixels are the input's.
 */
function convFlops(input: Sizes, weight: Sizes, output: Sizes, transposed: boolean): number {
  return 2 * input[0]! * numel((transposed ? input : output).slice(2)) * numel(weight);
}

const CONVOLUTION_PARAMETERS =
  'int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups';

/** As in `CONVOLUTION_PARAMETERS`. */
type ConvolutionParameters = [
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  transposed: boolean,
  outputPadding: Sizes,
  groups: number,
];
type ConvolutionArguments = [
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  ...parameters: ConvolutionParameters,
];

/** The choice of a backend and its forward; input and weight are saved whatever is needed. */
export const convolution: Op<ConvolutionArguments> = op({
  schema: `convolution(Tensor input, Tensor weight, Tensor? bias, ${CONVOLUTION_PARAMETERS}) -> Tensor`,
  bind: 'function',
  autocast: 'lower_precision_fp',
  forward(
    ...[
      input,
      weight,
      bias,
      stride,
      padding,
      dilation,
      transposed,
      outputPadding,
      groups,
    ]: ConvolutionArguments
  ): Tensor {
    let p = parameters(input, weight, bias, stride, padding, dilation, transposed, outputPadding, groups);
    checkTypes(input, weight, bias, groups);
    if (weight.sizes.length !== 3)
      return forwardKernel(input, weight, bias, p, selectBackend(input, weight, p));
    p = as2d(p);
    const image = view4d(contiguous(input));
    const kernel = view4d(weight);
    return view3d(forwardKernel(image, kernel, bias, p, selectBackend(image, kernel, p)));
  },
  autograd(
    _needs,
    _result,
    input,
    weight,
    bias,
    stride,
    padding,
    dilation,
    transposed,
    outputPadding,
    groups,
  ) {
    const biasSizes = bias?.sizes ?? null;
    return {
      saved: [input, weight],
      backward: ([grad], [x, w], needs) =>
        convolution_backward(
          grad!,
          x!,
          w!,
          biasSizes,
          stride,
          padding,
          dilation,
          transposed,
          outputPadding,
          groups,
          needs,
        ),
    };
  },
  flops: (result, input, weight, _bias, _stride, _padding, _dilation, transposed) =>
    convFlops(input.sizes, weight.sizes, result.sizes, transposed),
});

type BackwardArguments = [
  gradOutput: Tensor,
  input: Tensor,
  weight: Tensor,
  biasSizes: Sizes | null,
  ...parameters: ConvolutionParameters,
  mask: boolean[],
];

export const convolution_backward: Op<BackwardArguments, MaybeTensor[]> = op({
  schema: `convolution_backward(Tensor grad_output, Tensor input, Tensor weight, int[]? bias_sizes, ${CONVOLUTION_PARAMETERS}, bool[3] output_mask) -> (Tensor, Tensor, Tensor)`,
  bind: 'function',
  node: 'ConvolutionBackwardBackward0',
  forward(
    ...[
      gradOutput,
      input,
      weight,
      ,
      stride,
      padding,
      dilation,
      transposed,
      outputPadding,
      groups,
      mask,
    ]: BackwardArguments
  ): MaybeTensor[] {
    let p = parameters(input, weight, null, stride, padding, dilation, transposed, outputPadding, groups);
    let gradInput: MaybeTensor;
    let gradWeight: MaybeTensor;
    let ownBias: MaybeTensor | undefined;
    if (weight.sizes.length === 3) {
      p = as2d(p);
      const image = view4d(contiguous(input));
      const kernel = view4d(weight);
      const grads = backwardKernel(
        view4d(gradOutput),
        image,
        kernel,
        p,
        selectBackend(image, kernel, p),
        mask,
      );
      gradInput = grads[0] === null ? null : view3d(grads[0]);
      gradWeight = grads[1] === null ? null : view3d(grads[1]);
      ownBias = grads[2];
    } else
      [gradInput, gradWeight, ownBias] = backwardKernel(
        gradOutput,
        input,
        weight,
        p,
        selectBackend(input, weight, p),
        mask,
      );
    if (ownBias !== undefined) return [gradInput, gradWeight, ownBias];
    const gradBias = mask[2]
      ? sumDims(
          gradOutput,
          gradOutput.sizes.flatMap((_, d) => (d === 1 ? [] : [d])),
          false,
          null,
        )
      : null;
    return [gradInput, gradWeight, gradBias];
  },
  autograd(
    _needs,
    _result,
    gradOutput,
    input,
    weight,
    _bias,
    stride,
    padding,
    dilation,
    transposed,
    outputPadding,
    groups,
  ) {
    return {
      saved: [gradOutput, input, weight],
      backward: ([ggI, ggW, ggb], [gO, x, w]) =>
        doubleBackward(ggI ?? null, ggW ?? null, ggb ?? null, gO!, w!, x!, {
          stride: each(stride, w!),
          padding: each(padding, w!),
          dilation: each(dilation, w!),
          transposed,
          outputPadding: each(outputPadding, w!),
          groups,
        }),
    };
  },
  flops(result, gradOutput, input, weight, _bias, _stride, _padding, _dilation, transposed) {
    const [gradInput, gradWeight] = result;
    // The weight's gradient is a convolution of one by the other with batch and channels exchanged; its groups are not taken into account,
    // so PyTorch's count is `groups` times what is done.
    const exchanged = ([n, c, ...pixels]: Sizes): Sizes => [c!, n!, ...pixels];
    const [by, image] = transposed ? [input, gradOutput] : [gradOutput, input];
    return (
      (gradInput === null ? 0 : convFlops(gradOutput.sizes, weight.sizes, gradInput.sizes, !transposed)) +
      (gradWeight === null
        ? 0
        : convFlops(exchanged(image.sizes), exchanged(by.sizes), exchanged(gradWeight.sizes), false))
    );
  },
});

/** `expand_param_if_needed`: one number stands for every dimension. */
function each(values: Sizes, weight: Tensor): Sizes {
  return values.length === 1 ? new Array<number>(weight.sizes.length - 2).fill(values[0]!) : values;
}

/** `_convolution_double_backward`: all that can be computed, whether wanted or not. */
function doubleBackward(
  ggI: MaybeTensor,
  ggW: MaybeTensor,
  ggb: MaybeTensor,
  gO: Tensor,
  weight: Tensor,
  input: Tensor,
  p: ConvParams,
): MaybeTensor[] {
  const conv = (a: Tensor, b: Tensor, q: ConvParams): Tensor =>
    convolution(a, b, null, q.stride, q.padding, q.dilation, q.transposed, q.outputPadding, q.groups);
  let ggO: MaybeTensor = null;
  const rank = weight.sizes.length;
  const join = (make: () => Tensor): void => {
    const [before, term] = [ggO, scope(make)];
    if (before === null) ggO = term;
    else {
      ggO = add(before, term, 1);
      drop(before, term);
    }
  };
  if (ggI !== null) join(() => conv(ggI, contiguous(weight), p));
  if (ggW !== null) join(() => conv(input, contiguous(ggW), p));
  if (ggb !== null)
    join(() => expand(reshape(ggb, [1, ggb.sizes[0]!, ...new Array<number>(rank - 2).fill(1)]), gO.sizes));
  const shrink = (t: Tensor, sizes: Sizes): Tensor => {
    let out = t;
    for (let d = 2; d < rank; d++) if (out.sizes[d]! > sizes[d]!) out = narrow(out, d, 0, sizes[d]!);
    return out;
  };
  let gW: MaybeTensor = null;
  if (ggI !== null) {
    const q = {
      ...p,
      stride: p.dilation,
      dilation: p.stride,
      groups: 1,
      transposed: false,
      outputPadding: new Array<number>(rank - 2).fill(0),
    };
    gW = scope(() => {
      const gOt = transpose(gO, 0, 1);
      const ggIt = transpose(ggI, 0, 1);
      const part = (t: Tensor, g: number): Tensor => {
        const n = t.sizes[0]! / p.groups;
        return p.groups === 1 ? t : narrow(t, 0, n * g, n);
      };
      const parts = Array.from({ length: p.groups }, (_, g) =>
        scope(() => {
          const own = contiguous(part(gOt, g));
          return p.transposed ? conv(own, part(ggIt, g), q) : conv(part(ggIt, g), own, q);
        }),
      );
      const joined = parts.length === 1 ? parts[0]! : callOperator('cat', parts, 1);
      return shrink(transpose(joined, 0, 1), weight.sizes);
    });
  }
  let gI: MaybeTensor = null;
  if (ggW !== null) {
    if (p.transposed)
      gI = shrink(
        conv(gO, ggW, { ...p, transposed: false, outputPadding: new Array<number>(rank - 2).fill(0) }),
        input.sizes,
      );
    else
      gI = conv(gO, ggW, {
        ...p,
        transposed: true,
        outputPadding: input.sizes
          .slice(2)
          .map(
            (n, i) =>
              n -
              ((gO.sizes[i + 2]! - 1) * p.stride[i]! -
                2 * p.padding[i]! +
                p.dilation[i]! * (weight.sizes[i + 2]! - 1) +
                1),
          ),
      });
  }
  return [ggO, gI, gW];
}

function batchify(input: Tensor, dims: number, name: string): [Tensor, boolean] {
  const batched = input.sizes.length === dims + 2;
  check(
    batched || input.sizes.length === dims + 1,
    () =>
      `Expected ${dims + 1}D (unbatched) or ${dims + 2}D (batched) input to ${name}, but got input of size: ${showSizes(input.sizes)}`,
  );
  return [batched ? input : unsqueeze(input, 0), batched];
}

function convNd(
  name: string,
  dims: number,
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  transposed: boolean,
  outputPadding: Sizes,
  groups: number,
): Tensor {
  check(
    bias === null || bias.dtype === input.dtype,
    () => `Input type (${cppName(input.dtype)}) and bias type (${cppName(bias!.dtype)}) should be the same`,
  );
  const [batch, batched] = batchify(input, dims, name);
  const out = realConvolutions(batch, weight, bias, (x, w, b) =>
    convolution(x, w, b, stride, padding, dilation, transposed, outputPadding, groups),
  );
  return batched ? out : squeezeDims(out, [0]);
}

/** A convolution; of complex numbers three of their parts (`complex_convolution`, after Gauss). */
function realConvolutions(
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  convolve: (input: Tensor, weight: Tensor, bias: MaybeTensor) => Tensor,
): Tensor {
  if (!input.dtype.isComplex) return convolve(input, weight, bias);
  const [x, w] = [partsOf(input), partsOf(weight)];
  const shift = bias === null ? [null, null] : partsOf(bias);
  const a = convolve(x[0]!, w[0]!, shift[0]!);
  const b = convolve(x[1]!, w[1]!, null);
  const c = scope(() => {
    const bothShifts = bias === null ? null : add(shift[0]!, shift[1]!, 1);
    const bothWeights = add(w[0]!, w[1]!, 1);
    return convolve(add(x[0]!, x[1]!, 1), bothWeights, bothShifts);
  });
  return scope(() => {
    const imaginary = mul(sub(sub(c, a, 1), b, 1), new PyComplex(0, 1));
    return add(sub(a, b, 1), imaginary, 1);
  });
}

/** The real and the imaginary parts of a complex tensor. */
function partsOf(t: Tensor): Tensor[] {
  const real = callOperator('view_as_real', callOperator('resolve_conj', t));
  return [0, 1].map((i) => select(real, -1, i));
}

/** `padding='same'`: symmetric where it can be, else a padded copy of the input. */
function convMode(
  name: string,
  dims: number,
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  stride: Sizes,
  padding: string,
  dilation: Sizes,
  groups: number,
): Tensor {
  const [batch, batched] = batchify(input, dims, name);
  const zeros = new Array<number>(dims).fill(0);
  const out = realConvolutions(batch, weight, bias, (x, w, b) => {
    const convolve = (source: Tensor, sides: Sizes): Tensor =>
      convolution(source, w, b, stride, sides, dilation, false, zeros, groups);
    if (padding === 'valid') return convolve(x, [0]);
    check(padding === 'same', `Invalid padding string: '${padding}'`);
    check(!stride.some(not1), "padding='same' is not supported for strided convolutions");
    const left: number[] = [];
    const right: number[] = [];
    for (let i = 0; i < dims; i++) {
      const total = (dilation.length === 1 ? dilation[0]! : dilation[i]!) * (w.sizes[i + 2]! - 1);
      left.push(Math.floor(total / 2));
      right.push(total - Math.floor(total / 2));
    }
    if (left.every((l, i) => l === right[i])) return convolve(x, left);
    const pad = new Array<number>(2 * dims).fill(0);
    for (let i = 0; i < dims; i++) pad[2 * (dims - 1 - i) + 1] = right[i]! - left[i]!;
    return scope(() => convolve(constant_pad_nd(x, pad, 0), left));
  });
  return batched ? out : squeezeDims(out, [0]);
}

/** With padding as sizes, or in a word: `same`, `valid`. */
type ConvArguments<Padding = Sizes> = [
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  stride: Sizes,
  padding: Padding,
  dilation: Sizes,
  groups: number,
];
type ConvTransposeArguments = [
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  stride: Sizes,
  padding: Sizes,
  outputPadding: Sizes,
  groups: number,
  dilation: Sizes,
];

function defineConv(dims: number): Op<ConvArguments> {
  const name = `conv${dims}d`;
  const zeros = new Array<number>(dims).fill(0);
  const conv: Op<ConvArguments> = op({
    schema:
      `${name}(Tensor input, Tensor weight, Tensor? bias=None, int[${dims}] stride=1, int[${dims}] padding=0, int[${dims}] dilation=1, int groups=1) -> Tensor`.replace(
        /=([01]),/g,
        '=[$1],',
      ),
    bind: 'function',
    autocast: 'lower_precision_fp',
    composite: true,
    forward: (...[input, weight, bias, stride, padding, dilation, groups]: ConvArguments) =>
      convNd(name, dims, input, weight, bias, stride, padding, dilation, false, zeros, groups),
  });
  op({
    schema: `${name}.padding(Tensor input, Tensor weight, Tensor? bias=None, int[${dims}] stride=[1], str padding="valid", int[${dims}] dilation=[1], int groups=1) -> Tensor`,
    bind: 'function',
    autocast: 'lower_precision_fp',
    composite: true,
    forward: (...[input, weight, bias, stride, padding, dilation, groups]: ConvArguments<string>) =>
      convMode(name, dims, input, weight, bias, stride, padding, dilation, groups),
  });
  return conv;
}

export const conv1d = defineConv(1);
export const conv2d = defineConv(2);
export const conv3d = defineConv(3);

function defineConvTranspose(dims: number): Op<ConvTransposeArguments> {
  const name = `conv_transpose${dims}d`;
  return op({
    schema: `${name}${dims === 1 ? '' : '.input'}(Tensor input, Tensor weight, Tensor? bias=None, int[${dims}] stride=[1], int[${dims}] padding=[0], int[${dims}] output_padding=[0], int groups=1, int[${dims}] dilation=[1]) -> Tensor`,
    bind: 'function',
    autocast: 'lower_precision_fp',
    composite: true,
    forward: (
      ...[input, weight, bias, stride, padding, outputPadding, groups, dilation]: ConvTransposeArguments
    ) => convNd(name, dims, input, weight, bias, stride, padding, dilation, true, outputPadding, groups),
  });
}

export const conv_transpose1d = defineConvTranspose(1);
export const conv_transpose2d = defineConvTranspose(2);
export const conv_transpose3d = defineConvTranspose(3);

op({
  schema: `_convolution(Tensor input, Tensor weight, Tensor? bias, ${CONVOLUTION_PARAMETERS}, bool benchmark, bool deterministic, bool cudnn_enabled, bool allow_tf32) -> Tensor`,
  bind: 'function',
  autocast: 'lower_precision_fp',
  composite: true,
  forward: (
    ...[
      input,
      weight,
      bias,
      stride,
      padding,
      dilation,
      transposed,
      outputPadding,
      groups,
    ]: ConvolutionArguments
  ) => convolution(input, weight, bias, stride, padding, dilation, transposed, outputPadding, groups),
});

/** `conv_tbc`: a convolution over (time, batch, channels), by products; output is one tensor. */
op({
  schema: 'conv_tbc(Tensor self, Tensor weight, Tensor bias, int pad=0) -> Tensor',
  bind: 'function method',
  autocast: 'lower_precision_fp',
  forward: (self: Tensor, weight: Tensor, _bias: Tensor, pad: number): Tensor =>
    emptyLike(self, [self.sizes[0]! + 2 * pad - weight.sizes[0]! + 1, self.sizes[1]!, weight.sizes[2]!]),
  autograd(_needs, _result, self, weight, bias) {
    const biasSizes = bias.sizes;
    return {
      saved: [self, weight],
      backward: ([grad], [x, w], needs) => [
        needs[0] ? emptyLike(x!) : null,
        needs[1] ? emptyLike(w!) : null,
        needs[2] ? empty(biasSizes, grad!.dtype, grad!.device, contiguousStrides(biasSizes)) : null,
      ],
    };
  },
});
