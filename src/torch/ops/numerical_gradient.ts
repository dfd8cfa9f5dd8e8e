/** torch.gradient: central differences inside, one-sided ones at the edges (`gradient_helper` of ReduceOps.cpp). */
import { check } from '../errors.js';
import { op, scope } from '../operator.js';
import { float, type Scalar } from '../scalar.js';
import { dimMask, wrapDim, type Sizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { cat } from './joining.js';
import { add, div, mul, neg, sub } from './arithmetic.js';
import { reshape, select, slice } from './views.js';

/** Differences over a constant step. */
function evenly(self: Tensor, dim: number, step: Scalar, edgeOrder: number): Tensor {
  const part = (from: number, to: number | null): Tensor => slice(self, dim, from, to, 1);
  const center = scope(() => div(sub(part(2, null), part(0, -2)), step));
  const edge = (near: Tensor, middle: Tensor, far: Tensor, sign: 1 | -1): Tensor => {
    const [x, y] = [mul(middle, 2 * sign), add(mul(near, float(1.5 * sign)), mul(far, float(0.5 * sign)))];
    return div(sub(x, y), step);
  };
  const [first, last] =
    edgeOrder === 1
      ? [
          scope(() => div(sub(part(1, 2), part(0, 1)), step)),
          scope(() => div(sub(part(-1, null), part(-2, -1)), step)),
        ]
      : [
          scope(() => edge(part(0, 1), part(1, 2), part(2, 3), 1)),
          scope(() => edge(part(-1, null), part(-2, -1), part(-3, -2), -1)),
        ];
  return scope(() => cat([first, div(center, 2), last], dim));
}

/** Differences over the steps between coordinates. */
function unevenly(self: Tensor, dim: number, coordinates: Tensor, edgeOrder: number): Tensor {
  const part = (from: number, to: number | null): Tensor => slice(self, dim, from, to, 1);
  const shape = self.sizes.map((_, i) => (i === dim ? coordinates.numel - 2 : 1));
  const steps = callOperator('diff', coordinates, 1, 0, null, null);
  const [dx1, dx2] = [slice(steps, 0, 0, -1, 1), slice(steps, 0, 1, null, 1)];
  const weighted = (weights: Tensor[], parts: [from: number, to: number | null][]): Tensor =>
    scope(() => {
      const [c, b, a] = [2, 1, 0].map((i) => mul(weights[i]!, part(...parts[i]!))) as [
        Tensor,
        Tensor,
        Tensor,
      ];
      return add(add(a, b), c);
    });
  const shaped = (formula: () => Tensor): Tensor => reshape(scope(formula), shape);
  const quotient = (divisor: Tensor, dividend: Tensor): Tensor => div(dividend, divisor);
  const center = weighted(
    [
      shaped(() => quotient(mul(dx1, add(dx1, dx2)), neg(dx2))),
      shaped(() => quotient(mul(dx1, dx2), sub(dx2, dx1))),
      shaped(() => quotient(mul(dx2, add(dx1, dx2)), dx1)),
    ],
    [
      [0, -2],
      [1, -1],
      [2, null],
    ],
  );
  const step = (i: number): Tensor => select(steps, 0, i);
  let first: Tensor;
  let last: Tensor;
  if (edgeOrder === 1) {
    first = scope(() => div(sub(part(1, 2), part(0, 1)), step(0)));
    last = scope(() => div(sub(part(-1, null), part(-2, -1)), step(-1)));
  } else {
    // The weights at an edge, of the steps nearest to it.
    const outer = (x: Tensor, y: Tensor, negative: boolean): Tensor =>
      scope(() => {
        const divisor = mul(x, add(x, y));
        const sumOf = add(mul(x, float(2)), y);
        return quotient(divisor, negative ? neg(sumOf) : sumOf);
      });
    const middle = (x: Tensor, y: Tensor, negative: boolean): Tensor =>
      scope(() => {
        const divisor = mul(x, y);
        const sumOf = add(x, y);
        return quotient(divisor, negative ? neg(sumOf) : sumOf);
      });
    const inner = (x: Tensor, y: Tensor, negative: boolean): Tensor =>
      scope(() => {
        const divisor = mul(y, add(x, y));
        return quotient(divisor, negative ? neg(x) : x);
      });
    first = weighted(
      [outer(step(0), step(1), true), middle(step(0), step(1), false), inner(step(0), step(1), true)],
      [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    );
    last = weighted(
      [inner(step(-1), step(-2), false), middle(step(-1), step(-2), true), outer(step(-1), step(-2), false)],
      [
        [-3, -2],
        [-2, -1],
        [-1, null],
      ],
    );
  }
  return cat([first, center, last], dim);
}

function differences<S>(
  self: Tensor,
  spacing: readonly S[] | null,
  dim: Sizes | null,
  edgeOrder: number,
  along: (self: Tensor, dim: number, spacing: S, edgeOrder: number) => Tensor,
  unit: S,
): Tensor[] {
  const rank = self.sizes.length;
  check(edgeOrder === 1 || edgeOrder === 2, 'torch.gradient only supports edge_order=1 and edge_order=2.');
  const mask = dimMask(dim, rank);
  const dims = dim?.map((d) => wrapDim(d, rank)) ?? [...mask.keys()];
  if (spacing !== null && spacing.length !== 1)
    check(
      spacing.length === dims.length,
      `torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to 'self.dim() = ${rank}', since dim argument was not given, but got a list of length ${spacing.length}`,
    );
  for (const d of dims)
    check(
      self.sizes[d]! >= edgeOrder + 1,
      'torch.gradient expected each dimension size to be at least edge_order+1',
    );
  const at = (i: number): S => (spacing === null ? unit : spacing.length === 1 ? spacing[0]! : spacing[i]!);
  return dims.map((d, i) => scope(() => along(self, d, at(i), edgeOrder)));
}

op<[Tensor, Scalar | null, Sizes | null, number], Tensor[]>({
  schema:
    'gradient.scalarint(Tensor self, *, Scalar? spacing=None, int[1]? dim=None, int edge_order=1) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, spacing, dim, edgeOrder) =>
    differences(self, spacing === null ? null : [spacing], dim, edgeOrder, evenly, 1),
});
op<[Tensor, Scalar[], Sizes | null, number], Tensor[]>({
  schema:
    'gradient.scalarrayarray(Tensor self, *, Scalar[] spacing, int[1]? dim=None, int edge_order=1) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, spacing, dim, edgeOrder) => differences(self, spacing, dim, edgeOrder, evenly, 1),
});
op<[Tensor, Tensor[], Sizes | null, number], Tensor[]>({
  schema:
    'gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[1]? dim=None, int edge_order=1) -> Tensor[]',
  bind: 'function',
  composite: true,
  forward: (self, spacing, dim, edgeOrder) =>
    differences(self, spacing, dim, edgeOrder, unevenly, null as unknown as Tensor),
});
