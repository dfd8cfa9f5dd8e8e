/** The largest and smallest elements of dimensions, and where they are. */
import { distinctValues, emptyLike, knownValues, output, setKnown } from '../allocate.js';
import { accumulateType, bool, contiguousFormat, int64, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { reduce, reduceKernel } from '../iterator.js';
import { drop, op, overloads, pendingOutput, scope } from '../operator.js';
import { dimMask, reducedSizes, type Sizes, wrapDim } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { add_, div, mul } from './arithmetic.js';
import { callOperator } from './call.js';
import { eq } from './comparisons.js';
import { clone } from './copy.js';
import { checkNoneEmpty, checkNotEmpty, overloadCall, restoreRank, unaryCall } from './reductions.js';
import { sum } from './sum.js';
import { reshape, unsqueeze } from './views.js';

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
const WAY = { max: 'max', amax: 'max', argmax: 'max', min: 'min', amin: 'min', argmin: 'min' } as const;

/** Writes the largest or smallest of known values into a result of one element. */
function setExtreme(name: keyof typeof WAY, self: Tensor, out: Tensor): void {
  if (self.storage.known === null || out.numel !== 1) return;
  const values = distinctValues(self);
  if (values?.every((value) => value !== undefined) === true)
    setKnown(out, [Math[WAY[name]](...(values as number[]))]);
}

/** Writes where the first of them is. */
function setPlace(name: keyof typeof WAY, self: Tensor, out: Tensor): void {
  if (self.storage.known === null || out.numel !== 1) return;
  const values = knownValues(self);
  if (values?.every((value) => value !== undefined) !== true) return;
  const extreme = Math[WAY[name]](...(values as number[]));
  setKnown(out, [values.findIndex((value) => Object.is(value, extreme) || value === extreme)]);
}

for (const name of ['amax', 'amin'] as const)
  op<[Tensor, Sizes, boolean], Tensor>({
    schema: `${name}(Tensor self, int[1] dim=[], bool keepdim=False) -> Tensor`,
    forward(self, dim, keepdim) {
      checkNoneEmpty(`${name}()`, self, dim);
      const given = pendingOutput(0);
      check(
        given === null || given.dtype === self.dtype,
        () =>
          `Expected the dtype for input and out to match, but got ${self.dtype.scalarName} for input's dtype and ${given!.dtype.scalarName} for out's dtype.`,
      );
      const out = reduce(self, dim, { keepdim, argumentBytes: self.dtype.itemsize });
      setExtreme(name, self, out);
      return out;
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
  const [g, i] =
    !keepdim && sizes.length > 0 ? [unsqueeze(grad, dim), unsqueeze(indices, dim)] : [grad, indices];
  return state.gradEnabled ? callOperator('scatter_', zeros, dim, i, g) : zeros;
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
      setExtreme(name, self, out);
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
    forward(self, other) {
      const { call, init } = overloads.get(`${name}imum`)![0]!;
      const compute = pendingOutput(0) === null ? (call as (...args: unknown[]) => unknown) : init.forward;
      return compute(self, other) as Tensor;
    },
  });
  op<[Tensor, number, boolean], Tensor[]>({
    schema: `${name}.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)`,
    node: name === 'max' ? 'MaxBackward0' : 'MinBackward0',
    forward(self, dim, keepdim) {
      if (self.numel === 0) checkNotEmpty(name, self, dim);
      const out = valueAndIndex(self, dim, keepdim);
      setExtreme(name, self, out[0]!);
      setPlace(name, self, out[1]!);
      return out;
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
      setPlace(name, self, out);
      return out;
    },
  });
op<[Tensor, number | null, boolean], Tensor[]>({
  schema: 'aminmax(Tensor self, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)',
  forward(self, dim, keepdim) {
    check(
      dim !== null || self.numel > 0,
      'aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.',
    );
    if (dim !== null && self.numel === 0) checkNotEmpty('aminmax', self, dim);
    const mask = dimMask(dim === null ? null : [dim], self.sizes.length);
    const sizes = reducedSizes(self.sizes, mask, keepdim);
    const out = [
      output(0, sizes, null, self.dtype, self.device),
      output(1, sizes, null, self.dtype, self.device),
    ];
    if (dim === null && !self.isContiguous) drop(clone(self, contiguousFormat));
    setExtreme('min', self, out[0]!);
    setExtreme('max', self, out[1]!);
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
