/** Functions about shapes made of views and copies: meshgrid, broadcast_tensors, diff, diag, the *_copy and *_scatter families. */
import { as_strided } from './as_strided.js';
import { callOperator } from './call.js';
import { emptyLike, knownValues, commonDevice } from '../allocate.js';
import { Category, contiguousFormat, int64 } from '../dtype.js';
import { check, fail, machine, UnknownResult } from '../errors.js';
import { drop, into, op, overloads, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { inferSize, showSizes, wrapDim, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { state } from '../state.js';
import { clone, contiguous, copy_, copyKernel, to } from './copy.js';
import { cat } from './joining.js';
import { abs } from './rounding.js';
import { add, mul, sub } from './arithmetic.js';
import { gradients } from './elementwise_rules.js';
import { flip } from './cumulative.js';
import { sum } from './sum.js';
import {
  alias,
  diagonal,
  diagonal_backward,
  expand,
  expandTo,
  narrow,
  permute,
  reshape,
  select,
  select_backward,
  slice,
  slice_backward,
  squeeze,
  squeezeDims,
  t as transposed,
  transpose,
  unfold,
  unfold_backward,
  unsqueeze,
  unsqueezeTo,
  view,
  zerosOf,
} from './views.js';
import { split, split_with_sizes, tensor_split, tensorSplitIndices, unbind } from './splitting.js';

type Call = (...args: unknown[]) => unknown;
const callOf = (name: string): Call => overloads.get(name)![0]!.call as Call;

// ---- broadcasting ----

op<[Tensor[]], Tensor[]>({
  schema: 'broadcast_tensors(Tensor[] tensors) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward(tensors) {
    const shape = tensors.reduce<Sizes>((s, t) => inferSize(s, t.sizes), []);
    return tensors.map((t) => expandTo(t, shape));
  },
});
function meshgrid(tensors: Tensor[], indexing: string): Tensor[] {
  check(tensors.length > 0, 'meshgrid expects a non-empty TensorList');
  for (const t of tensors)
    check(
      t.sizes.length <= 1,
      `torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: ${t.sizes.length}D`,
    );
  for (const t of tensors.slice(1)) {
    check(t.dtype === tensors[0]!.dtype, 'torch.meshgrid expects all tensors to have the same dtype');
    check(t.device === tensors[0]!.device, 'torch.meshgrid expects all tensors to have the same device');
  }
  check(
    indexing === 'ij' || indexing === 'xy',
    `torch.meshgrid: indexing must be one of "xy" or "ij", but received: ${indexing}`,
  );
  const swap = indexing === 'xy' && tensors.length >= 2;
  const list = swap ? [tensors[1]!, tensors[0]!, ...tensors.slice(2)] : tensors;
  const shape = list.map((t) => t.numel);
  const grids = list.map((t, i) =>
    expand(
      view(
        t,
        shape.map((_, d) => (d === i ? -1 : 1)),
      ),
      shape,
      false,
    ),
  );
  if (swap) [grids[0], grids[1]] = [grids[1]!, grids[0]!];
  return grids;
}
op<[Tensor[]], Tensor[]>({
  schema: 'meshgrid(Tensor[] tensors) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (tensors) => meshgrid(tensors, 'ij'),
});
op<[Tensor[], string], Tensor[]>({
  schema: 'meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (tensors, indexing) => meshgrid(tensors, indexing),
});
op<[Tensor[]], Tensor>({
  schema: 'cartesian_prod(Tensor[] tensors) -> Tensor',
  bind: 'function',
  composite: true,
  forward(tensors) {
    for (const t of tensors)
      check(t.sizes.length === 1, `Expect a 1D vector, but got shape ${showSizes(t.sizes)}`);
    if (tensors.length === 1) return tensors[0]!;
    return callOf('stack')(
      meshgrid(tensors, 'ij').map((g) => reshape(g, [-1])),
      1,
    ) as Tensor;
  },
});

// ---- splitting ----

op<[Tensor, number, number], Tensor[]>({
  schema: 'unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[]',
  composite: true,
  forward(self, chunks, dim) {
    const size = self.sizes[wrapDim(dim, self.sizes.length)]!;
    const piece = Math.floor((size + chunks - 1) / chunks);
    if (piece === 0)
      return callOf('unsafe_split_with_sizes')(self, new Array<number>(chunks).fill(0), dim) as Tensor[];
    return unsafeSplit(self, piece, dim);
  },
});
export const unsafeSplit: Op<[Tensor, number, number], Tensor[]> = op({
  schema: 'unsafe_split.Tensor(Tensor self, int split_size, int dim=0) -> Tensor[]',
  forward: (self, size, dim) => split(self, size, dim),
  autograd: (_needs, result, self, _size, dim) =>
    piecesGradient(
      self.sizes,
      result.map((r) => r.sizes[wrapDim(dim, self.sizes.length)]!),
      dim,
    ),
});
op<[Tensor, Sizes, number], Tensor[]>({
  schema: 'unsafe_split_with_sizes(Tensor self, int[] split_sizes, int dim=0) -> Tensor[]',
  forward: (self, sizes, dim) => split_with_sizes(self, sizes, dim),
  autograd: (_needs, _result, self, sizes, dim) => piecesGradient(self.sizes, sizes, dim),
});
function piecesGradient(
  sizes: Sizes,
  pieces: readonly number[],
  dim: number,
): { backward: (grads: (Tensor | null)[]) => Tensor[] } {
  const d = wrapDim(dim, sizes.length);
  return {
    backward(grads) {
      const like = grads.find((g) => g !== null)!;
      const all = grads.map(
        (g, i) =>
          g ??
          zerosOf(
            like,
            sizes.map((s, k) => (k === d ? pieces[i]! : s)),
          ),
      );
      return [cat(all, d)];
    },
  };
}
for (const [name, rank, dimOf] of [
  ['hsplit', 1, (r: number) => (r === 1 ? 0 : 1)],
  ['vsplit', 2, () => 0],
  ['dsplit', 3, () => 2],
] as const) {
  const checkRank = (self: Tensor): number => {
    check(
      self.sizes.length >= rank,
      `torch.${name} requires a tensor with at least ${rank} dimension, but got a tensor with ${self.sizes.length} dimensions!`,
    );
    return dimOf(self.sizes.length);
  };
  op<[Tensor, number], Tensor[]>({
    schema: `${name}.int(Tensor(a) self, int sections) -> Tensor(a)[]`,
    composite: true,
    forward(self, sections) {
      const dim = checkRank(self);
      check(
        sections !== 0 && self.sizes[dim]! % sections === 0,
        `torch.${name} attempted to split along dimension ${dim}, but the size of the dimension ${self.sizes[dim]} is not divisible by the split_size ${sections}!`,
      );
      return tensor_split(self, sections, dim);
    },
  });
  op<[Tensor, Sizes], Tensor[]>({
    schema: `${name}.array(Tensor(a) self, int[] indices) -> Tensor(a)[]`,
    composite: true,
    forward: (self, indices) => tensorSplitIndices(self, indices, checkRank(self)),
  });
}

// ---- differences and rotations ----

function difference(self: Tensor, n: number, dim: number): Tensor {
  let out = self;
  const bool = self.dtype.name === 'bool';
  const between = (bool ? callOf('logical_xor') : sub) as typeof sub;
  for (let i = 0; i < n; i++) {
    const length = out.sizes[wrapDim(dim, out.sizes.length)]! - 1;
    if (length < 0) break;
    const before = out;
    out = scope(() => {
      const [b, a] = [narrow(before, dim, 0, length), narrow(before, dim, 1, length)];
      return (i < n - 1 ? between : into(between))(a, b);
    });
    if (before !== self) drop(before);
  }
  return out;
}
op<[Tensor, number, number, Tensor | null, Tensor | null], Tensor>({
  schema: 'diff(Tensor self, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor',
  composite: true,
  forward(self, n, dim, prepend, append) {
    check(self.sizes.length > 0, 'diff expects input to be at least one-dimensional');
    check(n >= 0, `order must be non-negative but got ${n}`);
    if (n === 0)
      return copy_(callOf('zeros_like')(self, null, null, null, null, false, null) as Tensor, self);
    if (prepend === null && append === null) {
      const length = self.sizes[wrapDim(dim, self.sizes.length)]!;
      return difference(self, Math.min(n, length), dim);
    }
    const joined = cat(
      [prepend, self, append].filter((x) => x !== null),
      dim,
    );
    return difference(joined, Math.min(n, joined.sizes[wrapDim(dim, joined.sizes.length)]!), dim);
  },
});
const rot90: Op<[self: Tensor, k: number, dims: Sizes]> = op<[Tensor, number, Sizes], Tensor>({
  schema: 'rot90(Tensor self, int k=1, int[] dims=[0,1]) -> Tensor',
  forward(self, k, dims) {
    check(dims.length === 2, `expected total rotation dims == 2, but got dims = ${dims.length}`);
    check(self.sizes.length >= 2, `expected total dims >= 2, but got total dims = ${self.sizes.length}`);
    const [first, second] = dims.map((d) => wrapDim(d, self.sizes.length));
    check(
      first !== second,
      `expected rotation dims to be different, but got dim0 = ${dims[0]} and dim1 = ${dims[1]}`,
    );
    const turns = ((k % 4) + 4) % 4;
    if (turns === 1) return transposeWithFlip(self, [dims[1]!], dims);
    if (turns === 2) return flip(self, dims);
    if (turns === 3) return transposeWithFlip(self, [dims[0]!], dims);
    return clone(self, contiguousFormat);
  },
  autograd: (_needs, _result, _self, k, dims) => ({ backward: ([grad]) => [rot90(grad!, -k, dims)] }),
});
function transposeWithFlip(self: Tensor, flipped: Sizes, dims: Sizes): Tensor {
  return callOf('transpose_')(flip(self, flipped), dims[0], dims[1]) as Tensor;
}
for (const [name, change] of [
  [
    'transpose_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)',
    (self: Tensor, a: number, b: number) => transpose(self, a, b),
  ],
  ['t_(Tensor(a!) self) -> Tensor(a!)', (self: Tensor) => transposed(self)],
  ['squeeze_(Tensor(a!) self) -> Tensor(a!)', (self: Tensor) => squeeze(self)],
  [
    'squeeze_.dims(Tensor(a!) self, int[1] dim) -> Tensor(a!)',
    (self: Tensor, dim: Sizes) => squeezeDims(self, dim),
  ],
  ['unsqueeze_(Tensor(a!) self, int dim) -> Tensor(a!)', (self: Tensor, dim: number) => unsqueeze(self, dim)],
  [
    'swapaxes_(Tensor(a!) self, int axis0, int axis1) -> Tensor(a!)',
    (self: Tensor, a: number, b: number) => transpose(self, a, b),
  ],
  [
    'swapdims_(Tensor(a!) self, int dim0, int dim1) -> Tensor(a!)',
    (self: Tensor, a: number, b: number) => transpose(self, a, b),
  ],
  [
    'as_strided_(Tensor(a!) self, int[] size, int[] stride, int? storage_offset=None) -> Tensor(a!)',
    (self: Tensor, size: Sizes, stride: Sizes, offset: number | null) =>
      as_strided(self, size, stride, offset),
  ],
] as [string, (self: Tensor, ...rest: never[]) => Tensor][])
  op<[Tensor, ...unknown[]], Tensor>({
    schema: name,
    bind: 'method',
    composite: true,
    // The tensor itself takes the view's geometry and history.
    forward(self, ...rest) {
      const made = change(self, ...(rest as never[]));
      self.setGeometry(made.sizes, made.strides, made.offset);
      if (made.gradFn !== null) self.setGradFn(made.gradFn, made.outputNr);
      return self;
    },
  });

// ---- diagonals ----

export const diag_embed: Op<[self: Tensor, offset: number, dim1: number, dim2: number]> = op({
  schema: 'diag_embed(Tensor self, int offset=0, int dim1=-2, int dim2=-1) -> Tensor',
  forward(self, offset, dim1, dim2) {
    const rank = self.sizes.length + 1;
    const a = wrapDim(dim1, rank);
    const b = wrapDim(dim2, rank);
    check(a !== b, `diagonal dimensions cannot be identical ${dim1}, ${dim2}`);
    const length = Math.abs(offset) + self.sizes[self.sizes.length - 1]!;
    const sizes = self.sizes.slice(0, -1);
    sizes.splice(Math.min(a, b), 0, length);
    sizes.splice(Math.max(a, b), 0, length);
    const out = zerosOf(self, sizes);
    copy_(diagonal(out, offset, a, b), self);
    return out;
  },
  autograd: (_needs, _result, _self, offset, dim1, dim2) => ({
    backward: ([grad]) => [diagonal(grad!, offset, dim1, dim2)],
  }),
});
op<[Tensor, number], Tensor>({
  schema: 'diag(Tensor self, int diagonal=0) -> Tensor',
  composite: true,
  forward(self, offset) {
    const rank = self.sizes.length;
    check(rank === 1 || rank === 2, `diag(): Supports 1D or 2D tensors. Got ${rank}D`);
    return rank === 1
      ? diag_embed(self, offset, -2, -1)
      : (callOf('diagonal_copy')(self, offset, 0, 1) as Tensor);
  },
});
op<[Tensor, number], Tensor>({
  schema: 'diagflat(Tensor self, int offset=0) -> Tensor',
  composite: true,
  forward: (self, offset) =>
    diag_embed(view(callOf('contiguous')(self, contiguousFormat) as Tensor, [-1]), offset, -2, -1),
});
op<[Tensor, number, number, number], Tensor>({
  schema: 'linalg_diagonal(Tensor(a) A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor(a)',
  bind: 'linalg',
  composite: true,
  forward: (self, offset, a, b) => diagonal(self, offset, a, b),
});
op<[Tensor], Tensor>({
  schema: 'trace(Tensor self) -> Tensor',
  forward(self) {
    check(self.sizes.length === 2, self.isCuda ? 'expected a matrix' : 'trace: expected a matrix');
    return sum(diagonal(self, 0, 0, 1), null);
  },
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return {
      // `trace_backward`: the diagonal's indices in the flat matrix are filled.
      backward: ([grad]) => [
        scope(() => {
          const flat = zerosOf(grad!, [sizes[0]! * sizes[1]!]);
          const count = Math.ceil(flat.numel / (sizes[1]! + 1));
          const indices = emptyLike(flat, [count], null, int64);
          return view(callOperator('index_fill_', flat, 0, indices, grad!), sizes);
        }),
      ],
    };
  },
});

