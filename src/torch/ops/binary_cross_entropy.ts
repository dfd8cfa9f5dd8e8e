/** Binary cross entropy, of probabilities and of logits. */
import type { MaybeTensor } from '../autograd/node.js';
import { bool } from '../dtype.js';
import { check, fail } from '../errors.js';
import { elementwise } from '../iterator.js';
import { drop, op, scope, type Op } from '../operator.js';
import { canCast } from '../promotion.js';
import { float } from '../scalar.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { add, div, mul, neg, rsub, sub } from './arithmetic.js';
import { callOperator as call } from './call.js';
import { emptyAs } from './dense.js';
import { gradients } from './elementwise_rules.js';
import { MEAN, NONE, number, reduced, shrunk } from './losses.js';

/** What keeps a divisor from being zero. */
const TINY = float(1e-12);

type BceArguments = [self: Tensor, target: Tensor, weight: MaybeTensor, reduction: number];

const binary_cross_entropy_backward: Op<[grad: Tensor, ...BceArguments]> = op<
  [Tensor, ...BceArguments],
  Tensor
>({
  schema:
    'binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor',
  bind: 'nn',
  differentiable: [0, 1, 2],
  forward: (_grad, self) => emptyAs(self),
  autograd: (_needs, _result, grad, self, target, weight, reduction) => ({
    saved: [grad, self, target, weight],
    backward: ([gg], [g, s, t, w], needs) => {
      const weighted = (out: Tensor): Tensor => (w === null || w === undefined ? out : call('mul_', out, w));
      const [ofGrad, ofSelf] = gradients(
        needs,
        () => {
          // `binary_cross_entropy_double_backward_grad_output`
          const quotient = scope(() => {
            const rest = add(rsub(s!, 1), TINY, 1);
            const divisor = mul(add(s!, TINY, 1), rest);
            return div(sub(s!, t!), divisor);
          });
          const out = weighted(call('mul_', quotient, gg!));
          // The engine sums it up for a loss that is one number.
          return reduction === MEAN ? div(out, s!.numel as unknown as Tensor) : out;
        },
        () => {
          // `binary_cross_entropy_double_backward`
          const some = add(s!, TINY, 1);
          const rest = scope(() => add(rsub(s!, 1), TINY, 1));
          const quotient = scope(() => {
            const second = call('pow', rest, 2);
            const squares = mul(call('pow', some, 2), second);
            const twice = mul(mul(s!, number(2)), t!);
            return div(add(sub(mul(s!, s!), twice), t!, 1), squares);
          });
          const out = weighted(scope(() => call('mul_', quotient, mul(gg!, g!))));
          return reduction === MEAN ? div(out, s!.numel as unknown as Tensor) : out;
        },
      );
      const [ofTarget] = gradients([needs[2] ?? false], () => {
        // `binary_cross_entropy_double_backward_target`
        const out = weighted(scope(() => mul(neg(gg!), g!)));
        scope(() => call('div_', out, call('clamp', mul(rsub(s!, 1), s!), TINY, null)));
        return reduction === MEAN ? call('div_', out, t!.numel) : out;
      });
      return [ofGrad!, ofSelf!, ofTarget!];
    },
  }),
});
export const binary_cross_entropy: Op<BceArguments> = op<BceArguments, Tensor>({
  schema:
    'binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor',
  bind: 'nn',
  differentiable: [0, 1],
  forward(self, target, _weight, reduction) {
    if (!(state.autocast.cuda && self.isCuda))
      check(
        self.dtype === target.dtype,
        () => `Found dtype ${target.dtype.scalarName} but expected ${self.dtype.scalarName}`,
      );
    if (state.autocast.cuda && self.isCuda)
      fail(
        'RuntimeError',
        'torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.\nMany models use a sigmoid layer right before the binary cross entropy layer.\nIn this case, combine the two layers using torch.nn.functional.binary_cross_entropy_with_logits\nor torch.nn.BCEWithLogitsLoss.  binary_cross_entropy_with_logits and BCEWithLogits are\nsafe to autocast.',
      );
    const loss = emptyAs(self);
    if (reduction === NONE) return loss;
    drop(reduced(loss, reduction));
    return shrunk(loss);
  },
  autograd: (_needs, _result, self, target, weight, reduction) => ({
    saved: [self, target, weight],
    backward: ([grad], [s, t, w], needs) =>
      gradients(
        needs,
        () => binary_cross_entropy_backward(grad!, s!, t!, w ?? null, reduction),
        () => {
          // `binary_cross_entropy_target_backward`: what follows the first step is in place.
          const out = call('neg_', call('logit', s!, null));
          call('mul_', out, grad!);
          if (w !== null && w !== undefined) call('mul_', out, w);
          return reduction === MEAN ? call('div_', out, t!.numel) : out;
        },
      ),
  }),
});

