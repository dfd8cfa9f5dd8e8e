/** Matrix products: mm, bmm, addmm, baddbmm, mv, dot, matmul, linear, einsum, outer, tensordot. */
import { output } from '../allocate.js';
import { useCublas } from '../blas.js';
import { contiguousFormat, cppName } from '../dtype.js';
import { check, fail } from '../errors.js';
import { elementwise } from '../iterator.js';
import {
  drop,
  inplaceVariant,
  op,
  operators,
  overloads,
  pendingOutput,
  scope,
  type Op,
} from '../operator.js';
import { resultType } from '../promotion.js';
import type { Scalar } from '../scalar.js';
import { inferSize, numel, showSizes, wrapDim, type Sizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { dropCopy, inFormat } from './dense.js';
import { clone, contiguous } from './copy.js';
import { zerosLike } from './factories.js';
import { add_, maybeMultiply, mul } from './arithmetic.js';
import { gradients } from './elementwise_rules.js';
import { sum } from './sum.js';
import {
  _unsafe_view,
  expand,
  expandedGeometry,
  permute,
  reshape,
  select,
  squeezeDims,
  t as transposed,
  transpose,
  unsqueeze,
  view,
} from './views.js';

/** Raises cuBLAS's error where the operands' dtypes differ. */
export function sameDtype(name: string, a: Tensor, b: Tensor, labels = 'mat1 and mat2'): void {
  if (a.dtype !== b.dtype)
    fail(
      'RuntimeError',
      name === 'mv' || name === 'dot'
        ? `expected both ${labels} to have same dtype, but found ${a.dtype.scalarName} and ${b.dtype.scalarName}`
        : `expected ${labels} to have the same dtype, but got: ${cppName(a.dtype)} != ${cppName(b.dtype)}`,
    );
}
/** Whether cuBLAS takes a matrix as it is (`prepare_matrix_for_cublas`). */
function needsCopy(t: Tensor, rows: number, columns: number): boolean {
  const n = t.sizes.length;
  const [s0, s1] = [t.strides[n - 2]!, t.strides[n - 1]!];
  if (n === 2 && t.isNonOverlappingAndDense) return false;
  if (s0 === 1 && s1 >= Math.max(1, rows)) return false;
  if (s1 === 1 && s0 >= Math.max(1, columns)) return false;
  return !(n === 3 && t.isContiguous);
}

/** Copies of operands that cuBLAS can't take, then the call. */
function callCublas(result: Tensor, operands: Tensor[]): void {
  if (!result.isCuda || result.numel === 0) return;
  const { scalarName } = result.dtype;
  if (scalarName.startsWith('Float8'))
    fail(
      'NotImplementedError',
      `"${result.sizes.length === 3 ? 'baddbmm_cuda' : 'addmm_cuda'}" not implemented for '${scalarName}'`,
    );
  // A row-major result is computed transposed, so that its second factor comes first.
  const factors = result.isContiguous ? [...operands].reverse() : operands;
  const copies = factors
    .filter((t) => needsCopy(t, t.sizes[t.sizes.length - 2]!, t.sizes[t.sizes.length - 1]!))
    .map((t) => clone(t, contiguousFormat));
  if (operands.every((t) => t.numel > 0)) useCublas(result);
  drop(...copies);
}

function product(m: number, n: number, k: number): number {
  return 2 * m * n * k;
}

/** The gradient of the first matrix: in the matrix's own order, column-major if that is. */
function mat1Gradient(grad: Tensor, mat2: Tensor, sizes: Sizes, strides: Sizes, alpha: Scalar): Tensor {
  if (strides[0] === 1 && strides[1] === sizes[0])
    return maybeMultiply(transposed(mm(mat2, transposed(grad))), alpha);
  return maybeMultiply(mm(grad, transposed(mat2)), alpha);
}
function mat2Gradient(grad: Tensor, mat1: Tensor, sizes: Sizes, strides: Sizes, alpha: Scalar): Tensor {
  if (strides[0] === 1 && strides[1] === sizes[0])
    return maybeMultiply(transposed(mm(transposed(grad), mat1)), alpha);
  return maybeMultiply(mm(transposed(mat1), grad), alpha);
}

export const mm: Op<[self: Tensor, mat2: Tensor]> = op({
  schema: 'mm(Tensor self, Tensor mat2) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, mat2) {
    check(self.sizes.length === 2, 'self must be a matrix');
    check(mat2.sizes.length === 2, 'mat2 must be a matrix');
    const [m, k] = self.sizes as [number, number];
    const [k2, n] = mat2.sizes as [number, number];
    check(k === k2, () => `mat1 and mat2 shapes cannot be multiplied (${m}x${k} and ${k2}x${n})`);
    sameDtype('mm', self, mat2);
    const out = output(0, [m, n], null, self.dtype, self.device);
    callCublas(out, [self, mat2]);
    return out;
  },
  autograd(needs, _result, self, mat2) {
    const a = { sizes: self.sizes, strides: self.strides };
    const b = { sizes: mat2.sizes, strides: mat2.strides };
    return {
      saved: [needs[1] ? self : null, needs[0] ? mat2 : null],
      backward([grad], [s, m], wanted) {
        const [second, first] = gradients(
          [wanted[1]!, wanted[0]!],
          () => mat2Gradient(grad!, s!, b.sizes, b.strides, 1),
          () => mat1Gradient(grad!, m!, a.sizes, a.strides, 1),
        );
        return [first!, second!];
      },
    };
  },
  flops: (_r, self, mat2) => product(self.sizes[0]!, mat2.sizes[1]!, self.sizes[1]!),
});