// ---- views as copies ----

/** `x_copy` of a view operator: the same gradient, memory of its own. */
function copied(
  schema: string,
  make: (self: Tensor, ...rest: never[]) => Tensor,
  gradient: (grad: Tensor, sizes: Sizes, rest: unknown[]) => Tensor,
): void {
  op<[Tensor, ...unknown[]], Tensor>({
    schema,
    bind: 'function',
    forward: (self, ...rest) => clone(make(self, ...(rest as never[])), contiguousFormat),
    autograd(_needs, _result, self, ...rest) {
      const { sizes } = self;
      return { backward: ([grad]) => [gradient(grad!, sizes, rest)] };
    },
  });
}
copied(
  'alias_copy(Tensor self) -> Tensor',
  (self) => alias(self),
  (grad) => grad,
);
copied(
  'view_copy(Tensor self, int[] size) -> Tensor',
  (self: Tensor, size: Sizes) => view(self, size),
  (grad, sizes) => reshape(grad, sizes),
);
copied(
  't_copy(Tensor self) -> Tensor',
  (self) => transposed(self),
  (grad) => transposed(grad),
);
copied(
  'transpose_copy.int(Tensor self, int dim0, int dim1) -> Tensor',
  (self: Tensor, a: number, b: number) => transpose(self, a, b),
  (grad, _s, [a, b]) => transpose(grad, a as number, b as number),
);
copied(
  'permute_copy(Tensor self, int[] dims) -> Tensor',
  (self: Tensor, dims: Sizes) => permute(self, dims),
  (grad, sizes, [dims]) => {
    const inverse = new Array<number>(sizes.length);
    (dims as Sizes).forEach((d, i) => (inverse[wrapDim(d, sizes.length)] = i));
    return permute(grad, inverse);
  },
);
copied(
  'expand_copy(Tensor self, int[] size, *, bool implicit=False) -> Tensor',
  (self: Tensor, size: Sizes) => expand(self, size, false),
  (grad, sizes) => callOf('sum_to_size')(grad, sizes) as Tensor,
);
copied(
  'squeeze_copy(Tensor self) -> Tensor',
  (self) => squeeze(self),
  (grad, sizes) => unsqueezeTo(grad, sizes, null),
);
copied(
  'squeeze_copy.dims(Tensor self, int[1] dim) -> Tensor',
  (self: Tensor, dim: Sizes) => squeezeDims(self, dim),
  (grad, sizes, [dim]) => unsqueezeTo(grad, sizes, dim as Sizes),
);
copied(
  'unsqueeze_copy(Tensor self, int dim) -> Tensor',
  (self: Tensor, dim: number) => unsqueeze(self, dim),
  (grad, _sizes, [dim]) => squeezeDims(grad, [dim as number]),
);
copied(
  'select_copy.int(Tensor self, int dim, int index) -> Tensor',
  (self: Tensor, dim: number, index: number) => select(self, dim, index),
  (grad, sizes, [dim, index]) => select_backward(grad, sizes, dim as number, index as number),
);
copied(
  'slice_copy.Tensor(Tensor self, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor',
  (self: Tensor, d: number, a: number | null, b: number | null, s: number) => slice(self, d, a, b, s),
  (grad, sizes, [d, a, b, s]) =>
    slice_backward(grad, sizes, d as number, a as number | null, b as number | null, s as number),
);
copied(
  'diagonal_copy(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor',
  (self: Tensor, o: number, a: number, b: number) => diagonal(self, o, a, b),
  (grad, sizes, [o, a, b]) => diagonal_backward(grad, sizes, o as number, a as number, b as number),
);
copied(
  'unfold_copy(Tensor self, int dimension, int size, int step) -> Tensor',
  (self: Tensor, d: number, size: number, step: number) => unfold(self, d, size, step),
  (grad, sizes, [d, size, step]) => unfold_backward(grad, sizes, d as number, size as number, step as number),
);
op<[Tensor, number, number, number], Tensor>({
  schema: 'narrow_copy(Tensor self, int dim, int start, int length) -> Tensor',
  composite: true,
  forward(self, dim, start, length) {
    narrow(self, dim, start, length);
    return callOf('slice_copy')(self, dim, start, start + length, 1) as Tensor;
  },
});
op<[Tensor, Sizes, Sizes, number | null], Tensor>({
  schema: 'as_strided_copy(Tensor self, int[] size, int[] stride, int? storage_offset=None) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (self, size, stride, offset) => clone(as_strided(self, size, stride, offset), contiguousFormat),
});
op<[Tensor, number], Tensor[]>({
  schema: 'unbind_copy.int(Tensor self, int dim=0) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, dim) => unbind(self, dim).map((piece) => clone(piece, contiguousFormat)),
});
op<[Tensor, number, number], Tensor[]>({
  schema: 'split_copy.Tensor(Tensor self, int split_size, int dim=0) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, size, dim) => split(self, size, dim).map((piece) => clone(piece, contiguousFormat)),
});
op<[Tensor, Sizes, number], Tensor[]>({
  schema: 'split_with_sizes_copy(Tensor self, int[] split_sizes, int dim=0) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, sizes, dim) =>
    split_with_sizes(self, sizes, dim).map((piece) => clone(piece, contiguousFormat)),
});

