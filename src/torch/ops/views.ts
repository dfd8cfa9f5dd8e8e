/** Views: another geometry of the same storage. */
import { emptyLike, setKnown } from '../allocate.js';
import { engineOperators } from '../autograd/engine_operators.js';
import { contiguousFormat } from '../dtype.js';
import { check, fail } from '../errors.js';
import { temporary } from '../iterator.js';
import { op, type Op } from '../operator.js';
import { inferViewSize, numel, sameSizes, showSizes, type Sizes, viewStrides, wrapDim } from '../shape.js';
import { legacyTypeName, type Tensor } from '../tensor.js';
import { clone, contiguous, copy_ } from './copy.js';
import { restoreOperators } from './restore.js';
import { sum } from './sum.js';

/** Zeros of another tensor's dtype and device, below autograd. */
export function zerosOf(like: Tensor, sizes: Sizes): Tensor {
  const out = emptyLike(like, sizes);
  setKnown(out, out.numel <= 64 ? new Array<number>(out.numel).fill(0) : undefined);
  return out;
}

/** The gradient of a view: zeros with the view's part filled in. */
function scatterInto(grad: Tensor, sizes: Sizes, part: (zeros: Tensor) => Tensor): Tensor {
  const out = zerosOf(grad, sizes);
  copy_(part(out), grad);
  return out;
}

export const view: Op<[self: Tensor, size: Sizes]> = op({
  schema: 'view(Tensor(a) self, int[] size) -> Tensor(a)',
  bind: 'method',
  view: true,
  forward(self: Tensor, size: Sizes): Tensor {
    const shape = inferViewSize(size, self.numel);
    const strides = viewStrides(self.sizes, self.strides, shape);
    if (strides === undefined)
      fail(
        'RuntimeError',
        "view size is not compatible with input tensor's size and stride (at least one dimension spans across two contiguous subspaces). Use .reshape(...) instead.",
      );
    return self.alias(shape, strides);
  },
  viewFunction: (_self, size) => (base) => view(base, size),
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [reshape(grad!, sizes)] };
  },
});

export const _unsafe_view: Op<[self: Tensor, size: Sizes]> = op({
  schema: '_unsafe_view(Tensor self, int[] size) -> Tensor',
  bind: 'function',
  node: 'UnsafeViewBackward0',
  forward(self: Tensor, size: Sizes): Tensor {
    const shape = inferViewSize(size, self.numel);
    return self.alias(shape, viewStrides(self.sizes, self.strides, shape) ?? undefined);
  },
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [reshape(grad!, sizes)] };
  },
});

const reshapeAlias: Op<[self: Tensor, size: Sizes, stride: Sizes]> = op({
  schema: '_reshape_alias(Tensor(a) self, int[] size, int[] stride) -> Tensor(a)',
  bind: 'function',
  view: true,
  forward: (self: Tensor, size: Sizes, stride: Sizes): Tensor => self.alias(size, stride),
  viewFunction: (_self, size) => (base) => view(base, size),
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [reshape(grad!, sizes)] };
  },
});

export const reshape: Op<[self: Tensor, shape: Sizes]> = op({
  schema: 'reshape(Tensor(a) self, int[] shape) -> Tensor(a)',
  composite: true,
  forward(self: Tensor, shape: Sizes): Tensor {
    const sizes = inferViewSize(shape, self.numel);
    const strides = viewStrides(self.sizes, self.strides, sizes);
    if (strides !== undefined)
      return self.isContiguous ? view(self, sizes) : reshapeAlias(self, sizes, strides);
    return _unsafe_view(clone(self, contiguousFormat), sizes);
  },
});

export const reshape_as: Op<[self: Tensor, other: Tensor]> = op({
  schema: 'reshape_as(Tensor(a) self, Tensor other) -> Tensor(a)',
  bind: 'method',
  composite: true,
  forward: (self: Tensor, other: Tensor): Tensor => reshape(self, other.sizes),
});

export const view_as: Op<[self: Tensor, other: Tensor]> = op({
  schema: 'view_as(Tensor(a) self, Tensor other) -> Tensor(a)',
  bind: 'method',
  composite: true,
  forward: (self: Tensor, other: Tensor): Tensor => view(self, other.sizes),
});

