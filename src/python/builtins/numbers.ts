/**
 * Arithmetic of int, float and complex with Python's semantics: floor division, exact true division, unbounded ints. An int
 * is a number while it is a safe integer and a bigint beyond; every result here is normalised to that, and never -0.
 */
import type { Value } from '../heap.js';
import { TooLargeError } from '../failures.js';
import { PyBoxed, PyComplex, PyFloat, PyUnknown } from '../objects.js';
import type { VM } from '../vm.js';

export type Int = number | bigint;

export const MAX_SAFE = Number.MAX_SAFE_INTEGER;
const MAX_SAFE_BIG = BigInt(MAX_SAFE);
/** Results longer than this many bits are refused with MemoryError: nothing stops JavaScript while it multiplies or divides them. */
const MAX_BITS = 1 << 24;

/** The one form of an int: a number where it is safe. */
export function normalize(value: bigint): Int {
  return value <= MAX_SAFE_BIG && value >= -MAX_SAFE_BIG ? Number(value) : value;
}

/** The int with the value of a JavaScript number that is an integer (of any size). */
export function intOfNumber(value: number): Int {
  return Number.isSafeInteger(value) ? value + 0 : normalize(BigInt(value));
}

/** The int that a value is (bool and boxed ints included), or undefined. */
export function intOf(value: Value | undefined): Int | undefined {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return value;
    case 'boolean':
      return value ? 1 : 0;
    case 'object':
      return value instanceof PyBoxed && (typeof value.value === 'number' || typeof value.value === 'bigint')
        ? value.value
        : undefined;
    default:
      return undefined;
  }
}

/** The float that a value is (boxed floats included), or undefined; an int is none. */
export function floatOf(value: Value | undefined): number | undefined {
  if (value instanceof PyFloat) return value.value;
  if (value instanceof PyBoxed && value.value instanceof PyFloat) return value.value.value;
  return undefined;
}

/** The complex number that a value is, or undefined; ints and floats are none. */
export function complexOf(value: Value | undefined): PyComplex | undefined {
  if (value instanceof PyComplex) return value;
  if (value instanceof PyBoxed && value.value instanceof PyComplex) return value.value;
  return undefined;
}

/** An int as a float. Raises OverflowError where it is too large. */
export function intToFloat(vm: VM, value: Int): number {
  const result = Number(value);
  if (!Number.isFinite(result)) throw vm.error('OverflowError', 'int too large to convert to float');
  return result;
}

export function addInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a + b;
    if (result <= MAX_SAFE && result >= -MAX_SAFE) return result;
  }
  return normalize(BigInt(a) + BigInt(b));
}

export function subInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a - b;
    if (result <= MAX_SAFE && result >= -MAX_SAFE) return result;
  }
  return normalize(BigInt(a) - BigInt(b));
}

export function mulInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = a * b;
    if (result <= MAX_SAFE && result >= -MAX_SAFE) return result + 0;
  }
  const result = normalize(BigInt(a) * BigInt(b));
  if (typeof a === 'bigint' && typeof b === 'bigint' && isTooLong(result)) throw new TooLargeError();
  return result;
}

/** Between these a result of MAX_BITS lies; comparing long ints looks at their lengths first. */
let bounds: { least: bigint; most: bigint } | undefined;

function isTooLong(value: Int): boolean {
  bounds ??= { least: -(1n << BigInt(MAX_BITS)), most: 1n << BigInt(MAX_BITS) };
  return value > bounds.most || value < bounds.least;
}

export function negInt(a: Int): Int {
  return typeof a === 'number' ? 0 - a : normalize(-a);
}

export function absInt(a: Int): Int {
  return a < 0 ? negInt(a) : a;
}

export function compareInt(a: Int, b: Int): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function floorDivBig(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function modBig(a: bigint, b: bigint): bigint {
  const remainder = a % b;
  return remainder !== 0n && remainder < 0n !== b < 0n ? remainder + b : remainder;
}

/** `a // b`; b is not 0. */
export function floorDivInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const remainder = a % b;
    const quotient = (a - remainder) / b;
    return remainder !== 0 && remainder < 0 !== b < 0 ? quotient - 1 : quotient + 0;
  }
  return normalize(floorDivBig(BigInt(a), BigInt(b)));
}

