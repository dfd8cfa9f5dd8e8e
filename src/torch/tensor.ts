/** Storages and tensors: sizes, strides and history, without numbers (but for small ones that are known). */
import { checkOrdinal, fail } from './errors.js';
import type { Block } from '../device/block-pool.js';
import { nativeClass, type PyClass } from '../python/classes.js';
import type { PyDict } from '../python/dict.js';
import { heap, PyObject, release, retain, type Value } from '../python/heap.js';
import { T } from '../python/types.js';
import type { AccumulateGrad, Node } from './autograd/node.js';
import {
  channelsLast,
  channelsLast3d,
  contiguousFormat,
  type Device,
  type DType,
  type MemoryFormat,
} from './dtype.js';
import {
  isChannelsLastContiguous,
  isChannelsLastLike,
  isContiguous,
  isNonOverlappingAndDense,
  numel,
  type Sizes,
} from './shape.js';
import { cudaDevice, state } from './state.js';

/** The metaclass of Tensor. */
export const TensorMetaClass = nativeClass({ name: '_TensorMeta', bases: [T.type], module: 'torch._C' });
export const TensorClass: PyClass = nativeClass({
  name: 'Tensor',
  bases: [],
  module: 'torch',
  metaclass: TensorMetaClass,
});
export const StorageClass: PyClass = nativeClass({ name: 'UntypedStorage', bases: [], module: 'torch' });

/** Known element values are kept for storages of at most this many elements. */
export const KNOWN_LIMIT = 4096;

/**
 * The numbers of a storage by element; undefined entries are unknown. Those of a large storage are kept where they repeat: a mask
 * of ones, a row for each of many rows. Then there are fewer than elements.
 */
export type Known = (number | undefined)[];

export class Storage extends PyObject {
  block: Block | null = null;
  /** Element values, where known; of elements of size `knownItemsize`. `valueAt` reads them. */
  known: Known | null = null;
  knownItemsize = 0;
  /** Where its elements were drawn evenly from `low` to below `high`, as long as its tensors' version is this one. */
  drawn: { low: number; high: number; version: number } | null = null;
  /** What its known values take for granted: numbers that were drawn, that all is finite; false where nothing. undefined until somebody says so. */
  assumed: string | false | undefined = undefined;
  attrs: PyDict | null = null;
  constructor(
    public nbytes: number,
    readonly device: Device,
  ) {
    super(StorageClass);
    if (device.type === 'cuda') {
      checkOrdinal(device.index);
      this.allocate();
    }
    // The tensor that it is made for holds it, and is what a native drops.
    this.track(false);
  }
  private allocate(): void {
    heap.settle();
    const { recorder } = state;
    const cuda = cudaDevice();
    cuda.initialize();
    this.block = cuda.allocator.malloc(this.nbytes, state.stream, recorder?.site?.() ?? 0);
    if (recorder !== null && this.block !== null) recorder.allocated?.(this);
  }
  private free(): void {
    if (this.block === null) return;
    state.recorder?.freed?.(this);
    cudaDevice().allocator.free(this.block);
    this.block = null;
  }
  /** The value of an element, where known. */
  valueAt(element: number): number | undefined {
    return this.known?.[element % this.known.length];
  }
  /** `storage.resize_(nbytes)`: a new block, then the old one goes (its content is copied). */
  resize(nbytes: number): void {
    const old = this.block;
    this.known = null;
    this.nbytes = nbytes;
    if (this.device.type !== 'cuda') return;
    this.block = null;
    if (nbytes > 0) this.allocate();
    if (old !== null) cudaDevice().allocator.free(old);
  }
  override finalize(): void {
    this.free();
  }
}

/** Memory without a tensor, alive until the native that is running returns or drops it. */
export function temporaryStorage(nbytes: number, device: Device): Storage {
  const storage = new Storage(nbytes, device);
  if (heap.nativeDepth > 0) heap.handles.push(storage);
  return storage;
}

/** Counts in-place changes; shared by a tensor and its views. */
export interface VersionCounter {
  version: number;
}

/** How a view came about: what an in-place change of it must know. */
export const enum CreationMeta {
  default,
  noGradMode,
  inferenceMode,
  multiOutputNode,
  multiOutputSafe,
  inCustomFunction,
}

