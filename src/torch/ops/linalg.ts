/**
 * torch.linalg: shapes, strides and gradients of decompositions and solvers. What the libraries take while they run (cuSOLVER)
 * is not modelled.
 */
import { empty, emptyLike, output } from '../allocate.js';
import { int32, int64 as INT64, toComplex, toReal, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { dropStorage, temporary } from '../iterator.js';
import {
  drop,
  op,
  overloads,
  scope,
  type Op,
  type OperatorInit,
  withoutFormula,
  notImplemented,
} from '../operator.js';
import { float, scalarValue, type Scalar } from '../scalar.js';
import { numel, inferSize, showSizes, wrapDim, type Sizes } from '../shape.js';
import { state } from '../state.js';
import { temporaryStorage, Tensor } from '../tensor.js';
import { clone } from './copy.js';
import { matmul, mm } from './linear_algebra.js';
import { add, div, mul, neg } from './arithmetic.js';
import { eq } from './comparisons.js';
import { where } from './where.js';
import { linalg_vector_norm } from './reductions.js';
import { sum } from './sum.js';
import { expand, permute, squeezeDims, transpose, unsqueeze, view } from './views.js';

type Call = (...args: unknown[]) => Tensor;
const callOf = (name: string): Call => overloads.get(name)![0]!.call as unknown as Call;

function square(name: string, a: Tensor): void {
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
const adjoint = (t: Tensor): Tensor => transpose(t, -2, -1);

/** A gradient of the input's shape, made with the intermediates of two products. */
function gradientLike(grad: Tensor | null | undefined, input: { sizes: Sizes; dtype: DType }): Tensor | null {
  return grad == null ? null : empty(input.sizes, input.dtype, grad.device);
}
function anyGrad(grads: readonly (Tensor | null)[]): Tensor | null {
  return grads.find((g) => g != null) ?? null;
}

/** A decomposition: results by shape, what is saved of them, and a gradient of the input's shape. */
export function decomposition(
  schema: string,
  results: (a: Tensor, ...rest: never[]) => Tensor[],
  saved: readonly number[],
  bind = 'linalg',
  autograd: boolean | (() => never) = true,
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
      ? (_needs, result, a) => {
          const input = { sizes: a.sizes, dtype: a.dtype };
          const list = Array.isArray(result) ? result : [result];
          return {
            saved: saved.map((i) => (i < 0 ? a : list[i]!)),
            backward: (grads) => [
              typeof autograd === 'function' ? autograd() : gradientLike(anyGrad(grads), input),
            ],
          };
        }
      : undefined,
  } as OperatorInit<[Tensor, ...unknown[]], Tensor | Tensor[]>);
  return callOf(schema.slice(0, schema.indexOf('(')));
}
const batchOf = (a: Tensor): number[] => a.sizes.slice(0, -2);
const rows = (a: Tensor): number => a.sizes[a.sizes.length - 2]!;
const columns = (a: Tensor): number => a.sizes[a.sizes.length - 1]!;
const make = (i: number, sizes: Sizes, like: Tensor, dtype = like.dtype, column = false): Tensor =>
  output(i, sizes, column ? columnMajor(sizes) : null, dtype, like.device);

// ---- inverses and solvers ----

const linalg_inv_ex = op<[Tensor, boolean], Tensor[]>({
  schema: 'linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)',
  bind: 'linalg',
  forward(a) {
    square('linalg.inv', a);
    return [make(0, a.sizes, a, a.dtype, true), make(1, batchOf(a), a, int32)];
  },
  autograd: (_needs, result) => ({
    saved: [result[0]!],
    backward: ([grad], [inverse]) => {
      if (grad == null) return [null];
      const h = adjoint(inverse!);
      return [neg(matmul(h, matmul(grad, h)))];
    },
  }),
});
for (const [name, bind] of [
  ['linalg_inv', 'linalg'],
  ['inverse', undefined],
] as const)
  op<[Tensor], Tensor>({
    schema: `${name}(Tensor A) -> Tensor`,
    bind,
    composite: true,
    forward: (a) => linalg_inv_ex(a, false)[0]!,
  });

