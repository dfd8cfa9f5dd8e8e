/** Sorting and what is made of it: `sort`, `topk`, `kthvalue`, medians, `mode`, and searches in what is sorted. */
import { checkNotEmpty } from './reductions.js';
import { distributeEvenly } from './extrema.js';
import { emptyLike, knownValues, output, setKnown, likeStrides } from '../allocate.js';
import { Category, contiguousFormat, float64, int32 as intType, int64, type DType } from '../dtype.js';
import { check } from '../errors.js';
import { dropStorage, temporary } from '../iterator.js';
import { drop, into, op, overloads, scope, type Op } from '../operator.js';
import { type Scalar, scalarCategory } from '../scalar.js';
import { resultType, scalarType } from '../promotion.js';
import { sameSizes, wrapDim, type Sizes } from '../shape.js';
import { Tensor, temporaryStorage } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, to } from './copy.js';
import { div, sub } from './arithmetic.js';
import { type Operand } from './elementwise_rules.js';
import { stableSortMemory, topkMemory } from './sorting_memory.js';
import { reshape, select, unsqueeze, zerosOf } from './views.js';
import { sum } from './sum.js';

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
type SortOperator = Op<[self: Tensor, dim: number, descending: boolean], Tensor[]>;
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
  forward: (self) => into(overloads.get('sort')![0]!.call as SortOperator)(self, 0, false)[0]!,
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
  const made: Tensor[] = out.isContiguous ? [] : [emptyLike(out, out.sizes)];
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
  forward(values, boundaries, int32, right) {
    check(
      boundaries.sizes.length === 1,
      () => `boundaries tensor must be 1 dimension, but got dim(${boundaries.sizes.length})`,
    );
    return search(boundaries, values, int32, right, null, null);
  },
});
