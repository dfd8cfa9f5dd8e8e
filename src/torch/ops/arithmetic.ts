/** Arithmetic, elementwise: sums, products, quotients, remainders and what fuses them. Formulas as in derivatives.yaml. */
import { engineOperators } from '../autograd/engine_operators.js';
import { Category, bool, cppName, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { elementwise } from '../iterator.js';
import {
  callOfProgram,
  inplaceVariant,
  isDerivativeOfProgram,
  op,
  type Op,
  withoutFormula,
} from '../operator.js';
import { resultType } from '../promotion.js';
import { float, scalarCategory, scalarValue, type Scalar } from '../scalar.js';
import { Tensor } from '../tensor.js';
import { conj, toKindOf } from './complex.js';
import {
  alsoNamed,
  binary,
  floatingType,
  gradients,
  isComplex,
  otherFirst,
  registry,
  tensorOf,
  type Binary,
  type Operand,
  type Unary,
  unary,
  zerosLike,
} from './elementwise_rules.js';

/** `mul` and `div` by an operand that may be a number, which is a tensor where the program gave it. */
function byOperand(operator: Binary): (t: Tensor, operand: Operand) => Tensor {
  if (!isDerivativeOfProgram()) return operator;
  return (t, operand) => callOfProgram(operator.operator, [t, operand]) as Tensor;
}

function isOne(scalar: Scalar): boolean {
  return scalarValue(scalar) === 1;
}

/** The product of two expressions: the compiler evaluates the right operand first. */
export function product(left: () => Tensor, right: () => Tensor): Tensor {
  const second = right();
  return mul(left(), second);
}

/** `maybe_multiply`. */
export function maybeMultiply(t: Tensor, scalar: Scalar): Tensor {
  return isOne(scalar) ? t : mul(t, scalar);
}

type BinaryAlpha = Op<[self: Tensor, other: Operand, alpha?: Scalar]>;

function withAlpha(
  name: 'add' | 'sub',
  sign: 1 | -1,
  compute: (a: number, b: number, alpha: number) => number,
): BinaryAlpha {
  return op<[Tensor, Operand, Scalar?], Tensor>({
    schema: `${name}.Tensor(Number self, Number other, *, Scalar alpha=1) -> Tensor`,
    node: name === 'add' ? 'AddBackward0' : 'SubBackward0',
    scalarNode: name === 'add' ? 'AddBackward1' : 'SubBackward1',
    forward(self, other, alpha = 1) {
      const dtype = resultType([self, other]);
      if (scalarCategory(alpha) === Category.float && dtype.category < Category.float)
        fail(
          'RuntimeError',
          'For integral input tensors, argument alpha must not be a floating point number.',
        );
      if (name === 'sub') checkSubtraction(self, other);
      const a = scalarValue(alpha);
      return elementwise([self, other], dtype, (x, y) => compute(x, y, a));
    },
    autograd(_needs, _result, self, other, alpha = 1) {
      const [ofSelf, ofOther] = [isComplex(self), isComplex(other)];
      return {
        backward: ([grad], _saved, needs) =>
          otherFirst(
            needs,
            () => toKindOf(ofSelf, grad!),
            () =>
              toKindOf(ofOther, sign === 1 ? maybeMultiply(grad!, alpha) : neg(maybeMultiply(grad!, alpha))),
          ),
      };
    },
  });
}
export const add = withAlpha('add', 1, (a, b, alpha) => a + alpha * b);
export const sub = withAlpha('sub', -1, (a, b, alpha) => a - alpha * b);
export const add_ = inplaceVariant(add, { bind: 'method' });
export const sub_ = inplaceVariant(sub, { bind: 'method' });
engineOperators.add = (a, b) => add(a, b);
engineOperators.addInplace = (a, b) => add_(a, b);

/** `sub_check`. */
function checkSubtraction(self: Operand, other: Operand): void {
  const isBool = (x: Operand): boolean => (x instanceof Tensor ? x.dtype === bool : typeof x === 'boolean');
  if (isBool(self) && isBool(other))
    fail(
      'NotImplementedError',
      'Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.',
    );
  if (isBool(self) || isBool(other))
    fail(
      'NotImplementedError',
      'Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
    );
}

export const rsub: BinaryAlpha = op<[Tensor, Operand, Scalar?], Tensor>({
  schema: 'rsub.Tensor(Tensor self, Number other, *, Scalar alpha=1) -> Tensor',
  nodeOf: (_self: Tensor, other: Operand) => `RsubBackward${other instanceof Tensor ? 0 : 1}`,
  bind: 'function',
  forward(self: Tensor, other: Operand, alpha: Scalar = 1) {
    checkSubtraction(self, other);
    return elementwise([self, other], resultType([self, other]), (x, y) => y - scalarValue(alpha) * x);
  },
  autograd: (_needs, _result, _self, _other, alpha = 1) => ({
    backward: ([grad], _saved, needs) =>
      otherFirst(
        needs,
        () => neg(maybeMultiply(grad!, alpha)),
        () => grad!,
      ),
  }),
});

export const mul: Binary = op({
  schema: 'mul.Tensor(Number self, Number other) -> Tensor',
  node: 'MulBackward0',
  scalarNode: 'MulBackward1',
  forward: (self: Tensor, other: Operand) =>
    elementwise([self, other], resultType([self, other]), (x, y) => x * y),
  autograd(needs, _result, self, other) {
    const scalar = other instanceof Tensor ? null : other;
    const [ofSelf, ofOther] = [isComplex(self), isComplex(other)];
    const times = byOperand(mul);
    return {
      saved: [needs[0] ? tensorOf(other) : null, needs[1] ? self : null],
      backward: ([grad], [o, s], wanted) =>
        otherFirst(
          wanted,
          () => toKindOf(ofSelf, o === null ? times(grad!, scalar!) : mul(grad!, conj(o!))),
          () => toKindOf(ofOther, mul(grad!, conj(s!))),
        ),
    };
  },
});
export const mul_ = inplaceVariant(mul, { bind: 'method' });
alsoNamed(mul, mul_, 'multiply');

function divideType(self: Tensor, other: Operand): DType {
  return floatingType(resultType([self, other]));
}

export const div: Binary = op({
  schema: 'div.Tensor(Number self, Number other) -> Tensor',
  node: 'DivBackward0',
  scalarNode: 'DivBackward1',
  forward: (self: Tensor, other: Operand) =>
    elementwise([self, other], divideType(self, other), (x, y) => x / y),
  autograd(needs, _result, self, other) {
    const scalar = other instanceof Tensor ? null : other;
    const [ofSelf, ofOther] = [isComplex(self), isComplex(other)];
    const over = byOperand(div);
    return {
      saved: [tensorOf(other), needs[1] ? self : null],
      backward: ([grad], [o, s], wanted) =>
        otherFirst(
          wanted,
          () => toKindOf(ofSelf, o === null ? over(grad!, scalar!) : div(grad!, conj(o!))),
          () =>
            toKindOf(
              ofOther,
              product(
                () => neg(grad!),
                () => conj(div(div(s!, o!), o!)),
              ),
            ),
        ),
    };
  },
});
export const div_ = inplaceVariant(div, { bind: 'method' });
alsoNamed(div, div_, 'divide');
alsoNamed(div, div_, 'true_divide');

/** `scalar / t` in C++. */
function over(scalar: Scalar, t: Tensor): Tensor {
  return mul(reciprocal(t), scalar);
}

type DivideMode = Op<[self: Tensor, other: Operand, roundingMode: string | null]>;
export const divMode: DivideMode = op({
  schema: 'div.Tensor_mode(Number self, Number other, *, str? rounding_mode) -> Tensor',
  node: 'DivBackward2',
  scalarNode: 'DivBackward3',
  forward(self: Tensor, other: Operand, mode: string | null) {
    if (mode === null) return elementwise([self, other], divideType(self, other), (x, y) => x / y);
    if (mode !== 'trunc' && mode !== 'floor')
      fail(
        'RuntimeError',
        `div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '${mode}'`,
      );
    return elementwise([self, other], resultType([self, other]), (x, y) =>
      mode === 'floor' ? Math.floor(x / y) : Math.trunc(x / y),
    );
  },
  autograd(needs, _result, self, other, mode) {
    const scalar = other instanceof Tensor ? null : other;
    const exact = mode === null;
    return {
      saved: [tensorOf(other), needs[1] ? self : null],
      backward: ([grad], saved, wanted) =>
        otherFirst(
          wanted,
          () => (exact ? div(grad!, saved[0] ?? scalar!) : zerosLike(grad!)),
          () =>
            exact
              ? product(
                  () => neg(grad!),
                  () => div(div(saved[1]!, saved[0]!), saved[0]!),
                )
              : zerosLike(grad!),
        ),
    };
  },
});
inplaceVariant(divMode, { bind: 'method' });
op<[Tensor, Operand, string | null], Tensor>({
  schema: 'divide.Tensor_mode(Tensor self, Number other, *, str? rounding_mode) -> Tensor',
  composite: true,
  forward: (self, other, mode) => divMode(self, other, mode),
});

export const floor_divide: Binary = op({
  schema: 'floor_divide(Tensor self, Number other) -> Tensor',
  forward: (self: Tensor, other: Operand) =>
    elementwise([self, other], resultType([self, other]), (x, y) => Math.floor(x / y)),
  node: 'NotImplemented',
  autograd: withoutFormula('floor_divide').autograd,
});
inplaceVariant(floor_divide, { bind: 'method' });

alsoNamed(sub, sub_, 'subtract');

export const remainder: Binary = binary('remainder', {
  scalarNode: 'RemainderBackward1',
  compute: (a, b) => a - b * Math.floor(a / b),
  uses: { self: [1], other: [1] },
  gradient: (grad, self, other) => [() => grad, () => mul(neg(grad), divMode(self, other, 'floor'))],
});
binary('fmod', {
  scalarNode: 'FmodBackward1',
  compute: (a, b) => a % b,
  uses: { self: [1], other: [1] },
  gradient: (grad, self, other) => [() => grad, () => mul(neg(grad), divMode(self, other, 'trunc'))],
});

export const neg: Unary = unary('neg', {
  check(self) {
    if (self.dtype === bool)
      fail(
        'NotImplementedError',
        'Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
      );
  },
  type: 'same',
  compute: (x) => -x,
  saves: 'none',
  gradient: (grad) => neg(grad),
  aliases: ['negative'],
});

export const reciprocal: Unary = unary('reciprocal', {
  compute: (x) => 1 / x,
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) =>
    product(
      () => neg(grad),
      () => conj(mul(result, result)),
    ),
});

