/** Elementwise operators: arithmetic, comparisons, logic and functions of one variable. Formulas as in derivatives.yaml. */
import { checkDevices } from '../device_checks.js';
import { inferSize } from '../shape.js';
import { expandedGeometry } from './views.js';
import { engineOperators } from '../autograd/engine_operators.js';
import { callOperator } from './call.js';
import type { MaybeTensor } from '../autograd/node.js';
import { empty, emptyLike, forget, setKnown, knownValues, likeStrides } from '../allocate.js';
import type { AutocastPolicy } from '../autocast.js';
import { bool, Category, complex128, cppName, float32, float64 as FLOAT64, type DType } from '../dtype.js';
import { check, fail, machine } from '../errors.js';
import { elementwise, temporary } from '../iterator.js';
import {
  drop,
  inplaceVariant,
  op,
  overloads,
  scope,
  type Op,
  type OperatorInit,
  notImplemented,
  withoutFormula,
  pendingIsInplace,
  pendingOutput,
} from '../operator.js';
import { promoteTypes, resultType } from '../promotion.js';
import { float, scalarCategory, scalarValue, type Scalar } from '../scalar.js';
import { contiguousStrides, sameSizes } from '../shape.js';
import { state } from '../state.js';
import { KNOWN_LIMIT, Storage, Tensor } from '../tensor.js';
import { conj, imag, real, toKindOf, toRealParts } from './complex.js';
import { to } from './copy.js';
import { zeros } from './dense.js';
import { nonzeroMemory } from './sorting_memory.js';
import { sum } from './sum.js';

/** A tensor operand that Python may give as a number. */
export type Operand = Tensor | Scalar;

/** Runs the formulas of the gradients that are wanted; the temporaries of each die with it. */
export function gradients(needs: readonly boolean[], ...formulas: (() => MaybeTensor)[]): MaybeTensor[] {
  return formulas.map((formula, i) => (needs[i] ? scope(formula) : null));
}

/** The gradients of `self` and `other`: formulas run by the names of their arguments, so that of `other` is first. */
export function otherFirst(
  needs: readonly boolean[],
  self: () => MaybeTensor,
  other: () => MaybeTensor,
): MaybeTensor[] {
  const second = needs[1] ? scope(other) : null;
  return [needs[0] ? scope(self) : null, second];
}

function isOne(scalar: Scalar): boolean {
  return scalarValue(scalar) === 1;
}

/** `maybe_multiply`. */
export function maybeMultiply(t: Tensor, scalar: Scalar): Tensor {
  return isOne(scalar) ? t : mul(t, scalar);
}

/** Integers and bool become the default floating dtype. */
export function floatingType(dtype: DType): DType {
  return dtype.category <= Category.int ? state.defaultDtype : dtype;
}

// ---- arithmetic ----

const isComplex = (o: Operand): boolean => o instanceof Tensor && o.dtype.isComplex;

type Binary = Op<[self: Tensor, other: Operand]>;
type BinaryAlpha = Op<[self: Tensor, other: Operand, alpha?: Scalar]>;

const tensorOf = (o: Operand): MaybeTensor => (o instanceof Tensor ? o : null);

/** Computes a result as a tensor of its own, and copies it into self. */
export function writeInto(self: Tensor, compute: () => Tensor): Tensor {
  return callOperator('copy_', self, compute());
}

