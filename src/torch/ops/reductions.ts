/** Means, sums without NaNs, products, and whether all or any are true. */
import { distinctValues, knownValues, setKnown, setRepeated } from '../allocate.js';
import { Category, bool, float32, sumType, type DType, uint64 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { reduce, temporary } from '../iterator.js';
import { drop, op, overloads, scope, type Op } from '../operator.js';
import { dimMask, numel, type Sizes, wrapDim } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { div, mul } from './arithmetic.js';
import { eq } from './comparisons.js';
import { to } from './copy.js';
import { restoreDims } from './restore.js';
import { nonzeroMemory } from './sorting_memory.js';
import { sum } from './sum.js';
import { expand, reshape, unsqueeze } from './views.js';

/** Brings a reduced tensor back to the rank it had (`unsqueeze_multiple`). */
export function restoreRank(
  t: Tensor,
  dims: readonly number[] | null,
  rank: number,
  keepdim: boolean,
): Tensor {
  if (keepdim || rank === 0) return t;
  if (dims === null) return reshape(t, new Array<number>(rank).fill(1));
  let out = t;
  for (const d of dims.map((x) => wrapDim(x, rank)).sort((a, b) => a - b)) out = unsqueeze(out, d);
  return out;
}

export function reducedCount(sizes: Sizes, dims: readonly number[] | null): number {
  const mask = dimMask(dims, sizes.length);
  return sizes.reduce((n, s, i) => (mask[i] ? n * s : n), 1);
}

function checkMean(self: Tensor, optional: DType | null): void {
  const dtype = optional ?? self.dtype;
  if (dtype.category < Category.float)
    fail(
      'RuntimeError',
      `mean(): could not infer output dtype. ${optional === null ? 'Input' : 'Optional'} dtype must be either a floating point or complex dtype. Got: ${dtype.scalarName}`,
    );
}
export const meanAll: Op<[self: Tensor, dtype: DType | null]> = op({
  schema: 'mean(Tensor self, *, ScalarType? dtype=None) -> Tensor',
  forward(self, dtype) {
    checkMean(self, dtype);
    const out = reduce(self, null, { dtype: dtype ?? self.dtype });
    const values = self.storage.known === null ? undefined : knownValues(self);
    if (values !== undefined && values.every((v) => v !== undefined))
      setKnown(out, [(values as number[]).reduce((a, b) => a + b, 0) / values.length]);
    return out;
  },
  autograd(_needs, _result, self) {
    const { sizes } = self;
    return { backward: ([grad]) => [div(expand(grad!, sizes, false), numel(sizes))] };
  },
});
export const meanDims: Op<[self: Tensor, dim: Sizes | null, keepdim: boolean, dtype: DType | null]> = op({
  schema: 'mean.dim(Tensor self, int[1]? dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  node: 'MeanBackward1',
  forward(self, dim, keepdim, dtype) {
    checkMean(self, dtype);
    return reduce(self, dim, { keepdim, dtype: dtype ?? self.dtype });
  },
  autograd(_needs, _result, self, dim, keepdim) {
    const { sizes } = self;
    const dims = dim === null || dim.length === 0 ? null : dim.map((d) => wrapDim(d, sizes.length));
    const n = reducedCount(sizes, dims);
    return { backward: ([grad]) => [div(restoreDims(grad!, sizes, dims, keepdim), n)] };
  },
});
export function mean(self: Tensor, dims: Sizes | null = null, keepdim = false): Tensor {
  return dims === null && !keepdim ? meanAll(self, null) : meanDims(self, dims, keepdim, null);
}
op<[Tensor, Sizes | null, boolean, DType | null], Tensor>({
  schema: 'nanmean(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  composite: true,
  forward(self, dim, keepdim) {
    const factor = scope(() => sum(overloadCall('logical_not_', unaryCall('isnan', self)), dim, keepdim));
    return div(nansum(self, dim, keepdim, null), factor);
  },
});
export function unaryCall(name: string, t: Tensor): Tensor {
  return (overloads.get(name)![0]!.call as (t: Tensor) => Tensor)(t);
}
function logicalNotOf(t: Tensor): Tensor {
  return unaryCall('logical_not', t);
}
/** The dtype that a sum's or product's kernel wants its input in, where it doesn't convert as it reads. */
function castBefore(self: Tensor, target: DType): DType | undefined {
  return target === self.dtype || (self.dtype.isReduced && target === float32) ? undefined : target;
}
export const nansum: Op<[self: Tensor, dim: Sizes | null, keepdim: boolean, dtype: DType | null]> = op({
  schema: 'nansum(Tensor self, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  forward(self, dim, keepdim, dtype) {
    const target = dtype ?? sumType(self.dtype);
    return reduce(self, dim, { keepdim, dtype: target, cast: castBefore(self, target) });
  },
  autograd(_needs, _result, self, dim, keepdim) {
    const { sizes, dtype } = self;
    return {
      saved: [self],
      backward: ([grad], [s]) => [
        mul(restoreDims(to(grad!, dtype), sizes, dim, keepdim), logicalNotOf(unaryCall('isnan', s!))),
      ],
    };
  },
});

