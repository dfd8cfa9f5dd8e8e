/** Pooling on CUDA: results, int64 indices, and where a kernel copies what isn't dense (aten/src/ATen/native/cuda). */
import { emptyLike, output } from '../allocate.js';
import {
  channelsLast,
  channelsLast3d,
  contiguousFormat,
  int64,
  type DType,
  type MemoryFormat,
} from '../dtype.js';
import { check } from '../errors.js';
import { drop, op, scope, type Op } from '../operator.js';
import { showSizes, type Sizes, wrapDim, sameSizes, stridesFor } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { contiguous } from './copy.js';
import { dropCopy, emptyIn, inFormat } from './dense.js';
import { asStridedBackward } from './as_strided.js';
import { mean } from './reductions.js';
import { squeezeDims, unsqueeze, view, zerosOf } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

/** `pooling_output_shape`. */
export function poolingOutput(
  input: number,
  kernel: number,
  pad: number,
  stride: number,
  dilation: number,
  ceilMode: boolean,
): number {
  check(stride !== 0, 'stride should not be zero');
  check(pad >= 0, () => `pad must be non-negative, but got pad: ${pad}`);
  check(
    pad <= Math.floor(((kernel - 1) * dilation + 1) / 2),
    () =>
      `pad should be at most half of effective kernel size, but got pad=${pad}, kernel_size=${kernel} and dilation=${dilation}`,
  );
  let out =
    Math.floor((input + 2 * pad - dilation * (kernel - 1) - 1 + (ceilMode ? stride - 1 : 0)) / stride) + 1;
  if (ceilMode && (out - 1) * stride >= input + pad) out--;
  return out;
}

interface Window {
  kernel: Sizes;
  stride: Sizes;
  padding: Sizes;
  dilation: Sizes;
  ceilMode: boolean;
}

const fill = (list: Sizes, dims: number): Sizes =>
  list.length === 1 ? new Array<number>(dims).fill(list[0]!) : list;

function windowOf(
  dims: number,
  kernel: Sizes,
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  ceilMode: boolean,
): Window {
  return {
    kernel: fill(kernel, dims),
    stride: stride.length === 0 ? fill(kernel, dims) : fill(stride, dims),
    padding: fill(padding, dims),
    dilation: fill(dilation, dims),
    ceilMode,
  };
}

function pooledSizes(self: Tensor, dims: number, w: Window, name: string): number[] {
  const rank = self.sizes.length;
  // What the kernels look at first: sizes from the end.
  if (name === (dims === 3 ? 'max_pool3d' : 'avg_pool2d') && rank < dims + 1) wrapDim(-dims - 1, rank);
  check(
    rank === dims + 1 || rank === dims + 2,
    `non-empty ${dims + 1}D or ${dims + 2}D (batch mode) tensor expected for input`,
  );
  const out = self.sizes.slice(0, rank - dims);
  for (let i = 0; i < dims; i++)
    out.push(
      poolingOutput(
        self.sizes[rank - dims + i]!,
        w.kernel[i]!,
        w.padding[i]!,
        w.stride[i]!,
        w.dilation[i]!,
        w.ceilMode,
      ),
    );
  const within = rank === dims + 2 ? self.sizes.slice(1) : self.sizes;
  check(!within.includes(0), () =>
    dims === 3
      ? `${name === 'max_pool3d' ? 'max_pool3d_with_indices_out_cuda_template()' : name}: Expected input's non-batch dimensions to have positive length, but input has a shape of ${showSizes(self.sizes)} and non-batch dimension 0 has length zero!`
      : `Expected ${self.suggestedFormat === channelsLast ? '4D (batch mode) tensor expected for input with channels_last layout' : '3D or 4D (batch mode) tensor'} with optional 0 dim batch size for input, but got:${self.suggestedFormat === channelsLast ? ' ' : ''}${showSizes(self.sizes)}`,
  );
  check(
    out.slice(rank - dims).every((n) => n >= 1),
    () => {
      const pixels = (sizes: Sizes): string => `${sizes[0]}x${sizes.slice(1).join('x')}`;
      return `Given input size: (${pixels(self.sizes.slice(rank - dims - 1))}). Calculated output size: (${pixels(out.slice(rank - dims - 1))}). Output size is too small`;
    },
  );
  return out;
}

