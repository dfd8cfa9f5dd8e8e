/** Reductions other than `sum`: mean, extrema, norms, products, variances, softmax, cumulative sums, sorting. */
import type { MaybeTensor } from '../autograd/node.js';
import { distinctValues, emptyLike, knownValues, output, rearrange, setKnown } from '../allocate.js';
import {
  accumulateType,
  bool,
  Category,
  float32,
  int64,
  sumType,
  toReal,
  uint64,
  type DType,
  contiguousFormat,
} from '../dtype.js';
import { imag, real } from './complex.js';
import { check, fail } from '../errors.js';
import { reduce, reduceKernel, temporary } from '../iterator.js';
import { drop, inplaceVariant, op, overloads, scope, type Op } from '../operator.js';
import { lineScanBytes, nonzeroMemory } from './sorting_memory.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { dimMask, numel, reducedSizes, wrapDim, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { clone, contiguous, to } from './copy.js';
import { abs, sgn } from './rounding.js';
import { add, add_, div, mul, neg, sub } from './arithmetic.js';
import { eq } from './comparisons.js';
import { exp, pow, pow_ } from './powers.js';
import { floatingType, gradients, otherFirst } from './elementwise_rules.js';
import { masked_fill_, where } from './where.js';
import { restoreDims } from './restore.js';
import { sum } from './sum.js';
import { expand, reshape, squeezeDims, unsqueeze } from './views.js';

/** Brings a reduced tensor back to the rank it had (`unsqueeze_multiple`). */
function restoreRank(t: Tensor, dims: readonly number[] | null, rank: number, keepdim: boolean): Tensor {
  if (keepdim || rank === 0) return t;
  if (dims === null) return reshape(t, new Array<number>(rank).fill(1));
  let out = t;
  for (const d of dims.map((x) => wrapDim(x, rank)).sort((a, b) => a - b)) out = unsqueeze(out, d);
  return out;
}

function reducedCount(sizes: Sizes, dims: readonly number[] | null): number {
  const mask = dimMask(dims, sizes.length);
  return sizes.reduce((n, s, i) => (mask[i] ? n * s : n), 1);
}

// ---- mean ----