export const detach: Op<[self: Tensor]> = op({
  schema: 'detach(Tensor(a) self) -> Tensor(a)',
  forward: (self: Tensor): Tensor => self.alias(),
});

export const alias: Op<[self: Tensor]> = op({
  schema: 'alias(Tensor(a) self) -> Tensor(a)',
  bind: 'function',
  view: true,
  viewFunction: () => (base) => alias(base),
  forward: (self: Tensor): Tensor => self.alias(),
  autograd: () => ({ backward: ([grad]) => [grad!] }),
});

export const permute: Op<[self: Tensor, dims: Sizes]> = op({
  schema: 'permute(Tensor(a) self, int[] dims) -> Tensor(a)',
  view: true,
  forward(self: Tensor, dims: Sizes): Tensor {
    const rank = self.sizes.length;
    if (dims.length !== rank)
      fail(
        'RuntimeError',
        `permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired ordering of dimensions i.e. input.dim() = ${rank} is not equal to len(dims) = ${dims.length}`,
      );
    const sizes = new Array<number>(rank);
    const strides = new Array<number>(rank);
    const seen = new Set<number>();
    for (let i = 0; i < rank; i++) {
      const d = wrapDim(dims[i]!, rank);
      if (seen.has(d)) fail('RuntimeError', 'permute(): duplicate dims are not allowed.');
      seen.add(d);
      sizes[i] = self.sizes[d]!;
      strides[i] = self.strides[d]!;
    }
    return self.alias(sizes, strides);
  },
  viewFunction: (_self, dims) => (base) => permute(base, dims),
  autograd(_needs, _result, self, dims) {
    const inverse = new Array<number>(dims.length);
    dims.forEach((d, i) => (inverse[wrapDim(d, self.sizes.length)] = i));
    return { backward: ([grad]) => [permute(grad!, inverse)] };
  },
});

export const transpose: Op<[self: Tensor, dim0: number, dim1: number]> = op({
  schema: 'transpose.int(Tensor(a) self, int dim0, int dim1) -> Tensor(a)',
  view: true,
  forward(self: Tensor, dim0: number, dim1: number): Tensor {
    const a = wrapDim(dim0, self.sizes.length);
    const b = wrapDim(dim1, self.sizes.length);
    if (self.sizes.length === 0) return self.alias();
    const sizes = self.sizes.slice();
    const strides = self.strides.slice();
    sizes[a] = self.sizes[b]!;
    sizes[b] = self.sizes[a]!;
    strides[a] = self.strides[b]!;
    strides[b] = self.strides[a]!;
    return self.alias(sizes, strides);
  },
  viewFunction: (_self, a, b) => (base) => transpose(base, a, b),
  autograd: (_needs, _result, _self, dim0, dim1) => ({
    backward: ([grad]) => [transpose(grad!, dim0, dim1)],
  }),
});
for (const name of ['swapaxes', 'swapdims'])
  op({
    schema: `${name}(Tensor(a) self, int axis0, int axis1) -> Tensor(a)`,
    composite: true,
    forward: (self: Tensor, a: number, b: number): Tensor => transpose(self, a, b),
  });

export const t: Op<[self: Tensor]> = op({
  schema: 't(Tensor(a) self) -> Tensor(a)',
  view: true,
  node: 'TBackward0',
  forward(self: Tensor): Tensor {
    if (self.sizes.length > 2)
      fail('RuntimeError', `t() expects a tensor with <= 2 dimensions, but self is ${self.sizes.length}D`);
    return self.sizes.length < 2
      ? self.alias()
      : self.alias([self.sizes[1]!, self.sizes[0]!], [self.strides[1]!, self.strides[0]!]);
  },
  viewFunction: () => (base) => t(base),
  autograd: () => ({ backward: ([grad]) => [t(grad!)] }),
});

