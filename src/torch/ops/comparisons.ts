/** Comparisons, logic and integers’ bits, elementwise. */
import { knownValues } from '../allocate.js';
import { Category, bool, type DType } from '../dtype.js';
import { fail, machine } from '../errors.js';
import { resultType } from '../promotion.js';
import { scalarValue } from '../scalar.js';
import { Tensor } from '../tensor.js';
import {
  alsoNamed,
  TENSOR_OTHER,
  type Binary,
  binary,
  bound,
  registry,
  type BinaryRule,
  type Operand,
  type Unary,
  unary,
} from './elementwise_rules.js';

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
  binary(name, {
    type: toBool,
    compute,
    node: name,
    ofDraws: comparisonOfDraws(name),
    second: name.startsWith('logical_') ? TENSOR_OTHER : undefined,
  });

/** A binary operator by its name. */
const operator = (name: string): Binary => registry(name) as unknown as Binary;

export const eq = bound('eq');
export const ne = bound('ne');
export const lt = bound('lt');
export const le = bound('le');
export const gt = bound('gt');
export const ge = bound('ge');
export const logical_and = bound('logical_and');
export const logical_or = bound('logical_or');
for (const [name, target] of [
  ['not_equal', 'ne'],
  ['less', 'lt'],
  ['less_equal', 'le'],
  ['greater', 'gt'],
  ['greater_equal', 'ge'],
] as const)
  alsoNamed(operator(target), operator(`${target}_`), name);

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
] as const)
  alsoNamed(operator(target), null, name);
export const bitwise_and = bound('bitwise_and');
export const bitwise_or = bound('bitwise_or');
for (const name of ['gcd', 'lcm']) binary(name, { type: integral(name), second: TENSOR_OTHER });

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
