/** Sparse tensors of the COO layout: a tensor of indices and one of values, both dense (c10's SparseTensorImpl). */
import { heap, release, retain, type Value } from '../python/heap.js';
import type { DType } from './dtype.js';
import { contiguousStrides, type Sizes } from './shape.js';
import { Storage, Tensor } from './tensor.js';

let made = false;

/** Whether a sparse tensor was ever made. */
export function anySparse(): boolean {
  return made;
}

export class SparseTensor extends Tensor {
  indices!: Tensor;
  values!: Tensor;
  /** Whether each position is there once, in order. */
  coalesced = false;

  /** @param sizes the first `indices.sizes[0]` of them are sparse, the others those of a row of `values` */
  constructor(indices: Tensor, values: Tensor, sizes: Sizes, coalesced?: boolean) {
    super(new Storage(0, values.device), sizes, contiguousStrides(sizes), 0, values.dtype);
    made = true;
    this.setParts(indices, values, coalesced);
  }

  /** How many positions have values. */
  get nnz(): number {
    return this.values.sizes[0]!;
  }
  get sparseDim(): number {
    return this.indices.sizes[0]!;
  }
  /** Never a dense geometry: no kernel may take it for one. */
  override get isNonOverlappingAndDense(): boolean {
    return false;
  }

  /** `set_indices_and_values_unsafe`. */
  setParts(indices: Tensor, values: Tensor, coalesced?: boolean): void {
    if (this.epoch !== heap.epoch) heap.willChange(this);
    retain(indices);
    retain(values);
    release(this.indices);
    release(this.values);
    this.indices = indices;
    this.values = values;
    this.dtype = values.dtype;
    this.coalesced = coalesced ?? this.nnz < 2;
  }

  override alias(_sizes?: Sizes, _strides?: Sizes, _offset?: number, _dtype?: DType): Tensor {
    const made = new SparseTensor(this.indices, this.values, this.sizes, this.coalesced);
    made.version = this.version;
    return made;
  }

  override setData(other: Tensor): void {
    super.setData(other);
    if (other instanceof SparseTensor) this.setParts(other.indices, other.values, other.coalesced);
  }

  override traverse(visit: (value: Value | undefined) => void): void {
    super.traverse(visit);
    visit(this.indices);
    visit(this.values);
  }

  override snapshot(): () => void {
    const restore = super.snapshot();
    const { indices, values, coalesced } = this;
    return () => {
      restore();
      Object.assign(this, { indices, values, coalesced });
    };
  }
}
