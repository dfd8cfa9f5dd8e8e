/**
 * LSTM, GRU and RNN: cuDNN's, with one flat buffer of weights, a workspace for each call and a reserve for backward
 * (aten/src/ATen/native/cudnn/RNN.cpp), and the fused cells (native/cuda/RNN.cu). cuDNN alone knows how much it takes:
 * the workspace and the reserve here are estimates that grow as its do.
 */
import { empty, emptyLike, knownValues, setKnown } from '../allocate.js';
import { cachedCast } from '../autocast.js';
import { bfloat16, CPU, float16, float32, float64, int64, uint8 } from '../dtype.js';
import { retain } from '../../python/heap.js';
import { check } from '../errors.js';
import { drop, op, raiseInBackward, type Op } from '../operator.js';
import type { Scalar } from '../scalar.js';
import { contiguousStrides, isContiguous, type Sizes } from '../shape.js';
import { cudaDevice, resets, state } from '../state.js';
import type { Tensor } from '../tensor.js';
import { callOperator } from './call.js';
import { gruCellGradients, lstmCellGradients } from './cell_gradients.js';
import { copy_, to } from './copy.js';
import { dropCopy, emptyAs, inFormat } from './dense.js';
import { linear } from './matmul.js';
import { sum } from './sum.js';
import { narrow, reshape, select, transpose, view, zerosOf } from './views.js';
import type { MaybeTensor } from '../autograd/node.js';

const NO_SECOND_GRADIENT = `the derivative for '_cudnn_rnn_backward' is not implemented. Double backwards is not supported for CuDNN RNNs due to limitations in the CuDNN API. To run double backwards, please disable the CuDNN backend temporarily while running the forward pass of your RNN. For example: 
with torch.backends.cudnn.flags(enabled=False):
    output = model(inputs)`;

/** What a network is, apart from its tensors. */
interface Network {
  mode: 'lstm' | 'gru' | 'rnn';
  hidden: number;
  projection: number;
  layers: number;
  batchFirst: boolean;
  dropout: number;
  train: boolean;
  directions: number;
  hasBiases: boolean;
  /** Of a packed sequence: how many rows each step has. */
  batchSizes: Sizes | null;
}

const GATES = { lstm: 4, gru: 3, rnn: 1 };
/** Elements of the reserve for each layer, direction, step, batch and hidden unit. */
const RESERVE = { lstm: 6, gru: 5, rnn: 2 };

/** The states of cuDNN's dropout, made once and kept. */
const dropoutState: { tensor: Tensor | null } = { tensor: null };
resets.push(() => {
  dropoutState.tensor = null;
});

function dropoutStates(input: Tensor): Tensor {
  const { properties } = cudaDevice();
  const threads =
    properties.major === 7 && properties.minor === 5
      ? 1024
      : properties.major >= 12 || (properties.major === 8 && properties.minor > 0)
        ? 1536
        : 2048;
  drop(emptyLike(input, [], null, int64));
  const made = emptyLike(input, [properties.multiProcessorCount * threads * 48], null, uint8);
  retain(made);
  dropoutState.tensor = made;
  return made;
}

function stepsOf(input: Tensor, n: Network): [steps: number, batch: number] {
  if (n.batchSizes !== null) return [n.batchSizes.length, n.batchSizes[0]!];
  return n.batchFirst ? [input.sizes[1]!, input.sizes[0]!] : [input.sizes[0]!, input.sizes[1]!];
}

function workspaceElements(input: Tensor, n: Network): number {
  const [steps, batch] = stepsOf(input, n);
  return (
    GATES[n.mode] * steps * batch * n.hidden * n.directions + 2 * n.layers * n.directions * batch * n.hidden
  );
}

/** Elements of the flat buffer: biases have their place in it even where there are none. */
function bufferElements(weights: readonly Tensor[], n: Network): number {
  let count = 0;
  for (const w of weights) count += w.numel;
  return n.hasBiases ? count : count + 2 * GATES[n.mode] * n.hidden * n.layers * n.directions;
}

