/** Convolutions: the copies and results of each backend: cuDNN (native/cudnn/ConvShared.cpp, Conv_v8.cpp, without its
 * workspace), the depthwise kernels, and the im2col kernels that remain where cuDNN can't be used. */
import { convolutionWorkspaceBound, type ConvolutionPass } from '../../device/cudnn-workspace.js';
import { empty, emptyLike, likeStrides } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { useCublas } from '../blas.js';
import { Category, contiguousFormat, type DType, type MemoryFormat } from '../dtype.js';
import { fail } from '../errors.js';
import { drop, op, scope, type Op } from '../operator.js';
import { numel, stridesFor, type Sizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { add } from './arithmetic.js';
import { callOperator } from './call.js';
import {
  Backend,
  as2d,
  checkTypes,
  not1,
  outputSizes,
  parameters,
  selectBackend,
  suggestFormat,
  type ConvParams,
  view3d,
  view4d,
  CONVOLUTION_PARAMETERS,
  type ConvolutionParameters,
} from './convolution_backend.js';
import { contiguous, copyKernel } from './copy.js';
import { choosePlan } from './cudnn_plans.js';
import { dropCopy, inFormat } from './dense.js';
import { sumDims } from './sum.js';
import { expand, narrow, reshape, transpose } from './views.js';

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
      useCublas(out);
      drop(buffer);
    } else useCublas(out);
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
        const columns = buffer();
        useCublas(grad);
        drop(columns);
      }
      if (mask[1]) parts.push(emptyLike(weight, kernel.sizes));
      if (mask[2]) parts.push(emptyLike(input, [grad.sizes[1]!]));
      if (mask[1] || mask[2]) {
        const columns = buffer();
        useCublas(grad);
        drop(columns);
      }
    } else {
      if (mask[0]) parts.push(emptyLike(input, part.sizes));
      const columns = buffer();
      if (mask[1]) parts.push(emptyLike(weight, kernel.sizes));
      useCublas(grad);
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

/** cuDNN is called now, the operands made: it has its plan, and the recorder is told of the workspace that it may take. */
function callCudnn(
  pass: ConvolutionPass,
  input: Tensor,
  weight: Tensor,
  output: Sizes,
  p: ConvParams,
  format: MemoryFormat,
): void {
  choosePlan(pass, input, weight, output, p, format);
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

/** What kernels say of integers. */
function checkDtype(dtype: DType, rank: number, transposed: boolean, backend: Backend): void {
  if (dtype.category >= Category.float) return;
  const { name, scalarName } = dtype;
  if (backend === Backend.cudnn)
    fail(
      'RuntimeError',
      ['int8', 'uint8', 'int32'].includes(name)
        ? 'GET was unable to find an engine to execute this computation'
        : `getCudnnDataTypeFromScalarType() not supported for ${scalarName}`,
    );
  if (backend === Backend.slow && transposed)
    fail(
      'NotImplementedError',
      `"slow_conv_transpose${rank - 2}d_out_cuda" not implemented for '${scalarName}'`,
    );
  if (backend === Backend.depthwise2d || backend === Backend.depthwise3d)
    fail(
      'NotImplementedError',
      `"${backend === Backend.depthwise2d ? 'conv_depthwise2d_forward_cuda' : 'conv_depthwise3d'}" not implemented for '${scalarName}'`,
    );
}

function forwardKernel(
  input: Tensor,
  weight: Tensor,
  bias: MaybeTensor,
  p: ConvParams,
  backend: Backend,
): Tensor {
  if (input.isCuda) checkDtype(input.dtype, input.sizes.length, p.transposed, backend);
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
      callCudnn('forward', input, weight, sizes, p, format);
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
        callCudnn('input', input, weight, gradOutput.sizes, p, format);
        dropCopy(kernel, weight);
        dropCopy(dense, grad);
      }
      if (mask[1]) {
        const format = suggestFormat(source, grad);
        const dense = inFormat(grad, format);
        const denseInput = inFormat(source, format);
        gradWeight = empty(weight.sizes, weight.dtype, weight.device, stridesFor(weight.sizes, format));
        callCudnn('weight', input, weight, gradOutput.sizes, p, format);
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

export type ConvolutionArguments = [
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
  forward(...[input, weight, bias, ...given]: ConvolutionArguments): Tensor {
    let p = parameters(input, weight, bias, ...given);
    checkTypes(input, weight, bias, p.groups);
    if (weight.sizes.length !== 3)
      return forwardKernel(input, weight, bias, p, selectBackend(input, weight, p));
    p = as2d(p);
    const image = view4d(contiguous(input));
    const kernel = view4d(weight);
    return view3d(forwardKernel(image, kernel, bias, p, selectBackend(image, kernel, p)));
  },
  autograd(_needs, _result, input, weight, bias, ...given) {
    const biasSizes = bias?.sizes ?? null;
    return {
      saved: [input, weight],
      backward: ([grad], [x, w], needs) => convolution_backward(grad!, x!, w!, biasSizes, ...given, needs),
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
  givenGgW: MaybeTensor,
  ggb: MaybeTensor,
  gO: Tensor,
  weight: Tensor,
  input: Tensor,
  p: ConvParams,
): MaybeTensor[] {
  // What a kernel needs contiguous stays so to the end.
  const copies: Tensor[] = [];
  const dense = (t: Tensor): Tensor => {
    if (t.isContiguous) return t;
    const copy = contiguous(t);
    copies.push(copy);
    return copy;
  };
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
  if (ggI !== null) {
    const w = dense(weight);
    join(() => conv(ggI, w, p));
  }
  const ggW = givenGgW === null ? null : dense(givenGgW);
  if (ggW !== null) join(() => conv(input, ggW, p));
  if (ggb !== null)
    join(() => expand(reshape(ggb, [1, ggb.sizes[0]!, ...new Array<number>(rank - 2).fill(1)]), gO.sizes));
  const shrink = (t: Tensor, sizes: Sizes): Tensor => {
    let out = t;
    for (let d = 2; d < rank; d++) if (out.sizes[d]! > sizes[d]!) out = narrow(out, d, 0, sizes[d]!);
    return out;
  };
  let gW: MaybeTensor = null;
  if (ggI !== null) {
    // The padding of the output stays, though it has none: where it is not below the stride, cuDNN is not asked.
    const q = { ...p, stride: p.dilation, dilation: p.stride, groups: 1, transposed: false };
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
    if (p.transposed) gI = shrink(conv(dense(gO), ggW, { ...p, transposed: false }), input.sizes);
    else
      gI = conv(dense(gO), ggW, {
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
  drop(...copies);
  return [ggO, gI, gW];
}
