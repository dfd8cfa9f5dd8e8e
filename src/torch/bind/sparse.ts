/** Sparse tensors as Python sees them: `torch.sparse_coo_tensor`, and the methods that tell of indices and values. */
import type { Value } from '../../python/heap.js';
import type { NativeImplementation } from '../../python/native.js';
import { PyList, PyTuple } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { emptyLike } from '../allocate.js';
import { int64, type DType } from '../dtype.js';
import { fail, machine } from '../errors.js';
import { sparseMethods } from '../ops/sparse.js';
import { to } from '../ops/copy.js';
import { asInt, toDevice } from '../schema.js';
import { SparseTensor } from '../sparse_tensor.js';
import { Tensor } from '../tensor.js';
import { guarded } from './call.js';
import { asTensor } from './data.js';

function sizeOf(value: Value): number[] | undefined {
  if (!(value instanceof PyTuple || value instanceof PyList)) return undefined;
  const sizes = value.items.map((item) => asInt(item));
  return sizes.every((n) => typeof n === 'number') ? (sizes as number[]) : undefined;
}

/** `torch.sparse_coo_tensor`: tensors that are given are not copied. */
export const sparseCooTensor: NativeImplementation = (
  vm: VM,
  indices: Value,
  values: Value,
  size: Value,
  dtype: Value,
  device: Value,
  _pin: Value,
  requiresGrad: Value,
  _check: Value,
  coalesced: Value,
) =>
  guarded(vm, () => {
    const data = asTensor(vm, values, dtype as DType | null, toDevice(device) ?? null, false);
    const positions = to(asTensor(vm, indices, null, data.device, false), int64);
    const sizes = sizeOf(size);
    if (sizes === undefined) return machine().unknown('the size of a sparse tensor, which its indices tell');
    const made = new SparseTensor(
      positions,
      data,
      sizes,
      typeof coalesced === 'boolean' ? coalesced : undefined,
    );
    if (requiresGrad === true) made.requiresGrad = true;
    return made;
  });

/** A method of sparse tensors; with what a dense one answers, or that it has none. */
function method(
  name: string,
  ofSparse: (self: SparseTensor) => Value,
  ofDense?: (self: Tensor) => Value,
): NativeImplementation {
  return (vm: VM, self: Tensor) => {
    if (self instanceof SparseTensor) return guarded(vm, () => ofSparse(self));
    if (ofDense !== undefined) return ofDense(self);
    throw vm.error(
      'NotImplementedError',
      `Could not run 'aten::${name}' with arguments from the '${self.isCuda ? 'CUDA' : 'CPU'}' backend. This could be because the operator doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build).`,
    );
  };
}

function ofCoalesced(name: string, part: (self: SparseTensor) => Tensor): (self: SparseTensor) => Tensor {
  return (self) =>
    self.coalesced
      ? part(self).alias()
      : fail('RuntimeError', `Cannot get ${name} on an uncoalesced tensor, please call .coalesce() first`);
}

export const sparseTensorMethods: Record<string, NativeImplementation> = {
  '_nnz(self, /)': method('_nnz', (self) => self.nnz),
  '_indices(self, /)': method('_indices', (self) => self.indices.alias()),
  '_values(self, /)': method('_values', (self) => self.values.alias()),
  'indices(self, /)': method(
    'indices',
    ofCoalesced('indices', (self) => self.indices),
  ),
  'values(self, /)': method(
    'values',
    ofCoalesced('values', (self) => self.values),
  ),
  'is_coalesced(self, /)': method('is_coalesced', (self) => self.coalesced),
  'coalesce(self, /)': method('coalesce', (self) => sparseMethods.coalesce(self)),
  '_coalesced_(self, coalesced, /)': (_vm: VM, self: Tensor, coalesced: Value) => {
    if (self instanceof SparseTensor) self.coalesced = coalesced === true;
    return self;
  },
  'sparse_dim(self, /)': (_vm: VM, self: Tensor) => (self instanceof SparseTensor ? self.sparseDim : 0),
  'dense_dim(self, /)': (_vm: VM, self: Tensor) =>
    self instanceof SparseTensor ? self.sizes.length - self.sparseDim : self.sizes.length,
  'to_dense(self, *args, **kwargs)': method(
    'to_dense',
    (self) => sparseMethods.toDense(self),
    (self) => self,
  ),
};

/** `self.new(indices, values, size)`; undefined for other arguments. */
export function newSparse(self: SparseTensor, args: readonly Value[]): Tensor | undefined {
  const [indices, values, size] = args;
  if (args.length === 0)
    return new SparseTensor(emptyLike(self.indices, [1, 0]), emptyLike(self.values, [0]), [0]);
  const sizes = sizeOf(size ?? null);
  return indices instanceof Tensor && values instanceof Tensor && sizes !== undefined
    ? new SparseTensor(indices, values, sizes)
    : undefined;
}
