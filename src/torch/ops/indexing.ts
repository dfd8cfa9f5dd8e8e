/** Indexing by tensors: index, index_put, index_select, gather, scatter, take, masked_select, nonzero, one_hot, sort, topk. */
import { checkNotEmpty } from './reductions.js';
import {
  empty,
  emptyLike,
  forget,
  knownValues,
  output,
  rearrange,
  setKnown,
  likeStrides,
} from '../allocate.js';
import {
  bool,
  Category,
  contiguousFormat,
  cppName,
  float64,
  int32 as intType,
  int64,
  uint8,
  type DType,
  float32,
} from '../dtype.js';
import { check, fail, machine, UnknownResult } from '../errors.js';
import { dropStorage, elementwiseStrides, temporary } from '../iterator.js';
import { drop, inplaceVariant, op, overloads, scope, type Op, withoutFormula } from '../operator.js';
import type { Scalar } from '../scalar.js';
import { scalarCategory, scalarValue } from '../scalar.js';
import { resultType, scalarType } from '../promotion.js';
import {
  contiguousStrides,
  inferSize,
  numel,
  sameSizes,
  showSizes,
  viewStrides,
  wrapDim,
  type Sizes,
} from '../shape.js';
import { type Known, type Storage, Tensor, temporaryStorage } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, contiguous, copyKernel, expandStrides, to } from './copy.js';
import {
  masked_fill,
  masked_fill_,
  mul,
  gradients,
  remainder,
  selectMemory,
  div,
  sub,
  type Operand,
} from './pointwise.js';
import {
  exclusiveSumBytes,
  keyBits,
  nonzeroMemory,
  radixSortBytes,
  selectBytes,
  stableSortMemory,
  topkMemory,
} from './sorting_memory.js';
import { distributeEvenly } from './reductions.js';
import { expand, expandTo, reshape, select, sumTo, unsqueeze, zerosOf } from './views.js';
import { sum } from './sum.js';

type Indices = (Tensor | null)[];

const isMask = (t: Tensor): boolean => t.dtype === bool || t.dtype === uint8;

/** A result whose size depends on values. */
function unknownSize(what: string): never {
  throw new UnknownResult(machine().unknown(what));
}

/** What finding the positions of a mask takes. */
function takeMemory(mask: Tensor): void {
  const dense = mask.isContiguous ? null : emptyLike(mask);
  nonzeroMemory(mask);
  drop(dense);
}
/** The positions of true elements of a mask, one index tensor for each dimension; how many they are must be known. */
function nonzeroOf(mask: Tensor): Tensor[] {
  takeMemory(mask);
  const values = knownValues(mask);
  if (values === undefined || values.includes(undefined))
    return unknownSize('how many elements of a mask are true');
  const positions: number[][] = mask.sizes.map(() => []);
  const strides = contiguousStrides(mask.sizes);
  values.forEach((v, i) => {
    if (v === 0) return;
    let rest = i;
    strides.forEach((s, d) => {
      positions[d]!.push(Math.floor(rest / s));
      rest %= s;
    });
  });
  return positions.map((p) => {
    const t = empty([p.length], int64, mask.device);
    setKnown(t, p);
    return t;
  });
}

/**
 * Indices as integers, broadcast against each other (`expandTensors`, `expand_outplace`).
 * @param move whether to self's device
 */
function expandIndices(self: Tensor, indices: Indices, move: boolean): Indices {
  const out: Indices = [];
  for (const t of indices) {
    if (t === null) out.push(null);
    else if (isMask(t)) {
      for (let d = 0; d < t.sizes.length; d++) {
        const at = out.length + d;
        if (t.sizes[d] !== self.sizes[at])
          fail(
            'IndexError',
            `The shape of the mask ${showSizes(t.sizes)} at index ${d} does not match the shape of the indexed tensor ${showSizes(self.sizes)} at index ${at}`,
          );
      }
      out.push(...nonzeroOf(t));
    } else {
      if (t.dtype.category > 1)
        fail('IndexError', 'tensors used as indices must be long, int, byte or bool tensors');
      out.push(move && self.device.type !== 'cpu' ? to(t, null, self.device) : t);
    }
  }
  if (out.length > self.sizes.length)
    fail('IndexError', `too many indices for tensor of dimension ${self.sizes.length} (got ${out.length})`);
  let shape: Sizes | undefined;
  for (const t of out)
    if (t !== null) {
      if (shape === undefined) shape = t.sizes;
      else if (!sameSizes(shape, t.sizes)) {
        try {
          shape = inferSize(shape, t.sizes);
        } catch {
          fail(
            'IndexError',
            `shape mismatch: indexing tensors could not be broadcast together with shapes ${out
              .filter((x) => x !== null)
              .map((x) => showSizes(x.sizes))
              .join(', ')}`,
          );
        }
      }
    }
  const broadcast = shape!;
  return out.map((t) => {
    if (t === null || sameSizes(t.sizes, broadcast)) return t;
    const expanded = t.alias(broadcast, expandStrides(t, broadcast));
    if (!indices.includes(t)) drop(t);
    return expanded;
  });
}

function areAdjacent(indices: Indices): boolean {
  const first = indices.findIndex((t) => t !== null);
  let last = indices.length - 1;
  while (indices[last] === null) last--;
  for (let i = first; i <= last; i++) if (indices[i] === null) return false;
  return true;
}

/** The indexed dimensions at the front where they aren't neighbours. */
function arrange(self: Tensor, indices: Indices): { self: Tensor; indices: Indices; before: number } {
  const all: Indices = [...indices];
  while (all.length < self.sizes.length) all.push(null);
  if (areAdjacent(all)) return { self, indices: all, before: all.findIndex((t) => t !== null) };
  const order = [...all.keys()]
    .filter((d) => all[d] !== null)
    .concat([...all.keys()].filter((d) => all[d] === null));
  return {
    self: self.alias(
      order.map((d) => self.sizes[d]!),
      order.map((d) => self.strides[d]!),
    ),
    indices: order.map((d) => all[d]!),
    before: 0,
  };
}

/** Indices as CUDA's kernel reads them (`make_info`): 64-bit, all with the same strides. */
function kernelIndices(self: Tensor, expanded: Indices): Indices {
  const long = expanded.map((t) => {
    if (t === null || t.dtype !== intType) return t;
    const wide = to(t, int64, null);
    drop(t);
    return wide;
  });
  if (!self.isCuda) return long;
  const [first, ...others] = long.filter((t): t is Tensor => t !== null);
  if (others.every((t) => sameSizes(t.strides, first!.strides))) return long;
  const even = long.map((t) => (t === null ? null : contiguous(t)));
  for (const [i, t] of long.entries()) if (t !== null && t !== even[i]) drop(t);
  return even;
}

/** The shape of the result, and its strides as TensorIterator gives them. */
function indexGeometry(self: Tensor, given: Indices): { sizes: number[]; strides: Sizes | null } {
  const {
    self: source,
    indices,
    before,
  } = arrange(
    self,
    scope(() => kernelIndices(self, expandIndices(self, given, true))),
  );
  const shape = indices.find((t) => t !== null)!.sizes;
  const count = indices.filter((t) => t !== null).length;
  const indexed = indices.filter((t) => t !== null).map((_, i) => source.sizes[before + i]!);
  if (numel(indexed) === 0 && numel(shape) !== 0)
    fail('IndexError', 'index is out of bounds for dimension with size 0');
  const sizes = [...source.sizes.slice(0, before), ...shape, ...source.sizes.slice(before + count)];
  const sourceStrides = [
    ...source.strides.slice(0, before),
    ...shape.map(() => 0),
    ...source.strides.slice(before + count),
  ];
  const restrided = source.alias(sizes, sourceStrides);
  const after = source.sizes.length - before - count;
  const operands = [restrided];
  // `reshape_indexer`
  const ones = (n: number): number[] => new Array<number>(n).fill(1);
  for (const t of indices)
    if (t !== null) {
      const wide = [...ones(before), ...shape, ...ones(after)];
      operands.push(t.alias(wide, viewStrides(t.sizes, t.strides, wide) ?? contiguousStrides(wide)));
    }
  const strides = elementwiseStrides(operands, sizes, true);
  return { sizes, strides };
}

/** Masks as positions, found once. */
function resolveMasks(indices: Indices, self: Tensor): Indices {
  if (!indices.some((t) => t !== null && isMask(t))) return indices;
  return expandIndices(self, indices, false);
}