// ---- writing into a copy ----

/** `clone_preserve_strides`: the gaps are kept as well. */
function cloneWithStrides(self: Tensor): Tensor {
  if (self.isContiguous || self.strides.some((stride, d) => stride === 0 && self.sizes[d]! > 1))
    return clone(self, null);
  return copyKernel(emptyLike(self, self.sizes, self.strides), self);
}

interface Strided {
  sizes: Sizes;
  strides: Sizes;
}

/** `as_strided_scatter_backward`. */
function stridedScatterGradient(grad: Tensor, self: Strided, part: (t: Tensor) => Tensor): Tensor {
  const piece = part(contiguous(grad));
  const zeros = as_strided(zerosOf(grad, self.sizes), self.sizes, self.strides);
  copy_(part(zeros), piece);
  return zeros;
}

/**
 * `select_scatter` and its kin: a copy of self with `src` in one view of it.
 * @param ofSelf the gradient of self; by default the incoming one with zeros in that view
 */
function scatter(
  schema: string,
  part: (self: Tensor, ...rest: never[]) => Tensor,
  ofSelf?: (grad: Tensor, self: Strided, part: (t: Tensor) => Tensor) => Tensor,
): void {
  const made: Op<[Tensor, Tensor, ...unknown[]]> = op<[Tensor, Tensor, ...unknown[]], Tensor>({
    schema,
    forward(self, src, ...rest) {
      const out = cloneWithStrides(self);
      const target = part(out, ...(rest as never[]));
      if (showSizes(target.sizes) !== showSizes(src.sizes))
        fail(
          'RuntimeError',
          `expected src to have a size equal to the slice of self. src size = ${showSizes(src.sizes)}, slice size = ${showSizes(target.sizes)}`,
        );
      copy_(target, src);
      return out;
    },
    autograd(_needs, _result, self, src, ...rest) {
      const { sizes } = src;
      const geometry = { sizes: self.sizes, strides: self.strides };
      return {
        backward: ([grad], _saved, needs) =>
          gradients(
            needs,
            () =>
              ofSelf === undefined
                ? made(grad!, zerosOf(grad!, sizes), ...rest)
                : ofSelf(grad!, geometry, (t) => part(t, ...(rest as never[]))),
            () => expandTo(part(grad!, ...(rest as never[])), sizes),
          ),
      };
    },
  });
}
scatter(
  'select_scatter(Tensor self, Tensor src, int dim, int index) -> Tensor',
  (self: Tensor, dim: number, index: number) => select(self, dim, index),
);
scatter(
  'slice_scatter(Tensor self, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor',
  (self: Tensor, d: number, a: number | null, b: number | null, s: number) => slice(self, d, a, b, s),
);
scatter(
  'diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor',
  (self: Tensor, o: number, a: number, b: number) => diagonal(self, o, a, b),
);
scatter(
  'as_strided_scatter(Tensor self, Tensor src, int[] size, int[] stride, int? storage_offset=None) -> Tensor',
  (self: Tensor, size: Sizes, stride: Sizes, offset: number | null) => as_strided(self, size, stride, offset),
  stridedScatterGradient,
);

