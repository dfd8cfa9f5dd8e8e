/** Negative log likelihood and cross entropy. */
import { emptyLike } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { check, fail } from '../errors.js';
import { drop, op, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { sameSizes, showSizes } from '../shape.js';
import type { Tensor } from '../tensor.js';
import { add, div, mul, neg } from './arithmetic.js';
import { callOperator as call } from './call.js';
import { bitwise_not, eq } from './comparisons.js';
import { contiguous } from './copy.js';
import { emptyAs, withContiguous } from './dense.js';
import { gradients } from './elementwise_rules.js';
import { MEAN, NONE, rightFirst } from './losses.js';
import { log_softmax } from './softmax.js';
import { sum } from './sum.js';
import { reshape, view } from './views.js';
import { selectMemory } from './where.js';

type NllArguments = [
  self: Tensor,
  target: Tensor,
  weight: MaybeTensor,
  reduction: number,
  ignoreIndex: number,
];
const NLL = 'Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100';

function checkTarget(target: Tensor): void {
  check(
    target.dtype.name === 'int64' || target.dtype.name === 'uint8',
    () => `expected target dtype to be Long or Byte, but got ${target.dtype.scalarName}`,
  );
}

function defineNll(
  name: 'nll_loss' | 'nll_loss2d',
  checkShapes: (self: Tensor, target: Tensor, weight: MaybeTensor) => void,
): Op<NllArguments> {
  const spatial = name === 'nll_loss2d';
  const backward: Op<[grad: Tensor, ...NllArguments, total: Tensor]> = op<
    [Tensor, ...NllArguments, Tensor],
    Tensor
  >({
    schema: `${name}_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index, Tensor total_weight) -> Tensor`,
    bind: 'nn',
    differentiable: [0, 1],
    forward(grad, self, target, weight, reduction) {
      if (spatial) {
        const out = emptyAs(self);
        check(out.isContiguous, 'grad_input must be contiguous');
        return withContiguous(reduction === NONE ? [weight] : [weight, target], () => out);
      }
      const out = emptyLike(self);
      return withContiguous([self, target, grad, weight], () => out);
    },
    autograd: (_needs, _result, _grad, _self, target, weight, reduction, ignore) => ({
      saved: [target, weight],
      backward: ([gg], [t, w], needs) =>
        gradients(
          needs,
          () => loss(gg!, t!, w ?? null, reduction, ignore),
          () => emptyAs(gg!),
        ),
    }),
  });
  const forward: Op<NllArguments, Tensor[]> = op<NllArguments, Tensor[]>({
    schema: `${name}_forward(Tensor self, Tensor target, Tensor? weight, int reduction, int ignore_index) -> (Tensor output, Tensor total_weight)`,
    bind: 'nn',
    node: spatial ? 'NllLoss2DBackward0' : 'NllLossBackward0',
    differentiable: [0],
    outputDifferentiability: [true, false],
    forward(self, target, weight, reduction) {
      checkShapes(self, target, weight);
      checkTarget(target);
      const each = reduction === NONE && (spatial || self.sizes.length === 2);
      if (spatial) {
        // Both are resized, the weight first.
        const total = emptyLike(self, []);
        const out = emptyLike(self, each ? target.sizes : []);
        return withContiguous(each ? [weight] : [weight, self, target], () => [out, total]);
      }
      const out = emptyLike(self, each ? [self.sizes[0]!] : []);
      const total = emptyLike(self, []);
      return withContiguous([self, target, weight], () => [out, total]);
    },
    autograd: (_needs, result, self, target, weight, reduction, ignore) => ({
      saved: [self, target, weight, result[1]!],
      backward: ([grad], [s, t, w, total]) =>
        grad === null || grad === undefined
          ? [null]
          : [backward(grad, s!, t!, w ?? null, reduction, ignore, total!)],
    }),
  });
  const loss: Op<NllArguments> = op<NllArguments, Tensor>({
    schema: `${name}(${NLL}) -> Tensor`,
    bind: 'nn',
    autocast: 'fp32',
    composite: true,
    forward: (...args) => forward(...args)[0]!,
  });
  return loss;
}

export const nll_loss = defineNll('nll_loss', (self, target, weight) => {
  check(self.sizes.length > 0 && self.sizes.length <= 2, 'input tensor should be 1D or 2D');
  check(target.sizes.length <= 1, '0D or 1D target tensor expected, multi-target not supported');
  if (self.sizes.length === 1 && target.sizes.length === 1)
    check(
      target.sizes[0] === 1,
      () => `For 1D input, 1D target must have size 1, but got target size: ${target.sizes[0]}`,
      'ValueError',
    );
  check(
    self.sizes.length === 1 || self.sizes[0] === target.sizes[0],
    () => `size mismatch (got input: ${showSizes(self.sizes)}, target: ${showSizes(target.sizes)})`,
  );
  const classes = self.sizes[self.sizes.length - 1]!;
  check(
    weight === null || (weight.sizes.length === 1 && weight.numel === classes),
    () =>
      `weight tensor should be defined either for all ${classes} classes or no classes but got weight tensor of shape: ${showSizes(weight!.sizes)}`,
  );
});
export const nll_loss2d = defineNll('nll_loss2d', (self, target, weight) => {
  check(
    target.sizes.length === 3,
    () =>
      `only batches of spatial targets supported (3D tensors) but got targets of size: : ${showSizes(target.sizes)}`,
  );
  check(
    self.sizes.length === 4,
    () =>
      `only batches of spatial inputs supported (4D tensors), but got input of size: ${showSizes(self.sizes)}`,
  );
  check(
    weight === null || weight.numel === self.sizes[1],
    'weight tensor should be defined either for all or no classes',
  );
  check(
    self.sizes[0] === target.sizes[0] &&
      self.sizes[2] === target.sizes[1] &&
      self.sizes[3] === target.sizes[2],
    () =>
      `input and target batch or spatial sizes don't match: target ${showSizes(target.sizes)}, input ${showSizes(self.sizes)}`,
  );
});

export const nll_loss_nd: Op<NllArguments> = op<NllArguments, Tensor>({
  schema: `nll_loss_nd(${NLL}) -> Tensor`,
  bind: 'nn',
  composite: true,
  forward(self, target, weight, reduction, ignore) {
    const rank = self.sizes.length;
    check(rank >= 1, () => `Expected 1 or more dimensions (got ${rank})`);
    check(
      rank === 1 || self.sizes[0] === target.sizes[0],
      () => `Expected input batch_size (${self.sizes[0]}) to match target batch_size (${target.sizes[0]}).`,
      'ValueError',
    );
    if (rank === 1 || rank === 2) return nll_loss(self, target, weight, reduction, ignore);
    if (rank === 4) return nll_loss2d(self, target, weight, reduction, ignore);
    const [n, c] = self.sizes as [number, number];
    const outSizes = [n, ...self.sizes.slice(2)];
    if (!sameSizes(target.sizes.slice(1), self.sizes.slice(2)))
      fail('RuntimeError', `Expected target size ${showSizes(outSizes)}, got ${showSizes(target.sizes)}`);
    const empty = self.numel === 0;
    const x = empty ? view(contiguous(self), [n, c, 0, 0]) : view(contiguous(self), [n, c, 1, -1]);
    const t = empty ? view(contiguous(target), [n, 0, 0]) : view(contiguous(target), [n, 1, -1]);
    const out = nll_loss2d(x, t, weight, reduction, ignore);
    return reduction === NONE ? view(out, outSizes) : out;
  },
});

/** Targets are probabilities, of the input's shape. */
function probabilityTarget(
  self: Tensor,
  target_: Tensor,
  weight: MaybeTensor,
  reduction: number,
  smoothing: number,
  classDim: number,
): Tensor {
  check(
    target_.dtype.isFloating,
    () => `Expected floating point type for target with class probabilities, got ${target_.dtype.scalarName}`,
  );
  const classes = self.sizes[classDim]!;
  check(
    weight === null || (weight.sizes.length === 1 && weight.numel === classes),
    () =>
      `cross_entropy: weight tensor should be defined either for all ${classes} classes or no classes but got weight tensor of shape: ${showSizes(weight!.sizes)}`,
  );
  const input = log_softmax(self, classDim, self.dtype);
  let target = target_;
  if (smoothing > 0)
    target = scope(() => add(mul(target_, float(1 - smoothing)), float(smoothing / classes), 1));
  let product = mul(input, target);
  if (weight !== null) {
    const shape = new Array<number>(input.sizes.length).fill(1);
    shape[classDim] = weight.numel;
    product = mul(product, view(weight, shape));
  }
  if (reduction === NONE) return neg(sum(product, [classDim]));
  const total = neg(sum(product));
  return reduction === MEAN ? div(total, input.numel / classes) : total;
}

/** Class indices with label smoothing: the likelihood and a uniform part. */
function smoothedLoss(
  self: Tensor,
  target: Tensor,
  weight: MaybeTensor,
  reduction: number,
  ignore: number,
  smoothing: number,
  classDim: number,
): Tensor {
  const classes = self.sizes[classDim]!;
  const input = log_softmax(self, classDim, self.dtype);
  const nll = nll_loss_nd(input, target, weight, reduction, ignore);
  const smooth = scope(() => {
    if (weight === null) return neg(sum(input, [classDim]));
    const shape = new Array<number>(input.sizes.length).fill(1);
    shape[classDim] = weight.numel;
    return neg(sum(mul(input, view(weight, shape)), [classDim]));
  });
  const mask = eq(target, ignore);
  const masked = call('masked_fill_', smooth, mask, 0);
  const ret = scope(() => {
    if (reduction === NONE) return masked;
    if (reduction !== MEAN) return sum(masked);
    if (weight === null) {
      const valid = bitwise_not(mask);
      const count = sum(valid);
      return div(sum(masked), count);
    }
    // Which targets are valid is not known: all of them are taken to be.
    const chosen = scope(() => {
      const valid = bitwise_not(mask);
      // The targets that are not ignored.
      selectMemory(target, valid);
      drop(valid);
      return call('gather', weight, 0, reshape(target, [-1]), false);
    });
    const total = sum(chosen);
    return div(sum(masked), total);
  });
  return rightFirst(
    (a, b) => add(a, b, 1),
    () => mul(nll, float(1 - smoothing)),
    () => mul(ret, float(smoothing / classes)),
  );
}

export const cross_entropy_loss: Op<
  [
    self: Tensor,
    target: Tensor,
    weight: MaybeTensor,
    reduction: number,
    ignoreIndex: number,
    labelSmoothing: number,
  ]
> = op<[Tensor, Tensor, MaybeTensor, number, number, number], Tensor>({
  schema:
    'cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, int ignore_index=-100, float label_smoothing=0.0) -> Tensor',
  bind: 'nn',
  composite: true,
  forward(self, target, weight, reduction, ignore, smoothing) {
    const classDim = self.sizes.length === 1 ? 0 : 1;
    check(smoothing >= 0 && smoothing <= 1, `label_smoothing must be between 0.0 and 1.0. Got: ${smoothing}`);
    if (sameSizes(self.sizes, target.sizes)) {
      check(ignore < 0, 'ignore_index is not supported for floating point target');
      return probabilityTarget(self, target, weight, reduction, smoothing, classDim);
    }
    if (smoothing > 0) return smoothedLoss(self, target, weight, reduction, ignore, smoothing, classDim);
    return nll_loss_nd(log_softmax(self, classDim, self.dtype), target, weight, reduction, ignore);
  },
});
