/** Instance norm, which is batch norm of each sample, and group norm. */
import { emptyLike } from '../allocate.js';
import type { MaybeTensor } from '../autograd/node.js';
import { opMathType } from '../dtype.js';
import { check } from '../errors.js';
import { drop, op, type Op } from '../operator.js';
import { numel, showSizes } from '../shape.js';
import { state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { batch_norm, contiguousOf } from './batch_norm.js';
import { callOperator } from './call.js';
import { copy_ } from './copy.js';
import { withContiguous } from './dense.js';
import { addGroupStatistics, differentiableGroupNormBackward } from './double_backward.js';
import { checkMixed, sameDtype } from './layer_norm.js';
import { mean } from './reductions.js';
import { view } from './views.js';

const repeatIfDefined = (t: MaybeTensor, times: number): MaybeTensor =>
  t === null ? null : callOperator('repeat', t, [times]);

type InstanceNormArguments = [
  input: Tensor,
  weight: MaybeTensor,
  bias: MaybeTensor,
  runningMean: MaybeTensor,
  runningVar: MaybeTensor,
  useInputStats: boolean,
  ...rest: [momentum: number, eps: number, cudnnEnabled: boolean],
];

export const instance_norm: Op<InstanceNormArguments> = op({
  schema:
    'instance_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool use_input_stats, float momentum, float eps, bool cudnn_enabled) -> Tensor',
  bind: 'function',
  composite: true,
  forward(
    ...[input, weight, bias, runningMean, runningVar, useInputStats, ...rest]: InstanceNormArguments
  ): Tensor {
    check(
      useInputStats || (runningMean !== null && runningVar !== null),
      'Expected running_mean and running_var to be defined when use_input_stats is false',
    );
    const [b, c] = input.sizes as [number, number];
    const [w, bb, rm, rv] = [
      repeatIfDefined(weight, b),
      repeatIfDefined(bias, b),
      repeatIfDefined(runningMean, b),
      repeatIfDefined(runningVar, b),
    ];
    const x = view(contiguousOf(input), [1, b * c, ...input.sizes.slice(2)]);
    const out = batch_norm(x, w, bb, rm, rv, useInputStats, ...rest);
    if (useInputStats) {
      const { gradEnabled } = state;
      state.gradEnabled = false;
      if (runningMean !== null) copyBack(runningMean, rm!, b, c);
      if (runningVar !== null) copyBack(runningVar, rv!, b, c);
      state.gradEnabled = gradEnabled;
    }
    return view(out, input.sizes);
  },
});

function copyBack(running: Tensor, repeated: Tensor, b: number, c: number): void {
  const average = mean(view(repeated, [b, c]), [0], false);
  copy_(running, average);
  drop(average);
}

/** PyTorch keeps mean and rstd in the input's dtype, and computes them in the accumulation type beside. */
export const native_group_norm: Op<
  [
    input: Tensor,
    weight: MaybeTensor,
    bias: MaybeTensor,
    n: number,
    c: number,
    hxw: number,
    groups: number,
    eps: number,
  ],
  Tensor[]
> = op<[Tensor, MaybeTensor, MaybeTensor, number, number, number, number, number], Tensor[]>({
  schema:
    'native_group_norm(Tensor input, Tensor? weight, Tensor? bias, SymInt N, SymInt C, SymInt HxW, int group, float eps) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  autocast: 'fp32',
  forward(input, weight, bias, n, c, hxw, groups) {
    checkMixed(input, weight, bias);
    sameDtype(input, weight);
    sameDtype(input, bias);
    const results = [emptyLike(input), emptyLike(input, [n, groups]), emptyLike(input, [n, groups])];
    return withContiguous([input, weight, bias], () => {
      const acc = opMathType(input.dtype);
      const take = (...sizes: number[]): Tensor => emptyLike(input, sizes, null, acc);
      const wide = acc === input.dtype ? [] : [take(n, groups), take(n, groups)];
      if (hxw !== 1 && (weight !== null || bias !== null)) drop(take(n, c), take(n, c));
      drop(...wide);
      return results;
    });
  },
  autograd: (_needs, result, input, weight, _bias, n, c, hxw, groups) => ({
    saved: [input, weight, result[1]!, result[2]!],
    backward([grad = null, ofMean = null, ofRstd = null], [x, w = null, mean, rstd], needs) {
      const sizes = [n, c, hxw, groups] as const;
      const hasStatistics = ofMean !== null || ofRstd !== null;
      if (grad === null && !hasStatistics) return [null, null, null];
      const zeros = (wanted: boolean | undefined): MaybeTensor =>
        wanted && !state.gradEnabled ? emptyLike(x!, [c]) : null;
      const grads =
        grad === null
          ? [null, zeros(needs[1]), zeros(needs[2])]
          : state.gradEnabled
            ? differentiableGroupNormBackward(grad, x!, mean!, rstd!, w, sizes, needs)
            : groupNormBackwardKernel(grad, x!, w, sizes, needs);
      if (!needs[0] || !hasStatistics) return grads;
      return [addGroupStatistics(grads[0]!, [ofMean, ofRstd], x!, rstd!, sizes), grads[1]!, grads[2]!];
    },
  }),
});

/** `GroupNormBackwardKernelImpl`. */
function groupNormBackwardKernel(
  grad: Tensor,
  input: Tensor,
  weight: MaybeTensor,
  [n, c, hxw, groups]: readonly [n: number, c: number, hxw: number, groups: number],
  needs: readonly boolean[],
): MaybeTensor[] {
  return withContiguous([grad, input, weight], (g) => {
    const acc = opMathType(g.dtype);
    const gradInput = needs[0] ? emptyLike(g) : null;
    const gradWeight = needs[1] ? emptyLike(g, [c]) : null;
    const gradBias = needs[2] ? emptyLike(g, [c]) : null;
    const scratch: Tensor[] = [];
    const take = (...sizes: number[]): void => void scratch.push(emptyLike(g, sizes, null, acc));
    if (hxw !== 1) {
      take(n, c);
      take(n, c);
    }
    if (needs[0]) {
      take(n, groups);
      take(n, groups);
      if (hxw !== 1 && weight !== null) take(n, c);
    }
    drop(...scratch);
    return [gradInput, gradWeight, gradBias];
  });
}

export const group_norm: Op<
  [input: Tensor, groups: number, weight: MaybeTensor, bias: MaybeTensor, eps: number, cudnnEnabled?: boolean]
> = op({
  schema:
    'group_norm(Tensor input, int num_groups, Tensor? weight=None, Tensor? bias=None, float eps=1e-05, bool cudnn_enabled=True) -> Tensor',
  bind: 'function',
  autocast: 'fp32',
  composite: true,
  forward(input: Tensor, groups: number, weight: MaybeTensor, bias: MaybeTensor, eps: number): Tensor {
    check(
      input.sizes.length >= 2,
      () => `Expected at least 2 dimensions for input tensor but received ${input.sizes.length}`,
    );
    const [n, c] = input.sizes as [number, number];
    check(c > 0, () => `Expected number of channels to be greater than 0, got ${c}`);
    check(groups > 0, () => `Expected num groups to be greater than 0, got ${groups}`);
    check(
      c % groups === 0,
      () =>
        `Expected number of channels in input to be divisible by num_groups, but got input of shape ${showSizes(input.sizes)} and num_groups=${groups}`,
    );
    check(
      weight === null || (weight.sizes.length === 1 && weight.sizes[0] === c),
      () =>
        `Expected weight to be a vector of size equal to the number of channels in input, but got weight of shape ${showSizes(weight!.sizes)} and input of shape ${showSizes(input.sizes)}`,
    );
    check(
      bias === null || (bias.sizes.length === 1 && bias.sizes[0] === c),
      () =>
        `Expected bias to be a vector of size equal to the number of channels in input, but got bias of shape ${showSizes(weight!.sizes)} and input of shape ${showSizes(input.sizes)}`,
    );
    const hxw = numel(input.sizes.slice(2));
    check(hxw > 0, () => `Expected HxW to be greater than 0, got ${hxw}`);
    return native_group_norm(input, weight, bias, n, c, hxw, groups, eps)[0]!;
  },
});
