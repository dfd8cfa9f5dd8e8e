/** embedding, embedding_bag and their gradients (aten/src/ATen/native/cuda/Embedding.cu, EmbeddingBackwardKernel.cu, EmbeddingBag.cu). */
import { checkDevices } from '../device_checks.js';
import { emptyLike } from '../allocate.js';
import { float32, int64, opMathType, uint8 } from '../dtype.js';
import { check, fail } from '../errors.js';
import { promoteTypes } from '../promotion.js';
import { temporary } from '../iterator.js';
import { drop, op, raiseInBackward, scope, type Op } from '../operator.js';
import { cudaDevice } from '../state.js';
import { legacyTypeName, type Tensor } from '../tensor.js';
import { eq } from './comparisons.js';
import { contiguous, to } from './copy.js';
import { dropCopy, inFormat } from './dense.js';
import { index_select } from './indexing.js';
import { selectBytes } from './sorting_memory.js';
import { bagSparseBackward, embeddingSparseBackward } from './sparse.js';
import { reshape, view } from './views.js';
import { masked_fill_ } from './where.js';
import type { MaybeTensor } from '../autograd/node.js';

function checkIndices(indices: Tensor, name = 'embedding'): void {
  check(
    indices.dtype.name === 'int64' || indices.dtype.name === 'int32',
    () =>
      `Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got ${legacyTypeName(indices)} instead (while checking arguments for ${name})`,
  );
}

const alignUp = (n: number): number => Math.ceil(n / 256) * 256;

/** CUB's temporary storage: its parts are aligned to 256 bytes, and one more alignment is added. */
const cub = (...parts: number[]): number => parts.reduce((sum, n) => sum + alignUp(n), 0) + 255;

/** Radix sort of pairs: histograms by pass, look-back, counters, and a second buffer where there are several passes. */
function sortStorage(n: number, itemsize: number, bits: number): number {
  if (n < 2048) return 1;
  const passes = Math.ceil(bits / 8);
  const tiles = Math.ceil(n / 3840);
  return cub(passes * 2048, tiles * 1024, 4 * passes, ...(passes > 1 ? [n * itemsize, n * itemsize] : []));
}
const scanStorage = (n: number, tile: number): number => cub((32 + Math.ceil(n / tile)) * 16, 1);

/** The sorted indices' gradient: `embedding_backward_cuda_kernel`, after sorting. */
function sortedGradient(grad: Tensor, indices: Tensor, weights: number, dim: number, scale = false): Tensor {
  const n = indices.numel;
  const index = (count: number): Tensor => emptyLike(indices, [count]);
  const bytes = (count: number): void =>
    drop(emptyLike(indices, [Math.max(Math.ceil(count), 1)], null, uint8));
  const sorted = index(n);
  const original = index(n);
  const range = index(n);
  bytes(sortStorage(n, indices.dtype.itemsize, Math.max(1, Math.ceil(Math.log2(weights + 1)))));
  drop(range);
  const frequencies = scale ? index(n) : null;
  const out = emptyLike(grad, [weights, dim]);
  // Where each run of equal indices begins, and how many there are.
  const offsets = index(n);
  const count = emptyLike(indices, [], null, int64);
  const ones = index(n);
  bytes(scanStorage(n, 1024));
  drop(ones);
  const most = Math.min(n, weights);
  const partials = index(most);
  const partialOffsets = index(most);
  bytes(scanStorage(most, 896));
  const partialCount = emptyLike(indices, [], null, int64);
  const segments = Math.floor(n / 10 + most);
  const segmentOffsets = index(segments);
  // Few long runs are summed into the result directly.
  const direct = n > 30 * most && most < 4 * cudaDevice().properties.multiProcessorCount;
  const sums = direct
    ? [index(segments), ...(grad.dtype.isReduced ? [emptyLike(grad, [weights, dim], null, float32)] : [])]
    : [emptyLike(grad, [segments, dim], null, opMathType(grad.dtype))];
  drop(
    frequencies,
    ...sums,
    segmentOffsets,
    partialCount,
    partials,
    partialOffsets,
    count,
    offsets,
    sorted,
    original,
  );
  return out;
}

/** `embedding_dense_backward_cuda`: up to 3072 indices are added one by one, more are sorted. */
export const embedding_dense_backward: Op<
  [grad: Tensor, indices: Tensor, weights: number, padding: number, scale: boolean]