/** The gradient of a pooling: like the input; the gradient that comes is copied where it isn't dense. */
function poolBackward(grad: Tensor, input: Tensor, format: MemoryFormat, copiesInput: boolean): Tensor {
  const gradInput = emptyIn(input, input.sizes, format);
  const g = inFormat(grad, format);
  const x = copiesInput ? inFormat(input, format) : input;
  dropCopy(x, input);
  dropCopy(g, grad);
  return gradInput;
}

/** Result `index` of a pooling in a memory format. */
function result(
  index: number,
  like: Tensor,
  sizes: Sizes,
  format: MemoryFormat,
  dtype: DType = like.dtype,
): Tensor {
  return output(
    index,
    sizes,
    format === contiguousFormat ? null : stridesFor(sizes, format),
    dtype,
    like.device,
  );
}

type PoolGradient = Op<[grad: Tensor, input: Tensor, indices: MaybeTensor, again: (grad: Tensor) => Tensor]>;

/**
 * The gradient kernel of a pooling as an operator. It is linear in the incoming gradient: its own gradient is what `again` takes of
 * that (the average once more, the values at the indices), and by the input zeros, for which only its shape is kept.
 */
function poolGradient(
  name: string,
  kernel: (grad: Tensor, input: Tensor, indices: MaybeTensor) => Tensor,
): PoolGradient {
  return op<[Tensor, Tensor, MaybeTensor, (grad: Tensor) => Tensor], Tensor>({
    schema: `${name}(Tensor grad_output, Tensor self, Tensor? indices, any again) -> Tensor`,
    bind: 'none',
    differentiable: [0, 1],
    forward: (grad, input, indices) => kernel(grad, input, indices),
    autograd(_needs, _result, _grad, { sizes }, indices, again) {
      return {
        saved: [indices],
        backward: ([gg], _saved, needs) => [
          needs[0] ? scope(() => again(gg!)) : null,
          needs[1] ? zerosOf(gg!, sizes) : null,
        ],
      };
    },
  });
}

/** `max_pool_double_backward`. */
function gathered(grad: Tensor, indices: Tensor, dims: number): Tensor {
  const sizes = [...indices.sizes.slice(0, indices.sizes.length - dims), -1];
  return view(
    callOperator('gather', view(contiguous(grad), sizes), -1, view(indices, sizes), false),
    indices.sizes,
  );
}

const formatOf = (t: Tensor): MemoryFormat => t.suggestedFormat;

// ---- max ----

type MaxArguments = [
  self: Tensor,
  kernel: Sizes,
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  ceilMode: boolean,
];

function defineMaxPool(dims: 2 | 3): Op<MaxArguments, Tensor[]> {
  const name = `max_pool${dims}d_with_indices`;
  const gradient = poolGradient(`${name}_backward`, (grad, x) =>
    poolBackward(grad, x, formatOf(x), dims === 2),
  );
  return op<MaxArguments, Tensor[]>({
    schema: `${name}(Tensor self, int[${dims}] kernel_size, int[${dims}] stride=[], int[${dims}] padding=[0], int[${dims}] dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)`,
    bind: 'nn',
    forward(self, kernel, stride, padding, dilation, ceilMode) {
      const sizes = pooledSizes(
        self,
        dims,
        windowOf(dims, kernel, stride, padding, dilation, ceilMode),
        `max_pool${dims}d`,
      );
      const format = formatOf(self);
      const out = result(0, self, sizes, format);
      const indices = result(1, self, sizes, format, int64);
      const x = inFormat(self, format);
      dropCopy(x, self);
      return [out, indices];
    },
    autograd: (_needs, result, self) => ({
      saved: [self, result[1]!],
      backward: ([grad], [x, i]) => [gradient(grad!, x!, i!, (g) => gathered(g, i!, dims))],
    }),
    outputDifferentiability: [true, false],
  });
}
export const max_pool2d_with_indices = defineMaxPool(2);
export const max_pool3d_with_indices = defineMaxPool(3);