function withAlpha(
  name: 'add' | 'sub',
  sign: 1 | -1,
  compute: (a: number, b: number, alpha: number) => number,
): BinaryAlpha {
  return op<[Tensor, Operand, Scalar?], Tensor>({
    schema: `${name}.Tensor(Number self, Number other, *, Scalar alpha=1) -> Tensor`,
    node: name === 'add' ? 'AddBackward0' : 'SubBackward0',
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

export const rsub: BinaryAlpha = op({
  schema: 'rsub.Tensor(Tensor self, Number other, *, Scalar alpha=1) -> Tensor',
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
  forward: (self: Tensor, other: Operand) =>
    elementwise([self, other], resultType([self, other]), (x, y) => x * y),
  autograd(needs, _result, self, other) {
    const scalar = other instanceof Tensor ? null : other;
    const [ofSelf, ofOther] = [isComplex(self), isComplex(other)];
    return {
      saved: [needs[0] ? tensorOf(other) : null, needs[1] ? self : null],
      backward: ([grad], [o, s], wanted) =>
        otherFirst(
          wanted,
          () => toKindOf(ofSelf, mul(grad!, o === null ? scalar! : conj(o!))),
          () => toKindOf(ofOther, mul(grad!, conj(s!))),
        ),
    };
  },
});
export const mul_ = inplaceVariant(mul, { bind: 'method' });
alias2(mul, mul_, 'multiply');

function divideType(self: Tensor, other: Operand): DType {
  return floatingType(resultType([self, other]));
}

export const div: Binary = op({
  schema: 'div.Tensor(Number self, Number other) -> Tensor',
  node: 'DivBackward0',
  forward: (self: Tensor, other: Operand) =>
    elementwise([self, other], divideType(self, other), (x, y) => x / y),
  autograd(needs, _result, self, other) {
    const scalar = other instanceof Tensor ? null : other;
    const [ofSelf, ofOther] = [isComplex(self), isComplex(other)];
    return {
      saved: [tensorOf(other), needs[1] ? self : null],
      backward: ([grad], [o, s], wanted) =>
        otherFirst(
          wanted,
          () => toKindOf(ofSelf, div(grad!, o === null ? scalar! : conj(o!))),
          () => toKindOf(ofOther, mul(neg(grad!), conj(div(div(s!, o!), o!)))),
        ),
    };
  },
});
export const div_ = inplaceVariant(div, { bind: 'method' });
alias2(div, div_, 'divide');
alias2(div, div_, 'true_divide');

/** `scalar / t` in C++. */
function over(scalar: Scalar, t: Tensor): Tensor {
  return mul(reciprocal(t), scalar);
}

type DivideMode = Op<[self: Tensor, other: Operand, roundingMode: string | null]>;
export const divMode: DivideMode = op({
  schema: 'div.Tensor_mode(Number self, Number other, *, str? rounding_mode) -> Tensor',
  node: 'DivBackward1',
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
          () => (exact ? mul(neg(grad!), div(div(saved[1]!, saved[0]!), saved[0]!)) : zerosLike(grad!)),
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

function zerosLike(t: Tensor): Tensor {
  const out = emptyLike(t, t.sizes, likeStrides(t, null));
  if (out.numel <= 64) setKnown(out, new Array<number>(out.numel).fill(0));
  return out;
}

/** `_efficientzerotensor`: zeros without memory. */
function efficientZeros(like: Tensor): Tensor {
  return new Tensor(new Storage(0, like.device), like.sizes, contiguousStrides(like.sizes), 0, like.dtype);
}

/** Another name of an operator and of its in-place variant, made of the first. */
function alias2<A extends [Tensor, ...unknown[]]>(
  functional: Op<A>,
  inplace: Op<A> | null,
  name: string,
): void {
  const { schema } = functional.operator.init;
  const rest = schema.slice(schema.indexOf('('));
  const { overload } = functional.operator.schema;
  const suffix = overload === '' ? '' : `.${overload}`;
  op<A, Tensor>({
    schema: `${name}${suffix}${rest}`,
    composite: true,
    bind: functional.operator.init.bind,
    forward: (...args) => functional(...args),
  });
  if (inplace !== null)
    op<A, Tensor>({
      schema: `${name}_${suffix}${inplace.operator.init.schema.slice(inplace.operator.init.schema.indexOf('('))}`,
      bind: 'method',
      composite: true,
      forward: (...args) => inplace(...args),
    });
}
alias2(sub, sub_, 'subtract');

interface BinaryRule {
  /** The dtype of the result. */
  type?: (self: Tensor, other: Operand) => DType;
  compute?: (a: number, b: number) => number;
  autocast?: AutocastPolicy;
  /** Which operands are kept. */
  saves?: 'both' | 'result' | 'none';
  /**
   * Which of the two formulas use self and which use other (both by default): what one formula alone uses is kept only where
   * its gradient is wanted.
   */
  uses?: { self: readonly (0 | 1)[]; other: readonly (0 | 1)[] };
  gradient?: (
    grad: Tensor,
    self: Tensor,
    other: Operand,
    result: Tensor | null,
  ) => [() => MaybeTensor, () => MaybeTensor];
  /** The value of all its results where that follows from what random numbers are drawn from. */
  ofDraws?: (self: Operand, other: Operand) => number | undefined;
  /** Its results require grad, and backward raises. */
  withoutFormula?: boolean;
  inplace?: boolean;
  /** The node's name, where it isn't the operator's. */
  node?: string;
  overload?: string;
  bind?: string;
}

/** A binary operator; other may be a number. */
export function binary(name: string, rule: BinaryRule = {}): Binary {
  const { gradient } = rule;
  const made: Binary = op<[Tensor, Operand], Tensor>({
    schema: `${name}${rule.overload === undefined ? '' : '.' + rule.overload}(Tensor self, Number other) -> Tensor`,
    autocast: rule.autocast,
    node: rule.withoutFormula ? 'NotImplemented' : rule.node,
    bind: rule.bind,
    forward(self, other) {
      const type = rule.type ?? ((a, b) => resultType([a, b]));
      const out = elementwise([self, other], type(self, other), rule.compute);
      const draws = rule.ofDraws?.(self, other);
      if (draws !== undefined && out.numel <= KNOWN_LIMIT)
        setKnown(out, new Array<number>(out.numel).fill(draws));
      if (draws !== undefined) out.storage.random = false;
      return out;
    },
    autograd:
      gradient === undefined
        ? rule.withoutFormula
          ? withoutFormula(name).autograd
          : undefined
        : (needs, result, self, other) => {
            const kept = (t: MaybeTensor, formulas: readonly number[]): MaybeTensor =>
              formulas.length === 2 || formulas.some((i) => needs[i]) ? t : null;
            const { self: first, other: second } = rule.uses ?? { self: [0, 1], other: [0, 1] };
            const scalar = other instanceof Tensor ? null : other;
            const saves = rule.saves ?? 'both';
            const saved =
              saves === 'none'
                ? []
                : saves === 'both'
                  ? [kept(self, first), kept(tensorOf(other), second)]
                  : [kept(self, first), kept(tensorOf(other), second), result];
            return {
              saved,
              backward: ([grad], [s, o, r], needs) =>
                otherFirst(needs, ...gradient(grad!, s!, o ?? scalar!, r ?? null)),
            };
          },
  });
  if (rule.inplace !== false) inplaceVariant(made, { bind: 'method' });
  return made;
}

const toBool = (): DType => bool;

/**
 * A comparison of draws from [low, high) with a number outside: `torch.rand(1) < 0.0` is never true, whatever was drawn. That is how
 * layers that are dropped at random are written, and most often none is (`layerdrop=0.0`).
 */
function comparisonOfDraws(name: string): BinaryRule['ofDraws'] {
  const first = (self: Operand, other: Operand, less: boolean, equal: boolean): number | undefined => {
    if (!(self instanceof Tensor)) return undefined;
    const { drawn } = self.storage;
    if (drawn === null || drawn.version !== self.version.version) return undefined;
    const limit =
      other instanceof Tensor
        ? other.numel === 1
          ? knownValues(other)?.[0]
          : undefined
        : scalarValue(other);
    if (limit === undefined || Number.isNaN(limit)) return undefined;
    // All draws are below the limit, or all are above it.
    if (limit >= drawn.high) return +less;
    if (limit < drawn.low || (limit === drawn.low && less !== equal)) return +!less;
    // One draw against a limit that it seldom passes: the likely side, as an assumption. So layers with a chance to be left out run.
    const below = (limit - drawn.low) / (drawn.high - drawn.low);
    if (self.numel !== 1 || below === 0.5) return undefined;
    machine().note(
      'assumption',
      `a random number is taken to be ${below < 0.5 ? 'above' : 'below'} ${limit}, which is likely`,
    );
    return +(below > 0.5 === less);
  };
  switch (name) {
    case 'lt':
      return (a, b) => first(a, b, true, false) ?? first(b, a, false, false);
    case 'le':
      return (a, b) => first(a, b, true, true) ?? first(b, a, false, true);
    case 'gt':
      return (a, b) => first(a, b, false, false) ?? first(b, a, true, false);
    case 'ge':
      return (a, b) => first(a, b, false, true) ?? first(b, a, true, true);
    default:
      return undefined;
  }
}
for (const [name, compute] of [
  ['eq', (a, b) => +(a === b)],
  ['ne', (a, b) => +(a !== b)],
  ['lt', (a, b) => +(a < b)],
  ['le', (a, b) => +(a <= b)],
  ['gt', (a, b) => +(a > b)],
  ['ge', (a, b) => +(a >= b)],
  ['logical_and', (a, b) => +(a !== 0 && b !== 0)],
  ['logical_or', (a, b) => +(a !== 0 || b !== 0)],
  ['logical_xor', (a, b) => +((a !== 0) !== (b !== 0))],
] as [string, (a: number, b: number) => number][])
  binary(name, { type: toBool, compute, node: name, ofDraws: comparisonOfDraws(name) });
function registry(name: string): (...args: unknown[]) => unknown {
  return overloads.get(name)![0]!.call as (...args: unknown[]) => unknown;
}
function bound(name: string): (self: Tensor, other: Operand) => Tensor {
  const call = registry(name);
  return (self, other) => call(self, other) as Tensor;
}
export const eq = bound('eq');
export const ne = bound('ne');
export const lt = bound('lt');
export const le = bound('le');
export const gt = bound('gt');
export const ge = bound('ge');
export const logical_and = bound('logical_and');
const logical_or = bound('logical_or');
for (const [name, target] of [
  ['not_equal', 'ne'],
  ['less', 'lt'],
  ['less_equal', 'le'],
  ['greater', 'gt'],
  ['greater_equal', 'ge'],
] as const) {
  const call = bound(target);
  op<[Tensor, Operand], Tensor>({
    schema: `${name}(Tensor self, Number other) -> Tensor`,
    composite: true,
    forward: (self, other) => call(self, other),
  });
  const inPlace = registry(`${target}_`);
  op<[Tensor, Operand], Tensor>({
    schema: `${name}_(Tensor(a!) self, Number other) -> Tensor(a!)`,
    bind: 'method',
    composite: true,
    forward: (self, other) => inPlace(self, other) as Tensor,
  });
}

/** An integer result where both are integers; RuntimeError for floats. */
function integral(name: string): (self: Tensor, other: Operand) => DType {
  return (self, other) => {
    const dtype = resultType([self, other]);
    if (dtype.category > Category.int)
      fail('NotImplementedError', `"${name}_${self.device.type}" not implemented for '${dtype.scalarName}'`);
    return dtype;
  };
}
binary('bitwise_and', { type: integral('bitwise_and'), compute: (a, b) => a & b });
binary('bitwise_or', { type: integral('bitwise_or'), compute: (a, b) => a | b });
binary('bitwise_xor', { type: integral('bitwise_xor'), compute: (a, b) => a ^ b });
binary('bitwise_left_shift', { type: integral('lshift'), compute: (a, b) => a * 2 ** b });
binary('bitwise_right_shift', { type: integral('rshift'), compute: (a, b) => Math.floor(a / 2 ** b) });
for (const [name, target] of [
  ['__and__', 'bitwise_and'],
  ['__or__', 'bitwise_or'],
  ['__xor__', 'bitwise_xor'],
  ['__lshift__', 'bitwise_left_shift'],
  ['__rshift__', 'bitwise_right_shift'],
] as const) {
  const call = bound(target);
  op<[Tensor, Operand], Tensor>({
    schema: `${name}(Tensor self, Number other) -> Tensor`,
    composite: true,
    forward: (self, other) => call(self, other),
  });
}
export const bitwise_and = bound('bitwise_and');
export const bitwise_or = bound('bitwise_or');
binary('gcd', { type: integral('gcd') });
binary('lcm', { type: integral('lcm') });

export const remainder: Binary = binary('remainder', {
  compute: (a, b) => a - b * Math.floor(a / b),
  uses: { self: [1], other: [1] },
  gradient: (grad, self, other) => [() => grad, () => mul(neg(grad), divMode(self, other, 'floor'))],
});
binary('fmod', {
  compute: (a, b) => a % b,
  uses: { self: [1], other: [1] },
  gradient: (grad, self, other) => [() => grad, () => mul(neg(grad), divMode(self, other, 'trunc'))],
});

/** Ties share the gradient: half of it each; none where `mask` says that the other was taken. */
function sharedGradient(
  grad: Tensor,
  self: Tensor,
  other: Operand,
  mask: (a: Tensor, b: Operand) => Tensor,
): Tensor {
  const without = mask(self, other);
  const halved = div(grad, 2);
  return masked_fill_(where(eq(self, other), halved, grad), without, 0);
}
function extremum(name: string, isMax: boolean, inplace: boolean): Binary {
  return binary(name, {
    inplace,
    compute: isMax ? Math.max : Math.min,
    gradient: (grad, self, other) => [
      () => sharedGradient(grad, self, other, isMax ? lt : gt),
      () => sharedGradient(grad, self, other, isMax ? gt : lt),
    ],
  });
}

export const where: Op<[condition: Tensor, self: Operand, other: Operand]> = op({
  schema: 'where.self(Tensor condition, Number self, Number other) -> Tensor',
  node: 'WhereBackward0',
  differentiable: [1, 2],
  forward(condition: Tensor, self: Operand, other: Operand) {
    check(
      condition.dtype === bool || condition.dtype.name === 'uint8',
      () =>
        `where expected condition to be a boolean tensor, but got a tensor with dtype ${condition.dtype.scalarName}`,
    );
    const dtype = resultType([self, other]);
    // A number becomes a tensor on the condition's device; operands of another dtype are converted first.
    const a = whereOperand(condition, self, dtype);
    const b = whereOperand(condition, other, dtype);
    return elementwise([condition, a, b], dtype, (c, x, y) => (c !== 0 ? x : y));
  },
  autograd(_needs, _result, condition) {
    return {
      saved: [condition],
      backward: ([grad], [c], needs) =>
        otherFirst(
          needs,
          () => where(c!, grad!, 0),
          () => where(c!, 0, grad!),
        ),
    };
  },
});

function whereOperand(condition: Tensor, operand: Operand, dtype: DType): Tensor {
  if (operand instanceof Tensor) return to(operand, dtype);
  const t = emptyLike(condition, [], null, dtype);
  const value = scalarValue(operand);
  setKnown(t, [Number.isNaN(value) ? undefined : value]);
  return t;
}

/** What `grad[mask]` takes to find the true elements, of which there are taken to be none. */
export function selectMemory(grad: Tensor, mask: Tensor): void {
  const dense = sameSizes(grad.sizes, mask.sizes) && mask.isContiguous ? null : emptyLike(mask, grad.sizes);
  nonzeroMemory(mask, grad.numel);
  drop(dense);
}

export const masked_fill: Op<[self: Tensor, mask: Tensor, value: Operand]> = op({
  schema: 'masked_fill.Scalar(Tensor self, Tensor mask, Number value) -> Tensor',
  node: 'MaskedFillBackward0',
  differentiable: [0, 2],
  forward(self: Tensor, mask: Tensor, value: Operand) {
    check(
      mask.dtype === bool,
      `masked_fill only supports boolean masks, but got dtype ${mask.dtype.scalarName}`,
    );
    if (value instanceof Tensor)
      check(
        value.sizes.length === 0,
        `masked_fill_ only supports a 0-dimensional value tensor, but got tensor with ${value.sizes.length} dimension(s).`,
      );
    check(
      mask.device === self.device,
      `expected self and mask to be on the same device, but got mask on ${mask.device.text} and self on ${self.device.text}`,
    );
    if (pendingIsInplace()) expandedGeometry(mask, self.sizes);
    else inferSize(mask.sizes, self.sizes);
    const filler = value instanceof Tensor ? knownValues(value)?.[0] : scalarValue(value);
    const filled = elementwise(
      [self, mask],
      self.dtype,
      filler === undefined ? undefined : (x, m) => (m !== 0 ? filler : x),
    );
    // Out of place it is a contiguous copy that is filled.
    if (pendingOutput(0) === null && !filled.isContiguous) {
      const values = knownValues(filled);
      filled.setGeometry(filled.sizes, contiguousStrides(filled.sizes), 0);
      setKnown(filled, values);
    }
    return filled;
  },
  autograd(_needs, _result, _self, mask) {
    return {
      saved: [mask],
      backward: ([grad], [m], needs) =>
        gradients(
          needs,
          () => masked_fill(grad!, m!, 0),
          () => {
            selectMemory(grad!, m!);
            return sum(emptyLike(grad!, [0]), null);
          },
        ),
    };
  },
});
export const masked_fill_: Op<[self: Tensor, mask: Tensor, value: Operand]> = inplaceVariant(masked_fill, {
  bind: 'method',
});
export const maximum: Binary = extremum('maximum', true, false);
export const minimum: Binary = extremum('minimum', false, false);
extremum('fmax', true, false);
extremum('fmin', false, false);

// ---- functions of one variable ----

interface UnaryRule {
  /** Refuses a tensor, with PyTorch's error. */
  check?: (self: Tensor) => void;
  /** `float`: integers become floating; `same`; `bool`. */
  type?: 'float' | 'same' | 'bool' | 'real';
  compute?: (x: number) => number;
  /** Instead of `compute`, of booleans. */
  computeBool?: (x: number) => number;
  autocast?: AutocastPolicy;
  saves?: 'self' | 'result' | 'none';
  gradient?: (grad: Tensor, saved: Tensor) => MaybeTensor;
  /** Other names, such as `special_expit`. */
  aliases?: string[];
  inplace?: boolean;
  bind?: string;
}
type Unary = Op<[self: Tensor]>;

/** A function of one variable, with its in-place variant. */
export function unary(name: string, rule: UnaryRule): Unary {
  const { gradient } = rule;
  const saves = rule.saves ?? 'self';
  const made: Unary = op<[Tensor], Tensor>({
    schema: `${name}(Tensor self) -> Tensor`,
    autocast: rule.autocast,
    bind: rule.bind,
    forward: (self) => {
      rule.check?.(self);
      if (rule.type === 'real') return toRealParts(self, rule.compute);
      return elementwise(
        [self],
        rule.type === 'bool' ? bool : rule.type === 'same' ? self.dtype : floatingType(self.dtype),
        self.dtype === bool ? (rule.computeBool ?? rule.compute) : rule.compute,
      );
    },
    autograd:
      gradient === undefined
        ? undefined
        : (_needs, result, self) => ({
            saved: saves === 'self' ? [self] : saves === 'result' ? [result] : [],
            backward: ([grad], [saved]) => [gradient(grad!, saved!)],
          }),
  });
  let inplace: Unary | null = null;
  if (rule.inplace !== false) inplace = inplaceVariant(made);
  for (const alias of rule.aliases ?? []) {
    const special = alias.startsWith('special_');
    op<[Tensor], Tensor>({
      schema: `${alias}(Tensor self) -> Tensor`,
      bind: special ? 'special' : undefined,
      composite: true,
      forward: (self) => made(self),
    });
    if (inplace !== null && !special)
      op<[Tensor], Tensor>({
        schema: `${alias}_(Tensor(a!) self) -> Tensor(a!)`,
        composite: true,
        forward: (self) => inplace(self),
      });
  }
  return made;
}

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
  gradient: (grad, result) => mul(mul(grad, float(-0.5)), conj(pow(result, 3))),
});
export const sin: Unary = unary('sin', {
  compute: Math.sin,
  gradient: (grad, self) => mul(grad, conj(cos(self))),
});
export const cos: Unary = unary('cos', {
  compute: Math.cos,
  gradient: (grad, self) => mul(grad, conj(neg(sin(self)))),
});
export const tanh: Unary = unary('tanh', {
  compute: Math.tanh,
  saves: 'result',
  gradient: (grad, result) => tanh_backward(grad, result),
});
export const sigmoid: Unary = unary('sigmoid', {
  compute: (x) => 1 / (1 + Math.exp(-x)),
  saves: 'result',
  gradient: (grad, result) => sigmoid_backward(grad, result),
  aliases: ['special_expit'],
});
export const reciprocal: Unary = unary('reciprocal', {
  compute: (x) => 1 / x,
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) => mul(neg(grad), conj(mul(result, result))),
});
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
export const square: Unary = op({
  schema: 'square(Tensor self) -> Tensor',
  composite: true,
  forward: (self: Tensor) => pow(self, 2),
});
op<[Tensor], Tensor>({
  schema: 'square_(Tensor(a!) self) -> Tensor(a!)',
  composite: true,
  forward: (self) => pow_(self, 2),
});
export const erf: Unary = unary('erf', {
  gradient: (grad, self) => mul(mul(exp(neg(pow(self, 2))), float(2 / Math.sqrt(Math.PI))), grad),
  aliases: ['special_erf'],
});
unary('erfc', {
  gradient: (grad, self) => mul(mul(exp(neg(pow(self, 2))), float(-2 / Math.sqrt(Math.PI))), grad),
  aliases: ['special_erfc'],
});
unary('erfinv', {
  autocast: 'fp32',
  gradient: (grad, self) => mul(mul(exp(pow(erfinvOf(self), 2)), float(0.5 * Math.sqrt(Math.PI))), grad),
  aliases: ['special_erfinv'],
});
function erfinvOf(self: Tensor): Tensor {
  return registry('erfinv')(self) as Tensor;
}
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
unary('tan', {
  compute: Math.tan,
  autocast: 'fp32',
  saves: 'result',
  gradient: (grad, result) => mul(grad, add(pow(result, 2), 1)),
});
unary('sinh', { compute: Math.sinh, autocast: 'fp32', gradient: (grad, self) => mul(grad, cosh(self)) });
export const cosh: Unary = unary('cosh', {
  compute: Math.cosh,
  autocast: 'fp32',
  gradient: (grad, self) => mul(grad, registry('sinh')(self) as Tensor),
});
unary('asin', {
  compute: Math.asin,
  autocast: 'fp32',
  gradient: (grad, self) => mul(grad, rsqrt(add(mul(neg(self), self), 1))),
  aliases: ['arcsin'],
});
unary('acos', {
  compute: Math.acos,
  autocast: 'fp32',
  gradient: (grad, self) => mul(grad, neg(rsqrt(add(mul(neg(self), self), 1)))),
  aliases: ['arccos'],
});
unary('atan', {
  compute: Math.atan,
  gradient: (grad, self) => div(grad, add(mul(self, self), 1)),
  aliases: ['arctan'],
});
unary('asinh', {
  compute: Math.asinh,
  gradient: (grad, self) => mul(grad, rsqrt(add(pow(self, 2), 1))),
  aliases: ['arcsinh'],
});
unary('acosh', {
  compute: Math.acosh,
  gradient: (grad, self) => mul(grad, rsqrt(sub(pow(self, 2), 1))),
  aliases: ['arccosh'],
});
unary('atanh', {
  compute: Math.atanh,
  gradient: (grad, self) => div(mul(grad, 1), rsub(pow(self, 2), 1)),
  aliases: ['arctanh'],
});
unary('frac', { type: 'same', compute: (x) => x - Math.trunc(x), saves: 'none', gradient: (grad) => grad });
unary('lgamma', {
  gradient: (grad, self) => mul(grad, registry('digamma')(self) as Tensor),
  aliases: ['special_gammaln'],
});
unary('digamma', {
  gradient: (grad, self) => mul(grad, polygamma(1, self)),
  aliases: ['special_digamma', 'special_psi'],
});
export const polygamma: Op<[n: number, self: Tensor]> = op({
  schema: 'polygamma(int n, Tensor self) -> Tensor',
  forward: (_n: number, self: Tensor) => elementwise([self], floatingType(self.dtype)),
  autograd: (_needs, _result, n, self) => ({
    saved: [self],
    backward: ([grad], [s]) => [mul(grad!, polygamma(n + 1, s!))],
  }),
});
op<[Tensor, number], Tensor>({
  schema: 'polygamma_(Tensor(a!) self, int n) -> Tensor(a!)',
  bind: 'method',
  composite: true,
  forward: (self, n) => writeInto(self, () => polygamma(n, self)),
});
op<[number, Tensor], Tensor>({
  schema: 'special_polygamma(int n, Tensor self) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (n, self) => polygamma(n, self),
});
unary('isnan', { type: 'bool', compute: (x) => +Number.isNaN(x), inplace: false });
op<[Tensor], Tensor>({
  schema: 'isinf(Tensor self) -> Tensor',
  forward(self) {
    if (self.dtype.category <= Category.int) return elementwise([self], bool, () => 0);
    if (!self.dtype.isComplex) return eq(abs(self), float(Infinity));
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
  return mul(eq(self, self), bounded);
}
export const logicalNot: Unary = unary('logical_not', { type: 'bool', compute: (x) => +(x === 0) });
/** Refuses floating and complex elements as the kernel does. */
function integersOnly(name: string): (self: Tensor) => void {
  return (self) => {
    if (self.dtype.category > Category.int)
      fail(
        'NotImplementedError',
        `"${name}_${self.device.type}" not implemented for '${self.dtype.scalarName}'`,
      );
  };
}
export const bitwise_not: Unary = unary('bitwise_not', {
  check: integersOnly('bitwise_not'),
  type: 'same',
  compute: (x) => -x - 1,
  computeBool: (x) => 1 - x,
});
op<[Tensor], Tensor>({
  schema: 'positive(Tensor(a) self) -> Tensor(a)',
  composite: true,
  forward: (self) =>
    self.dtype === bool ? fail('RuntimeError', 'The `+` operator, on a bool tensor is not supported.') : self,
});
unary('i0', {
  gradient: (grad, self) => mul(grad, registry('special_i1')(self) as Tensor),
  aliases: ['special_i0'],
});
unary('sinc', {
  aliases: ['special_sinc'],
  gradient(grad, self) {
    const scaled = mul(self, float(Math.PI));
    const square = scope(() => mul(mul(self, self), float(Math.PI)));
    const formula = scope(() => {
      const sine = sin(scaled);
      return mul(grad, div(sub(mul(scaled, cos(scaled)), sine), square));
    });
    const zero = emptyLike(grad, []);
    return where(eq(square, 0), zero, formula);
  },
});
unary('deg2rad', { saves: 'none', gradient: (grad) => mul(grad, float(Math.PI / 180)) });
unary('rad2deg', { saves: 'none', gradient: (grad) => mul(grad, float(180 / Math.PI)) });

// ---- powers ----

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
    pow(
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

// ---- fused arithmetic ----

for (const name of ['addcmul', 'addcdiv'] as const) {
  const product = name === 'addcmul';
  const made: Op<[Tensor, Tensor, Tensor, Scalar]> = op<[Tensor, Tensor, Tensor, Scalar], Tensor>({
    schema: `${name}(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor`,
    autocast: 'promote',
    forward: (self, a, b) => elementwise([self, a, b], resultType([self, a, b])),
    autograd: (needs, _result, _self, a, b, value) => ({
      saved: [needs[2] ? a : null, needs[1] || !product ? b : null],
      backward: ([grad], [t1, t2], wanted) =>
        product
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
              () => mul(neg(grad!), div(mul(t1!, value), mul(t2!, t2!))),
            ),
    }),
  });
  inplaceVariant(made, { bind: 'method' });
}
export const addcmul = registry('addcmul') as unknown as Op<[Tensor, Tensor, Tensor, Scalar]>;
export const addcdiv = registry('addcdiv') as unknown as Op<[Tensor, Tensor, Tensor, Scalar]>;

export const lerp: Op<[self: Tensor, end: Tensor, weight: Operand]> = op({
  schema: 'lerp.Scalar(Tensor self, Tensor end, Number weight) -> Tensor',
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

export const clamp: Op<[self: Tensor, min: Operand | null, max: Operand | null]> = op({
  schema: 'clamp(Tensor self, Number? min=None, Number? max=None) -> Tensor',
  nodeOf: (_self: Tensor, min: Operand | null, max: Operand | null) =>
    min instanceof Tensor || max instanceof Tensor ? 'ClampBackward0' : 'ClampBackward1',
  forward(self: Tensor, min: Operand | null, max: Operand | null) {
    check(min !== null || max !== null, "torch.clamp: At least one of 'min' or 'max' must not be None");
    const limits = [min, max].filter((x): x is Operand => x !== null);
    if (min instanceof Tensor || max instanceof Tensor)
      checkDevices(
        'wrapper_CUDA_clamp_Tensor',
        [self, min, max].map((x) => (x instanceof Tensor ? x : null)),
        ['self', 'min', 'max'],
      );
    return elementwise([self, ...limits], resultType([self, ...limits]), (x, ...l) => {
      let y = x;
      let i = 0;
      if (min !== null) y = Math.max(y, l[i++]!);
      if (max !== null) y = Math.min(y, l[i]!);
      return y;
    });
  },
  autograd(_needs, _result, self, min, max) {
    const tensors = min instanceof Tensor || max instanceof Tensor;
    const [lo, hi] = [min instanceof Tensor ? null : min, max instanceof Tensor ? null : max];
    return {
      saved: [self, min instanceof Tensor ? min : null, max instanceof Tensor ? max : null],
      backward([grad], [s, lower, upper], needs) {
        const low = lower ?? lo;
        const high = upper ?? hi;
        if (tensors && (low === null || high === null)) {
          // One limit: as maximum and minimum.
          const limit = (low ?? high)!;
          const isMin = low !== null;
          const [first, own] = gradients(
            [needs[isMin ? 1 : 2]!, needs[0]!],
            () => sharedGradient(grad!, s!, limit, isMin ? gt : lt),
            () => sharedGradient(grad!, s!, limit, isMin ? lt : gt),
          );
          return isMin ? [own!, first!, null] : [own!, null, first!];
        }
        if (tensors) return clampGradients(grad!, s!, low as Tensor, high as Tensor, needs);
        const [own] = gradients(needs, () => {
          const zero = zeroOf(grad!);
          const inside = low !== null ? ge(s!, low) : le(s!, high!);
          if (low !== null && high !== null) logicalAnd_(inside, le(s!, high));
          return where(inside, grad!, zero);
        });
        return [own!, null, null];
      },
    };
  },
});
/** `scalar_tensor(0)` of the gradient's dtype. */
function zeroOf(grad: Tensor): Tensor {
  const zero = emptyLike(grad, []);
  setKnown(zero, [0]);
  return zero;
}
function logicalAnd_(self: Tensor, other: Tensor): Tensor {
  return registry('logical_and_')(self, other) as Tensor;
}
/** Both limits are tensors: half of the gradient where self is one of them, none for min where it isn't below max. */
function clampGradients(
  grad: Tensor,
  self: Tensor,
  min: Tensor,
  max: Tensor,
  needs: readonly boolean[],
): MaybeTensor[] {
  const half = (halved: () => Tensor): Tensor => {
    const quotient = div(grad, 2);
    return where(halved(), quotient, grad);
  };
  const [ofMin, ofMax] = scope(() => {
    if (!needs[1] && !needs[2]) return [null, null];
    const [below, equal] = [lt(min, max), eq(min, max)];
    const first = gradients([needs[1]!], () => {
      const taken = scope(() => {
        const strict = logical_and(le(self, min), below);
        return logical_or(strict, logical_and(lt(self, min), equal));
      });
      const outside = logicalNot(taken);
      return masked_fill_(
        half(() => eq(self, min)),
        outside,
        0,
      );
    })[0]!;
    const second = gradients([needs[2]!], () => {
      const above = gt(min, max);
      const taken = scope(() => {
        const strict = logical_and(ge(self, max), below);
        const either = logical_or(strict, above);
        return logical_or(either, logical_and(gt(self, max), equal));
      });
      const outside = logicalNot(taken);
      return masked_fill_(
        half(() => logical_and(eq(self, max), below)),
        outside,
        0,
      );
    })[0]!;
    return [first, second];
  }) as [MaybeTensor, MaybeTensor];
  const [own] = gradients(needs, () => {
    const crossed = gt(min, max);
    const outside = scope(() => logical_or(logical_or(lt(self, min), gt(self, max)), crossed));
    const limit = scope(() => logical_or(eq(self, min), eq(self, max)));
    return masked_fill_(where(limit, div(grad, 2), grad), outside, 0);
  });
  return [own!, ofMin, ofMax];
}
const clampInplace = inplaceVariant(clamp);
for (const [name, target] of [
  ['clip', clamp],
  ['clip_', clampInplace],
] as const)
  op<[Tensor, Operand | null, Operand | null], Tensor>({
    schema: `${name}(Tensor${name.endsWith('_') ? '(a!)' : ''} self, Number? min=None, Number? max=None) -> Tensor`,
    composite: true,
    forward: (self, min, max) => target(self, min, max),
  });
for (const name of ['clamp_min', 'clamp_max'] as const) {
  const isMin = name === 'clamp_min';
  const made = op<[Tensor, Operand], Tensor>({
    schema: `${name}(Tensor self, Number ${isMin ? 'min' : 'max'}) -> Tensor`,
    forward: (self, limit) =>
      elementwise([self, limit], resultType([self, limit]), isMin ? Math.max : Math.min),
    autograd(_needs, _result, self, limit) {
      const scalar = limit instanceof Tensor ? null : limit;
      return {
        saved: [self, tensorOf(limit)],
        backward([grad], [s, l], needs) {
          if (l == null) return [where(isMin ? ge(s!, scalar!) : le(s!, scalar!), grad!, 0), null];
          const [first, own] = gradients(
            [needs[1]!, needs[0]!],
            () => sharedGradient(grad!, s!, l, isMin ? gt : lt),
            () => sharedGradient(grad!, s!, l, isMin ? lt : gt),
          );
          return [own!, first!];
        },
      };
    },
  });
  inplaceVariant(made);
}

const atan2: Op<[self: Tensor, other: Tensor]> = op({
  schema: 'atan2(Tensor self, Tensor other) -> Tensor',
  autocast: 'promote',
  forward: (self, other) => elementwise([self, other], floatingType(resultType([self, other])), Math.atan2),
  autograd: (_needs, _result, self, other) => ({
    saved: [self, other],
    backward([grad], [s, o], needs) {
      const squares = scope(() => add(mul(s!, s!), mul(o!, o!)));
      let recip = reciprocal(squares);
      // The reciprocal's own gradient needs it as it was.
      if (state.gradEnabled) recip = scope(() => masked_fill(recip, eq(recip, 0), 0));
      else scope(() => masked_fill_(recip, eq(recip, 0), 0));
      return [
        needs[0] ? mul(mul(grad!, o!), recip) : null,
        needs[1] ? mul(mul(grad!, neg(s!)), recip) : null,
      ];
    },
  }),
});
alias2(atan2, inplaceVariant(atan2, { bind: 'method' }), 'arctan2');
binary('hypot', {
  saves: 'result',
  uses: { self: [0], other: [1] },
  gradient: (grad, self, other, result) => [
    () => div(mul(grad, self), result!),
    () => div(mul(grad, other), result!),
  ],
});
binary('logaddexp', {
  inplace: false,
  gradient: (grad, self, other) => [
    () => div(grad, add(exp(sub(other as Tensor, self)), 1)),
    () => div(grad, add(exp(sub(self, other)), 1)),
  ],
});
binary('logaddexp2', {
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
  schema: 'special_xlogy(Tensor self, Number other) -> Tensor',
  bind: 'special',
  composite: true,
  forward: (self, other) => xlogy(self, other),
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
binary('heaviside', { withoutFormula: true });
binary('nextafter', {
  gradient: (grad, self, other) => [
    () => where(ne(self, other), grad, 0),
    () => emptyLike(grad, (other as Tensor).sizes),
  ],
});
for (const name of ['igamma', 'igammac'])
  binary(name, {
    type: (a, b) => floatingType(resultType([a, b])),
    gradient: (grad, self, other) => [
      () => notImplemented(`${name}: input`),
      () => {
        const o = other as Tensor;
        const signed = name === 'igamma' ? grad : neg(grad);
        const exponent = sub(sub(mul(sub(self, 1), log(o)), o), registry('lgamma')(self) as Tensor);
        return mul(signed, exp(exponent));
      },
    ],
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
  return self.dtype.isFloating && self.dtype !== float32
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

/**
 * Gradient kernels that take the gradient and one saved tensor. They are linear in the gradient; `ofSaved` is the derivative by
 * the saved one, where it is differentiable.
 */
export function backwardKernel(
  name: string,
  second: string,
  bind = 'function',
  ofSaved?: (grad: Tensor, gradOutput: Tensor, saved: Tensor) => Tensor,
): Op<[grad: Tensor, saved: Tensor]> {
  const kernel: Op<[grad: Tensor, saved: Tensor]> = op<[Tensor, Tensor], Tensor>({
    schema: `${name}(Tensor grad_output, Tensor ${second}) -> Tensor`,
    bind,
    forward: (grad, saved) => elementwise([grad, saved], promoteTypes(grad.dtype, saved.dtype)),
    ...(ofSaved === undefined
      ? withoutFormula(name)
      : {
          autograd: (needs: boolean[], _result: Tensor, gradOutput: Tensor, saved: Tensor) => ({
            saved: [needs[1] ? gradOutput : null, saved],
            backward: ([grad]: MaybeTensor[], [g, s]: MaybeTensor[], wanted: boolean[]) => [
              wanted[0] ? kernel(grad!, s!) : null,
              wanted[1] ? ofSaved(grad!, g!, s!) : null,
            ],
          }),
        }),
  });
  return kernel;
}
const scaled = (t: Tensor, factor: number): Tensor => mul(t, float(factor) as unknown as Tensor);
export const tanh_backward = backwardKernel('tanh_backward', 'output', 'function', (grad, g, output) =>
  mul(grad, mul(scaled(output, -2), g)),
);
export const sigmoid_backward = backwardKernel('sigmoid_backward', 'output', 'function', (grad, g, output) =>
  mul(mul(grad, g), add(scaled(output, -2), float(1) as unknown as Tensor, 1)),
);

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