/** The flat buffer that the weights are views of, or a new one that they are copied to. */
function weightBuffer(weights: readonly Tensor[], n: Network): Tensor {
  const count = bufferElements(weights, n);
  const { storage, dtype } = weights[0]!;
  if (storage.nbytes === count * dtype.itemsize && weights.every((w) => w.storage === storage))
    return weights[0]!.alias([count], [1], 0);
  return emptyLike(weights[0]!, [count]);
}

type CudnnArguments = [input: Tensor, weights: Tensor[], hx: Tensor, cx: MaybeTensor, network: Network];

/** output, hy, cy, reserve, weight_buf. */
const _cudnn_rnn: Op<CudnnArguments, Tensor[]> = op<CudnnArguments, Tensor[]>({
  schema:
    '_cudnn_rnn(Tensor input, Tensor[] weight, Tensor hx, Tensor? cx, any network) -> (Tensor, Tensor, Tensor, Tensor, Tensor)',
  bind: 'none',
  node: 'CudnnRnnBackward0',
  outputDifferentiability: [true, true, true, false, false],
  forward(input, weights, hx, cx, n) {
    if (n.train && n.dropout > 0 && dropoutState.tensor === null) dropoutStates(input);
    const [steps, batch] = stepsOf(input, n);
    const features = (n.projection > 0 ? n.projection : n.hidden) * n.directions;
    const sequence = n.batchFirst ? transposed(input) : input;
    const x = inFormat(sequence);
    const out = emptyLike(x, n.batchSizes === null ? [steps, batch, features] : [x.sizes[0]!, features]);
    const hy = emptyLike(hx);
    const cy = cx === null ? emptyLike(hx, [0]) : emptyLike(cx);
    const buffer = weightBuffer(weights, n);
    const workspace = emptyLike(x, [workspaceElements(input, n)]);
    const reserve = emptyLike(
      x,
      [n.train ? RESERVE[n.mode] * steps * batch * n.hidden * n.layers * n.directions * x.dtype.itemsize : 0],
      null,
      uint8,
    );
    drop(workspace);
    if (x !== sequence) drop(x);
    return [n.batchFirst ? transposed(out) : out, hy, cy, reserve, buffer];
  },
  autograd(_needs, result, input, weights, hx, cx, n) {
    const count = weights.length;
    return {
      saved: [cx, dropoutState.tensor, hx, input, ...weights, result[0]!, result[3]!, result[4]!],
      backward([gOut, gHy, gCy], [c, , h, x_, ...rest], needs) {
        check(n.train, 'cudnn RNN backward can only be called in training mode');

        const ws = rest.slice(0, count) as Tensor[];
        const out = rest[count]!;
        // The kernel writes into the reserve: it is given a copy where it will be read again.
        const reserve = state.keepsGraph ? emptyAs(rest[count + 1]!) : null;
        const gradOut = gOut ?? emptyAs(out);
        const zeros = [gHy ?? emptyAs(h!), ...(c === null || c === undefined ? [] : [gCy ?? emptyAs(c)])];
        const sequence = n.batchFirst ? transposed(x_!) : x_!;
        let x = inFormat(sequence);
        const g = n.batchFirst ? transposed(gradOut) : gradOut;
        const dense = inFormat(g);
        const gradInput = emptyLike(x);
        const gradHx = emptyLike(h!);
        const gradCx = c === null || c === undefined ? null : emptyLike(c);
        drop(emptyLike(x, [workspaceElements(x_!, n)]));
        dropCopy(x, sequence);
        dropCopy(dense, g);
        let grads: MaybeTensor[] = ws.map(() => null);
        if (needs.slice(1, 1 + count).some(Boolean)) {
          x = inFormat(sequence);
          const buffer = emptyLike(ws[0]!, [bufferElements(ws, n)]);
          const workspace = emptyLike(x, [workspaceElements(x_!, n)]);
          let offset = 0;
          grads = ws.map((w) => {
            const part = buffer.alias(w.sizes, contiguousStrides(w.sizes), offset);
            offset += w.numel;
            return n.hasBiases ? part : emptyLike(w, w.sizes);
          });
          drop(workspace);
          if (!n.hasBiases) drop(buffer);
          dropCopy(x, sequence);
        }
        drop(...zeros, reserve);
        return raiseInBackward(
          [x_, h, c, ...ws, out, gOut, gHy, gCy],
          [needs[0] ? (n.batchFirst ? transposed(gradInput) : gradInput) : null, ...grads, gradHx, gradCx],
          'NotImplementedError',
          NO_SECOND_GRADIENT,
          'CudnnRnnBackwardBackward0',
        );
      },
    };
  },
});