for (const name of ['addcmul', 'addcdiv'] as const) {
  const multiplies = name === 'addcmul';
  const made: Op<[Tensor, Tensor, Tensor, Scalar]> = op<[Tensor, Tensor, Tensor, Scalar], Tensor>({
    schema: `${name}(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor`,
    autocast: 'promote',
    forward: (self, a, b) => elementwise([self, a, b], resultType([self, a, b])),
    autograd: (needs, _result, _self, a, b, value) => ({
      saved: [needs[2] ? a : null, needs[1] || !multiplies ? b : null],
      backward: ([grad], [t1, t2], wanted) =>
        multiplies
          ? gradients(
              wanted,
              () => grad!,
              () => mul(grad!, mul(t2!, value)),
              () => mul(grad!, mul(t1!, value)),
            )
          : gradients(
              wanted,
              () => grad!,
              () => mul(grad!, over(value, t2!)),
              () =>
                product(
                  () => neg(grad!),
                  () => {
                    const square = mul(t2!, t2!);
                    return div(mul(t1!, value), square);
                  },
                ),
            ),
    }),
  });
  inplaceVariant(made, { bind: 'method' });
}
export const addcmul = registry('addcmul') as unknown as Op<[Tensor, Tensor, Tensor, Scalar]>;
export const addcdiv = registry('addcdiv') as unknown as Op<[Tensor, Tensor, Tensor, Scalar]>;