for (const [dims, pool] of [
  [2, max_pool2d_with_indices],
  [3, max_pool3d_with_indices],
] as const)
  op<MaxArguments, Tensor>({
    schema: `max_pool${dims}d(Tensor self, int[${dims}] kernel_size, int[${dims}] stride=[], int[${dims}] padding=[0], int[${dims}] dilation=[1], bool ceil_mode=False) -> Tensor`,
    bind: 'function',
    composite: true,
    forward: (...args) => pool(...args)[0]!,
  });

function maxPool1d(
  self: Tensor,
  kernel: Sizes,
  stride: Sizes,
  padding: Sizes,
  dilation: Sizes,
  ceilMode: boolean,
): Tensor[] {
  check(
    self.sizes.length === 2 || self.sizes.length === 3,
    () =>
      `max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:${showSizes(self.sizes)}`,
  );
  const step = stride.length === 0 ? kernel : stride;
  const least = (what: string, value: number): void =>
    check(value > 0, `max_pool1d() ${what} must be greater than zero, but got ${value}`);
  check(
    !self.sizes.slice(self.sizes.length - 2).includes(0),
    () =>
      `max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for input, but got:${showSizes(self.sizes)}`,
  );
  least('kernel_size', kernel[0]!);
  least('stride', step[0]!);
  least('dilation', dilation[0]!);
  const width = poolingOutput(
    self.sizes[self.sizes.length - 1]!,
    kernel[0]!,
    padding[0]!,
    step[0]!,
    dilation[0]!,
    ceilMode,
  );
  check(width >= 0, () => `max_pool1d() Invalid computed output size: ${width}`);
  const [out, indices] = max_pool2d_with_indices(
    unsqueeze(self, -2),
    [1, kernel[0]!],
    [1, step[0]!],
    [0, padding[0]!],
    [1, dilation[0]!],
    ceilMode,
  );
  return [squeezeDims(out!, [-2]), squeezeDims(indices!, [-2])];
}
op<MaxArguments, Tensor[]>({
  schema:
    'max_pool1d_with_indices(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False) -> (Tensor, Tensor)',
  bind: 'function',
  composite: true,
  forward: maxPool1d,
});
op<MaxArguments, Tensor>({
  schema:
    'max_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], int[1] dilation=[1], bool ceil_mode=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (...args) => maxPool1d(...args)[0]!,
});

// ---- average ----

type AverageArguments = [
  self: Tensor,
  kernel: Sizes,
  stride: Sizes,
  padding: Sizes,
  ceilMode: boolean,
  countIncludePad: boolean,
  divisor: number | null,
];

function defineAveragePool(dims: 2 | 3): Op<AverageArguments> {
  const name = `avg_pool${dims}d`;
  // The three-dimensional kernel knows no channels_last.
  const format = dims === 2 ? formatOf : (): MemoryFormat => contiguousFormat;
  const gradient = poolGradient(`${name}_backward`, (grad, x) =>
    poolBackward(grad, x, format(x), dims === 2),
  );
  const pool: Op<AverageArguments> = op<AverageArguments, Tensor>({
    schema: `${name}(Tensor self, int[${dims}] kernel_size, int[${dims}] stride=[], int[${dims}] padding=[0], bool ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor`,
    bind: 'nn',
    forward(self, kernel, stride, padding, ceilMode, _count, divisor) {
      check(divisor !== 0, 'divisor must be not zero');
      const sizes = pooledSizes(self, dims, windowOf(dims, kernel, stride, padding, [1], ceilMode), name);
      const out = result(0, self, sizes, format(self));
      dropCopy(inFormat(self, format(self)), self);
      return out;
    },
    autograd: (_needs, _result, self, ...window) => ({
      saved: [self],
      backward: ([grad], [x]) => [gradient(grad!, x!, null, (g) => pool(g, ...window))],
    }),
  });
  return pool;
}
export const avg_pool2d = defineAveragePool(2);
export const avg_pool3d = defineAveragePool(3);
export const avg_pool1d: Op<
  [self: Tensor, kernel: Sizes, stride: Sizes, padding: Sizes, ceilMode: boolean, countIncludePad: boolean]
