/** Making tensors: `empty`, and the results of kernels (which may be given by `out=` or be self). */
import {
  contiguousFormat,
  CPU,
  META,
  preserveFormat,
  type Device,
  type DType,
  type MemoryFormat,
} from './dtype.js';
import { fail } from './errors.js';
import { pendingIsInplace, pendingOutput } from './operator.js';
import { canCast } from './promotion.js';
import {
  checkNoInternalOverlap,
  contiguousStrides,
  inferDenseStrides,
  numel,
  sameSizes,
  showSizes,
  stridesFor,
  type Sizes,
} from './shape.js';
import { KNOWN_LIMIT, Storage, Tensor, type Known } from './tensor.js';

/** Bytes of the storage that a tensor of this geometry needs. */
export function storageBytes(sizes: Sizes, strides: Sizes, itemsize: number): number {
  let last = 0;
  for (let i = 0; i < sizes.length; i++) {
    if (sizes[i] === 0) return 0;
    last += (sizes[i]! - 1) * strides[i]!;
  }
  return (last + 1) * itemsize;
}

/** Raises what `empty` says of a negative size. */
export function checkSizes(sizes: Sizes): void {
  for (const n of sizes)
    if (n < 0)
      fail('RuntimeError', `Trying to create tensor with negative dimension ${n}: ${showSizes(sizes)}`);
}

/** A new tensor; contiguous unless strides are given. */
export function empty(sizes: Sizes, dtype: DType, device: Device, strides?: Sizes | null): Tensor {
  checkSizes(sizes);
  if (strides === undefined || strides === null)
    return new Tensor(
      new Storage(numel(sizes) * dtype.itemsize, device),
      sizes,
      contiguousStrides(sizes),
      0,
      dtype,
    );
  return new Tensor(
    new Storage(storageBytes(sizes, strides, dtype.itemsize), device),
    sizes,
    strides,
    0,
    dtype,
  );
}

/** The strides of `empty_like(self, memory_format=format)`. */
export function likeStrides(self: Tensor, format: MemoryFormat | null): Sizes | null {
  if (format === null || format === preserveFormat) {
    if (self.isNonOverlappingAndDense) return self.strides;
    return inferDenseStrides(self.sizes, self.strides);
  }
  return format === contiguousFormat ? null : stridesFor(self.sizes, format);
}

/** A new tensor of the same dtype and device. */
export function emptyLike(
  t: Tensor,
  sizes: Sizes = t.sizes,
  strides?: Sizes | null,
  dtype = t.dtype,
): Tensor {
  return empty(sizes, dtype, t.device, strides);
}

/**
 * Result `index` of a kernel: a new tensor, or the given one (`out=`, in place), resized where that is allowed.
 * @param computed the dtype that the kernel computes in, where the result's may differ
 */
export function output(
  index: number,
  sizes: Sizes,
  strides: Sizes | null,
  dtype: DType,
  device: Device,
  computed = dtype,
): Tensor {
  const given = pendingOutput(index);
  if (given === null) return empty(sizes, dtype, device, strides);
  if (!canCast(computed, given.dtype))
    fail(
      'RuntimeError',
      `result type ${computed.scalarName} can't be cast to the desired output type ${given.dtype.scalarName}`,
    );
  if (!sameSizes(given.sizes, sizes)) {
    if (pendingIsInplace())
      fail(
        'RuntimeError',
        `output with shape ${showSizes(given.sizes)} doesn't match the broadcast shape ${showSizes(sizes)}`,
      );
    resizeTo(given, sizes, strides);
  }
  if (!pendingIsInplace()) checkNoInternalOverlap(given.sizes, given.strides);
  given.storage.known = null;
  return given;
}

/** `out.resize_(sizes)`: memory grows where it must, and never shrinks. */
export function resizeTo(t: Tensor, sizes: Sizes, strides: Sizes | null = null): void {
  const wanted = strides ?? contiguousStrides(sizes);
  const bytes = storageBytes(sizes, wanted, t.dtype.itemsize) + t.offset * t.dtype.itemsize;
  if (numel(sizes) > 0 && bytes > t.storage.nbytes) t.storage.resize(bytes);
  t.setGeometry(sizes, wanted, t.offset);
}

/** The device that an operation on these tensors runs on: 0-dim CPU tensors go anywhere. */
export function commonDevice(tensors: readonly unknown[], name = ''): Device {
  let device: Device | undefined;
  for (const t of tensors) {
    if (!(t instanceof Tensor)) continue;
    const own = t.storage.device;
    if (device === undefined || device === own) device = own;
    else if (t.sizes.length === 0 && own === CPU) continue;
    else if (
      device === CPU &&
      tensors.every(
        (other) => !(other instanceof Tensor) || other.storage.device !== CPU || other.sizes.length === 0,
      )
    )
      device = own;
    else if (own === META || device === META) device = META;
    else
      fail(
        'RuntimeError',
        `Expected all tensors to be on the same device, but found at least two devices, ${device === CPU ? own.text : device.text} and ${device === CPU ? CPU.text : own.text}!${name}`,
      );
  }
  return device ?? CPU;
}

/** The known values of a tensor in row-major order, or undefined. */
export function knownValues(t: Tensor): Known | undefined {
  const { known } = t.storage;
  if (known === null || t.storage.knownItemsize !== t.dtype.itemsize || t.numel > KNOWN_LIMIT)
    return undefined;
  const n = t.numel;
  if (t.offset === 0 && n === known.length && t.isContiguous) return known;
  const period = known.length;
  const out: Known = new Array<number | undefined>(n);
  const { sizes, strides } = t;
  const rank = sizes.length;
  const index = new Array<number>(rank).fill(0);
  let at = t.offset;
  for (let i = 0; i < n; i++) {
    out[i] = known[at % period];
    for (let d = rank - 1; d >= 0; d--) {
      at += strides[d]!;
      if (++index[d]! < sizes[d]!) break;
      at -= strides[d]! * sizes[d]!;
      index[d] = 0;
    }
  }
  return out;
}

