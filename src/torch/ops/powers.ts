/** Powers, roots, exponentials and logarithms, elementwise. Formulas as in derivatives.yaml. */
import { emptyLike, forget } from '../allocate.js';
import { Category, complex128, float32, float64 as FLOAT64, type DType } from '../dtype.js';
import { fail } from '../errors.js';
import { elementwise, temporary } from '../iterator.js';
import { drop, inplaceVariant, into, op, scope, type Op, type OperatorInit } from '../operator.js';
import { resultType } from '../promotion.js';
import { float, scalarCategory, scalarValue, type Scalar } from '../scalar.js';
import { inferSize, sameSizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { add, div, mul, mul_, product, sub } from './arithmetic.js';
import { bitwise_and, eq, ge, le, logical_and } from './comparisons.js';
import { conj, imag, real, toKindOf } from './complex.js';
import { to } from './copy.js';
import { zeros } from './dense.js';
import {
  backwardKernel,
  TENSOR_OTHER,
  binary,
  floatingType,
  isComplex,
  otherFirst,
  type Binary,
  type Operand,
  type Unary,
  unary,
} from './elementwise_rules.js';
import { masked_fill, where } from './where.js';

export const exp: Unary = unary('exp', {
  compute: Math.exp,
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) => mul(grad, conj(result)),
});
export const log: Unary = unary('log', {
  compute: Math.log,
  autocast: 'fp32',
  gradient: (grad, self) => div(grad, conj(self)),
});
export const sqrt: Unary = unary('sqrt', {
  compute: Math.sqrt,
  saves: 'result',
  gradient: (grad, result) => div(grad, conj(mul(result, 2))),
});
export const rsqrt: Unary = unary('rsqrt', {
  compute: (x) => 1 / Math.sqrt(x),
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) =>
    product(
      () => mul(grad, float(-0.5)),
      () => conj(pow(result, 3)),
    ),
});

export const sigmoid: Unary = unary('sigmoid', {
  compute: (x) => 1 / (1 + Math.exp(-x)),
  saves: 'result',
  gradient: (grad, result) => sigmoid_backward(grad, result),
  aliases: ['special_expit'],
});

export const square: Unary = op({
  schema: 'square(Tensor self) -> Tensor',
  composite: true,
  forward: (self: Tensor) => into(pow)(self, 2),
});
op<[Tensor], Tensor>({
  schema: 'square_(Tensor(a!) self) -> Tensor(a!)',
  composite: true,
  forward: (self) => pow_(self, 2),
});

export const expm1: Unary = unary('expm1', {
  compute: Math.expm1,
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) => mul(grad, add(result, 1)),
  aliases: ['special_expm1'],
});
unary('exp2', {
  compute: (x) => 2 ** x,
  saves: 'result',
  gradient: (grad, result) => mul(mul(grad, result), float(Math.LN2)),
  aliases: ['special_exp2'],
});
export const log1p: Unary = unary('log1p', {
  compute: Math.log1p,
  autocast: 'fp32',
  gradient: (grad, self) => div(grad, add(self, 1)),
  aliases: ['special_log1p'],
});
unary('log2', {
  compute: Math.log2,
  autocast: 'fp32',
  gradient: (grad, self) => div(grad, mul(self, float(Math.LN2))),
});
unary('log10', {
  compute: Math.log10,
  autocast: 'fp32',
  gradient: (grad, self) => div(grad, mul(self, float(Math.LN10))),
});

/** `pow_backward`: the gradient of a tensor to the power of a number. */
function powerOfTensor(grad: Tensor, self: Tensor, exponent: Scalar): Tensor {
  const value = scalarValue(exponent);
  if (value === 0) return zeros(self, self.sizes);
  const less = scalarCategory(exponent) === Category.complex ? exponent : float(value - 1);
  return toKindOf(self.dtype.isComplex, mul(grad, conj(mul(pow(self, less), exponent))));
}

/** `pow_backward_self`. C++ computes the arguments of `where` from the last to the first. */
function basesGradient(grad: Tensor, self: Tensor, exponent: Tensor): Tensor {
  const power = mul(grad, conj(mul(exponent, pow(self, sub(exponent, 1)))));
  const zero = zeros(grad, []);
  return where(eq(exponent, 0), zero, power);
}

