/** The attributes of tensors. */
import { PyClass, typeOf } from '../../python/classes.js';
import { objectNumber } from '../../python/dict.js';
import type { Value } from '../../python/heap.js';
import type { TypeDefinition } from '../../python/native.js';
import { PyTuple, PyUnknown } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { gradFnOf } from '../autograd/history.js';
import { layouts, strided, cppName } from '../dtype.js';
import { fail } from '../errors.js';
import { imag, real } from '../ops/complex.js';
import { permute, t as transposed, transpose } from '../ops/views.js';
import { sameSizes, showSizes } from '../shape.js';
import { state } from '../state.js';
import { SparseTensor } from '../sparse_tensor.js';
import { Tensor, TensorClass } from '../tensor.js';
import { guarded } from './call.js';
import { size } from './types.js';

/** Gives a tensor a new leaf identity: `detach_`. */
export function detachInPlace(self: Tensor): Tensor {
  if (self.base !== null)
    fail(
      'RuntimeError',
      "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence detach_() cannot be called on these gradients. To fix this error, please refer to the Optimizer.zero_grad() function in torch/optim/optimizer.py as a solution.",
    );
  self.requiresGrad = false;
  self.setGradFn(null, 0);
  return self;
}

export function setRequiresGrad(vm: VM, self: Tensor, value: Value): void {
  if (value instanceof PyUnknown) return;
  const wanted = vm.truth(value);
  if (!self.isLeaf) {
    if (!wanted)
      throw vm.error(
        'RuntimeError',
        "you can only change requires_grad flags of leaf variables. If you want to use a computed variable in a subgraph that doesn't require differentiation use var_no_grad = var.detach().",
      );
    return;
  }
  if (wanted && !self.dtype.isFloating && !self.dtype.isComplex)
    throw vm.error('RuntimeError', 'only Tensors of floating point dtype can require gradients');
  if (wanted && self.isInference && !state.inferenceMode)
    throw vm.error(
      'RuntimeError',
      'Setting requires_grad=True on inference tensor outside InferenceMode is not allowed.',
    );
  self.requiresGrad = wanted;
}

export function setGrad(vm: VM, self: Tensor, value: Value | undefined): void {
  if (value === undefined || value === null) {
    self.setGrad(null);
    return;
  }
  if (value instanceof PyUnknown) return;
  if (!(value instanceof Tensor))
    throw vm.error(
      'TypeError',
      `assigned grad expected to be a Tensor or None but got grad of type ${typeOf(value).typeName}`,
    );
  if (value === self) throw vm.error('RuntimeError', "can't assign Variable as its own grad");
  if (value.dtype !== self.dtype)
    throw vm.error(
      'RuntimeError',
      `attempting to assign a gradient with dtype '${cppName(value.dtype)}' to a tensor with grad_dtype '${self.dtype.scalarName}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems that assume they match.`,
    );
  if (value.device !== self.device)
    throw vm.error(
      'RuntimeError',
      `attempting to assign a gradient with device type '${value.device.type}' to a tensor with device type '${self.device.type}'. Please ensure that the gradient and the tensor are on the same device`,
    );
  if (!sameSizes(value.sizes, self.sizes))
    throw vm.error(
      'RuntimeError',
      `attempting to assign a gradient of size '${showSizes(value.sizes)}' to a tensor of size '${showSizes(self.sizes)}'. Please ensure that the gradient and the tensor are the same size`,
    );
  self.setGrad(value);
}