export const index: Op<[self: Tensor, indices: Indices]> = op({
  schema: 'index.Tensor(Tensor self, Tensor?[] indices) -> Tensor',
  bind: 'none',
  differentiable: [0],
  forward(self, given) {
    const indices = resolveMasks(given, self);
    const { sizes, strides } = indexGeometry(self, indices);
    const out = output(0, sizes, strides, self.dtype, self.device);
    if (self.storage.known !== null && indices.length === 1 && self.sizes.length === 1) {
      const [values, at] = [knownValues(self), knownValues(indices[0]!)];
      if (values !== undefined && at !== undefined && !isMask(indices[0]!))
        setKnown(
          out,
          at.map((i) => (i === undefined ? undefined : values[i < 0 ? i + values.length : i])),
        );
    }
    return out;
  },
  autograd(_needs, _result, self, indices) {
    const { sizes } = self;
    return {
      saved: indices,
      backward([grad], saved) {
        const zeros = zerosOf(grad!, sizes);
        index_put_(zeros, saved as Indices, grad!, true, true);
        return [zeros];
      },
    };
  },
});

/** The temporaries of an accumulating `index_put_` (`index_put_with_sort_kernel`). */
function accumulateBySorting(self: Tensor, given: Indices, values: Tensor, unsafe: boolean): void {
  if (!self.isCuda) return;
  const { self: source, indices } = arrange(self, expandIndices(self, given, false));
  const used = indices.filter((t): t is Tensor => t !== null);
  const n = used[0]!.numel;
  if (n === 0 || self.numel === 0) return;
  const bytes = n * 8;
  const { device } = self;
  const take = (size: number): Storage => temporaryStorage(size, device);
  if (!unsafe)
    for (const index of used) {
      if (!index.isCuda) continue;
      // The bounds are checked: the largest and the smallest index, compared.
      const [max, min] = [take(8), take(8)];
      if (!index.isContiguous) dropStorage(take(bytes));
      dropStorage(take(1));
      dropStorage(take(1));
      dropStorage(max);
      dropStorage(min);
    }
  let linear: Storage | undefined;
  for (const index of used) {
    // An index on the CPU is wrapped and scaled there.
    const wrapped = index.isCuda ? take(bytes) : null;
    const scaled = take(bytes);
    if (wrapped !== null) dropStorage(wrapped);
    if (linear === undefined) linear = scaled;
    else dropStorage(scaled);
  }
  // The values are expanded, then made contiguous.
  const shape = [...source.sizes];
  const before = indices.findIndex((t) => t !== null);
  shape.splice(before, used.length, ...used[0]!.sizes);
  const expanded = sameSizes(values.sizes, shape)
    ? values
    : values.alias(shape, expandStrides(values, shape));
  const copy = expanded.isContiguous ? null : take(expanded.numel * values.dtype.itemsize);
  const permuted = source.isContiguous ? null : take(source.numel * source.dtype.itemsize);
  const sorted = take(bytes);
  const original = take(bytes);
  const range = take(bytes);
  let slice = 1;
  for (let d = source.sizes.length - 1; d >= 0 && indices[d] === null; d--) slice *= source.sizes[d]!;
  let largest = 0;
  source.sizes.forEach((s, d) => (largest += s === 0 ? 0 : (s - 1) * contiguousStrides(source.sizes)[d]!));
  dropStorage(take(radixSortBytes(n, 8, keyBits(Math.floor(largest / slice)))));
  for (const s of [range, original, sorted, linear!, copy, permuted]) if (s !== null) dropStorage(s);
}

function putKernel(
  self: Tensor,
  indices: Indices,
  values: Tensor,
  accumulate: boolean,
  unsafe: boolean,
): void {
  if (self.dtype !== values.dtype)
    fail(
      'RuntimeError',
      `Index put requires the source and destination dtypes match, got ${self.dtype.scalarName} for the destination and ${values.dtype.scalarName} for the source.`,
    );
  const moved = values.device !== self.device && values.numel === 1 && values.sizes.length === 0;
  if (!moved && values.device !== self.device)
    fail('RuntimeError', `expected self and values to be on the same device`);
  // A mask and one value: masked_fill.
  const masks = indices.filter((t): t is Tensor => t !== null);
  if (!accumulate && values.numel === 1 && masks.length === 1 && masks[0]!.dtype === bool) {
    masked_fill_(self, expandMask(self, indices), values);
    return;
  }
  const local = moved ? to(values, null, self.device) : values;
  if (masks.some(isMask) && masks.some((m) => isMask(m) && m.storage.known === null)) {
    // Which elements are true is unknown: the result's shape isn't.
    for (const mask of masks) if (isMask(mask)) takeMemory(mask);
    setKnown(self, undefined);
    return;
  }
  const found = resolveMasks(indices, self);
  if (accumulate) accumulateBySorting(self, found, local, unsafe);
  else {
    const { sizes } = scope0(() => indexGeometry(self, found));
    if (
      local.sizes.length > sizes.length ||
      local.sizes.some((n, i) => n !== 1 && n !== sizes[sizes.length - local.sizes.length + i])
    )
      fail(
        'RuntimeError',
        `shape mismatch: value tensor of shape ${showSizes(values.sizes)} cannot be broadcast to indexing result of shape ${showSizes(sizes)}`,
      );
  }
  setKnown(self, undefined);
  if (local !== values) drop(local);
}

function scope0<R>(body: () => R): R {
  let result!: R;
  scope(() => {
    result = body();
    return null;
  });
  return result;
}

/** The mask over all of self's dimensions. */
function expandMask(self: Tensor, indices: Indices): Tensor {
  let mask = indices.find((t) => t !== null)!;
  const before = indices.findIndex((t) => t !== null);
  const rank = mask.sizes.length;
  for (let d = 0; d < rank; d++)
    if (mask.sizes[d] !== self.sizes[before + d])
      fail(
        'IndexError',
        `The shape of the mask ${showSizes(mask.sizes)} at index ${d} does not match the shape of the indexed tensor ${showSizes(self.sizes)} at index ${before + d}`,
      );
  for (let d = before + rank; d < self.sizes.length; d++) mask = unsqueeze(mask, -1);
  return mask;
}

export const index_put_: Op<
  [self: Tensor, indices: Indices, values: Tensor, accumulate: boolean, unsafe?: boolean]
