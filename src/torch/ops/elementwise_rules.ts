/** What elementwise operators share: the rules of functions of one and of two variables, and their gradients. */
import { emptyLike, likeStrides, setKnown } from '../allocate.js';
import type { AutocastPolicy } from '../autocast.js';
import type { MaybeTensor } from '../autograd/node.js';
import { Category, bool, type DType } from '../dtype.js';
import { elementwise } from '../iterator.js';
import {
  callOfProgram,
  inplaceVariant,
  into,
  notImplemented,
  op,
  overloads,
  scope,
  type Op,
  withoutFormula,
} from '../operator.js';
import { promoteTypes, resultType } from '../promotion.js';
import type { Scalar } from '../scalar.js';
import { contiguousStrides } from '../shape.js';
import { state } from '../state.js';
import { KNOWN_LIMIT, Storage, Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { toRealParts } from './complex.js';

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

/** Integers and bool become the default floating dtype. */
export function floatingType(dtype: DType): DType {
  return dtype.category <= Category.int ? state.defaultDtype : dtype;
}

export const isComplex = (o: Operand): boolean => o instanceof Tensor && o.dtype.isComplex;

export type Binary = Op<[self: Tensor, other: Operand]>;

export const tensorOf = (o: Operand): MaybeTensor => (o instanceof Tensor ? o : null);

/** Computes a result as a tensor of its own, and copies it into self. */
export function writeInto(self: Tensor, compute: () => Tensor): Tensor {
  return callOperator('copy_', self, compute());
}

export function zerosLike(t: Tensor): Tensor {
  const out = emptyLike(t, t.sizes, likeStrides(t, null));
  if (out.numel <= 64) setKnown(out, new Array<number>(out.numel).fill(0));
  return out;
}

/** `_efficientzerotensor`: zeros without memory. */
export function efficientZeros(like: Tensor): Tensor {
  return new Tensor(new Storage(0, like.device), like.sizes, contiguousStrides(like.sizes), 0, like.dtype);
}

/** Another name of an operator and of its in-place variant, made of the first. */
export function alsoNamed<A extends [Tensor, ...unknown[]]>(
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
    // Numbers have become tensors where the program calls.
    forward(...args) {
      const call = into(functional);
      return call === functional ? (callOfProgram(functional.operator, args) as Tensor) : call(...args);
    },
  });
  if (inplace !== null)
    op<A, Tensor>({
      schema: `${name}_${suffix}${inplace.operator.init.schema.slice(inplace.operator.init.schema.indexOf('('))}`,
      bind: 'method',
      composite: true,
      forward: (...args) => inplace(...args),
    });
}

export interface BinaryRule {
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
  /** The node's name where C++ calls with a number. */
  scalarNode?: string;
  nodeOf?: (self: Tensor, other: Operand) => string;
  /** Whether self may be a number too. */
  anyOrder?: boolean;
  overload?: string;
  bind?: string;
  /** The second parameter where it isn't `Number other`. */
  second?: string;
}

/** The second parameter of what takes no number. */
export const TENSOR_OTHER = 'Tensor other';

/** A binary operator; other may be a number. */
export function binary(name: string, rule: BinaryRule = {}): Binary {
  const { gradient } = rule;
  const made: Binary = op<[Tensor, Operand], Tensor>({
    schema: `${name}${rule.overload === undefined ? '' : '.' + rule.overload}(${rule.anyOrder ? 'Number' : 'Tensor'} self, ${rule.second ?? 'Number other'}) -> Tensor`,
    autocast: rule.autocast,
    node: rule.withoutFormula ? 'NotImplemented' : rule.node,
    nodeOf: rule.nodeOf,
    scalarNode: rule.scalarNode,
    bind: rule.bind,
    forward(self, other) {
      const type = rule.type ?? ((a, b) => resultType([a, b]));
      const out = elementwise([self, other], type(self, other), rule.compute);
      const draws = rule.ofDraws?.(self, other);
      if (draws !== undefined && out.numel <= KNOWN_LIMIT)
        setKnown(out, new Array<number>(out.numel).fill(draws));
      if (draws !== undefined) out.storage.assumed = false;
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
            const number = (self as Operand) instanceof Tensor ? null : self;
            const saves = rule.saves ?? 'both';
            const saved =
              saves === 'none'
                ? []
                : saves === 'both'
                  ? [kept(tensorOf(self), first), kept(tensorOf(other), second)]
                  : [kept(tensorOf(self), first), kept(tensorOf(other), second), result];
            return {
              saved,
              backward: ([grad], [s, o, r], needs) =>
                otherFirst(needs, ...gradient(grad!, s ?? number!, o ?? scalar!, r ?? null)),
            };
          },
  });
  if (rule.inplace !== false) inplaceVariant(made, { bind: 'method' });
  return made;
}

export function registry(name: string): (...args: unknown[]) => unknown {
  return overloads.get(name)![0]!.call as (...args: unknown[]) => unknown;
}
export function bound(name: string): (self: Tensor, other: Operand) => Tensor {
  const call = registry(name);
  return (self, other) => call(self, other) as Tensor;
}

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
  /** Whether there is an in-place variant; `no formula`: one whose gradient PyTorch doesn't have. */
  inplace?: boolean | 'no formula';
  bind?: string;
}
export type Unary = Op<[self: Tensor]>;

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
  if (rule.inplace === 'no formula')
    inplace = inplaceVariant(made, {
      node: made.operator.node.replace(/0$/, '1'),
      autograd: () => ({ backward: () => notImplemented(`inplace version of ${name}`) }),
    });
  else if (rule.inplace !== false) inplace = inplaceVariant(made);
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
