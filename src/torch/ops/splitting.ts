/** Views of a tensor’s pieces: split, chunk, unbind. */
import { knownValues } from '../allocate.js';
import { UnknownResult, check, fail, machine } from '../errors.js';
import { op, type Op } from '../operator.js';
import { showSizes, type Sizes, wrapDim } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { expand, slice, zerosOf } from './views.js';

/** Gradients of pieces along a dimension: zeros where a piece got none, then `cat`. */
function catGradients(
  grads: (Tensor | null)[],
  sizes: Sizes,
  pieces: readonly number[],
  dim: number,
): Tensor {
  const like = grads.find((g) => g !== null)!;
  const all = grads.map((g, i) => {
    if (g !== null) return g;
    const shape = sizes.slice();
    shape[dim] = pieces[i]!;
    return zerosOf(like, shape);
  });
  return pieceOperators.cat(all, dim);
}

/** More tensors than a process has memory for: PyTorch's takes more than a kilobyte. */
const MOST_PIECES = 1 << 21;
/** What making a view costs, in instructions. */
const PIECE_COST = 20;

/** Called before `count` pieces are made: the run may be over, or the memory full. */
function checkPieces(count: number): void {
  if (count > MOST_PIECES)
    fail('MemoryError', `a tensor is parted into ${count} tensors, more than there is memory for here`);
  if (count > 1000) machine().countSteps(PIECE_COST * count);
}

/** Set by the module of `cat`, which needs this one. */
export const pieceOperators = {
  cat: (_tensors: Tensor[], _dim: number): Tensor => fail('RuntimeError', 'cat is not loaded'),
  stack: (_tensors: Tensor[], _dim: number): Tensor => fail('RuntimeError', 'stack is not loaded'),
};

export const split_with_sizes: Op<[self: Tensor, splitSizes: Sizes, dim?: number], Tensor[]> = op({
  schema: 'split_with_sizes(Tensor(a) self, int[] split_sizes, int dim=0) -> Tensor(a)[]',
  view: true,
  forward(self: Tensor, splitSizes: Sizes, dim = 0): Tensor[] {
    const d = wrapDim(dim, self.sizes.length);
    const total = splitSizes.reduce((a, b) => a + b, 0);
    check(
      total === self.sizes[d],
      () =>
        `split_with_sizes expects split_sizes to sum exactly to ${self.sizes[d]} (input tensor's size at dimension ${dim}), but got split_sizes=${showSizes(splitSizes)}`,
    );
    let at = self.offset;
    return splitSizes.map((n) => {
      check(
        n >= 0,
        `split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=${showSizes(splitSizes)}`,
      );
      const sizes = self.sizes.slice();
      sizes[d] = n;
      const piece = self.alias(sizes, self.strides, at);
      at += n * self.strides[d]!;
      return piece;
    });
  },
  autograd(_needs, _result, self, splitSizes, dim) {
    const { sizes } = self;
    const d = wrapDim(dim ?? 0, sizes.length);
    return { backward: (grads) => [catGradients(grads, sizes, splitSizes, d)] };
  },
});

export const split: Op<[self: Tensor, splitSize: number, dim?: number], Tensor[]> = op({
  schema: 'split.Tensor(Tensor(a) self, int split_size, int dim=0) -> Tensor(a)[]',
  view: true,
  forward(self: Tensor, splitSize: number, dim = 0): Tensor[] {
    check(self.sizes.length > 0, 'split expects at least a 1-dimensional tensor');
    check(splitSize >= 0, `split expects split_size be non-negative, but got split_size=${splitSize}`);
    const d = wrapDim(dim, self.sizes.length);
    return pieceSizes(self.sizes[d]!, splitSize).map((n, i) => {
      const sizes = self.sizes.slice();
      sizes[d] = n;
      return self.alias(sizes, self.strides, self.offset + i * splitSize * self.strides[d]!);
    });
  },
  autograd(_needs, _result, self, splitSize, dim) {
    const { sizes } = self;
    const d = wrapDim(dim ?? 0, sizes.length);
    return { backward: (grads) => [catGradients(grads, sizes, pieceSizes(sizes[d]!, splitSize), d)] };
  },
});
op({
  schema: 'split.sizes(Tensor(a) self, int[] split_size, int dim=0) -> Tensor(a)[]',
  composite: true,
  forward: (self: Tensor, sizes: Sizes, dim: number): Tensor[] => split_with_sizes(self, sizes, dim),
});

function pieceSizes(size: number, piece: number): number[] {
  if (piece === 0) {
    check(size === 0, `split_size can only be 0 if dimension size is 0, but got dimension size of ${size}`);
    return [0];
  }
  const count = Math.max(Math.ceil(size / piece), 1);
  checkPieces(count);
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? piece : size - piece * (count - 1)));
}