/** The first two dimensions swapped; without history. */
function transposed(t: Tensor): Tensor {
  return t.alias(
    [t.sizes[1]!, t.sizes[0]!, ...t.sizes.slice(2)],
    [t.strides[1]!, t.strides[0]!, ...t.strides.slice(2)],
  );
}

/** Weights moved into one flat buffer (`flatten_parameters`). */
op<[Tensor[], number, number, number, number, number, number, boolean, boolean], Tensor>({
  schema:
    '_cudnn_rnn_flatten_weight(Tensor[] weight_arr, int weight_stride0, int input_size, int mode, int hidden_size, int proj_size, int num_layers, bool batch_first, bool bidirectional) -> Tensor',
  bind: 'function',
  forward(weights, stride0, _input, mode, hidden, projection, layers, batchFirst, bidirectional) {
    const kind = mode === 2 ? 'lstm' : mode === 3 ? 'gru' : 'rnn';
    const hasBiases = stride0 > 2 && weights.some((w) => w.sizes.length === 1);
    const count = bufferElements(weights, {
      mode: kind,
      hidden,
      projection,
      layers,
      batchFirst,
      dropout: 0,
      train: false,
      directions: bidirectional ? 2 : 1,
      hasBiases,
      batchSizes: null,
    });
    const buffer = emptyLike(weights[0]!, [count]);
    let offset = 0;
    for (const w of weights) {
      w.setData(buffer.alias(w.sizes, contiguousStrides(w.sizes), offset));
      offset += w.numel;
    }
    return buffer;
  },
});
op<[], boolean>({
  schema: '_use_cudnn_rnn_flatten_weight() -> bool',
  bind: 'function',
  composite: true,
  forward: () => true,
});

function usesCudnn(input: Tensor): boolean {
  if (!input.isCuda || state.flags['cudnn_enabled'] === false) return false;
  const { dtype } = input;
  return (
    dtype === float32 ||
    dtype === float16 ||
    dtype === float64 ||
    (dtype === bfloat16 && cudaDevice().properties.major >= 8)
  );
}

/** Autocast gives cuDNN half-precision weights in one buffer, made anew at each call (`_cudnn_rnn_cast_reflatten`). */
const castReflatten: Op<[weights: Tensor[], network: Network], Tensor[]> = op<[Tensor[], Network], Tensor[]>({
  schema: '_cudnn_rnn_reflatten(Tensor[] weights, any network) -> Tensor[]',
  bind: 'none',
  node: 'ToCopyBackward0',
  forward(weights, n) {
    const buffer = emptyLike(weights[0]!, [bufferElements(weights, n)], null, float16);
    let offset = 0;
    return weights.map((w) => {
      const part = buffer.alias([w.numel, 1], [1, 1], offset);
      offset += w.numel;
      return part;
    });
  },
  autograd(_needs, _result, weights) {
    const shapes = weights.map((w) => ({ sizes: w.sizes, dtype: w.dtype }));
    return {
      backward: (grads) =>
        grads.map((g, i) => (g === null ? null : to(reshape(g, shapes[i]!.sizes), shapes[i]!.dtype))),
    };
  },
});

