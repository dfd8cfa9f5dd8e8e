/** The module `math`. Integers are exact; functions of floats are JavaScript's, corrected where it differs from C's. */
import { mulInt, normalize, intOfNumber, intOf, floatOf, absInt, type Int } from '../builtins/numbers.js';
import { absorb } from '../builtins/operators.js';
import { unknownOf } from '../builtins/protocol.js';
import { T } from '../types.js';
import { typeOf } from '../classes.js';
import { BINARY_OPERATORS } from '../code.js';
import type { Value } from '../heap.js';
import { nativeModule, type NativeImplementation } from '../native.js';
import { PyFloat, PyTuple, PyUnknown, type PyModule } from '../objects.js';
import type { VM } from '../vm.js';
import { erf, gamma, lgamma } from './math_special.js';
import { intArgument, realArgument } from './support.js';

const domainError = (vm: VM) => vm.error('ValueError', 'math domain error');
const rangeError = (vm: VM) => vm.error('OverflowError', 'math range error');

/** A function of one float: NaN for a number is a domain error, infinity for a finite number a range error. */
function unary(
  compute: (x: number) => number,
  infinite: 'range' | 'domain' | 'value' = 'range',
): NativeImplementation {
  return (vm, argument: Value) => {
    const x = realArgument(vm, argument);
    if (x instanceof PyUnknown) return x;
    const result = compute(x);
    if (Number.isNaN(result) && !Number.isNaN(x)) throw domainError(vm);
    if (!Number.isFinite(result) && Number.isFinite(x) && infinite !== 'value')
      throw infinite === 'domain' ? domainError(vm) : rangeError(vm);
    return new PyFloat(result);
  };
}

function binary(compute: (vm: VM, x: number, y: number) => number): NativeImplementation {
  return (vm, a: Value, b: Value) => {
    const x = realArgument(vm, a);
    if (x instanceof PyUnknown) return x;
    const y = realArgument(vm, b);
    if (y instanceof PyUnknown) return y;
    return new PyFloat(compute(vm, x, y));
  };
}

function predicate(test: (x: number) => boolean): NativeImplementation {
  return (vm, argument: Value) => {
    if (typeof argument === 'bigint') return test(0);
    const x = realArgument(vm, argument);
    return x instanceof PyUnknown ? x : test(x);
  };
}

/** `math.ceil`, `floor`, `trunc`: of floats here, of others by their method. */
function rounding(name: string, round: (x: number) => number): NativeImplementation {
  return (vm, argument: Value) => {
    if (argument instanceof PyUnknown) return unknownOf(argument, T.int);
    const own = floatOf(argument);
    if (own === undefined) {
      if (typeof argument === 'number' || typeof argument === 'bigint') return argument;
      const result = vm.callSpecial(argument, name);
      if (result !== undefined) return result;
      if (name === '__trunc__')
        throw vm.error('TypeError', `type ${typeOf(argument).typeName} doesn't define __trunc__ method`);
    }
    const x = own ?? realArgument(vm, argument);
    if (x instanceof PyUnknown) return x;
    if (Number.isNaN(x)) throw vm.error('ValueError', 'cannot convert float NaN to integer');
    if (!Number.isFinite(x)) throw vm.error('OverflowError', 'cannot convert float infinity to integer');
    return intOfNumber(round(x));
  };
}

/** Natural, binary or decimal logarithm of a float or an int of any size. */
function logarithm(vm: VM, argument: Value, log: (x: number) => number): number | PyUnknown {
  const int = intOf(argument);
  if (typeof int === 'bigint') {
    if (int <= 0n) throw domainError(vm);
    const x = Number(int);
    if (Number.isFinite(x)) return log(x);
    // As a fraction from a half to one, of a power of two.
    const exponent = int.toString(2).length;
    return log(Number(int >> BigInt(exponent - 1000)) / 2 ** 1000) + log(2) * exponent;
  }
  const x = realArgument(vm, argument);
  if (x instanceof PyUnknown) return x;
  if (x <= 0) throw domainError(vm);
  return log(x);
}

