/** Python numbers as PyTorch's Scalars. A scalar whose value is unknown is a PyUnknown; only its kind matters then. */
import { PyBoxed, PyComplex, PyFloat, PyUnknown } from '../python/objects.js';
import { T } from '../python/types.js';
import { Category } from './dtype.js';

export type Scalar = boolean | number | bigint | PyFloat | PyComplex | PyUnknown;

/** A floating scalar. */
export function float(value: number): PyFloat {
  return new PyFloat(value);
}

export function scalarCategory(scalar: Scalar): Category {
  switch (typeof scalar) {
    case 'boolean':
      return Category.bool;
    case 'number':
    case 'bigint':
      return Category.int;
    default:
      if (scalar instanceof PyComplex) return Category.complex;
      if (scalar instanceof PyUnknown)
        return scalar.wouldBe === T.int
          ? Category.int
          : scalar.wouldBe === T.bool
            ? Category.bool
            : scalar.wouldBe === T.complex
              ? Category.complex
              : Category.float;
      return Category.float;
  }
}

/** The scalar's number; NaN where it is unknown or complex. */
export function scalarValue(scalar: Scalar): number {
  switch (typeof scalar) {
    case 'number':
      return scalar;
    case 'boolean':
      return scalar ? 1 : 0;
    case 'bigint':
      return Number(scalar);
    default:
      return scalar instanceof PyFloat ? scalar.value : NaN;
  }
}

/** A value as a Scalar, or undefined where it isn't a number. */
export function asScalar(value: unknown): Scalar | undefined {
  switch (typeof value) {
    case 'number':
    case 'boolean':
    case 'bigint':
      return value;
    case 'object':
      if (value instanceof PyFloat || value instanceof PyUnknown || value instanceof PyComplex) return value;
      if (value instanceof PyBoxed) {
        const inner = value.value;
        if (
          typeof inner === 'number' ||
          typeof inner === 'bigint' ||
          inner instanceof PyFloat ||
          inner instanceof PyComplex
        )
          return inner;
      }
  }
  return undefined;
}