> = op({
  schema:
    'index_put_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor(a!)',
  node: 'IndexPutBackward0',
  differentiable: [0, 2],
  forward(self, indices, values, accumulate, unsafe = false) {
    putKernel(self, indices, values, accumulate, unsafe);
    self.bumpVersion();
    return self;
  },
  autograd: (_needs, _result, _self, indices, values, accumulate) => putGradient(indices, values, accumulate),
});
export const index_put: Op<[self: Tensor, indices: Indices, values: Tensor, accumulate: boolean]> = op({
  schema: 'index_put(Tensor self, Tensor?[] indices, Tensor values, bool accumulate=False) -> Tensor',
  autocast: 'promote',
  differentiable: [0, 2],
  forward(self, indices, values, accumulate) {
    const out = clone(self, null);
    putKernel(out, indices, values, accumulate, false);
    return out;
  },
  autograd: (_needs, _result, _self, indices, values, accumulate) => putGradient(indices, values, accumulate),
});
function putGradient(
  indices: Indices,
  values: Tensor,
  accumulate: boolean,
): {
  saved: Indices;
  backward: (grads: (Tensor | null)[], saved: (Tensor | null)[], needs: boolean[]) => (Tensor | null)[];
} {
  const { sizes, device, dtype } = values;
  return {
    saved: indices,
    backward: ([grad], saved, needs) =>
      gradients(
        needs,
        () => (accumulate ? grad! : index_put(grad!, saved, empty(sizes, dtype, device), false)),
        () => valuesGradient(grad!, saved, sizes),
      ),
  };
}
/** The gradient of what was put: what is there, which has its size even where it isn't known how much a mask takes. */
function valuesGradient(grad: Tensor, indices: Indices, sizes: Sizes): Tensor {
  const unknown = indices.filter(
    (t) => t !== null && isMask(t) && knownValues(t)?.includes(undefined) !== false,
  );
  if (unknown.length === 0) return index(grad, indices);
  for (const mask of unknown) takeMemory(mask!);
  return emptyLike(grad, sizes);
}
/** An integer index brought into the range of its dimension (`_unsafe_masked_index`). */
function clampIndices(self: Tensor, indices: Indices): Indices {
  return indices.map((t, d) =>
    t === null || isMask(t) ? t : callOperator('clamp', t, -self.sizes[d]!, self.sizes[d]! - 1),
  );
}
export const unsafeMaskedIndex: Op<[self: Tensor, mask: Tensor, indices: Indices, fill: Scalar]> = op({
  schema: '_unsafe_masked_index(Tensor self, Tensor mask, Tensor?[] indices, Scalar fill) -> Tensor',
  bind: 'function',
  differentiable: [0],
  forward(self, mask, indices, fill) {
    if (self.numel === 0) {
      const { sizes } = scope0(() =>
        indexGeometry(
          emptyLike(self, [1]),
          indices.map((t) => t),
        ),
      );
      return callOperator('fill', emptyLike(self, inferSize(mask.sizes, sizes)), fill);
    }
    const clamped = clampIndices(self, indices);
    const picked = index(self, clamped);
    return scope(() => masked_fill(picked, callOperator('logical_not', mask), fill));
  },
  autograd: (_needs, _result, self, mask, indices) => {
    const { sizes } = self;
    return {
      saved: [mask, ...indices],
      backward: ([grad], [m, ...i]) => [unsafeMaskedPut(zerosOf(grad!, sizes), m!, i, grad!)],
    };
  },
});
const unsafeMaskedPut: Op<[self: Tensor, mask: Tensor, indices: Indices, values: Tensor]> = op({
  schema:
    '_unsafe_masked_index_put_accumulate(Tensor self, Tensor mask, Tensor?[] indices, Tensor values) -> Tensor',
  bind: 'function',
  differentiable: [0, 3],
  forward(self, mask, indices, values) {
    if (self.numel === 0) return clone(self, null);
    const clamped = clampIndices(self, indices);
    const masked = scope(() => masked_fill(values, callOperator('logical_not', mask), 0));
    return index_put(self, clamped, masked, true);
  },
  autograd: (_needs, _result, _self, mask, indices) => ({
    saved: [mask, ...indices],
    backward: ([grad], [m, ...i], needs) =>
      gradients(
        needs,
        () => grad!,
        () => unsafeMaskedIndex(grad!, m!, i, 0),
      ),
  }),
});
op<[Tensor, Indices, Tensor, boolean, boolean], Tensor>({
  schema:
    '_index_put_impl_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False, bool unsafe=False) -> Tensor(a!)',
  bind: 'function',
  differentiable: [],
  forward(self, indices, values, accumulate, unsafe) {
    putKernel(self, indices, values, accumulate, unsafe);
    self.bumpVersion();
    return self;
  },
});

// ---- along one dimension ----

function checkIndex(name: string, t: Tensor): void {
  check(t.dtype === int64 || t.dtype.name === 'int32', `${name}(): Expected dtype int32/int64 for index`);
}

export const index_select: Op<[self: Tensor, dim: number, index: Tensor]> = op({
  schema: 'index_select(Tensor self, int dim, Tensor index) -> Tensor',
  differentiable: [0],
  forward(self, dim, idx) {
    if (self.isCuda) {
      check(idx.sizes.length <= 1, 'Index is supposed to be an empty tensor or a vector');
      if (idx.dtype !== int64 && idx.dtype.name !== 'int32')
        fail(
          'NotImplementedError',
          `"index_select_out_cuda_impl" not implemented for '${idx.dtype.scalarName}'`,
        );
    }
    check(idx.sizes.length <= 1, 'index_select(): Index is supposed to be a vector', 'IndexError');
    check(
      idx.dtype === int64 || idx.dtype.name === 'int32',
      'index_select(): Expected dtype int32 or int64 for index',
    );
    const d = wrapDim(dim, self.sizes.length);
    const sizes = self.sizes.slice();
    if (sizes.length > 0) sizes[d] = idx.numel;
    const out = output(0, sizes, null, self.dtype, self.device);
    if (self.sizes.length === 1 && self.storage.known !== null) {
      const [values, at] = [knownValues(self), knownValues(idx)];
      setKnown(
        out,
        values === undefined || at === undefined
          ? undefined
          : at.map((i) => (i === undefined ? undefined : values[i])),
      );
    }
    return out;
  },
  autograd(_needs, _result, self, dim, at) {
    const { sizes } = self;
    return {
      saved: [at],
      backward: ([grad], [idx]) => [index_add_(zerosOf(grad!, sizes), dim, idx!, grad!, 1)],
    };
  },
});