/** Makes the view again from another base: for the gradient of in-place changes. */
export type ViewFunction = (base: Tensor) => Tensor;

/** Types that had a legacy class of tensors: their names are those, as in `torch.cuda.FloatTensor`. */
const LEGACY = new Set(['Float', 'Double', 'Half', 'Byte', 'Char', 'Short', 'Int', 'Long']);

/** `Tensor.toString()` of C++: the type's name as error messages show it. */
export function legacyTypeName(t: Tensor): string {
  const { scalarName } = t.dtype;
  if (!LEGACY.has(scalarName)) return `${t.isCuda ? 'CUDA' : 'CPU'}${scalarName}Type`;
  return `torch.${t.isCuda ? 'cuda.' : ''}${scalarName}Tensor`;
}

let conjugates = false;

/** Whether a lazy conjugate was ever made. */
export function anyConjugates(): boolean {
  return conjugates;
}
export function noteConjugate(): void {
  conjugates = true;
}

export class Tensor extends PyObject {
  storage: Storage;
  sizes: Sizes;
  strides: Sizes;
  /** In elements. */
  offset: number;
  dtype: DType;
  /** Whether a leaf requires grad. */
  private leafRequiresGrad = false;
  gradFn: Node | null = null;
  outputNr = 0;
  grad: Tensor | null = null;
  /** Weak: cleared by the node's death. */
  accumulator: AccumulateGrad | null = null;
  version: VersionCounter;
  /** The tensor that this is a (differentiable) view of. */
  base: Tensor | null = null;
  creationMeta: CreationMeta = CreationMeta.default;
  viewFunction: ViewFunction | null = null;
  /** The version of the view when its gradFn was made: a change of the base makes it stale. */
  viewVersion = 0;
  isInference = false;
  retainsGrad = false;
  /** `_backward_hooks` and `_post_accumulate_grad_hooks`: None or a dict. */
  hooks: Value = null;
  postAccumulateHooks: Value = null;
  /** A result of Python code or an argument from it: such a tensor may be held by a variable. */
  exposed = false;
  /** Instances of Python subclasses, and whatever programs put on tensors. */
  attrs: PyDict | null = null;
  /** Whether the elements are the conjugates of what the memory holds. */
  isConj = false;
  private count = -1;

  constructor(
    storage: Storage,
    sizes: Sizes,
    strides: Sizes,
    offset: number,
    dtype: DType,
    version?: VersionCounter,
    cls: PyClass = TensorClass,
  ) {
    super(cls);
    this.storage = storage;
    storage.rc++;
    this.sizes = sizes;
    this.strides = strides;
    this.offset = offset;
    this.dtype = dtype;
    this.version = version ?? { version: 0 };
    if (state.inferenceMode) this.isInference = true;
    this.track();
  }

  get device(): Device {
    return this.storage.device;
  }
  get isCuda(): boolean {
    return this.storage.device.type === 'cuda';
  }
  get dim(): number {
    return this.sizes.length;
  }
  get numel(): number {
    return this.count < 0 ? (this.count = numel(this.sizes)) : this.count;
  }
  /** Bytes of the elements. */
  get nbytes(): number {
    return this.numel * this.dtype.itemsize;
  }
  get isLeaf(): boolean {
    return this.gradFn === null;
  }
  get requiresGrad(): boolean {
    if (this.gradFn !== null || this.leafRequiresGrad) return true;
    // A view of what requires grad does as well, wherever it was made.
    return this.base !== null && this.base.requiresGrad && (this.dtype.isFloating || this.dtype.isComplex);
  }
  set requiresGrad(value: boolean) {
    if (this.leafRequiresGrad === value) return;
    if (this.epoch !== heap.epoch) heap.willChange(this);
    this.leafRequiresGrad = value;
  }
  /** The edge's end for gradients of this tensor: its node, or for a leaf what accumulates them. */
  get isContiguous(): boolean {
    return isContiguous(this.sizes, this.strides);
  }
  isContiguousIn(format: MemoryFormat): boolean {
    if (format === channelsLast)
      return this.sizes.length === 4 && isChannelsLastContiguous(this.sizes, this.strides);
    if (format === channelsLast3d)
      return this.sizes.length === 5 && isChannelsLastContiguous(this.sizes, this.strides);
    return this.isContiguous;
  }
  get isNonOverlappingAndDense(): boolean {
    return isNonOverlappingAndDense(this.sizes, this.strides);
  }
  /** `suggest_memory_format()`. */
  get suggestedFormat(): MemoryFormat {
    const n = this.sizes.length;
    if (n === 4 && isChannelsLastLike(this.sizes, this.strides)) return channelsLast;
    if (n === 5 && isChannelsLastLike(this.sizes, this.strides)) return channelsLast3d;
    return contiguousFormat;
  }