export const attributes: TypeDefinition['getset'] = {
  shape: (_vm, self: Tensor) => size(self.sizes),
  dtype: (_vm, self: Tensor) => self.dtype,
  device: (_vm, self: Tensor) => self.device,
  layout: (_vm, self: Tensor) => (self instanceof SparseTensor ? layouts['sparse_coo']! : strided),
  is_sparse: (_vm, self: Tensor) => self instanceof SparseTensor,
  ndim: (_vm, self: Tensor) => self.sizes.length,
  itemsize: (_vm, self: Tensor) => self.dtype.itemsize,
  nbytes: (_vm, self: Tensor) => self.nbytes,
  is_cuda: (_vm, self: Tensor) => self.isCuda,
  is_cpu: (_vm, self: Tensor) => self.device.type === 'cpu',
  is_meta: (_vm, self: Tensor) => self.device.type === 'meta',
  // torch.Tensor is a class of Python's in PyTorch: a tensor may become one of it.
  __class__: {
    get: (_vm, self: Tensor) => self.cls,
    set: (vm, self: Tensor, value) => {
      if (!(value instanceof PyClass) || value.layout !== TensorClass)
        throw vm.error(
          'TypeError',
          '__class__ assignment only supported for mutable types or ModuleType subclasses',
        );
      self.cls = value;
    },
  },
  requires_grad: {
    get: (_vm, self: Tensor) => self.requiresGrad,
    set: (vm, self: Tensor, value) => setRequiresGrad(vm, self, value ?? null),
  },
  grad: { get: (_vm, self: Tensor) => self.grad, set: (vm, self: Tensor, value) => setGrad(vm, self, value) },
  _grad: {
    get: (_vm, self: Tensor) => self.grad,
    set: (vm, self: Tensor, value) => setGrad(vm, self, value),
  },
  grad_dtype: { get: (_vm, self: Tensor) => self.dtype, set: () => undefined },
  grad_fn: (_vm, self: Tensor) => gradFnOf(self),
  _grad_fn: (_vm, self: Tensor) => gradFnOf(self),
  is_leaf: (_vm, self: Tensor) => gradFnOf(self) === null,
  output_nr: (_vm, self: Tensor) => self.outputNr,
  retains_grad: (_vm, self: Tensor) => self.retainsGrad && !self.isLeaf,
  _version: (_vm, self: Tensor) => self.version.version,
  _base: (_vm, self: Tensor) => self.base,
  data: {
    get: (_vm, self: Tensor) =>
      self instanceof SparseTensor
        ? self.alias()
        : new Tensor(self.storage, self.sizes, self.strides, self.offset, self.dtype),
    set: (vm, self: Tensor, value) => {
      if (!(value instanceof Tensor)) {
        if (value instanceof PyUnknown) return;
        throw vm.error(
          'TypeError',
          `Variable data has to be a tensor, but got ${typeOf(value ?? null).typeName}`,
        );
      }
      self.setData(value);
      // A new accumulator is made where dtype or device changed.
      self.accumulator = null;
    },
  },
  names: (_vm, self: Tensor) => new PyTuple(self.sizes.map(() => null)),
  T: (vm, self: Tensor) =>
    guarded(vm, () =>
      permute(
        self,
        self.sizes.map((_, i) => self.sizes.length - 1 - i),
      ),
    ),
  mT: (vm, self: Tensor) =>
    guarded(vm, () =>
      self.sizes.length < 2
        ? fail(
            'RuntimeError',
            'tensor.mT is only supported on matrices or batches of matrices. Got ' +
              self.sizes.length +
              '-D tensor.',
          )
        : transpose(self, -2, -1),
    ),
  H: (vm, self: Tensor) => guarded(vm, () => transposed(self)),
  mH: (vm, self: Tensor) => guarded(vm, () => transpose(self, -2, -1)),
  real: (vm, self: Tensor) => guarded(vm, () => real(self)),
  imag: (vm, self: Tensor) => guarded(vm, () => imag(self)),
  volatile: () => false,
  name: () => null,
  _cdata: (_vm, self: Tensor) => objectNumber(self),
  _backward_hooks: {
    get: (_vm, self: Tensor) => self.hooks,
    set: (_vm, self: Tensor, value) => self.setHooks(value ?? null),
  },
  _post_accumulate_grad_hooks: {
    get: (_vm, self: Tensor) => self.postAccumulateHooks,
    set: (_vm, self: Tensor, value) => self.setPostAccumulateHooks(value ?? null),
  },
};
for (const name of [
  'is_sparse_csr',
  'is_quantized',
  'is_nested',
  'is_mkldnn',
  'is_mps',
  'is_xla',
  'is_xpu',
  'is_ipu',
  'is_hpu',
  'is_maia',
  'is_mtia',
  'is_vulkan',
  '_has_symbolic_sizes_strides',
  '_python_dispatch',
  'is_conj_flag',
])
  attributes[name] = () => false;
