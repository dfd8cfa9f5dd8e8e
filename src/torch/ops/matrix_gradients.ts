/**
 * Gradients of decompositions (torch/csrc/autograd/FunctionsManual.cpp), made of operators, so that they have gradients too. What an
 * expression makes in between ends with its statement: so each statement is a scope here, and a variable's old value ends when it
 * is given a new one. The compiler evaluates the right operand first.
 */
import type { MaybeTensor } from '../autograd/node.js';
import { drop, scope } from '../operator.js';
import { float } from '../scalar.js';
import { Tensor } from '../tensor.js';
import { add, div, div_, mul, neg, sub } from './arithmetic.js';
import { callOperator } from './call.js';
import { conj, imag, real } from './complex.js';
import { copy_ } from './copy.js';
import { eq } from './comparisons.js';
import { matmul } from './matmul.js';
import { diagonal, expand, narrow, transpose, unsqueeze } from './views.js';

type Grad = Tensor | null | undefined;
const number = (n: number): Tensor => float(n) as unknown as Tensor;

/** `mH`. */
const adjoint = (t: Tensor): Tensor => {
  const turned = transpose(t, -2, -1);
  return t.dtype.isComplex ? conj(turned) : turned;
};
const rowsOf = (t: Tensor): number => t.sizes[t.sizes.length - 2]!;
const columnsOf = (t: Tensor): number => t.sizes[t.sizes.length - 1]!;
const onDiagonal = (t: Tensor): Tensor => diagonal(t, 0, -2, -1);
const diagEmbed = (t: Tensor): Tensor => callOperator('diag_embed', t, 0, -2, -1);
const lower = (t: Tensor, from = 0): Tensor => callOperator('tril', t, from);
const upper = (t: Tensor, from = 0): Tensor => callOperator('triu', t, from);
const cat = (a: Tensor, b: Tensor, dim: number): Tensor => callOperator('cat', [a, b], dim);
const solveTriangular = (a: Tensor, b: Tensor, isUpper: boolean, left: boolean, unit = false): Tensor =>
  callOperator('linalg_solve_triangular', a, b, isUpper, left, unit);

/** A variable is given a new value: what the old one was ends. */
function assign(old: Tensor, make: (old: Tensor) => Tensor): Tensor {
  const made = scope(() => make(old));
  drop(old);
  return made;
}
function sumOf(left: () => Tensor, right: () => Tensor): Tensor {
  const second = right();
  return add(left(), second);
}
function differenceOf(left: () => Tensor, right: () => Tensor): Tensor {
  const second = right();
  return sub(left(), second);
}

/** `cholesky_backward`. */
export function choleskyBackward(grad: Tensor, isUpper: boolean, factor: Tensor): Tensor {
  const l = isUpper ? adjoint(factor) : factor;
  const g = isUpper ? adjoint(grad) : grad;
  let out = scope(() => lower(matmul(adjoint(l), g)));
  out = assign(out, (a) => mul(add(a, adjoint(lower(a, -1))), number(0.5)));
  out = assign(out, (a) => solveTriangular(adjoint(l), a, true, true));
  return assign(out, (a) => solveTriangular(l, a, false, false));
}

/** Differences of values beside each other, with ones on the diagonal. */
function gaps(values: Tensor): Tensor {
  const out = scope(() => sub(unsqueeze(values, -2), unsqueeze(values, -1)));
  callOperator('fill_', onDiagonal(out), float(1));
  return out;
}

