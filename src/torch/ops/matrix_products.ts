/** Products of matrices and vectors, as cuBLAS is called for them. */
import { emptyLike, output } from '../allocate.js';
import { useCublas } from '../blas.js';
import { contiguousFormat, cppName } from '../dtype.js';
import { check, fail } from '../errors.js';
import { elementwise, temporary } from '../iterator.js';
import {
  drop,
  inplaceVariant,
  into,
  notImplemented,
  op,
  overloads,
  pendingOutput,
  type Derivative,
  type Op,
} from '../operator.js';
import { resultType } from '../promotion.js';
import type { Scalar } from '../scalar.js';
import { sameSizes, type Sizes } from '../shape.js';
import { SparseTensor } from '../sparse_tensor.js';
import { Tensor } from '../tensor.js';
import { maybeMultiply, mul } from './arithmetic.js';
import { clone } from './copy.js';
import { dropCopy, inFormat } from './dense.js';
import { gradients } from './elementwise_rules.js';
import {
  expand,
  expandedGeometry,
  reshape,
  select,
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
  // A given result that cuBLAS can't write to is written by way of a copy.
  const [rows, columns] = result.sizes.slice(-2);
  const written =
    columns !== undefined && needsCopy(result, rows!, columns) ? emptyLike(result, result.sizes) : null;
  const copies = factors
    .filter((t) => needsCopy(t, t.sizes[t.sizes.length - 2]!, t.sizes[t.sizes.length - 1]!))
    .map((t) => clone(t, contiguousFormat));
  if (operands.every((t) => t.numel > 0)) useCublas(result);
  drop(...copies, written);
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

/** What is done where a matrix is sparse; set by the module that does it. */
export const sparseProducts: {
  multiply(sparse: Tensor, dense: Tensor): Tensor;
  derivative(sparse: SparseTensor): Derivative;
} = {
  multiply: () => notImplemented('mm'),
  derivative: () => notImplemented('mm'),
};

export const mm: Op<[self: Tensor, mat2: Tensor]> = op({
  schema: 'mm(Tensor self, Tensor mat2) -> Tensor',
  autocast: 'lower_precision_fp',
  ofSparse: true,
  forward(self, mat2) {
    if (self instanceof SparseTensor || mat2 instanceof SparseTensor)
      return sparseProducts.multiply(self, mat2);
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
    if (self instanceof SparseTensor) return sparseProducts.derivative(self);
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
    // What is given can't be added to where it has another size.
    const given = pendingOutput(0);
    const added =
      given !== null && !sameSizes(given.sizes, [self.sizes[0]!]) ? emptyLike(vec, [self.sizes[0]!]) : null;
    const out = output(0, [self.sizes[0]!], null, self.dtype, self.device);
    multiplyVector(out, self, vec);
    drop(added);
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
          `dot : expected both vectors to have same dtype, but found ${self.dtype.scalarName} and ${other.dtype.scalarName}`,
        );
      check(
        self.numel === other.numel,
        `inconsistent tensor size, expected tensor [${self.numel}] and src [${other.numel}] to have the same number of elements, but got ${self.numel} and ${other.numel} elements respectively`,
      );
      const out = output(0, [], null, self.dtype, self.device);
      // A given result is filled with one of its own.
      if (pendingOutput(0) !== null) temporary(out, out.dtype.itemsize);
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
export function dot(a: Tensor, b: Tensor): Tensor {
  return (overloads.get('dot')![0]!.call as (a: Tensor, b: Tensor) => Tensor)(a, b);
}

export const outer: Op<[self: Tensor, vec2: Tensor]> = op({
  schema: 'outer(Tensor self, Tensor vec2) -> Tensor',
  composite: true,
  forward(self, vec2) {
    check(self.sizes.length === 1, `outer: Expected 1-D argument self, but got ${self.sizes.length}-D`);
    check(vec2.sizes.length === 1, `outer: Expected 1-D argument vec2, but got ${vec2.sizes.length}-D`);
    return into(mul)(reshape(self, [self.sizes[0]!, 1]), vec2);
  },
});
op<[Tensor, Tensor], Tensor>({
  schema: 'ger(Tensor self, Tensor vec2) -> Tensor',
  composite: true,
  forward: (self, vec2) => into(outer)(self, vec2),
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
