/** Decompositions of matrices, and what their drivers take. */
import { empty, emptyLike, output } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { int32, toComplex, toReal, type DType } from '../dtype.js';
import { check } from '../errors.js';
import { dropStorage, temporary } from '../iterator.js';
import { drop, notImplemented, op, overloads, scope, type OperatorInit } from '../operator.js';
import type { Sizes } from '../shape.js';
import { state } from '../state.js';
import { Tensor, temporaryStorage } from '../tensor.js';
import { add, neg } from './arithmetic.js';
import { toKindOf } from './complex.js';
import { matmul } from './matmul.js';
import {
  choleskyBackward,
  eigBackward,
  luBackward,
  luFactorBackward,
  luUnpackBackward,
  qrBackward,
  svdBackward,
} from './matrix_gradients.js';
import { narrow, transpose } from './views.js';

type Call = (...args: unknown[]) => Tensor;
export const callOf = (name: string): Call => overloads.get(name)![0]!.call as unknown as Call;

export function square(name: string, a: Tensor): void {
  const n = a.sizes.length;
  check(n >= 2, `${name}: The input tensor A must have at least 2 dimensions.`);
  check(
    a.sizes[n - 1] === a.sizes[n - 2],
    () =>
      `${name}: A must be batches of square matrices, but they are ${a.sizes[n - 2]} by ${a.sizes[n - 1]} matrices`,
  );
  check(
    a.dtype.isFloating || a.dtype.isComplex,
    () => `${name}: Expected a floating point or complex tensor as input. Got ${a.dtype.scalarName}`,
  );
}

/** Strides of matrices in column-major order, as LAPACK leaves them. */
function columnMajor(sizes: Sizes): number[] {
  const n = sizes.length;
  const strides = new Array<number>(n);
  strides[n - 2] = 1;
  strides[n - 1] = Math.max(sizes[n - 2]!, 1);
  let step = Math.max(sizes[n - 2]!, 1) * Math.max(sizes[n - 1]!, 1);
  for (let i = n - 3; i >= 0; i--) {
    strides[i] = step;
    step *= Math.max(sizes[i]!, 1);
  }
  return strides;
}
export const adjoint = (t: Tensor): Tensor => transpose(t, -2, -1);

/** A gradient of the input's shape, made with the intermediates of two products. */
export function gradientLike(
  grad: Tensor | null | undefined,
  input: { sizes: Sizes; dtype: DType },
): Tensor | null {
  return grad == null ? null : empty(input.sizes, input.dtype, grad.device);
}
function anyGrad(grads: readonly (Tensor | null)[]): Tensor | null {
  return grads.find((g) => g != null) ?? null;
}

/** The gradient of a decomposition: of its results' gradients, what was saved, what the input was, and the arguments after it. */
type DecompositionGradient = (
  grads: MaybeTensor[],
  saved: Tensor[],
  input: { sizes: Sizes; dtype: DType },
  ...rest: never[]
) => MaybeTensor;

/** A decomposition: results by shape, what is saved of them, and a gradient of the input's shape. */
export function decomposition(
  schema: string,
  results: (a: Tensor, ...rest: never[]) => Tensor[],
  saved: readonly number[],
  bind = 'linalg',
  autograd: boolean | DecompositionGradient = true,
  outputDifferentiability?: boolean[],
): Call {
  op<[Tensor, ...unknown[]], Tensor | Tensor[]>({
    schema,
    bind,
    differentiable: [0],
    outputDifferentiability,
    forward(a, ...rest) {
      const made = results(a, ...(rest as never[]));
      return made.length === 1 ? made[0]! : made;
    },
    autograd: autograd
      ? (_needs, result, a, ...rest) => {
          const input = { sizes: a.sizes, dtype: a.dtype };
          const list = Array.isArray(result) ? result : [result];
          return {
            saved: saved.map((i) => (i < 0 ? a : list[i]!)),
            backward: (grads, kept) => [
              typeof autograd === 'function'
                ? autograd(grads, kept as Tensor[], input, ...(rest as never[]))
                : gradientLike(anyGrad(grads), input),
            ],
          };
        }
      : undefined,
  } as OperatorInit<[Tensor, ...unknown[]], Tensor | Tensor[]>);
  return callOf(schema.slice(0, schema.indexOf('(')));
}
export const batchOf = (a: Tensor): number[] => a.sizes.slice(0, -2);
export const rows = (a: Tensor): number => a.sizes[a.sizes.length - 2]!;
export const columns = (a: Tensor): number => a.sizes[a.sizes.length - 1]!;
export const make = (i: number, sizes: Sizes, like: Tensor, dtype = like.dtype, column = false): Tensor =>
  output(i, sizes, column ? columnMajor(sizes) : null, dtype, like.device);