/**
 * The values of a tensor that reads a storage of repeated values from end to end, each at least once and in order; else those of
 * `knownValues`. For what does not ask how often a value is there.
 */
export function distinctValues(t: Tensor): Known | undefined {
  return coversStorage(t) && t.storage.knownItemsize === t.dtype.itemsize
    ? (t.storage.known ?? undefined)
    : knownValues(t);
}

/** The value of every element of a tensor, where its storage is known to hold one value alone. */
export function uniformValue(t: Tensor): number | undefined {
  const { known, knownItemsize } = t.storage;
  return known?.length === 1 && knownItemsize === t.dtype.itemsize ? known[0] : undefined;
}

/** Whether a tensor has its storage's elements in order, and all of them. */
function coversStorage(t: Tensor): boolean {
  return t.offset === 0 && t.isContiguous && t.numel * t.dtype.itemsize === t.storage.nbytes;
}

/** Whether these are the known values of a tensor. */
function hasValues(t: Tensor, values: readonly (number | undefined)[]): boolean {
  const there = knownValues(t);
  return there?.every((value, i) => value !== undefined && value === round(values[i], t.dtype)) ?? false;
}

/** Writes values that repeat from the first element to the last into a tensor; forgets them where it cannot keep them. */
export function setRepeated(t: Tensor, values: Known): void {
  if (t.numel <= KNOWN_LIMIT)
    setKnown(
      t,
      values.length === t.numel
        ? values
        : Array.from({ length: t.numel }, (_, i) => values[i % values.length]),
    );
  else if (coversStorage(t)) {
    t.storage.known = Array.from(values, (value) => round(value, t.dtype));
    t.storage.knownItemsize = t.dtype.itemsize;
  } else setKnown(t, undefined);
}

/** Writes known values (in row-major order) into a tensor; undefined makes its part unknown. */
export function setKnown(t: Tensor, values: readonly (number | undefined)[] | undefined): void {
  const { storage } = t;
  const elements = storage.nbytes / t.dtype.itemsize;
  if (values === undefined || elements > KNOWN_LIMIT) {
    // What changes nothing leaves the repeated values of a large storage as they are.
    if (storage.known === null || (values !== undefined && hasValues(t, values))) return;
    if (
      elements > KNOWN_LIMIT ||
      t.numel * t.dtype.itemsize >= storage.nbytes ||
      storage.knownItemsize !== t.dtype.itemsize
    ) {
      storage.known = null;
      return;
    }
    values = new Array<undefined>(t.numel).fill(undefined);
  }
  if (storage.known === null || storage.knownItemsize !== t.dtype.itemsize) {
    storage.known = new Array<number | undefined>(elements).fill(undefined);
    storage.knownItemsize = t.dtype.itemsize;
  } else storage.known = [...storage.known];
  const { sizes, strides } = t;
  const rank = sizes.length;
  const index = new Array<number>(rank).fill(0);
  let at = t.offset;
  for (let i = 0; i < values.length; i++) {
    storage.known[at] = round(values[i], t.dtype);
    for (let d = rank - 1; d >= 0; d--) {
      at += strides[d]!;
      if (++index[d]! < sizes[d]!) break;
      at -= strides[d]! * sizes[d]!;
      index[d] = 0;
    }
  }
}

/** Makes what was written into a tensor unknown. */
export function forget<T extends Tensor>(t: T): T {
  setKnown(t, undefined);
  return t;
}

/** Gives `out` the values that `self`, of the same sizes, has at the places that `from` maps its indices to. */
export function rearrange(out: Tensor, self: Tensor, from: (index: number[]) => number[]): void {
  const values = knownValues(self);
  if (values === undefined) return;
  const { sizes } = self;
  const places = values.map((_, i) => {
    const index = new Array<number>(sizes.length);
    for (let d = sizes.length - 1, rest = i; d >= 0; d--) {
      index[d] = rest % sizes[d]!;
      rest = Math.floor(rest / sizes[d]!);
    }
    return from(index).reduce((at, k, d) => at * sizes[d]! + k, 0);
  });
  setKnown(
    out,
    places.map((place) => values[place]),
  );
}

/** A value as the dtype keeps it. */
function round(value: number | undefined, dtype: DType): number | undefined {
  if (value === undefined) return undefined;
  if (dtype.isFloating)
    return dtype.itemsize === 8
      ? value
      : dtype.name === 'float32'
        ? Math.fround(value)
        : dtype.name === 'bfloat16'
          ? bfloat(value)
          : Math.fround(value);
  if (dtype.name === 'bool') return value !== 0 ? 1 : 0;
  const n = Math.trunc(value);
  switch (dtype.name) {
    case 'uint8':
      return n & 0xff;
    case 'int8':
      return (n << 24) >> 24;
    case 'int16':
      return (n << 16) >> 16;
    case 'int32':
      return n | 0;
    default:
      return n;
  }
}

const floatView = new Float32Array(1);
const bitsView = new Uint32Array(floatView.buffer);
function bfloat(value: number): number {
  floatView[0] = value;
  const bits = bitsView[0]!;
  bitsView[0] = (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000;
  return floatView[0]!;
}