/** `svd_backward`, of reduced factors. */
export function svdBackward(gU: Grad, gS: Grad, gVh: Grad, u: Tensor, s: Tensor, vh: Tensor): Tensor | null {
  if (gU == null && gVh == null) {
    if (gS == null) return null;
    return scope(() =>
      rowsOf(u) >= columnsOf(vh)
        ? matmul(u, mul(unsqueeze(gS, -1), vh))
        : matmul(mul(u, unsqueeze(gS, -2)), vh),
    );
  }
  const skew = (t: Tensor): Tensor => sub(t, adjoint(t));
  const ofU = gU == null ? null : scope(() => skew(matmul(adjoint(u), gU)));
  const ofV = gVh == null ? null : scope(() => skew(matmul(vh, adjoint(gVh))));
  let out = scope(() => {
    const squares = mul(s, s);
    const e = gaps(squares);
    drop(squares);
    if (ofU === null) return mul(unsqueeze(s, -1), div(ofV!, e));
    if (ofV === null) return mul(div(ofU, e), unsqueeze(s, -2));
    return div(
      sumOf(
        () => mul(ofU, unsqueeze(s, -2)),
        () => mul(unsqueeze(s, -1), ofV),
      ),
      e,
    );
  });
  if (gS != null) out = assign(out, (a) => add(a, diagEmbed(gS)));
  if (u.dtype.isComplex && ofU !== null && ofV !== null)
    out = assign(out, (a) => add(a, diagEmbed(div(onDiagonal(ofU), mul(s, number(2))))));
  const [m, n, k] = [rowsOf(u), columnsOf(vh), columnsOf(s)];
  if (m > k && gU != null) {
    out = assign(out, (a) => matmul(u, a));
    const scaled = div(gU, unsqueeze(s, -2));
    out = assign(out, (a) =>
      differenceOf(
        () => add(a, scaled),
        () => matmul(u, matmul(adjoint(u), scaled)),
      ),
    );
    out = assign(out, (a) => matmul(a, vh));
    drop(scaled);
  } else if (m < n && gVh != null) {
    out = assign(out, (a) => matmul(a, vh));
    const scaled = div(gVh, unsqueeze(s, -1));
    out = assign(out, (a) =>
      differenceOf(
        () => add(a, scaled),
        () => matmul(matmul(scaled, adjoint(vh)), vh),
      ),
    );
    out = assign(out, (a) => matmul(u, a));
    drop(scaled);
  } else out = assign(out, (a) => (m >= n ? matmul(u, matmul(a, vh)) : matmul(matmul(u, a), vh)));
  drop(ofU, ofV);
  return out;
}

/** `linalg_eig_backward`. */
export function eigBackward(
  gL: Grad,
  gV: Grad,
  values: Tensor,
  vectors: Tensor,
  isHermitian: boolean,
): Tensor | null {
  const solve = (b: Tensor): Tensor => callOperator('linalg_solve', adjoint(vectors), b, true);
  if (gV == null) {
    if (gL == null) return null;
    return scope(() =>
      isHermitian
        ? matmul(mul(vectors, unsqueeze(gL, -2)), adjoint(vectors))
        : solve(mul(unsqueeze(gL, -1), adjoint(vectors))),
    );
  }
  const product = scope(() => matmul(adjoint(vectors), gV));
  let out = scope(() =>
    isHermitian
      ? mul(sub(product, adjoint(product)), number(0.5))
      : sub(product, matmul(adjoint(vectors), mul(vectors, unsqueeze(real(onDiagonal(product)), -2)))),
  );
  const e = scope(() => gaps(values.dtype.isComplex ? conj(values) : values));
  div_(out, e);
  drop(e);
  if (gL != null) copy_(onDiagonal(out), gL);
  out = assign(out, (a) =>
    isHermitian ? matmul(vectors, matmul(a, adjoint(vectors))) : solve(matmul(a, adjoint(vectors))),
  );
  drop(product);
  return out;
}

