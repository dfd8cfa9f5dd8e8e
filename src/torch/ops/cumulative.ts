/** Cumulative sums, products and extrema, and the flips that their gradients take. */
import { emptyLike, knownValues, output, rearrange, setKnown } from '../allocate.js';
import { sumType, type DType } from '../dtype.js';
import { check } from '../errors.js';
import { temporary } from '../iterator.js';
import { drop, inplaceVariant, op, scope, type Op } from '../operator.js';
import { dimMask, numel, type Sizes, wrapDim } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { div, mul } from './arithmetic.js';
import { eq } from './comparisons.js';
import { clone, to } from './copy.js';
import { lineScanBytes } from './sorting_memory.js';

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
  // What it writes is contiguous too.
  const written = out.isContiguous ? null : emptyLike(out, out.sizes);
  scanMemory(self, dim, dtype);
  drop(written);
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
    forward(self) {
      check(self.sizes.length > dim, `Input must be >= ${dim + 1}-d.`);
      return flip(self, [dim]);
    },
  });