/** The geometry of `self` expanded to a size (`inferExpandGeometry`). @throws RuntimeError where it can't be */
export function expandedGeometry(self: Tensor, size: Sizes): { sizes: number[]; strides: number[] } {
  const extra = size.length - self.sizes.length;
  if (extra < 0)
    fail(
      'RuntimeError',
      `expand(${legacyTypeName(self)}{${showSizes(self.sizes)}}, size=${showSizes(size)}): the number of sizes provided (${size.length}) must be greater or equal to the number of dimensions in the tensor (${self.sizes.length})`,
    );
  const sizes = size.slice();
  const strides = new Array<number>(size.length).fill(0);
  // A tensor without dimensions is repeated in all of them, those of size 1 too.
  if (self.sizes.length === 0 && !size.includes(-1)) return { sizes, strides };
  for (let i = size.length - 1; i >= 0; i--) {
    const own = i >= extra ? self.sizes[i - extra]! : 1;
    const target = size[i]!;
    if (target === -1) {
      if (i < extra)
        fail(
          'RuntimeError',
          `The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension ${i}`,
        );
      sizes[i] = own;
    } else if (own !== target && own !== 1)
      fail(
        'RuntimeError',
        `The expanded size of the tensor (${target}) must match the existing size (${own}) at non-singleton dimension ${i}.  Target sizes: ${showSizes(size)}.  Tensor sizes: ${showSizes(self.sizes)}`,
      );
    strides[i] =
      own === 1 && sizes[i] !== 1
        ? 0
        : i >= extra
          ? self.strides[i - extra]!
          : i + 1 < size.length
            ? sizes[i + 1]! * strides[i + 1]!
            : 1;
  }
  return { sizes, strides };
}

/** `self.expand(sizes)`; -1 keeps a dimension. */
export const expand: Op<[self: Tensor, size: Sizes, implicit?: boolean]> = op({
  schema: 'expand(Tensor(a) self, int[] size, *, bool implicit=False) -> Tensor(a)',
  bind: 'method',
  view: true,
  forward(self: Tensor, size: Sizes, _implicit = false): Tensor {
    const { sizes, strides } = expandedGeometry(self, size);
    return self.alias(sizes, strides);
  },
  viewFunction: (_self, size) => (base) => expand(base, size, false),
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [sumTo(grad!, sizes)] };
  },
});

export const expand_as: Op<[self: Tensor, other: Tensor]> = op({
  schema: 'expand_as(Tensor(a) self, Tensor other) -> Tensor(a)',
  bind: 'method',
  composite: true,
  forward: (self: Tensor, other: Tensor): Tensor => expand(self, other.sizes, false),
});

export const broadcast_to: Op<[self: Tensor, size: Sizes]> = op({
  schema: 'broadcast_to(Tensor(a) self, int[] size) -> Tensor(a)',
  composite: true,
  forward: (self: Tensor, size: Sizes): Tensor => expand(self, size, false),
});

/** `at::sum_to`: sums what was broadcast, so that the result has `shape`. */
export function sumTo(tensor: Tensor, shape: Sizes, alwaysCopy = false): Tensor {
  if (shape.length === 0) return sum(tensor, null, false, null);
  const sizes = tensor.sizes;
  const dims: number[] = [];
  const leading = sizes.length - shape.length;
  for (let i = 0; i < leading; i++) dims.push(i);
  for (let i = leading; i < sizes.length; i++) if (shape[i - leading] === 1 && sizes[i] !== 1) dims.push(i);
  const summed = dims.length > 0 ? sum(tensor, dims, true, null) : tensor;
  return leading > 0 ? view(summed, shape) : alwaysCopy && dims.length === 0 ? clone(summed, null) : summed;
}

export const sum_to_size: Op<[self: Tensor, size: Sizes]> = op({
  schema: 'sum_to_size(Tensor self, int[] size) -> Tensor',
  bind: 'method',
  composite: true,
  forward(self: Tensor, size: Sizes): Tensor {
    const leading = self.sizes.length - size.length;
    check(
      leading >= 0 && size.every((n, i) => n === 1 || n === self.sizes[leading + i]),
      () => `size {${showSizes(size)}} is not expandable to size {${showSizes(self.sizes)}}.`,
    );
    return sumTo(self, size);
  },
});

