/** Losses, with the temporaries of their CUDA kernels (aten/src/ATen/native/Loss.cpp, LossNLL.cpp, cuda/Loss.cu, LossCTC.cpp). */
import { emptyLike } from '../allocate.js';
import { accumulateType, bool, type DType } from '../dtype.js';
import { check, fail } from '../errors.js';
import { elementwise, reduceKernel } from '../iterator.js';
import { drop, op, scope, type Op } from '../operator.js';
import { canCast, promoteTypes } from '../promotion.js';
import { float } from '../scalar.js';
import { inferSize, sameSizes, showSizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator as call } from './call.js';
import { contiguous, to } from './copy.js';
import { emptyAs, withContiguous } from './dense.js';
import { abs } from './rounding.js';
import { add, div, div_, mul, neg, rsub, sub } from './arithmetic.js';
import { bitwise_not, eq, lt } from './comparisons.js';
import { exp, log } from './powers.js';
import { gradients } from './elementwise_rules.js';
import { masked_fill, selectMemory } from './where.js';
import { log_softmax, mean } from './reductions.js';
import { sum } from './sum.js';
import { reshape, view } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

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

// ---- negative log likelihood ----

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

// ---- cross entropy ----

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

// ---- elementwise losses ----

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
function shrunk(t: Tensor): Tensor {
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
            () => kernel(gg!, s!, t!, reduction, ...rest),
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

// ---- binary cross entropy ----

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
          if (reduction === MEAN) return div(out, s!.numel as unknown as Tensor);
          return reduction === NONE ? out : sum(out);
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
    backward: ([grad], [p, s, t], needs) =>
      gradients(
        needs,
        () => {
          if (state.gradEnabled) return mul(grad!, sub(call('sigmoid', s!), t!));
          if (p === null || p === undefined) return elementwise([s!, t!], s!.dtype);
          const weighted = mul(p, t!);
          const out = add(weighted, 1, 1);
          drop(call('sigmoid', s!), weighted);
          return out;
        },
        () => {
          // `binary_cross_entropy_with_logits_target_backward`
          if (p === null || p === undefined) {
            const g = mul(neg(s!), grad!);
            return reduction === MEAN ? call('div_', g, t!.numel) : g;
          }
          const negative = neg(s!);
          const g = call('log_sigmoid', negative);
          drop(call('log_sigmoid', s!), negative);
          return state.gradEnabled ? mul(g, grad!) : g;
        },
      ),
  }),
});
