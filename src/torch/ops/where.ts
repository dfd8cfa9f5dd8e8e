/** Elements that a mask picks: `where` and `masked_fill`. */
import { emptyLike, knownValues, setKnown } from '../allocate.js';
import { bool, type DType } from '../dtype.js';
import { check } from '../errors.js';
import { elementwise } from '../iterator.js';
import {
  drop,
  inplaceVariant,
  op,
  overloads,
  pendingIsInplace,
  pendingOutput,
  type Op,
} from '../operator.js';
import { resultType } from '../promotion.js';
import { scalarValue } from '../scalar.js';
import { contiguousStrides, inferSize, sameSizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { to } from './copy.js';
import { gradients, otherFirst, type Operand } from './elementwise_rules.js';
import { nonzeroMemory } from './sorting_memory.js';
import { sum } from './sum.js';
import { expandedGeometry } from './views.js';

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

/** `masked_select` of a mask that is taken to have no true element. */
const selectedNone: Op<[self: Tensor, mask: Tensor]> = op<[Tensor, Tensor], Tensor>({
  schema: '_masked_select_none(Tensor self, Tensor mask) -> Tensor',
  bind: 'none',
  node: 'MaskedSelectBackward0',
  differentiable: [0],
  forward(self, mask) {
    selectMemory(self, mask);
    return emptyLike(self, [0]);
  },
  autograd: (...args) => overloads.get('masked_select')![0]!.init.autograd!(...args),
});

export const masked_fill: Op<[self: Tensor, mask: Tensor, value: Operand]> = op({
  schema: 'masked_fill.Scalar(Tensor self, Tensor mask, Number value) -> Tensor',
  nodeOf: (_self: Tensor, _mask: Tensor, value: Operand) =>
    `MaskedFillBackward${value instanceof Tensor ? 1 : 0}`,
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
          () => sum(selectedNone(grad!, m!), null),
        ),
    };
  },
});
export const masked_fill_: Op<[self: Tensor, mask: Tensor, value: Operand]> = inplaceVariant(masked_fill, {
  bind: 'method',
});
