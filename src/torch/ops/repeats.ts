/** Copies that are repeated or shifted: `repeat`, `tile`, `repeat_interleave`, `roll`. */
import { empty, emptyLike, knownValues, output, rearrange, setKnown } from '../allocate.js';
import { contiguousFormat, int64 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, overloads, scope, type Op } from '../operator.js';
import { wrapDim, type Sizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { clone, contiguous } from './copy.js';
import { expand, reshape, unsqueeze, zerosOf } from './views.js';
import { sum } from './sum.js';
import { unknownSize, index_select } from './indexing.js';

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
    for (const d of dims) wrapDim(d, self.sizes.length, false);
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