> = op<[Tensor, Tensor, number, number, boolean], Tensor>({
  schema:
    'embedding_dense_backward(Tensor grad_output, Tensor indices, int num_weights, int padding_idx, bool scale_grad_by_freq) -> Tensor',
  bind: 'function',
  differentiable: [0],
  forward(grad_, indices_, weights, _padding, scale) {
    const grad = inFormat(grad_);
    const indices = inFormat(indices_);
    const dim = grad.sizes[grad.sizes.length - 1]!;
    const out =
      (indices.numel <= 3072 && !scale) || !grad.isCuda || indices.numel === 0
        ? emptyLike(grad, [weights, dim])
        : sortedGradient(grad, indices, weights, dim, scale);
    dropCopy(indices, indices_);
    dropCopy(grad, grad_);
    return out;
  },
  autograd: (_needs, _result, _grad, indices, _weights, padding) => ({
    saved: [indices],
    // `embedding_dense_double_backward`
    backward([gg], [i]) {
      const rows = index_select(gg!, 0, reshape(i!, [-1]));
      if (padding >= 0) scope(() => masked_fill_(rows, reshape(eq(i!, padding), [-1, 1]), 0));
      return [view(rows, [...i!.sizes, gg!.sizes[1]!])];
    },
  }),
});

type EmbeddingArguments = [weight: Tensor, indices: Tensor, padding: number, scale: boolean, sparse: boolean];

export const embedding: Op<EmbeddingArguments> = op<EmbeddingArguments, Tensor>({
  schema:
    'embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False, bool sparse=False) -> Tensor',
  bind: 'function',
  differentiable: [0],
  forward(weight, indices) {
    check(weight.sizes.length === 2, "'weight' must be 2-D");
    checkIndices(indices);
    checkDevices('wrapper_CUDA__index_select', [weight, indices], ['self', 'index']);
    const flat = inFormat(indices);
    const out = emptyLike(weight, [...indices.sizes, weight.sizes[1]!]);
    dropCopy(flat, indices);
    return out;
  },
  autograd(_needs, _result, weight, indices, padding, scale, sparse) {
    const rows = weight.sizes[0]!;
    return {
      saved: [indices],
      backward: ([grad], [i]) => [
        sparse
          ? embeddingSparseBackward(grad!, i!, rows, padding, scale)
          : embedding_dense_backward(grad!, i!, rows, padding, scale),
      ],
    };
  },
});

/** Rows used are renormalized where they are: sorted, made unique, and no more. */
op<[Tensor, Tensor, number, number], Tensor>({
  schema: 'embedding_renorm_(Tensor(a!) self, Tensor indices, float max_norm, float norm_type) -> Tensor(a!)',
  bind: 'function',
  forward(self, indices) {
    const n = indices.numel;
    const made = [1, 2, 3, 4].map(() => emptyLike(indices, [n]));
    drop(made[2]!, made[3]!);
    const last = [emptyLike(indices, [n]), emptyLike(indices, [], null, int64)];
    if (n > 0) temporary(self, selectBytes(n));
    drop(...last, made[0]!, made[1]!);
    self.bumpVersion();
    return self;
  },
});

type BagArguments = [
  weight: Tensor,
  indices: Tensor,
  offsets: Tensor,
  scale: boolean,
  mode: number,
  sparse: boolean,
  perSample: MaybeTensor,
  includeLast: boolean,
  padding: number,
];
const BAG =
  'Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False, int padding_idx=-1';
const RESULTS = '(Tensor, Tensor, Tensor, Tensor)';
const MEAN_MODE = 1;
const MAX_MODE = 2;

function bagForward(
  weight: Tensor,
  indicesGiven: Tensor,
  offsetsGiven: Tensor,
  mode: number,
  includeLast: boolean,
): Tensor[] {
  // Both are of one dtype in the kernel.
  const common = promoteTypes(indicesGiven.dtype, offsetsGiven.dtype);
  const [indices, offsets] = [to(indicesGiven, common), to(offsetsGiven, common)];
  checkIndices(indices, 'embedding_bag_cuda');
  if (!weight.dtype.isFloating)
    fail('NotImplementedError', `"embedding_bag_cuda" not implemented for '${weight.dtype.scalarName}'`);
  const bags = offsets.sizes[0]! - (includeLast ? 1 : 0);
  const bagSize = emptyLike(offsets, [offsets.sizes[0]!]);
  const offsetToBag = emptyLike(indices, indices.sizes);
  const out = emptyLike(weight, [bags, weight.sizes[1]!]);
  const maxIndices = emptyLike(indices, mode === MAX_MODE ? [bags, weight.sizes[1]!] : [0]);
  dropCopy(offsets, offsetsGiven);
  dropCopy(indices, indicesGiven);
  return [out, offsetToBag, bagSize, maxIndices];
}