/** `a % b`; b is not 0. */
export function modInt(a: Int, b: Int): Int {
  if (typeof a === 'number' && typeof b === 'number') {
    const remainder = a % b;
    return remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder + 0;
  }
  return normalize(modBig(BigInt(a), BigInt(b)));
}

function bitLengthBig(value: bigint): number {
  const text = (value < 0n ? -value : value).toString(16);
  if (text === '0') return 0;
  return (text.length - 1) * 4 + (32 - Math.clz32(parseInt(text[0]!, 16)));
}

/** `value.bit_length()`. */
export function bitLength(value: Int): number {
  if (typeof value === 'bigint') return bitLengthBig(value);
  const absolute = Math.abs(value);
  if (absolute < 0x80000000) return 32 - Math.clz32(absolute);
  const high = Math.floor(absolute / 0x100000000);
  return high === 0 ? 32 : 32 + (32 - Math.clz32(high));
}

/** `a / b`, correctly rounded. Raises ZeroDivisionError, OverflowError. */
export function trueDivInt(vm: VM, a: Int, b: Int): number {
  if (b === 0) throw vm.error('ZeroDivisionError', 'division by zero');
  if (typeof a === 'number' && typeof b === 'number') {
    return a / b;
  }
  if (a === 0) return 0;
  const negative = a < 0 !== b < 0;
  let x = BigInt(a);
  let y = BigInt(b);
  if (x < 0n) x = -x;
  if (y < 0n) y = -y;
  // A quotient of at least 66 bits with a sticky last bit rounds as the exact one does.
  const shift = 66 - (bitLengthBig(x) - bitLengthBig(y));
  if (shift > 0) x <<= BigInt(shift);
  else y <<= BigInt(-shift);
  let quotient = x / y;
  if (x % y !== 0n) quotient |= 1n;
  let result = Number(quotient);
  let exponent = -shift;
  while (exponent < -1000) {
    result *= 2 ** -1000;
    exponent += 1000;
  }
  while (exponent > 900) {
    result *= 2 ** 900;
    exponent -= 900;
  }
  result *= 2 ** exponent;
  if (!Number.isFinite(result))
    throw vm.error('OverflowError', 'integer division result too large for a float');
  return negative ? -result : result;
}

/** `a ** b` for b >= 0. Raises MemoryError where the result could not be held. */
export function powInt(vm: VM, a: Int, b: Int): Int {
  if (a === 0) return b === 0 ? 1 : 0;
  if (a === 1) return 1;
  if (a === -1) return modInt(b, 2) === 0 ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number' && b < 64) {
    let result = 1;
    let i = 0;
    for (; i < b; i++) {
      const next = result * a;
      if (next > MAX_SAFE || next < -MAX_SAFE) break;
      result = next;
    }
    if (i === b) return result;
  }
  if (typeof b === 'bigint' || bitLength(a) * b > MAX_BITS) throw vm.error('MemoryError');
  return normalize(BigInt(a) ** BigInt(b));
}

/** `pow(a, b, m)`. Raises ValueError for m = 0 or where there is no inverse. */
export function powModInt(vm: VM, a: Int, b: Int, m: Int): Int {
  if (m === 0) throw vm.error('ValueError', 'pow() 3rd argument cannot be 0');
  const modulus = BigInt(m);
  const absolute = modulus < 0n ? -modulus : modulus;
  let base = modBig(BigInt(a), absolute);
  let exponent = BigInt(b);
  if (exponent < 0n) {
    base = inverse(vm, base, absolute);
    exponent = -exponent;
  }
  let result = 1n % absolute;
  // The digits as a text: shifting a long exponent bit by bit would take the square of its length.
  const digits = exponent.toString(16);
  const work = 4 + Math.floor(bitLengthBig(absolute) / 64);
  for (let i = digits.length - 1; i >= 0; i--) {
    for (let bits = parseInt(digits[i]!, 16), bit = 0; bit < 4; bit++, bits >>= 1) {
      if (bits & 1) result = (result * base) % absolute;
      if (i > 0 || bits > 1) base = (base * base) % absolute;
    }
    vm.countSteps(work);
  }
  return normalize(modBig(result, modulus));
}

function inverse(vm: VM, a: bigint, m: bigint): bigint {
  let [r0, r1, s0, s1] = [m, a, 0n, 1n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [s0, s1] = [s1, s0 - q * s1];
  }
  if (r0 !== 1n) throw vm.error('ValueError', 'base is not invertible for the given modulus');
  return modBig(s0, m);
}

