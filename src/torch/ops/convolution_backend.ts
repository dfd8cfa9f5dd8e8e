/** Which backend PyTorch chooses for a convolution on CUDA (aten/src/ATen/native/Convolution.cpp), and what it refuses. */
import type { MaybeTensor } from '../autograd/node.js';
import { checkDevices } from '../device_checks.js';
import {
  channelsLast,
  channelsLast3d,
  contiguousFormat,
  float16,
  float32,
  float64,
  type MemoryFormat,
} from '../dtype.js';
import { check, fail } from '../errors.js';
import { numel, showSizes, type Sizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';

export interface ConvParams {
  stride: Sizes;
  padding: Sizes;
  dilation: Sizes;
  transposed: boolean;
  outputPadding: Sizes;
  groups: number;
}

export const enum Backend {
  empty,
  depthwise2d,
  depthwise3d,
  cudnn,
  slow,
}

/** `cudnn_conv_suggest_memory_format`. */
export function suggestFormat(input: Tensor, weight: Tensor): MemoryFormat {
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

export const not1 = (n: number): boolean => n !== 1;

function useCudnn(input: Tensor, p: ConvParams): boolean {
  if (!input.isCuda || state.flags['cudnn_enabled'] === false) return false;
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
export function selectBackend(input: Tensor, weight: Tensor, p: ConvParams): Backend {
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

export function outputSizes(input: Sizes, weight: Sizes, p: ConvParams): number[] {
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

/** What the kernels of the CPU say of an empty weight; cuDNN refuses it too. */
function checkKernel(sizes: Sizes): void {
  if (sizes.every((n) => n > 0)) return;
  const [height, width] = sizes.length === 1 ? [1, sizes[0]!] : sizes;
  fail(
    'RuntimeError',
    sizes.length === 3
      ? `kernel size should be greater than zero, but got: ${sizes.join(' x ')} (TxHxW)`
      : `kernel size should be greater than zero, but got kernel_height: ${height} kernel_width: ${width}`,
  );
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
  check(p.groups > 0, 'non-positive groups is not supported');
  check(
    w.length === k,
    () =>
      `Expected ${w.length}-dimensional input for ${w.length}-dimensional weight${showSizes(w)}, but got ${k}-dimensional input of size ${showSizes(input.sizes)} instead`,
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
  checkKernel(w.slice(2));
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

export function checkTypes(input: Tensor, weight: Tensor, bias: MaybeTensor, groups: number): void {
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

export const CONVOLUTION_PARAMETERS =
  'int[] stride, int[] padding, int[] dilation, bool transposed, int[] output_padding, int groups';

/** As in `CONVOLUTION_PARAMETERS`. */
export type ConvolutionParameters = [
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  transposed: boolean,
  outputPadding: Sizes,
  groups: number,
];

/** A 3-d tensor with a dimension of size 1 before the last; an alias, without history. */
export function view4d(t: Tensor): Tensor {
  const [n, c, l] = t.sizes as [number, number, number];
  const [sn, sc, sl] = t.strides as [number, number, number];
  return t.alias([n, c, 1, l], [sn, sc, l * sl, sl]);
}

export function view3d(t: Tensor): Tensor {
  return t.alias([t.sizes[0]!, t.sizes[1]!, t.sizes[3]!], [t.strides[0]!, t.strides[1]!, t.strides[3]!]);
}

export function as2d(p: ConvParams): ConvParams {
  return {
    ...p,
    stride: [1, ...p.stride],
    padding: [0, ...p.padding],
    dilation: [1, ...p.dilation],
    outputPadding: [0, ...p.outputPadding],
  };
}

export function parameters(
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  ...[stride, padding, dilation, transposed, outputPadding, groups]: ConvolutionParameters
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