function checkMean(dtype: DType): void {
  if (dtype.category < Category.float)
    fail(
      'RuntimeError',
      `mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: ${dtype.scalarName}`,
    );
}
export const meanAll: Op<[self: Tensor, dtype: DType | null]> = op({
  schema: 'mean(Tensor self, *, ScalarType? dtype=None) -> Tensor',
  forward(self, dtype) {
    checkMean(dtype ?? self.dtype);
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
    checkMean(dtype ?? self.dtype);
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
function unaryCall(name: string, t: Tensor): Tensor {
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

// ---- products ----

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

// ---- extrema ----

/** `evenly_distribute_backward` / `scale_grad_by_count`. */
function byEquality(
  grad: Tensor,
  self: Tensor,
  result: Tensor,
  dims: readonly number[] | null,
  keepdim: boolean,
): Tensor {
  const r = restoreRank(result, dims, self.sizes.length, keepdim);
  const g = restoreRank(grad, dims, self.sizes.length, keepdim);
  const mask = eq(r, self);
  return mul(div(g, sum(mask, dims, true)), mask);
}
for (const name of ['amax', 'amin'])
  op<[Tensor, Sizes, boolean], Tensor>({
    schema: `${name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor`,
    forward(self, dim, keepdim) {
      checkNoneEmpty(`${name}()`, self, dim);
      return reduce(self, dim, { keepdim, argumentBytes: self.dtype.itemsize });
    },
    autograd: (_needs, result, self, dim, keepdim) => ({
      saved: [self, result],
      backward: ([grad], [s, r]) => [byEquality(grad!, s!, r!, dim.length === 0 ? null : dim, keepdim)],
    }),
  });
/** `value_selecting_reduction_backward`: a zero tensor with the gradient scattered into it. */
export function scatterGradient(
  grad: Tensor,
  dim: number,
  indices: Tensor,
  sizes: Sizes,
  keepdim: boolean,
): Tensor {
  const zeros = emptyLike(grad, sizes);
  if (!keepdim && sizes.length > 0) {
    unsqueeze(grad, dim);
    unsqueeze(indices, dim);
  }
  return zeros;
}
/** `evenly_distribute_backward`: NaNs are equal to each other here. */
export function distributeEvenly(grad: Tensor, self: Tensor, result: Tensor): Tensor {
  const nan = unaryCall('isnan', self);
  const both = overloadCall('logical_and_', nan, unaryCall('isnan', result));
  const mask = overloadCall('logical_or_', eq(self, result), both);
  return mul(mask, div(grad, sum(mask, null)));
}
/** A reduction to one element that reads a contiguous copy of what isn't contiguous. */
function reduceContiguous(self: Tensor): Tensor {
  const out = output(0, [], null, self.dtype, self.device);
  const input = self.isContiguous ? self : clone(self, contiguousFormat);
  reduceKernel(input, dimMask(null, input.sizes.length), self.dtype.itemsize);
  if (input !== self) drop(input);
  return out;
}
for (const name of ['max', 'min'] as const) {
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor self) -> Tensor`,
    node: name === 'max' ? 'MaxBackward1' : 'MinBackward1',
    forward(self) {
      if (self.numel === 0)
        fail(
          'RuntimeError',
          `${name}(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.`,
        );
      const out = reduceContiguous(self);
      const values = self.storage.known === null ? undefined : distinctValues(self);
      if (values !== undefined && values.every((v) => v !== undefined))
        setKnown(out, [Math[name](...(values as number[]))]);
      return out;
    },
    autograd(_needs, result, self) {
      return {
        saved: [self, result],
        backward: ([grad], [s, r]) => [distributeEvenly(grad!, s!, r!)],
      };
    },
  });
  // Before the overload of a dimension, which a tensor of one integer could be.
  op<[Tensor, Tensor], Tensor>({
    schema: `${name}.other(Tensor self, Tensor other) -> Tensor`,
    composite: true,
    forward: (self, other) =>
      (overloads.get(name === 'max' ? 'maximum' : 'minimum')![0]!.call as (a: Tensor, b: Tensor) => Tensor)(
        self,
        other,
      ),
  });
  op<[Tensor, number, boolean], Tensor[]>({
    schema: `${name}.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)`,
    node: name === 'max' ? 'MaxBackward0' : 'MinBackward0',
    forward(self, dim, keepdim) {
      if (self.numel === 0) checkNotEmpty(name, self, dim);
      return valueAndIndex(self, dim, keepdim);
    },
    autograd(_needs, result, self, dim, keepdim) {
      const { sizes } = self;
      return {
        saved: [result[1]!],
        backward: ([grad], [indices]) => [
          grad === null || grad === undefined
            ? null
            : scatterGradient(grad, wrapDim(dim, sizes.length), indices!, sizes, keepdim),
        ],
      };
    },
  });
}
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
function checkNoneEmpty(name: string, self: Tensor, dims: Sizes): void {
  if (self.numel > 0) return;
  check(
    dims.length > 0,
    `${name}: Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' argument.`,
    'IndexError',
  );
  for (const d of dims)
    check(
      self.sizes[wrapDim(d, self.sizes.length)] !== 0,
      `${name}: Expected reduction dim ${d} to have non-zero size.`,
      'IndexError',
    );
}
function valueAndIndex(self: Tensor, dim: number, keepdim: boolean): Tensor[] {
  const mask = dimMask([dim], self.sizes.length);
  const sizes = reducedSizes(self.sizes, mask, keepdim);
  const values = output(0, sizes, null, self.dtype, self.device);
  const indices = output(1, sizes, null, int64, self.device);
  reduceKernel(self, mask, pairBytes(self.dtype));
  return [values, indices];
}
/** The bytes of a (value, index) pair. */
function pairBytes(dtype: DType): number {
  return dtype.itemsize > 8 ? 32 : 16;
}
for (const name of ['argmax', 'argmin'] as const)
  op<[Tensor, number | null, boolean], Tensor>({
    schema: `${name}(Tensor self, int? dim=None, bool keepdim=False) -> Tensor`,
    forward(self, dim, keepdim) {
      check(self.dtype !== bool, `${name}(): does not support bool input`);
      if (self.numel === 0) {
        check(
          dim !== null,
          `${name}(): Expected reduction dim to be specified for input.numel() == 0.`,
          'IndexError',
        );
        checkNotEmpty(name, self, dim!);
      }
      const mask = dimMask(dim === null ? null : [dim], self.sizes.length);
      const out = output(0, reducedSizes(self.sizes, mask, keepdim), null, int64, self.device);
      // The tensor is flattened where no dimension is given: a copy if no view does.
      const flat = dim === null ? scope(() => reshape(self, [-1])) : self;
      reduceKernel(flat, dim === null ? [true] : mask, pairBytes(accumulateType(self.dtype)));
      return out;
    },
  });
op<[Tensor, number | null, boolean], Tensor[]>({
  schema: 'aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)',
  forward(self, dim, keepdim) {
    if (dim !== null && self.numel === 0) checkNotEmpty('aminmax', self, dim);
    const mask = dimMask(dim === null ? null : [dim], self.sizes.length);
    const sizes = reducedSizes(self.sizes, mask, keepdim);
    const out = [
      output(0, sizes, null, self.dtype, self.device),
      output(1, sizes, null, self.dtype, self.device),
    ];
    if (dim === null && !self.isContiguous) drop(clone(self, contiguousFormat));
    return out;
  },
  autograd(_needs, result, self, dim, keepdim) {
    const dims = dim === null ? null : [dim];
    return {
      saved: [self, result[0]!, result[1]!],
      backward([gmin, gmax], [s, min, max]) {
        const a = gmin == null ? null : scope(() => byEquality(gmin, s!, min!, dims, keepdim));
        const b = gmax == null ? null : scope(() => byEquality(gmax, s!, max!, dims, keepdim));
        return [a === null ? b : b === null ? a : add_(a, b, 1)];
      },
    };
  },
});
for (const name of ['all', 'any']) {
  const resultOf = (self: Tensor): DType => (self.dtype.name === 'uint8' ? self.dtype : bool);
  const compute = (self: Tensor, out: Tensor): Tensor => {
    // One element is converted, then copied.
    if (self.numel === 1 && self.dtype !== bool) temporary(self, 1);
    const values = self.storage.known === null || out.numel !== 1 ? undefined : distinctValues(self);
    if (values !== undefined && values.every((v) => v !== undefined))
      setKnown(out, [+(name === 'all' ? values.every((v) => v !== 0) : values.some((v) => v !== 0))]);
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
function overloadCall(name: string, ...args: unknown[]): Tensor {
  return (overloads.get(name)![0]!.call as (...a: unknown[]) => Tensor)(...args);
}

// ---- variances ----

interface Variance {
  dims: readonly number[] | null;
  correction: Scalar | null;
  keepdim: boolean;
}
function varKernel(self: Tensor, v: Variance): Tensor {
  check(
    self.dtype.isFloating || self.dtype.isComplex,
    'std and var only support floating point and complex dtypes',
  );
  if (self.dtype.isComplex) {
    // The variances of both parts, added.
    const parts = [real(self), imag(self)];
    const [ofReal, ofImag] = parts.map((part) => varKernel(part, v));
    const out = output(0, ofReal!.sizes, null, ofReal!.dtype, self.device);
    drop(ofReal!, ofImag!, ...parts);
    return out;
  }
  return reduce(self, v.dims, {
    keepdim: v.keepdim,
    dtype: toReal(self.dtype),
    argumentBytes: welfordBytes(self.dtype),
    castsInKernel: true,
  });
}
/** `WelfordData<acc, int32>`: mean, m2, n and nf. */
function welfordBytes(dtype: DType): number {
  return dtype.itemsize === 8 ? 32 : 16;
}
function varBackward(grad: Tensor, self: Tensor, v: Variance): Tensor {
  const n = reducedCount(self.sizes, v.dims);
  const dof = n - (v.correction === null ? 1 : scalarValue(v.correction));
  if (dof <= 0 && (v.dims === null || self.sizes.length === 0)) {
    const slope = where(eq(self, mean(self)), float(NaN), float(Infinity));
    return mul(grad, slope);
  }
  const g =
    v.keepdim || v.dims === null || self.sizes.length < 2
      ? grad
      : restoreRank(grad, v.dims, self.sizes.length, false);
  // C++ takes the right factor first.
  const centered = sub(self, mean(self, v.dims, true));
  return mul(mul(g, float(2 / dof)), centered);
}
function stdBackward(result: Tensor, grad: Tensor, self: Tensor, v: Variance): Tensor {
  const g = scope(() => masked_fill_(div(grad, mul(result, 2)), eq(result, 0), 0));
  return varBackward(g, self, v);
}
const varianceOf = (dims: Sizes | null, correction: Scalar | null, keepdim: boolean): Variance => ({
  dims: dims === null || dims.length === 0 ? null : dims,
  correction,
  keepdim,
});
export const variance: Op<[self: Tensor, dim: Sizes | null, correction: Scalar | null, keepdim: boolean]> =
  op({
    schema:
      'var.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor',
    node: 'VarBackward0',
    forward: (self, dim, correction, keepdim) => varKernel(self, varianceOf(dim, correction, keepdim)),
    autograd: (_needs, _result, self, dim, correction, keepdim) => ({
      saved: [self],
      backward: ([grad], [s]) => [varBackward(grad!, s!, varianceOf(dim, correction, keepdim))],
    }),
  });
export const std: Op<[self: Tensor, dim: Sizes | null, correction: Scalar | null, keepdim: boolean]> = op({
  schema:
    'std.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> Tensor',
  node: 'StdBackward0',
  forward: (self, dim, correction, keepdim) => varKernel(self, varianceOf(dim, correction, keepdim)),
  autograd: (_needs, result, self, dim, correction, keepdim) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [stdBackward(r!, grad!, s!, varianceOf(dim, correction, keepdim))],
  }),
});
for (const [name, call] of [
  ['var', variance],
  ['std', std],
] as const) {
  op<[Tensor, boolean], Tensor>({
    schema: `${name}(Tensor self, bool unbiased) -> Tensor`,
    composite: true,
    forward: (self, unbiased) => call(self, null, unbiased ? 1 : 0, false),
  });
  op<[Tensor, Sizes | null, boolean, boolean], Tensor>({
    schema: `${name}.dim(Tensor self, int[1]? dim, bool unbiased, bool keepdim=False) -> Tensor`,
    composite: true,
    forward: (self, dim, unbiased, keepdim) => call(self, dim, unbiased ? 1 : 0, keepdim),
  });
  const both = op<[Tensor, Sizes | null, Scalar | null, boolean], Tensor[]>({
    schema: `${name}_mean.correction(Tensor self, int[1]? dim=None, *, Scalar? correction=None, bool keepdim=False) -> (Tensor, Tensor)`,
    bind: 'function',
    forward(self, dim, correction, keepdim) {
      const v = varianceOf(dim, correction, keepdim);
      const mask = dimMask(v.dims, self.sizes.length);
      const sizes = reducedSizes(self.sizes, mask, keepdim);
      if (self.dtype.isComplex) {
        const parts = [real(self), imag(self)];
        const halves = parts.flatMap((part) => [varKernel(part, v), emptyLike(part, sizes)]);
        const joined = [emptyLike(parts[0]!, sizes), emptyLike(self, sizes)];
        drop(...halves, ...parts);
        return joined;
      }
      const out = [
        output(0, sizes, null, toReal(self.dtype), self.device),
        output(1, sizes, null, self.dtype, self.device),
      ];
      reduceKernel(self, mask, welfordBytes(self.dtype));
      return out;
    },
    autograd(_needs, result, self, dim, correction, keepdim) {
      const v = varianceOf(dim, correction, keepdim);
      return {
        saved: name === 'var' ? [self] : [self, result[0]!],
        backward([g1, g2], [s, r]) {
          const first =
            g1 == null
              ? null
              : scope(() => (name === 'var' ? varBackward(g1, s!, v) : stdBackward(r!, g1, s!, v)));
          const second =
            g2 == null
              ? null
              : div(
                  expand(restoreRank(g2, v.dims, s!.sizes.length, keepdim), s!.sizes, false),
                  reducedCount(s!.sizes, v.dims),
                );
          return [first === null ? second : second === null ? first : add(first, second)];
        },
      };
    },
  });
  op<[Tensor, boolean], Tensor[]>({
    schema: `${name}_mean(Tensor self, bool unbiased) -> (Tensor, Tensor)`,
    bind: 'function',
    composite: true,
    forward: (self, unbiased) => both(self, null, unbiased ? 1 : 0, false),
  });
  op<[Tensor, Sizes | null, boolean, boolean], Tensor[]>({
    schema: `${name}_mean.dim(Tensor self, int[1]? dim, bool unbiased, bool keepdim=False) -> (Tensor, Tensor)`,
    bind: 'function',
    composite: true,
    forward: (self, dim, unbiased, keepdim) => both(self, dim, unbiased ? 1 : 0, keepdim),
  });
}

// ---- norms ----

/** `norm_backward`; no gradient for p = 0. */
export function normBackward(
  grad: Tensor,
  self: Tensor,
  p: number,
  norm: Tensor,
  dims: readonly number[] | null,
  keepdim: boolean,
): MaybeTensor {
  return scope(() => normFormula(grad, self, p, norm, dims, keepdim));
}
function normFormula(
  grad: Tensor,
  self: Tensor,
  p: number,
  norm: Tensor,
  dims: readonly number[] | null,
  keepdim: boolean,
): MaybeTensor {
  const n = restoreRank(norm, dims, self.sizes.length, keepdim);
  const g = restoreRank(grad, dims, self.sizes.length, keepdim);
  /** `t.masked_fill_(where == 0, 0)`. */
  const without = (t: Tensor, where: Tensor): Tensor => {
    scope(() => masked_fill_(t, eq(where, 0), 0));
    return t;
  };
  if (p === 0) return null;
  if (p === 1) return mul(sgn(self), g);
  if (p === 2) {
    // The mask lives until the product is made.
    const direction = div(self, n);
    masked_fill_(direction, eq(n, 0), 0);
    return mul(g, direction);
  }
  if (p === Infinity || p === -Infinity) {
    // A NaN is an extremum too.
    const absolute = abs(self);
    const mask = scope(() => overloadCall('logical_or', eq(absolute, n), unaryCall('isnan', absolute)));
    const shared = mul(div(g, sum(mask, dims, true)), mask);
    return mul(sgn(self), shared);
  }
  if (p < 1) {
    const selfScaled = scope(() => {
      const power = masked_fill_(pow_(abs(self), float(p - 1)), eq(self, 0), 0);
      return mul(sgn(self), power);
    });
    const scale = pow(n, float(1 - p));
    return mul(mul(selfScaled, g), scale);
  }
  if (p < 2) {
    const selfScaled = scope(() => mul(sgn(self), pow_(abs(self), float(p - 1))));
    const scale = without(
      scope(() => div(g, pow(n, float(p - 1)))),
      n,
    );
    return mul(selfScaled, scale);
  }
  const selfScaled = scope(() => mul(self, pow_(abs(self), float(p - 2))));
  const scale = without(
    scope(() => div(g, pow(n, float(p - 1)))),
    n,
  );
  return mul(selfScaled, scale);
}
export const linalg_vector_norm: Op<
  [self: Tensor, ord: Scalar, dim: Sizes | null, keepdim: boolean, dtype: DType | null]
> = op({
  schema:
    'linalg_vector_norm(Tensor self, Scalar ord=2, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  bind: 'linalg',
  autocast: 'fp32_set_opt_dtype',
  forward(self, _ord, dim, keepdim, dtype) {
    check(
      self.dtype.category >= Category.float,
      `linalg.vector_norm: Expected a floating point or complex tensor as input. Got ${self.dtype.scalarName}`,
    );
    return reduce(self, dim, {
      keepdim,
      dtype: toReal(dtype ?? self.dtype),
      argumentBytes: accumulateType(toReal(self.dtype)).itemsize,
    });
  },
  autograd: (_needs, result, self, ord, dim, keepdim) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [
      normBackward(grad!, s!, scalarValue(ord), r!, dim === null || dim.length === 0 ? null : dim, keepdim),
    ],
  }),
});
op<[Tensor, Scalar | null, Sizes, boolean, DType | null], Tensor>({
  schema:
    'norm.ScalarOpt_dim(Tensor self, Scalar? p=2, int[1] dim=[], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  node: 'NormBackward1',
  autocast: 'fp32_append_dtype',
  forward: (self, _p, dim, keepdim, dtype) =>
    reduce(self, dim, {
      keepdim,
      dtype: toReal(dtype ?? self.dtype),
      argumentBytes: accumulateType(toReal(self.dtype)).itemsize,
    }),
  autograd: (_needs, result, self, p, dim, keepdim) => ({
    saved: [self, result],
    backward: ([grad], [s, r]) => [
      normBackward(grad!, s!, p === null ? 2 : scalarValue(p), r!, dim.length === 0 ? null : dim, keepdim),
    ],
  }),
});
op<[Tensor, Tensor, Scalar], Tensor>({
  schema: 'dist(Tensor self, Tensor other, Scalar p=2) -> Tensor',
  autocast: 'fp32',
  forward: (self, other, p) => linalg_vector_norm(sub(self, other), p, null, false, null),
  autograd: (_needs, result, self, other, p) => ({
    saved: [self, other, result],
    backward: ([grad], [s, o, r], needs) =>
      otherFirst(
        needs,
        () => normBackward(grad!, sub(s!, o!), scalarValue(p), r!, null, false),
        () => {
          const gradient = normBackward(grad!, sub(s!, o!), scalarValue(p), r!, null, false);
          return gradient === null ? null : neg(gradient);
        },
      ),
  }),
});