/** Without cuDNN: the results' shapes, and gradients of the arguments'. */
const plainRnn: Op<CudnnArguments, Tensor[]> = op<CudnnArguments, Tensor[]>({
  schema:
    '_plain_rnn(Tensor input, Tensor[] weight, Tensor hx, Tensor? cx, any network) -> (Tensor, Tensor, Tensor)',
  bind: 'none',
  node: 'StackBackward0',
  forward(input, _weights, hx, cx, n) {
    const features = (n.projection > 0 ? n.projection : n.hidden) * n.directions;
    const out = emptyLike(input, [...input.sizes.slice(0, -1), features]);
    return [out, emptyLike(hx), cx === null ? emptyLike(hx, [0]) : emptyLike(cx)];
  },
  autograd(_needs, _result, input, weights, hx, cx) {
    const count = weights.length;
    return {
      saved: [input, hx, cx, ...weights],
      backward: (_grads, [x, h, c, ...ws], needs) =>
        [x!, ...ws.slice(0, count), h!, c ?? null].map((t, i) =>
          t !== null && t !== undefined && needs[i] ? emptyAs(t) : null,
        ),
    };
  },
});

function run(input: Tensor, weights: Tensor[], hx: Tensor, cx: MaybeTensor, n: Network): Tensor[] {
  if (!usesCudnn(input)) return plainRnn(input, weights, hx, cx, n);
  if (!state.autocast.cuda) return _cudnn_rnn(input, weights, hx, cx, n);
  state.autocast.cuda = false;
  try {
    const flat = castReflatten(weights, n);
    const [c, h, x] = [
      cx === null ? null : cachedCast(float16, cx),
      cachedCast(float16, hx),
      cachedCast(float16, input),
    ];
    return _cudnn_rnn(x, flat, h, c, n);
  } finally {
    state.autocast.cuda = true;
  }
}
type Flags = [hasBiases: boolean, layers: number, dropout: number, train: boolean, bidirectional: boolean];

function network(
  mode: Network['mode'],
  hx: Tensor,
  cx: MaybeTensor,
  [hasBiases, layers, dropout, train, bidirectional]: Flags,
  batchFirst: boolean,
  batchSizes: Sizes | null,
): Network {
  const hidden = (cx ?? hx).sizes[(cx ?? hx).sizes.length - 1]!;
  const out = hx.sizes[hx.sizes.length - 1]!;
  return {
    mode,
    hidden,
    projection: mode === 'lstm' && out !== hidden ? out : 0,
    layers,
    batchFirst,
    dropout,
    train,
    directions: bidirectional ? 2 : 1,
    hasBiases,
    batchSizes,
  };
}

function stepSizes(batchSizes: Tensor): Sizes {
  const known = knownValues(batchSizes);
  const count = batchSizes.sizes[0]!;
  return known === undefined || known.some((n) => n === undefined)
    ? new Array<number>(count).fill(1)
    : (known as number[]);
}

