/** Losses of margins, and of distances between vectors. */
import { emptyLike } from '../allocate.js';
import { int64, float32 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, scope, type Op, withoutFormula } from '../operator.js';
import { float, type Scalar } from '../scalar.js';
import { inferSize, sameSizes, showSizes } from '../shape.js';
import { type Tensor } from '../tensor.js';
import { callOperator as call } from './call.js';
import { emptyAs, withContiguous } from './dense.js';
import { add, div, mul, neg, rsub, sub } from './arithmetic.js';
import { eq, ne } from './comparisons.js';
import { sqrt } from './powers.js';
import { where } from './where.js';
import { linalg_vector_norm } from './norms.js';
import { sum } from './sum.js';
import { expand } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';
import { NONE, rightFirst, reduced, type PairArguments, jointType } from './losses.js';

export const margin_ranking_loss: Op<
  [input1: Tensor, input2: Tensor, target: Tensor, margin: number, reduction: number]
> = op<[Tensor, Tensor, Tensor, number, number], Tensor>({
  schema:
    'margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(input1, input2, target, margin, reduction) {
    const loss = scope(() =>
      add(
        rightFirst(
          mul,
          () => neg(target),
          () => sub(input1, input2),
        ),
        float(margin),
        1,
      ),
    );
    return reduced(call('clamp_min_', loss, 0), reduction);
  },
});

export const hinge_embedding_loss: Op<[self: Tensor, target: Tensor, margin: number, reduction: number]> = op<
  [Tensor, Tensor, number, number],
  Tensor
>({
  schema: 'hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=Mean) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(self, target, margin, reduction) {
    const zeros = emptyAs(self);
    const clamped = call('clamp_min_', rsub(self, float(margin)), 0);
    const outputMargin = scope(() => where(ne(target, 1), clamped, zeros));
    const outputSelf = scope(() => where(ne(target, -1), self, zeros));
    return reduced(add(outputMargin, outputSelf, 1), reduction);
  },
});

const EPSILON = float(1e-12);
export const cosine_embedding_loss: Op<
  [input1: Tensor, input2: Tensor, target: Tensor, margin: number, reduction: number]
> = op<[Tensor, Tensor, Tensor, number, number], Tensor>({
  schema:
    'cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(input1, input2, target, margin, reduction) {
    const rank = target.sizes.length;
    check(rank === 1 || rank === 0, '0D or 1D target tensor expected, multi-target not supported');
    check(
      rank === 0 ? input1.sizes.length === 1 : input1.sizes.length === 2,
      () =>
        (rank === 0
          ? '0D target tensor expects 1D input tensors, but found inputs with sizes '
          : '1D target tensor expects 2D input tensors, but found inputs with sizes ') +
        `${showSizes(input1.sizes)} and ${showSizes(input2.sizes)}.`,
    );
    const product = scope(() => sum(mul(input1, input2), [rank]));
    const square1 = scope(() => add(sum(mul(input1, input1), [rank]), EPSILON, 1));
    const square2 = scope(() => add(sum(mul(input2, input2), [rank]), EPSILON, 1));
    const denominator = scope(() => sqrt(mul(square1, square2)));
    const cos = div(product, denominator);
    const zeros = emptyAs(cos);
    const pos = rsub(cos, 1);
    const negative = call('clamp_min_', sub(cos, float(margin)), 0);
    const outputPos = scope(() => where(eq(target, 1), pos, zeros));
    const outputNeg = scope(() => where(eq(target, -1), negative, zeros));
    return reduced(add(outputPos, outputNeg, 1), reduction);
  },
});

export const cosine_similarity: Op<[x1: Tensor, x2: Tensor, dim: number, eps: number]> = op<
  [Tensor, Tensor, number, number],
  Tensor
>({
  schema: 'cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(x1_, x2_, dim) {
    const dtype = jointType(x1_, x2_);
    check(
      dtype.isFloating,
      () => `expected common dtype to be floating point, yet common dtype is ${dtype.scalarName}`,
    );
    const [x1, x2] = [expandBoth(x1_, x2_), expandBoth(x2_, x1_)];
    // The clamped norms are copies, changed without autograd.
    const [n1, n2] = [x1, x2].map((x) =>
      scope(() => call('clone', linalg_vector_norm(x, 2, [dim], true, null), null)),
    ) as [Tensor, Tensor];
    emptyLike(n1, [], null, dtype.itemsize < 4 ? float32 : dtype);
    return sum(
      rightFirst(
        mul,
        () => div(x1, n1),
        () => div(x2, n2),
      ),
      [dim],
    );
  },
});
function expandBoth(t: Tensor, other: Tensor): Tensor {
  if (sameSizes(t.sizes, other.sizes)) return t;
  return expand(t, inferSize(t.sizes, other.sizes));
}

export const pairwise_distance: Op<[x1: Tensor, x2: Tensor, p: number, eps: number, keepdim: boolean]> = op<
  [Tensor, Tensor, number, number, boolean],
  Tensor
>({
  schema: 'pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (x1, x2, p, eps, keepdim) =>
    call(
      'norm',
      add(sub(x1, x2), float(eps), 1),
      float(p),
      [Math.max(x1.sizes.length, x2.sizes.length) - 1],
      keepdim,
      null,
    ),
});

export const triplet_margin_loss: Op<
  [
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: number,
    p: number,
    eps: number,
    swap: boolean,
    reduction: number,
  ]