/** self, expanded to the product's shape, is only read: it needs no memory of its own. */
function checkExpandable(self: Tensor, sizes: Sizes): void {
  expandedGeometry(self, sizes);
}

export const addmm: Op<[self: Tensor, mat1: Tensor, mat2: Tensor, beta: Scalar, alpha: Scalar]> = op({
  schema: 'addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, mat1, mat2, _beta, _alpha) {
    check(mat1.sizes.length === 2, `mat1 must be a matrix, got ${mat1.sizes.length}-D tensor`);
    check(mat2.sizes.length === 2, `mat2 must be a matrix, got ${mat2.sizes.length}-D tensor`);
    const [m, k] = mat1.sizes as [number, number];
    const [k2, n] = mat2.sizes as [number, number];
    check(k === k2, () => `mat1 and mat2 shapes cannot be multiplied (${m}x${k} and ${k2}x${n})`);
    if (mat1.dtype !== mat2.dtype)
      fail(
        'RuntimeError',
        `mat1 and mat2 must have the same dtype, but got ${mat1.dtype.scalarName} and ${mat2.dtype.scalarName}`,
      );
    if (self.dtype !== mat2.dtype)
      fail(
        'RuntimeError',
        `self and mat2 must have the same dtype, but got ${self.dtype.scalarName} and ${mat2.dtype.scalarName}`,
      );
    checkExpandable(self, [m, n]);
    const out = output(0, [m, n], null, mat1.dtype, mat1.device);
    callCublas(out, [mat1, mat2]);
    return out;
  },
  autograd(needs, _result, _self, mat1, mat2, beta, alpha) {
    const a = { sizes: mat1.sizes, strides: mat1.strides };
    const b = { sizes: mat2.sizes, strides: mat2.strides };
    return {
      saved: [needs[2] ? mat1 : null, needs[1] ? mat2 : null],
      backward([grad], [m1, m2], wanted) {
        const [first, second, own] = gradients(
          [wanted[1]!, wanted[2]!, wanted[0]!],
          () => mat1Gradient(grad!, m2!, a.sizes, a.strides, alpha),
          () => mat2Gradient(grad!, m1!, b.sizes, b.strides, alpha),
          () => maybeMultiply(grad!, beta),
        );
        return [own!, first!, second!];
      },
    };
  },
  flops: (_r, _s, mat1, mat2, _beta, _alpha) => product(mat1.sizes[0]!, mat2.sizes[1]!, mat1.sizes[1]!),
});
inplaceVariant(addmm, { bind: 'method' });