const FLAGS = 'bool has_biases, int num_layers, float dropout, bool train, bool bidirectional';
for (const name of ['lstm', 'gru', 'rnn_tanh', 'rnn_relu'] as const) {
  const mode = name === 'lstm' ? 'lstm' : name === 'gru' ? 'gru' : 'rnn';
  const isLstm = mode === 'lstm';
  const hidden = isLstm ? 'Tensor[] hx' : 'Tensor hx';
  const results = isLstm ? '(Tensor, Tensor, Tensor)' : '(Tensor, Tensor)';
  const split = (hx: unknown): [Tensor, MaybeTensor] =>
    isLstm ? ([(hx as Tensor[])[0]!, (hx as Tensor[])[1]!] as [Tensor, Tensor]) : [hx as Tensor, null];
  const finish = (out: Tensor[]): Tensor[] => (isLstm ? out.slice(0, 3) : out.slice(0, 2));
  op<[Tensor, unknown, Tensor[], ...Flags, boolean], Tensor[]>({
    schema: `${name}.input(Tensor input, ${hidden}, Tensor[] params, ${FLAGS}, bool batch_first) -> ${results}`,
    bind: 'function',
    composite: true,
    forward(input, state_, params, ...rest) {
      const [hx, cx] = split(state_);
      const flags = rest.slice(0, 5) as Flags;
      return finish(run(input, params, hx, cx, network(mode, hx, cx, flags, rest[5], null)));
    },
  });
  op<[Tensor, Tensor, unknown, Tensor[], ...Flags], Tensor[]>({
    schema: `${name}.data(Tensor data, Tensor batch_sizes, ${hidden}, Tensor[] params, ${FLAGS}) -> ${results}`,
    bind: 'function',
    composite: true,
    forward(data, batchSizes, state_, params, ...flags) {
      const [hx, cx] = split(state_);
      return finish(run(data, params, hx, cx, network(mode, hx, cx, flags, false, stepSizes(batchSizes))));
    },
  });
}

// ---- cells ----

const _thnn_fused_lstm_cell: Op<
  [inputGates: Tensor, hiddenGates: Tensor, cx: Tensor, inputBias: MaybeTensor, hiddenBias: MaybeTensor],
  Tensor[]
> = op<[Tensor, Tensor, Tensor, MaybeTensor, MaybeTensor], Tensor[]>({
  schema:
    '_thnn_fused_lstm_cell(Tensor input_gates, Tensor hidden_gates, Tensor cx, Tensor? input_bias=None, Tensor? hidden_bias=None) -> (Tensor, Tensor, Tensor)',
  bind: 'function',
  outputDifferentiability: [true, true, false],
  forward(inputGates, _hiddenGates, cx) {
    const workspace = emptyLike(inputGates);
    return [emptyLike(cx), emptyLike(cx), workspace];
  },
  autograd: (_needs, result, inputGates, hiddenGates, cx, inputBias, hiddenBias) => ({
    saved: [inputBias, inputGates, hiddenBias, hiddenGates, cx, result[1]!, result[2]!],
    backward([gradHy, gradCy], [bias, gi, otherBias, gh, c, cy, workspace]) {
      if (state.gradEnabled)
        return lstmCellGradients(
          [gradHy ?? null, gradCy ?? null],
          [gi!, gh!],
          [bias ?? null, otherBias ?? null],
          c!,
          cy!,
        );
      const gates = emptyLike(workspace!);
      const gradCx = emptyLike(c!);
      const gradBias = bias === null || bias === undefined ? null : sum(gates, [0]);
      return [gates, gates, gradCx, gradBias, gradBias];
    },
  }),
});
const _thnn_fused_gru_cell: Op<
  [inputGates: Tensor, hiddenGates: Tensor, hx: Tensor, inputBias: MaybeTensor, hiddenBias: MaybeTensor],
  Tensor[]
> = op<[Tensor, Tensor, Tensor, MaybeTensor, MaybeTensor], Tensor[]>({
  schema:
    '_thnn_fused_gru_cell(Tensor input_gates, Tensor hidden_gates, Tensor hx, Tensor? input_bias=None, Tensor? hidden_bias=None) -> (Tensor, Tensor)',
  bind: 'function',
  outputDifferentiability: [true, false],
  forward(_inputGates, _hiddenGates, hx) {
    const [batch, hidden] = hx.sizes as [number, number];
    const workspace = emptyLike(hx, [batch, 5 * hidden]);
    return [emptyLike(hx), workspace];
  },
  autograd: (_needs, result, inputGates, hiddenGates, hx, inputBias, hiddenBias) => ({
    saved: [inputBias, inputGates, hx, hiddenBias, hiddenGates, result[1]!],
    backward([gradHy], [bias, gi, h, otherBias, gh]) {
      if (state.gradEnabled)
        return gruCellGradients(gradHy!, [gi!, gh!], [bias ?? null, otherBias ?? null], h!);
      const inputGates = emptyLike(gi!);
      const hiddenGates = emptyLike(gh!);
      const gradHx = emptyLike(h!);
      const biases =
        bias === null || bias === undefined ? [null, null] : [sum(inputGates, [0]), sum(hiddenGates, [0])];
      return [inputGates, hiddenGates, gradHx, ...biases];
    },
  }),
});

