/** `matmul`, `linear`, and products made of them. */
import { contiguousFormat } from '../dtype.js';
import { check } from '../errors.js';
import { output } from '../allocate.js';
import { checkInto, into, op, operators, pendingOutput, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { inferSize, numel, type Sizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { add_, mul } from './arithmetic.js';
import { contiguous } from './copy.js';
import { zerosLike } from './factories.js';
import { addmm, bmm, dot, mm, mv } from './matrix_products.js';
import {
  _unsafe_view,
  expand,
  reshape,
  squeezeDims,
  t as transposed,
  transpose,
  unsqueeze,
  view,
} from './views.js';

function shouldFold(a: Tensor, b: Tensor): boolean {
  const firstLarger = a.sizes.length >= b.sizes.length;
  const large = firstLarger ? a : transposedLast(b);
  const smallRank = firstLarger ? b.sizes.length : a.sizes.length;
  if (!(large.sizes.length >= 3 && smallRank <= 2)) return false;
  if ((firstLarger ? b : a).requiresGrad) return true;
  if (a.sizes.length === 2) return false;
  if (large.numel === 0) return true;
  for (let i = 0; i < large.sizes.length - 2; i++)
    if (large.strides[i] !== large.strides[i + 1]! * large.sizes[i + 1]!) return false;
  return true;
}
function transposedLast(t: Tensor): Tensor {
  return transpose(t, -2, -1);
}

/** `at::matmul`. */
function matmulImpl(a: Tensor, b: Tensor): Tensor {
  const ra = a.sizes.length;
  const rb = b.sizes.length;
  check(
    ra !== 0 && rb !== 0,
    `both arguments to matmul need to be at least 1D, but they are ${ra}D and ${rb}D`,
  );
  if (ra === 1 && rb === 1) return dot(a, b);
  if (ra === 2 && rb === 1) return into(mv)(a, b);
  // In place: the row is no view, which a bias added in place would rebase.
  if (ra === 1 && rb === 2)
    return (operators.get('squeeze_.dims')!.call as (self: Tensor, dim: Sizes) => Tensor)(
      mm(unsqueeze(a, 0), b),
      [0],
    );
  if (ra === 2 && rb === 2) return into(mm)(a, b);
  if (shouldFold(a, b)) {
    const flipped = rb > ra;
    const t1 = flipped ? transposedLast(b) : a;
    const t2 = !flipped ? b : ra === 2 ? transposed(a) : a;
    const shape = t1.sizes.slice(0, -1);
    const folded = numel(shape);
    const isMatrix = t2.sizes.length === 2;
    if (isMatrix) shape.push(t2.sizes[1]!);
    const t1Folded = reshape(t1, [folded, t1.sizes[t1.sizes.length - 1]!]);
    if (!isMatrix) return _unsafe_view(mv(t1Folded, t2), shape);
    const out = _unsafe_view(mm(t1Folded, t2), shape);
    return flipped ? contiguous(transposedLast(out), contiguousFormat) : out;
  }
  const n = ra > 1 ? a.sizes[ra - 2]! : 1;
  const m1 = a.sizes[ra - 1]!;
  const batchA = a.sizes.slice(0, Math.max(ra - 2, 0));
  const m2 = rb > 1 ? b.sizes[rb - 2]! : b.sizes[rb - 1]!;
  const p = rb > 1 ? b.sizes[rb - 1]! : 1;
  const batchB = b.sizes.slice(0, Math.max(rb - 2, 0));
  if (ra === 3 && rb === 3 && batchA[0] !== batchB[0]) {
    if (batchA[0] === 1 && a.requiresGrad) return matmulImpl(squeezeDims(a, [0]), b);
    if (batchB[0] === 1 && b.requiresGrad) return matmulImpl(a, squeezeDims(b, [0]));
  }
  const shape = inferSize(batchA, batchB);
  const batches = numel(shape);
  const first = reshape(expand(a, [...shape, n, m1], false), [batches, n, m1]);
  const vector = rb === 1;
  let second = expand(b, vector ? [...shape, m2] : [...shape, m2, p], false);
  second = vector ? unsqueeze(reshape(second, [batches, m2]), 2) : reshape(second, [batches, m2, p]);
  const outShape = [...shape];
  if (ra > 1) outShape.push(n);
  if (rb > 1) outShape.push(p);
  const result = bmm(first, second);
  return _unsafe_view(vector ? squeezeDims(result, [-1]) : result, outShape);
}
export const matmul: Op<[self: Tensor, other: Tensor]> = op({
  schema: 'matmul(Tensor self, Tensor other) -> Tensor',
  autocast: 'lower_precision_fp',
  composite: true,
  forward: (self, other) => matmulImpl(self, other),
});
op<[Tensor, Tensor], Tensor>({
  schema: 'linalg_matmul(Tensor self, Tensor other) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: (self, other) => matmul(self, other),
});

/** `nn.functional.linear`. */
export const linear: Op<[input: Tensor, weight: Tensor, bias: Tensor | null]> = op({
  schema: 'linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor',
  bind: 'nn function',
  autocast: 'lower_precision_fp',
  composite: true,
  forward(input, weight, bias) {
    const rank = input.sizes.length;
    check(
      rank !== 0 && weight.sizes.length !== 0,
      `both arguments to linear need to be at least 1D, but they are ${rank}D and ${weight.sizes.length}D`,
    );
    if (bias !== null && rank === 2) return addmm(bias, input, transposed(weight), 1, 1);
    // cuBLASLt adds a bias of one dimension in its epilogue.
    const isRow =
      bias !== null && (bias.sizes.length === 1 || bias.sizes.filter((n) => n !== 1).length === 1);
    if (isRow && bias.isContiguous && input.isContiguous) {
      const lead = input.sizes.slice(0, -1);
      const flat = reshape(input, [numel(lead), input.sizes[rank - 1]!]);
      const out = addmm(bias, flat, transposed(weight), 1, 1);
      return view(out, [...lead, out.sizes[1]!]);
    }
    const out = matmul(input, weight.sizes.length === 1 ? weight : transposed(weight));
    return bias === null ? out : add_(out, bias);
  },
});

op<[Tensor[]], Tensor>({
  schema: 'chain_matmul(Tensor[] matrices) -> Tensor',
  bind: 'function',
  autocast: 'lower_precision_fp',
  composite: true,
  forward: (matrices) => matrices.slice(1).reduce((a, b) => mm(a, b), matrices[0]!),
});
op<[Tensor, Tensor], Tensor>({
  schema: 'kron(Tensor self, Tensor other) -> Tensor',
  composite: true,
  forward: kron,
});
function kron(self: Tensor, other: Tensor): Tensor {
  const rank = Math.max(self.sizes.length, other.sizes.length);
  const a = [...new Array<number>(rank - self.sizes.length).fill(1), ...self.sizes];
  const b = [...new Array<number>(rank - other.sizes.length).fill(1), ...other.sizes];
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < rank; i++) {
    left.push(a[i]!, 1);
    right.push(1, b[i]!);
  }
  const sizes = a.map((s, i) => s * b[i]!);
  // What is given is written by the product itself.
  if (pendingOutput(0) !== null) {
    checkInto(mul, [self, other]);
    return output(0, sizes, null, resultType([self, other]), self.device);
  }
  return _unsafe_view(mul(reshape(self, left), reshape(other, right)), sizes);
}

op<[Tensor, number], Tensor>({
  schema: 'matrix_power(Tensor self, int n) -> Tensor',
  composite: true,
  forward(self, n) {
    check(n >= 0, 'matrix_power of a negative power is not modelled', 'NotImplementedError');
    if (n === 0) return zerosLike(self);
    let result = self;
    for (let i = 1; i < n; i++) result = matmul(result, self);
    return result;
  },
});