function checkBatches(a: Tensor, b: Tensor): [number, number, number, number] {
  check(a.sizes.length === 3, 'batch1 must be a 3D tensor');
  check(b.sizes.length === 3, 'batch2 must be a 3D tensor');
  const [batch, m, k] = a.sizes as [number, number, number];
  check(
    b.sizes[0] === batch && b.sizes[1] === k,
    () =>
      `Expected size for first two dimensions of batch2 tensor to be: [${batch}, ${k}] but got: [${b.sizes[0]}, ${b.sizes[1]}].`,
  );
  if (a.dtype !== b.dtype)
    fail('RuntimeError', `expected scalar type ${a.dtype.scalarName} but found ${b.dtype.scalarName}`);
  return [batch, m, k, b.sizes[2]!];
}

export const bmm: Op<[self: Tensor, mat2: Tensor]> = op({
  schema: 'bmm(Tensor self, Tensor mat2) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, mat2) {
    const [batch, m, k, n] = checkBatches(self, mat2);
    const given = pendingOutput(0) !== null;
    const out = output(0, [batch, m, n], null, self.dtype, self.device);
    // An outer product isn't cuBLAS's.
    if (k === 1 && !given && !self.dtype.isComplex && self.dtype.isFloating) return out;
    callCublas(out, [self, mat2]);
    return out;
  },
  autograd(needs, _result, self, mat2) {
    return {
      saved: [needs[1] ? self : null, needs[0] ? mat2 : null],
      backward([grad], [s, m], wanted) {
        const [second, first] = gradients(
          [wanted[1]!, wanted[0]!],
          () => bmm(transpose(s!, 1, 2), grad!),
          () => bmm(grad!, transpose(m!, 1, 2)),
        );
        return [first!, second!];
      },
    };
  },
  flops: (_r, self, mat2) => self.sizes[0]! * product(self.sizes[1]!, mat2.sizes[2]!, self.sizes[2]!),
});

export const baddbmm: Op<[self: Tensor, batch1: Tensor, batch2: Tensor, beta: Scalar, alpha: Scalar]> = op({
  schema: 'baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, batch1, batch2, _beta, _alpha) {
    check(
      self.dtype === batch1.dtype && self.dtype === batch2.dtype,
      () =>
        `Input dtypes must be the same, got: input ${cppName(self.dtype)}, batch1: ${cppName(batch1.dtype)}, batch2: ${cppName(batch2.dtype)}`,
    );
    const [batch, m, , n] = checkBatches(batch1, batch2);
    checkExpandable(self, [batch, m, n]);
    const out = output(0, [batch, m, n], null, batch1.dtype, batch1.device);
    callCublas(out, [batch1, batch2]);
    return out;
  },
  autograd(needs, _result, _self, batch1, batch2, beta, alpha) {
    return {
      saved: [needs[2] ? batch1 : null, needs[1] ? batch2 : null],
      backward([grad], [b1, b2], wanted) {
        const [first, second, own] = gradients(
          [wanted[1]!, wanted[2]!, wanted[0]!],
          () => maybeMultiply(bmm(grad!, transpose(b2!, 1, 2)), alpha),
          () => maybeMultiply(bmm(transpose(b1!, 1, 2), grad!), alpha),
          () => maybeMultiply(grad!, beta),
        );
        return [own!, first!, second!];
      },
    };
  },
  flops: (_r, _s, a, b, _beta, _alpha) => a.sizes[0]! * product(a.sizes[1]!, b.sizes[2]!, a.sizes[2]!),
});
inplaceVariant(baddbmm, { bind: 'method' });

const addbmm: Op<[Tensor, Tensor, Tensor, Scalar, Scalar]> = op<
  [Tensor, Tensor, Tensor, Scalar, Scalar],
  Tensor