// ---- logsumexp ----

export const logsumexp: Op<[self: Tensor, dim: Sizes, keepdim: boolean]> = op({
  schema: 'logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor',
  autocast: 'fp32',
  forward(self, dim, keepdim) {
    const input = self.dtype.category <= Category.int ? to(self, floatingType(self.dtype)) : self;
    const mask = dimMask(dim, self.sizes.length);
    if (self.numel === 0)
      return output(0, reducedSizes(self.sizes, mask, keepdim), null, input.dtype, self.device);
    const maxes = overloadCall('amax', real(input), dim, true);
    const squeezed = keepdim ? maxes : squeezeDims(maxes, dim);
    scope(() => masked_fill_(squeezed, eq(abs(squeezed), float(Infinity)), 0));
    const shifted = sub(input, maxes);
    const out = output(0, reducedSizes(self.sizes, mask, keepdim), null, input.dtype, self.device);
    reduceKernel(shifted, mask, accumulateType(input.dtype).itemsize);
    drop(shifted, maxes);
    return out;
  },
  autograd(_needs, result, self, dim, keepdim) {
    return {
      saved: [self, result],
      backward([grad], [s, r]) {
        const rank = s!.sizes.length;
        const g = restoreRank(grad!, dim, rank, keepdim);
        const l = restoreRank(r!, dim, rank, keepdim);
        return [mul(g, exp(sub(s!, l)))];
      },
    };
  },
});
op<[Tensor, Sizes, boolean], Tensor>({
  schema: 'special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (self, dim, keepdim) => logsumexp(self, dim, keepdim),
});

