/** TensorIterator: the geometry of elementwise results and of reductions (aten/src/ATen/TensorIterator.cpp). */
import { maxThreadsPerMultiProcessor } from '../device/profiles.js';
import { heap } from '../python/heap.js';
import {
  commonDevice,
  emptyLike,
  knownValues,
  likeStrides,
  output,
  setKnown,
  setRepeated,
} from './allocate.js';
import { accumulateType, type DType } from './dtype.js';
import { drop, pendingIsInplace, pendingOutput } from './operator.js';
import type { Scalar } from './scalar.js';
import { scalarValue } from './scalar.js';
import {
  dimMask,
  inferSize,
  insertionSort,
  isChannelsLastContiguous,
  isContiguous,
  isNonOverlappingAndDense,
  numel,
  reducedSizes,
  sameSizes,
  type Sizes,
} from './shape.js';
import { cudaDevice, state } from './state.js';
import { KNOWN_LIMIT, type Storage, Tensor, temporaryStorage } from './tensor.js';

type Operand = Tensor | Scalar;

/** The strides of each operand over the broadcast shape; 0 where it is repeated. */
function broadcastStrides(t: Tensor, shape: Sizes): number[] {
  const out = new Array<number>(shape.length).fill(0);
  const offset = shape.length - t.sizes.length;
  for (let i = 0; i < t.sizes.length; i++)
    out[offset + i] = t.sizes[i] === 1 && shape[offset + i] !== 1 ? 0 : t.strides[i]!;
  return out;
}

/** The order of dimensions from the fastest to the slowest, as TensorIterator's `reorder_dimensions` finds it. */
function permutation(operands: readonly Tensor[], shape: Sizes): number[] {
  const rank = shape.length;
  const perm: number[] = [];
  for (let i = rank - 1; i >= 0; i--) perm.push(i);
  const strides = operands.map((t) => broadcastStrides(t, shape));
  insertionSort(perm, (a, b) => {
    for (const s of strides) {
      const sa = s[a]!;
      const sb = s[b]!;
      if (sa === 0 || sb === 0) continue;
      if (sa < sb) return -1;
      if (sa > sb) return 1;
      if (shape[a]! > shape[b]!) return 1;
    }
    return 0;
  });
  return perm;
}

/** The strides of a new result of an elementwise operation; null where it is contiguous. */
export function elementwiseStrides(
  tensors: readonly Tensor[],
  shape: Sizes,
  hasScalars: boolean,
): Sizes | null {
  const first = tensors[0]!;
  if (shape.length <= 1) return null;
  // Most common: everything has one shape and is contiguous.
  if (!hasScalars) {
    let same = true;
    for (const t of tensors) if (!sameSizes(t.sizes, shape)) same = false;
    if (same) {
      if (tensors.every((t) => isContiguous(t.sizes, t.strides))) return null;
      if (tensors.every((t) => isChannelsLastContiguous(t.sizes, t.strides) && t.sizes.length === 4))
        return first.strides.length === 4 ? channelsLastOf(shape) : null;
      if (
        tensors.every(
          (t) => isNonOverlappingAndDense(t.sizes, t.strides) && sameSizes(t.strides, first.strides),
        )
      )
        return first.strides;
    }
  }
  const perm = permutation(tensors, shape);
  const rank = shape.length;
  let inverted = true;
  for (let i = 0; i < rank; i++) if (perm[i] !== rank - i - 1) inverted = false;
  if (inverted) return null;
  const strides = new Array<number>(rank);
  let step = 1;
  for (const d of perm) {
    strides[d] = step;
    step *= shape[d]!;
  }
  return strides;
}

function channelsLastOf(shape: Sizes): number[] {
  const [, c, h, w] = shape as [number, number, number, number];
  const m = (n: number): number => Math.max(n, 1);
  return [m(c) * m(w) * m(h), 1, m(c) * m(w), m(c)];
}

/** The broadcast shape of tensor operands. */
export function broadcastShape(operands: readonly Operand[]): Sizes {
  let shape: Sizes | undefined;
  for (const t of operands) {
    if (!(t instanceof Tensor)) continue;
    if (shape === undefined) shape = t.sizes;
    else if (!sameSizes(shape, t.sizes)) shape = inferSize(shape, t.sizes);
  }
  return shape ?? [];
}