>({
  schema: 'addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, batch1, batch2, _beta, _alpha) {
    const [, m, , n] = checkBatches(batch1, batch2);
    checkExpandable(self, [m, n]);
    const out = output(0, [m, n], null, batch1.dtype, batch1.device);
    // One product after another, each with copies of its own.
    if (batch1.numel > 0 && batch2.numel > 0) callCublas(out, [select(batch1, 0, 0), select(batch2, 0, 0)]);
    return out;
  },
  autograd(needs, _result, _self, batch1, batch2, beta, alpha) {
    const [batch, m] = batch1.sizes as [number, number];
    const n = batch2.sizes[2]!;
    return {
      saved: [needs[2] ? batch1 : null, needs[1] ? batch2 : null],
      backward([grad], [b1, b2], wanted) {
        const g = (): Tensor => expand(unsqueeze(grad!, 0), [batch, m, n], false);
        const [first, second, own] = gradients(
          [wanted[1]!, wanted[2]!, wanted[0]!],
          () => maybeMultiply(bmm(g(), transpose(b2!, 1, 2)), alpha),
          () => maybeMultiply(bmm(transpose(b1!, 1, 2), g()), alpha),
          () => maybeMultiply(grad!, beta),
        );
        return [own!, first!, second!];
      },
    };
  },
});
inplaceVariant(addbmm, { bind: 'method' });

/** `addmv_out_cuda`: a repeated vector is made dense before the matrix is. */
function multiplyVector(out: Tensor, mat: Tensor, vec: Tensor): void {
  if (mat.numel === 0 || out.numel === 0) return;
  const dense = vec.strides[0] === 0 ? inFormat(vec) : vec;
  callCublas(out, [mat]);
  dropCopy(dense, vec);
}

export const mv: Op<[self: Tensor, vec: Tensor]> = op({
  schema: 'mv(Tensor self, Tensor vec) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, vec) {
    check(
      self.sizes.length === 2 && vec.sizes.length === 1,
      `vector + matrix @ vector expected, got 1, ${self.sizes.length}, ${vec.sizes.length}`,
    );
    check(
      self.sizes[1] === vec.sizes[0],
      () =>
        `size mismatch, got input (${self.sizes[0]}), mat (${self.sizes[0]}x${self.sizes[1]}), vec (${vec.sizes[0]})`,
    );
    sameDtype('mv', self, vec, 'vectors');
    const out = output(0, [self.sizes[0]!], null, self.dtype, self.device);
    multiplyVector(out, self, vec);
    return out;
  },
  autograd(needs, _result, self, vec) {
    return {
      saved: [needs[1] ? self : null, needs[0] ? vec : null],
      backward: ([grad], [s, v], wanted) =>
        gradients(
          wanted,
          () => outer(grad!, v!),
          () => mv(transposed(s!), grad!),
        ),
    };
  },
});
const addmv: Op<[Tensor, Tensor, Tensor, Scalar, Scalar]> = op<
  [Tensor, Tensor, Tensor, Scalar, Scalar],
  Tensor
>({
  schema: 'addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, mat, vec) {
    check(
      mat.sizes.length === 2 && vec.sizes.length === 1 && self.sizes.length <= 1,
      `vector + matrix @ vector expected, got ${self.sizes.length}, ${mat.sizes.length}, ${vec.sizes.length}`,
    );
    check(
      mat.sizes[1] === vec.sizes[0] && (mat.sizes[0] === self.numel || self.numel === 1),
      () =>
        `size mismatch, got input (${self.sizes[0] ?? 1}), mat (${mat.sizes[0]}x${mat.sizes[1]}), vec (${vec.sizes[0]})`,
    );
    const out = output(0, [mat.sizes[0]!], null, mat.dtype, mat.device);
    multiplyVector(out, mat, vec);
    return out;
  },
  autograd(needs, _result, _self, mat, vec, beta, alpha) {
    return {
      saved: [needs[2] ? mat : null, needs[1] ? vec : null],
      backward([grad], [m, v], wanted) {
        const [first, own, second] = gradients(
          [wanted[1]!, wanted[0]!, wanted[2]!],
          () => maybeMultiply(outer(grad!, v!), alpha),
          () => maybeMultiply(grad!, beta),
          () => maybeMultiply(mv(transposed(m!), grad!), alpha),
        );
        return [own!, first!, second!];
      },
    };
  },
});
inplaceVariant(addmv, { bind: 'method' });