> = op<[Tensor, Tensor, Tensor, number, number, number, boolean, number], Tensor>({
  schema:
    'triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06, bool swap=False, int reduction=Mean) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(anchor, positive, negative, margin, p, eps, swap, reduction) {
    const ranks = [anchor, positive, negative].map((t) => t.sizes.length);
    check(
      ranks[0] === ranks[1] && ranks[1] === ranks[2],
      `The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: anchor ${ranks[0]}D, positive ${ranks[1]}D, and negative ${ranks[2]}D inputs`,
    );
    const distPos = pairwise_distance(anchor, positive, p, eps, false);
    let distNeg = pairwise_distance(anchor, negative, p, eps, false);
    if (swap) {
      const distSwap = pairwise_distance(positive, negative, p, eps, false);
      distNeg = call('minimum', distNeg, distSwap);
    }
    const loss = scope(() => call('clamp_min', sub(add(distPos, float(margin), 1), distNeg), 0));
    return reduced(loss, reduction);
  },
});

const marginBackward = (
  name: string,
): Op<[grad: Tensor, self: Tensor, target: Tensor, weight: MaybeTensor]> =>
  op<[Tensor, Tensor, Tensor, MaybeTensor], Tensor>({
    schema: `${name}(Tensor grad_output, Tensor self, Tensor target, Tensor? weight) -> Tensor`,
    bind: 'none',
    ...withoutFormula(name),
    forward(grad, self, target, weight) {
      const out = emptyLike(self);
      return withContiguous([self, target, weight, grad], () => out);
    },
  });
const multi_margin_loss_backward = marginBackward('multi_margin_loss_backward');
const multilabel_margin_loss_backward = marginBackward('multilabel_margin_loss_backward');

/** What the kernels of losses by margins take. */
function checkMarginTypes(name: string, self: Tensor, target: Tensor): void {
  if (!self.dtype.isFloating)
    fail(
      'NotImplementedError',
      `"${name}_${self.device.type}" not implemented for '${self.dtype.scalarName}'`,
    );
  check(target.dtype === int64, `expected scalar type Long but found ${target.dtype.scalarName}`);
}

/** Only the number of rows may be 0. */
function checkClasses(self: Tensor): void {
  check(
    self.sizes.length === 0 || self.sizes[self.sizes.length - 1] !== 0,
    () =>
      `Expected non-empty vector or matrix with optional 0-dim batch size, but got: ${showSizes(self.sizes)}`,
  );
}

export const multi_margin_loss: Op<
  [self: Tensor, target: Tensor, p: Scalar, margin: Scalar, weight: MaybeTensor, reduction: number]
> = op<[Tensor, Tensor, Scalar, Scalar, MaybeTensor, number], Tensor>({
  schema:
    'multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=Mean) -> Tensor',
  bind: 'nn',
  autocast: 'fp32',
  differentiable: [0],
  forward(self, target, _p, _margin, weight, reduction) {
    const rows = self.sizes.length <= 1 ? 1 : self.sizes[0]!;
    checkClasses(self);
    check(
      target.sizes.length <= 1 && target.numel === rows,
      () =>
        `multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). Expected target size [${rows}], but got ${showSizes(target.sizes)}. Input has shape ${showSizes(self.sizes)}.`,
    );
    const classes = self.sizes[self.sizes.length - 1] ?? 1;
    check(
      weight === null || (weight.sizes.length <= 1 && weight.numel === classes),
      () => `inconsistent weight size, expected ${classes} but got ${showSizes(weight!.sizes)}`,
    );
    checkMarginTypes('multi_margin_loss', self, target);
    const each = reduction === NONE && self.sizes.length > 1;
    const out = emptyLike(self, each ? [rows] : []);
    withContiguous([self, target, weight], () => {
      if (!each && self.sizes.length > 1) drop(emptyLike(self, [rows]));
    });
    return out;
  },
  autograd: (_needs, _result, self, target, _p, _margin, weight) => ({
    saved: [self, target, weight],
    backward: ([grad], [s, t, w]) => [multi_margin_loss_backward(grad!, s!, t!, w ?? null)],
  }),
});

export const multilabel_margin_loss_forward: Op<PairArguments, Tensor[]> = op<PairArguments, Tensor[]>({
  schema:
    'multilabel_margin_loss_forward(Tensor self, Tensor target, int reduction) -> (Tensor output, Tensor is_target)',
  bind: 'nn',
  node: 'MultilabelMarginLossBackward0',
  differentiable: [0],
  outputDifferentiability: [true, false],
  forward(self, target, reduction) {
    checkClasses(self);
    check(
      sameSizes(self.sizes, target.sizes) || (self.sizes.length <= 1 && self.numel === target.numel),
      () =>
        `inconsistent target size: ${showSizes(target.sizes)} for input of size: ${showSizes(self.sizes)}`,
    );
    checkMarginTypes('multilabel_margin_loss_forward', self, target);
    if (self.numel === 0) return [emptyLike(self, [0]), emptyLike(self, [0])];
    return withContiguous([self, target], () => {
      const isTarget = emptyLike(self, target.sizes);
      if (self.sizes.length <= 1) return [emptyLike(self, []), isTarget];
      const each = emptyLike(self, [self.sizes[0]!]);
      if (reduction === NONE) return [each, isTarget];
      const out = emptyLike(self, []);
      drop(each);
      return [out, isTarget];
    });
  },
  autograd: (_needs, result, self, target) => ({
    saved: [self, target, result[1]!],
    backward: ([grad], [s, t, isTarget]) => [multilabel_margin_loss_backward(grad!, s!, t!, isTarget!)],
  }),
});
op<PairArguments, Tensor>({
  schema: 'multilabel_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor',
  bind: 'nn',
  autocast: 'fp32',
  composite: true,
  forward: (...args) => multilabel_margin_loss_forward(...args)[0]!,
});