type LogitsTensors = readonly [
  posWeight: MaybeTensor | undefined,
  self: Tensor,
  target: Tensor,
  weight: MaybeTensor | undefined,
];

/** The mean's divisor is put in in place. */
const averaged = (gradient: Tensor, self: Tensor, reduction: number): Tensor =>
  reduction === MEAN ? call('div_', gradient, self.numel) : gradient;

/** `binary_cross_entropy_with_logits_backward`, where its steps are recorded. */
function differentiableLogitsGradient(
  grad: Tensor,
  [posWeight, self, target, weight]: LogitsTensors,
  reduction: number,
): Tensor {
  const gradient = scope(() => {
    if (posWeight === null || posWeight === undefined) return sub(call('sigmoid', self), target);
    const weighted = mul(posWeight, target);
    return scope(() => sub(mul(sub(add(weighted, 1, 1), target), call('sigmoid', self)), weighted));
  });
  const scaled = mul(gradient, grad);
  if (weight === null || weight === undefined) return averaged(scaled, self, reduction);
  const out = mul(scaled, weight);
  drop(scaled);
  return averaged(out, self, reduction);
}

/** `binary_cross_entropy_with_logits_target_backward`, where its steps are recorded. */
function differentiableLogitsTargetGradient(
  grad: Tensor,
  [posWeight, self, , weight]: LogitsTensors,
  reduction: number,
): Tensor {
  const gradient = scope(() => {
    const negative = neg(self);
    if (posWeight === null || posWeight === undefined) return negative;
    const out = call('log_sigmoid', negative);
    return call<Tensor>('sub_', out, call('mul_', call('log_sigmoid', self), posWeight), 1);
  });
  const out = mul(gradient, grad);
  if (weight !== null && weight !== undefined) call('mul_', out, weight);
  return averaged(out, self, reduction);
}

type LogitsArguments = [
  self: Tensor,
  target: Tensor,
  weight: MaybeTensor,
  posWeight: MaybeTensor,
  reduction: number,
];

export const binary_cross_entropy_with_logits: Op<LogitsArguments> = op<LogitsArguments, Tensor>({
  schema:
    'binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=Mean) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  differentiable: [0, 1],
  forward(self, target, _weight, posWeight, reduction) {
    if (!self.dtype.isFloating)
      fail(
        'NotImplementedError',
        `"log_sigmoid_forward_${self.device.type}" not implemented for '${self.dtype.scalarName}'`,
      );
    const logSigmoid = elementwise([self], self.dtype);
    if (posWeight !== null) {
      const logWeight = scope(() => mul(sub(posWeight, 1), target));
      drop(logWeight);
    }
    if (target.dtype === bool)
      fail(
        'NotImplementedError',
        'Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.',
      );
    // `1 - target` is what the rest is computed into.
    check(
      canCast(self.dtype, target.dtype),
      `result type ${self.dtype.scalarName} can't be cast to the desired output type ${target.dtype.scalarName}`,
    );
    const loss = elementwise([target, self], target.dtype);
    if (reduction === NONE) {
      drop(logSigmoid);
      return loss;
    }
    return reduced(loss, reduction);
  },
  autograd: (_needs, _result, self, target, weight, posWeight, reduction) => ({
    saved: [posWeight, self, target, weight],
    backward: ([grad], [p, s, t, w], needs) =>
      gradients(
        needs,
        () => {
          if (state.gradEnabled) return differentiableLogitsGradient(grad!, [p, s!, t!, w], reduction);
          if (p === null || p === undefined) return elementwise([s!, t!], s!.dtype);
          const weighted = mul(p, t!);
          const out = add(weighted, 1, 1);
          drop(call('sigmoid', s!), weighted);
          return out;
        },
        () => {
          if (state.gradEnabled) return differentiableLogitsTargetGradient(grad!, [p, s!, t!, w], reduction);
          // `binary_cross_entropy_with_logits_target_backward`
          if (p === null || p === undefined) {
            const g = mul(neg(s!), grad!);
            return reduction === MEAN ? call('div_', g, t!.numel) : g;
          }
          const negative = neg(s!);
          const g = call('log_sigmoid', negative);
          drop(call('log_sigmoid', s!), negative);
          return g;
        },
      ),
  }),
});
