/** Indexing by tensors: `index`, `index_put`, `index_select`, `take`, and what goes along one dimension. */
import {
  empty,
  emptyLike,
  forget,
  knownValues,
  output,
  setKnown,
  setRepeated,
  likeStrides,
  uniformValue,
} from '../allocate.js';
import { bool, int32 as intType, int64, uint8 } from '../dtype.js';
import { check, fail, machine, UnknownResult } from '../errors.js';
import { dropStorage, elementwiseStrides, knownElementwise, temporary } from '../iterator.js';
import { drop, inplaceVariant, op, overloads, scope, type Derivative, type Op } from '../operator.js';
import type { Scalar } from '../scalar.js';
import { scalarValue } from '../scalar.js';
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
import { type Storage, Tensor, temporaryStorage } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, contiguous, copyKernel, expandStrides, to } from './copy.js';
import { masked_fill, masked_fill_ } from './where.js';
import { mul } from './arithmetic.js';
import { gradients } from './elementwise_rules.js';
import { keyBits, nonzeroMemory, radixSortBytes, selectBytes } from './sorting_memory.js';
import { reshape, squeeze, unsqueeze, zerosOf } from './views.js';
import { sum } from './sum.js';

type Indices = (Tensor | null)[];

const isMask = (t: Tensor): boolean => t.dtype === bool || t.dtype === uint8;

/** A result whose size depends on values. */
export function unknownSize(what: string): never {
  throw new UnknownResult(machine().unknown(what));
}

/** What finding the positions of a mask takes. */
function takeMemory(mask: Tensor): void {
  const dense = mask.isContiguous ? null : emptyLike(mask);
  nonzeroMemory(mask);
  drop(dense);
}
/** The positions of true elements of a mask, one index tensor for each dimension; how many they are must be known. */
export function nonzeroOf(mask: Tensor): Tensor[] {
  takeMemory(mask);
  const values = knownValues(mask);
  const uniform = uniformValue(mask);
  if (typeof mask.storage.assumed === 'string') machine().note('assumption', mask.storage.assumed);
  // Of a large mask that is true everywhere the positions are not kept, only how many they are.
  if (values === undefined && uniform !== undefined)
    return mask.sizes.map(() => empty([uniform === 0 ? 0 : mask.numel], int64, mask.device));
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

/** The values at these indices of every dimension, which repeat where they are fewer than the result has; undefined where unknown. */
function pickedValues(self: Tensor, indices: Indices, sizes: Sizes): (number | undefined)[] | undefined {
  const values = self.storage.known === null ? undefined : knownValues(self);
  const all = indices.filter((t): t is Tensor => t !== null);
  if (values === undefined || all.length !== self.sizes.length) return undefined;
  const places = knownElementwise(all, sizes, (...at) =>
    at.reduce((place, i, d) => place * self.sizes[d]! + (i < 0 ? i + self.sizes[d]! : i), 0),
  );
  return places && Array.from(places, (place) => (place === undefined ? undefined : values[place]));
}

export const index: Op<[self: Tensor, indices: Indices]> = op({
  schema: 'index.Tensor(Tensor self, Tensor?[] indices) -> Tensor',
  bind: 'none',
  differentiable: [0],
  forward(self, given) {
    const indices = resolveMasks(given, self);
    const { sizes, strides } = indexGeometry(self, indices);
    const out = output(0, sizes, strides, self.dtype, self.device);
    const values = pickedValues(self, indices, sizes);
    if (values !== undefined) setRepeated(out, values);
    return out;
  },
  autograd: (_needs, _result, self, indices) => indexDerivative(self.sizes, indices),
});
/** `index_backward`. */
function indexDerivative(sizes: Sizes, indices: Indices): Derivative {
  return {
    saved: indices,
    backward: ([grad], saved) => [indexPutImpl(zerosOf(grad!, sizes), saved as Indices, grad!, true, true)],
  };
}
/** What masks pick of which it isn't known how much they take, where the size of the result is. */
const indexOfSize: Op<[self: Tensor, indices: Indices, size: Sizes]> = op({
  schema: '_index_of_size(Tensor self, Tensor?[] indices, int[] size) -> Tensor',
  bind: 'none',
  node: 'IndexBackward0',
  differentiable: [0],
  forward(self: Tensor, indices: Indices, size: Sizes): Tensor {
    for (const mask of unknownMasks(indices)) takeMemory(mask);
    return emptyLike(self, size);
  },
  autograd: (_needs, _result, self, indices) => indexDerivative(self.sizes, indices),
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
  return unknownMasks(indices).length === 0 ? index(grad, indices) : indexOfSize(grad, indices, sizes);
}
function unknownMasks(indices: Indices): Tensor[] {
  return indices.filter(
    (t): t is Tensor => t !== null && isMask(t) && knownValues(t)?.includes(undefined) !== false,
  );
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
const indexPutImpl: Op<
  [self: Tensor, indices: Indices, values: Tensor, accumulate: boolean, unsafe: boolean]
> = op<[Tensor, Indices, Tensor, boolean, boolean], Tensor>({
  schema:
    '_index_put_impl_(Tensor(a!) self, Tensor?[] indices, Tensor values, bool accumulate=False, bool unsafe=False) -> Tensor(a!)',
  bind: 'function',
  node: 'IndexPutImplBackward0',
  differentiable: [0, 2],
  forward(self, indices, values, accumulate, unsafe) {
    putKernel(self, indices, values, accumulate, unsafe);
    self.bumpVersion();
    return self;
  },
  autograd: (_needs, _result, _self, indices, values, accumulate) => putGradient(indices, values, accumulate),
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
  const d = wrapDim(dim, self.sizes.length);
  const others = (sizes: Sizes): Sizes => sizes.filter((_n, i) => i !== d);
  check(
    source.sizes.length === 0 || sameSizes(others(self.sizes), others(source.sizes)),
    () =>
      `source tensor shape must match self tensor shape, excluding the specified dimension. Got self.shape = ${showSizes(self.sizes)} source.shape = ${showSizes(source.sizes)}`,
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
          const shaped = rank > 0 ? callOperator('expand', picked, sizes, false) : reshape(picked, []);
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
    autograd(wanted, _result, _self, dim, idx, source) {
      const sizes = source instanceof Tensor ? source.sizes : [];
      const rank = sizes.length;
      return {
        saved: [idx, isFill || !(source instanceof Tensor) || !wanted[1] ? null : source],
        backward: ([grad], [i], needs) =>
          gradients(
            needs,
            () => (overloads.get('index_fill')![0]!.call as (...a: unknown[]) => Tensor)(grad!, dim, i!, 0),
            () =>
              isFill
                ? sum(distinctPart(grad!, dim, i!), null)
                : rank > 0
                  ? callOperator('expand', index_select(grad!, dim, i!), sizes, false)
                  : index_select(grad!, dim, squeeze(i!)),
          ),
      };
    },
  });
  inplaceVariant(made, { bind: 'method' });
}
