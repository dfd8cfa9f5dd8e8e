/**
 * Products of a sparse matrix by a dense one (`s_addmm_out_sparse_dense_cuda`), whose gradients flow to the dense one: graphs' adjacency
 * matrices. cuSPARSE's workspace is taken as empty.
 */
import { empty, emptyLike } from '../allocate.js';
import { int32 } from '../dtype.js';
import { UnknownResult, check, fail, machine } from '../errors.js';
import { drop, op, sparseKernels, type Derivative, type Op } from '../operator.js';
import { SparseTensor } from '../sparse_tensor.js';
import type { Tensor } from '../tensor.js';
import { clone, contiguous } from './copy.js';
import { mm, sparseProducts } from './matrix_products.js';
import { coalesced } from './sparse.js';

const isMatrix = ({ sizes }: Tensor): boolean => sizes.length === 2;

/** Whether a matrix lies in memory column by column. */
function isByColumns({ sizes, strides }: Tensor): boolean {
  return strides[0] === 1 && strides[1] === sizes[0];
}

function checkOperands(sparse: SparseTensor, dense: Tensor): void {
  check(
    sparse.sparseDim === 2 && isMatrix(sparse),
    `addmm: expected first two dims to be sparse (indices has size 2 at first dim), but got ${sparse.sparseDim} sparse dims`,
  );
  check(
    isMatrix(dense),
    'Dimension out of range (expected to be in range of [-1, 0], but got 1)',
    'IndexError',
  );
  check(
    dense.sizes[0] === sparse.sizes[1],
    `addmm: Argument #3 (dense): Expected dim 0 size ${sparse.sizes[1]}, got ${dense.sizes[0]}`,
  );
  check(
    sparse.dtype === dense.dtype,
    `expected scalar type ${sparse.dtype.scalarName} but found ${dense.dtype.scalarName}`,
  );
  if (!['float32', 'float64', 'complex64', 'complex128'].includes(dense.dtype.name) && dense.isCuda)
    fail('NotImplementedError', `"addmm_sparse_cuda" not implemented for '${dense.dtype.scalarName}'`);
}

/** The rows as compressed ones, the columns as short integers, and a result by columns: what cuSPARSE takes. */
function timesDense(sparse: SparseTensor, dense: Tensor): Tensor {
  checkOperands(sparse, dense);
  const [m] = sparse.sizes as [number, number];
  const n = dense.sizes[1]!;
  const zeros = emptyLike(dense, [m, n]);
  const result = emptyLike(dense, [m, n]);
  if (sparse.isCuda)
    coalesced(sparse, ({ nnz }) => {
      if (nnz === 0) {
        drop(emptyLike(dense, []));
        return;
      }
      machine().note('assumption', 'cuSPARSE is taken to need no workspace to multiply a sparse matrix');
      const integers = (count: number): Tensor => empty([count], int32, sparse.device);
      const rowStarts = integers(m + 1);
      drop(integers(nnz));
      const columns = integers(nnz);
      const byColumns = isByColumns(result) ? null : emptyLike(result, [n, m]);
      const operand = isByColumns(dense) ? dense : contiguous(dense);
      drop(operand === dense ? null : operand, byColumns, columns, rowStarts);
    });
  drop(zeros);
  return result;
}

/** `transpose` of a sparse tensor: a copy, whose rows of indices are exchanged. */
function transposed(self: SparseTensor, a: number, b: number): SparseTensor {
  const rank = self.sizes.length;
  const [from, to] = [a, b].map((dim) => (dim < 0 ? dim + rank : dim)) as [number, number];
  check(
    from < self.sparseDim && to < self.sparseDim,
    `sparse transpose: transposed dimensions must be sparse Got sparse_dim: ${self.sparseDim}, d0: ${from}, d1: ${to}`,
  );
  const values = clone(self.values);
  const indices = clone(self.indices);
  drop(emptyLike(indices, [self.nnz]));
  const sizes = [...self.sizes];
  [sizes[from], sizes[to]] = [sizes[to]!, sizes[from]!];
  return new SparseTensor(indices, values, sizes, false);
}

function multiply(sparse: Tensor, dense: Tensor): Tensor {
  if (dense instanceof SparseTensor)
    throw new UnknownResult(machine().unknown('the product of two sparse matrices'));
  if (!(sparse instanceof SparseTensor))
    throw new UnknownResult(machine().unknown('the product of a dense and a sparse matrix'));
  return timesDense(sparse, dense);
}

/** `mm_mat2_backward`. */
function derivative(sparse: SparseTensor): Derivative {
  if (sparse.requiresGrad)
    throw new UnknownResult(machine().unknown('the gradient of a sparse matrix from a product'));
  return {
    saved: [sparse],
    backward([grad], [matrix]) {
      const back = transposed(matrix as SparseTensor, 0, 1);
      const result = mm(back, grad!);
      drop(back);
      return [null, result];
    },
  };
}

Object.assign(sparseProducts, { multiply, derivative });

/** `torch.sparse.mm`. */
export const _sparse_mm: Op<[sparse: Tensor, dense: Tensor]> = op({
  schema: '_sparse_mm(Tensor sparse, Tensor dense) -> Tensor',
  bind: 'function',
  node: 'SparseAddmmBackward0',
  ofSparse: true,
  forward: multiply,
  autograd: (_needs, _result, sparse) => derivative(sparse as SparseTensor),
});

export const spmm: Op<[self: Tensor, mat2: Tensor]> = op({
  schema: 'spmm(Tensor self, Tensor mat2) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (self, mat2) => mm(self, mat2),
});

for (const [name, dims] of [
  ['transpose', null],
  ['t', [0, 1]],
] as const)
  sparseKernels.set(name, ((self: SparseTensor, a: number, b: number) =>
    transposed(self, dims?.[0] ?? a, dims?.[1] ?? b)) as (...args: never[]) => unknown);