function squeezed(self: Tensor, keep: (dim: number) => boolean): Tensor {
  const sizes: number[] = [];
  const strides: number[] = [];
  for (let i = 0; i < self.sizes.length; i++)
    if (self.sizes[i] !== 1 || keep(i)) {
      sizes.push(self.sizes[i]!);
      strides.push(self.strides[i]!);
    }
  return self.alias(sizes, strides);
}

/** Puts back the dimensions that a squeeze took away. */
export function unsqueezeTo(grad: Tensor, sizes: Sizes, dims: readonly number[] | null): Tensor {
  let out = grad;
  if (dims === null) {
    for (let i = 0; i < sizes.length; i++) if (sizes[i] === 1) out = unsqueeze(out, i);
    return out;
  }
  const wanted = dims.map((d) => wrapDim(d, sizes.length));
  for (let i = 0; i < sizes.length; i++) if (sizes[i] === 1 && wanted.includes(i)) out = unsqueeze(out, i);
  return out;
}

export const squeeze: Op<[self: Tensor]> = op({
  schema: 'squeeze(Tensor(a) self) -> Tensor(a)',
  view: true,
  forward: (self: Tensor): Tensor => squeezed(self, () => false),
  viewFunction: () => (base) => squeeze(base),
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [unsqueezeTo(grad!, sizes, null)] };
  },
});

export const squeezeDims: Op<[self: Tensor, dim: Sizes]> = op({
  schema: 'squeeze.dims(Tensor(a) self, int[1] dim) -> Tensor(a)',
  view: true,
  node: 'SqueezeBackward1',
  forward(self: Tensor, dim: Sizes): Tensor {
    const dims = dim.map((d) => wrapDim(d, self.sizes.length));
    return squeezed(self, (d) => !dims.includes(d));
  },
  viewFunction: (_self, dim) => (base) => squeezeDims(base, dim),
  autograd(_needs, _result, self, dim) {
    const { sizes } = self;
    return { backward: ([grad]) => [sizes.length === 0 ? grad! : unsqueezeTo(grad!, sizes, dim)] };
  },
});

export const unsqueeze: Op<[self: Tensor, dim: number]> = op({
  schema: 'unsqueeze(Tensor(a) self, int dim) -> Tensor(a)',
  view: true,
  forward(self: Tensor, dim: number): Tensor {
    const d = wrapDim(dim, self.sizes.length + 1);
    const sizes = self.sizes.slice();
    const strides = self.strides.slice();
    strides.splice(d, 0, d < self.sizes.length ? self.sizes[d]! * self.strides[d]! : 1);
    sizes.splice(d, 0, 1);
    return self.alias(sizes, strides);
  },
  viewFunction: (_self, dim) => (base) => unsqueeze(base, dim),
  autograd(_needs, _result, self, dim) {
    const d = wrapDim(dim, self.sizes.length + 1);
    return { backward: ([grad]) => [squeezeDims(grad!, [d])] };
  },
});

export const select: Op<[self: Tensor, dim: number, index: number]> = op({
  schema: 'select.int(Tensor(a) self, int dim, int index) -> Tensor(a)',
  view: true,
  forward(self: Tensor, dim: number, index: number): Tensor {
    if (self.sizes.length === 0) fail('IndexError', 'select() cannot be applied to a 0-dim tensor.');
    const d = wrapDim(dim, self.sizes.length);
    const size = self.sizes[d]!;
    if (index >= size || index < -size)
      fail(
        'IndexError',
        `select(): index ${index} out of range for tensor of size ${showSizes(self.sizes)} at dimension ${d}`,
      );
    const i = index < 0 ? index + size : index;
    const sizes = self.sizes.slice();
    const strides = self.strides.slice();
    sizes.splice(d, 1);
    const [stride] = strides.splice(d, 1);
    return self.alias(sizes, strides, self.offset + i * stride!);
  },
  viewFunction: (_self, dim, index) => (base) => select(base, dim, index),
  autograd(_needs, _result, self, dim, index) {
    const { sizes } = self;
    return { backward: ([grad]) => [select_backward(grad!, sizes, dim, index)] };
  },
});