> = op({
  schema:
    'avg_pool1d(Tensor self, int[1] kernel_size, int[1] stride=[], int[1] padding=[0], bool ceil_mode=False, bool count_include_pad=True) -> Tensor',
  bind: 'function',
  composite: true,
  forward(
    self: Tensor,
    kernel: Sizes,
    stride: Sizes,
    padding: Sizes,
    ceilMode: boolean,
    countIncludePad: boolean,
  ): Tensor {
    const step = stride.length === 0 ? kernel : stride;
    return squeezeDims(
      avg_pool2d(
        unsqueeze(self, -2),
        [1, kernel[0]!],
        [1, step[0]!],
        [0, padding[0]!],
        ceilMode,
        countIncludePad,
        null,
      ),
      [-2],
    );
  },
});

// ---- adaptive average ----

function adaptiveSizes(self: Tensor, dims: number, outputSize: Sizes, name: string): number[] {
  const rank = self.sizes.length;
  check(
    rank === dims + 1 || rank === dims + 2,
    () =>
      `${name}${name === 'adaptive_avg_pool3d' && self.isCuda ? '_cuda' : ''}(): Expected ${dims + 1}D or ${dims + 2}D tensor, but got${name.includes('max') ? ':' : ''} ${showSizes(self.sizes)}`,
  );
  check(outputSize.length === dims, () =>
    name.includes('adaptive_max')
      ? `${name}(): internal error: output_size.size() must be ${dims}`
      : `${name}: output_size must be ${dims}`,
  );
  check(
    !name.includes('adaptive_avg') || outputSize.every((n) => n >= 0),
    () =>
      `${name}: elements of output_size must be greater than or equal to 0 but received {${outputSize.slice(0, 2).join(', ')}${dims === 3 ? `,${outputSize[2]}` : ''}}`,
  );
  return [...self.sizes.slice(0, rank - dims), ...outputSize];
}

/** `check1d`. */
function checkOneSize(name: string, outputSize: Sizes): void {
  check(
    outputSize.length === 1,
    `${name}() argument 'output_size' should contain one int (got ${outputSize.length})`,
  );
}

/** `as_strided_` on a fresh result; its gradient is a new tensor in the old geometry (AsStridedBackward1). */
const restride: Op<[self: Tensor, sizes: Sizes, strides: Sizes]> = op({
  schema: '_restride(Tensor self, int[] size, int[] stride) -> Tensor',
  bind: 'none',
  node: 'AsStridedBackward1',
  forward: (self: Tensor, sizes: Sizes, strides: Sizes): Tensor => self.alias(sizes, strides),
  autograd: (_needs, result, self) => {
    const geometry = { sizes: self.sizes, strides: self.strides, offset: self.offset };
    return {
      backward: ([grad]) => [
        asStridedBackward(grad!, geometry, {
          sizes: result.sizes,
          strides: result.strides,
          offset: self.offset,
        }),
      ],
    };
  },
});