/** What solving by a Cholesky factor takes: copies for cuSOLVER, or tables of pointers for MAGMA and cuBLAS. */
export function choleskyMemory(b: Tensor, factor: Tensor): void {
  if (!b.isCuda) return;
  const n = batchOf(factor).reduce((x, y) => x * y, 1);
  if (n === 1) {
    const info = temporaryStorage(4, b.device);
    temporary(b, factor.numel * factor.dtype.itemsize);
    dropStorage(info);
  } else if (b.numel > 0) temporary(b, 8 * n, 8 * n);
}

const infos = (a: Tensor, i: number): Tensor => make(i, batchOf(a), a, int32);
decomposition(
  'linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)',
  (a) => {
    square('linalg.cholesky', a);
    const made = [make(0, a.sizes, a, a.dtype, true), infos(a, 1)];
    // Several are factored at once, by a table of pointers.
    const batches = made[1]!.numel;
    if (a.isCuda && batches > 1 && a.numel > 0) temporary(a, 8 * batches);
    return made;
  },
  [0],
  'linalg',
  ([grad], [l], _a, upper: boolean) => (grad == null ? null : choleskyBackward(grad, upper, l!)),
);
for (const [name, bind, schemaRest] of [
  ['linalg_cholesky', 'linalg', '*, bool upper=False'],
  ['cholesky', undefined, 'bool upper=False'],
] as const)
  op<[Tensor, boolean], Tensor>({
    schema: `${name}(Tensor self, ${schemaRest}) -> Tensor`,
    bind,
    composite: true,
    forward: (a, upper) => (callOf('linalg_cholesky_ex')(a, upper, false) as unknown as Tensor[])[0]!,
  });
