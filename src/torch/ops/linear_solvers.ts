/** Inverses and solvers of linear equations. */
import { emptyLike } from '../allocate.js';
import { int32, int64 } from '../dtype.js';
import { check } from '../errors.js';
import { temporary } from '../iterator.js';
import { drop, op, scope, type Op, withoutFormula } from '../operator.js';
import { inferSize, numel, showSizes, type Sizes } from '../shape.js';
import { state } from '../state.js';
import { Tensor } from '../tensor.js';
import { add, neg } from './arithmetic.js';
import {
  adjoint,
  batchOf,
  callOf,
  choleskyMemory,
  columns,
  gradientLike,
  make,
  rows,
  square,
} from './decompositions.js';
import { matmul } from './matmul.js';
import { luSolveGradient, solveByFactors } from './matrix_gradients.js';
import { squeezeDims, transpose, unsqueeze } from './views.js';

export const linalg_inv_ex = op<[Tensor, boolean], Tensor[]>({
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
    const made = [
      make(0, sizes, b, b.dtype, sizes.length >= 2),
      make(1, a.sizes, a, a.dtype, true),
      make(2, a.sizes.slice(0, -1), a, int32),
      make(3, batchOf(a), a, int32),
    ];
    luSolveMemory(made[0]!, made[1]!, false);
    return made;
  },
  autograd: (_needs, result, a, b, left) => {
    const vector = isVector(a, b);
    return {
      saved: [a, result[1]!, result[2]!, result[0]!],
      backward([grad], [m, lu, pivots, x], wanted) {
        if (grad == null) return [null, null];
        const gradB = state.gradEnabled
          ? scope(() => solveWithFactors(adjoint(m!), grad, left, false)[0]!)
          : scope(() =>
              vector
                ? squeezeDims(solveByFactors(m!, lu!, pivots!, unsqueeze(grad, -1), left), [-1])
                : solveByFactors(m!, lu!, pivots!, grad, left),
            );
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
      if (!wanted[0]) return [null, gradB];
      const whole = scope(() => neg(left ? matmul(gradB, adjoint(x!)) : matmul(adjoint(x!), gradB)));
      const gradA = callOf(upper ? 'triu' : 'tril')(whole, unit ? (upper ? 1 : -1) : 0);
      drop(whole);
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
/** What solving by an LU factorization takes: a copy of the factors by columns, and tables of pointers or permutations of rows. */
function luSolveMemory(result: Tensor, lu: Tensor, isAdjoint: boolean): void {
  if (!result.isCuda || result.numel === 0) return;
  const m = rows(lu);
  const copy = isByColumns(lu) ? null : emptyLike(result, lu.sizes);
  const batches = numel(batchOf(lu));
  const right = result.numel * result.dtype.itemsize;
  if (m <= 512) temporary(result, 8 * batches, 8 * batches);
  else {
    const line = (): void => (batches > 1 ? temporary(result, 8 * m, 8 * m * batches) : undefined);
    line();
    const order = emptyLike(result, [m * batches], null, int64);
    if (isAdjoint) temporary(result, right);
    else if (batches > 1) temporary(result, 8 * m, 8 * m * batches, right);
    else temporary(result, 8 * m, 8 * m, right);
    drop(order);
  }
  drop(copy);
}
/** Whether matrices lie by columns, as LAPACK takes them. */
function isByColumns(t: Tensor): boolean {
  return transpose(t, -2, -1).isContiguous;
}

const linalg_lu_solve: Op<[lu: Tensor, pivots: Tensor, b: Tensor, left: boolean, isAdjoint: boolean]> = op({
  schema:
    'linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor',
  bind: 'linalg',
  differentiable: [0, 2],
  forward(lu: Tensor, _pivots: Tensor, b: Tensor, left: boolean, isAdjoint: boolean) {
    const sizes = [...inferSize(batchOf(lu), batchOf(b)), ...b.sizes.slice(-2)];
    // A system from the right is solved as its transpose.
    const out = make(0, sizes, b, b.dtype, left);
    luSolveMemory(out, lu, isAdjoint);
    return out;
  },
  autograd: (_needs, result, lu, pivots, _b, left, isAdjoint) => ({
    saved: [lu, pivots, result],
    backward: ([grad], [f, p, x], needs) => {
      const ofB = needs[1] ? linalg_lu_solve(f!, p!, grad!, left, !isAdjoint) : null;
      return [needs[0] ? luSolveGradient(grad!, f!, p!, x!, left, isAdjoint) : null, ofB];
    },
  }),
});

/** Solutions by other factors: what is saved and shapes; gradients of the arguments' shapes. */
for (const [schema, at, saves] of [
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
    differentiable: schema.startsWith('linalg') ? [0, 2] : [0, 1, 2],
    forward(...args) {
      const b = args[at] as Tensor;
      const a = args[0] as Tensor;
      const sizes = [...inferSize(a.sizes.slice(0, -2), batchOf(b)), ...b.sizes.slice(-2)];
      return make(0, sizes, b, b.dtype, true);
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
  forward: (b, lu, pivots) => linalg_lu_solve(lu, pivots, b, true, false),
});