/** Tells whoever watches of a result that is larger than both operands. */
function watchBroadcast(a: Tensor, b: Tensor, shape: Sizes, dtype: DType): void {
  if (sameSizes(a.sizes, shape) || sameSizes(b.sizes, shape)) return;
  state.recorder?.broadcast?.(a, b, shape, dtype.itemsize);
}

/**
 * An elementwise kernel: allocates the result of `dtype` with the strides that TensorIterator gives it.
 * @param compute the function of the elements, for values that are known
 */
export function elementwise(
  operands: readonly Operand[],
  dtype: DType,
  compute?: (...values: number[]) => number,
  computed = dtype,
  index = 0,
): Tensor {
  let tensors = operands as Tensor[];
  let hasScalars = false;
  for (const operand of operands)
    if (!(operand instanceof Tensor)) {
      hasScalars = true;
      tensors = operands.filter((o) => o instanceof Tensor);
      break;
    }
  const device = tensors.length === 1 ? tensors[0]!.storage.device : commonDevice(tensors);
  let shape = tensors.length === 1 ? tensors[0]!.sizes : broadcastShape(tensors);
  if (tensors.length === 2) watchBroadcast(tensors[0]!, tensors[1]!, shape, dtype);
  const given = pendingOutput(index);
  let strides: Sizes | null = null;
  if (given === null) strides = elementwiseStrides(tensors, shape, hasScalars);
  else if (!pendingIsInplace() && !sameSizes(given.sizes, shape))
    strides = elementwiseStrides(tensors, shape, hasScalars);
  else if (pendingIsInplace() && !sameSizes(given.sizes, shape)) shape = inferSize(given.sizes, shape);
  const values = compute === undefined ? undefined : knownElementwise(operands, shape, compute);
  // What lies beside a view that is changed stays known.
  const known = given !== null && pendingIsInplace() ? given.storage.known : null;
  const result = output(index, shape, strides, dtype, device, computed);
  if (known !== null) result.storage.known = known;
  if (values !== undefined) setRepeated(result, values);
  else if (known !== null) setKnown(result, undefined);
  return result;
}

/** Of how many trailing dimensions the index decides a value of `t`, broadcast to `shape`: the others only repeat. */
function decidingDims(t: Tensor, shape: Sizes): number {
  const known = t.storage.known!;
  const [one] = known;
  if (one !== undefined && known.every((value) => value === one)) return 0;
  const strides = broadcastStrides(t, shape);
  const period = known.length;
  const repeats = period * t.dtype.itemsize < t.storage.nbytes;
  const first = strides.findIndex((s, d) => shape[d] !== 1 && (repeats ? s % period !== 0 : s !== 0));
  return first < 0 ? 0 : shape.length - first;
}

/** The values of a result in row-major order, which repeat where they are fewer than it has; undefined where unknown. */
export function knownElementwise(
  operands: readonly Operand[],
  shape: Sizes,
  compute: (...values: number[]) => number,
): (number | undefined)[] | undefined {
  for (const o of operands) if (o instanceof Tensor && o.storage.known === null) return undefined;
  let repeated = shape;
  if (numel(shape) > KNOWN_LIMIT) {
    const dims = operands.map((o) => (o instanceof Tensor ? decidingDims(o, shape) : 0));
    const outer = shape.length - Math.max(...dims);
    repeated = shape.map((size, d) => (d < outer ? Math.min(size, 1) : size));
  }
  const n = numel(repeated);
  if (n > KNOWN_LIMIT) return undefined;
  const columns: (number | undefined)[][] = [];
  for (const o of operands) {
    if (!(o instanceof Tensor)) {
      const value = scalarValue(o);
      columns.push(
        new Array<number | undefined>(n).fill(Number.isNaN(value) && !isNaNScalar(o) ? undefined : value),
      );
      continue;
    }
    const expanded =
      o.sizes.length === repeated.length && sameSizes(o.sizes, repeated)
        ? o
        : o.alias(repeated, broadcastStrides(o, shape));
    const values = knownValues(expanded);
    if (expanded !== o) drop(expanded);
    if (values === undefined) return undefined;
    columns.push(values);
  }
  const out = new Array<number | undefined>(n);
  const row: number[] = new Array<number>(columns.length);
  for (let i = 0; i < n; i++) {
    let known = true;
    for (let c = 0; c < columns.length; c++) {
      const v = columns[c]![i];
      if (v === undefined) known = false;
      else row[c] = v;
    }
    if (known) out[i] = compute(...row);
  }
  return out;
}

