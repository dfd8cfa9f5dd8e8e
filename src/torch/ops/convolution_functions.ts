/** `conv1d` to `conv_transpose3d`: unbatched inputs, padding by name, and complex numbers by their parts. */
import { PyComplex } from '../../python/objects.js';
import { empty, emptyLike } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { cppName } from '../dtype.js';
import { check } from '../errors.js';
import { op, scope, type Op } from '../operator.js';
import { contiguousStrides, showSizes, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { add, mul, sub } from './arithmetic.js';
import { callOperator } from './call.js';
import { convolution, type ConvolutionArguments } from './convolution.js';
import { CONVOLUTION_PARAMETERS, not1, type ConvolutionParameters } from './convolution_backend.js';
import { constant_pad_nd } from './padding.js';
import { select, squeezeDims, unsqueeze } from './views.js';

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
  ...given: ConvolutionParameters
): Tensor {
  check(
    bias === null || bias.dtype === input.dtype,
    () => `Input type (${cppName(input.dtype)}) and bias type (${cppName(bias!.dtype)}) should be the same`,
  );
  const [batch, batched] = batchify(input, dims, name);
  const out = realConvolutions(batch, weight, bias, (x, w, b) => convolution(x, w, b, ...given));
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
    check(
      w.sizes.length === x.sizes.length,
      () =>
        `Expected ${w.sizes.length}-dimensional input for ${w.sizes.length}-dimensional weight${showSizes(w.sizes)}, but got ${x.sizes.length}-dimensional input of size ${showSizes(x.sizes)} instead`,
    );
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
  // The flags of cuDNN that follow decide nothing here.
  forward: (...given: [...ConvolutionArguments, boolean, boolean, boolean, boolean]) =>
    convolution(...(given.slice(0, 9) as unknown as ConvolutionArguments)),
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