/** `linalg_qr_backward`. */
export function qrBackward(gQ: Grad, gR: Grad, q: Tensor, r: Tensor): Tensor | null {
  const [m, n] = [rowsOf(q), columnsOf(r)];
  if (gQ == null && gR == null) return null;
  let out = scope(() => {
    if (gR == null) return neg(matmul(adjoint(q), gQ!));
    const ofR = (): Tensor => matmul(gR, adjoint(r));
    return gQ == null ? ofR() : differenceOf(ofR, () => matmul(adjoint(q), gQ));
  });
  const halveDiagonal = (t: Tensor, part: 'real' | 'imag'): Tensor => {
    const line = onDiagonal(t);
    if (t.dtype.isComplex) callOperator('mul_', (part === 'real' ? real : imag)(line), number(0.5));
    else if (part === 'real') callOperator('mul_', line, number(0.5));
    return t;
  };
  if (m >= n) {
    out = assign(out, (a) =>
      matmul(
        q,
        scope(() => {
          const triangle = upper(a);
          return halveDiagonal(add(triangle, adjoint(triangle)), 'real');
        }),
      ),
    );
    if (gQ != null) out = assign(out, (a) => add(a, gQ));
    return assign(out, (a) => solveTriangular(adjoint(r), a, false, false));
  }
  out = assign(out, (a) =>
    matmul(
      q,
      scope(() => {
        const turned = neg(a);
        return halveDiagonal(lower(sub(turned, adjoint(turned))), 'imag');
      }),
    ),
  );
  out = assign(out, (a) => solveTriangular(adjoint(narrow(r, -1, 0, m)), a, false, false));
  const rest = [...r.sizes.slice(0, -1), n - m];
  out = assign(out, (a) => cat(a, callOperator('new_zeros', a, rest, null, null, null, null), -1));
  return gR == null ? out : assign(out, (a) => add(a, matmul(q, gR)));
}

/** `linalg_lu_backward`. */
export function luBackward(
  gL: Grad,
  gU: Grad,
  p: Tensor,
  l: Tensor,
  u: Tensor,
  pivot: boolean,
): Tensor | null {
  if (gL == null && gU == null) return null;
  const [m, n] = [rowsOf(l), columnsOf(u)];
  const k = Math.min(m, n);
  const zeros = (like: Tensor, sizes: number[]): Tensor =>
    callOperator('new_zeros', like, sizes, null, null, null, null);
  /** `first op second`, where either may be missing. */
  const joined = (
    first: (() => Tensor) | null,
    second: (() => Tensor) | null,
    join: (a: Tensor, b: Tensor) => Tensor,
    alone: (b: Tensor) => Tensor = (b) => b,
  ): Tensor => {
    const made = first === null ? null : scope(first);
    if (second === null) return made!;
    return made === null ? scope(() => alone(second())) : assign(made, (a) => join(a, second()));
  };
  let out: Tensor;
  if (m === n) {
    out = joined(
      gL == null ? null : () => lower(matmul(adjoint(l), gL), -1),
      gU == null ? null : () => upper(matmul(gU, adjoint(u))),
      (a, b) => add(a, b),
    );
    out = assign(out, (a) => solveTriangular(adjoint(u), a, false, false));
    out = assign(out, (a) => solveTriangular(adjoint(l), a, true, true, true));
  } else if (m < n) {
    out = joined(
      gL == null ? null : () => matmul(adjoint(l), gL),
      gU == null ? null : () => matmul(upper(gU), adjoint(u)),
      (a, b) => sub(a, b),
      neg,
    );
    out = assign(out, (a) => lower(a, -1));
    out = assign(out, (a) => solveTriangular(adjoint(narrow(u, -1, 0, k)), a, false, false));
    if (gU != null) {
      out = assign(out, (a) => add(a, upper(narrow(gU, -1, 0, k))));
      out = assign(out, (a) => cat(a, narrow(gU, -1, k, n - k), -1));
    } else out = assign(out, (a) => cat(a, zeros(a, [...u.sizes.slice(0, -2), m, n - k]), -1));
    out = assign(out, (a) => solveTriangular(adjoint(l), a, true, true, true));
  } else {
    out = joined(
      gU == null ? null : () => matmul(gU, adjoint(u)),
      gL == null ? null : () => matmul(adjoint(l), lower(gL, -1)),
      (a, b) => sub(a, b),
      neg,
    );
    out = assign(out, (a) => upper(a));
    out = assign(out, (a) => solveTriangular(adjoint(narrow(l, -2, 0, k)), a, true, true, true));
    if (gL != null) {
      out = assign(out, (a) => add(a, lower(narrow(gL, -2, 0, k), -1)));
      out = assign(out, (a) => cat(a, narrow(gL, -2, k, m - k), -2));
    } else out = assign(out, (a) => cat(a, zeros(a, [...l.sizes.slice(0, -2), m - k, n]), -2));
    out = assign(out, (a) => solveTriangular(adjoint(u), a, false, false));
  }
  return pivot ? assign(out, (a) => matmul(p, a)) : out;
}

