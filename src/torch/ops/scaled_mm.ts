/** Products of float8 matrices with scales, and of int8 matrices (aten/src/ATen/native/cuda/ScaledBlas.cpp, Blas.cpp). */
import { output } from '../allocate.js';
import { useCublas } from '../blas.js';
import { float32, int32, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { op } from '../operator.js';
import { cudaDevice } from '../state.js';
import type { Tensor } from '../tensor.js';

const isFloat8 = ({ name }: DType): boolean => name.startsWith('float8');

/** A scale of the whole matrix, or one for each row of the first and each column of the second. */
function isScale(scale: Tensor, count: number): boolean {
  return scale.dtype === float32 && (scale.numel === 1 || scale.numel === count);
}

op<
  [
    self: Tensor,
    mat2: Tensor,
    scaleA: Tensor,
    scaleB: Tensor,
    bias: Tensor | null,
    scaleResult: Tensor | null,
    outDtype: DType | null,
    fast: boolean,
  ],
  Tensor
>({
  schema:
    '_scaled_mm(Tensor self, Tensor mat2, Tensor scale_a, Tensor scale_b, Tensor? bias=None, Tensor? scale_result=None, ScalarType? out_dtype=None, bool use_fast_accum=False) -> Tensor',
  bind: 'function',
  forward(self, mat2, scaleA, scaleB, _bias, _scaleResult, outDtype) {
    check(self.sizes.length === 2, 'mat1 must be a matrix');
    check(mat2.sizes.length === 2, 'mat2 must be a matrix');
    const [m, k] = self.sizes as [number, number];
    const [k2, n] = mat2.sizes as [number, number];
    if (self.isCuda) {
      const { major, minor } = cudaDevice().properties;
      check(
        major >= 9 || (major === 8 && minor >= 9),
        'torch._scaled_mm is only supported on CUDA devices with compute capability >= 9.0 or 8.9, or ROCm MI300+',
      );
    }
    check(k === k2, () => `mat1 and mat2 shapes cannot be multiplied (${m}x${k} and ${k2}x${n})`);
    check(
      isFloat8(self.dtype) && isFloat8(mat2.dtype) && isScale(scaleA, m) && isScale(scaleB, n),
      'Invalid scaling configuration.',
    );
    check(
      self.strides[1] === 1 && mat2.strides[0] === 1,
      'Only multiplication of row-major and column-major matrices is supported by cuBLASLt',
    );
    check(
      k % 16 === 0,
      () => `Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: (${m}x${k}).`,
    );
    check(n % 16 === 0, () => `mat2 shape (${k2}x${n}) must be divisible by 16`);
    if (self.dtype.name === 'float8_e5m2' && mat2.dtype.name === 'float8_e5m2')
      fail('ValueError', 'Multiplication of two Float8_e5m2 matrices is not supported');
    const out = output(0, [m, n], null, outDtype ?? self.dtype, self.device);
    if (out.numel > 0 && k > 0) useCublas(out);
    return out;
  },
  flops: (_result, self, mat2) => 2 * self.sizes[0]! * self.sizes[1]! * mat2.sizes[1]!,
});

/** The largest number of rows that cuBLASLt refuses of int8. */
const TOO_FEW_ROWS = 16;

// cuBLASLt takes no workspace for it.
op<[self: Tensor, mat2: Tensor], Tensor>({
  schema: '_int_mm(Tensor self, Tensor mat2) -> Tensor',
  bind: 'function',
  forward(self, mat2) {
    const dimension = (name: string, t: Tensor): void => {
      check(t.sizes.length === 2, () => `Expected ${name} to be of dimension 2 but got ${t.sizes.length}`);
    };
    dimension('self', self);
    dimension('mat2', mat2);
    const [m, k] = self.sizes as [number, number];
    const [k2, n] = mat2.sizes as [number, number];
    if (self.isCuda) {
      check(m > TOO_FEW_ROWS, () => `self.size(0) needs to be greater than ${TOO_FEW_ROWS}, but got ${m}`);
      const multiple = (name: string, size: number): void => {
        check(
          size > 0 && size % 8 === 0,
          () => `${name} needs to be greater than 0 and a multiple of 8, but got ${size}`,
        );
      };
      multiple('self.size(1)', k);
      check(k === k2, () => `self.size(1) needs to match mat2.size(0) but got ${k} and ${k2}`);
      multiple('mat2.size(1)', n);
      for (const t of [self, mat2])
        check(t.dtype.name === 'int8', () => `expected scalar type Char but found ${t.dtype.scalarName}`);
    }
    return output(0, [m, n], null, int32, self.device);
  },
  flops: (_result, self, mat2) => 2 * self.sizes[0]! * self.sizes[1]! * mat2.sizes[1]!,
});