function defineAdaptiveAverage(dims: 2 | 3): Op<[self: Tensor, outputSize: Sizes]> {
  const name = `adaptive_avg_pool${dims}d`;
  const gradient = poolGradient(`_${name}_backward`, (grad, x) => {
    const format = dims === 2 && x.sizes.length === 4 ? formatOf(x) : contiguousFormat;
    // The channels-last kernel reads the gradient by its strides.
    return format === contiguousFormat ? poolBackward(grad, x, format, false) : emptyIn(x, x.sizes, format);
  });
  const kernel: Op<[Tensor, Sizes]> = op<[Tensor, Sizes], Tensor>({
    schema: `_${name}(Tensor self, int[${dims}] output_size) -> Tensor`,
    bind: 'function',
    forward(self, outputSize) {
      const sizes = adaptiveSizes(self, dims, outputSize, name);
      // A single item is read by its strides.
      const format = dims === 2 && self.sizes.length === 4 ? formatOf(self) : contiguousFormat;
      const x = self.sizes.length === dims + 2 ? inFormat(self, format) : self;
      const out = result(0, self, sizes, format);
      dropCopy(x, self);
      return out;
    },
    autograd: (_needs, _result, self, outputSize) => ({
      saved: [self],
      backward: ([grad], [x]) => [gradient(grad!, x!, null, (g) => kernel(g, outputSize))],
    }),
  });
  return op<[Tensor, Sizes], Tensor>({
    schema: `${name}(Tensor self, int[${dims}] output_size) -> Tensor`,
    bind: 'nn',
    composite: true,
    forward(self, outputSize) {
      const sizes = adaptiveSizes(self, dims, outputSize, name);
      if (!outputSize.every((n) => n === 1)) return kernel(self, outputSize);
      const out = mean(
        self,
        Array.from({ length: dims }, (_, i) => -1 - i),
        true,
      );
      if (formatOf(self) !== (dims === 2 ? channelsLast : channelsLast3d)) return out;
      const c = sizes[1]!;
      return restride(out, sizes, [c, 1, ...new Array<number>(dims).fill(c)]);
    },
  });
}
export const adaptive_avg_pool2d = defineAdaptiveAverage(2);
export const adaptive_avg_pool3d = defineAdaptiveAverage(3);

op<[Tensor, Sizes], Tensor>({
  schema: 'adaptive_avg_pool1d(Tensor self, int[1] output_size) -> Tensor',
  bind: 'function',
  composite: true,
  forward(self, outputSize) {
    checkOneSize('adaptive_avg_pool1d', outputSize);
    return squeezeDims(adaptive_avg_pool2d(unsqueeze(self, -2), [1, outputSize[0]!]), [-2]);
  },
});

// ---- adaptive max ----

function defineAdaptiveMax(dims: 2 | 3): Op<[Tensor, Sizes], Tensor[]> {
  const name = `adaptive_max_pool${dims}d`;
  const gradient = poolGradient(`${name}_backward`, (grad, x, indices) => {
    const format = dims === 2 ? formatOf(x) : contiguousFormat;
    const gradInput = emptyIn(x, x.sizes, format);
    const g = inFormat(grad);
    const index = inFormat(indices!);
    if (format !== contiguousFormat) drop(emptyLike(x, x.sizes));
    dropCopy(g, grad);
    dropCopy(index, indices!);
    return gradInput;
  });
  return op<[Tensor, Sizes], Tensor[]>({
    schema: `${name}(Tensor self, int[${dims}] output_size) -> (Tensor, Tensor)`,
    bind: 'nn',
    forward(self, outputSize) {
      const sizes = adaptiveSizes(self, dims, outputSize, name);
      const format = dims === 2 ? formatOf(self) : contiguousFormat;
      const out = result(0, self, sizes, format);
      const indices = result(1, self, sizes, format, int64);
      // The kernel writes contiguous results.
      if (format !== contiguousFormat) {
        const copies = out.isContiguous ? [] : [emptyLike(self, sizes), emptyLike(self, sizes, null, int64)];
        dropCopy(inFormat(self), self);
        drop(...copies);
      } else if (self.sizes.length === dims + 2) dropCopy(inFormat(self), self);
      return [out, indices];
    },
    autograd: (_needs, result, self) => ({
      saved: [self, result[1]!],
      backward: ([grad], [x, i]) => [gradient(grad!, x!, i!, (g) => gathered(g, i!, dims))],
    }),
    outputDifferentiability: [true, false],
  });
}
export const adaptive_max_pool2d = defineAdaptiveMax(2);
export const adaptive_max_pool3d = defineAdaptiveMax(3);
op<[Tensor, Sizes], Tensor[]>({
  schema: 'adaptive_max_pool1d(Tensor self, int[1] output_size) -> (Tensor, Tensor)',
  bind: 'function',
  composite: true,
  forward(self, outputSize) {
    checkOneSize('adaptive_max_pool1d', outputSize);
    const [out, indices] = adaptive_max_pool2d(unsqueeze(self, -2), [1, outputSize[0]!]);
    return [squeezeDims(out!, [-2]), squeezeDims(indices!, [-2])];
  },
});