/** `lu_factor_ex_backward`. */
export function luFactorBackward(grad: Tensor, lu: Tensor, pivots: Tensor, pivot: boolean): Tensor | null {
  const [p, l, u] = callOperator<Tensor[]>('lu_unpack', lu, pivots, true, pivot) as [Tensor, Tensor, Tensor];
  const k = Math.min(rowsOf(lu), columnsOf(lu));
  const out = luBackward(narrow(grad, -1, 0, k), narrow(grad, -2, 0, k), p, l, u, pivot);
  drop(p, l, u);
  return out;
}

/** `lu_unpack_backward`. */
export function luUnpackBackward(gL: Grad, gU: Grad, m: number, n: number): Tensor | null {
  if (gL == null && gU == null) return null;
  const k = Math.min(m, n);
  return scope(() => {
    const triangles = (ofL: Grad, ofU: Grad): Tensor => {
      const right = ofU == null ? null : upper(ofU);
      const left = ofL == null ? null : lower(ofL, -1);
      return left === null ? right! : right === null ? left : add(left, right);
    };
    const zeros = (like: Tensor, sizes: number[]): Tensor =>
      callOperator('new_zeros', like, sizes, null, null, null, null);
    if (m === n) return triangles(gL, gU);
    const like = gL ?? gU!;
    const batch = like.sizes.slice(0, -2);
    if (m < n) {
      const first = scope(() => triangles(gL, gU == null ? null : narrow(gU, -1, 0, k)));
      return cat(first, gU == null ? zeros(like, [...batch, m, n - k]) : narrow(gU, -1, k, n - k), -1);
    }
    const first = scope(() => triangles(gL == null ? null : narrow(gL, -2, 0, k), gU));
    return cat(first, gL == null ? zeros(like, [...batch, m - k, n]) : narrow(gL, -2, k, m - k), -2);
  });
}

/** Solves the adjoint equation by the factors of its matrix. */
export function solveByFactors(a: Tensor, lu: Tensor, pivots: Tensor, b: Tensor, left = true): Tensor {
  // A matrix that lies by rows was factored as its transpose.
  const ofTranspose = a.isContiguous && !a.dtype.isComplex;
  return callOperator('linalg_lu_solve', lu, pivots, b, left, !ofTranspose);
}

/** `linalg_lu_solve_LU`: the gradient by the factors. */
export function luSolveGradient(
  grad: Tensor,
  lu: Tensor,
  pivots: Tensor,
  x: Tensor,
  left: boolean,
  isAdjoint: boolean,
): Tensor {
  const [p, l, u] = callOperator<Tensor[]>('lu_unpack', lu, pivots, true, left === isAdjoint) as [
    Tensor,
    Tensor,
    Tensor,
  ];
  let out: Tensor;
  if (left !== isAdjoint) {
    const ofU = scope(() => {
      const product = neg(matmul(left ? grad : adjoint(grad), left ? adjoint(x) : x));
      return solveTriangular(adjoint(u), product, false, true);
    });
    const ofL = scope(() =>
      lower(solveTriangular(adjoint(l), matmul(ofU, adjoint(u)), true, true, true), -1),
    );
    out = scope(() => add(ofL, upper(ofU)));
    drop(ofU, ofL);
  } else {
    let ofL = scope(() =>
      neg(
        matmul(matmul(matmul(transpose(p, -2, -1), left ? x : adjoint(x)), left ? adjoint(grad) : grad), p),
      ),
    );
    ofL = assign(ofL, (a) => solveTriangular(adjoint(l), a, true, false, true));
    const ofU = scope(() => upper(solveTriangular(adjoint(u), matmul(adjoint(l), ofL), false, false)));
    out = scope(() => add(lower(ofL, -1), ofU));
    drop(ofL, ofU);
  }
  drop(p, l, u);
  return out;
}