export const select_backward: Op<[grad: Tensor, sizes: Sizes, dim: number, index: number]> = op({
  schema: 'select_backward(Tensor grad_output, int[] input_sizes, int dim, int index) -> Tensor',
  bind: 'function',
  forward: (grad: Tensor, sizes: Sizes, dim: number, index: number): Tensor =>
    scatterInto(grad, sizes, (zeros) => select(zeros, dim, index)),
  autograd: (_needs, _result, _grad, _sizes, dim, index) => ({
    backward: ([grad]) => [select(grad!, dim, index)],
  }),
});

export const slice: Op<
  [self: Tensor, dim?: number, start?: number | null, end?: number | null, step?: number]
> = op({
  schema: 'slice.Tensor(Tensor(a) self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor(a)',
  bind: 'function',
  view: true,
  forward(self: Tensor, dim = 0, start: number | null = null, end: number | null = null, step = 1): Tensor {
    if (self.sizes.length === 0) fail('RuntimeError', 'slice() cannot be applied to a 0-dim tensor.');
    check(step > 0, 'slice step must be positive');
    const d = wrapDim(dim, self.sizes.length);
    const size = self.sizes[d]!;
    let from = start ?? 0;
    let until = end ?? Infinity;
    if (from < 0) from += size;
    if (until < 0) until += size;
    from = Math.min(Math.max(from, 0), size);
    until = until < from ? from : Math.min(until, size);
    const sizes = self.sizes.slice();
    const strides = self.strides.slice();
    sizes[d] = Math.floor((until - from + step - 1) / step);
    const offset = self.offset + from * strides[d]!;
    strides[d] = strides[d]! * step;
    return self.alias(sizes, strides, offset);
  },
  viewFunction: (_self, dim, start, end, step) => (base) => slice(base, dim, start, end, step),
  autograd(_needs, _result, self, dim, start, end, step) {
    const { sizes } = self;
    return {
      backward: ([grad]) => [slice_backward(grad!, sizes, dim ?? 0, start ?? null, end ?? null, step ?? 1)],
    };
  },
});

export const slice_backward: Op<
  [grad: Tensor, sizes: Sizes, dim: number, start: number | null, end: number | null, step: number]
> = op({
  schema:
    'slice_backward(Tensor grad_output, int[] input_sizes, int dim, int? start, int? end, int step) -> Tensor',
  bind: 'function',
  forward: (
    grad: Tensor,
    sizes: Sizes,
    dim: number,
    start: number | null,
    end: number | null,
    step: number,
  ): Tensor => scatterInto(grad, sizes, (zeros) => slice(zeros, dim, start, end, step)),
  autograd: (_needs, _result, _grad, _sizes, dim, start, end, step) => ({
    backward: ([grad]) => [slice(grad!, dim, start, end, step)],
  }),
});

export const narrow: Op<[self: Tensor, dim: number, start: number, length: number]> = op({
  schema: 'narrow(Tensor(a) self, int dim, int start, int length) -> Tensor(a)',
  composite: true,
  forward(self: Tensor, dim: number, start: number, length: number): Tensor {
    check(self.sizes.length > 0, 'narrow() cannot be applied to a 0-dim tensor.');
    check(length >= 0, 'narrow(): length must be non-negative.');
    const size = self.sizes[wrapDim(dim, self.sizes.length)]!;
    if (start < -size || start > size)
      fail(
        'IndexError',
        `start out of range (expected to be in range of [${-size}, ${size}], but got ${start})`,
      );
    const from = start < 0 ? start + size : start;
    check(from + length <= size, `start (${from}) + length (${length}) exceeds dimension size (${size}).`);
    return slice(self, dim, from, from + length, 1);
  },
});