/** `a << b`. Raises ValueError for a negative count. */
export function shiftLeftInt(vm: VM, a: Int, b: Int): Int {
  if (b < 0) throw vm.error('ValueError', 'negative shift count');
  if (a === 0) return 0;
  if (typeof b === 'bigint' || b + bitLength(a) > MAX_BITS) throw vm.error('MemoryError');
  if (typeof a === 'number' && b < 53) {
    const result = a * 2 ** b;
    if (result <= MAX_SAFE && result >= -MAX_SAFE) return result;
  }
  return normalize(BigInt(a) << BigInt(b));
}

/** `a >> b`. Raises ValueError for a negative count. */
export function shiftRightInt(vm: VM, a: Int, b: Int): Int {
  if (b < 0) throw vm.error('ValueError', 'negative shift count');
  if (typeof a === 'number') return b > 60 ? (a < 0 ? -1 : 0) : Math.floor(a / 2 ** Number(b));
  if (typeof b === 'bigint') return a < 0 ? -1 : 0;
  return normalize(a >> BigInt(b));
}

const isInt32 = (a: Int): a is number => typeof a === 'number' && a === (a | 0);

export function andInt(a: Int, b: Int): Int {
  return isInt32(a) && isInt32(b) ? a & b : normalize(BigInt(a) & BigInt(b));
}

export function orInt(a: Int, b: Int): Int {
  return isInt32(a) && isInt32(b) ? a | b : normalize(BigInt(a) | BigInt(b));
}

export function xorInt(a: Int, b: Int): Int {
  return isInt32(a) && isInt32(b) ? a ^ b : normalize(BigInt(a) ^ BigInt(b));
}

export function invertInt(a: Int): Int {
  return typeof a === 'number' ? subInt(-1, a) : normalize(~a);
}

/** `a // b` of floats; b is not 0. */
export function floorDivFloat(a: number, b: number): number {
  return divmodFloat(a, b)[0];
}

/** `a % b` of floats; b is not 0. */
export function modFloat(a: number, b: number): number {
  const remainder = a % b;
  if (remainder === 0) return b < 0 || Object.is(b, -0) ? -0 : 0;
  return remainder < 0 !== b < 0 ? remainder + b : remainder;
}

/** `divmod(a, b)` of floats; b is not 0. */
export function divmodFloat(a: number, b: number): [number, number] {
  let remainder = a % b;
  let quotient = (a - remainder) / b;
  if (remainder !== 0) {
    if (b < 0 !== remainder < 0) {
      remainder += b;
      quotient -= 1;
    }
  } else remainder = b < 0 ? -0 : 0;
  if (quotient !== 0) {
    let floor = Math.floor(quotient);
    if (quotient - floor > 0.5) floor += 1;
    quotient = floor;
  } else quotient = a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  return [quotient, remainder];
}

/** `a ** b` of floats; a complex for a negative base and a fractional exponent. Raises ZeroDivisionError, OverflowError. */
export function powFloat(vm: VM, a: number, b: number): PyFloat | PyComplex {
  if (b === 0 || a === 1) return new PyFloat(1);
  if (a === -1 && !Number.isFinite(b) && !Number.isNaN(b)) return new PyFloat(1);
  if (a === 0 && b === -Infinity) return new PyFloat(Infinity);
  if (a === 0 && b < 0) throw vm.error('ZeroDivisionError', '0.0 cannot be raised to a negative power');
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b))
    return powComplex(vm, new PyComplex(a, 0), new PyComplex(b, 0));
  const result = a ** b;
  if (!Number.isFinite(result) && Number.isFinite(a) && Number.isFinite(b))
    throw vm.error('OverflowError', 34, 'Numerical result out of range');
  return new PyFloat(result);
}

export function mulComplex(a: PyComplex, b: PyComplex): PyComplex {
  return new PyComplex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real);
}