// ---- fractional max, and its reverse ----

function defineFractional(dims: 2 | 3): void {
  const gradient = poolGradient(`fractional_max_pool${dims}d_backward`, (grad, x) =>
    poolBackward(grad, x, contiguousFormat, false),
  );
  op<[Tensor, Sizes, Sizes, Tensor], Tensor[]>({
    schema: `fractional_max_pool${dims}d(Tensor self, int[${dims}] kernel_size, int[${dims}] output_size, Tensor random_samples) -> (Tensor, Tensor)`,
    bind: 'nn',
    differentiable: [0],
    forward(self, _kernel, outputSize) {
      const name = `fractional_max_pool${dims}d`;
      const sizes = adaptiveSizes(self, dims, outputSize, name);
      const empty = self.sizes.indexOf(0, self.sizes.length - dims - 1);
      check(
        empty < 0,
        () =>
          `${name}(): Expected input to have non-zero size for non-batch dimensions, but got${showSizes(self.sizes)} with dimension ${empty} being empty.`,
      );
      const out = emptyLike(self, sizes);
      return [out, emptyLike(self, sizes, null, int64)];
    },
    autograd: (_needs, result, self) => ({
      saved: [self, result[1]!],
      backward: ([grad], [x, i]) => [gradient(grad!, x!, i!, (g) => gathered(g, i!, dims))],
    }),
    outputDifferentiability: [true, false],
  });
}
defineFractional(2);
defineFractional(3);

function defineUnpool(dims: 2 | 3): void {
  const rest = dims === 2 ? '' : ', int[3] stride, int[3] padding';
  op<[Tensor, Tensor, Sizes], Tensor>({
    schema: `max_unpool${dims}d(Tensor self, Tensor indices, int[${dims}] output_size${rest}) -> Tensor`,
    bind: 'nn',
    differentiable: [0],
    forward(self, indices, outputSize) {
      const rank = self.sizes.length;
      check(sameSizes(self.sizes, indices.sizes), () =>
        self.isCuda
          ? `Expected shape of indices to be: ${showSizes(self.sizes)} but got: ${showSizes(indices.sizes)}`
          : `Expected shape of indices to be same as that of the input tensor (${showSizes(self.sizes)}) but got indices tensor with shape: ${showSizes(indices.sizes)}`,
      );
      const x = inFormat(self);
      const i = inFormat(indices);
      const out = emptyLike(self, [...self.sizes.slice(0, rank - dims), ...outputSize]);
      dropCopy(i, indices);
      dropCopy(x, self);
      return out;
    },
    autograd: (_needs, _result, _self, indices) => ({
      saved: [indices],
      backward: ([grad], [i]) => [scope(() => gathered(grad!, i!, dims))],
    }),
  });
}
defineUnpool(2);
defineUnpool(3);