export const diagonal: Op<[self: Tensor, offset?: number, dim1?: number, dim2?: number]> = op({
  schema: 'diagonal(Tensor(a) self, int offset=0, int dim1=0, int dim2=1) -> Tensor(a)',
  view: true,
  forward(self: Tensor, offset = 0, dim1 = 0, dim2 = 1): Tensor {
    const rank = self.sizes.length;
    const a = wrapDim(dim1, rank);
    const b = wrapDim(dim2, rank);
    check(a !== b, `diagonal dimensions cannot be identical ${dim1}, ${dim2}`);
    const size =
      offset >= 0
        ? Math.max(Math.min(self.sizes[a]!, self.sizes[b]! - offset), 0)
        : Math.max(Math.min(self.sizes[a]! + offset, self.sizes[b]!), 0);
    let at = self.offset;
    if (size > 0) at += offset >= 0 ? offset * self.strides[b]! : -offset * self.strides[a]!;
    const sizes = self.sizes.filter((_, i) => i !== a && i !== b);
    const strides = self.strides.filter((_, i) => i !== a && i !== b);
    return self.alias([...sizes, size], [...strides, self.strides[a]! + self.strides[b]!], at);
  },
  viewFunction: (_self, offset, a, b) => (base) => diagonal(base, offset, a, b),
  autograd(_needs, _result, self, offset, dim1, dim2) {
    const { sizes } = self;
    return {
      backward: ([grad]) => [diagonal_backward(grad!, sizes, offset ?? 0, dim1 ?? 0, dim2 ?? 1)],
    };
  },
});

export const diagonal_backward: Op<[grad: Tensor, sizes: Sizes, offset: number, dim1: number, dim2: number]> =
  op({
    schema:
      'diagonal_backward(Tensor grad_output, int[] input_sizes, int offset, int dim1, int dim2) -> Tensor',
    bind: 'function',
    forward: (grad: Tensor, sizes: Sizes, offset: number, dim1: number, dim2: number): Tensor =>
      scatterInto(grad, sizes, (zeros) => diagonal(zeros, offset, dim1, dim2)),
    autograd: (_needs, _result, _grad, _sizes, offset, dim1, dim2) => ({
      backward: ([grad]) => [diagonal(grad!, offset, dim1, dim2)],
    }),
  });

export const unfold: Op<[self: Tensor, dimension: number, size: number, step: number]> = op({
  schema: 'unfold(Tensor(a) self, int dimension, int size, int step) -> Tensor(a)',
  bind: 'method',
  view: true,
  forward(self: Tensor, dimension: number, size: number, step: number): Tensor {
    const d = wrapDim(dimension, self.sizes.length);
    const max = self.sizes.length === 0 ? 1 : self.sizes[d]!;
    check(size <= max, `maximum size for tensor at dimension ${d} is ${max} but size is ${size}`);
    check(step > 0, `step is ${step} but must be > 0`);
    const sizes = [...self.sizes, size];
    const strides = [...self.strides, self.sizes.length === 0 ? 1 : self.strides[d]!];
    if (self.sizes.length > 0) {
      sizes[d] = Math.floor((self.sizes[d]! - size) / step) + 1;
      strides[d] = step * self.strides[d]!;
    }
    return self.alias(sizes, strides);
  },
  viewFunction: (_self, d, size, step) => (base) => unfold(base, d, size, step),
  autograd(_needs, _result, self, dimension, size, step) {
    const { sizes } = self;
    return { backward: ([grad]) => [unfold_backward(grad!, sizes, dimension, size, step)] };
  },
});

/** `unfold_backward`: adds up the windows, by positions along the dimension; windows apart from each other are copied. */
export const unfold_backward: Op<[grad: Tensor, sizes: Sizes, dim: number, size: number, step: number]> = op({
  schema: 'unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor',
  bind: 'none',
  forward(grad, sizes, dimension, size, step) {
    const out = zerosOf(grad, sizes);
    if (sizes.length > 0 && step < size) {
      const d = wrapDim(dimension, sizes.length);
      temporary(out, 8 * Math.min(sizes[d]!, (grad.sizes[d]! - 1) * step + size));
    }
    return out;
  },
  autograd: (_needs, _result, _grad, _sizes, dimension, size, step) => ({
    backward: ([grad]) => [unfold(grad!, dimension, size, step)],
  }),
});