/** `a / b` by Smith's method, as CPython does it. */
export function divComplex(vm: VM, a: PyComplex, b: PyComplex): PyComplex {
  const absReal = Math.abs(b.real);
  const absImag = Math.abs(b.imag);
  if (absReal >= absImag) {
    if (absReal === 0) throw vm.error('ZeroDivisionError', 'complex division by zero');
    const ratio = b.imag / b.real;
    const denominator = b.real + b.imag * ratio;
    return new PyComplex((a.real + a.imag * ratio) / denominator, (a.imag - a.real * ratio) / denominator);
  }
  const ratio = b.real / b.imag;
  const denominator = b.real * ratio + b.imag;
  return new PyComplex((a.real * ratio + a.imag) / denominator, (a.imag * ratio - a.real) / denominator);
}

export function powComplex(vm: VM, a: PyComplex, b: PyComplex): PyComplex {
  if (b.real === 0 && b.imag === 0) return new PyComplex(1, 0);
  if (a.real === 0 && a.imag === 0) {
    if (b.imag !== 0 || b.real < 0) throw vm.error('ZeroDivisionError', '0.0 to a negative or complex power');
    return new PyComplex(0, 0);
  }
  if (b.imag === 0 && Number.isInteger(b.real) && Math.abs(b.real) <= 100) {
    let result = new PyComplex(1, 0);
    let base = a;
    for (let n = Math.abs(b.real); n > 0; n = Math.floor(n / 2)) {
      if (n % 2 === 1) result = mulComplex(result, base);
      base = mulComplex(base, base);
    }
    return b.real < 0 ? divComplex(vm, new PyComplex(1, 0), result) : result;
  }
  const absolute = Math.hypot(a.real, a.imag);
  let length = absolute ** b.real;
  const at = Math.atan2(a.imag, a.real);
  let phase = at * b.real;
  if (b.imag !== 0) {
    length /= Math.exp(at * b.imag);
    phase += b.imag * Math.log(absolute);
  }
  return new PyComplex(length * Math.cos(phase), length * Math.sin(phase));
}

/** Operator indices as in BINARY_OPERATORS. */
export const enum Binary {
  Add,
  And,
  FloorDivide,
  LeftShift,
  MatMul,
  Multiply,
  Remainder,
  Or,
  Power,
  RightShift,
  Subtract,
  TrueDivide,
  Xor,
}

/** An operation on two ints; undefined for `@`. */
export function intOperation(vm: VM, operator: number, a: Int, b: Int): Value | undefined {
  switch (operator) {
    case Binary.Add:
      return addInt(a, b);
    case Binary.Subtract:
      return subInt(a, b);
    case Binary.Multiply:
      return mulInt(a, b);
    case Binary.TrueDivide:
      return new PyFloat(trueDivInt(vm, a, b));
    case Binary.FloorDivide:
      if (b === 0) throw vm.error('ZeroDivisionError', 'integer division or modulo by zero');
      return floorDivInt(a, b);
    case Binary.Remainder:
      if (b === 0) throw vm.error('ZeroDivisionError', 'integer modulo by zero');
      return modInt(a, b);
    case Binary.Power:
      if (b >= 0) return powInt(vm, a, b);
      if (a === 0) throw vm.error('ZeroDivisionError', '0.0 cannot be raised to a negative power');
      return powFloat(vm, intToFloat(vm, a), intToFloat(vm, b));
    case Binary.LeftShift:
      return shiftLeftInt(vm, a, b);
    case Binary.RightShift:
      return shiftRightInt(vm, a, b);
    case Binary.And:
      return andInt(a, b);
    case Binary.Or:
      return orInt(a, b);
    case Binary.Xor:
      return xorInt(a, b);
    default:
      return undefined;
  }
}

/** An operation on two floats; undefined for the bitwise ones and `@`. */
export function floatOperation(vm: VM, operator: number, a: number, b: number): Value | undefined {
  switch (operator) {
    case Binary.Add:
      return new PyFloat(a + b);
    case Binary.Subtract:
      return new PyFloat(a - b);
    case Binary.Multiply:
      return new PyFloat(a * b);
    case Binary.TrueDivide:
      if (b === 0) throw vm.error('ZeroDivisionError', 'float division by zero');
      return new PyFloat(a / b);
    case Binary.FloorDivide:
      if (b === 0) throw vm.error('ZeroDivisionError', 'float floor division by zero');
      return new PyFloat(floorDivFloat(a, b));
    case Binary.Remainder:
      if (b === 0) throw vm.error('ZeroDivisionError', 'float modulo');
      return new PyFloat(modFloat(a, b));
    case Binary.Power:
      return powFloat(vm, a, b);
    default:
      return undefined;
  }
}