export const chunk: Op<[self: Tensor, chunks: number, dim?: number], Tensor[]> = op({
  schema: 'chunk(Tensor(a) self, int chunks, int dim=0) -> Tensor(a)[]',
  composite: true,
  forward(self: Tensor, chunks: number, dim = 0): Tensor[] {
    check(self.sizes.length > 0, 'chunk expects at least a 1-dimensional tensor');
    check(chunks > 0, `chunk expects \`chunks\` to be greater than 0, got: ${chunks}`);
    const size = self.sizes[wrapDim(dim, self.sizes.length)]!;
    const piece = Math.floor((size + chunks - 1) / chunks);
    if (size === 0) checkPieces(chunks);
    if (piece === 0 && size === 0) return split_with_sizes(self, new Array<number>(chunks).fill(0), dim);
    return split(self, piece, dim);
  },
});

op<[Tensor, Tensor, number], Tensor[]>({
  schema:
    'tensor_split.tensor_indices_or_sections(Tensor(a) self, Tensor tensor_indices_or_sections, int dim=0) -> Tensor(a)[]',
  composite: true,
  forward(self, given, dim) {
    check(
      !given.isCuda,
      () => `tensor_split expected tensor_indices_or_sections to be on cpu, but it's on ${given.device.text}`,
    );
    check(
      given.dtype.name === 'int64',
      () =>
        `tensor_split expected tensor_indices_or_sections to have dtype of long, but got ${given.dtype.scalarName}`,
    );
    check(
      given.sizes.length <= 1,
      () =>
        `tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but got a tensor with ${given.sizes.length} dims`,
    );
    const known = knownValues(given);
    if (known === undefined || known.some((n) => n === undefined))
      throw new UnknownResult(machine().unknown('where tensor_split parts a tensor'));
    return given.sizes.length === 0
      ? tensor_split(self, known[0]!, dim)
      : tensorSplitIndices(self, known as number[], dim);
  },
});

export const tensor_split: Op<[self: Tensor, sections: number, dim?: number], Tensor[]> = op({
  schema: 'tensor_split.sections(Tensor(a) self, int sections, int dim=0) -> Tensor(a)[]',
  composite: true,
  forward(self: Tensor, sections: number, dim = 0): Tensor[] {
    check(
      self.sizes.length > 0,
      'tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims',
    );
    check(sections > 0, `number of sections must be larger than 0, got ${sections}`);
    const size = self.sizes[wrapDim(dim, self.sizes.length)]!;
    const base = Math.floor(size / sections);
    const longer = size % sections;
    checkPieces(sections);
    let at = 0;
    return Array.from({ length: sections }, (_, i) => {
      const n = base + (i < longer ? 1 : 0);
      const piece = slice(self, dim, at, at + n, 1);
      at += n;
      return piece;
    });
  },
});

export const tensorSplitIndices: Op<[self: Tensor, indices: Sizes, dim?: number], Tensor[]> = op({
  schema: 'tensor_split.indices(Tensor(a) self, int[] indices, int dim=0) -> Tensor(a)[]',
  composite: true,
  forward(self: Tensor, indices: Sizes, dim = 0): Tensor[] {
    const size = self.sizes[wrapDim(dim, self.sizes.length)]!;
    const bounds = [0, ...indices, size];
    return bounds.slice(1).map((end, i) => slice(self, dim, bounds[i]!, end, 1));
  },
});

export const unbind: Op<[self: Tensor, dim?: number], Tensor[]> = op({
  schema: 'unbind.int(Tensor(a) self, int dim=0) -> Tensor(a)[]',
  view: true,
  forward(self: Tensor, dim = 0): Tensor[] {
    const d = wrapDim(dim, self.sizes.length, false);
    const sizes = self.sizes.slice();
    const strides = self.strides.slice();
    const [n] = sizes.splice(d, 1);
    const [stride] = strides.splice(d, 1);
    checkPieces(n!);
    return Array.from({ length: n! }, (_, i) => self.alias(sizes, strides, self.offset + i * stride!));
  },
  autograd(_needs, result, self, dim) {
    const d = wrapDim(dim ?? 0, self.sizes.length);
    const sizes = (result as Tensor[])[0]?.sizes ?? [];
    return {
      backward(grads) {
        const like = grads.find((g) => g !== null)!;
        const pieces = grads.map((g) => g ?? expand(zerosOf(like, []), sizes, false));
        return [pieceOperators.stack(pieces, d)];
      },
    };
  },
});
