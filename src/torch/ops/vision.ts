/** The operators of torchvision's extension: what detection models call (torchvision/csrc/ops). */
import { emptyLike } from '../allocate.js';
import { cachedCast } from '../autocast.js';
import { float32, int32, int64 } from '../dtype.js';
import { check, machine } from '../errors.js';
import { drop, op, type Op } from '../operator.js';
import { showSizes, type Sizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { to } from './copy.js';
import { dropCopy, inFormat } from './dense.js';
import type { MaybeTensor } from '../autograd/node.js';

/** How many boxes are kept depends on values: all of them are taken to be. */
op<[Tensor, Tensor, number], Tensor>({
  schema: 'torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor',
  bind: 'none',
  forward(dets, scores) {
    check(dets.sizes.length === 2, () => `boxes should be a 2d tensor, got ${dets.sizes.length}D`);
    check(dets.sizes[1] === 4, () => `boxes should have 4 elements in dimension 1, got ${dets.sizes[1]}`);
    check(
      dets.sizes[0] === scores.sizes[0],
      () =>
        `boxes and scores should have same number of elements in dimension 0, got ${dets.sizes[0]} and ${scores.sizes[0]}`,
    );
    const n = dets.sizes[0]!;
    if (n > 0) machine().note('assumption', 'nms is taken to keep every box');
    const order = emptyLike(dets, [n], null, int64);
    const sorted = emptyLike(dets, [n, 4]);
    const mask = emptyLike(dets, [n * Math.ceil(n / 64)], null, int64);
    const keep = emptyLike(dets, [n], null, int64);
    drop(mask);
    const result = emptyLike(dets, [n], null, int64);
    drop(keep, sorted, order);
    return result;
  },
});

/** An operator under autocast computes in float32 and gives back the input's dtype. */
function inFloat(input: Tensor, rois: Tensor, compute: (input: Tensor, rois: Tensor) => Tensor): Tensor {
  if (!state.autocast.cuda || !input.isCuda) return compute(input, rois);
  state.autocast.cuda = false;
  try {
    return to(compute(cachedCast(float32, input), cachedCast(float32, rois)), input.dtype);
  } finally {
    state.autocast.cuda = true;
  }
}

function checkRois(input: Tensor, rois: Tensor): void {
  check(
    rois.sizes.length === 2 && rois.sizes[1] === 5,
    () => `rois must have shape as Tensor[K, 5], got ${showSizes(rois.sizes)}`,
  );
  check(
    input.dtype === rois.dtype,
    () => "Expected tensor for argument #1 'input' to have the same type as tensor for argument #2 'rois'",
  );
}

/** The gradient of the pooled image; the gradient that comes is made dense where it isn't. */
function imageGradient(grad: Tensor, sizes: Sizes): Tensor {
  const g = inFormat(grad);
  const out = emptyLike(grad, sizes);
  dropCopy(g, grad);
  return out;
}

type PoolArguments = [input: Tensor, rois: Tensor, scale: number, height: number, width: number];

const alignKernel: Op<PoolArguments> = op<PoolArguments, Tensor>({
  schema:
    'torchvision::_roi_align(Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width) -> Tensor',
  bind: 'none',
  node: 'ROIAlignFunctionBackward',
  differentiable: [0],
  forward(input, rois, _scale, height, width) {
    checkRois(input, rois);
    const out = emptyLike(input, [rois.sizes[0]!, input.sizes[1]!, height, width]);
    dropCopy(inFormat(input), input);
    return out;
  },
  autograd(_needs, _result, input, rois) {
    const { sizes } = input;
    return { saved: [rois], backward: ([grad]) => [imageGradient(grad!, sizes)] };
  },
});
op<[...PoolArguments, number, boolean], Tensor>({
  schema:
    'torchvision::roi_align(Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width, int sampling_ratio, bool aligned) -> Tensor',
  bind: 'none',
  composite: true,
  forward: (input, rois, scale, height, width) =>
    inFloat(input, rois, (x, r) => alignKernel(x, r, scale, height, width)),
});

/** Pooling that keeps, for backward, where each value came from. */
function pooling(name: string, node: string, channels: (c: number, h: number, w: number) => number): void {
  op<PoolArguments, Tensor[]>({
    schema: `torchvision::${name}(Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width) -> (Tensor, Tensor)`,
    bind: 'none',
    node,
    differentiable: [0],
    outputDifferentiability: [true, false],
    forward(input, rois, _scale, height, width) {
      checkRois(input, rois);
      const sizes = [rois.sizes[0]!, channels(input.sizes[1]!, height, width), height, width];
      return [emptyLike(input, sizes), emptyLike(input, sizes, null, int32)];
    },
    autograd(_needs, result, input, rois) {
      const { sizes } = input;
      return { saved: [rois, result[1]!], backward: ([grad]) => [imageGradient(grad!, sizes)] };
    },
  });
}
pooling('roi_pool', 'ROIPoolFunctionBackward', (c) => c);
pooling('ps_roi_pool', 'PSROIPoolFunctionBackward', (c, h, w) => c / (h * w));

op<[...PoolArguments, number], Tensor[]>({
  schema:
    'torchvision::ps_roi_align(Tensor input, Tensor rois, float spatial_scale, int pooled_height, int pooled_width, int sampling_ratio) -> (Tensor, Tensor)',
  bind: 'none',
  node: 'PSROIAlignFunctionBackward',
  differentiable: [0],
  outputDifferentiability: [true, false],
  forward(input, rois, _scale, height, width) {
    checkRois(input, rois);
    const sizes = [rois.sizes[0]!, input.sizes[1]! / (height * width), height, width];
    return [emptyLike(input, sizes), emptyLike(input, sizes, null, int32)];
  },
  autograd(_needs, result, input, rois) {
    const { sizes } = input;
    return { saved: [rois, result[1]!], backward: ([grad]) => [imageGradient(grad!, sizes)] };
  },
});

type DeformArguments = [
  input: Tensor,
  weight: Tensor,
  offset: Tensor,
  mask: Tensor,
  bias: Tensor,
  strideH: number,
  strideW: number,
  padH: number,
  padW: number,
  dilationH: number,
  dilationW: number,
  groups: number,
  offsetGroups: number,
  useMask: boolean,
];

/** By columns, for up to 32 images at a time. */
op<DeformArguments, Tensor>({
  schema:
    'torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, int stride_h, int stride_w, int pad_h, int pad_w, int dilation_h, int dilation_w, int groups, int offset_groups, bool use_mask) -> Tensor',
  bind: 'none',
  node: 'DeformConv2dFunctionBackward',
  forward(input, weight, offset) {
    const [n, c] = input.sizes as [number, number];
    const [co, , kh, kw] = weight.sizes as [number, number, number, number];
    const [, , h, w] = offset.sizes as [number, number, number, number];
    const out = emptyLike(input, [n, co, h, w]);
    const columns = emptyLike(input, [c * kh * kw, parallelImages(n) * h * w]);
    drop(columns);
    return out;
  },
  autograd: (_needs, _result, input, weight, offset, mask, bias) => ({
    saved: [input, weight, offset, mask, bias],
    backward(_grads, [x, w, o, m, b], needs) {
      const [n, c] = x!.sizes as [number, number];
      const [, , kh, kw] = w!.sizes as [number, number, number, number];
      const grads = [x, w, o, m, b].map((t, i): MaybeTensor => (needs[i] ? emptyLike(t!) : null));
      drop(emptyLike(x!, [c * kh * kw, parallelImages(n) * o!.sizes[2]! * o!.sizes[3]!]));
      return grads;
    },
  }),
});
function parallelImages(n: number): number {
  for (let k = Math.min(n, 32); k > 1; k--) if (n % k === 0) return k;
  return 1;
}

/** The CUDA that torchvision was compiled with: 13.0. */
op<[], number>({
  schema: 'torchvision::_cuda_version() -> int',
  bind: 'none',
  composite: true,
  forward: () => 13000,
});