/** The checks of `index_add` and `index_reduce`. */
export function checkIndexed(name: string, self: Tensor, dim: number, idx: Tensor, source: Tensor): void {
  check(
    idx.sizes.length <= 1,
    `${name}_(): Index is supposed to be a vector, but got dim: ${idx.sizes.length}`,
  );
  checkIndex(`${name}_`, idx);
  check(
    self.dtype === source.dtype,
    () =>
      `${name}_(): self (${self.dtype.scalarName}) and source (${source.dtype.scalarName}) must have the same scalar type`,
  );
  check(
    source.sizes.length === 0 || idx.numel === source.sizes[wrapDim(dim, source.sizes.length)],
    () =>
      `${name}_(): Number of indices (${idx.numel}) should be equal to source.size(dim): (${source.sizes[wrapDim(dim, source.sizes.length)] ?? 1}), for dim: ${dim}`,
  );
}
export const index_add_: Op<[self: Tensor, dim: number, index: Tensor, source: Tensor, alpha: Scalar]> = op({
  schema:
    'index_add_(Tensor(a!) self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor(a!)',
  bind: 'method',
  node: 'IndexAddBackward0',
  differentiable: [0, 3],
  forward(self, dim, idx, source, _alpha) {
    checkIndexed('index_add', self, dim, idx, source);
    setKnown(self, undefined);
    self.bumpVersion();
    return self;
  },
  autograd: (needs, _result, _self, dim, idx, source, alpha) =>
    indexAddGradient(dim, idx, source, alpha, needs[1]!),
});
op<[Tensor, number, Tensor, Tensor, Scalar], Tensor>({
  schema: 'index_add(Tensor self, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor',
  differentiable: [0, 3],
  forward(self, dim, idx, source, _alpha) {
    checkIndexed('index_add', self, dim, idx, source);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (needs, _result, _self, dim, idx, source, alpha) =>
    indexAddGradient(dim, idx, source, alpha, needs[1]!),
});
function indexAddGradient(
  dim: number,
  idx: Tensor,
  source: Tensor,
  alpha: Scalar,
  needsSource: boolean,
): ReturnType<typeof putGradient> {
  const rank = source.sizes.length;
  const { sizes } = source;
  return {
    saved: [needsSource ? idx : null, needsSource ? source : null],
    backward: ([grad], [i], needs) =>
      gradients(
        needs,
        () => grad!,
        () => {
          const picked = index_select(grad!, dim, i!);
          const shaped = rank > 0 ? expandTo(picked, sizes) : reshape(picked, []);
          return scalarValue(alpha) === 1 ? shaped : mul(shaped, alpha);
        },
      ),
  };
}

function checkIndexFill(idx: Tensor): void {
  check(idx.dtype === int64, 'index_fill_(): Expected dtype int64 for index.', 'IndexError');
  check(idx.sizes.length <= 1, 'Index has to be a vector/scalar');
}

function checkIndexCopy(self: Tensor, dim: number, idx: Tensor, source: Tensor): void {
  const [rank, own] = [source.sizes.length, self.sizes.length];
  const d = wrapDim(dim, own);
  check(
    idx.sizes.length < 2,
    () => `index_copy_(): Index should have dimension 1 or 0 (got ${idx.sizes.length})`,
    'IndexError',
  );
  const n = idx.numel;
  if (rank === 0 && n !== 1)
    fail('IndexError', `index_copy_(): When source is scalar, index should have one element (got ${n})`);
  if (rank !== own && rank !== 0 && own !== 0)
    fail(
      'IndexError',
      `index_copy_(): When source and destination are not scalars, their dimensionality must match. Source dimensionality (${rank}), destination dimensionality (${own})`,
    );
  check(
    idx.dtype === int64,
    () => `index_copy_(): Expected a long tensor for index, but got ${idx.dtype.scalarName}`,
  );
  check(
    self.dtype === source.dtype,
    () =>
      `index_copy_(): self and source expected to have the same dtype, but got (self) ${self.dtype.scalarName} and (source) ${source.dtype.scalarName}`,
  );
  const slice = (sizes: Sizes, at: number): Sizes => sizes.filter((_s, i) => i !== at);
  const sourceDim = rank > 0 ? d : 0;
  const [a, b] = [slice(self.sizes, d), slice(source.sizes, sourceDim)];
  check(
    sameSizes(a, b),
    () =>
      `index_copy_(): Source/destination tensor must have same slice shapes. Destination slice shape: ${a.join(' ')} at dimension ${d} and source slice shape: ${b.join(' ')} at dimension 0.`,
  );
  if (rank !== 0 && n !== source.sizes[d])
    fail(
      'IndexError',
      `index_copy_(): Number of indices (${n}) should be equal to source.size(dim) (${source.sizes[d]})`,
    );
}

/** The slices that an index names, each once; where the index is unknown, they are taken to be distinct. */
function distinctPart(grad: Tensor, dim: number, index: Tensor): Tensor {
  const n = index.numel;
  const values = knownValues(index);
  const count = values === undefined || values.includes(undefined) ? n : new Set(values).size;
  const [copy, order] = scope(() => {
    const kept = emptyLike(index, [n]);
    temporary(index, n > 0 ? radixSortBytes(n, index.dtype.itemsize) : 0);
    return [kept, emptyLike(index, [n])];
  }) as [Tensor, Tensor];
  const unique = emptyLike(index, [1]);
  temporary(index, selectBytes(n));
  drop(copy, unique);
  const picked = index_select(grad, dim, emptyLike(order, [count]));
  drop(order);
  return picked;
}
for (const [name, parameter, type] of [
  ['index_copy', 'source', 'Tensor'],
  ['index_fill', 'value', 'Number'],
] as const) {
  const isFill = name === 'index_fill';
  const made = op<[Tensor, number, Tensor, Tensor | Scalar], Tensor>({
    schema: `${name}(Tensor self, int dim, Tensor index, ${type} ${parameter}) -> Tensor`,
    differentiable: [0, 3],
    forward(self, dim, idx, source) {
      if (isFill) checkIndexFill(idx);
      else checkIndexCopy(self, dim, idx, source as Tensor);
      const out = output(0, self.sizes, isFill ? likeStrides(self, null) : null, self.dtype, self.device);
      return forget(copyKernel(out, self));
    },
    autograd: (wanted, _result, _self, dim, idx, source) => ({
      saved: [idx, isFill || !(source instanceof Tensor) || !wanted[1] ? null : source],
      backward: ([grad], [i], needs) =>
        gradients(
          needs,
          () => (overloads.get('index_fill')![0]!.call as (...a: unknown[]) => Tensor)(grad!, dim, i!, 0),
          () => (isFill ? sum(distinctPart(grad!, dim, i!), null) : index_select(grad!, dim, i!)),
        ),
    }),
  });
  inplaceVariant(made, { bind: 'method' });
}

// ---- gather and scatter ----

export const gather: Op<[self: Tensor, dim: number, index: Tensor, sparseGrad: boolean]> = op({
  schema: 'gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor',
  differentiable: [0],
  forward(self, dim, idx) {
    check(
      idx.dtype === int64 || idx.dtype.name === 'int32' || idx.numel === 0,
      'gather(): Expected dtype int32/int64 for index',
    );
    const d = wrapDim(dim, self.sizes.length);
    if (idx.numel === 0) return output(0, idx.sizes, null, self.dtype, self.device);
    check(
      Math.max(self.sizes.length, 1) === Math.max(idx.sizes.length, 1),
      'Index tensor must have the same number of dimensions as input tensor',
    );
    idx.sizes.forEach((s, i) => {
      if (i !== d && s > (self.sizes[i] ?? 1))
        fail(
          'RuntimeError',
          `Size does not match at dimension ${i} expected index ${showSizes(idx.sizes)} to be no larger than self ${showSizes(self.sizes)} apart from dimension ${d}`,
        );
    });
    return output(0, idx.sizes, null, self.dtype, self.device);
  },
  autograd(_needs, _result, self, dim, idx) {
    return {
      saved: [self, idx],
      backward: ([grad], [s, i]) => [scatter_add_(zerosOf(grad!, s!.sizes), dim, i!, grad!)],
    };
  },
});

export function checkScatter(self: Tensor, dim: number, idx: Tensor, src: Tensor | null): void {
  check(
    idx.dtype === int64 || idx.dtype.name === 'int32' || idx.numel === 0,
    'scatter(): Expected dtype int32/int64 for index',
  );
  check(
    self.sizes.length === idx.sizes.length || self.sizes.length === 0 || idx.numel === 0,
    'Index tensor must have the same number of dimensions as self tensor',
  );
  check(src === null || src.dtype === self.dtype, 'scatter(): Expected self.dtype to be equal to src.dtype');
  const d = wrapDim(dim, self.sizes.length);
  idx.sizes.forEach((s, i) => {
    if (src !== null && src.sizes.length > 0) wrapDim(i, src.sizes.length);
    if ((i !== d && s > self.sizes[i]!) || (src !== null && s > src.sizes[i]!))
      fail(
        'RuntimeError',
        `Expected index ${showSizes(idx.sizes)} to be no larger than self ${showSizes(self.sizes)} apart from dimension ${d}${src === null ? '' : ` and to be no larger size than src ${showSizes(src.sizes)}`}`,
      );
  });
}
const scatterOperands = '(Tensor self, int dim, Tensor index, Tensor src';

export const scatter_add: Op<[self: Tensor, dim: number, index: Tensor, src: Tensor]> = op({
  schema: `scatter_add${scatterOperands}) -> Tensor`,
  autocast: 'promote',
  differentiable: [0, 3],
  forward(self, dim, idx, src) {
    checkScatter(self, dim, idx, src);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (wanted, _result, _self, dim, idx) => ({
    saved: [wanted[1] ? idx : null],
    backward: ([grad], [i], needs) =>
      gradients(
        needs,
        () => grad!,
        () => gather(grad!, dim, i!, false),
      ),
  }),
});
export const scatter_add_: Op<[self: Tensor, dim: number, index: Tensor, src: Tensor]> = inplaceVariant(
  scatter_add,
  { bind: 'method' },
);

export const scatter: Op<[self: Tensor, dim: number, index: Tensor, src: Tensor]> = op({
  schema: `scatter.src${scatterOperands}) -> Tensor`,
  differentiable: [0, 3],
  forward(self, dim, idx, src) {
    checkScatter(self, dim, idx, src);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (_needs, _result, _self, dim, idx) => ({
    saved: [idx],
    backward: ([grad], [i], needs) =>
      gradients(
        needs,
        () => scatterValue(grad!, dim, i!, 0),
        () => gather(grad!, dim, i!, false),
      ),
  }),
});
inplaceVariant(scatter, { bind: 'method' });
export const scatterValue: Op<[self: Tensor, dim: number, index: Tensor, value: Scalar]> = op({
  schema: 'scatter.value(Tensor self, int dim, Tensor index, Scalar value) -> Tensor',
  node: 'ScatterBackward1',
  differentiable: [0],
  forward(self, dim, idx, _value) {
    checkScatter(self, dim, idx, null);
    return forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
  },
  autograd: (_needs, _result, _self, dim, idx) => ({
    saved: [idx],
    backward: ([grad], [i]) => [scatterValue(grad!, dim, i!, 0)],
  }),
});
inplaceVariant(scatterValue, { bind: 'method' });
for (const [overload, type] of [
  ['reduce', 'Tensor src'],
  ['value_reduce', 'Scalar value'],
] as const) {
  const made = op<[Tensor, number, Tensor, Tensor | Scalar, string], Tensor>({
    schema: `scatter.${overload}(Tensor self, int dim, Tensor index, ${type}, *, str reduce) -> Tensor`,
    ...withoutFormula('scatter'),
    forward: (self) => forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self)),
  });
  inplaceVariant(made, { bind: 'method' });
}
op<[Tensor, Tensor], Tensor>({
  schema: 'take(Tensor self, Tensor index) -> Tensor',
  differentiable: [0],
  forward(self, idx) {
    check(idx.dtype === int64, `take(): Expected a long tensor for index, but got ${idx.dtype.scalarName}`);
    return output(0, idx.sizes, null, self.dtype, self.device);
  },
  autograd(_needs, _result, self, idx) {
    return { saved: [self, idx], backward: ([grad], [s]) => [zerosOf(grad!, s!.sizes)] };
  },
});
function checkPut(self: Tensor, source: Tensor): void {
  check(
    self.dtype === source.dtype,
    () =>
      `put_(): self and source expected to have the same dtype, but got self.dtype = ${self.dtype.scalarName} and source.dtype = ${source.dtype.scalarName}`,
  );
}
const put: Op<[self: Tensor, index: Tensor, source: Tensor, accumulate: boolean]> = op({
  schema: 'put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor',
  differentiable: [0, 2],
  forward(self, _index, source, _accumulate) {
    checkPut(self, source);
    return forget(clone(self, contiguousFormat));
  },
  autograd(_needs, _result, _self, idx, source, accumulate) {
    const { sizes } = source;
    return {
      saved: [idx, source],
      backward: ([grad], [i], needs) =>
        gradients(
          needs,
          () => {
            if (accumulate) return grad!;
            zerosOf(grad!, sizes);
            return clone(grad!, contiguousFormat);
          },
          () =>
            reshape((overloads.get('take')![0]!.call as (a: Tensor, b: Tensor) => Tensor)(grad!, i!), sizes),
        ),
    };
  },
});
op<[Tensor, Tensor, Tensor, boolean], Tensor>({
  schema: 'put_(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!)',
  bind: 'method',
  node: 'PutBackward0',
  differentiable: [0, 2],
  forward(self, _index, source) {
    checkPut(self, source);
    self.bumpVersion();
    return self;
  },
  autograd: (needs, result, ...args) => put.operator.init.autograd!(needs, result, ...args),
});
op<[Tensor, Tensor, number | null], Tensor>({
  schema: 'take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor',
  composite: true,
  forward(self, indices, dim) {
    check(
      indices.dtype === int64,
      `torch.take_along_dim(): dtype of indices should be Long but got ${indices.dtype.scalarName}`,
    );
    if (dim === null) return gather(reshape(self, [-1]), 0, reshape(indices, [-1]), false);
    check(
      self.sizes.length === indices.sizes.length,
      `torch.take_along_dim(): input and indices should have the same number of dimensions, but got ${self.sizes.length} dimensions for input, and ${indices.sizes.length} dimensions for indices`,
    );
    const d = wrapDim(dim, self.sizes.length);
    const [a, b] = [self.sizes.slice(), indices.sizes.slice()];
    a[d] = b[d]!;
    const wanted = inferSize(a, b);
    const broadSelf = wanted.slice();
    broadSelf[d] = self.sizes[d]!;
    return gather(expandTo(self, broadSelf), d, remainder(expandTo(indices, wanted), self.sizes[d]!), false);
  },
});

// ---- sizes that depend on values ----

op<[Tensor, Tensor], Tensor>({
  schema: 'masked_select(Tensor self, Tensor mask) -> Tensor',
  differentiable: [0],
  forward(self, mask) {
    check(mask.dtype === bool, 'masked_select: expected BoolTensor for mask');
    const [t, m] = [self, mask].map((x) => (x.sizes.length === 0 ? unsqueeze(x, 0) : x)) as [Tensor, Tensor];
    const sizes = inferSize(m.sizes, t.sizes);
    return index(expandTo(t, sizes), [expandTo(m, sizes)]);
  },
  autograd: (_needs, _result, self, mask) => ({
    saved: [self, mask],
    backward([grad], [s, m]) {
      const sizes = inferSize(m!.sizes, s!.sizes);
      const zeros = zerosOf(grad!, sizes);
      callOperator('masked_scatter_', zeros, m!, grad!);
      return [sumTo(zeros, s!.sizes)];
    },
  }),
});
export const nonzero: Op<[self: Tensor]> = op({
  schema: 'nonzero(Tensor self) -> Tensor',
  forward(self) {
    const positions = nonzeroOf(self);
    const n = positions[0]?.numel ?? +(knownValues(self)![0] !== 0);
    // The kernel writes a row per dimension.
    const strides = [1, self.isCuda ? Math.max(n, 1) : n];
    const out = output(0, [n, positions.length], strides, int64, self.device);
    setKnown(
      out,
      Array.from(
        { length: n * positions.length },
        (_, i) => knownValues(positions[i % positions.length]!)![Math.floor(i / positions.length)],
      ),
    );
    return out;
  },
});
op<[Tensor, boolean], Tensor | Tensor[]>({
  schema: 'nonzero.as_tuple(Tensor self, *, bool as_tuple) -> Tensor',
  composite: true,
  forward: (self, asTuple) => (asTuple ? nonzero_numpy(self) : nonzero(self)),
});
const nonzero_numpy: Op<[self: Tensor], Tensor[]> = op({
  schema: 'nonzero_numpy(Tensor self) -> Tensor[]',
  bind: 'function',
  forward: (self) => nonzeroOf(self.sizes.length === 0 ? unsqueeze(self, 0) : self),
});
/** The positions of what is true. */
op<[Tensor], Tensor[]>({
  schema: 'where(Tensor condition) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (condition) => nonzeroOf(condition),
});
/**
 * The distinct elements in order, the place of each element among them, and how often each occurs. On CUDA the last two are
 * made where they are wanted, all have storages for as many elements as the input, and beside them are sorted copies.
 */
function distinct(self: Tensor, values: number[], inverse: boolean, counts: boolean): Tensor[] {
  const found = [...new Set(values)].sort((a, b) => a - b);
  const n = values.length;
  const made = (sizes: Sizes, dtype: DType, content: number[]): Tensor => {
    const t = self.isCuda
      ? empty([n], dtype, self.device).alias(sizes, contiguousStrides(sizes))
      : empty(sizes, dtype, self.device);
    setKnown(t, content);
    return t;
  };
  const none = (): Tensor => empty([0], int64, self.device);
  const out = [
    made([found.length], self.dtype, found),
    inverse || !self.isCuda
      ? made(
          self.sizes,
          int64,
          values.map((v) => found.indexOf(v)),
        )
      : none(),
    counts || !self.isCuda
      ? made(
          [found.length],
          int64,
          found.map((v) => values.filter((w) => w === v).length),
        )
      : none(),
  ];
  if (self.isCuda) {
    const { itemsize } = self.dtype;
    const results = n * (itemsize + (inverse ? 8 : 0) + (counts ? 8 : 0));
    const peak = n * (2 * itemsize + (inverse ? 16 : 0) + (counts ? 8 : 0)) + 1031;
    const places = inverse && !counts ? n * (itemsize + 24) + 1023 : 0;
    temporary(self, Math.max(peak, places) - results);
  }
  return out;
}

op<[Tensor, boolean, boolean, boolean], Tensor[]>({
  schema:
    '_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  forward(self, _sorted, inverse, counts) {
    const values = self.storage.known === null ? undefined : knownValues(self);
    return values === undefined || values.includes(undefined)
      ? unknownSize('the number of distinct elements')
      : distinct(self, values as number[], inverse, counts);
  },
});
op<unknown[], Tensor[]>({
  schema:
    'unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  forward: () => unknownSize('the number of distinct elements'),
});
op<[Tensor, boolean, boolean, number | null], Tensor[]>({
  schema:
    'unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  forward(self, inverse, counts, dim) {
    const values = self.isCuda || dim !== null ? undefined : knownValues(self);
    if (values === undefined || values.includes(undefined))
      return unknownSize('the number of distinct elements');
    const starts = values.flatMap((v, i) => (i === 0 || v !== values[i - 1] ? [i] : []));
    const made = (sizes: Sizes, dtype: DType, content: Known): Tensor => {
      const t = empty(sizes, dtype, self.device);
      setKnown(t, content);
      return t;
    };
    let run = -1;
    const places = values.map((_, i) => (starts[run + 1] === i ? ++run : run));
    const lengths = starts.map((start, i) => (starts[i + 1] ?? values.length) - start);
    return [
      made(
        [starts.length],
        self.dtype,
        starts.map((i) => values[i]),
      ),
      inverse ? made(self.sizes, int64, places) : empty([0], int64, self.device),
      counts ? made([starts.length], int64, lengths) : empty([0], int64, self.device),
    ];
  },
});
op<[Tensor, Tensor | null, number], Tensor>({
  schema: 'bincount(Tensor self, Tensor? weights=None, int minlength=0) -> Tensor',
  forward(self, weights, least) {
    if (self.dtype.category > Category.int || self.dtype.name === 'bool')
      fail(
        'NotImplementedError',
        `"bincount_${self.device.type}" not implemented for '${self.dtype.scalarName}'`,
      );
    check(self.sizes.length === 1, 'bincount only supports 1-d non-negative integral inputs.');
    const values = knownValues(self);
    const isKnown = values !== undefined && !values.includes(undefined);
    if (!isKnown && least === 0) return unknownSize('the largest element');
    if (!isKnown)
      machine().note('assumption', 'bincount: no element is taken to be as large as minlength or larger');
    const bins = isKnown ? Math.max(least, ...(values as number[]).map((v) => v + 1)) : least;
    const none = self.numel === 0;
    // `_bincount_cuda_template`: the least and the largest element, weights as doubles where they are not floats.
    const range = self.isCuda && !none ? [emptyLike(self, []), emptyLike(self, [])] : [];
    const isSum = weights !== null && !none;
    const cast =
      isSum && weights.dtype !== float32 && weights.dtype !== float64 ? to(weights, float64) : null;
    const out = empty([bins], !isSum ? int64 : weights.dtype === float32 ? float32 : float64, self.device);
    drop(cast, ...range);
    if (isKnown && weights === null) {
      const counts = new Array<number>(bins).fill(0);
      for (const v of values as number[]) counts[v]!++;
      setKnown(out, counts);
    }
    return out;
  },
});
op<[Tensor, number], Tensor>({
  schema: 'one_hot(Tensor self, int num_classes=-1) -> Tensor',
  bind: 'nn function',
  composite: true,
  forward(self, classes) {
    check(self.dtype === int64, 'one_hot is only applicable to index tensor of type LongTensor.');
    let n = classes;
    if (n === -1) {
      const values = knownValues(self);
      if (values === undefined || values.some((v) => v === undefined))
        return unknownSize('the number of classes of one_hot');
      n = Math.max(...(values as number[])) + 1;
    }
    const out = empty([...self.sizes, n], int64, self.device);
    const values = self.storage.known === null ? undefined : knownValues(self);
    if (values !== undefined && out.numel <= 1024)
      setKnown(
        out,
        values.flatMap((v) =>
          Array.from({ length: n }, (_, i) => (v === undefined ? undefined : +(i === v))),
        ),
      );
    return out;
  },
});

