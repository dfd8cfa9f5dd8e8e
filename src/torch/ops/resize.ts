/** Sampling and rearranging of images: interpolation, pixel and channel shuffles, fold and unfold. */
import { emptyLike, resizeTo } from '../allocate.js';
import type { AutocastPolicy } from '../autocast.js';
import { contiguousFormat } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, type Op } from '../operator.js';
import { showSizes, type Sizes, wrapDim } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { dropCopy, emptyIn, inFormat } from './dense.js';

// ---- interpolation ----

/** What the kernels of one mode do with memory that is channels_last. */
interface Upsampling {
  dims: 1 | 2 | 3;
  /** Whether the parameters have `align_corners`. */
  corners: boolean;
  /**
   * Forward: `direct` reads and writes any layout; `wide` has a channels_last kernel from four channels on, and copies
   * below; `copies` always works on contiguous memory.
   */
  forward: 'direct' | 'wide' | 'copies';
  /** Backward likewise; `half`: only the incoming gradient is copied; `contiguous`: and the result is contiguous. */
  backward: 'wide' | 'half' | 'contiguous' | 'copies';
}

function upsampledSizes(
  input: Tensor,
  dims: number,
  outputSize: Sizes | null,
  scales: readonly number[] | null,
): number[] {
  check(
    input.sizes.length === dims + 2,
    () => `It is expected input_size equals to ${dims + 2}, but got size ${input.sizes.length}`,
  );
  const spatial = input.sizes.slice(2);
  if (outputSize !== null) {
    check(scales === null, 'Must specify exactly one of output_size and scale_factors');
    check(
      outputSize.length === dims,
      () => `It is expected output_size equals to ${dims}, but got size ${outputSize.length}`,
    );
    return [...input.sizes.slice(0, 2), ...outputSize];
  }
  if (scales === null)
    return fail('RuntimeError', 'Must specify exactly one of output_size and scale_factors');
  const sizes = [...input.sizes.slice(0, 2), ...spatial.map((n, i) => Math.floor(n * scales[i]!))];
  check(
    sizes.slice(2).every((n) => n > 0),
    () =>
      `Input and output sizes should be greater than 0, but got input (${spatial.join(', ')}) output (${sizes.slice(2).join(', ')})`,
  );
  return sizes;
}

function upsampleForward(input: Tensor, sizes: Sizes, u: Upsampling): Tensor {
  const format = input.suggestedFormat;
  const out = emptyIn(input, sizes, format);
  if (u.forward === 'direct') return out;
  if (format !== contiguousFormat) {
    if (u.forward === 'wide' && u.dims === 2 && input.sizes[1]! >= 4) return out;
    drop(emptyLike(input, sizes), inFormat(input));
  } else dropCopy(inFormat(input), input);
  return out;
}

function upsampleBackward(grad: Tensor, inputSizes: Sizes, u: Upsampling): Tensor {
  const format = grad.suggestedFormat;
  const dense = u.backward === 'contiguous' || (u.backward === 'wide' && u.dims === 3);
  const out = emptyIn(grad, inputSizes, dense ? contiguousFormat : format);
  if (format !== contiguousFormat) {
    if (u.backward === 'wide' && u.dims === 2 && inputSizes[1]! >= 4) {
      dropCopy(inFormat(grad, format), grad);
      return out;
    }
    if (dense || u.backward === 'half') drop(inFormat(grad));
    else if (u.dims === 3) drop(inFormat(grad), emptyLike(grad, inputSizes));
    else drop(emptyLike(grad, inputSizes), inFormat(grad));
  } else dropCopy(inFormat(grad), grad);
  return out;
}

/** Defines `name.vec`, which F.interpolate calls, and `name`. */
function upsampling(name: string, u: Upsampling, autocast?: AutocastPolicy): void {
  const corners = u.corners ? 'bool align_corners, ' : '';
  const scales = (u.dims === 1 ? ['scales'] : ['scales_d', 'scales_h', 'scales_w'].slice(3 - u.dims))
    .map((s) => `float? ${s}=None`)
    .join(', ');
  const gradient: Op<[grad: Tensor, outputSizes: Sizes, inputSizes: Sizes]> = op<
    [Tensor, Sizes, Sizes],
    Tensor
  >({
    schema: `${name}_backward(Tensor grad_output, int[] output_size, int[] input_size) -> Tensor`,
    bind: 'none',
    node: upsampleNode(`${name}_backward`),
    forward: (grad, _outputSizes, inputSizes) => upsampleBackward(grad, inputSizes, u),
    autograd: (_needs, _result, _grad, outputSizes) => ({
      backward: ([gg]) => [kernel(gg!, outputSizes)],
    }),
  });
  const kernel: Op<[input: Tensor, sizes: Sizes]> = op<[Tensor, Sizes], Tensor>({
    schema: `_${name}_kernel(Tensor input, int[] output_sizes) -> Tensor`,
    bind: 'none',
    node: upsampleNode(name),
    forward: (input, sizes) => upsampleForward(input, sizes, u),
    autograd: (_needs, _result, input, sizes) => {
      const inputSizes = input.sizes;
      return { backward: ([grad]) => [gradient(grad!, sizes, inputSizes)] };
    },
  });
  op<unknown[], Tensor>({
    schema: `${name}.vec(Tensor input, int[]? output_size, ${corners}float[]? scale_factors) -> Tensor`,
    bind: 'nn',
    autocast,
    composite: true,
    forward(...args) {
      const input = args[0] as Tensor;
      return kernel(
        input,
        upsampledSizes(input, u.dims, args[1] as Sizes | null, args[u.corners ? 3 : 2] as number[] | null),
      );
    },
  });
  op<unknown[], Tensor>({
    schema: `${name}(Tensor self, int[${u.dims}] output_size, ${corners}${scales}) -> Tensor`,
    bind: 'nn',
    autocast,
    composite: true,
    forward(...args) {
      const input = args[0] as Tensor;
      return kernel(input, upsampledSizes(input, u.dims, args[1] as Sizes, null));
    },
  });
}