export const lerp: Op<[self: Tensor, end: Tensor, weight: Operand]> = op({
  schema: 'lerp.Scalar(Tensor self, Tensor end, Number weight) -> Tensor',
  nodeOf: (_self: Tensor, _end: Tensor, weight: Operand) => `LerpBackward${weight instanceof Tensor ? 1 : 0}`,
  forward(self: Tensor, end: Tensor, weight: Operand) {
    for (const [name, other] of Object.entries({ end, weight }))
      check(
        !(other instanceof Tensor) || self.dtype === other.dtype,
        () =>
          `expected dtype ${cppName(self.dtype)} for \`${name}\` but got dtype ${cppName((other as Tensor).dtype)}`,
      );
    const kernel = `lerp_${self.isCuda ? 'cuda' : weight instanceof Tensor ? 'kernel_tensor' : 'kernel_scalar'}`;
    if (self.dtype.category <= Category.int)
      fail('NotImplementedError', `"${kernel}" not implemented for '${self.dtype.scalarName}'`);
    return elementwise([self, end, weight], self.dtype, (a, b, w) => a + w * (b - a));
  },
  autograd(needs, _result, self, end, weight) {
    const scalar = weight instanceof Tensor ? null : weight;
    return {
      saved: [tensorOf(weight), needs[2] ? self : null, needs[2] ? end : null],
      backward([grad], [w, s, e], wanted) {
        const [ofEnd, ofSelf, ofWeight] = gradients(
          [wanted[1]!, wanted[0]!, wanted[2]!],
          () => mul(grad!, w ?? scalar!),
          () => (w === null ? mul(grad!, float(1 - scalarValue(scalar!))) : mul(grad!, rsub(w, 1))),
          () => mul(grad!, sub(e!, s!)),
        );
        return [ofSelf!, ofEnd!, ofWeight!];
      },
    };
  },
});
inplaceVariant(lerp, { bind: 'method' });