export const flatten: Op<[self: Tensor, startDim?: number, endDim?: number]> = op({
  schema: 'flatten.using_ints(Tensor(a) self, int start_dim=0, int end_dim=-1) -> Tensor(a)',
  composite: true,
  forward(self: Tensor, startDim = 0, endDim = -1): Tensor {
    const start = wrapDim(startDim, self.sizes.length);
    const end = wrapDim(endDim, self.sizes.length);
    check(start <= end, 'flatten() has invalid args: start_dim cannot come after end_dim');
    if (self.sizes.length === 0) return reshape(self, [1]);
    if (start === end) return self;
    return reshape(self, [
      ...self.sizes.slice(0, start),
      numel(self.sizes.slice(start, end + 1)),
      ...self.sizes.slice(end + 1),
    ]);
  },
});

export const ravel: Op<[self: Tensor]> = op({
  schema: 'ravel(Tensor(a) self) -> Tensor(a)',
  composite: true,
  forward: (self: Tensor): Tensor => view(contiguous(self, contiguousFormat), [-1]),
});

export const unflatten: Op<[self: Tensor, dim: number, sizes: Sizes]> = op({
  schema: 'unflatten.int(Tensor(a) self, int dim, int[] sizes) -> Tensor(a)',
  composite: true,
  forward(self: Tensor, dim: number, sizes: Sizes): Tensor {
    check(sizes.length > 0, 'unflatten: sizes must be non-empty');
    const d = wrapDim(dim, self.sizes.length);
    const known = sizes.reduce((a, s) => (s === -1 ? a : a * s), 1);
    const shape = sizes.map((s) => (s === -1 ? self.sizes[d]! / known : s));
    check(
      numel(shape) === self.sizes[d] && shape.every(Number.isInteger),
      () =>
        `unflatten: Provided sizes ${showSizes(sizes)} don't multiply up to the size of dim ${d} (${self.sizes[d]}) in the input tensor`,
    );
    return view(self, [...self.sizes.slice(0, d), ...shape, ...self.sizes.slice(d + 1)]);
  },
});

export const movedim: Op<[self: Tensor, source: Sizes, destination: Sizes]> = op({
  schema: 'movedim.intlist(Tensor(a) self, int[1] source, int[1] destination) -> Tensor(a)',
  composite: true,
  forward(self: Tensor, source: Sizes, destination: Sizes): Tensor {
    const rank = self.sizes.length;
    if (rank === 0 && source.length <= 1) return alias(self);
    check(
      source.length === destination.length,
      `movedim: Invalid source or destination dims: source (${showSizes(source)} dims) should contain the same number of dims as destination (${showSizes(destination)} dims)`,
    );
    const from = source.map((d) => wrapDim(d, rank));
    const into = destination.map((d) => wrapDim(d, rank));
    for (const [name, dims, given] of [
      ['source', from, source],
      ['destination', into, destination],
    ] as const)
      check(
        new Set(dims).size === dims.length,
        () => `movedim: repeated dim in \`${name}\` (${showSizes(given)})`,
      );
    const order = new Array<number>(rank).fill(-1);
    from.forEach((d, i) => (order[into[i]!] = d));
    const rest = [...Array(rank).keys()].filter((d) => !from.includes(d));
    for (let i = 0; i < rank; i++) if (order[i] === -1) order[i] = rest.shift()!;
    return permute(self, order);
  },
});
op({
  schema: 'moveaxis(Tensor(a) self, int[1] source, int[1] destination) -> Tensor(a)',
  composite: true,
  forward: (self: Tensor, a: Sizes, b: Sizes): Tensor => movedim(self, a, b),
});

/** `at::expand`-style pairs: both tensors with the broadcast shape. */
export function expandTo(self: Tensor, sizes: Sizes): Tensor {
  return sameSizes(self.sizes, sizes) ? self : expand(self, sizes, false);
}

engineOperators.sumTo = (tensor, sizes) => sumTo(tensor, sizes);

restoreOperators.unsqueeze = (self, dim) => unsqueeze(self, dim);
restoreOperators.expand = (self, sizes) => expand(self, sizes, false);