op<[Tensor, DType | null], Tensor>({
  schema: 'prod(Tensor self, *, ScalarType? dtype=None) -> Tensor',
  autocast: 'fp32_set_opt_dtype',
  forward(self, dtype) {
    const target = dtype ?? sumType(self.dtype);
    const out = reduce(self, null, { dtype: target, cast: castBefore(self, target) });
    const values = self.storage.known === null ? undefined : knownValues(self);
    if (values !== undefined && !values.includes(undefined))
      setKnown(out, [(values as number[]).reduce((a, b) => a * b, 1)]);
    return out;
  },
  autograd: (_needs, result, self) => ({
    saved: [self, result],
    backward([grad], [s, r]) {
      if (s!.sizes.length === 0) return [grad!];
      // Which elements are zero decides the formula: here, none.
      scope(() => {
        nonzeroMemory(eq(s!, 0));
        return null;
      });
      return [mul(grad!, div(r!, s!))];
    },
  }),
});
op<[Tensor, number, boolean, DType | null], Tensor>({
  schema: 'prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  node: 'ProdBackward1',
  autocast: 'fp32_set_opt_dtype',
  forward(self, dim, keepdim, dtype) {
    const target = dtype ?? sumType(self.dtype);
    return reduce(self, [dim], { keepdim, dtype: target, cast: castBefore(self, target) });
  },
  autograd(_needs, result, self, dim, keepdim) {
    return {
      saved: [self, result],
      backward([grad], [s, r]) {
        if (s!.sizes.length === 0) return [grad!];
        const g = keepdim ? grad! : unsqueeze(grad!, dim);
        const p = keepdim ? r! : unsqueeze(r!, dim);
        // How many zeros there are decides the formula: here, none.
        const zeros = eq(s!, 0);
        const counts = sum(zeros, [dim], true);
        drop(sum(counts, null));
        return [mul(g, div(p, s!))];
      },
    };
  },
});

/** `zero_numel_check_dims`: a reduction that has no value for nothing. */
export function checkNotEmpty(name: string, self: Tensor, dim: number): void {
  const d = wrapDim(dim, self.sizes.length);
  if (self.sizes.length > 0 && self.sizes[d] === 0)
    fail(
      'IndexError',
      `${name}${name === 'aminmax' ? '' : '()'}: Expected reduction dim ${d} to have non-zero size.`,
    );
}
/** `zero_numel_check_dims` of several dimensions. */
export function checkNoneEmpty(name: string, self: Tensor, dims: Sizes): void {
  if (self.numel > 0) return;
  check(
    dims.length > 0,
    `${name}: Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.`,
  );
  for (const d of dims)
    check(
      self.sizes[wrapDim(d, self.sizes.length)] !== 0,
      `${name}: Expected reduction dim ${d} to have non-zero size.`,
      'IndexError',
    );
}

for (const name of ['all', 'any']) {
  const resultOf = (self: Tensor): DType => (self.dtype.name === 'uint8' ? self.dtype : bool);
  const compute = (self: Tensor, out: Tensor): Tensor => {
    // One element is converted, then copied.
    if (self.numel === 1 && self.dtype !== bool) temporary(self, 1);
    if (self.storage.known === null) return out;
    const values = distinctValues(self);
    if (out.numel === 1) {
      if (values?.every((v) => v !== undefined) ?? false)
        setKnown(out, [+(name === 'all' ? values!.every((v) => v !== 0) : values!.some((v) => v !== 0))]);
      return out;
    }
    // Several results: known where all elements are true, or none.
    for (const value of [0, 1])
      if (values?.length && values.every((v) => v !== undefined && +(v !== 0) === value))
        setRepeated(out, [value]);
    return out;
  };
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor self) -> Tensor`,
    forward: (self) =>
      compute(self, reduce(self, null, { dtype: resultOf(self), argumentBytes: 1, castsInKernel: true })),
  });
  op<[Tensor, Sizes, boolean], Tensor>({
    schema: `${name}.dims(Tensor self, int[1] dim, bool keepdim=False) -> Tensor`,
    forward: (self, dim, keepdim) =>
      compute(
        self,
        reduce(self, dim, { keepdim, dtype: resultOf(self), argumentBytes: 1, castsInKernel: true }),
      ),
  });
}
op<[Tensor, Sizes, boolean, number], Tensor>({
  schema: 'hash_tensor(Tensor self, int[1] dim=[], *, bool keepdim=False, int mode=0) -> Tensor',
  differentiable: [],
  forward(self, dim, keepdim) {
    checkNoneEmpty('hash_tensor', self, dim);
    return reduce(self, dim, { keepdim, dtype: uint64, argumentBytes: 8 });
  },
});
op<[Tensor, Sizes | null], Tensor>({
  schema: 'count_nonzero.dim_IntList(Tensor self, int[1]? dim=None) -> Tensor',
  composite: true,
  forward: (self, dim) => sum(self.dtype === bool ? self : overloadCall('ne', self, 0), dim),
});
export function overloadCall(name: string, ...args: unknown[]): Tensor {
  return (overloads.get(name)![0]!.call as (...a: unknown[]) => Tensor)(...args);
}
