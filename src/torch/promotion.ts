/** Type promotion (`c10::promoteTypes`, `at::native::result_type`). */
import { scalarCategory, type Scalar } from './scalar.js';
import {
  Category,
  bfloat16,
  bool,
  complex128,
  complex32,
  complex64,
  float16,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  toComplex,
  uint8,
  type DType,
} from './dtype.js';
import { fail } from './errors.js';
import { state } from './state.js';
import { Tensor } from './tensor.js';

const INTEGER_RANK = new Map<DType, number>([
  [int8, 1],
  [int16, 2],
  [int32, 3],
  [int64, 4],
]);
const RANK_INTEGER = [bool, int8, int16, int32, int64];

/** The dtype of an operation on two dtypes. */
export function promoteTypes(a: DType, b: DType): DType {
  if (a === b) return a;
  const ca = a.category;
  const cb = b.category;
  if (ca === Category.complex || cb === Category.complex) {
    if (ca !== Category.complex) return promoteTypes(b, a);
    // a is complex
    const real = a === complex128 ? float64 : a === complex64 ? float32 : float16;
    const other =
      cb === Category.complex
        ? b === complex128
          ? float64
          : b === complex64
            ? float32
            : float16
        : cb === Category.float
          ? b
          : real;
    const joined = promoteTypes(real, other === bfloat16 ? float32 : other);
    return joined === float64 ? complex128 : joined === float32 ? complex64 : complex32;
  }
  if (ca === Category.float || cb === Category.float) {
    if (cb !== Category.float) return a;
    if (ca !== Category.float) return b;
    if (a.itemsize === 1 || b.itemsize === 1)
      return fail(
        'RuntimeError',
        `Promotion for Float8 Types is not supported, attempted to promote ${a.scalarName} and ${b.scalarName}`,
      );
    if (a === float64 || b === float64) return float64;
    return float32; // float32 with a half, or float16 with bfloat16
  }
  if (ca === Category.bool) return b;
  if (cb === Category.bool) return a;
  // integers
  const ra = INTEGER_RANK.get(a);
  const rb = INTEGER_RANK.get(b);
  if (ra !== undefined && rb !== undefined) return ra > rb ? a : b;
  if (a === uint8 || b === uint8) {
    const rank = ra ?? rb;
    if (rank !== undefined) return RANK_INTEGER[Math.max(rank, 2)]!;
  }
  return fail(
    'RuntimeError',
    `Promotion for uint16, uint32, uint64 types is not supported, attempted to promote ${a.scalarName} and ${b.scalarName}`,
  );
}

export function scalarType(scalar: Scalar): DType {
  switch (scalarCategory(scalar)) {
    case Category.bool:
      return bool;
    case Category.int:
      return int64;
    case Category.float:
      return state.defaultDtype;
    default:
      return toComplex(state.defaultDtype);
  }
}

/** The dtype of an operation on tensors and Python scalars. */
export function resultType(operands: readonly (Tensor | Scalar)[]): DType {
  let dims: DType | undefined;
  let zeros: DType | undefined;
  let wrapped: DType | undefined;
  for (const operand of operands) {
    if (operand instanceof Tensor) {
      if (operand.sizes.length > 0)
        dims =
          dims === undefined || dims === operand.dtype ? operand.dtype : promoteTypes(dims, operand.dtype);
      else zeros = zeros === undefined ? operand.dtype : promoteTypes(zeros, operand.dtype);
    } else {
      const dtype = scalarType(operand);
      wrapped = wrapped === undefined ? dtype : promoteTypes(wrapped, dtype);
    }
  }
  return combine(dims, combine(zeros, wrapped)) ?? fail('RuntimeError', 'result_type: no operands');
}

function combine(higher: DType | undefined, lower: DType | undefined): DType | undefined {
  if (higher === undefined) return lower;
  if (lower === undefined) return higher;
  if (higher.isComplex) return higher;
  // Preserve value type of higher if floating type and lower is not complex.
  if (higher.isFloating)
    return lower.isComplex
      ? higher === float64
        ? complex128
        : higher === float16
          ? complex32
          : complex64
      : higher;
  if (higher === bool || lower.isFloating || lower.isComplex) return promoteTypes(higher, lower);
  return higher;
}

/** Whether a result of one dtype may be written into a tensor of another (`canCast`). */
export function canCast(from: DType, to: DType): boolean {
  if (from.isComplex && !to.isComplex) return false;
  if (from.isFloating && to.category <= Category.int) return false;
  return !(from !== bool && to === bool);
}