for (const name of ['dot', 'vdot'])
  op<[Tensor, Tensor], Tensor>({
    schema:
      name === 'dot'
        ? 'dot(Tensor self, Tensor tensor) -> Tensor'
        : 'vdot(Tensor self, Tensor other) -> Tensor',
    autocast: 'promote',
    forward(self, other) {
      check(
        self.sizes.length === 1 && other.sizes.length === 1,
        `1D tensors expected, but got ${self.sizes.length}D and ${other.sizes.length}D tensors`,
      );
      if (self.dtype !== other.dtype)
        fail(
          'RuntimeError',
          `${name} : expected both vectors to have same dtype, but found ${self.dtype.scalarName} and ${other.dtype.scalarName}`,
        );
      check(
        self.numel === other.numel,
        `inconsistent tensor size, expected tensor [${self.numel}] and src [${other.numel}] to have the same number of elements, but got ${self.numel} and ${other.numel} elements respectively`,
      );
      const out = output(0, [], null, self.dtype, self.device);
      if (self.isCuda && self.numel > 0) useCublas(out);
      return out;
    },
    autograd(needs, _result, self, other) {
      return {
        saved: [needs[1] ? self : null, needs[0] ? other : null],
        backward([grad], [s, o], wanted) {
          if (name === 'dot')
            return gradients(
              wanted,
              () => mul(grad!, o!),
              () => mul(grad!, s!),
            );
          const [second, first] = gradients(
            [wanted[1]!, wanted[0]!],
            () => mul(grad!, s!),
            () => mul(grad!, o!),
          );
          return [first!, second!];
        },
      };
    },
  });
function dot(a: Tensor, b: Tensor): Tensor {
  return (overloads.get('dot')![0]!.call as (a: Tensor, b: Tensor) => Tensor)(a, b);
}

export const outer: Op<[self: Tensor, vec2: Tensor]> = op({
  schema: 'outer(Tensor self, Tensor vec2) -> Tensor',
  composite: true,
  forward(self, vec2) {
    check(self.sizes.length === 1, `outer: Expected 1-D argument self, but got ${self.sizes.length}-D`);
    check(vec2.sizes.length === 1, `outer: Expected 1-D argument vec2, but got ${vec2.sizes.length}-D`);
    return mul(reshape(self, [self.sizes[0]!, 1]), vec2);
  },
});
op<[Tensor, Tensor], Tensor>({
  schema: 'ger(Tensor self, Tensor vec2) -> Tensor',
  composite: true,
  forward: (self, vec2) => outer(self, vec2),
});
const addr: Op<[Tensor, Tensor, Tensor, Scalar, Scalar]> = op<
  [Tensor, Tensor, Tensor, Scalar, Scalar],
  Tensor
>({
  schema: 'addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  autocast: 'lower_precision_fp',
  forward(self, vec1, vec2) {
    check(vec1.sizes.length === 1, `addr: Expected 1-D argument vec1, but got ${vec1.sizes.length}-D`);
    check(vec2.sizes.length === 1, `addr: Expected 1-D argument vec2, but got ${vec2.sizes.length}-D`);
    const column = view(vec1, [vec1.sizes[0]!, 1]);
    return elementwise(
      [expand(self, [vec1.sizes[0]!, vec2.sizes[0]!], false), column, vec2],
      resultType([self, vec1, vec2]),
    );
  },
  autograd(needs, _result, _self, vec1, vec2, beta, alpha) {
    return {
      saved: [needs[2] ? vec1 : null, needs[1] ? vec2 : null],
      backward: ([grad], [v1, v2], wanted) =>
        gradients(
          wanted,
          () => maybeMultiply(grad!, beta),
          () => maybeMultiply(mv(grad!, v2!), alpha),
          () => maybeMultiply(mv(transposed(grad!), v1!), alpha),
        ),
    };
  },
});
inplaceVariant(addr, { bind: 'method' });

