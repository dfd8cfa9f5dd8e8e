/** Determinants, matrix exponentials, ranks, chains and matrix norms. */
import { emptyLike } from '../allocate.js';
import { int32, int64 as INT64, toReal, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { op } from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { state } from '../state.js';
import { showSizes, type Sizes, wrapDim } from '../shape.js';
import { Tensor } from '../tensor.js';
import { add, div, mul } from './arithmetic.js';
import { eq } from './comparisons.js';
import { clone } from './copy.js';
import { batchOf, callOf, columns, decomposition, make, rows, square } from './decompositions.js';
import { linalg_inv_ex } from './linear_solvers.js';
import { matmul } from './matmul.js';
import { detBackward, matrixExpBackward, pinvBackward, slogdetBackward } from './matrix_gradients.js';
import { mm } from './matrix_products.js';
import { linalg_vector_norm } from './norms.js';
import { log } from './powers.js';
import { sum } from './sum.js';
import { expand, permute, squeezeDims, unsqueeze, view } from './views.js';
import { where } from './where.js';

const factors = (i: number, a: Tensor): Tensor[] => [
  make(i, a.sizes, a, a.dtype, true),
  make(i + 1, a.sizes.slice(0, -1), a, int32),
];
const slogdetWithFactors = decomposition(
  '_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)',
  (a) => (
    square('linalg.slogdet', a),
    [make(0, batchOf(a), a), make(1, batchOf(a), a, toReal(a.dtype)), ...factors(2, a)]
  ),
  [-1, 0, 2, 3],
  'function',
  ([, gLog], [a, , lu, pivots]) => slogdetBackward(gLog, a!, lu!, pivots!, state.gradEnabled),
  [true, true, false, false],
);
const detWithFactors = decomposition(
  '_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)',
  (a) => (square('linalg.det', a), [make(0, batchOf(a), a), ...factors(1, a)]),
  [-1, 0, 1, 2],
  'function',
  ([grad], [a, det, lu, pivots]) =>
    grad == null ? null : detBackward(grad, det!, a!, lu!, pivots!, state.gradEnabled),
  [true, false, false],
);
for (const [name, bind] of [
  ['linalg_det', 'linalg'],
  ['det', undefined],
] as const)
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor A) -> Tensor`.replace('Tensor A', name === 'det' ? 'Tensor self' : 'Tensor A'),
    bind,
    composite: true,
    forward: (a) => (detWithFactors(a) as unknown as Tensor[])[0]!,
  });
for (const [name, argument, bind] of [
  ['linalg_slogdet', 'A', 'linalg'],
  ['slogdet', 'self', undefined],
] as const)
  op<[Tensor], Tensor[]>({
    schema: `${name}(Tensor ${argument}) -> (Tensor sign, Tensor logabsdet)`,
    bind,
    composite: true,
    forward: (a) => (slogdetWithFactors(a) as unknown as Tensor[]).slice(0, 2),
  });
op<[Tensor], Tensor>({
  schema: 'logdet(Tensor self) -> Tensor',
  composite: true,
  forward(a) {
    const [sign, logarithm] = slogdetWithFactors(a) as unknown as [Tensor, Tensor];
    if (a.dtype.isComplex) return add(log(sign), logarithm);
    return where(eq(sign, -1), float(NaN), logarithm);
  },
});
for (const [name, bind] of [
  ['linalg_matrix_exp', 'linalg'],
  ['matrix_exp', undefined],
] as const)
  decomposition(
    `${name}(Tensor self) -> Tensor`,
    (a) => (square('linalg.matrix_exp', a), [make(0, a.sizes, a)]),
    [-1],
    bind ?? 'function method',
    ([grad], [a]) => (grad == null ? null : matrixExpBackward(grad, a!)),
  );
decomposition(
  'linalg_pinv(Tensor self, *, Number? atol=None, Number? rtol=None, bool hermitian=False) -> Tensor',
  (a) => [make(0, [...batchOf(a), columns(a), rows(a)], a)],
  [-1, 0],
  'linalg',
  ([grad], [a, pinv]) => (grad == null ? null : pinvBackward(grad, pinv!, a!)),
);
op<[Tensor, number], Tensor>({
  schema: 'pinverse(Tensor self, float rcond=1e-15) -> Tensor',
  composite: true,
  forward: (a) => callOf('linalg_pinv')(a, null, null, false),
});
op<[Tensor, ...unknown[]], Tensor>({
  schema:
    'linalg_matrix_rank(Tensor input, Number? tol=None, bool hermitian=False, *, Number? atol=None, Number? rtol=None) -> Tensor',
  bind: 'linalg',
  differentiable: [],
  forward: (a) => make(0, batchOf(a), a, INT64),
});
op<[Tensor, Scalar | string | null], Tensor>({
  schema: 'linalg_cond(Tensor self, any p=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: (a) => singularRatio(a),
});
function singularRatio(a: Tensor): Tensor {
  const s = (callOf('linalg_svd')(a, false, null) as unknown as Tensor[])[1]!;
  const n = s.sizes[s.sizes.length - 1]!;
  return squeezeDims(div(callOf('narrow')(s, -1, 0, 1), callOf('narrow')(s, -1, n - 1, 1)), [-1]);
}
op<[Tensor, number], Tensor>({
  schema: 'linalg_matrix_power(Tensor self, int n) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward(a, n) {
    square('linalg.matrix_power', a);
    if (n === 0)
      return callOf('copy_')(
        clone(a, null),
        expand(callOf('eye')(columns(a), a.dtype, null, a.device, null, false), a.sizes, false),
      );
    if (n === 1) return clone(a, null);
    const base = n < 0 ? linalg_inv_ex(a, false)[0]! : a;
    let left = Math.abs(n);
    if (left === 1) return base;
    if (left === 2) return matmul(base, base);
    if (left === 3) return matmul(matmul(base, base), base);
    // By squaring.
    let power: Tensor | null = null;
    let result: Tensor | null = null;
    while (left > 0) {
      power = power === null ? base : matmul(power, power);
      if (left % 2 === 1) result = result === null ? power : matmul(result, power);
      left = Math.floor(left / 2);
    }
    return result!;
  },
});
/** The cheapest order of a chain of matrix products (`matrix_chain_order`). */
function chainProduct(list: Tensor[]): Tensor {
  const n = list.length;
  const sizes = [...list.map((t) => t.sizes[0]!), list[n - 1]!.sizes[1]!];
  if (n === 2) return mm(list[0]!, list[1]!);
  if (n === 3) {
    const [a, b, c, d] = sizes as [number, number, number, number];
    const [x, y, z] = list as [Tensor, Tensor, Tensor];
    return a * c * (b + d) > b * d * (a + c) ? mm(x, mm(y, z)) : mm(mm(x, y), z);
  }
  const cost = list.map(() => new Array<number>(n).fill(0));
  const cut = list.map(() => new Array<number>(n).fill(0));
  for (let length = 1; length < n; length++)
    for (let i = 0; i + length < n; i++) {
      const j = i + length;
      cost[i]![j] = Infinity;
      for (let k = i; k < j; k++) {
        const q = cost[i]![k]! + cost[k + 1]![j]! + sizes[i]! * sizes[k + 1]! * sizes[j + 1]!;
        if (q < cost[i]![j]!) {
          cost[i]![j] = q;
          cut[i]![j] = k;
        }
      }
    }
  const product = (i: number, j: number): Tensor =>
    i === j ? list[i]! : mm(product(i, cut[i]![j]!), product(cut[i]![j]! + 1, j));
  return product(0, n - 1);
}
op<[Tensor[]], Tensor>({
  schema: 'linalg_multi_dot(Tensor[] tensors) -> Tensor',
  bind: 'linalg',
  autocast: 'lower_precision_fp',
  composite: true,
  forward(tensors) {
    check(tensors.length >= 2, `multi_dot(): expected at least 2 tensors but got ${tensors.length}`);
    const first = tensors[0]!.sizes.length === 1 ? unsqueeze(tensors[0]!, 0) : tensors[0]!;
    const last = tensors[tensors.length - 1]!;
    const list = [first, ...tensors.slice(1, -1), last.sizes.length === 1 ? unsqueeze(last, -1) : last];
    list
      .slice(1)
      .forEach((t, i) =>
        check(
          list[i]!.sizes[list[i]!.sizes.length - 1] === t.sizes[0],
          `multi_dot(): tensors ${i} and ${i + 1} with shapes ${showSizes(list[i]!.sizes)} and ${showSizes(t.sizes)} cannot be multiplied`,
        ),
      );
    const product = chainProduct(list);
    const shape = [
      ...(tensors[0]!.sizes.length === 1 ? [] : [product.sizes[0]!]),
      ...(last.sizes.length === 1 ? [] : [product.sizes[1]!]),
    ];
    return view(product, shape);
  },
});
op<[Tensor, Tensor, number], Tensor>({
  schema: 'linalg_vecdot(Tensor x, Tensor y, *, int dim=-1) -> Tensor',
  autocast: 'lower_precision_fp',
  bind: 'linalg',
  composite: true,
  forward: (x, y, dim) =>
    x.sizes.length === 1 && y.sizes.length === 1 ? callOf('vdot')(x, y) : sum(mul(x, y), [dim]),
});
op<[Tensor, number | null], Tensor>({
  schema: 'linalg_vander(Tensor x, *, int? N=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward(x, n) {
    const count = n ?? x.sizes[x.sizes.length - 1]!;
    check(count > 1, `N must be greater than 1.`);
    const rows = x.sizes.length === 0 ? unsqueeze(x, -1) : x;
    const powers = callOf('cumprod')(
      expand(unsqueeze(rows, -1), [...rows.sizes, count - 1], false),
      -1,
      null,
    );
    const ones = emptyLike(x, [...rows.sizes, 1]);
    return callOf('cat')([ones, powers], -1);
  },
});

function matrixNorm(
  self: Tensor,
  ord: Scalar | string,
  dims: Sizes,
  keepdim: boolean,
  dtype: DType | null,
): Tensor {
  check(dims.length === 2, `linalg.matrix_norm: dim must be a 2-tuple. Got ${showSizes(dims)}`);
  if (ord === 'fro' || ord === 'f') return linalg_vector_norm(self, 2, dims, keepdim, dtype);
  const rank = self.sizes.length;
  const [a, b] = dims.map((d) => wrapDim(d, rank)) as [number, number];
  const order = typeof ord === 'string' ? NaN : Math.abs(scalarValue(ord));
  if (ord === 'nuc' || order === 2) {
    const moved = permute(self, [...[...Array(rank).keys()].filter((d) => d !== a && d !== b), a, b]);
    const s = (callOf('linalg_svd')(moved, false, null) as unknown as Tensor[])[1]!;
    const reduced =
      ord === 'nuc'
        ? sum(s, [-1], keepdim)
        : callOf(scalarValue(ord as Scalar) < 0 ? 'amin' : 'amax')(s, [-1], keepdim);
    if (!keepdim) return reduced;
    const back = unsqueeze(reduced, -1);
    const inverse = new Array<number>(rank);
    [...[...Array(rank).keys()].filter((d) => d !== a && d !== b), a, b].forEach((d, i) => (inverse[d] = i));
    return permute(back, inverse);
  }
  if (typeof ord === 'string') return fail('RuntimeError', `linalg.matrix_norm: Order ${ord} not supported.`);
  const [first, second] = order === 1 ? [a, b] : [b, a];
  const summed = linalg_vector_norm(self, 1, [first], keepdim, dtype);
  const left = keepdim ? second : second > first ? second - 1 : second;
  return callOf(scalarValue(ord) < 0 ? 'amin' : 'amax')(summed, [left], keepdim);
}
op<[Tensor, Scalar, Sizes, boolean, DType | null], Tensor>({
  schema:
    'linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: matrixNorm,
});
op<[Tensor, string, Sizes, boolean, DType | null], Tensor>({
  schema:
    'linalg_matrix_norm.str_ord(Tensor self, str ord="fro", int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: matrixNorm,
});
op<[Tensor, Scalar | null, Sizes | null, boolean, DType | null], Tensor>({
  schema:
    'linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward(self, ord, dim, keepdim, dtype) {
    if (ord !== null && ((dim === null && self.sizes.length === 2) || dim?.length === 2))
      return matrixNorm(self, ord, dim ?? [0, 1], keepdim, dtype);
    return linalg_vector_norm(self, ord ?? 2, dim, keepdim, dtype);
  },
});
op<[Tensor, string, Sizes | null, boolean, DType | null], Tensor>({
  schema:
    'linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: (self, ord, dim, keepdim, dtype) => matrixNorm(self, ord, dim ?? [0, 1], keepdim, dtype),
});
op<[Tensor, Sizes, boolean], Tensor>({
  schema: 'nuclear_norm(Tensor self, int[2] dim=[-2,-1], bool keepdim=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (self, dim, keepdim) => matrixNorm(self, 'nuc', dim, keepdim, null),
});
op<[Tensor, Sizes, boolean], Tensor>({
  schema: 'frobenius_norm.dim(Tensor self, int[1] dim, bool keepdim=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (self, dim, keepdim) => linalg_vector_norm(self, 2, dim, keepdim, null),
});
