/** The gradients of recurrent cells as functions of operators, for second gradients (`_thnn_differentiable_*_cell_backward`). */
import { drop, scope } from '../operator.js';
import type { Tensor } from '../tensor.js';
import { callOperator as call } from './call.js';
import { zeros } from './dense.js';
import { add, mul, rsub, sub } from './arithmetic.js';
import { sigmoid, sigmoid_backward } from './powers.js';
import { tanh, tanh_backward } from './trigonometry.js';
import { sum } from './sum.js';
import type { MaybeTensor } from '../autograd/node.js';

const chunks = (gates: Tensor, n: number): Tensor[] => call('unsafe_chunk', gates, n, 1);
const withBias = (gates: Tensor, bias: MaybeTensor): Tensor => (bias === null ? gates : add(gates, bias, 1));

/** The gradients of both kinds of gates, of the cell's state and of both biases. */
export function lstmCellGradients(
  [gradHy, gradCy]: readonly [MaybeTensor, MaybeTensor],
  [inputGates, hiddenGates]: readonly [Tensor, Tensor],
  [inputBias, hiddenBias]: readonly [MaybeTensor, MaybeTensor],
  cx: Tensor,
  cy: Tensor,
): MaybeTensor[] {
  return scope(() => {
    const gates = scope(() => withBias(withBias(add(inputGates, hiddenGates, 1), inputBias), hiddenBias));
    const [first, second, third, fourth] = chunks(gates, 4) as [Tensor, Tensor, Tensor, Tensor];
    const [i, f, c, o] = [sigmoid(first), sigmoid(second), tanh(third), sigmoid(fourth)];
    let ofCell = tanh(cy);
    let ofOutput: Tensor;
    if (gradHy !== null) {
      ofOutput = scope(() => sigmoid_backward(mul(gradHy, ofCell), o));
      const before = ofCell;
      ofCell = scope(() => {
        const byTanh = tanh_backward(mul(gradHy, o), before);
        return gradCy === null ? byTanh : add(byTanh, gradCy, 1);
      });
      drop(before);
    } else {
      ofOutput = zeros(cx, cx.sizes);
      ofCell = gradCy!;
    }
    const [byInput, byForget, byCell] = [mul(ofCell, c), mul(ofCell, cx), mul(ofCell, i)];
    const ofState = mul(ofCell, f);
    if (gradHy !== null) drop(ofCell);
    // Each takes the place of what it is made of.
    const instead = (old: Tensor, made: Tensor): Tensor => {
      drop(old);
      return made;
    };
    const parts = [
      instead(byInput, sigmoid_backward(byInput, i)),
      instead(byForget, sigmoid_backward(byForget, f)),
      instead(byCell, tanh_backward(byCell, c)),
      ofOutput,
    ];
    const ofGates = call('cat', parts, 1);
    drop(...parts);
    const ofBias = inputBias === null ? null : sum(ofGates, [0]);
    return [ofGates, ofGates, ofState, ofBias, ofBias];
  });
}

/** The gradients of both kinds of gates, of the hidden state and of both biases. */
export function gruCellGradients(
  gradHy: Tensor,
  [inputGates, hiddenGates]: readonly [Tensor, Tensor],
  [inputBias, hiddenBias]: readonly [MaybeTensor, MaybeTensor],
  hx: Tensor,
): MaybeTensor[] {
  return scope(() => {
    const [ir, ii, inew] = chunks(withBias(inputGates, inputBias), 3) as [Tensor, Tensor, Tensor];
    const [hr, hi, hn] = chunks(withBias(hiddenGates, hiddenBias), 3) as [Tensor, Tensor, Tensor];
    const reset = scope(() => sigmoid(add(ir, hr, 1)));
    const update = scope(() => sigmoid(add(ii, hi, 1)));
    const ofState = mul(gradHy, update);
    const fresh = scope(() => tanh(add(inew, mul(reset, hn), 1)));
    const byUpdate = scope(() => sigmoid_backward(mul(gradHy, sub(hx, fresh, 1)), update));
    const byNew = scope(() => tanh_backward(mul(gradHy, rsub(update, 1)), fresh));
    const byHidden = mul(byNew, reset);
    const byReset = scope(() => sigmoid_backward(mul(byNew, hn), reset));
    const ofInput = call('cat', [byReset, byUpdate, byNew], 1);
    const ofHidden = call('cat', [byReset, byUpdate, byHidden], 1);
    drop(byReset, byUpdate, byHidden);
    return [
      ofInput,
      ofHidden,
      ofState,
      inputBias === null ? null : sum(ofInput, [0]),
      hiddenBias === null ? null : sum(ofHidden, [0]),
    ];
  });
}