// ---- names without effect on real tensors ----

op<[Tensor, Tensor, number, number, boolean], Tensor>({
  schema:
    'isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> Tensor',
  composite: true,
  forward(self, other, rtol, atol, equalNan) {
    check(
      self.dtype === other.dtype,
      () => `${self.dtype.scalarName} did not match ${other.dtype.scalarName}`,
    );
    check(rtol >= 0, `rtol must be greater than or equal to zero, but got ${rtol}`);
    check(atol >= 0, `atol must be greater than or equal to zero, but got ${atol}`);
    const eq = callOf('eq') as (a: Tensor, b: Tensor) => Tensor;
    const close = eq(self, other);
    if (equalNan && self.dtype.isFloating)
      scope(
        () =>
          callOf('bitwise_or_')(
            close,
            callOf('bitwise_and_')(callOf('isnan')(self), callOf('isnan')(other)),
          ) as Tensor,
      );
    if (rtol === 0 && atol === 0) return close;
    const there = other.dtype.category <= Category.int ? to(other, state.defaultDtype) : other;
    const allowed = scope(() => add(abs(mul(there, float(1e-5))), float(1e-8)));
    const actual = scope(() => abs(sub(self, there)));
    const finite = callOf('isfinite')(actual) as Tensor;
    callOf('bitwise_or_')(close, callOf('bitwise_and_')(finite, callOf('le')(actual, allowed)));
    return close;
  },
});
op<[Tensor, Tensor], boolean>({
  schema: 'equal(Tensor self, Tensor other) -> bool',
  forward(self, other) {
    if (showSizes(self.sizes) !== showSizes(other.sizes)) return false;
    const [a, b] = [knownValues(self), knownValues(other)];
    if (
      a !== undefined &&
      b !== undefined &&
      a.every((v) => v !== undefined) &&
      b.every((v) => v !== undefined)
    )
      return a.every((v, i) => v === b[i]);
    throw new UnknownResult(machine().unknown('whether two tensors are equal'));
  },
});
op<[Tensor, Tensor, number, number, boolean], boolean>({
  schema:
    'allclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08, bool equal_nan=False) -> bool',
  forward(self, other) {
    commonDevice([self, other]);
    check(
      self.dtype === other.dtype,
      () => `${self.dtype.scalarName} did not match ${other.dtype.scalarName}`,
    );
    throw new UnknownResult(machine().unknown('whether two tensors are close'));
  },
});