/** `pow_backward_exponent`. */
function exponentsGradient(grad: Tensor, self: Tensor, exponent: Tensor, result: Tensor): Tensor {
  const isZero = scope(() => {
    const least = exponent.dtype.isComplex
      ? scope(() => {
          const positive = ge(real(exponent), 0);
          return logical_and(eq(imag(exponent), 0), positive);
        })
      : ge(exponent, 0);
    return logical_and(eq(self, 0), least);
  });
  const power = conj(mul(result, log(to(self, resultType([self, exponent])))));
  return mul(grad, where(isZero, zeros(grad, []), power));
}

/** `pow_backward_exponent` of a base that is a number. */
function numbersExponent(grad: Tensor, base: Scalar, exponent: Tensor, result: Tensor): Tensor {
  const value = scalarValue(base);
  const logarithm = scalarCategory(base) === Category.complex ? base : float(Math.log(value));
  if (value !== 0) return mul(grad, conj(mul(result, logarithm)));
  const isZero = scope(() => {
    if (!exponent.dtype.isComplex) return ge(exponent, 0);
    const positive = ge(real(exponent), 0);
    return logical_and(eq(imag(exponent), 0), positive);
  });
  const power = conj(mul(result, logarithm));
  return mul(grad, where(isZero, zeros(grad, []), power));
}

export const pow: Op<[self: Tensor, exponent: Operand]> = op({
  schema: 'pow.Tensor_Scalar(Number self, Number exponent) -> Tensor',
  nodeOf: (self: Tensor, exponent: Operand) =>
    `PowBackward${exponent instanceof Tensor ? (self instanceof Tensor ? 1 : 2) : 0}`,
  autocast: 'fp32',
  forward(self: Tensor, exponent: Operand) {
    const dtype = resultType([self, exponent]);
    const value = exponent instanceof Tensor ? NaN : scalarValue(exponent);
    if (dtype.category <= Category.int && value < 0)
      fail('RuntimeError', 'Integers to negative integer powers are not allowed.');
    const out =
      exponent instanceof Tensor || !(self instanceof Tensor)
        ? elementwise([self, exponent], dtype, (x, y) => x ** y)
        : elementwise([self], dtype, (x) => x ** value);
    // A base that is a number becomes a tensor of its own, unless it is one.
    const base = self as Operand;
    if (!(base instanceof Tensor) && scalarValue(base) !== 1) temporary(out, dtype.isComplex ? 16 : 8);
    return out;
  },
  autograd(_needs, result, self, exponent) {
    const ofSelf = isComplex(self);
    if (!(exponent instanceof Tensor))
      return { saved: [self], backward: ([grad], [s]) => [powerOfTensor(grad!, s!, exponent)] };
    const ofExponent = exponent.dtype.isComplex;
    const isTensor = self instanceof Tensor;
    const base = isTensor ? null : (self as unknown as Scalar);
    return {
      saved: [isTensor ? self : null, exponent, result],
      backward: ([grad], [s, e, r], wanted) =>
        otherFirst(
          wanted,
          () => toKindOf(ofSelf, basesGradient(grad!, s!, e!)),
          () =>
            toKindOf(
              ofExponent,
              s === null ? numbersExponent(grad!, base!, e!, r!) : exponentsGradient(grad!, s, e!, r!),
            ),
        ),
    };
  },
});
export const pow_: Op<[self: Tensor, exponent: Operand]> = inplaceVariant(pow, { bind: 'method' });

export const float_power: Op<[self: Tensor, exponent: Operand]> = op({
  schema: 'float_power.Tensor_Scalar(Number self, Number exponent) -> Tensor',
  composite: true,
  forward: (self: Tensor, exponent: Operand) =>
    into(pow)(
      self instanceof Tensor ? to(self, widest(self, exponent)) : self,
      exponent instanceof Tensor ? to(exponent, widest(self, exponent)) : exponent,
    ),
});
function widest(self: Operand, exponent: Operand): DType {
  return isComplex(self) || isComplex(exponent) ? complex128 : FLOAT64;
}
op<[Tensor, Operand], Tensor>({
  schema: 'float_power_(Tensor(a!) self, Number exponent) -> Tensor(a!)',
  bind: 'method',
  composite: true,
  forward(self, exponent) {
    const wanted = widest(self, exponent);
    if (self.dtype !== wanted)
      fail(
        'RuntimeError',
        `the base given to float_power_ has dtype ${self.dtype.scalarName} but the operation's result requires dtype ${wanted.scalarName}`,
      );
    return pow_(self, exponent instanceof Tensor ? to(exponent, wanted) : exponent);
  },
});