// ---- sorting ----

/** `sort`: the memory of the kernel, and the result in the input's order of dimensions. */
/** `infer_dense_strides_dim_last`: dense strides, with one dimension the innermost. */
function lastDimStrides(self: Tensor, dim: number): number[] {
  const order = self.sizes
    .map((_, d) => d)
    .filter((d) => d !== dim)
    .sort((a, b) => self.strides[b]! - self.strides[a]! || a - b);
  const strides = new Array<number>(self.sizes.length);
  let step = 1;
  for (const d of [...order, dim].reverse()) {
    strides[d] = step;
    step *= self.sizes[d]!;
  }
  return strides;
}
function sortKernel(self: Tensor, dim: number, descending = false): Tensor[] {
  const d = wrapDim(dim, self.sizes.length);
  const strides = likeStrides(self, null);
  const values = output(0, self.sizes, strides, self.dtype, self.device);
  const indices = output(1, self.sizes, strides, int64, self.device);
  const n = self.sizes.length === 0 ? 1 : self.sizes[d]!;
  if (self.isCuda && self.numel > 0 && self.sizes.length > 0) {
    if (n <= 4096) dropStorage(temporaryStorage(n * 8, self.device));
    else {
      // The sort runs over rows of contiguous memory.
      const inner = lastDimStrides(self, d);
      const copy =
        self.isNonOverlappingAndDense && self.strides[d] === 1 ? self : emptyLike(self, self.sizes, inner);
      const [v, i] = [values, indices].map((t) =>
        sameSizes(t.strides, copy.strides) ? null : emptyLike(t, t.sizes, copy.strides),
      ) as [Tensor | null, Tensor | null];
      stableSortMemory(copy, n);
      drop(v, i, copy === self ? null : copy);
    }
  }
  if (self.sizes.length === 1 && self.storage.known !== null) {
    const known = knownValues(self);
    if (known?.every((x) => x !== undefined) ?? false) {
      const order = [...known!.keys()].sort(
        (a, b) => (known![a]! - known![b]!) * (descending ? -1 : 1) || a - b,
      );
      setKnown(
        values,
        order.map((at) => known![at]),
      );
      setKnown(indices, order);
    }
  }
  return [values, indices];
}
/** The gradient of values that were picked along a dimension. */
function pickedGradient(grad: Tensor, indices: Tensor, dim: number, sizes: Sizes): Tensor {
  return scatterInPlace(zerosOf(grad, sizes), dim, indices, grad);
}
function scatterInPlace(zeros: Tensor, dim: number, idx: Tensor, grad: Tensor): Tensor {
  return (overloads.get('scatter_')![0]!.call as (...a: unknown[]) => Tensor)(zeros, dim, idx, grad);
}
for (const [schema, at] of [
  ['sort(Tensor self, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)', 1],
  [
    'sort.stable(Tensor self, *, bool? stable, int dim=-1, bool descending=False) -> (Tensor values, Tensor indices)',
    2,
  ],
  ['msort_pairs(Tensor self, int dim=0) -> (Tensor values, Tensor indices)', 1],
] as const)
  op<[Tensor, ...unknown[]], Tensor[]>({
    schema,
    bind: schema.startsWith('msort') ? 'none' : undefined,
    node: 'SortBackward0',
    differentiable: [0],
    forward: (self, ...rest) => sortKernel(self, rest[at - 1] as number, rest[at] === true),
    autograd(_needs, result, self, ...rest) {
      const { sizes } = self;
      const dim = rest[at - 1] as number;
      return {
        saved: [result[1]!],
        backward: ([grad], [indices]) => [grad == null ? null : pickedGradient(grad, indices!, dim, sizes)],
      };
    },
  });
