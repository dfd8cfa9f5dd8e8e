/** Reductions into places that an index names: scatter_reduce, index_reduce, _segment_reduce. */
import { int64 } from '../dtype.js';
import type { MaybeTensor } from '../autograd/node.js';
import { emptyLike, forget, output, likeStrides } from '../allocate.js';
import { check } from '../errors.js';
import { reduceKernel, temporary } from '../iterator.js';
import { drop, inplaceVariant, op, raiseInBackward, scope, type Op } from '../operator.js';
import { wrapDim } from '../shape.js';
import { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { contiguous, copyKernel, to } from './copy.js';
import { zerosLike } from './factories.js';
import { checkIndexed, index_select } from './indexing.js';
import { checkScatter, gather, scatter_add, scatterValue } from './gather_scatter.js';
import { bitwise_and, eq } from './comparisons.js';
import { div, mul } from './arithmetic.js';
import { masked_fill, masked_fill_, where } from './where.js';
import { lineScanBytes } from './sorting_memory.js';
import type { Scalar } from '../scalar.js';

type Reduction = [
  self: Tensor,
  dim: number,
  index: Tensor,
  source: Tensor,
  reduce: string,
  includeSelf: boolean,
];

/** How a family reads and writes by its index: `gather`/`scatter` or `index_select`/`index_add`. */
interface ByIndex {
  add(self: Tensor, dim: number, index: Tensor, source: Tensor): Tensor;
  pick(self: Tensor, dim: number, index: Tensor): Tensor;
  clear(self: Tensor, dim: number, index: Tensor): Tensor;
  /** Whether the equality masks of amax and amin are computed anew for the gradients. */
  masksAgain: boolean;
}

const onesLike = (t: Tensor): Tensor => emptyLike(t, t.sizes, likeStrides(t, null));

/** `scatter_reduce_backward` and `index_reduce_backward`: the same formulas. */
function reductionGradients(
  by: ByIndex,
  again: (...args: Reduction) => Tensor,
  grad: Tensor,
  result: Tensor,
  args: Reduction,
): MaybeTensor[] {
  const [, dim, index, , , includeSelf] = args;
  const [own, other] = scope(() => reductionFormulas(by, again, grad, result, args));
  return [includeSelf ? own! : scope(() => by.clear(own!, dim, index)), other!];
}

function reductionFormulas(
  by: ByIndex,
  again: (...args: Reduction) => Tensor,
  grad: Tensor,
  result: Tensor,
  [self, dim, index, source, reduce, includeSelf]: Reduction,
): [own: Tensor, other: Tensor] {
  const pick = (t: Tensor): Tensor => by.pick(t, dim, index);
  if (reduce === 'sum') return [grad, pick(grad)];
  if (reduce === 'prod') {
    const maskedSelf = scope(() => masked_fill(self, eq(self, 0), 1));
    const others = again(maskedSelf, dim, index, source, reduce, includeSelf);
    const own = scope(() => div(mul(grad, others), maskedSelf));
    const isZero = eq(source, 0);
    const zeros = scope(() => pick(by.add(zerosLike(self), dim, index, to(isZero, self.dtype))));
    const single = scope(() => bitwise_and(isZero, eq(zeros, 1)));
    const maskedSource = masked_fill(source, single, 1);
    const withoutZero = again(self, dim, index, maskedSource, reduce, includeSelf);
    const rest = masked_fill(source, isZero, 1);
    const quotient = div(pick(mul(grad, result)), rest);
    return [own, where(single, pick(mul(grad, withoutZero)), quotient)];
  }
  if (reduce === 'mean') {
    const counts = scope(() =>
      by.add(includeSelf ? onesLike(grad) : zerosLike(grad), dim, index, onesLike(source)),
    );
    scope(() => masked_fill_(counts, eq(counts, 0), 1));
    const own = div(grad, counts);
    const picked = pick(counts);
    return [own, div(pick(grad), picked)];
  }
  const value = pick(result);
  const selfIs = scope(() => to(eq(self, result), self.dtype));
  const sourceIs = scope(() => to(eq(source, value), source.dtype));
  const share = div(grad, by.add(selfIs, dim, index, sourceIs));
  if (!by.masksAgain) {
    const own = mul(selfIs, share);
    return [own, mul(sourceIs, pick(share))];
  }
  const own = scope(() => mul(eq(self, result), share));
  const picked = pick(share);
  return [own, mul(eq(source, value), picked)];
}

/** The counts that `mean` divides by. */
function divideByCounts(out: Tensor, source: Tensor, keepsOnes: boolean): void {
  const [counts, ones] = [onesLike(out), onesLike(source)];
  if (!keepsOnes) drop(ones);
  scope(() => eq(counts, 0));
  if (keepsOnes) drop(ones);
  drop(counts);
}

// ---- scatter_reduce ----

const byScatter: ByIndex = {
  add: (self, dim, index, source) => scatter_add(self, dim, index, source),
  pick: (self, dim, index) => gather(self, dim, index, false),
  clear: (self, dim, index) => scatterValue(self, dim, index, 0),
  masksAgain: true,
};
const scatterReduce: Op<Reduction> = op<Reduction, Tensor>({
  schema:
    'scatter_reduce.two(Tensor self, int dim, Tensor index, Tensor src, str reduce, *, bool include_self=True) -> Tensor',
  differentiable: [0, 3],
  forward(self, dim, index, source, reduce) {
    checkScatter(self, dim, index, source);
    const out = forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
    if (reduce === 'mean' && index.numel > 0) divideByCounts(out, source, true);
    return out;
  },
  autograd: (_needs, result, self, dim, index, source, reduce, includeSelf) => ({
    saved: [self, index, source, result],
    backward: ([grad], [s, i, src, r], needs) =>
      wanted(
        needs,
        reductionGradients(byScatter, scatterReduce, grad!, r!, [s!, dim, i!, src!, reduce, includeSelf]),
      ),
  }),
});
inplaceVariant(scatterReduce, { bind: 'method' });

function wanted(needs: readonly boolean[], gradients: MaybeTensor[]): MaybeTensor[] {
  return gradients.map((g, i) => (needs[i] ? g : null));
}

// ---- index_reduce ----

const byIndex: ByIndex = {
  add: (self, dim, index, source) => callOperator('index_add', self, dim, index, source, 1),
  pick: (self, dim, index) => index_select(self, dim, index),
  clear: (self, dim, index) => callOperator('index_fill', self, dim, index, 0),
  masksAgain: false,
};
const indexReduce: Op<Reduction> = op<Reduction, Tensor>({
  schema:
    'index_reduce(Tensor self, int dim, Tensor index, Tensor source, str reduce, *, bool include_self=True) -> Tensor',
  differentiable: [0, 3],
  forward(self, dim, index, source, reduce) {
    check(
      ['prod', 'mean', 'amax', 'amin'].includes(reduce),
      `index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got ${reduce}.`,
    );
    checkIndexed('index_reduce', self, dim, index, source);
    const out = forget(copyKernel(output(0, self.sizes, null, self.dtype, self.device), self));
    if (reduce === 'mean' && self.isCuda) divideByCounts(out, source, false);
    return out;
  },
  autograd: (_needs, result, self, dim, index, source, reduce, includeSelf) => ({
    saved: [self, index, source, result],
    backward: ([grad], [s, i, src, r], needs) =>
      wanted(
        needs,
        reductionGradients(byIndex, indexReduce, grad!, r!, [s!, dim, i!, src!, reduce, includeSelf]),
      ),
  }),
});
inplaceVariant(indexReduce, { bind: 'method' });

// ---- _segment_reduce ----

/** The other of lengths and offsets, which the kernel makes of the given one. */
function segmentBounds(lengths: MaybeTensor, offsets: MaybeTensor): Tensor {
  const given = (lengths ?? offsets)!;
  const last = given.sizes.length - 1;
  const n = given.sizes[last]!;
  const count = [...given.sizes.slice(0, last)];
  if (lengths === null) return emptyLike(given, [...count, n - 1]);
  const first = emptyLike(given, [...count, 1]);
  const bounds = emptyLike(given, [...count, n + 1]);
  drop(first);
  if (bounds.numel === n + 1) temporary(bounds, lineScanBytes(n + 1, int64));
  return bounds;
}

type Segments = [
  data: Tensor,
  reduce: string,
  lengths: MaybeTensor,
  indices: MaybeTensor,
  offsets: MaybeTensor,
  axis: number,
  unsafe: boolean,
  initial: Scalar | null,
];
op<Segments, Tensor>({
  schema:
    '_segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False, Scalar? initial=None) -> Tensor',
  node: 'SegmentReduceBackward0',
  bind: 'function',
  differentiable: [0],
  forward(data, _reduce, lengths, _indices, offsets, axis, unsafe) {
    check(
      lengths !== null || offsets !== null,
      'segment_reduce(): Either lengths or offsets must be defined.',
    );
    const given = (lengths ?? offsets)!;
    const a = wrapDim(axis, data.sizes.length);
    check(data.sizes.length >= 1 && data.numel >= 0, 'segment_reduce(): data must have a dimension');
    check(
      a === given.sizes.length - 1,
      `segment_reduce(): Expected axis to be the last dimension of ${lengths === null ? 'offsets' : 'lengths'} but got ${axis}.`,
    );
    if (lengths !== null && !unsafe)
      scope(() => {
        const least = emptyLike(given, []);
        reduceKernel(
          given,
          given.sizes.map(() => true),
          8,
        );
        return eq(least, 0);
      });
    const dense = [data, given].map((t) => contiguous(t));
    const sizes = data.sizes.slice();
    sizes[a] = given.sizes[a]! - (lengths === null ? 1 : 0);
    const out = output(0, sizes, null, data.dtype, data.device);
    const bounds = segmentBounds(
      lengths === null ? null : dense[1]!,
      offsets === null || lengths !== null ? null : dense[1]!,
    );
    // CUB's segmented reduction.
    if (data.sizes.length === 1 && data.isCuda) temporary(data, 1);
    drop(bounds);
    return out;
  },
  autograd: (_needs, result, data, _reduce, lengths, _indices, offsets) => ({
    saved: [data, lengths, offsets, result],
    backward([grad], [d, l, o, r]) {
      const dense = contiguous(grad!);
      const out = emptyLike(dense, d!.sizes, null, d!.dtype);
      scope(() => segmentBounds(l!, l === null ? o! : null));
      const message = 'derivative for aten::_segment_reduce_backward is not implemented';
      return raiseInBackward([grad, r, d], [out], 'RuntimeError', message);
    },
  }),
});
