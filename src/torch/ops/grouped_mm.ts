/** Products of many matrices in one call: the experts of a mixture, whose rows lie behind one another. */
import { output } from '../allocate.js';
import { useCublas } from '../blas.js';
import { int32, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { op, type Op } from '../operator.js';
import type { Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { sameDtype } from './matrix_products.js';
import { gradients } from './elementwise_rules.js';
import { transpose } from './views.js';

/** Rows of the result begin at multiples of this, as the fast kernels want them. */
const ROW_ALIGNMENT_BYTES = 16;

/** The sizes of the result by the ranks of the operands (`create_grouped_gemm_output_tensor`). */
function resultSizes(a: Tensor, b: Tensor, groups: number): number[] {
  const [rows, columns] = [a.sizes[a.sizes.length - 2]!, b.sizes[b.sizes.length - 1]!];
  if (a.sizes.length === 2) return b.sizes.length === 2 ? [groups, rows, columns] : [rows, columns];
  return b.sizes.length === 2 ? [rows, columns] : [a.sizes[0]!, rows, columns];
}

function checkOperands(a: Tensor, b: Tensor, offs: Tensor | null, bias: Tensor | null): void {
  const rankOf = (t: Tensor): number => t.sizes.length;
  check(rankOf(a) === 2 || rankOf(a) === 3, 'mat_a has to be 2 or 3d');
  check(rankOf(b) === 2 || rankOf(b) === 3, 'mat_b has to be 2 or 3d');
  sameDtype('mm', a, b);
  const ragged = rankOf(a) === 2 || rankOf(b) === 2;
  if (!ragged || rankOf(a) !== 2 || rankOf(b) !== 2)
    check(
      a.sizes[rankOf(a) - 1] === b.sizes[rankOf(b) - 2],
      'contraction dimension of mat_a and mat_b must match',
    );
  check(
    (offs !== null) === ragged,
    'Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d',
  );
  if (offs !== null) {
    check(offs.sizes.length === 1, 'offs has to be 1D');
    check(offs.dtype === int32, 'Offsets have to be int32');
  }
  check(bias === null, 'Bias not supported yet');
}

/** The kernels take a matrix by rows or by columns, each of which begins at a multiple of 16 bytes. */
function checkStrides({ sizes, strides, dtype }: Tensor): void {
  const last = sizes.length - 1;
  const [row, column] = [strides[last - 1]!, strides[last]!];
  const each = ROW_ALIGNMENT_BYTES / dtype.itemsize;
  let long: number;
  if (row === 1 && column >= Math.max(1, sizes[last - 1]!)) long = column;
  else if (column === 1 && row >= Math.max(1, sizes[last]!)) long = row;
  else
    fail(
      'RuntimeError',
      `Invalid strides/sizes, got [${strides.join(', ')}] for strides and [${sizes.join(', ')}] for sizes`,
    );
  check(long % each === 0, `strides should be multiple of ${ROW_ALIGNMENT_BYTES} bytes`);
}

function paddedStrides(sizes: Sizes, itemsize: number): number[] {
  const each = ROW_ALIGNMENT_BYTES / itemsize;
  const padded = Math.ceil(sizes[sizes.length - 1]! / each) * each;
  return sizes.length === 2 ? [padded, 1] : [sizes[1]! * padded, padded, 1];
}

/** Whether a matrix (or a batch of them) lies by columns. */
function byColumns(sizes: Sizes, strides: Sizes): boolean {
  const last = sizes.length - 1;
  return strides[last - 1] === 1 && strides[last] === sizes[last - 1];
}

const flipped = (t: Tensor): Tensor => transpose(t, -2, -1);

export const _grouped_mm: Op<
  [self: Tensor, mat2: Tensor, offs: Tensor | null, bias: Tensor | null, dtype: DType | null]
> = op({
  schema:
    '_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None, Tensor? bias=None, ScalarType? out_dtype=None) -> Tensor',
  bind: 'function',
  node: 'GroupedMmBackward0',
  differentiable: [0, 1],
  forward(self, mat2, offs, bias, dtype) {
    checkOperands(self, mat2, offs, bias);
    checkStrides(self);
    checkStrides(mat2);
    if (dtype !== null && dtype !== self.dtype)
      fail('RuntimeError', 'Grouped gemm output dtype must match `mat_a` dtype');
    const sizes = resultSizes(self, mat2, offs?.sizes[0] ?? 0);
    const out = output(0, sizes, paddedStrides(sizes, self.dtype.itemsize), self.dtype, self.device);
    useCublas(out);
    return out;
  },
  autograd(needs, _result, self, mat2, offs) {
    const a = byColumns(self.sizes, self.strides);
    const b = byColumns(mat2.sizes, mat2.strides);
    return {
      saved: [needs[1] ? self : null, needs[0] ? mat2 : null, offs],
      backward([grad], [s, m, offsets], wanted) {
        const product = (x: Tensor, y: Tensor): Tensor => _grouped_mm(x, y, offsets!, null, null);
        const [second, first] = gradients(
          [wanted[1]!, wanted[0]!],
          () => (b ? flipped(product(flipped(grad!), s!)) : product(flipped(s!), grad!)),
          () => (a ? flipped(product(m!, flipped(grad!))) : product(grad!, flipped(m!))),
        );
        return [first!, second!];
      },
    };
  },
});