function sortPair(self: Tensor, dim: number, descending = false): Tensor[] {
  return (overloads.get('sort')![0]!.call as (...a: unknown[]) => Tensor[])(self, dim, descending);
}
op<[Tensor, number, boolean], Tensor>({
  schema: 'argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor',
  composite: true,
  forward: (self, dim, descending) => sortPair(self, dim, descending)[1]!,
});
op<[Tensor, boolean, number, boolean], Tensor>({
  schema: 'argsort.stable(Tensor self, *, bool stable, int dim=-1, bool descending=False) -> Tensor',
  composite: true,
  forward: (self, _stable, dim, descending) => sortPair(self, dim, descending)[1]!,
});
op<[Tensor], Tensor>({
  schema: 'msort(Tensor self) -> Tensor',
  composite: true,
  forward: (self) => sortPair(self, 0)[0]!,
});

op<[Tensor, number, number, boolean, boolean], Tensor[]>({
  schema:
    'topk(Tensor self, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)',
  forward(self, k, dim) {
    const d = wrapDim(dim, self.sizes.length);
    check(k >= 0 && k <= (self.sizes.length > 0 ? self.sizes[d]! : 1), 'selected index k out of range');
    const sizes = self.sizes.slice();
    if (sizes.length > 0) sizes[d] = k;
    const out = [output(0, sizes, null, self.dtype, self.device), output(1, sizes, null, int64, self.device)];
    const copy = self.isContiguous || self.numel === 0 ? null : clone(self, contiguousFormat);
    if (sizes.length > 0) topkMemory(self, self.sizes[d]!);
    drop(copy);
    // More than fit into a block's memory are put in order by a sort of their own.
    if (k > 4096 && self.isCuda && self.numel > 0) drop(...sortKernel(out[0]!, dim));
    return out;
  },
  autograd(_needs, result, self, _k, dim) {
    const { sizes } = self;
    return {
      saved: [result[1]!],
      backward: ([grad], [indices]) => [grad == null ? null : pickedGradient(grad, indices!, dim, sizes)],
    };
  },
});
/** The contiguous copy of a tensor that a kernel reads, where it isn't contiguous. */
export function contiguousCopy(self: Tensor): void {
  if (!self.isContiguous && self.numel > 0) drop(clone(self, contiguousFormat));
}