function isNaNScalar(scalar: Scalar): boolean {
  return typeof scalar === 'object' && 'value' in scalar && Number.isNaN((scalar as { value: number }).value);
}

// ---- reductions ----

const MAX_THREADS = 512;
const WARP = 32;

function lastPow2(n: number): number {
  return n < 1 ? 1 : 2 ** Math.floor(Math.log2(n));
}

const divUp = (a: number, b: number): number => Math.floor((a + b - 1) / b);

/** The shape of a reduction as its kernel sees it: dimensions from the fastest, reduced ones first, coalesced. */
interface ReductionGeometry {
  shape: number[];
  /** Strides of the input, in elements. */
  input: number[];
  reduceDims: number;
  numel: number;
  outputs: number;
}

function reductionGeometry(self: Tensor, mask: readonly boolean[]): ReductionGeometry {
  const rank = self.sizes.length;
  // The output's strides (kept dimensions, row-major) are 0 in reduced dimensions.
  const out = new Array<number>(rank);
  let step = 1;
  for (let i = rank - 1; i >= 0; i--) {
    if (mask[i]) out[i] = 0;
    else {
      out[i] = step;
      step *= self.sizes[i]!;
    }
  }
  const perm: number[] = [];
  for (let i = rank - 1; i >= 0; i--) perm.push(i);
  insertionSort(perm, (a, b) => {
    // The output is the first operand: reduced dimensions come to the front.
    if ((out[a] === 0) !== (out[b] === 0)) return out[a] === 0 ? -1 : 1;
    for (const s of [out, self.strides]) {
      const sa = s[a]!;
      const sb = s[b]!;
      if (sa === 0 || sb === 0) continue;
      if (sa < sb) return -1;
      if (sa > sb) return 1;
      if (self.sizes[a]! > self.sizes[b]!) return 1;
    }
    return 0;
  });
  // Coalesce neighbours.
  const shape: number[] = [];
  const input: number[] = [];
  const output: number[] = [];
  for (const d of perm) {
    const size = self.sizes[d]!;
    const last = shape.length - 1;
    const so = size === 1 ? 0 : out[d]!;
    const si = self.strides[d]!;
    if (
      last >= 0 &&
      (shape[last] === 1 ||
        size === 1 ||
        (shape[last]! * input[last]! === si && shape[last]! * output[last]! === so))
    ) {
      if (shape[last] === 1) {
        input[last] = si;
        output[last] = so;
      }
      shape[last]! *= size;
    } else {
      shape.push(size);
      input.push(si);
      output.push(so);
    }
  }
  let reduceDims = 0;
  let outputs = 1;
  for (let i = 0; i < shape.length; i++) {
    if (output[i] === 0 && shape[i]! > 1) reduceDims++;
    else if (output[i] !== 0) outputs *= shape[i]!;
  }
  return { shape, input, reduceDims, numel: numel(shape), outputs };
}

/**
 * The bytes of the staging buffer and of the semaphores that a reduction on CUDA takes while it runs
 * (`setReduceConfig` of Reduce.cuh); zeros where it needs none.
 */
