/** Signs, rounding, and what floating point numbers are. */
import { empty, emptyLike } from '../allocate.js';
import { Category, bool } from '../dtype.js';
import { fail } from '../errors.js';
import { elementwise } from '../iterator.js';
import { inplaceVariant, op, scope, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { float } from '../scalar.js';
import { Tensor } from '../tensor.js';
import { div, mul } from './arithmetic.js';
import { eq, ne } from './comparisons.js';
import { imag, real } from './complex.js';
import { takenFinite } from './draws.js';
import {
  TENSOR_OTHER,
  binary,
  efficientZeros,
  floatingType,
  otherFirst,
  registry,
  type Binary,
  type Operand,
  type Unary,
  unary,
  zerosLike,
} from './elementwise_rules.js';
import { masked_fill_, where } from './where.js';

export const abs: Unary = unary('abs', {
  type: 'real',
  compute: Math.abs,
  gradient: (grad, self) => mul(grad, sgn(self)),
  aliases: ['absolute'],
});
export const sgn: Unary = op({
  schema: 'sgn(Tensor self) -> Tensor',
  forward: (self: Tensor) => elementwise([self], self.dtype, Math.sign),
  autograd: (_needs, result, self) => ({
    saved: [self, result],
    backward: ([grad]) => [self.dtype.isComplex ? zerosLike(grad!) : efficientZeros(grad!)],
  }),
});
inplaceVariant(sgn);
unary('sign', { type: 'same', compute: Math.sign, saves: 'none', gradient: (grad) => zerosLike(grad) });
for (const name of ['floor', 'ceil', 'round', 'trunc'] as const)
  unary(name, {
    type: 'same',
    compute: (x) => (name === 'round' ? roundHalfEven(x) : Math[name](x)),
    saves: 'none',
    gradient: (grad) => zerosLike(grad),
    aliases: name === 'trunc' ? ['fix'] : [],
  });
function roundHalfEven(x: number): number {
  const r = Math.round(x);
  return Math.abs(x % 1) === 0.5 && r % 2 !== 0 ? r - 1 : r;
}
const roundDecimals: Op<[self: Tensor, decimals: number]> = op({
  schema: 'round.decimals(Tensor self, *, int decimals) -> Tensor',
  node: 'RoundBackward1',
  forward: (self: Tensor, decimals: number) =>
    elementwise([self], self.dtype, (x) => roundHalfEven(x * 10 ** decimals) / 10 ** decimals),
  autograd: () => ({ backward: ([grad]) => [zerosLike(grad!)] }),
});
inplaceVariant(roundDecimals);

unary('frac', { type: 'same', compute: (x) => x - Math.trunc(x), saves: 'none', gradient: (grad) => grad });

op<[Tensor], Tensor>({
  schema: 'isnan(Tensor self) -> Tensor',
  forward: (self) =>
    takenFinite(
      elementwise([self], bool, (x) => +Number.isNaN(x)),
      0,
    ),
});
op<[Tensor], Tensor>({
  schema: 'isinf(Tensor self) -> Tensor',
  forward(self) {
    if (self.dtype.category <= Category.int) return elementwise([self], bool, () => 0);
    if (!self.dtype.isComplex) return takenFinite(eq(abs(self), float(Infinity)), 0);
    return ofBothParts(self, 'isinf', 'bitwise_or_');
  },
});
unary('isposinf', { type: 'bool', compute: (x) => +(x === Infinity), inplace: false });
unary('isneginf', { type: 'bool', compute: (x) => +(x === -Infinity), inplace: false });
unary('signbit', { type: 'bool', compute: (x) => +(x < 0 || Object.is(x, -0)), inplace: false });
op<[Tensor], Tensor>({
  schema: 'isfinite(Tensor self) -> Tensor',
  composite: true,
  forward(self) {
    if (self.dtype.category <= Category.int) return elementwise([self], bool, () => 1);
    return self.dtype.isComplex ? ofBothParts(self, 'isfinite', 'bitwise_and_') : isFinite_(self);
  },
});
/** A test of a complex tensor: of its real part and of its imaginary one, together. */
function ofBothParts(self: Tensor, test: string, combine: string): Tensor {
  const ofReal = registry(test)(real(self)) as Tensor;
  return registry(combine)(ofReal, registry(test)(imag(self))) as Tensor;
}
function isFinite_(self: Tensor): Tensor {
  const bounded = ne(abs(self), float(Infinity));
  return takenFinite(mul(eq(self, self), bounded), 1);
}

op<[Tensor], Tensor>({
  schema: 'positive(Tensor(a) self) -> Tensor(a)',
  composite: true,
  forward: (self) =>
    self.dtype === bool ? fail('RuntimeError', 'The `+` operator, on a bool tensor is not supported.') : self,
});

op<[Tensor, Operand], Tensor>({
  schema: 'copysign.Tensor(Tensor self, Number other) -> Tensor',
  forward: (self, other) =>
    elementwise(
      [self, other],
      floatingType(resultType([self, other])),
      (x, y) => Math.abs(x) * (y < 0 || Object.is(y, -0) ? -1 : 1),
    ),
  autograd(wanted, result, self, other) {
    const like = other instanceof Tensor ? { sizes: other.sizes, dtype: other.dtype } : null;
    return {
      saved: [wanted[0] ? self : null, result],
      backward: ([grad], [s, r], needs) =>
        otherFirst(
          needs,
          () => {
            const ratio = div(r!, s!);
            scope(() => masked_fill_(ratio, eq(s!, 0), 0));
            return mul(grad!, ratio);
          },
          () => empty(like!.sizes, like!.dtype, grad!.device),
        ),
    };
  },
});
inplaceVariant(registry('copysign') as unknown as Binary, { bind: 'method' });
binary('heaviside', { second: 'Tensor values', withoutFormula: true });
binary('nextafter', {
  second: TENSOR_OTHER,
  gradient: (grad, self, other) => [
    () => where(ne(self, other), grad, 0),
    () => emptyLike(grad, (other as Tensor).sizes),
  ],
});

export const nan_to_num: Op<
  [self: Tensor, nan: number | null, posinf: number | null, neginf: number | null]
> = op({
  schema: 'nan_to_num(Tensor self, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor',
  forward: (self: Tensor, _nan: number | null, _posinf: number | null, _neginf: number | null) =>
    elementwise([self], self.dtype),
  autograd: (_needs, _result, self) => ({
    saved: [self],
    backward: ([grad], [s]) => [mul(grad!, registry('isfinite')(s) as Tensor)],
  }),
});
inplaceVariant(nan_to_num);