export function complexOperation(vm: VM, operator: number, a: PyComplex, b: PyComplex): Value | undefined {
  switch (operator) {
    case Binary.Add:
      return new PyComplex(a.real + b.real, a.imag + b.imag);
    case Binary.Subtract:
      return new PyComplex(a.real - b.real, a.imag - b.imag);
    case Binary.Multiply:
      return mulComplex(a, b);
    case Binary.TrueDivide:
      return divComplex(vm, a, b);
    case Binary.Power:
      return powComplex(vm, a, b);
    default:
      return undefined;
  }
}

/** An operation on two built-in numbers (boxed ones as their value); undefined where one is none or it has no such operation. */
export function numberOperation(vm: VM, operator: number, a: Value, b: Value): Value | undefined {
  const x = intOf(a);
  const y = intOf(b);
  if (x !== undefined && y !== undefined) {
    if (typeof a === 'boolean' && typeof b === 'boolean') {
      if (operator === Binary.And) return a && b;
      if (operator === Binary.Or) return a || b;
      if (operator === Binary.Xor) return a !== b;
    }
    return intOperation(vm, operator, x, y);
  }
  const fx = floatOf(a);
  const fy = floatOf(b);
  if ((fx !== undefined || x !== undefined) && (fy !== undefined || y !== undefined)) {
    if (
      operator === Binary.And ||
      operator === Binary.Or ||
      operator === Binary.Xor ||
      operator === Binary.MatMul
    )
      return undefined;
    return floatOperation(vm, operator, fx ?? intToFloat(vm, x!), fy ?? intToFloat(vm, y!));
  }
  const cx =
    complexOf(a) ??
    (fx !== undefined ? new PyComplex(fx, 0) : x !== undefined ? new PyComplex(Number(x), 0) : undefined);
  const cy =
    complexOf(b) ??
    (fy !== undefined ? new PyComplex(fy, 0) : y !== undefined ? new PyComplex(Number(y), 0) : undefined);
  if (cx !== undefined && cy !== undefined) return complexOperation(vm, operator, cx, cy);
  return undefined;
}

/** A number for comparisons with `<` and `===` that are exact between int and float; undefined for others than int and float. */
export function realOf(value: Value): Int | undefined {
  return intOf(value) ?? floatOf(value);
}

/** Whether two built-in numbers are equal, exactly; undefined where one is none. */
export function numbersEqual(a: Value, b: Value): boolean | undefined {
  const x = realOf(a);
  const y = realOf(b);
  // eslint-disable-next-line eqeqeq -- the loose comparison is the exact one between number and bigint
  if (x !== undefined && y !== undefined) return x == y;
  const cx = complexOf(a);
  const cy = complexOf(b);
  if (cx !== undefined && cy !== undefined) return cx.real === cy.real && cx.imag === cy.imag;
  // eslint-disable-next-line eqeqeq -- see above
  if (cx !== undefined && y !== undefined) return cx.imag === 0 && cx.real == y;
  // eslint-disable-next-line eqeqeq -- see above
  if (cy !== undefined && x !== undefined) return cy.imag === 0 && cy.real == x;
  return undefined;
}

const HASH_MODULUS = (1n << 61n) - 1n;

/** `hash(int)`: the value modulo 2**61 - 1, with its sign; never -1. */
export function hashInt(value: Int): Int {
  if (typeof value === 'number' && value !== -1) return value;
  const big = BigInt(value);
  const result = big < 0n ? -(-big % HASH_MODULUS) : big % HASH_MODULUS;
  return result === -1n ? -2 : normalize(result);
}

/** `hash(float)`, equal to that of an int or fraction of the same value. NaN has the hash of its object in CPython; 0 here. */
export function hashFloat(value: number): Int {
  if (Number.isNaN(value)) return 0;
  if (!Number.isFinite(value)) return value > 0 ? 314159 : -314159;
  if (Number.isInteger(value)) return hashInt(intOfNumber(value));
  const { mantissa, exponent } = decompose(Math.abs(value));
  // value = mantissa * 2**exponent, and 2**61 is 1 modulo the modulus.
  const shift = ((exponent % 61) + 61) % 61;
  const hash = (mantissa << BigInt(shift)) % HASH_MODULUS;
  const result = value < 0 ? -hash : hash;
  return result === -1n ? -2 : normalize(result);
}