binary('logaddexp', {
  second: TENSOR_OTHER,
  inplace: false,
  gradient: (grad, self, other) => [
    () => div(grad, add(exp(sub(other as Tensor, self)), 1)),
    () => div(grad, add(exp(sub(self, other)), 1)),
  ],
});
binary('logaddexp2', {
  second: TENSOR_OTHER,
  inplace: false,
  gradient: (grad, self, other) => [
    () => div(grad, add(pow2(sub(other as Tensor, self)), 1)),
    () => div(grad, add(pow2(sub(self, other)), 1)),
  ],
});
function pow2(exponent: Operand): Tensor {
  return pow(float(2) as unknown as Tensor, exponent);
}
export const xlogy: Binary = binary('xlogy', {
  anyOrder: true,
  nodeOf: (self, other) => `XlogyBackward${!(self instanceof Tensor) ? 1 : other instanceof Tensor ? 0 : 2}`,
  type: (a, b) => floatingType(resultType([a, b])),
  gradient: (grad, self, other) => [
    () => {
      const scaled = xlogy(grad, other);
      const outside = bitwise_and(eq(self, 0), le(other as Tensor, 0));
      return masked_fill(scaled, outside, 0);
    },
    () => div(mul(grad, self), other),
  ],
});
op<[Tensor, Operand], Tensor>({
  schema: 'special_xlogy(Number self, Number other) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (self, other) => xlogy(self, other),
});

/** The gradient of `ldexp`. Results are kept whatever gradients are wanted, arguments only for theirs. */
const ldexpGradient: NonNullable<OperatorInit<[Tensor, Tensor], Tensor>['autograd']> = (
  needs,
  result,
  _self,
  other,
) => ({
  saved: [needs[0] ? other : null, result],
  backward: ([grad], [o, r], wanted) =>
    otherFirst(
      wanted,
      () => mul(grad!, pow2(o!)),
      () => mul(mul(grad!, r!), float(Math.LN2)),
    ),
});
/** Whether a kernel scales by a whole exponent as it reads; else there is a power of two, and a product. */
const scalesByKernel = (self: Tensor, other: Tensor): boolean =>
  self.dtype.isFloating && other.dtype.category <= Category.int;
/** Two to the power of `other`, of a base in the dtype of what is scaled, which a number has for single precision. */
function scaleOf(self: Tensor, other: Tensor): Tensor {
  return self.dtype.category >= Category.float && self.dtype !== float32
    ? scope(() => pow(emptyLike(self, []), other))
    : pow2(other);
}
op<[Tensor, Tensor], Tensor>({
  schema: 'ldexp.Tensor(Tensor self, Tensor other) -> Tensor',
  forward(self, other) {
    if (!scalesByKernel(self, other)) return mul(self, scaleOf(self, other));
    // The result is made like `self`, and again where `other` is larger.
    const first = sameSizes(inferSize(self.sizes, other.sizes), self.sizes) ? null : emptyLike(self);
    const out = elementwise([self, other], self.dtype);
    drop(first);
    return out;
  },
  autograd: ldexpGradient,
});
op<[Tensor, Tensor], Tensor>({
  schema: 'ldexp_(Tensor(a!) self, Tensor other) -> Tensor(a!)',
  bind: 'method',
  node: 'LdexpBackward0',
  forward(self, other) {
    if (!scalesByKernel(self, other)) return mul_(self, scaleOf(self, other));
    self.bumpVersion();
    return forget(self);
  },
  autograd: ldexpGradient,
});

export const scaled = (t: Tensor, factor: number): Tensor => mul(t, float(factor) as unknown as Tensor);

export const sigmoid_backward = backwardKernel('sigmoid_backward', 'output', 'function', (grad, g, output) =>
  mul(mul(grad, g), add(scaled(output, -2), float(1) as unknown as Tensor, 1)),
);