op<[Tensor, boolean], Tensor>({
  schema: 'cholesky_inverse(Tensor self, bool upper=False) -> Tensor',
  forward(a) {
    square('cholesky_inverse', a);
    const out = make(0, a.sizes, a, a.dtype, true);
    if (a.isCuda) {
      const factor = emptyLike(a, a.sizes);
      choleskyMemory(out, a);
      drop(factor);
    }
    return out;
  },
  autograd: (_needs, result, a, upper) => ({
    saved: [a, result],
    backward([grad], [l, inverse]) {
      const common = add(grad!, adjoint(grad!));
      const twice = scope(() => matmul(inverse!, matmul(common, inverse!)));
      drop(common);
      return [neg(upper ? matmul(l!, twice) : matmul(twice, l!))];
    },
  }),
});
decomposition(
  'linalg_eigh(Tensor A, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)',
  (a) => (
    square('linalg.eigh', a),
    [make(0, a.sizes.slice(0, -1), a, toReal(a.dtype)), make(1, a.sizes, a, a.dtype, true)]
  ),
  [0, 1],
  'linalg',
  ([gL, gV], [values, vectors]) => eigBackward(gL, gV, values!, vectors!, true),
);
/** Whether a gradient is wanted: then the vectors are computed too. */
const wantsGradient = (a: Tensor): boolean => state.gradEnabled && a.requiresGrad;
op<[Tensor, string], Tensor>({
  schema: 'linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor',
  bind: 'linalg',
  composite: true,
  forward(a, uplo) {
    if (wantsGradient(a)) return (callOf('linalg_eigh')(a, uplo) as unknown as Tensor[])[0]!;
    square('linalg.eigvalsh', a);
    return make(0, a.sizes.slice(0, -1), a, toReal(a.dtype));
  },
});
decomposition(
  'linalg_eig(Tensor self) -> (Tensor eigenvalues, Tensor eigenvectors)',
  (a) => (
    square('linalg.eig', a),
    [make(0, a.sizes.slice(0, -1), a, toComplex(a.dtype)), make(1, a.sizes, a, toComplex(a.dtype), true)]
  ),
  [0, 1],
  'linalg',
  ([gL, gV], [values, vectors], { dtype }) => {
    const gradient = eigBackward(gL, gV, values!, vectors!, false);
    return gradient === null ? null : toKindOf(dtype.isComplex, gradient);
  },
);
decomposition(
  'linalg_eigvals(Tensor self) -> Tensor',
  (a) => (square('linalg.eigvals', a), [make(0, a.sizes.slice(0, -1), a, toComplex(a.dtype))]),
  [],
);
const svdOf = (a: Tensor, full: boolean): Tensor[] => {
  const [m, n] = [rows(a), columns(a)];
  const k = Math.min(m, n);
  return [
    make(0, [...batchOf(a), m, full ? m : k], a, a.dtype, true),
    make(1, [...batchOf(a), k], a, toReal(a.dtype)),
    make(2, [...batchOf(a), full ? n : k, n], a),
  ];
};
decomposition(
  'linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)',
  (a: Tensor, full: boolean) => svdOf(a, full),
  [0, 1, 2],
  'linalg',
  ([gU, gS, gVh], [u, s, vh], _a, full: boolean) => {
    // Of full factors the columns that have singular values.
    const cut = (t: MaybeTensor | undefined, dim: number): MaybeTensor =>
      t == null ? null : full ? narrow(t, dim, 0, columns(s!)) : t;
    return svdBackward(cut(gU, -1), gS, cut(gVh, -2), cut(u!, -1)!, s!, cut(vh!, -2)!);
  },
);
op<[Tensor, string | null], Tensor>({
  schema: 'linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: (a, driver) =>
    wantsGradient(a)
      ? (callOf('linalg_svd')(a, false, driver) as unknown as Tensor[])[1]!
      : make(0, [...batchOf(a), Math.min(rows(a), columns(a))], a, toReal(a.dtype)),
});
op<[Tensor, boolean, boolean], Tensor[]>({
  schema: 'svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)',
  composite: true,
  forward(a, some) {
    const [u, s, vh] = callOf('linalg_svd')(a, !some, null) as unknown as [Tensor, Tensor, Tensor];
    return [u, s, adjoint(vh)];
  },
});
decomposition(
  'linalg_qr(Tensor A, str mode="reduced") -> (Tensor Q, Tensor R)',
  (a: Tensor, mode: string) => {
    const [m, n] = [rows(a), columns(a)];
    const k = mode === 'complete' ? m : Math.min(m, n);
    return [
      make(0, mode === 'r' ? [0] : [...batchOf(a), m, k], a, a.dtype, mode !== 'r'),
      make(1, [...batchOf(a), mode === 'complete' ? m : Math.min(m, n), n], a, a.dtype, a.numel === 0),
    ];
  },
  [0, 1],
  'linalg',
  ([gQ, gR], [q, r], _a, mode: string) => {
    check(
      mode !== 'r',
      "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.",
    );
    check(
      mode === 'reduced' || rows(q!) <= columns(r!),
      "The QR decomposition is not differentiable when mode='complete' and nrows > ncols",
    );
    return qrBackward(gQ, gR, q!, r!);
  },
);
op<[Tensor, boolean], Tensor[]>({
  schema: 'qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)',
  composite: true,
  forward: (a, some) => callOf('linalg_qr')(a, some ? 'reduced' : 'complete') as unknown as Tensor[],
});
decomposition(
  'geqrf(Tensor self) -> (Tensor a, Tensor tau)',
  (a) => [make(0, a.sizes, a, a.dtype, true), make(1, [...batchOf(a), Math.min(rows(a), columns(a))], a)],
  [],
  'function method',
  () => notImplemented('geqrf'),
);
op<[Tensor, Tensor], Tensor>({
  schema: 'linalg_householder_product(Tensor input, Tensor tau) -> Tensor',
  bind: 'linalg',
  forward: (a) => make(0, a.sizes, a, a.dtype, true),
  autograd(_needs, result, a, tau) {
    const shapes = [a, tau].map((t) => ({ sizes: t.sizes, dtype: t.dtype }));
    const none = a.numel === 0 || tau.numel === 0;
    return {
      saved: [a, tau, result],
      backward: ([grad], _s, needs) =>
        needs.map((n, i) => (n && !none ? gradientLike(grad, shapes[i]!) : null)),
    };
  },
});
op<[Tensor, Tensor], Tensor>({
  schema: 'orgqr(Tensor self, Tensor input2) -> Tensor',
  composite: true,
  forward: (a, tau) => callOf('linalg_householder_product')(a, tau),
});
const luSizes = (a: Tensor): [number, number, number] => [rows(a), columns(a), Math.min(rows(a), columns(a))];
decomposition(
  'linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)',
  (a) => [make(0, a.sizes, a, a.dtype, true), make(1, [...batchOf(a), luSizes(a)[2]], a, int32), infos(a, 2)],
  [0, 1],
  'linalg',
  ([grad], [lu, pivots], _a, pivot: boolean) =>
    grad == null ? null : luFactorBackward(grad, lu!, pivots!, pivot),
);
op<[Tensor, boolean], Tensor[]>({
  schema: 'linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)',
  bind: 'linalg',
  composite: true,
  forward: (a, pivot) => (callOf('linalg_lu_factor_ex')(a, pivot, false) as unknown as Tensor[]).slice(0, 2),
});
op<[Tensor, boolean, boolean], Tensor[]>({
  schema:
    '_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor pivots, Tensor info)',
  bind: 'function',
  composite: true,
  forward: (a, pivot) => callOf('linalg_lu_factor_ex')(a, pivot, false) as unknown as Tensor[],
});
decomposition(
  'linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)',
  (a) => {
    const [m, n, k] = luSizes(a);
    return [
      make(0, [...batchOf(a), m, m], a),
      make(1, [...batchOf(a), m, k], a),
      make(2, [...batchOf(a), k, n], a),
    ];
  },
  [0, 1, 2],
  'linalg',
  ([, gL, gU], [p, l, u], _a, pivot: boolean) => luBackward(gL, gU, p!, l!, u!, pivot),
  [false, true, true],
);
decomposition(
  'lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)',
  (a: Tensor, _pivots: Tensor, data: boolean, pivots: boolean) => {
    const [m, n, k] = luSizes(a);
    const of = (wanted: boolean, ...sizes: number[]): number[] => (wanted ? [...batchOf(a), ...sizes] : [0]);
    const made = [make(0, of(pivots, m, m), a), make(1, of(data, m, k), a), make(2, of(data, k, n), a)];
    // The permutation that the pivots make.
    const batches = batchOf(a).reduce((x, y) => x * y, 1);
    if (pivots) temporary(a, ...(batches > 1 ? [8 * m] : []), 8 * m * batches);
    return made;
  },
  [],
  'function',
  ([, gL, gU], _saved, { sizes }) => luUnpackBackward(gL, gU, sizes.at(-2)!, sizes.at(-1)!),
  [false, true, true],
);
decomposition(
  'linalg_ldl_factor_ex(Tensor self, *, bool hermitian=False, bool check_errors=False) -> (Tensor LD, Tensor pivots, Tensor info)',
  (a) => [make(0, a.sizes, a, a.dtype, true), make(1, a.sizes.slice(0, -1), a, int32), infos(a, 2)],
  [],
  'linalg',
  false,
);
op<[Tensor, boolean], Tensor[]>({
  schema: 'linalg_ldl_factor(Tensor self, *, bool hermitian=False) -> (Tensor LD, Tensor pivots)',
  bind: 'linalg',
  composite: true,
  forward: (a, hermitian) =>
    (callOf('linalg_ldl_factor_ex')(a, hermitian, false) as unknown as Tensor[]).slice(0, 2),
});