// ---- softmax ----

/** The forward kernel: the result, then a copy where the input isn't contiguous. */
function softmaxForward(self: Tensor, dtype: DType): Tensor {
  const out = output(0, self.sizes, null, dtype, self.device);
  if (!self.isContiguous) drop(contiguous(self));
  return out;
}
function softmaxBackwardKernel(grad: Tensor, saved: Tensor, inputDtype: DType, product: boolean): Tensor {
  const out = output(0, grad.sizes, null, inputDtype, grad.device);
  // softmax's kernel starts from grad * output.
  const g0 = product ? mul(grad, saved) : grad;
  const g = g0.isContiguous ? null : contiguous(g0);
  const s = saved.isContiguous ? null : contiguous(saved);
  drop(g, s, product ? g0 : null);
  return out;
}
for (const [name, log] of [
  ['_softmax', false],
  ['_log_softmax', true],
] as const) {
  const backward: Op<[Tensor, Tensor, number, DType]> = op<[Tensor, Tensor, number, DType], Tensor>({
    schema: `${name}_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor`,
    bind: 'function',
    forward: (grad, saved, _dim, dtype) => softmaxBackwardKernel(grad, saved, dtype, !log),
    autograd: (_needs, _result, grad, saved, dim, dtype) => ({
      saved: [grad, saved],
      backward: ([gg], [g, s], needs) =>
        gradients(
          needs,
          () => (log ? sub(gg!, sum(mul(gg!, exp(s!)), [dim], true)) : backward(gg!, s!, dim, dtype)),
          () => {
            if (log) {
              const power = exp(s!);
              return mul(mul(neg(sum(g!, [dim], true)), power), gg!);
            }
            // `softmax_double_backward`.
            const last = mul(g!, sum(mul(s!, gg!), [dim], true));
            const middle = mul(sum(mul(s!, g!), [dim], true), gg!);
            return sub(sub(mul(g!, gg!), middle), last);
          },
        ),
    }),
  });
  op<[Tensor, number, boolean], Tensor>({
    schema: `${name}(Tensor self, int dim, bool half_to_float) -> Tensor`,
    bind: 'function',
    node: log ? 'LogSoftmaxBackward0' : 'SoftmaxBackward0',
    forward(self, dim, halfToFloat) {
      wrapDim(dim, self.sizes.length);
      if (self.dtype.category <= Category.int)
        fail(
          'NotImplementedError',
          `"${self.isCuda ? 'host_softmax' : `${log ? 'log_softmax' : 'softmax'}_lastdim_kernel_impl`}" not implemented for '${self.dtype.scalarName}'`,
        );
      return softmaxForward(self, halfToFloat ? float32 : self.dtype);
    },
    autograd(_needs, result, self, dim) {
      const { dtype } = self;
      return { saved: [result], backward: ([grad], [r]) => [backward(grad!, r!, dim, dtype)] };
    },
  });
  const kernel = overloads.get(name)![0]!.call as (t: Tensor, dim: number, half: boolean) => Tensor;
  const full = name.slice(1);
  for (const [schema, bind] of [
    [`${full}.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor`, undefined],
    [`special_${full}(Tensor self, int dim, ScalarType? dtype=None) -> Tensor`, 'special'],
  ] as const)
    op<[Tensor, number, DType | null], Tensor>({
      schema,
      bind,
      autocast: 'fp32_set_opt_dtype',
      composite: true,
      forward(self, dim, dtype) {
        if (self.isCuda && self.dtype.name === 'float16' && dtype === float32) return kernel(self, dim, true);
        return kernel(dtype === null ? self : to(self, dtype), dim, false);
      },
    });
}
export function softmax(self: Tensor, dim: number, dtype: DType | null = null): Tensor {
  return overloadCall('softmax', self, dim, dtype);
}
export function log_softmax(self: Tensor, dim: number, dtype: DType | null = null): Tensor {
  return overloadCall('log_softmax', self, dim, dtype);
}