/** `check_rnn_cell_forward_input` and `check_rnn_cell_forward_hidden`. */
function checkCell(input: Tensor, hidden: readonly Tensor[], wih: Tensor, whh: Tensor): void {
  const wanted = wih.sizes[1]!;
  check(
    input.sizes[1] === wanted,
    () => `input has inconsistent input_size: got ${input.sizes[1]} expected ${wanted}`,
  );
  hidden.forEach((h, i) => {
    check(
      input.sizes[0] === h.sizes[0],
      () => `Input batch size ${input.sizes[0]} doesn't match hidden${i} batch size ${h.sizes[0]}`,
    );
    check(
      h.sizes[1] === whh.sizes[1],
      () => `hidden${i} has inconsistent hidden_size: got ${h.sizes[1]}, expected ${whh.sizes[1]}`,
    );
  });
}

const CELL = 'Tensor w_ih, Tensor w_hh, Tensor? b_ih=None, Tensor? b_hh=None';
type Cell = [wih: Tensor, whh: Tensor, bih: MaybeTensor, bhh: MaybeTensor];

op<[Tensor, Tensor[], ...Cell], Tensor[]>({
  schema: `lstm_cell(Tensor input, Tensor[] hx, ${CELL}) -> (Tensor, Tensor)`,
  bind: 'function',
  autocast: 'lower_precision_fp',
  composite: true,
  forward(input, hx, wih, whh, bih, bhh) {
    checkCell(input, hx, wih, whh);
    const inputGates = linear(input, wih, null);
    const hiddenGates = linear(hx[0]!, whh, null);
    return _thnn_fused_lstm_cell(inputGates, hiddenGates, hx[1]!, bih, bhh).slice(0, 2);
  },
});
op<[Tensor, Tensor, ...Cell], Tensor>({
  schema: `gru_cell(Tensor input, Tensor hx, ${CELL}) -> Tensor`,
  bind: 'function',
  autocast: 'lower_precision_fp',
  composite: true,
  forward(input, hx, wih, whh, bih, bhh) {
    checkCell(input, [hx], wih, whh);
    const inputGates = linear(input, wih, null);
    const hiddenGates = linear(hx, whh, null);
    return _thnn_fused_gru_cell(inputGates, hiddenGates, hx, bih, bhh)[0]!;
  },
});
for (const name of ['tanh', 'relu'])
  op<[Tensor, Tensor, ...Cell], Tensor>({
    schema: `rnn_${name}_cell(Tensor input, Tensor hx, ${CELL}) -> Tensor`,
    bind: 'function',
    autocast: 'lower_precision_fp',
    composite: true,
    forward(input, hx, wih, whh, bih, bhh) {
      checkCell(input, [hx], wih, whh);
      const hidden = linear(hx, whh, bhh);
      return callOperator(name, callOperator('add_', linear(input, wih, bih), hidden, 1));
    },
  });

// ---- packed sequences ----