/** What the gradients' own gradients raise. */
function withoutBagGradient(inputs: (MaybeTensor | undefined)[], grad: MaybeTensor): MaybeTensor {
  const name = '_embedding_bag_backward';
  const message = `the derivative for '${name}' is not implemented.`;
  return raiseInBackward(inputs, [grad], 'NotImplementedError', message, 'EmbeddingBagBackwardBackward0')[0]!;
}
function withoutSamplesGradient(inputs: (MaybeTensor | undefined)[], grad: MaybeTensor): MaybeTensor {
  const message = 'derivative for aten::_embedding_bag_per_sample_weights_backward is not implemented';
  return raiseInBackward(inputs, [grad], 'RuntimeError', message)[0]!;
}

export const _embedding_bag: Op<BagArguments, Tensor[]> = op<BagArguments, Tensor[]>({
  schema: `_embedding_bag(${BAG}) -> ${RESULTS}`,
  bind: 'function',
  node: 'EmbeddingBagBackward0',
  differentiable: [0, 6],
  outputDifferentiability: [true, false, false, false],
  forward: (weight, indices, offsets, _scale, mode, _sparse, _perSample, includeLast) =>
    bagForward(weight, indices, offsets, mode, includeLast),
  autograd(needs, result, weight, indices, offsets, scale, mode, sparse, perSample, _last, padding) {
    const [rows, dim] = weight.sizes as [number, number];
    return {
      saved: [needs[1] ? weight : null, indices, offsets, perSample, result[1]!, result[2]!, result[3]!],
      backward([grad_], [w, i, , samples, , sizes], wanted) {
        if (grad_ === null || grad_ === undefined) return [null, null];
        const perSampleGrad = (grad: Tensor): MaybeTensor => (wanted[1] ? emptyLike(grad, [i!.numel]) : null);
        if (wanted[0] && sparse) {
          const bags = { sizes: sizes!, mean: mode === MEAN_MODE };
          return [bagSparseBackward(grad_, i!, bags, rows, padding, scale), perSampleGrad(grad_)];
        }
        const grad = inFormat(grad_);
        const ofSamples = perSampleGrad(grad);
        let out: MaybeTensor = null;
        if (wanted[0])
          out =
            mode === MAX_MODE || i!.numel === 0 || !grad.isCuda
              ? emptyLike(grad, [rows, dim])
              : sortedGradient(grad, i!, rows, dim);
        dropCopy(grad, grad_);
        return [withoutBagGradient([grad_, samples], out), withoutSamplesGradient([grad_, w], ofSamples)];
      },
    };
  },
});
const _embedding_bag_forward_only: Op<BagArguments, Tensor[]> = op<BagArguments, Tensor[]>({
  schema: `_embedding_bag_forward_only(${BAG}) -> ${RESULTS}`,
  bind: 'function',
  forward: (weight, indices, offsets, _scale, mode, _sparse, _perSample, includeLast) =>
    bagForward(weight, indices, offsets, mode, includeLast),
});

function bag(...[weight, indices, offsets, ...rest]: BagArguments): Tensor[] {
  const kernel = weight.requiresGrad ? _embedding_bag : _embedding_bag_forward_only;
  return kernel(weight, contiguous(indices), contiguous(offsets), ...rest);
}
op<BagArguments, Tensor[]>({
  schema: `embedding_bag(${BAG.replace(', int padding_idx=-1', '')}) -> ${RESULTS}`,
  bind: 'function',
  composite: true,
  forward: (...args) => bag(...(args.slice(0, 8) as unknown as BagArguments)),
});
op<BagArguments, Tensor[]>({
  schema: `embedding_bag.padding_idx(${BAG.replace('int padding_idx=-1', 'int? padding_idx').replace(/=(False|0|None)/g, '')}) -> ${RESULTS}`,
  bind: 'function',
  composite: true,
  forward(...args) {
    const padding = args[8] as number | null;
    const wrapped = padding === null ? -1 : padding < 0 ? padding + args[0].sizes[0]! : padding;
    return bag(...([...args.slice(0, 8), wrapped] as unknown as BagArguments));
  },
});