// ---- matmul and linear ----

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
  if (ra === 2 && rb === 1) return mv(a, b);
  // In place: the row is no view, which a bias added in place would rebase.
  if (ra === 1 && rb === 2)
    return (operators.get('squeeze_.dims')!.call as (self: Tensor, dim: Sizes) => Tensor)(
      mm(unsqueeze(a, 0), b),
      [0],
    );
  if (ra === 2 && rb === 2) return mm(a, b);
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

// ---- tensordot and einsum ----

/** `sumproduct_pair`: contracts `sumDims` of two tensors of equal rank by one bmm. */
export function sumproductPair(
  leftIn: Tensor,
  rightIn: Tensor,
  sumDims: readonly number[],
  keepdim: boolean,
): Tensor {
  let left = leftIn;
  let right = rightIn;
  if (sumDims.length === 0) return mul(left, right);
  const rank = left.sizes.length;
  const summed = new Set(sumDims);
  const lro: number[] = [];
  let lo: number[] = [];
  let ro: number[] = [];
  let [lroSize, loSize, roSize, sumSize] = [1, 1, 1, 1];
  for (let i = 0; i < rank; i++) {
    const sl = left.sizes[i]! !== 1;
    const sr = right.sizes[i]! !== 1;
    if (summed.has(i)) {
      if (sl && sr) {
        check(left.sizes[i] === right.sizes[i], 'non-broadcast dimensions must match');
        sumSize *= left.sizes[i]!;
      } else if (sl) left = sum(left, [i], true);
      else if (sr) right = sum(right, [i], true);
    } else if (sl && sr) {
      check(left.sizes[i] === right.sizes[i], 'non-broadcast dimensions must match');
      lro.push(i);
      lroSize *= left.sizes[i]!;
    } else if (sl) {
      lo.push(i);
      loSize *= left.sizes[i]!;
    } else {
      ro.push(i);
      roSize *= right.sizes[i]!;
    }
  }
  // Where all of the right one's dimensions come first in the result, it is the product's left one.
  if (lo.length > 0 && ro.length > 0 && ro[ro.length - 1]! < lo[0]!) {
    [left, right] = [right, left];
    [lo, ro] = [ro, lo];
    [loSize, roSize] = [roSize, loSize];
  }
  const dims = [...sumDims];
  const outSizes: number[] = [];
  for (const d of lro) outSizes.push(left.sizes[d]!);
  for (const d of lo) outSizes.push(left.sizes[d]!);
  for (let i = 0; i < dims.length; i++) outSizes.push(1);
  for (const d of ro) outSizes.push(right.sizes[d]!);
  const outOrder = [...lro, ...lo, ...dims, ...ro];
  const inverse = new Array<number>(rank);
  outOrder.forEach((d, i) => (inverse[d] = i));
  left = reshape(permute(left, [...lro, ...lo, ...dims, ...ro]), [lroSize, loSize, sumSize]);
  right = reshape(permute(right, [...lro, ...dims, ...ro, ...lo]), [lroSize, sumSize, roSize]);
  let result = bmm(left, right);
  result = permute(view(result, outSizes), inverse);
  if (!keepdim) {
    const order = [...dims].sort((a, b) => b - a);
    for (const d of order) result = squeezeDims(result, [d]);
  }
  return result;
}

op<[string, (Tensor | null)[]], Tensor>({
  schema: 'einsum(str equation, Tensor[] tensors) -> Tensor',
  autocast: 'lower_precision_fp',
  bind: 'function',
  composite: true,
  forward: (equation, tensors) => einsum(equation, tensors as Tensor[]),
});