/** The product of two doubles as a rounded value and its error. */
function twoProduct(a: number, b: number): [number, number] {
  const split = (x: number): [number, number] => {
    const t = 134217729 * x;
    const high = t - (t - x);
    return [high, x - high];
  };
  const product = a * b;
  const [ah, al] = split(a);
  const [bh, bl] = split(b);
  return [product, al * bl - (product - ah * bh - al * bh - ah * bl)];
}

/** The Euclidean norm, correctly rounded in nearly all cases. */
function norm(coordinates: number[]): number {
  if (coordinates.some((x) => x === Infinity || x === -Infinity)) return Infinity;
  const largest = Math.max(0, ...coordinates.map(Math.abs));
  if (largest === 0 || Number.isNaN(largest)) return largest;
  const scale = 2 ** Math.floor(Math.log2(largest));
  let sum = 0;
  let error = 0;
  for (const coordinate of coordinates) {
    const [product, low] = twoProduct(coordinate / scale, coordinate / scale);
    const next = sum + product;
    error += (sum >= product ? sum - next + product : product - next + sum) + low;
    sum = next;
  }
  const root = Math.sqrt(sum + error);
  const [square, low] = twoProduct(root, root);
  return (root + (sum - square - low + error) / (2 * root)) * scale;
}

/** The exact sum of floats, rounded once (Shewchuk). */
function exactSum(vm: VM, values: number[]): number {
  let special = 0;
  const partials: number[] = [];
  for (const value of values) {
    if (!Number.isFinite(value)) {
      special += value;
      continue;
    }
    let x = value;
    let kept = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const high = x + y;
      const low = y - (high - x);
      if (low !== 0) partials[kept++] = low;
      x = high;
    }
    partials.length = kept;
    partials.push(x);
    if (!Number.isFinite(x)) throw vm.error('OverflowError', 'intermediate overflow in fsum');
  }
  if (special !== 0 || Number.isNaN(special)) {
    if (Number.isNaN(special) && !values.some(Number.isNaN))
      throw vm.error('ValueError', '-inf + inf in fsum');
    return special;
  }
  let total = 0;
  let low = 0;
  let i = partials.length;
  while (i > 0) {
    const x = total;
    const y = partials[--i]!;
    total = x + y;
    low = y - (total - x);
    if (low !== 0) break;
  }
  if (i > 0 && ((low < 0 && partials[i - 1]! < 0) || (low > 0 && partials[i - 1]! > 0))) {
    const y = low * 2;
    const x = total + y;
    if (y === x - total) total = x;
  }
  return total;
}

const gcdTwo = (a: Int, b: Int): Int => {
  if (typeof a === 'number' && typeof b === 'number') {
    let [x, y] = [Math.abs(a), Math.abs(b)];
    while (y !== 0) [x, y] = [y, x % y];
    return x;
  }
  let [x, y] = [BigInt(absInt(a)), BigInt(absInt(b))];
  while (y !== 0n) [x, y] = [y, x % y];
  return normalize(x);
};

function lcmTwo(a: Int, b: Int): Int {
  if (a === 0 || b === 0) return 0;
  const divisor = gcdTwo(a, b);
  return absInt(mulInt(normalize(BigInt(a) / BigInt(divisor)), b));
}

function integerSquareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** The product of the integers from `low` to `high`. */
function productOfRange(low: number, high: number): bigint {
  if (low > high) return 1n;
  if (high - low < 8) {
    let product = 1n;
    for (let i = low; i <= high; i++) product *= BigInt(i);
    return product;
  }
  const middle = Math.floor((low + high) / 2);
  return productOfRange(low, middle) * productOfRange(middle + 1, high);
}

function foldInts(vm: VM, args: Value[], initial: Int, fold: (a: Int, b: Int) => Int): Value {
  let result = initial;
  for (const arg of args) {
    const value = intArgument(vm, arg);
    if (value instanceof PyUnknown) return value;
    result = fold(result, value);
  }
  return result;
}

/** n and k of comb and perm. */
function smallCounts(vm: VM, n: Value, k: Value): [number, number] | PyUnknown {
  const a = intArgument(vm, n);
  if (a instanceof PyUnknown) return a;
  const b = intArgument(vm, k);
  if (b instanceof PyUnknown) return b;
  if (a < 0) throw vm.error('ValueError', 'n must be a non-negative integer');
  if (b < 0) throw vm.error('ValueError', 'k must be a non-negative integer');
  return [Number(a), Number(b)];
}

