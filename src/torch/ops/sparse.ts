/**
 * What operators do with sparse tensors (aten/src/ATen/native/sparse, and its cuda folder), as far as gradients and their optimizers
 * need it. An operator without a kernel here gives an unknown.
 */
import { empty, emptyLike, knownValues } from '../allocate.js';
import { bool, int64, preserveFormat, type Device, type DType, type MemoryFormat } from '../dtype.js';
import { check, fail, machine } from '../errors.js';
import { drop, op, sparseKernels, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { contiguousStrides, sameSizes, showSizes, type Sizes } from '../shape.js';
import { SparseTensor } from '../sparse_tensor.js';
import { temporaryStorage, Tensor } from '../tensor.js';
import { dropStorage } from '../iterator.js';
import { callOperator } from './call.js';
import { clone, contiguous, to } from './copy.js';
import { cat } from './joining.js';
import { reshape } from './views.js';

/** `_sparse_coo_tensor_unsafe`: aliases both tensors. */
function sparse(indices: Tensor, values: Tensor, sizes: Sizes, coalesced?: boolean): SparseTensor {
  return new SparseTensor(indices, values, sizes, coalesced);
}

/** The same positions, whose indices are copied, with other values. */
function withValues(self: SparseTensor, make: (values: Tensor) => Tensor): SparseTensor {
  const indices = clone(self.indices);
  return sparse(indices, make(self.values), self.sizes, self.coalesced);
}

export const _sparse_coo_tensor_unsafe: Op<[indices: Tensor, values: Tensor, size: Sizes]> = op({
  schema: '_sparse_coo_tensor_unsafe(Tensor indices, Tensor values, SymInt[] size) -> Tensor',
  bind: 'function',
  forward: (indices, values, size): Tensor => sparse(indices, values, size),
});

const alignUp = (bytes: number): number => Math.ceil(bytes / 256) * 256;

/** What Thrust takes at a time to sort n pairs of 8 bytes (both buffers, the partition of tiles), and then to find each once. */
function sortedOnceBytes(n: number): number {
  const partitions = Math.ceil(n / 4096) + 1;
  return Math.max(2 * alignUp(8 * n) + alignUp(8 * partitions) + 255, 1535);
}

/** How many positions are left when each is there once. */
function distinct({ indices, nnz, sizes }: SparseTensor): number {
  const values = knownValues(indices);
  if (values !== undefined && !values.includes(undefined)) {
    const dims = indices.sizes[0]!;
    const seen = new Set<string>();
    for (let i = 0; i < nnz; i++)
      seen.add(Array.from({ length: dims }, (_, d) => values[d * nnz + i]).join());
    return seen.size;
  }
  const positions = sizes.slice(0, indices.sizes[0]!).reduce((a, b) => a * b, 1);
  machine().note('assumption', 'the positions that a sparse tensor names are taken to be distinct');
  return Math.min(nnz, positions);
}

/** `_coalesce_sparse_cuda`. */
function coalesce(self: SparseTensor): SparseTensor {
  if (self.coalesced) return self;
  const { indices, values, nnz } = self;
  if (nnz < 2) {
    const made = withValues(self, clone);
    made.coalesced = true;
    return made;
  }
  const flat = empty([nnz], int64, self.device);
  const original = empty([nnz], int64, self.device);
  const offsets = empty([nnz], int64, self.device);
  dropStorage(temporaryStorage(sortedOnceBytes(nnz), self.device));
  const count = distinct(self);
  const newValues = emptyLike(values, [count, ...values.sizes.slice(1)]);
  const rows = contiguous(values);
  if (rows !== values) drop(rows);
  const dims = indices.sizes[0]!;
  // With one sparse dimension the sorted indices are the result's, in memory for all of them.
  const newIndices =
    dims === 1
      ? flat.alias([1, count], contiguousStrides([1, count]))
      : empty([dims, count], int64, self.device);
  drop(original, offsets, flat);
  return sparse(newIndices, newValues, self.sizes, true);
}

/** Runs `body` on the coalesced tensor, which is dropped where it was made for that. */
export function coalesced<R>(self: SparseTensor, body: (t: SparseTensor) => R): R {
  const t = coalesce(self);
  const result = body(t);
  if (t !== self) drop(t);
  return result;
}

/** `add_out_dense_sparse_cuda`, into `result`. */
function addIntoDense(result: Tensor, other: SparseTensor): Tensor {
  check(
    sameSizes(result.sizes, other.sizes),
    `add: expected 'self' and 'other' to have same size, but self has size ${showSizes(result.sizes)} while other has size ${showSizes(other.sizes)} (FYI: dense-sparse addition does not currently support broadcasting)`,
  );
  const dtype = resultType([result, other]);
  const values = to(other.values, dtype);
  const rows = other.coalesced
    ? contiguous(values)
    : reshape(values, [other.nnz, result.numel / sparsePositions(other)]);
  drop(rows === values ? null : rows, values === other.values ? null : values);
  return result;
}

function sparsePositions({ sizes, sparseDim }: SparseTensor): number {
  return sizes.slice(0, sparseDim).reduce((a, b) => a * b, 1);
}

/** `add_out_sparse_cuda`: the positions of both, one after the other; they are merged where they are more than elements. */
function addSparse(
  self: SparseTensor,
  other: SparseTensor,
  alpha: Scalar,
  into: SparseTensor | null,
): Tensor {
  check(
    sameSizes(self.sizes, other.sizes),
    `add: expected 'self' and 'other' to have same size, but ${showSizes(self.sizes)} != ${showSizes(other.sizes)}`,
  );
  const finish = (indices: Tensor, values: Tensor, flag?: boolean): Tensor => {
    if (into === null) return sparse(indices, values, self.sizes, flag);
    into.setParts(indices, values, flag);
    return into;
  };
  if (other.nnz === 0)
    return into === self ? self : finish(clone(self.indices), clone(self.values), self.coalesced);
  const scale = scalarValue(alpha) === 1 ? null : alpha;
  if (self.nnz === 0)
    return finish(
      clone(other.indices),
      scale === null ? clone(other.values) : callOperator('mul', other.values, scale),
    );
  const scaled = scale === null ? other.values : callOperator('mul', other.values, scale);
  const indices = cat([self.indices, other.indices], 1);
  const values = cat([self.values, scaled], 0);
  if (scaled !== other.values) drop(scaled);
  const sum = finish(indices, values) as SparseTensor;
  if (sum.nnz <= sum.numel) return sum;
  const merged = coalesce(sum);
  sum.setParts(merged.indices, merged.values, merged.coalesced);
  return sum;
}

const isSparse = (value: unknown): value is SparseTensor => value instanceof SparseTensor;

function add(self: Tensor, other: Tensor, alpha: Scalar, inplace: boolean): Tensor {
  if (!isSparse(self)) {
    const result = inplace ? self : emptyLike(self, self.sizes, null, resultType([self, other]));
    return addIntoDense(result, other as SparseTensor);
  }
  if (!isSparse(other))
    return fail('RuntimeError', 'add(sparse, dense) is not supported. Use add(dense, sparse) instead.');
  return addSparse(self, other, alpha, inplace ? self : null);
}

/** A kernel of one sparse tensor. */
function kernel(names: string, body: (self: SparseTensor, ...rest: never[]) => unknown): void {
  for (const name of names.split(' ')) sparseKernels.set(name, body as (...args: never[]) => unknown);
}

for (const [name, sign] of [
  ['add', 1],
  ['sub', -1],
] as const) {
  const kernelOf =
    (inplace: boolean) =>
    (self: Tensor, other: Tensor, alpha: Scalar = 1): Tensor => {
      const result = add(self, other, sign === 1 ? alpha : float(-scalarValue(alpha)), inplace);
      if (inplace) result.bumpVersion();
      return result;
    };
  sparseKernels.set(name, kernelOf(false) as (...args: never[]) => unknown);
  sparseKernels.set(`${name}_`, kernelOf(true) as (...args: never[]) => unknown);
}

/** Multiplication by a number or a tensor of no dimension. */
function scaled(self: SparseTensor, other: unknown): SparseTensor {
  if (other instanceof Tensor && other.sizes.length > 0)
    return fail('NotImplementedError', 'mul: of a sparse tensor by a tensor with dimensions');
  return withValues(self, (values) => callOperator('mul', values, other));
}
kernel('mul', scaled);
kernel('mul_', (self, other) => {
  const made = scaled(self, other);
  self.setParts(made.indices, made.values);
  self.bumpVersion();
  return self;
});
kernel('div', (self, other) => withValues(self, (values) => callOperator('div', values, other)));
kernel('div_', (self, other) => {
  callOperator('div_', self.values, other);
  self.bumpVersion();
  return self;
});
kernel('neg', (self) => withValues(self, (values) => callOperator('neg', values)));
for (const name of ['sqrt', 'abs', 'sign', 'isnan', 'isinf', 'pow'])
  kernel(name, (self: SparseTensor, ...rest: unknown[]) =>
    coalesced(self, (t) => withValues(t, (values) => callOperator(name, values, ...rest))),
  );
kernel('linalg_vector_norm norm', (self, p: Scalar | null) =>
  coalesced(self, (t) => callOperator('linalg_vector_norm', t.values, p ?? 2, null, false, null)),
);
kernel('sum', (self, dtype: DType | null) => callOperator('sum', self.values, dtype ?? null));
kernel('clone', (self) => withValues(self, clone));
kernel('detach alias', (self) => self.alias());
kernel('zeros_like empty_like', (self) => none(self));
kernel('zero_', (self) => {
  const { indices, values } = none(self);
  self.setParts(indices, values, true);
  self.bumpVersion();
  return self;
});
kernel('copy_', (self, source: Tensor) => {
  if (!isSparse(source))
    return fail('RuntimeError', 'copy_() between dense and sparse Tensors is not implemented!');
  self.setParts(clone(source.indices), clone(source.values), source.coalesced);
  self.bumpVersion();
  return self;
});
kernel(
  '_to_copy',
  (self, dtype: DType | null, _layout: unknown, device: Device | null, _pin: unknown, wait: boolean) =>
    sparse(
      to(self.indices, null, device, true, preserveFormat as MemoryFormat, wait),
      to(self.values, dtype, device, true, preserveFormat as MemoryFormat, wait),
      self.sizes,
      self.coalesced,
    ),
);

/** The same sizes without a position. */
function none(self: SparseTensor): SparseTensor {
  return sparse(
    emptyLike(self.indices, [self.sparseDim, 0]),
    emptyLike(self.values, [0, ...self.values.sizes.slice(1)]),
    self.sizes,
    true,
  );
}

/** What only sparse tensors have as methods; `undefined` for a dense one. */
export const sparseMethods = {
  coalesce,
  toDense(self: SparseTensor): Tensor {
    const out = emptyLike(self.values, self.sizes);
    return addIntoDense(out, self);
  },
};

/** `sparse_mask` of a dense tensor: its values at the mask's positions (`mul` by a sparse one of ones). */
export const sparse_mask: Op<[self: Tensor, mask: Tensor]> = op({
  schema: 'sparse_mask(Tensor self, Tensor mask) -> Tensor',
  bind: 'method',
  forward: (self): Tensor =>
    fail('RuntimeError', `sparse_mask expected a sparse mask of size ${showSizes(self.sizes)}`),
});
sparseKernels.set('sparse_mask', ((self: Tensor, mask: SparseTensor) => {
  check(sameSizes(self.sizes, mask.sizes), 'sparse_mask(): operands have incompatible sizes');
  if (mask.nnz === 0) return withValues(mask, clone);
  const one = emptyLike(mask.values, [1]);
  const picked = emptyLike(self, mask.values.sizes);
  const values = emptyLike(self, mask.values.sizes);
  const indices = clone(mask.indices);
  drop(picked, one);
  return sparse(indices, values, mask.sizes, mask.coalesced);
}) as (...args: never[]) => unknown);

/** `embedding_sparse_backward`: the gradient's rows as they are; without those of the padding, which are taken not to occur. */
export function embeddingSparseBackward(
  grad: Tensor,
  indices: Tensor,
  weights: number,
  padding: number,
  scale: boolean,
): Tensor {
  check(!scale, 'embedding_backward: scale_grad_by_freq not supported with sparse gradients');
  const features = grad.sizes[grad.sizes.length - 1]!;
  let rows = grad;
  let index = indices;
  if (padding !== -1) {
    machine().note(
      'assumption',
      'no index is taken to be the padding of an embedding with a sparse gradient',
    );
    const kept = emptyLike(indices, indices.sizes, null, bool);
    const pick = (t: Tensor, sizes: Sizes): Tensor => {
      const positions = empty([indices.numel, indices.sizes.length], int64, indices.device);
      const out = emptyLike(t, sizes);
      drop(positions);
      return out;
    };
    index = pick(indices, [indices.numel]);
    rows = pick(grad, [indices.numel, features]);
    drop(kept);
  }
  return sparse(reshape(index, [1, indices.numel]), reshape(rows, [indices.numel, features]), [
    weights,
    features,
  ]);
}

/** `_embedding_bag_sparse_backward`. */
export function bagSparseBackward(
  grad: Tensor,
  indices: Tensor,
  bags: { sizes: Tensor; mean: boolean },
  weights: number,
  padding: number,
  scale: boolean,
): Tensor {
  const n = indices.numel;
  const rows = emptyLike(grad, [n, grad.sizes[1]!]);
  if (bags.mean) {
    const counts = emptyLike(bags.sizes, bags.sizes.sizes, null, grad.dtype);
    const inverse = emptyLike(counts);
    const picked = emptyLike(inverse, [n, 1]);
    drop(counts, inverse, picked);
  }
  return embeddingSparseBackward(rows, indices, weights, padding, scale);
}
