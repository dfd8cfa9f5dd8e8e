/** CTC loss (aten/src/ATen/native/LossCTC.cpp, cuda/LossCTC.cu). */
import { emptyLike, knownValues } from '../allocate.js';
import { float64, int64, float32 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { drop, op, raiseInBackward, scope, type Op } from '../operator.js';
import { float } from '../scalar.js';
import { type Sizes } from '../shape.js';
import { type Tensor } from '../tensor.js';
import { callOperator as call } from './call.js';
import { to } from './copy.js';
import { emptyAs } from './dense.js';
import { add, div } from './arithmetic.js';
import { eq } from './comparisons.js';
import { where } from './where.js';
import { mean } from './reductions.js';
import { sum } from './sum.js';
import { squeezeDims, unsqueeze, view } from './views.js';
import { MEAN } from './losses.js';

/** Every other column of the forward or backward variables, which are the blanks'. */
function ofBlanks(variables: Tensor): Tensor {
  const [batch, time, columns] = variables.sizes as [number, number, number];
  const [ofBatch, ofTime, ofColumn] = variables.strides as [number, number, number];
  return variables.alias([batch, time, (columns + 1) / 2], [ofBatch, ofTime, 2 * ofColumn]);
}

/** PyTorch's own kernel: cuDNN's needs int32 targets on the CPU and blank 0. */
const _ctc_loss: Op<
  [logProbs: Tensor, targets: Tensor, targetLength: number, zeroInfinity: boolean],
  Tensor[]
> = op<[Tensor, Tensor, number, boolean], Tensor[]>({
  schema:
    '_ctc_loss(Tensor log_probs, Tensor targets, int max_target_length, bool zero_infinity=False) -> (Tensor, Tensor)',
  bind: 'none',
  node: 'CtcLossBackward0',
  differentiable: [0],
  outputDifferentiability: [true, false],
  forward(logProbs, _targets, maxLength) {
    if (logProbs.dtype !== float32 && logProbs.dtype !== float64)
      fail(
        'NotImplementedError',
        `"ctc_loss_${logProbs.device.type}" not implemented for '${logProbs.dtype.scalarName}'`,
      );
    const [time, batch] = logProbs.sizes as [number, number];
    const lengths = [1, 2, 3].map(() => emptyLike(logProbs, [batch], null, int64));
    const alpha = emptyLike(logProbs, [batch, time, 2 * maxLength + 1]);
    const loss = emptyLike(logProbs, [batch]);
    drop(...lengths);
    return [loss, alpha];
  },
  autograd: (_needs, result, logProbs, targets, _maxLength, zeroInfinity) => ({
    saved: [logProbs, targets, result[0]!, result[1]!],
    backward([grad], [x, , loss, alpha]) {
      if (grad === null || grad === undefined) return [null];
      const out = scope(() => {
        const [time, batch, labels] = x!.sizes as [number, number, number];
        for (let i = 0; i < 3; i++) emptyLike(x!, [batch], null, int64);
        const beta = emptyAs(alpha!);
        const gradient = emptyLike(x!);
        if (2 * time + Math.floor(2.4 * batch) + Math.floor(labels / 5) <= 450) return gradient;
        scope(() => {
          const [a, b] = [alpha!, beta].map(ofBlanks);
          call('logsumexp', add(a!, b!), [2], true);
          return null;
        });
        if (!zeroInfinity) return gradient;
        return where(eq(view(loss!, [1, batch, 1]), float(Infinity)), emptyLike(gradient, []), gradient);
      });
      const message = 'derivative for aten::_ctc_loss_backward is not implemented';
      return raiseInBackward([grad, x, loss], [out], 'RuntimeError', message);
    },
  }),
});

/** Lengths of the inputs and the targets of a batch; null where they aren't known. */
interface CtcLengths {
  inputs: Sizes | null;
  targets: Sizes | null;
}

/** The checks of `ctc_loss_gpu_template`. */
function checkCtc(
  logProbs: Tensor,
  targets: Tensor,
  { inputs, targets: lengths }: CtcLengths,
  blank: number,
): void {
  const [time, batch, labels] = logProbs.sizes as [number, number, number];
  if (logProbs.dtype !== float32 && logProbs.dtype.name !== 'float64')
    fail('NotImplementedError', `"ctc_loss_cuda" not implemented for '${logProbs.dtype.scalarName}'`);
  check(blank >= 0 && blank < labels, 'blank must be in label range');
  check(inputs === null || inputs.length === batch, 'input_lengths must be of size batch_size');
  check(lengths === null || lengths.length === batch, 'target_lengths must be of size batch_size');
  const wrong = (wanted: string, dim: number): never =>
    fail(
      'RuntimeError',
      `Expected tensor to have size ${wanted} at dimension ${dim}, but got size ${targets.sizes[dim]!} for argument #2 'targets' (while checking arguments for ctc_loss_gpu)`,
    );
  if (targets.sizes.length === 1) {
    const total = lengths?.reduce((a, b) => a + b, 0) ?? targets.numel;
    if (total !== targets.numel) wrong(`${total}`, 0);
  } else {
    if (targets.sizes[0] !== batch) wrong(`${batch}`, 0);
    const longest = Math.max(...(lengths ?? [0]));
    if (longest > targets.sizes[1]!) wrong(`at least ${longest}`, 1);
  }
  const longer = inputs?.find((n) => n > time);
  check(
    longer === undefined,
    () =>
      `Expected input_lengths to have value at most ${time}, but got value ${longer!} (while checking arguments for ctc_loss_gpu)`,
  );
}

function ctcLoss(
  logProbs_: Tensor,
  targets: Tensor,
  lengths: CtcLengths,
  blank: number,
  reduction: number,
  zeroInfinity: boolean,
): Tensor {
  const batched = logProbs_.sizes.length === 3;
  const logProbs = batched ? logProbs_ : unsqueeze(logProbs_, 1);
  const batch = logProbs.sizes[1]!;
  if (logProbs.isCuda) checkCtc(logProbs, targets, lengths, blank);
  const targetLengths = lengths.targets;
  // With lengths that aren't known, targets are taken to be as long as there is room for.
  const longest =
    targetLengths !== null
      ? Math.max(...targetLengths)
      : targets.sizes.length === 2
        ? targets.sizes[1]!
        : Math.ceil(targets.numel / batch);
  let loss = _ctc_loss(logProbs, to(targets, int64, logProbs.device), longest, zeroInfinity)[0]!;
  if (zeroInfinity) loss = scope(() => where(eq(loss, float(Infinity)), emptyLike(loss, []), loss));
  if (reduction === MEAN) {
    const lengths = scope(() => call('clamp_min', emptyLike(loss, [batch]), 1));
    return mean(div(loss, lengths));
  }
  if (reduction === 2) return sum(loss);
  return batched ? loss : squeezeDims(loss, [0]);
}
op<[Tensor, Tensor, Sizes, Sizes, number, number, boolean], Tensor>({
  schema:
    'ctc_loss.IntList(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, int reduction=Mean, bool zero_infinity=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward: (logProbs, targets, inputs, lengths, blank, reduction, zeroInfinity) =>
    ctcLoss(logProbs, targets, { inputs, targets: lengths }, blank, reduction, zeroInfinity),
});
op<[Tensor, Tensor, Tensor, Tensor, number, number, boolean], Tensor>({
  schema:
    'ctc_loss.Tensor(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, int reduction=Mean, bool zero_infinity=False) -> Tensor',
  bind: 'function',
  composite: true,
  forward(logProbs, targets, inputLengths, targetLengths, blank, reduction, zeroInfinity) {
    const [inputs, lengths] = [inputLengths, targetLengths].map((t) => {
      const known = knownValues(t);
      return known === undefined || known.some((n) => n === undefined) ? null : (known as number[]);
    });
    return ctcLoss(logProbs, targets, { inputs: inputs!, targets: lengths! }, blank, reduction, zeroInfinity);
  },
});