// ---- cumulative ----

export const cumsum: Op<[self: Tensor, dim: number, dtype: DType | null]> = op({
  schema: 'cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor',
  autocast: 'fp32_set_opt_dtype',
  forward: (self, dim, dtype) => cumulative(self, dim, dtype ?? sumType(self.dtype), (a, b) => a + b),
  autograd(_needs, _result, self, dim) {
    const { dtype } = self;
    return { backward: ([grad]) => [to(cumsumBackward(grad!, dim), dtype)] };
  },
});
inplaceVariant(cumsum, { bind: 'method' });
/** `flip(cumsum(flip(grad)))`. */
function cumsumBackward(grad: Tensor, dim: number): Tensor {
  if (grad.numel <= 1 || grad.sizes[wrapDim(dim, grad.sizes.length)] === 1) return grad;
  return flip(cumsum(flip(grad, [dim]), dim, null), [dim]);
}
/** What a scan along a dimension takes beside its result: a contiguous copy, and for one line CUB's memory. */
export function scanMemory(self: Tensor, dim: number, dtype: DType): void {
  if (!self.isCuda || self.numel === 0) return;
  const copy = self.dtype === dtype && self.isContiguous ? null : emptyLike(self, self.sizes, null, dtype);
  if (self.sizes.length > 0 && self.numel === self.sizes[wrapDim(dim, self.sizes.length)])
    temporary(self, lineScanBytes(self.numel, dtype));
  drop(copy);
}
function cumulative(
  self: Tensor,
  dim: number,
  dtype: DType,
  combine?: (a: number, b: number) => number,
): Tensor {
  wrapDim(dim, self.sizes.length);
  // The scan works on a contiguous copy of the input; the result has the input's layout.
  const out = output(0, self.sizes, null, dtype, self.device);
  scanMemory(self, dim, dtype);
  const values = combine === undefined || self.storage.known === null ? undefined : knownValues(self);
  if (values !== undefined) {
    // From one entry to the next along `dim`.
    const d = wrapDim(dim, self.sizes.length);
    const length = self.sizes[d] ?? 1;
    const inner = numel(self.sizes.slice(d + 1));
    const totals = [...values];
    for (let i = inner; i < totals.length; i++) {
      const [total, value] = [totals[i - inner], totals[i]];
      if (Math.floor(i / inner) % length !== 0)
        totals[i] = total === undefined || value === undefined ? undefined : combine!(total, value);
    }
    setKnown(out, totals);
  }
  return out;
}
const cumprod: Op<[self: Tensor, dim: number, dtype: DType | null]> = op({
  schema: 'cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor',
  autocast: 'fp32_set_opt_dtype',
  forward: (self, dim, dtype) => cumulative(self, dim, dtype ?? sumType(self.dtype), (a, b) => a * b),
  autograd: (_needs, result, self, dim) => ({
    saved: [self, result],
    backward([grad], [s, r]) {
      if (s!.numel <= 1 || s!.sizes[wrapDim(dim, s!.sizes.length)] === 1) return [grad!];
      const w = mul(r!, grad!);
      const zeros = eq(s!, 0);
      temporary(s!, 1);
      void zeros;
      return [
        div(
          scope(() => cumsumBackward(w, dim)),
          s!,
        ),
      ];
    },
  }),
});
inplaceVariant(cumprod, { bind: 'method' });
export const flip: Op<[self: Tensor, dims: Sizes]> = op({
  schema: 'flip(Tensor self, int[] dims) -> Tensor',
  forward(self, dims) {
    const mask = dimMask(dims, self.sizes.length, false);
    const out = clone(self, null);
    if (self.storage.known !== null)
      rearrange(out, self, (index) => index.map((k, d) => (mask[d] ? self.sizes[d]! - 1 - k : k)));
    return out;
  },
  autograd: (_needs, _result, _self, dims) => ({ backward: ([grad]) => [flip(grad!, dims)] }),
});
for (const [name, dim] of [
  ['fliplr', 1],
  ['flipud', 0],
] as const)
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor self) -> Tensor`,
    composite: true,
    forward: (self) => flip(self, [dim]),
  });