const view = new DataView(new ArrayBuffer(8));

/** A finite non-negative double as `mantissa * 2**exponent`, exactly. */
export function decompose(value: number): { mantissa: bigint; exponent: number } {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}

/** Parses the text of an int literal as `int(text, base)` does; undefined where it is none. */
export function parseInteger(text: string, base: number): Int | undefined {
  let rest = stripSpace(text);
  let negative = false;
  if (rest[0] === '+' || rest[0] === '-') {
    negative = rest[0] === '-';
    rest = rest.slice(1);
  }
  const prefix = rest.slice(0, 2).toLowerCase();
  const prefixBase = prefix === '0x' ? 16 : prefix === '0o' ? 8 : prefix === '0b' ? 2 : 0;
  if (prefixBase !== 0 && (base === 0 || base === prefixBase)) {
    base = prefixBase;
    rest = rest.slice(2);
    if (rest[0] === '_') rest = rest.slice(1);
  } else if (base === 0) {
    base = 10;
    if (/^0[0_]*[1-9]/.test(rest)) return undefined;
  }
  if (rest === '' || rest[0] === '_' || rest.endsWith('_') || rest.includes('__')) return undefined;
  rest = rest.replaceAll('_', '');
  let value: Int;
  if (base === 10) {
    if (!/^[0-9]+$/.test(rest)) {
      rest = asciiDigits(rest);
      if (!/^[0-9]+$/.test(rest)) return undefined;
    }
    value = rest.length < 16 ? Number(rest) : normalize(BigInt(rest));
  } else {
    let big = 0n;
    let small = 0;
    const useBig = rest.length * Math.log2(base) > 52;
    for (const c of rest) {
      const digit = digitOf(c);
      if (digit < 0 || digit >= base) return undefined;
      if (useBig) big = big * BigInt(base) + BigInt(digit);
      else small = small * base + digit;
    }
    value = useBig ? normalize(big) : small;
  }
  return negative ? negInt(value) : value;
}

function digitOf(c: string): number {
  const code = c.charCodeAt(0);
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 122) return code - 87;
  if (code >= 65 && code <= 90) return code - 55;
  return -1;
}

/** The text with the decimal digits of every script as ASCII ones. */
function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (c) => {
    let zero = c.codePointAt(0)!;
    let digit = 0;
    while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) {
      zero--;
      digit++;
    }
    return String(digit);
  });
}

const SPACE = '[\\s\\x1c-\\x1f\\x85]*';
const STRIP = new RegExp(`^${SPACE}([^]*?)${SPACE}$`);

function stripSpace(text: string): string {
  return STRIP.exec(text)![1]!;
}

/** Parses the text of a float as `float(text)` does; undefined where it is none. */
export function parseFloatText(text: string): number | undefined {
  const rest = asciiDigits(stripSpace(text));
  if (/^[+-]?(\d+(_\d+)*)?(\.(\d+(_\d+)*)?)?([eE][+-]?\d+(_\d+)*)?$/.test(rest) && /^[+-]?\.?\d/.test(rest))
    return Number(rest.replaceAll('_', ''));
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(rest);
  if (special === null) return undefined;
  const value = special[2]!.toLowerCase() === 'nan' ? NaN : Infinity;
  return special[1] === '-' ? -value : value;
}

let limitBound: { digits: number; bound: bigint } | undefined;

/** Whether an int has more decimal digits than `sys.get_int_max_str_digits()` allows. */
function exceedsDigits(vm: VM, value: bigint): boolean {
  const digits = vm.maxStrDigits;
  if (digits === 0) return false;
  if (limitBound?.digits !== digits) limitBound = { digits, bound: 10n ** BigInt(digits) };
  return value >= limitBound.bound || -value >= limitBound.bound;
}

/** The text of an int in base 10. Raises ValueError where it has too many digits. */
export function intText(vm: VM, value: Int): string {
  if (typeof value === 'bigint' && exceedsDigits(vm, value))
    throw vm.error(
      'ValueError',
      `Exceeds the limit (${vm.maxStrDigits} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit`,
    );
  return value.toString();
}

/** The unknown among the values, if there is one: it absorbs an operation. */
export function unknownAmong(...values: readonly (Value | undefined)[]): PyUnknown | undefined {
  for (const value of values) if (value instanceof PyUnknown) return value;
  return undefined;
}