op<[Tensor, Tensor, boolean], Tensor[]>({
  schema: '_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first) -> (Tensor, Tensor)',
  bind: 'function',
  differentiable: [0],
  outputDifferentiability: [true, false],
  forward(input_, lengths, batchFirst) {
    check(
      lengths.device.type === 'cpu' && lengths.sizes.length === 1,
      () =>
        `'lengths' argument should be a 1D CPU int64 tensor, but got ${lengths.sizes.length}D ${lengths.device.text} ${lengths.dtype.scalarName} tensor`,
    );
    const input = batchFirst ? transposed(input_) : input_;
    const [steps, batch] = input.sizes as [number, number];
    const known = knownValues(lengths);
    // Lengths that aren't known are taken to be full.
    const each =
      known === undefined || known.some((n) => n === undefined)
        ? new Array<number>(batch).fill(steps)
        : (known as number[]);
    check(
      each.length === batch,
      () =>
        `Expected \`len(lengths)\` to be equal to batch_size, but got ${each.length} (batch_size=${batch})`,
    );
    check(
      each.every((n) => n > 0),
      "Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0",
    );
    check(
      each.every((n, i) => i === 0 || n <= each[i - 1]!),
      '`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.',
    );
    const longest = Math.max(...each);
    const sizes: number[] = [];
    for (let t = 0; t < longest; t++) sizes.push(each.filter((n) => n > t).length);
    // Runs of steps with the same sequences are copied where they aren't contiguous, and put one after the other.
    const copies: Tensor[] = [];
    for (let t = 0; t < longest;) {
      let end = t;
      while (end < longest && sizes[end] === sizes[t]) end++;
      const part = [end - t, sizes[t]!, ...input.sizes.slice(2)];
      if (!isContiguous(part, input.strides)) copies.push(emptyLike(input, part));
      t = end;
    }
    const out = emptyLike(input, [each.reduce((a, b) => a + b, 0), ...input.sizes.slice(2)]);
    drop(...copies);
    const batchSizes = empty([longest], int64, CPU);
    setKnown(batchSizes, sizes);
    return [out, batchSizes];
  },
  autograd(_needs, result, input, _lengths, batchFirst) {
    const sizes = batchFirst ? [input.sizes[1]!, input.sizes[0]!, ...input.sizes.slice(2)] : input.sizes;
    return {
      saved: [result[1]!],
      backward([grad], [steps]) {
        if (grad === null || grad === undefined) return [null];
        const out = zerosOf(grad, sizes);
        if (state.gradEnabled) {
          let offset = 0;
          for (const [i, n] of stepSizes(steps!).entries()) {
            copy_(narrow(select(out, 0, i), 0, 0, n), narrow(grad, 0, offset, n));
            offset += n;
          }
        }
        return [batchFirst ? transposed(out) : out];
      },
    };
  },
});

op<[Tensor, Tensor, boolean, Scalar, number], Tensor[]>({
  schema:
    '_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first, Scalar padding_value, int total_length) -> (Tensor, Tensor)',
  bind: 'function',
  composite: true,
  forward(data, batchSizes, batchFirst, _padding, totalLength) {
    const sizes = stepSizes(batchSizes);
    const batch = sizes[0]!;
    const length = totalLength > 0 ? totalLength : sizes.length;
    const rest = data.sizes.slice(1);
    const output = emptyLike(data, [length, batch, ...rest]);
    const lengths = new Array<number>(batch);
    let offset = 0;
    let previous = batch;
    let start = 0;
    let last = batch;
    for (let i = 0; i <= sizes.length; i++) {
      const size = i < sizes.length ? sizes[i]! : 0;
      if (size !== previous) {
        const l = previous * (i - start);
        const part = narrow(data, 0, offset, l);
        copy_(
          narrow(narrow(output, 0, start, i - start), 1, 0, previous),
          view(part, [i - start, previous, ...rest]),
        );
        offset += l;
        start = i;
      }
      for (let j = 0; j < previous - size; j++) lengths[--last] = i;
      previous = size;
    }
    const result = empty([batch], int64, CPU);
    setKnown(result, lengths);
    return [batchFirst ? transpose(output, 0, 1) : output, result];
  },
});