/** `at::einsum` with the default (left to right) path. */
export function einsum(equation: string, operands: Tensor[]): Tensor {
  check(operands.length > 0, 'einsum(): must provide at least one operand');
  const compact = equation.replace(/\s/g, '');
  const arrow = compact.indexOf('->');
  const inputs = (arrow < 0 ? compact : compact.slice(0, arrow)).split(',');
  check(
    inputs.length === operands.length,
    inputs.length > operands.length
      ? 'einsum(): fewer operands were provided than specified in the equation'
      : 'einsum(): more operands were provided than specified in the equation',
  );
  const ELLIPSIS = '.';
  let ellipsisDims = 0;
  const terms = inputs.map((term, i) => {
    const labels: string[] = [];
    const parts = term.split('...');
    check(parts.length <= 2, `einsum(): found '.' for operand ${i} for which an ellipsis was already found`);
    const count = parts.join('').length;
    const rank = operands[i]!.sizes.length;
    if (parts.length === 1)
      check(
        count === rank,
        `einsum(): the number of subscripts in the equation (${count}) does not match the number of dimensions (${rank}) for operand ${i} and no ellipsis was given`,
      );
    else {
      check(
        rank >= count,
        `einsum(): the number of subscripts in the equation (${count}) is more than the number of dimensions (${rank}) for operand ${i}`,
      );
      ellipsisDims = Math.max(ellipsisDims, rank - count);
    }
    labels.push(...parts[0]!);
    if (parts.length === 2) {
      for (let d = rank - count; d > 0; d--) labels.push(`${ELLIPSIS}${d}`);
      labels.push(...parts[1]!);
    }
    return labels;
  });
  const counts = new Map<string, number>();
  for (const labels of terms) for (const l of labels) counts.set(l, (counts.get(l) ?? 0) + 1);
  const all = [...counts.keys()].filter((l) => l[0] !== ELLIPSIS);
  const ellipsis = Array.from({ length: ellipsisDims }, (_, i) => `${ELLIPSIS}${ellipsisDims - i}`);
  let out: string[];
  if (arrow >= 0) {
    out = [];
    const parts = compact.slice(arrow + 2).split('...');
    out.push(...parts[0]!);
    if (parts.length === 2) out.push(...ellipsis, ...parts[1]!);
    for (const l of out)
      if (l[0] !== ELLIPSIS)
        check(
          counts.has(l),
          `einsum(): output subscript ${l} does not appear in the equation for any input operand`,
        );
  } else out = [...ellipsis, ...all.filter((l) => counts.get(l) === 1).sort()];
  // Upper case sorts before lower case, as PyTorch numbers the letters.
  const contracted = all.filter((l) => !out.includes(l)).sort();
  const missingEllipsis = ellipsis.filter((l) => !out.includes(l));
  const order = [...out, ...contracted, ...missingEllipsis];
  const rank = order.length;
  const prepared = operands.map((operand, i) => {
    let t = operand;
    const labels: string[] = [];
    for (const l of terms[i]!) {
      const seen = labels.indexOf(l);
      if (seen < 0) labels.push(l);
      else {
        const d = labels.length;
        t = movedDiagonal(t, seen, d);
      }
    }
    const perm: number[] = [];
    for (const l of order) {
      const at = labels.indexOf(l);
      if (at >= 0) perm.push(at);
    }
    t = permute(t, perm);
    for (let p = 0; p < rank; p++) if (!labels.includes(order[p]!)) t = unsqueeze(t, p);
    return t;
  });
  for (let p = 0; p < rank; p++) {
    let size = 1;
    for (const [i, t] of prepared.entries()) {
      const s = t.sizes[p]!;
      if (s !== 1 && size !== 1 && s !== size)
        fail(
          'RuntimeError',
          `einsum(): subscript ${order[p]!} has size ${s} for operand ${i} which does not broadcast with previously seen size ${size}`,
        );
      if (s !== 1) size = s;
    }
  }
  let [result] = prepared as [Tensor];
  const outRank = out.length;
  if (prepared.length === 1) {
    const dims = order.map((_, i) => i).slice(outRank);
    return dims.length > 0 ? sum(result, dims, false) : result;
  }
  // How many operands still have each dimension decides when it is summed.
  const holders = order.map((_, p) => prepared.filter((t) => t.sizes[p] !== 1).length);
  for (const operand of prepared.slice(1)) {
    let [a, b] = [result, operand];
    const dims: number[] = [];
    const [ofA, ofB]: [number[], number[]] = [[], []];
    for (let p = outRank; p < rank; p++) {
      const [inA, inB] = [a.sizes[p] !== 1, b.sizes[p] !== 1];
      if (inA && inB) {
        if (--holders[p]! > 1) continue;
        dims.push(p);
      } else if (holders[p] === 1 && (inA || inB)) (inA ? ofA : ofB).push(p);
      else continue;
      holders[p] = 0;
    }
    if (ofA.length > 0) a = sum(a, ofA, true);
    if (ofB.length > 0) b = sum(b, ofB, true);
    result = scope(() => sumproductPair(a, b, dims, true));
  }
  return rank > outRank ? view(result, result.sizes.slice(0, outRank)) : result;
}

