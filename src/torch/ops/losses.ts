/** Losses of pairs of tensors, element by element. */
import { emptyLike } from '../allocate.js';
import { accumulateType, Category, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { elementwise, reduceKernel } from '../iterator.js';
import { drop, op, scope, type Op } from '../operator.js';
import { promoteTypes } from '../promotion.js';
import { float } from '../scalar.js';
import { inferSize, sameSizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { add, div, div_, mul, neg, sub } from './arithmetic.js';
import { callOperator as call } from './call.js';
import { lt } from './comparisons.js';
import { to } from './copy.js';
import { emptyAs } from './dense.js';
import { gradients } from './elementwise_rules.js';
import { exp, log } from './powers.js';
import { mean } from './reductions.js';
import { abs } from './rounding.js';
import { sum } from './sum.js';
import { masked_fill } from './where.js';

export const NONE = 0;
export const MEAN = 1;

/**
 * What C++ makes of `a() op b()`: the compiler evaluates the right operand first, which is then the older node.
 */
export function rightFirst(
  combine: (a: Tensor, b: Tensor) => Tensor,
  a: () => Tensor,
  b: () => Tensor,
): Tensor {
  const right = b();
  return combine(a(), right);
}

const minus = (a: Tensor, b: Tensor): Tensor => sub(a, b);

/** `apply_loss_reduction`. */
export function reduced(loss: Tensor, reduction: number): Tensor {
  return reduction === NONE ? loss : reduction === MEAN ? mean(loss) : sum(loss);
}

export type PairArguments = [self: Tensor, target: Tensor, reduction: number];

interface PairLoss<A extends unknown[]> {
  parameters?: string;
  /** How the reduction is done: a structured kernel keeps the unreduced result's memory under its 0-dim result. */
  style: 'structured' | 'plain' | 'copied';
  autocast?: 'fp32';
  differentiable?: number[];
  backward(grad: Tensor, self: Tensor, target: Tensor, reduction: number, ...rest: A): Tensor;
  symmetric?: boolean;
}

/** A 0-dim view of the storage of `t`: `t.resize_({})`. */
export function shrunk(t: Tensor): Tensor {
  t.setGeometry([], [], 0);
  return t;
}

function pairForward(self: Tensor, target: Tensor, reduction: number, style: PairLoss<[]>['style']): Tensor {
  // The plain style computes into a tensor made like self.
  const alike = style === 'plain' && sameSizes(inferSize(self.sizes, target.sizes), self.sizes);
  const loss = alike ? emptyAs(self) : elementwise([self, target], jointType(self, target));
  if (reduction === NONE) return loss;
  if (style === 'plain') return reduced(loss, reduction);
  if (style === 'structured') {
    const out = loss;
    const unreduced = emptyLike(loss);
    reduceInto(unreduced);
    drop(unreduced);
    return shrunk(out);
  }
  drop(reduced(loss, reduction));
  return shrunk(loss);
}

export function jointType(a: Tensor, b: Tensor): DType {
  return a.dtype === b.dtype ? a.dtype : promoteTypes(a.dtype, b.dtype);
}
/** The reduction of `t` into memory that is there. */
function reduceInto(t: Tensor): void {
  reduceKernel(
    t,
    t.sizes.map(() => true),
    accumulateType(t.dtype).itemsize,
  );
}

function pairLoss<A extends unknown[]>(name: string, l: PairLoss<A>): Op<[...PairArguments, ...A]> {
  return op<[...PairArguments, ...A], Tensor>({
    schema: `${name}(Tensor self, Tensor target, int reduction=Mean${l.parameters === undefined ? '' : `, ${l.parameters}`}) -> Tensor`,
    bind: 'nn',
    autocast: l.autocast,
    differentiable: l.differentiable,
    forward(...args) {
      const [self, target] = args as unknown as [Tensor, Tensor];
      const limit = (args as unknown[])[3] as number;
      if (name === 'smooth_l1_loss')
        check(limit >= 0, 'smooth_l1_loss does not support negative values for beta.');
      if (name === 'huber_loss')
        check(limit > 0, 'huber_loss does not support non-positive values for delta.');
      const dtype = promoteTypes(self.dtype, target.dtype);
      if (name === 'mse_loss' && !dtype.isFloating && !dtype.isComplex)
        fail('NotImplementedError', `"mse_${self.device.type}" not implemented for '${dtype.scalarName}'`);
      return pairForward(self, target, args[2], l.style);
    },
    autograd(_needs, _result, ...args) {
      const [self, target, reduction, ...rest] = args as [Tensor, Tensor, number, ...A];
      return {
        saved: [self, target],
        backward: ([grad], [s, t], needs) =>
          gradients(
            needs,
            () => l.backward(grad!, s!, t!, reduction, ...rest),
            ...(l.differentiable?.length === 1 ? [] : [() => l.backward(grad!, t!, s!, reduction, ...rest)]),
          ),
      };
    },
  });
}

/** The second gradient of a loss over pairs, before its mean is divided (`…_double_backward`). */
type SecondGradient<A extends unknown[]> = (
  product: Tensor,
  self: Tensor,
  target: Tensor,
  ...args: A
) => Tensor;
export const number = (n: number): Tensor => float(n) as unknown as Tensor;
/** Where self and target are nearer than a bound. */
const nearer = (self: Tensor, target: Tensor, bound: number): Tensor => {
  const distance = scope(() => abs(sub(self, target)));
  return lt(distance, number(bound));
};

/** A gradient of the broadcast size; its own gradient goes to the incoming one, to self and to target. */
function pairBackward<A extends unknown[]>(
  name: string,
  parameters: string,
  second: SecondGradient<A>,
  /** The gradient by the incoming one; by default the kernel of the new one. */
  ofIncoming?: (gg: Tensor, g: Tensor, kernel: (grad: Tensor) => Tensor, reduction: number) => Tensor,
): Op<[grad: Tensor, self: Tensor, target: Tensor, reduction: number, ...A]> {
  const kernel: Op<[Tensor, Tensor, Tensor, number, ...A]> = op<
    [Tensor, Tensor, Tensor, number, ...A],
    Tensor
  >({
    schema: `${name}(Tensor grad_output, Tensor self, Tensor target, int reduction${parameters}) -> Tensor`,
    bind: 'nn',
    // `zeros_like(input, LEGACY_CONTIGUOUS_MEMORY_FORMAT)`, written by the kernel.
    forward: (...[, self, target]) => emptyLike(self, inferSize(self.sizes, target.sizes)),
    autograd(_needs, _result, ...args) {
      const [grad, self, target, reduction, ...rest] = args;
      const bySelf = (gg: Tensor, g: Tensor, s: Tensor, t: Tensor): Tensor => {
        const product = mul(gg, g);
        const out = scope(() => second(product, s, t, ...rest));
        return reduction === MEAN ? div_(out, number(s.numel)) : out;
      };
      return {
        saved: [grad, self, target],
        backward: ([gg], [g, s, t], needs) =>
          gradients(
            needs,
            () =>
              ofIncoming === undefined
                ? kernel(gg!, s!, t!, reduction, ...rest)
                : ofIncoming(gg!, g!, (grad) => kernel(grad, s!, t!, reduction, ...rest), reduction),
            () => bySelf(gg!, g!, s!, t!),
            () => neg(bySelf(gg!, g!, s!, t!)),
          ),
      };
    },
  });
  return kernel;
}

const mse_loss_backward = pairBackward<[]>('mse_loss_backward', '', (product) => mul(product, number(2)));
export const mse_loss = pairLoss<[]>('mse_loss', {
  style: 'structured',
  autocast: 'fp32',
  backward: (g, s, t, r) => mse_loss_backward(g, s, t, r),
});
const smooth_l1_loss_backward = pairBackward<[beta: number]>(
  'smooth_l1_loss_backward',
  ', float beta',
  (product, self, target, beta) => {
    const near = nearer(self, target, beta);
    return div(mul(product, to(near, product.dtype)), number(beta));
  },
);
export const smooth_l1_loss = pairLoss<[beta: number]>('smooth_l1_loss', {
  parameters: 'float beta=1.0',
  style: 'structured',
  autocast: 'fp32',
  backward: (g, s, t, r, beta) => smooth_l1_loss_backward(g, s, t, r, beta),
});
const huber_loss_backward = pairBackward<[delta: number]>(
  'huber_loss_backward',
  ', float delta',
  (product, self, target, delta) => mul(product, nearer(self, target, delta)),
  // `huber_loss_double_backward_grad_output`.
  (gg, g, kernel, reduction) => {
    if (reduction === NONE) return kernel(gg);
    const by = scope(() => kernel(emptyAs(g)));
    return sum(mul(by, gg), null);
  },
);
export const huber_loss = pairLoss<[delta: number]>('huber_loss', {
  parameters: 'float delta=1.0',
  style: 'plain',
  autocast: 'fp32',
  backward: (g, s, t, r, delta) => huber_loss_backward(g, s, t, r, delta),
});

const soft_margin_loss_backward: Op<[grad: Tensor, self: Tensor, target: Tensor, reduction: number]> = op<
  [Tensor, Tensor, Tensor, number],
  Tensor
>({
  schema:
    'soft_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction) -> Tensor',
  bind: 'nn',
  forward(_grad, self, target) {
    const z = scope(() => exp(mul(neg(target), self)));
    const out = elementwise([target, z], self.dtype);
    drop(z);
    return out;
  },
  differentiable: [0, 1],
  autograd: (_needs, _result, grad, self, target, reduction) => ({
    saved: [grad, self, target],
    backward: ([gg], [g, s, t], needs) =>
      gradients(
        needs,
        () => {
          if (reduction === NONE) return soft_margin_loss_backward(gg!, s!, t!, reduction);
          const ones = call('ones_like', g, null, null, null, null, false, null);
          return sum(mul(soft_margin_loss_backward(ones, s!, t!, reduction), gg!));
        },
        () => {
          // `soft_margin_loss_double_backward`
          const product = mul(gg!, g!);
          const z = scope(() => exp(mul(s!, neg(t!))));
          const more = add(z, 1, 1);
          const out = scope(() => {
            const divisor = mul(more, more);
            return div(mul(mul(product, mul(t!, t!)), z), divisor);
          });
          return reduction === MEAN ? div(out, s!.numel as unknown as Tensor) : out;
        },
      ),
  }),
});
export const soft_margin_loss = pairLoss<[]>('soft_margin_loss', {
  style: 'copied',
  autocast: 'fp32',
  differentiable: [0],
  backward: (g, s, t, r) => soft_margin_loss_backward(g, s, t, r),
});

export const l1_loss: Op<PairArguments> = op<PairArguments, Tensor>({
  schema: 'l1_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor',
  bind: 'nn',
  autocast: 'fp32',
  composite: true,
  forward(self, target, reduction) {
    const difference = sub(self, target);
    return reduced(abs(difference), reduction);
  },
});

export const kl_div: Op<[self: Tensor, target: Tensor, reduction: number, logTarget: boolean]> = op<
  [Tensor, Tensor, number, boolean],
  Tensor
>({
  schema: 'kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool log_target=False) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(self, target, reduction, logTarget) {
    for (const t of [self, target]) {
      check(t.dtype.category > Category.int, 'kl_div: Integral inputs not supported.');
      check(!t.dtype.isComplex, 'kl_div: Complex inputs not supported.');
    }
    const loss = scope(() =>
      logTarget
        ? rightFirst(
            mul,
            () => exp(target),
            () => sub(target, self),
          )
        : rightFirst(
            minus,
            () => call('xlogy', target, target),
            () => mul(target, self),
          ),
    );
    return reduced(loss, reduction);
  },
});

export const poisson_nll_loss: Op<
  [input: Tensor, target: Tensor, logInput: boolean, full: boolean, eps: number, reduction: number]
> = op<[Tensor, Tensor, boolean, boolean, number, number], Tensor>({
  schema:
    'poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(input, target, logInput, full, eps, reduction) {
    const loss = scope(() =>
      logInput
        ? rightFirst(
            minus,
            () => exp(input),
            () => mul(target, input),
          )
        : sub(input, mul(target, log(add(input, float(eps), 1)))),
    );
    if (full) {
      const stirling = scope(() =>
        rightFirst(
          (a, b) => add(a, b, 1),
          () => sub(mul(target, log(target)), target),
          () => mul(log(mul(target, float(2 * Math.PI))), float(0.5)),
        ),
      );
      call('add_', loss, masked_fill(stirling, call('le', target, 1), 0), 1);
    }
    return reduced(loss, reduction);
  },
});