/** `mode` works on a contiguous copy with the dimension last. */
function modeKernel(self: Tensor, sizes: Sizes, dim: number): Tensor[] {
  const out = [output(0, sizes, null, self.dtype, self.device), output(1, sizes, null, int64, self.device)];
  contiguousCopy(swapped(self, dim));
  return out;
}
function swapped(self: Tensor, dim: number): Tensor {
  const order = self.sizes.map((_, i) => i);
  const lastDim = order.length - 1;
  [order[dim], order[lastDim]] = [lastDim, dim];
  return self.alias(
    order.map((d) => self.sizes[d]!),
    order.map((d) => self.strides[d]!),
  );
}
for (const name of ['kthvalue', 'median', 'nanmedian', 'mode']) {
  const withK = name === 'kthvalue';
  op<[Tensor, ...unknown[]], Tensor[]>({
    schema: `${name}${withK || name === 'mode' ? '' : '.dim'}(Tensor self, ${withK ? 'int k, ' : ''}int dim${withK || name === 'mode' ? '=-1' : ''}, bool keepdim=False) -> (Tensor values, Tensor indices)`,
    differentiable: [0],
    forward(self, ...rest) {
      const dim = rest[withK ? 1 : 0] as number;
      const keepdim = rest[withK ? 2 : 1] as boolean;
      const d = wrapDim(dim, self.sizes.length);
      const sizes = self.sizes.slice();
      if (sizes.length > 0) {
        if (keepdim) sizes[d] = 1;
        else sizes.splice(d, 1);
      }
      if (self.numel === 0) checkNotEmpty(name, self, d);
      if (withK) {
        const k = rest[0] as number;
        check(
          k >= 1 && k <= (self.sizes.length > 0 ? self.sizes[d]! : 1),
          `kthvalue(): selected number k out of range for dimension ${d}`,
        );
      }
      if (name === 'mode' && self.numel > 1) return modeKernel(self, sizes, d);
      const out = [
        output(0, sizes, null, self.dtype, self.device),
        output(1, sizes, null, int64, self.device),
      ];
      contiguousCopy(self);
      return out;
    },
    autograd(_needs, result, self, ...rest) {
      const { sizes } = self;
      const dim = rest[withK ? 1 : 0] as number;
      const keepdim = rest[withK ? 2 : 1] as boolean;
      return {
        saved: [result[1]!],
        backward([grad], [indices]) {
          if (grad == null) return [null];
          const d = wrapDim(dim, sizes.length);
          const [g, i] =
            keepdim || sizes.length === 0 ? [grad, indices!] : [unsqueeze(grad, d), unsqueeze(indices!, d)];
          return [pickedGradient(g, i, d, sizes)];
        },
      };
    },
  });
}
for (const name of ['median', 'nanmedian'])
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor self) -> Tensor`,
    forward(self) {
      if (!self.isCuda || self.numel === 0) return output(0, [], null, self.dtype, self.device);
      // The element in the middle of all, sorted; of those that are numbers for nanmedian.
      const sorted = scope(() => sortPair(reshape(self, [-1]), 0)[0]!);
      if (name === 'median') {
        const nan = callOperator('isnan', select(sorted, 0, -1));
        const out = output(0, [], null, self.dtype, self.device);
        drop(nan, sorted);
        return out;
      }
      const k = scope(() => {
        const valid = sub(sum(callOperator('isnan', sorted), null), self.numel);
        return to(div(valid, 2), int64);
      });
      const out = output(0, [], null, self.dtype, self.device);
      drop(k, sorted);
      return out;
    },
    autograd: (_needs, result, self) => ({
      saved: [self, result],
      backward: ([grad], [s, r]) => [distributeEvenly(grad!, s!, r!)],
    }),
  });
/**
 * `searchsorted`: a sorter's range is checked; what isn't contiguous is copied, and what isn't of the common dtype converted. A
 * number is a 0-dim tensor of its own.
 */
function search(
  sequence: Tensor,
  values: Operand,
  int32: boolean,
  right: boolean,
  side: string | null,
  sorter: Tensor | null,
): Tensor {
  check(
    side === null || side === 'left' || side === 'right',
    `torch.searchsorted(): side can only be 'left' or 'right' but got ${side}`,
  );
  check(
    !(right && side === 'left'),
    "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True",
  );
  const input = values instanceof Tensor ? values : emptyLike(sequence, [], null, tensorTypeOf(values));
  if (sorter !== null && sorter.numel > 0 && sorter.isCuda) temporary(sorter, 8, 8);
  const out = output(0, input.sizes, null, int32 ? intType : int64, sequence.device);
  if (input.numel === 0) return out;
  const common = resultType([sequence, values]);
  const made: Tensor[] = [];
  for (const t of [input, sequence, sorter]) {
    if (t === null) continue;
    if (!t.isContiguous) made.push(emptyLike(t));
    if (t !== sorter && input.dtype !== sequence.dtype && t.dtype !== common)
      made.push(emptyLike(t, t.sizes, null, common));
  }
  drop(...made);
  if (input !== values) drop(input);
  return out;
}
/** The dtype of `scalar_to_tensor`. */
function tensorTypeOf(scalar: Scalar): DType {
  return scalarCategory(scalar) === Category.float ? float64 : scalarType(scalar);
}
const SEARCH = 'bool out_int32=False, bool right=False';
op<[Tensor, Operand, boolean, boolean, string | null, Tensor | null], Tensor>({
  schema: `searchsorted.Tensor(Tensor sorted_sequence, Number self, *, ${SEARCH}, str? side=None, Tensor? sorter=None) -> Tensor`,
  bind: 'function',
  differentiable: [],
  forward: (sequence, values, int32, right, side, sorter) =>
    search(sequence, values, int32, right, side, sorter),
});
op<[Operand, Tensor, boolean, boolean], Tensor>({
  schema: `bucketize.Tensor(Number self, Tensor boundaries, *, ${SEARCH}) -> Tensor`,
  bind: 'function',
  differentiable: [],
  forward: (values, boundaries, int32, right) => search(boundaries, values, int32, right, null, null),
});

// ---- triangles and masks ----

for (const name of ['tril', 'triu'] as const) {
  const made: Op<[Tensor, number]> = op<[Tensor, number], Tensor>({
    schema: `${name}(Tensor self, int diagonal=0) -> Tensor`,
    forward(self, diagonal) {
      check(self.sizes.length >= 2, `${name}: input tensor must have at least 2 dimensions`);
      const values = self.storage.known !== null && self.numel <= 1024 ? knownValues(self) : undefined;
      const out = output(0, self.sizes, null, self.dtype, self.device);
      const n = self.sizes[self.sizes.length - 1]!;
      const m = self.sizes[self.sizes.length - 2]!;
      if (values !== undefined)
        setKnown(
          out,
          values.map((v, i) => {
            const [row, column] = [Math.floor(i / n) % m, i % n];
            return (name === 'tril' ? column - row <= diagonal : column - row >= diagonal) ? v : 0;
          }),
        );
      return out;
    },
    autograd: (_needs, _result, _self, diagonal) => ({ backward: ([grad]) => [made(grad!, diagonal)] }),
  });
  inplaceVariant(made, { bind: 'method' });
}
export const tril = overloads.get('tril')![0]!.call as unknown as Op<[Tensor, number]>;
export const triu = overloads.get('triu')![0]!.call as unknown as Op<[Tensor, number]>;

/** `masked_scatter_`: the positions of true elements are a prefix sum of the mask, as int64. */
function scatterMemory(self: Tensor, denseMask: boolean): void {
  if (!self.isCuda || self.numel === 0) return;
  temporary(self, self.numel * 8, denseMask ? 0 : self.numel, exclusiveSumBytes(self.numel));
}
/** `masked_scatter_backward`: the selected gradients, and zeros up to the size of the source. */
function selectedAndZeros(grad: Tensor, mask: Tensor, sizes: Sizes): Tensor {
  selectMemory(grad, mask);
  const rest = emptyLike(grad, [numel(sizes)]);
  const out = emptyLike(grad, sizes);
  drop(rest);
  return out;
}
function checkMaskedScatter(self: Tensor, mask: Tensor, source: Tensor): void {
  check(
    self.dtype === source.dtype,
    `masked_scatter_: expected self and source to have same dtypes but got ${self.dtype.scalarName} and ${source.dtype.scalarName}`,
  );
  check(
    mask.dtype === bool,
    `masked_scatter_ only supports boolean masks, but got mask with dtype ${cppName(mask.dtype)}`,
  );
}
op<[Tensor, Tensor, Tensor], Tensor>({
  schema: 'masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor',
  differentiable: [0, 2],
  forward(self, mask, source) {
    checkMaskedScatter(self, mask, source);
    const sizes = inferSize(self.sizes, mask.sizes);
    const out = clone(expandTo(self, sizes), contiguousFormat);
    scatterMemory(out, sameSizes(mask.sizes, sizes) && mask.isContiguous);
    return forget(out);
  },
  autograd(_needs, _result, _self, mask, source) {
    const { sizes } = source;
    return {
      saved: [mask],
      backward: ([grad], [m], needs) =>
        gradients(
          needs,
          () => masked_fill(grad!, m!, 0),
          () => selectedAndZeros(grad!, m!, sizes),
        ),
    };
  },
});
op<[Tensor, Tensor, Tensor], Tensor>({
  schema: 'masked_scatter_(Tensor(a!) self, Tensor mask, Tensor source) -> Tensor(a!)',
  bind: 'method',
  differentiable: [0, 2],
  node: 'MaskedScatterBackward0',
  forward(self, mask, source) {
    checkMaskedScatter(self, mask, source);
    expandTo(mask, self.sizes);
    scatterMemory(self, sameSizes(mask.sizes, self.sizes) && mask.isContiguous);
    setKnown(self, undefined);
    self.bumpVersion();
    return self;
  },
  autograd(_needs, _result, _self, mask, source) {
    const { sizes } = source;
    return {
      saved: [mask],
      backward: ([grad], [m], needs) =>
        gradients(
          needs,
          () => masked_fill(grad!, m!, 0),
          () => selectedAndZeros(grad!, m!, sizes),
        ),
    };
  },
});

export const repeat: Op<[self: Tensor, repeats: Sizes]> = op({
  schema: 'repeat(Tensor self, int[] repeats) -> Tensor',
  bind: 'method',
  forward(self, repeats) {
    check(
      repeats.length >= self.sizes.length,
      'Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor',
    );
    const padded = [...new Array<number>(repeats.length - self.sizes.length).fill(1), ...self.sizes];
    const sizes = padded.map((s, i) => s * repeats[i]!);
    const out = output(0, sizes, null, self.dtype, self.device);
    const values =
      self.storage.known !== null && self.sizes.length <= 1 && repeats.length === 1 && out.numel <= 1024
        ? knownValues(self)
        : undefined;
    if (values !== undefined)
      setKnown(
        out,
        Array.from({ length: out.numel }, (_, i) => values[i % values.length]),
      );
    return out;
  },
  autograd(_needs, _result, self, repeats) {
    const { sizes } = self;
    return {
      backward([grad]) {
        // Leading repeats are summed first, then each repeated dimension is split and summed.
        if (repeats.some((r) => r === 0)) return [zerosOf(grad!, sizes)];
        let out = grad!;
        const extra = repeats.length - sizes.length;
        for (let i = 0; i < extra; i++) {
          const before = out;
          out = sum(before, [0], false);
          if (before !== grad) drop(before);
        }
        const shape: number[] = [];
        const summed: number[] = [];
        for (let i = 0; i < sizes.length; i++) {
          const r = repeats[i + extra]!;
          if (r !== 1) {
            summed.push(shape.length);
            shape.push(r);
          }
          shape.push(sizes[i]!);
        }
        return [summed.length === 0 ? out : sum(reshape(out, shape), summed)];
      },
    };
  },
});
op<[Tensor, Sizes], Tensor>({
  schema: 'tile(Tensor self, int[] dims) -> Tensor',
  composite: true,
  forward: (self, dims) =>
    repeat(
      self,
      dims.length < self.sizes.length
        ? [...new Array<number>(self.sizes.length - dims.length).fill(1), ...dims]
        : dims,
    ),
});
op<[Tensor, number, number | null, number | null], Tensor>({
  schema:
    'repeat_interleave.self_int(Tensor self, int repeats, int? dim=None, *, int? output_size=None) -> Tensor',
  composite: true,
  forward(self, repeats, dim) {
    const input = dim === null ? reshape(self, [-1]) : self;
    const d = wrapDim(dim ?? 0, input.sizes.length);
    const wide = input.sizes.slice();
    wide.splice(d + 1, 0, repeats);
    const expanded = clone(expand(unsqueeze(input, d + 1), wide, false), contiguousFormat);
    const sizes = input.sizes.slice();
    sizes[d] = sizes[d]! * repeats;
    return reshape(expanded, sizes);
  },
});
op<[Tensor, Tensor, number | null, number | null], Tensor>({
  schema:
    'repeat_interleave.self_Tensor(Tensor self, Tensor repeats, int? dim=None, *, int? output_size=None) -> Tensor',
  composite: true,
  forward(self, repeats, dim, outputSize) {
    const input = dim === null ? reshape(self, [-1]) : self;
    const d = wrapDim(dim ?? 0, input.sizes.length);
    if (!['int64', 'int32'].includes(repeats.dtype.name))
      fail(
        'NotImplementedError',
        `"repeat_interleave_${repeats.device.type}" not implemented for '${repeats.dtype.scalarName}'`,
      );
    check(
      repeats.numel === 1 || repeats.sizes[0] === input.sizes[d],
      () =>
        `repeats must have the same size as input along dim, but got repeats.size(0) = ${repeats.sizes[0]} and input.size(0) = ${input.sizes[d]}`,
    );
    const known = knownValues(repeats);
    const total =
      outputSize ??
      (known === undefined || known.some((v) => v === undefined)
        ? null
        : (known as number[]).reduce((a, b) => a + b, 0) * (repeats.numel === 1 ? input.sizes[d]! : 1));
    if (total === null) return unknownSize('the sum of the repeats');
    // The sums of the repeats say where each one starts.
    if (repeats.numel > 1) drop(callOperator('cumsum', repeats, 0, null));
    const indices = empty([total], int64, input.device);
    return index_select(input, d, indices);
  },
});
op<[Tensor, Sizes, Sizes], Tensor>({
  schema: 'roll(Tensor self, int[1] shifts, int[1] dims=[]) -> Tensor',
  forward(self, shifts, dims) {
    check(shifts.length > 0, '`shifts` required');
    if (dims.length === 0)
      check(shifts.length === 1, `shifts and dimensions must align. shifts: ${shifts.length}, dims:0`);
    else
      check(
        shifts.length === dims.length,
        `shifts and dimensions must align. shifts: ${shifts.length}, dims:${dims.length}`,
      );
    return rollKernel(self, shifts, dims);
  },
  autograd: (_needs, _result, _self, shifts, dims) => ({
    backward: ([grad]) => [
      (overloads.get('roll')![0]!.call as (...a: unknown[]) => Tensor)(
        grad!,
        shifts.map((s) => -s),
        dims,
      ),
    ],
  }),
});
/** One kernel for each dimension: the result of one is the next one's input. */
function rollKernel(self: Tensor, shifts: Sizes, dims: Sizes): Tensor {
  if (dims.length === 0) {
    const flat = scope(() => rollOnce(reshape(contiguous(self, contiguousFormat), [-1]), shifts[0]!, 0));
    return reshape(flat, self.sizes);
  }
  const steps = [self];
  for (let i = 0; i < dims.length; i++) steps.push(rollOnce(steps[i]!, shifts[i]!, dims[i]!));
  drop(...steps.slice(1, -1));
  return steps[dims.length]!;
}
function rollOnce(self: Tensor, shift: number, dim: number): Tensor {
  // The kernel reads a contiguous input.
  const dense = contiguous(self, contiguousFormat);
  const out = emptyLike(dense);
  if (self.storage.known !== null && self.numel > 0) {
    const d = wrapDim(dim, self.sizes.length);
    const n = self.sizes[d]!;
    rearrange(out, self, (index) => index.map((k, at) => (at === d ? (((k - shift) % n) + n) % n : k)));
  }
  if (dense !== self) drop(dense);
  return out;
}