type SolveArguments = [a: Tensor, b: Tensor, left: boolean, checkErrors: boolean];
const solveWithFactors: Op<SolveArguments, Tensor[]> = op<SolveArguments, Tensor[]>({
  schema:
    '_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info)',
  bind: 'linalg function',
  node: 'LinalgSolveExBackward0',
  outputDifferentiability: [true, false, false, false],
  forward(a, b, left) {
    square('linalg.solve', a);
    const vector = isVector(a, b);
    const batch = inferSize(batchOf(a), vector ? b.sizes.slice(0, -1) : batchOf(b));
    const sizes = [...batch, ...(vector ? b.sizes.slice(-1) : b.sizes.slice(-2))];
    if (!vector)
      check(
        (left ? rows(b) : columns(b)) === rows(a),
        () =>
          `linalg.solve: Incompatible shapes of A and B for the equation ${left ? 'AX = B' : 'XA = B'} (${rows(a)}x${columns(a)} and ${rows(b)}x${columns(b)})`,
      );
    return [
      make(0, sizes, b, b.dtype, sizes.length >= 2),
      make(1, a.sizes, a, a.dtype, true),
      make(2, a.sizes.slice(0, -1), a, int32),
      make(3, batchOf(a), a, int32),
    ];
  },
  autograd: (_needs, result, a, b, left) => {
    const vector = isVector(a, b);
    return {
      saved: [a, result[1]!, result[2]!, result[0]!],
      backward([grad], [m, , , x], wanted) {
        if (grad == null) return [null, null];
        const gradB = solveWithFactors(adjoint(m!), grad, left, false)[0]!;
        if (!wanted[0]) return [null, gradB];
        const [g, solution] = vector ? [unsqueeze(gradB, -1), unsqueeze(x!, -1)] : [gradB, x!];
        return [
          neg(left ? matmul(g, adjoint(solution)) : matmul(adjoint(solution), g)),
          wanted[1] ? gradB : null,
        ];
      },
    };
  },
});
op<SolveArguments, Tensor[]>({
  schema:
    'linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)',
  bind: 'linalg',
  composite: true,
  forward(a, b, left, checkErrors) {
    const [result, , , info] = solveWithFactors(a, b, left, checkErrors);
    return [result!, info!];
  },
});
function isVector(a: Tensor, b: Tensor): boolean {
  return (
    b.sizes.length === 1 ||
    (a.sizes.length - 1 === b.sizes.length && showSizes(b.sizes) === showSizes(a.sizes.slice(0, -1)))
  );
}
op<[Tensor, Tensor, boolean], Tensor>({
  schema: 'linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward: (a, b, left) => solveWithFactors(a, b, left, false)[0]!,
});
/** The arrays of pointers of `triangular_solve_batched_cublas`; a few large matrices are solved one by one. */
function batchPointers(result: Tensor, size: number, batches: number): void {
  if (result.isCuda && result.numel > 0 && !(batches <= 8 && size >= 64) && size <= 512)
    temporary(result, 8 * batches, 8 * batches);
}
const linalg_solve_triangular: Op<[Tensor, Tensor, boolean, boolean, boolean]> = op({
  schema:
    'linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor',
  bind: 'linalg',
  forward(a: Tensor, b: Tensor, _upper: boolean, _left: boolean, _unit: boolean) {
    const batch = inferSize(batchOf(a), batchOf(b));
    const out = make(0, [...batch, rows(b), columns(b)], b, b.dtype, true);
    batchPointers(out, rows(a), numel(batch));
    return out;
  },
  autograd: (_needs, result, a, _b, upper, left, unit) => ({
    saved: [a, result],
    backward([grad], [m, x], wanted) {
      const gradB = linalg_solve_triangular(adjoint(m!), grad!, !upper, left, unit);
      const gradA = wanted[0]
        ? scope(() =>
            callOf(upper ? 'triu' : 'tril')(
              neg(left ? matmul(gradB, adjoint(x!)) : matmul(adjoint(x!), gradB)),
              unit ? (upper ? 1 : -1) : 0,
            ),
          )
        : null;
      return [gradA, wanted[1] ? gradB : null];
    },
  }),
});
op<[Tensor, Tensor, boolean, boolean, boolean], Tensor[]>({
  schema:
    'triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)',
  forward(b, a) {
    const batch = inferSize(batchOf(a), batchOf(b));
    return [
      make(0, [...batch, rows(b), columns(b)], b, b.dtype, true),
      make(1, [...batch, rows(a), columns(a)], a, a.dtype, true),
    ];
  },
  autograd(_needs, result, b, a, upper, flipped, unit) {
    return {
      saved: [b, a, result[0]!],
      backward([grad], [, m, x], wanted) {
        if (grad == null) return [null, null];
        const gradB = linalg_solve_triangular(
          flipped ? m! : adjoint(m!),
          grad,
          upper === flipped,
          true,
          unit,
        );
        if (!wanted[1]) return [gradB, null];
        const gradA = scope(() =>
          callOf(upper ? 'triu' : 'tril')(
            flipped ? neg(matmul(x!, adjoint(gradB))) : neg(matmul(gradB, adjoint(x!))),
            unit ? (upper ? 1 : -1) : 0,
          ),
        );
        return [wanted[0] ? sumToShape(gradB, b.sizes) : null, sumToShape(gradA, a.sizes)];
      },
    };
  },
});
function sumToShape(t: Tensor, sizes: Sizes): Tensor {
  return callOf('sum_to_size')(t, sizes);
}