/** Splits a float into mantissa (0.5 ≤ |m| < 1) and exponent. */
function frexp(x: number): [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0];
  let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1);
  let mantissa = x * 2 ** -Math.max(-1022, exponent);
  if (exponent < -1022) mantissa = x * 2 ** 1022 * 2 ** (-exponent - 1022);
  while (Math.abs(mantissa) < 0.5) {
    mantissa *= 2;
    exponent--;
  }
  while (Math.abs(mantissa) >= 1) {
    mantissa /= 2;
    exponent++;
  }
  return [mantissa, exponent];
}

function ldexp(vm: VM, x: number, exponent: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  let result = x;
  let left = Math.max(-2200, Math.min(2200, exponent));
  while (left > 1000) {
    result *= 2 ** 1000;
    left -= 1000;
  }
  while (left < -1000) {
    result *= 2 ** -1000;
    left += 1000;
  }
  result *= 2 ** left;
  if (!Number.isFinite(result)) throw rangeError(vm);
  return result;
}

const bits = new DataView(new ArrayBuffer(8));

/** The float next to `x` in the direction of `y`. */
function nextAfter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (y > x === x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/** IEEE remainder: of the quotient rounded to even. */
function ieeeRemainder(x: number, y: number): number {
  const [a, b] = [Math.abs(x), Math.abs(y)];
  if (b === Infinity) return x;
  const m = a % b;
  const c = b - m;
  const r = m < c ? m : m > c ? -c : m - 2 * ((0.5 * (a - m)) % b);
  return (x < 0 || Object.is(x, -0) ? -1 : 1) * r;
}

function power(vm: VM, x: number, y: number): number {
  if (x === 1 || y === 0) return 1;
  if (x === -1 && Math.abs(y) === Infinity) return 1;
  const result = x ** y;
  if (Number.isNaN(result) && !Number.isNaN(x) && !Number.isNaN(y)) throw domainError(vm);
  if (!Number.isFinite(result) && Number.isFinite(x) && Number.isFinite(y))
    throw x === 0 ? domainError(vm) : rangeError(vm);
  return result;
}

function floatsOf(vm: VM, values: readonly Value[]): number[] | PyUnknown {
  const floats: number[] = [];
  for (const value of values) {
    const x = realArgument(vm, value);
    if (x instanceof PyUnknown) return x;
    floats.push(x);
  }
  return floats;
}

const MULTIPLY = BINARY_OPERATORS.indexOf('*');

export function mathModule(_vm: VM): PyModule {
  return nativeModule(
    'math',
    {
      'acos(x, /)': unary(Math.acos),
      'acosh(x, /)': unary(Math.acosh),
      'asin(x, /)': unary(Math.asin),
      'asinh(x, /)': unary(Math.asinh),
      'atan(x, /)': unary(Math.atan),
      'atan2(y, x, /)': binary((_vm, y, x) => Math.atan2(y, x)),
      'atanh(x, /)': unary(Math.atanh, 'domain'),
      'cbrt(x, /)': unary(Math.cbrt),
      'ceil(x, /)': rounding('__ceil__', Math.ceil),
      'comb(n, k, /)': (vm, n: Value, k: Value) => {
        const counts = smallCounts(vm, n, k);
        if (counts instanceof PyUnknown) return counts;
        const [total] = counts;
        const chosen = Math.min(counts[1], total - counts[1]);
        if (chosen < 0) return 0;
        return normalize(productOfRange(total - chosen + 1, total) / productOfRange(2, chosen));
      },
      'copysign(x, y, /)': binary((_vm, x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
      'cos(x, /)': unary(Math.cos),
      'cosh(x, /)': unary(Math.cosh),
      'degrees(x, /)': unary((x) => x * (180 / Math.PI), 'value'),
      'dist(p, q, /)': (vm, p: Value, q: Value) => {
        const a = floatsOf(vm, vm.collect(p));
        if (a instanceof PyUnknown) return a;
        const b = floatsOf(vm, vm.collect(q));
        if (b instanceof PyUnknown) return b;
        if (a.length !== b.length)
          throw vm.error('ValueError', 'both points must have the same number of dimensions');
        return new PyFloat(norm(a.map((x, i) => x - b[i]!)));
      },
      'erf(x, /)': unary(erf),
      'erfc(x, /)': unary((x) => 1 - erf(x)),
      'exp(x, /)': unary(Math.exp),
      'exp2(x, /)': unary((x) => 2 ** x),
      'expm1(x, /)': unary(Math.expm1),
      'fabs(x, /)': unary(Math.abs),
      'factorial(x, /)': (vm, x: Value) => {
        if (floatOf(x) !== undefined)
          throw vm.error('TypeError', `'float' object cannot be interpreted as an integer`);
        const n = intArgument(vm, x);
        if (n instanceof PyUnknown) return n;
        if (n < 0) throw vm.error('ValueError', 'factorial() not defined for negative values');
        if (n > 1_000_000)
          throw vm.error('OverflowError', 'factorial() argument should not exceed 1000000 here');
        return normalize(productOfRange(2, Number(n)));
      },
      'floor(x, /)': rounding('__floor__', Math.floor),
      'fmod(x, y, /)': binary((vm, x, y) => {
        const result = x % y;
        if (Number.isNaN(result) && !Number.isNaN(x) && !Number.isNaN(y)) throw domainError(vm);
        return result;
      }),
      'frexp(x, /)': (vm, argument: Value) => {
        const x = realArgument(vm, argument);
        if (x instanceof PyUnknown) return x;
        const [mantissa, exponent] = frexp(x);
        return new PyTuple([new PyFloat(mantissa), exponent]);
      },
      'fsum(seq, /)': (vm, seq: Value) => {
        const values = floatsOf(vm, vm.collect(seq, false));
        return values instanceof PyUnknown ? values : new PyFloat(exactSum(vm, values));
      },
      'gamma(x, /)': (vm, argument: Value) => {
        const x = realArgument(vm, argument);
        if (x instanceof PyUnknown) return x;
        if (x === -Infinity || (x <= 0 && Number.isInteger(x))) throw domainError(vm);
        const result = gamma(x);
        if (!Number.isFinite(result) && Number.isFinite(x)) throw rangeError(vm);
        return new PyFloat(result);
      },
      'gcd(*integers)': (vm, integers: Value[]) => foldInts(vm, integers, 0, gcdTwo),
      'hypot(*coordinates)': (vm, coordinates: Value[]) => {
        const values = floatsOf(vm, coordinates);
        return values instanceof PyUnknown ? values : new PyFloat(norm(values));
      },
      'isclose(a, b, *, rel_tol=..., abs_tol=...)': (
        vm,
        a: Value,
        b: Value,
        relative: Value | undefined,
        absolute: Value | undefined,
      ) => {
        const values = floatsOf(vm, [a, b, relative ?? new PyFloat(1e-9), absolute ?? new PyFloat(0)]);
        if (values instanceof PyUnknown) return values;
        const [x, y, rel, abs] = values as [number, number, number, number];
        if (rel < 0 || abs < 0) throw vm.error('ValueError', 'tolerances must be non-negative');
        if (x === y) return true;
        if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
        const difference = Math.abs(x - y);
        return difference <= Math.abs(rel * y) || difference <= Math.abs(rel * x) || difference <= abs;
      },
      'isfinite(x, /)': predicate(Number.isFinite),
      'isinf(x, /)': predicate((x) => x === Infinity || x === -Infinity),
      'isnan(x, /)': predicate(Number.isNaN),
      'isqrt(n, /)': (vm, argument: Value) => {
        const n = intArgument(vm, argument);
        if (n instanceof PyUnknown) return n;
        if (n < 0) throw vm.error('ValueError', 'isqrt() argument must be nonnegative');
        return normalize(integerSquareRoot(BigInt(n)));
      },
      'lcm(*integers)': (vm, integers: Value[]) => foldInts(vm, integers, 1, lcmTwo),
      'ldexp(x, i, /)': (vm, argument: Value, i: Value) => {
        const x = realArgument(vm, argument);
        if (x instanceof PyUnknown) return x;
        const exponent = intArgument(vm, i);
        return exponent instanceof PyUnknown ? exponent : new PyFloat(ldexp(vm, x, Number(exponent)));
      },
      'lgamma(x, /)': (vm, argument: Value) => {
        const x = realArgument(vm, argument);
        if (x instanceof PyUnknown) return x;
        if (x <= 0 && Number.isInteger(x)) throw domainError(vm);
        return new PyFloat(lgamma(x));
      },
      'log(x, base=..., /)': (vm, x: Value, base: Value | undefined) => {
        const numerator = logarithm(vm, x, Math.log);
        if (numerator instanceof PyUnknown) return numerator;
        if (base === undefined) return new PyFloat(numerator);
        const denominator = logarithm(vm, base, Math.log);
        if (denominator instanceof PyUnknown) return denominator;
        if (denominator === 0) throw vm.error('ZeroDivisionError', 'float division by zero');
        return new PyFloat(numerator / denominator);
      },
      'log10(x, /)': (vm, x: Value) => {
        const result = logarithm(vm, x, Math.log10);
        return result instanceof PyUnknown ? result : new PyFloat(result);
      },
      'log1p(x, /)': unary(Math.log1p, 'domain'),
      'log2(x, /)': (vm, x: Value) => {
        const result = logarithm(vm, x, Math.log2);
        return result instanceof PyUnknown ? result : new PyFloat(result);
      },
      'modf(x, /)': (vm, argument: Value) => {
        const x = realArgument(vm, argument);
        if (x instanceof PyUnknown) return x;
        if (!Number.isFinite(x))
          return new PyTuple([new PyFloat(Number.isNaN(x) ? x : x < 0 ? -0 : 0), new PyFloat(x)]);
        const whole = Math.trunc(x);
        const sign = x < 0 || Object.is(x, -0) ? -1 : 1;
        return new PyTuple([new PyFloat(sign * Math.abs(x - whole)), new PyFloat(whole)]);
      },
      'nextafter(x, y, /)': binary((_vm, x, y) => nextAfter(x, y)),
      'perm(n, k=None, /)': (vm, n: Value, k: Value) => {
        const counts = smallCounts(vm, n, k ?? n);
        if (counts instanceof PyUnknown) return counts;
        const [total, chosen] = counts;
        return chosen > total ? 0 : normalize(productOfRange(total - chosen + 1, total));
      },
      'pow(x, y, /)': binary(power),
      'prod(iterable, /, *, start=1)': (vm, iterable: Value, start: Value) => {
        if (iterable instanceof PyUnknown) return absorb(iterable);
        let product = start;
        for (const item of vm.collect(iterable, false)) {
          if (typeof product === 'number' && typeof item === 'number') product = mulInt(product, item);
          else product = vm.root(vm.binary(MULTIPLY, product, item));
        }
        return product;
      },
      'radians(x, /)': unary((x) => x * (Math.PI / 180), 'value'),
      'remainder(x, y, /)': binary((vm, x, y) => {
        if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
        if (!Number.isFinite(x) || y === 0) throw domainError(vm);
        return ieeeRemainder(x, y);
      }),
      'sin(x, /)': unary(Math.sin),
      'sinh(x, /)': unary(Math.sinh),
      'sqrt(x, /)': unary(Math.sqrt),
      'tan(x, /)': unary(Math.tan),
      'tanh(x, /)': unary(Math.tanh),
      'trunc(x, /)': rounding('__trunc__', Math.trunc),
      'ulp(x, /)': unary((x) => {
        const a = Math.abs(x);
        if (!Number.isFinite(a)) return a;
        const next = nextAfter(a, Infinity);
        return Number.isFinite(next) ? next - a : a - nextAfter(a, 0);
      }, 'value'),
    },
    {
      pi: new PyFloat(Math.PI),
      e: new PyFloat(Math.E),
      tau: new PyFloat(2 * Math.PI),
      inf: new PyFloat(Infinity),
      nan: new PyFloat(NaN),
    },
  );
}