export function reductionBuffers(
  self: Tensor,
  mask: readonly boolean[],
  argumentBytes: number,
  vt0 = 4,
  inputVecSize = vt0,
): [number, number] {
  if (self.numel === 0) return [0, 0];
  const g = reductionGeometry(self, mask);
  const itemsize = self.dtype.itemsize;
  const ndim = g.shape.length;
  const numInputs = g.numel / g.outputs;
  let dim0: number;
  let dim1: number;
  let fastest: number;
  let onFastest = true;
  if (ndim > 0) {
    onFastest = g.reduceDims === ndim || g.input[0]! < g.input[g.reduceDims]!;
    dim0 = onFastest ? numInputs : g.outputs;
    dim1 = onFastest ? g.outputs : numInputs;
    fastest = onFastest ? g.input[0]! : g.input[g.reduceDims]!;
  } else {
    dim0 = dim1 = fastest = 1;
  }
  let outputVec = 1;
  if (fastest === 1) {
    if (onFastest && dim0 >= 128 && g.reduceDims === 1) dim0 = Math.floor(dim0 / inputVecSize);
    else if (!onFastest) {
      let vec = 4;
      const update = (n: number): void => {
        while (n % vec !== 0) vec /= 2;
      };
      update(self.offset);
      update(g.shape[g.reduceDims]!);
      g.input.forEach((s, i) => {
        if (i !== g.reduceDims) update(s);
      });
      outputVec = vec;
      dim0 = Math.floor(dim0 / vec);
    }
  }
  const maxThreads = (itemsize === 16 ? 256 : MAX_THREADS) / outputVec;
  const p0 = dim0 < maxThreads ? lastPow2(dim0) : maxThreads;
  const p1 = dim1 < maxThreads ? lastPow2(dim1) : maxThreads;
  let blockWidth = Math.min(p0, WARP);
  const blockHeight = Math.min(p1, Math.floor(maxThreads / blockWidth));
  blockWidth = Math.min(p0, Math.floor(maxThreads / blockHeight));
  const threads = blockWidth * blockHeight;
  let stepInput = 1;
  let stepOutput = 1;
  const blockX = ndim === 0 || onFastest;
  if (blockX) stepInput *= blockWidth;
  else stepOutput *= blockWidth;
  const valuesPerThread = (): number => divUp(numInputs, stepInput);
  const splitAcrossWarps = valuesPerThread() >= Math.min(blockHeight * 16, 256);
  if (splitAcrossWarps) stepInput *= blockHeight;
  else stepOutput *= blockHeight;
  const { properties } = cudaDevice();
  const blocksPerSm = Math.floor(maxThreadsPerMultiProcessor([properties.major, properties.minor]) / threads);
  const target = properties.multiProcessorCount * blocksPerSm;
  const grid = divUp(Math.floor(g.outputs / outputVec), stepOutput);
  if (!splitAcrossWarps || valuesPerThread() < 256 || grid > target) return [0, 0];
  const low = divUp(valuesPerThread(), 256);
  const high = divUp(valuesPerThread(), 16);
  const ctas = Math.min(Math.max(divUp(target, grid), low), high);
  if (ctas <= 1) return [0, 0];
  let size = argumentBytes * g.outputs * ctas;
  if (!blockX) size *= blockWidth * outputVec;
  return [size, 4 * grid];
}

/** Takes device memory for the time of a kernel. */
export function temporary(like: Tensor, ...bytes: number[]): void {
  if (!like.isCuda) return;
  const storages = bytes.filter((n) => n > 0).map((n) => temporaryStorage(n, like.device));
  for (const s of storages) dropStorage(s);
}

export function dropStorage(s: Storage): void {
  heap.drop(s);
}

export interface ReduceOptions {
  keepdim?: boolean;
  dtype?: DType;
  /** Bytes of the value that a thread accumulates; of the accumulation type by default. */
  argumentBytes?: number;
  vt0?: number;
  inputVecSize?: number;
  index?: number;
  /** Whether the kernel itself converts the input to the result's dtype. */
  castsInKernel?: boolean;
  /** Whether no dimensions at all means all of them. */
  allIfEmpty?: boolean;
  /** The input is first copied to this dtype, beside the result. */
  cast?: DType;
}

/** A reduction kernel: allocates the result (contiguous) and, while it runs, what the kernel needs. */
export function reduce(self: Tensor, dims: readonly number[] | null, options: ReduceOptions = {}): Tensor {
  const mask = dimMask(dims, self.sizes.length, options.allIfEmpty ?? true);
  const dtype = options.dtype ?? self.dtype;
  const result = output(
    options.index ?? 0,
    reducedSizes(self.sizes, mask, options.keepdim ?? false),
    null,
    dtype,
    self.device,
  );
  // What is converted before keeps its layout.
  const input =
    options.cast === undefined ? self : emptyLike(self, self.sizes, likeStrides(self, null), options.cast);
  reduceKernel(
    input,
    mask,
    options.argumentBytes ?? accumulateType(dtype).itemsize,
    options.vt0,
    options.inputVecSize,
  );
  if (input !== self) drop(input);
  return result;
}

/** What a reduction kernel takes while it runs. */
export function reduceKernel(
  self: Tensor,
  mask: readonly boolean[],
  argumentBytes: number,
  vt0 = 4,
  inputVecSize = vt0,
): void {
  if (!self.isCuda || self.numel === 0) return;
  const [buffer, semaphores] = reductionBuffers(self, mask, argumentBytes, vt0, inputVecSize);
  temporary(self, buffer, semaphores);
}