/** `_upsample_bilinear2d_aa` → `UpsampleBilinear2DAaBackward0`. */
function upsampleNode(name: string): string {
  const words = name.split('_').filter((w) => w !== '');
  return (
    words
      .map((w) => w[0]!.toUpperCase() + w.slice(1))
      .join('')
      .replace(/(\d)d/, '$1D') + 'Backward0'
  );
}

for (const dims of [1, 2, 3] as const) {
  upsampling(`upsample_nearest${dims}d`, { dims, corners: false, forward: 'wide', backward: 'wide' }, 'fp32');
  upsampling(
    `_upsample_nearest_exact${dims}d`,
    { dims, corners: false, forward: 'wide', backward: 'wide' },
    'fp32',
  );
}
upsampling('upsample_linear1d', { dims: 1, corners: true, forward: 'direct', backward: 'copies' }, 'fp32');
upsampling('upsample_bilinear2d', { dims: 2, corners: true, forward: 'direct', backward: 'wide' }, 'fp32');
upsampling('upsample_trilinear3d', { dims: 3, corners: true, forward: 'direct', backward: 'copies' }, 'fp32');
upsampling(
  'upsample_bicubic2d',
  { dims: 2, corners: true, forward: 'direct', backward: 'contiguous' },
  'fp32',
);
for (const mode of ['bilinear', 'bicubic', 'lanczos'])
  upsampling(
    `_upsample_${mode}2d_aa`,
    { dims: 2, corners: true, forward: 'copies', backward: mode === 'bilinear' ? 'half' : 'contiguous' },
    'fp32',
  );

// ---- shuffles ----

function shuffle(
  name: string,
  parameter: string,
  sizes: (input: Sizes, factor: number) => number[],
  inverse: () => Op<[self: Tensor, factor: number]>,
): Op<[self: Tensor, factor: number]> {
  return op<[Tensor, number], Tensor>({
    schema: `${name}(Tensor self, int ${parameter}) -> Tensor`,
    bind: 'function',
    forward: (self, factor) => emptyLike(self, sizes(self.sizes, factor)),
    autograd: (_needs, _result, _self, factor) => ({ backward: ([grad]) => [inverse()(grad!, factor)] }),
  });
}
export const pixel_shuffle: Op<[self: Tensor, factor: number]> = shuffle(
  'pixel_shuffle',
  'upscale_factor',
  (sizes, r) => {
    const at = sizes.length - 3;
    check(
      at >= 0,
      () =>
        `pixel_shuffle expects input to have at least 3 dimensions, but got input with ${sizes.length} dimension(s)`,
    );
    check(r > 0, () => `pixel_shuffle expects a positive upscale_factor, but got ${r}`);
    check(
      sizes[at]! % (r * r) === 0,
      () =>
        `pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=${sizes[at]} is not divisible by ${r * r}`,
    );
    return [...sizes.slice(0, at), sizes[at]! / (r * r), sizes[at + 1]! * r, sizes[at + 2]! * r];
  },
  () => pixel_unshuffle,
);
export const pixel_unshuffle: Op<[self: Tensor, factor: number]> = shuffle(
  'pixel_unshuffle',
  'downscale_factor',
  (sizes, r) => {
    const at = sizes.length - 3;
    check(
      at >= 0,
      () =>
        `pixel_unshuffle expects input to have at least 3 dimensions, but got input with ${sizes.length} dimension(s)`,
    );
    check(r > 0, () => `pixel_unshuffle expects a positive downscale_factor, but got ${r}`);
    check(
      sizes[at + 1]! % r === 0,
      () =>
        `pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)=${sizes[at + 1]} is not divisible by ${r}`,
    );
    check(
      sizes[at + 2]! % r === 0,
      () =>
        `pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)=${sizes[at + 2]} is not divisible by ${r}`,
    );
    return [...sizes.slice(0, at), sizes[at]! * r * r, sizes[at + 1]! / r, sizes[at + 2]! / r];
  },
  () => pixel_shuffle,
);
for (const name of ['channel_shuffle', 'native_channel_shuffle']) {
  const made: Op<[self: Tensor, factor: number]> = shuffle(
    name,
    'groups',
    (sizes, groups) => {
      check(
        sizes.length > 2,
        () => `channel_shuffle expects input with > 2 dims, but got input with sizes ${showSizes(sizes)}`,
      );
      check(
        groups > 0,
        () => `Number of groups to divide channels in must be positive. Value of groups:${groups}`,
      );
      check(
        sizes[1]! % groups === 0,
        () =>
          `Number of channels must be divisible by groups. Got ${sizes[1]} channels and ${groups} groups.`,
      );
      return sizes.slice();
    },
    () => made,
  );
}