  setGradFn(node: Node | null, outputNr: number): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(node);
    release(this.gradFn);
    this.gradFn = node;
    this.outputNr = outputNr;
  }
  setGrad(grad: Tensor | null): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(grad);
    release(this.grad);
    this.grad = grad;
  }
  setBase(base: Tensor | null): void {
    retain(base);
    release(this.base);
    this.base = base;
  }
  setHooks(hooks: Value): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(hooks);
    release(this.hooks);
    this.hooks = hooks;
  }
  setPostAccumulateHooks(hooks: Value): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(hooks);
    release(this.postAccumulateHooks);
    this.postAccumulateHooks = hooks;
  }
  /** Tensors are keys by identity, though they have an equality of their own. */
  toKey(): Tensor {
    return this;
  }
  bumpVersion(): void {
    if (this.isInference && !state.inferenceMode)
      fail(
        'RuntimeError',
        'Inplace update to inference tensor outside InferenceMode is not allowed.You can make a clone to get a normal tensor before doing inplace update.See https://github.com/pytorch/rfcs/pull/17 for more details.',
      );
    this.version.version++;
  }

  /** Another tensor over the same memory; without history. It shares the version counter. */
  alias(
    sizes: Sizes = this.sizes,
    strides: Sizes = this.strides,
    offset = this.offset,
    dtype = this.dtype,
  ): Tensor {
    const made = new Tensor(this.storage, sizes, strides, offset, dtype, this.version);
    if (this.isInference) made.isInference = true;
    if (this.isConj) made.isConj = dtype === this.dtype;
    return made;
  }

  /** `set_data`: takes over storage and metadata of `other`. The version counter stays. */
  setData(other: Tensor): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(other.storage);
    release(this.storage);
    this.storage = other.storage;
    this.setGeometry(other.sizes, other.strides, other.offset);
    this.dtype = other.dtype;
  }
  setGeometry(sizes: Sizes, strides: Sizes, offset: number): void {
    this.sizes = sizes;
    this.strides = strides;
    this.offset = offset;
    this.count = -1;
  }

  /** Bytes that the view needs from the start of its storage. */
  get storageExtent(): number {
    if (this.numel === 0) return 0;
    let last = this.offset;
    for (let i = 0; i < this.sizes.length; i++) last += (this.sizes[i]! - 1) * this.strides[i]!;
    return (last + 1) * this.dtype.itemsize;
  }

  override traverse(visit: (value: Value | undefined) => void): void {
    this.traverseForCollector(visit);
    visit(this.grad);
    visit(this.base);
  }
  /** The gradient and the base of a view are held by C++: a cycle through them is never collected. */
  override traverseForCollector(visit: (value: Value | undefined) => void): void {
    visit(this.storage);
    visit(this.gradFn);
    visit(this.hooks);
    visit(this.postAccumulateHooks);
    if (this.attrs !== null) visit(this.attrs);
  }

  override snapshot(): () => void {
    const {
      storage,
      sizes,
      strides,
      offset,
      dtype,
      leafRequiresGrad,
      gradFn,
      outputNr,
      grad,
      hooks,
      postAccumulateHooks,
      attrs,
      cls,
    } = this;
    return () => {
      this.setGeometry(sizes, strides, offset);
      Object.assign(this, {
        storage,
        dtype,
        leafRequiresGrad,
        gradFn,
        outputNr,
        grad,
        hooks,
        postAccumulateHooks,
        attrs,
        cls,
        accumulator: null,
      });
    };
  }
}

export function isTensor(value: unknown): value is Tensor {
  return value instanceof Tensor;
}