/** `linalg_det_backward`. */
export function detBackward(
  grad: Tensor,
  det: Tensor,
  a: Tensor,
  lu: Tensor,
  pivots: Tensor,
  differentiable: boolean,
): Tensor {
  const product = mul(grad, conj(det));
  const d = scope(() => diagEmbed(expand(unsqueeze(product, -1), pivots.sizes, false)));
  if (differentiable) {
    const out = scope(() => callOperator<Tensor>('linalg_solve', adjoint(a), d, true));
    drop(product, d);
    return out;
  }
  const regular = scope(() => {
    const isZero = eq(onDiagonal(lu), number(0));
    return add(lu, diagEmbed(callOperator('where', isZero, float(1e-7), float(0))));
  });
  const out = scope(() => solveByFactors(a, regular, pivots, d));
  drop(product, d, regular);
  return out;
}

/** `slogdet_backward`, of real matrices. */
export function slogdetBackward(
  gLog: Grad,
  a: Tensor,
  lu: Tensor,
  pivots: Tensor,
  differentiable: boolean,
): MaybeTensor {
  if (gLog == null) return null;
  return scope(() => {
    const d = diagEmbed(expand(unsqueeze(gLog, -1), pivots.sizes, false));
    return differentiable
      ? callOperator('linalg_solve', adjoint(a), d, true)
      : solveByFactors(a, lu, pivots, transpose(d, -2, -1));
  });
}

/** `linalg_matrix_exp_differential`: a block of the exponential of a matrix of twice the size. */
export function matrixExpBackward(grad: Tensor, self: Tensor): Tensor {
  const n = columnsOf(self);
  const blocks = scope(() => {
    const a = adjoint(self);
    const top = cat(a, grad, -1);
    const bottom = cat(callOperator('zeros_like', a, null, null, null, null, null), a, -1);
    return cat(top, bottom, -2);
  });
  return assign(blocks, (all) =>
    narrow(narrow(callOperator<Tensor>('linalg_matrix_exp', all), -2, 0, n), -1, n, n),
  );
}

/** `pinv_backward`. */
export function pinvBackward(grad: Tensor, pinv: Tensor, a: Tensor): Tensor {
  const pinvH = adjoint(pinv);
  const gradH = adjoint(grad);
  const wide = rowsOf(a) <= columnsOf(a);
  const k = wide ? matmul(gradH, pinv) : matmul(pinv, gradH);
  const rest = wide ? matmul(k, pinvH) : matmul(pinvH, k);
  const out = scope(() => {
    if (wide) {
      const square = matmul(pinvH, pinv);
      const last = matmul(
        square,
        differenceOf(
          () => gradH,
          () => matmul(k, a),
        ),
      );
      const middle = matmul(matmul(a, pinv), rest);
      return add(sub(add(neg(adjoint(matmul(pinv, k))), rest), middle), last);
    }
    const last = matmul(matmul(rest, pinv), a);
    const middle = matmul(
      matmul(
        differenceOf(
          () => gradH,
          () => matmul(a, k),
        ),
        pinv,
      ),
      pinvH,
    );
    return sub(add(add(neg(adjoint(matmul(k, pinv))), middle), rest), last);
  });
  drop(k, rest);
  return out;
}
