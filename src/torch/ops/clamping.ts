/** The larger and the smaller of elements, and limits. */
import { emptyLike, setKnown } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { checkDevices } from '../device_checks.js';
import { check } from '../errors.js';
import { elementwise } from '../iterator.js';
import { inplaceVariant, op, scope, type Op } from '../operator.js';
import { resultType } from '../promotion.js';
import { Tensor } from '../tensor.js';
import { div } from './arithmetic.js';
import { eq, ge, gt, le, logicalNot, logical_and, logical_or, lt } from './comparisons.js';
import {
  TENSOR_OTHER,
  binary,
  gradients,
  registry,
  tensorOf,
  type Binary,
  type Operand,
} from './elementwise_rules.js';
import { masked_fill_, where } from './where.js';

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
    second: TENSOR_OTHER,
    compute: isMax ? Math.max : Math.min,
    gradient: (grad, self, other) => [
      () => sharedGradient(grad, self, other, isMax ? lt : gt),
      () => sharedGradient(grad, self, other, isMax ? gt : lt),
    ],
  });
}

export const maximum: Binary = extremum('maximum', true, false);
export const minimum: Binary = extremum('minimum', false, false);
extremum('fmax', true, false);
extremum('fmin', false, false);

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