/** What solving by a Cholesky factor takes: copies for cuSOLVER, or tables of pointers for MAGMA and cuBLAS. */
function choleskyMemory(b: Tensor, factor: Tensor): void {
  if (!b.isCuda) return;
  const n = batchOf(factor).reduce((x, y) => x * y, 1);
  if (n === 1) {
    const info = temporaryStorage(4, b.device);
    temporary(b, factor.numel * factor.dtype.itemsize);
    dropStorage(info);
  } else if (b.numel > 0) temporary(b, 8 * n, 8 * n);
}
const choleskySolve: Op<[self: Tensor, factor: Tensor, upper: boolean]> = op({
  schema: 'cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor',
  forward(b: Tensor, factor: Tensor, _upper: boolean) {
    const batch = inferSize(batchOf(factor), batchOf(b));
    const out = make(0, [...batch, rows(b), columns(b)], b, b.dtype, true);
    choleskyMemory(out, factor);
    return out;
  },
  autograd: (_needs, result, b, factor, upper) => ({
    saved: [b, factor, result],
    backward([grad], [, l, x], wanted) {
      const gradB = choleskySolve(grad!, l!, upper);
      if (!wanted[1]) return [gradB, null];
      const ofFactor = scope(() => {
        const common = scope(() => {
          const product = matmul(gradB, adjoint(x!));
          return add(product, adjoint(product));
        });
        return neg(upper ? matmul(l!, common) : matmul(common, l!));
      });
      return [wanted[0] ? gradB : null, ofFactor];
    },
  }),
});
/** Solutions by factors: what is saved and shapes; gradients of the arguments' shapes. */
for (const [schema, at, saves] of [
  [
    'linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor',
    2,
    [0, 1],
  ],
  ['linalg_ldl_solve(Tensor LD, Tensor pivots, Tensor B, *, bool hermitian=False) -> Tensor', 2, [0, 1]],
  [
    'ormqr(Tensor self, Tensor input2, Tensor input3, bool left=True, bool transpose=False) -> Tensor',
    2,
    [0, 1, 2],
  ],
] as const)
  op<[Tensor, Tensor, ...unknown[]], Tensor>({
    schema,
    bind: schema.startsWith('linalg') ? 'linalg' : undefined,
    differentiable: schema.startsWith('linalg_l') ? [0, 2] : [0, 1, 2],
    forward(...args) {
      const b = args[at] as Tensor;
      const a = args[0] as Tensor;
      const sizes = [...inferSize(a.sizes.slice(0, -2), batchOf(b)), ...b.sizes.slice(-2)];
      // A system from the right is solved as its transpose.
      return make(0, sizes, b, b.dtype, !schema.startsWith('linalg_lu') || args[3] !== false);
    },
    autograd(_needs, result, ...args) {
      if (schema.startsWith('linalg_ldl')) return withoutFormula('linalg_ldl_solve').autograd();
      const shapes = args
        .filter((t): t is Tensor => t instanceof Tensor)
        .filter((t) => t.dtype.isFloating || t.dtype.isComplex)
        .map((t) => ({ sizes: t.sizes, dtype: t.dtype, numel: t.numel }));
      // ormqr: without elements in the reflectors there is nothing to differentiate by.
      const none = schema.startsWith('ormqr') && (shapes[0]!.numel === 0 || shapes[1]!.numel === 0);
      return {
        saved: [...saves.map((i) => args[i] as Tensor), result],
        backward: ([grad], _s, needs) =>
          needs.map((n, i) => (n && !(none && i < 2) ? gradientLike(grad, shapes[i]!) : null)),
      };
    },
  });
op<[Tensor, Tensor, Tensor], Tensor>({
  schema: 'lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor',
  composite: true,
  forward: (b, lu, pivots) => callOf('linalg_lu_solve')(lu, pivots, b, true, false),
});

// ---- decompositions ----

const infos = (a: Tensor, i: number): Tensor => make(i, batchOf(a), a, int32);
decomposition(
  'linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)',
  (a) => (square('linalg.cholesky', a), [make(0, a.sizes, a, a.dtype, true), infos(a, 1)]),
  [0],
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
  true,
  [false, true, true],
);
decomposition(
  'lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)',
  (a) => {
    const [m, n, k] = luSizes(a);
    return [
      make(0, [...batchOf(a), m, m], a),
      make(1, [...batchOf(a), m, k], a),
      make(2, [...batchOf(a), k, n], a),
    ];
  },
  [],
  'function',
  true,
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

// ---- determinants, exponentials, ranks ----

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
  true,
  [true, true, false, false],
);
const detWithFactors = decomposition(
  '_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)',
  (a) => (square('linalg.det', a), [make(0, batchOf(a), a), ...factors(1, a)]),
  [-1, 0, 1, 2],
  'function',
  true,
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
  );
decomposition(
  'linalg_pinv(Tensor self, *, Number? atol=None, Number? rtol=None, bool hermitian=False) -> Tensor',
  (a) => [make(0, [...batchOf(a), columns(a), rows(a)], a)],
  [-1, 0],
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

// ---- norms ----

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