// ---- fold and unfold ----

type WindowArguments = [kernel: Sizes, dilation: Sizes, padding: Sizes, stride: Sizes];

/** Blocks along one dimension. */
function blocks(n: number, i: number, [kernel, dilation, padding, stride]: WindowArguments): number {
  return Math.floor((n + 2 * padding[i]! - (dilation[i]! * (kernel[i]! - 1) + 1)) / stride[i]!) + 1;
}

/**
 * The result starts with the input's size (`empty_like(input)`, contiguous), then the input is copied where it is not contiguous, then the
 * result is resized: memory is taken anew only to grow.
 */
function resizedLike(input: Tensor, sizes: Sizes): Tensor {
  const out = emptyLike(input);
  const x = inFormat(input);
  resizeTo(out, sizes);
  dropCopy(x, input);
  return out;
}

export const im2col: Op<[self: Tensor, ...WindowArguments]> = op<[Tensor, ...WindowArguments], Tensor>({
  schema: 'im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor',
  bind: 'nn',
  node: 'Im2ColBackward0',
  forward(self, ...window) {
    const batched = self.sizes.length === 4;
    if (self.sizes.length < 3) wrapDim(2, self.sizes.length);
    check(
      batched || self.sizes.length === 3,
      () =>
        `Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: ${showSizes(self.sizes)}`,
    );
    const [c, h, w] = self.sizes.slice(-3) as [number, number, number];
    const count = blocks(h, 0, window) * blocks(w, 1, window);
    check(
      count > 0,
      () =>
        `Given input with spatial size (${h}, ${w}), kernel_size=(${window[0].join(', ')}), dilation=(${window[1].join(', ')}), padding=(${window[2].join(', ')}), calculated shape of the array of sliding blocks as (${blocks(h, 0, window)}, ${blocks(w, 1, window)}), but its components must be at least one.`,
    );
    const out = [c * window[0][0]! * window[0][1]!, count];
    return resizedLike(self, batched ? [self.sizes[0]!, ...out] : out);
  },
  autograd(_needs, _result, self, ...window) {
    const size = self.sizes.slice(-2);
    return { backward: ([grad]) => [col2im(grad!, size, ...window)] };
  },
});
export const col2im: Op<[self: Tensor, outputSize: Sizes, ...WindowArguments]> = op<
  [Tensor, Sizes, ...WindowArguments],
  Tensor
>({
  schema:
    'col2im(Tensor self, int[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor',
  bind: 'nn',
  node: 'Col2ImBackward0',
  forward(self, outputSize, ...window) {
    const batched = self.sizes.length === 3;
    check(
      batched || self.sizes.length === 2,
      () =>
        `Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but got: ${showSizes(self.sizes)}`,
    );
    const [rows, count] = self.sizes.slice(-2) as [number, number];
    const area = window[0][0]! * window[0][1]!;
    check(
      rows % area === 0,
      () =>
        `Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=${rows} and kernel_size=(${window[0].join(', ')}).`,
    );
    const expected = blocks(outputSize[0]!, 0, window) * blocks(outputSize[1]!, 1, window);
    check(
      expected === count,
      () =>
        `Given output_size=(${outputSize.join(', ')}), kernel_size=(${window[0].join(', ')}), dilation=(${window[1].join(', ')}), padding=(${window[2].join(', ')}), stride=(${window[3].join(', ')}), expected size of input's dimension 2 to match the calculated number of sliding blocks ${blocks(outputSize[0]!, 0, window)} * ${blocks(outputSize[1]!, 1, window)} = ${expected}, but got input.size(2)=${count}.`,
    );
    const out = [rows / area, ...outputSize];
    return resizedLike(self, batched ? [self.sizes[0]!, ...out] : out);
  },
  autograd: (_needs, _result, _self, _outputSize, ...window) => ({
    backward: ([grad]) => [im2col(grad!, ...window)],
  }),
});