function movedDiagonal(t: Tensor, first: number, second: number): Tensor {
  const diagonal = (
    overloads.get('diagonal')![0]!.call as (t: Tensor, o: number, a: number, b: number) => Tensor
  )(t, 0, first, second);
  const rank = diagonal.sizes.length;
  const order: number[] = [];
  let next = 0;
  for (let i = 0; i < rank; i++) order.push(i === first ? rank - 1 : next++);
  return permute(diagonal, order);
}

op<[Tensor, Tensor, Sizes, Sizes], Tensor>({
  schema: 'tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor',
  bind: 'function',
  autocast: 'promote',
  composite: true,
  forward(self, other, dimsSelf, dimsOther) {
    check(dimsSelf.length === dimsOther.length, 'both dimension lists should have same length');
    let t1 = self;
    let t2 = other;
    let contracted = 1;
    const d1 = dimsSelf.map((d) => wrapDim(d, self.sizes.length));
    const d2 = dimsOther.map((d) => wrapDim(d, other.sizes.length));
    for (let i = 0; i < d1.length; i++) {
      const [s1, s2] = [self.sizes[d1[i]!]!, other.sizes[d2[i]!]!];
      if (s2 === 1 || s1 === 1) {
        const before = s2 === 1 ? t1 : t2;
        const summed = sum(before, [s2 === 1 ? d1[i]! : d2[i]!], true);
        if (s2 === 1) t1 = summed;
        else t2 = summed;
        if (before !== self && before !== other) drop(before);
      } else {
        check(
          s1 === s2,
          `contracted dimensions need to match, but first has size ${s1} in dim ${dimsSelf[i]} and second has size ${s2} in dim ${dimsOther[i]}`,
        );
        contracted *= s1;
      }
    }
    const p1 = [...Array(self.sizes.length).keys()].filter((d) => !d1.includes(d));
    const p2 = [...Array(other.sizes.length).keys()].filter((d) => !d2.includes(d));
    const rows = numel(p1.map((d) => t1.sizes[d]!));
    const columns = numel(p2.map((d) => t2.sizes[d]!));
    const shape = [...p1.map((d) => t1.sizes[d]!), ...p2.map((d) => t2.sizes[d]!)];
    if (numel(shape) === 1) {
      // To one number: a dot product where both lie densely.
      const [a, b] = [permute(t1, [...p1, ...d1]), permute(t2, [...d2, ...p2])];
      if (a.isContiguous && b.isContiguous) return reshape(dot(reshape(a, [-1]), reshape(b, [-1])), shape);
      const common = d1.map((d) => t1.sizes[d]!);
      return reshape(sum(mul(reshape(a, common), reshape(b, common)), null), shape);
    }
    const left = reshape(permute(t1, [...p1, ...d1]), [rows, contracted]);
    const right = reshape(permute(t2, [...d2, ...p2]), [contracted, columns]);
    return reshape(mm(left, right), shape);
  },
});
op<[Tensor, Tensor], Tensor>({
  schema: 'inner(Tensor self, Tensor other) -> Tensor',
  composite: true,
  forward(self, other) {
    if (self.sizes.length === 0 || other.sizes.length === 0) return mul(self, other);
    check(
      self.sizes[self.sizes.length - 1] === other.sizes[other.sizes.length - 1],
      `inner() the last dimension must match on both input tensors but got shapes ${showSizes(self.sizes)} and ${showSizes(other.sizes)}`,
    );
    return (overloads.get('tensordot')![0]!.call as (...a: unknown[]) => Tensor)(self, other, [-1], [-1]);
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
  return _unsafe_view(
    mul(reshape(self, left), reshape(other, right)),
    a.map((s, i) => s * b[i]!),
  );
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
