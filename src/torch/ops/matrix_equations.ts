/** Matrices that solve equations over others: least squares, tensor equations, polar decomposition and square root. */
import { empty } from '../allocate.js';
import { int64 } from '../dtype.js';
import { check } from '../errors.js';
import { op } from '../operator.js';
import { numel, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { conj } from './complex.js';
import { callOperator } from './call.js';
import { decomposition } from './decompositions.js';
import { zeros } from './dense.js';
import { movedim, reshape, transpose } from './views.js';

const matrixOf = (t: Tensor): [batch: number[], rows: number, columns: number] => [
  t.sizes.slice(0, -2),
  t.sizes[t.sizes.length - 2]!,
  t.sizes[t.sizes.length - 1]!,
];

op<[Tensor], Tensor>({
  schema: 'adjoint(Tensor(a) self) -> Tensor(a)',
  composite: true,
  forward(self) {
    const rank = self.sizes.length;
    check(
      rank !== 1,
      'tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.',
    );
    return rank === 0 ? conj(self) : conj(transpose(self, -2, -1));
  },
});

op<[Tensor, number], Tensor>({
  schema: 'linalg_tensorinv(Tensor self, int ind=2) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward(self, ind) {
    check(ind > 0, () => `Expected a strictly positive integer for 'ind', but got ${ind}`);
    const [start, end] = [self.sizes.slice(0, ind), self.sizes.slice(ind)];
    const [n, m] = [numel(end), numel(start)];
    check(
      n === m,
      () =>
        `Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got ${n} != ${m}`,
    );
    return reshape(callOperator('linalg_inv', reshape(self, [n, n])), [...end, ...start]);
  },
});

op<[Tensor, Tensor, Sizes | null], Tensor>({
  schema: 'linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor',
  bind: 'linalg',
  composite: true,
  forward(self, other, dims) {
    const rank = self.sizes.length;
    const a =
      dims === null
        ? self
        : movedim(
            self,
            dims,
            dims.map((_, i) => rank - dims.length + i),
          );
    const shape = a.sizes.slice(other.sizes.length);
    const [n, m] = [numel(shape), numel(other.sizes)];
    check(
      n === m,
      () =>
        `Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got ${n} != ${m}`,
    );
    const solution = callOperator('linalg_solve', reshape(a, [n, n]), reshape(other, [-1]), true);
    return reshape(solution, shape);
  },
});

/** `linalg.lstsq`: on CUDA only `gels`, which takes matrices of full rank. */
op<[Tensor, Tensor, number | null, string | null], Tensor[]>({
  schema:
    'linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values)',
  bind: 'linalg',
  outputDifferentiability: [true, true, false, false],
  forward(self, b, _rcond, driver) {
    const rank = self.sizes.length;
    check(rank >= 2, 'torch.linalg.lstsq: input must have at least 2 dimensions.');
    check(b.sizes.length >= 1, 'torch.linalg.lstsq: other must have at least 1 dimension.');
    check(
      !self.isCuda || driver === null || driver === 'gels',
      'torch.linalg.lstsq: `driver` other than `gels` is not supported on CUDA',
    );
    const [batch, m, n] = matrixOf(self);
    const isVector = rank - 1 === b.sizes.length && b.sizes.every((size, i) => size === self.sizes[i]);
    const given = isVector ? b.sizes.length - 1 : b.sizes.length - 2;
    check(
      b.sizes[given] === m,
      `torch.linalg.lstsq: input.size(-2) should match other.size(${isVector ? -1 : -2})`,
    );
    const right = isVector ? 1 : b.sizes[b.sizes.length - 1]!;
    const longest = Math.max(m, n, 1);
    const strides = batch.map((_, i) => numel(batch.slice(i + 1)) * longest * right);
    const sizes = isVector ? [...batch, n] : [...batch, n, right];
    const solution = empty(sizes, self.dtype, self.device, [...strides, 1, ...(isVector ? [] : [longest])]);
    const residuals = m > n ? (isVector ? batch : [...batch, right]) : [0];
    return [
      solution,
      empty(residuals, self.dtype, self.device),
      empty([0], int64, self.device),
      empty([0], self.dtype, self.device),
    ];
  },
  autograd: (_needs, result, self, b) => {
    const shapes = [self.sizes, b.sizes];
    return {
      saved: [self, b, result[0]!],
      backward: (grads, _saved, needs) => {
        const like = grads.find((g) => g !== null)!;
        return shapes.map((sizes, i) => (needs[i] ? zeros(like, sizes) : null));
      },
    };
  },
});

decomposition(
  'linalg_polar(Tensor A) -> (Tensor U, Tensor H)',
  (a: Tensor) => {
    const [batch, m, n] = matrixOf(a);
    check(
      m >= n,
      () => `linalg.polar: input must have at least as many rows as columns, but got ${m} by ${n} matrices`,
    );
    return [empty([...batch, m, n], a.dtype, a.device), empty([...batch, n, n], a.dtype, a.device)];
  },
  [-1, 0, 1],
);
decomposition(
  'linalg_matrix_sqrth(Tensor self) -> Tensor',
  (a: Tensor) => [empty(a.sizes, a.dtype, a.device)],
  [-1],
);
