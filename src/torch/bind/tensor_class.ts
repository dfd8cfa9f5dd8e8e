/** `torch.Tensor` as Python sees it: what is not an operator. */
import { typeName } from './argument_errors.js';
import { NATIVES_WITH_DICT } from '../../python/attributes.js';
import { PyClass, typeOf } from '../../python/classes.js';
import { objectNumber } from '../../python/dict.js';
import type { Value } from '../../python/heap.js';
import { defineType, PyMethodDescriptor, type NativeImplementation } from '../../python/native.js';
import { PyComplex, PyFloat, PyList, PyTuple, PyUnknown } from '../../python/objects.js';
import { T } from '../../python/types.js';
import type { VM } from '../../python/vm.js';
import { gradFnOf } from '../autograd/history.js';
import { empty, knownValues } from '../allocate.js';
import {
  bfloat16,
  bool,
  Category,
  contiguousFormat,
  CPU,
  device as deviceOf,
  DType,
  dtypes,
  float16,
  float32,
  float64,
  int16,
  int32,
  int64,
  int8,
  complex128,
  complex32,
  complex64,
  NamedValue,
  uint8,
  type MemoryFormat,
} from '../dtype.js';
import { fail } from '../errors.js';
import { overloads } from '../operator.js';
import { to } from '../ops/copy.js';
import { detach, view } from '../ops/views.js';
import { asInt, toDevice } from '../schema.js';
import { sameSizes, wrapDim } from '../shape.js';
import { cudaDevice, resolveDevice, state } from '../state.js';
import { SparseTensor } from '../sparse_tensor.js';
import { Storage, Tensor, TensorClass } from '../tensor.js';
import { guarded, operatorNative } from './call.js';
import { asTensor, tensorFromData } from './data.js';
import { isArray, toNumpy } from './numpy.js';
import { getItem, setItem } from './indexing.js';
import { newSparse, sparseTensorMethods } from './sparse.js';
import { attributes, detachInPlace, setRequiresGrad } from './tensor_attributes.js';
import { caster, convert, deviceArgument, parseTo } from './tensor_to.js';
import { noteSubclass, wrapperNatives } from '../dispatch_subclass.js';
import { takenOver } from './torch_function.js';
import { size } from './types.js';

TensorClass.allocate = (cls) =>
  new Tensor(new Storage(0, CPU), [0], [1], 0, state.defaultDtype, undefined, cls);
TensorClass.layout = TensorClass;
TensorClass.takesUnknownNumbers = true;
// Programs put attributes on tensors.
NATIVES_WITH_DICT.add(TensorClass);

// ---- values ----

function tellAssumed(vm: VM, { storage }: Tensor): void {
  if (typeof storage.assumed === 'string') vm.note('assumption', storage.assumed);
}

function scalarOf(vm: VM, self: Tensor, value: number | undefined): Value {
  const { dtype } = self;
  if (value === undefined)
    return vm.unknown(
      'the value of a tensor',
      dtype === bool ? T.bool : dtype.isFloating ? T.float : dtype.isComplex ? T.complex : T.int,
    );
  tellAssumed(vm, self);
  if (dtype === bool) return value !== 0;
  if (dtype.isComplex) return new PyComplex(value, 0);
  return dtype.isFloating ? new PyFloat(value) : Number.isSafeInteger(value) ? value : BigInt(value);
}

/** `self.item()`. */
export function item(vm: VM, self: Tensor): Value {
  if (self.numel !== 1)
    throw vm.error('RuntimeError', `a Tensor with ${self.numel} elements cannot be converted to Scalar`);
  return scalarOf(vm, self, knownValues(self)?.[0]);
}

function tolist(vm: VM, self: Tensor): Value {
  const values = knownValues(self);
  let at = 0;
  const build = (d: number): Value => {
    if (d === self.sizes.length) return scalarOf(vm, self, values?.[at++]);
    const items: Value[] = [];
    for (let i = 0; i < self.sizes[d]!; i++) items.push(build(d + 1));
    return new PyList(items);
  };
  if (self.numel > 1_000_000) return vm.unknown('the values of a large tensor', T.list);
  return build(0);
}

function conversion(target: 'int' | 'float' | 'complex' | 'bool' | 'index'): NativeImplementation {
  return (vm: VM, self: Tensor) => {
    if (target === 'bool') {
      if (self.numel === 0) return false;
      if (self.numel > 1)
        throw vm.error('RuntimeError', 'Boolean value of Tensor with more than one value is ambiguous');
    } else if (self.numel !== 1)
      throw vm.error(
        target === 'index' ? 'TypeError' : 'ValueError',
        target === 'index'
          ? 'only integer tensors of a single element can be converted to an index'
          : 'only one element tensors can be converted to Python scalars',
      );
    const value = knownValues(self)?.[0];
    if (value === undefined)
      return vm.unknown('the value of a tensor', T[target === 'index' ? 'int' : target]);
    tellAssumed(vm, self);
    switch (target) {
      case 'bool':
        return value !== 0;
      case 'float':
        return new PyFloat(value);
      case 'complex':
        return new PyComplex(value, 0);
      case 'index':
        if (self.dtype.category > Category.int)
          throw vm.error(
            'TypeError',
            'only integer tensors of a single element can be converted to an index',
          );
        return value;
      default:
        return Math.trunc(value);
    }
  };
}

/** The class names of `tensor.type()`. */
export function typeText(self: Tensor): string {
  return `torch.${self.isCuda ? 'cuda.' : ''}${self.dtype.scalarName}Tensor`;
}

function dimension(vm: VM, self: Tensor, dim: Value, values: readonly number[]): Value {
  const d = asInt(dim);
  if (d instanceof PyUnknown) return d;
  if (d === undefined)
    throw vm.error('TypeError', `size(): argument 'dim' must be int, not ${typeOf(dim).typeName}`);
  if (self.sizes.length === 0)
    throw vm.error('IndexError', 'Dimension specified as ' + d + ' but tensor has no dimensions');
  return guarded(vm, () => values[wrapDim(d, self.sizes.length)]!);
}

/** `Tensor._make_subclass`: a tensor of that class that shares the data, and no history. */
export function makeSubclass(vm: VM, cls: PyClass, data: Tensor, requiresGrad: boolean): Tensor {
  noteSubclass(cls);
  const { storage, sizes, strides, offset, dtype, version } = data;
  const out = new Tensor(storage, sizes, strides, offset, dtype, version, cls);
  if (requiresGrad) {
    if (!dtype.isFloating && !dtype.isComplex)
      throw vm.error(
        'RuntimeError',
        'Only Tensors of floating point and complex dtype can require gradients',
      );
    out.requiresGrad = true;
  }
  return out;
}

TensorClass.nativeBase = 'torch._C.TensorBase';
defineType(TensorClass, {
  staticMethods: {
    '__new__(...)': (vm: VM, args: Value[], kwargs: Map<string, Value> | null) =>
      guarded(vm, () => legacyNew(vm, args[0] as PyClass, args.slice(1), kwargs)),
    '_make_subclass(cls, data, require_grad=False, *rest)': (
      vm: VM,
      cls: PyClass,
      data: Value,
      requireGrad: Value,
    ) => {
      if (!(data instanceof Tensor))
        throw vm.error(
          'TypeError',
          `_make_subclass(): argument 'data' must be Tensor, not ${typeOf(data).typeName}`,
        );
      return makeSubclass(vm, cls, data, requireGrad === true);
    },
    ...wrapperNatives,
  },
  getset: attributes,
  constants: { __module__: 'torch', __torch_function__: null, __torch_dispatch__: null },
  methods: {
    '__init__(...)': () => null,
    '__hash__(self, /)': (_vm, self: Tensor) => objectNumber(self),
    '__getitem__(self, index, /)': (vm, self: Tensor, index: Value) =>
      guarded(vm, () => getItem(vm, self, index)),
    '__setitem__(self, index, value, /)': (vm, self: Tensor, index: Value, value: Value) => {
      guarded(vm, () => setItem(vm, self, index, value));
    },
    '__bool__(self, /)': conversion('bool'),
    '__int__(self, /)': conversion('int'),
    '__float__(self, /)': conversion('float'),
    '__complex__(self, /)': conversion('complex'),
    '__index__(self, /)': conversion('index'),
    'size(self, dim=None)': (vm, self: Tensor, dim: Value) =>
      dim === null ? size(self.sizes) : dimension(vm, self, dim, self.sizes),
    'stride(self, dim=None)': (vm, self: Tensor, dim: Value) =>
      dim === null ? new PyTuple(self.strides) : dimension(vm, self, dim, self.strides),
    'dim(self, /)': (_vm, self: Tensor) => self.sizes.length,
    'ndimension(self, /)': (_vm, self: Tensor) => self.sizes.length,
    'numel(self, /)': (_vm, self: Tensor) => self.numel,
    'nelement(self, /)': (_vm, self: Tensor) => self.numel,
    'element_size(self, /)': (_vm, self: Tensor) => self.dtype.itemsize,
    'storage_offset(self, /)': (_vm, self: Tensor) => self.offset,
    'data_ptr(self, /)': (_vm, self: Tensor) =>
      (self.storage.block === null
        ? self.numel === 0
          ? 0
          : 2 ** 40 + 64 * objectNumber(self.storage)
        : self.storage.block.address) +
      self.offset * self.dtype.itemsize,
    'untyped_storage(self, /)': (_vm, self: Tensor) => self.storage,
    'is_contiguous(self, memory_format=...)': (_vm, self: Tensor, format: Value | undefined) =>
      self.isContiguousIn(format instanceof NamedValue ? format : contiguousFormat),
    'is_floating_point(self, /)': (_vm, self: Tensor) => self.dtype.isFloating,
    'is_complex(self, /)': (_vm, self: Tensor) => self.dtype.isComplex,
    'is_signed(self, /)': (_vm, self: Tensor) => self.dtype.isSigned,
    'is_conj(self, /)': (_vm, self: Tensor) => self.isConj,
    'is_neg(self, /)': () => false,
    'is_inference(self, /)': (_vm, self: Tensor) => self.isInference,
    'is_shared(self, /)': (_vm, self: Tensor) => self.isCuda,
    'is_pinned(self, *args)': () => false,
    'pin_memory(self, *args)': (_vm, self: Tensor) => self,
    'share_memory_(self, /)': (_vm, self: Tensor) => self,
    'is_same_size(self, other, /)': (_vm, self: Tensor, other: Tensor) => sameSizes(self.sizes, other.sizes),
    'is_set_to(self, tensor)': (_vm, self: Tensor, other: Tensor) =>
      self.storage === other.storage &&
      self.offset === other.offset &&
      sameSizes(self.sizes, other.sizes) &&
      sameSizes(self.strides, other.strides),
    'get_device(self, /)': (_vm, self: Tensor) => (self.isCuda ? Math.max(self.device.index, 0) : -1),
    'has_names(self, /)': () => false,
    '_is_view(self, /)': (_vm, self: Tensor) => self.base !== null,
    '_is_zerotensor(self, /)': () => false,
    ...sparseTensorMethods,
    'item(self, /)': (vm, self: Tensor) => item(vm, self),
    'tolist(self, /)': (vm, self: Tensor) => tolist(vm, self),
    'numpy(self, *, force=False)': (vm, self: Tensor, force: Value) => {
      if (force !== true && self.isCuda)
        throw vm.error(
          'TypeError',
          "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.",
        );
      if (force !== true && self.requiresGrad)
        throw vm.error(
          'RuntimeError',
          "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
        );
      return toNumpy(vm, self);
    },
    '__array__(self, *args)': (vm, self: Tensor) => toNumpy(vm, self),
    'to(...)': (vm: VM, args: Value[], kwargs: Map<string, Value> | null) =>
      guarded(vm, () => {
        const parsed = parseTo(vm, args.slice(1), kwargs);
        return parsed instanceof PyUnknown ? parsed : convert(args[0] as Tensor, parsed);
      }),
    'cpu(self, memory_format=None)': (vm, self: Tensor, format: Value) =>
      guarded(vm, () => to(self, null, CPU, false, format as MemoryFormat | null)),
    'cuda(self, device=None, non_blocking=False, memory_format=None)': (
      vm,
      self: Tensor,
      device: Value,
      _n: Value,
      format: Value,
    ) =>
      guarded(vm, () => {
        const target =
          deviceArgument(vm, "cuda(): argument 'device' (position 1)", device) ?? deviceOf('cuda');
        if (target.type !== 'cuda') throw vm.error('RuntimeError', 'Invalid device, must be cuda device');
        return to(self, null, target, false, format as MemoryFormat | null);
      }),
    'type(self, dtype=None, non_blocking=False)': (vm, self: Tensor, dtype: Value) => {
      if (dtype === null) return typeText(self);
      if (dtype instanceof DType) return guarded(vm, () => to(self, dtype));
      const text =
        typeof dtype === 'string'
          ? dtype
          : dtype instanceof PyClass
            ? `${vm.str(dtype.lookup('__module__') ?? 'torch')}.${dtype.name}`
            : '';
      if (text === '') throw vm.error('TypeError', 'dtype must be a type, str, or dtype object');
      const match = /^torch\.(cuda\.)?(\w*)Tensor$/.exec(text);
      const found =
        text === 'torch.Tensor'
          ? state.defaultDtype
          : Object.values(dtypes).find((d) => d.scalarName === match?.[2]);
      if (found === undefined) throw vm.error('ValueError', `invalid type: '${text}'`);
      return guarded(vm, () => to(self, found, match?.[1] === undefined ? CPU : deviceOf('cuda')));
    },
    'type_as(self, other)': (vm, self: Tensor, other: Value) =>
      other instanceof Tensor ? guarded(vm, () => to(self, other.dtype, other.device)) : other,
    'float(self, memory_format=None)': caster(float32),
    'double(self, memory_format=None)': caster(float64),
    'half(self, memory_format=None)': caster(float16),
    'bfloat16(self, memory_format=None)': caster(bfloat16),
    'int(self, memory_format=None)': caster(int32),
    'long(self, memory_format=None)': caster(int64),
    'short(self, memory_format=None)': caster(int16),
    'char(self, memory_format=None)': caster(int8),
    'byte(self, memory_format=None)': caster(uint8),
    'bool(self, memory_format=None)': caster(bool),
    'chalf(self, memory_format=None)': caster(complex32),
    'cfloat(self, memory_format=None)': caster(complex64),
    'cdouble(self, memory_format=None)': caster(complex128),
    'requires_grad_(self, requires_grad=True)': (vm, self: Tensor, value: Value) => {
      if (typeof value !== 'boolean' && !(value instanceof PyUnknown))
        throw vm.error(
          'TypeError',
          `requires_grad_(): argument 'requires_grad' (position 1) must be bool, not ${typeName(value)}`,
        );
      setRequiresGrad(vm, self, value);
      return self;
    },
    'detach_(self, /)': (vm, self: Tensor) => guarded(vm, () => detachInPlace(self)),
    'retain_grad(self, /)': (vm, self: Tensor) => {
      if (!self.requiresGrad)
        throw vm.error('RuntimeError', "can't retain_grad on Tensor that has requires_grad=False");
      const node = gradFnOf(self);
      if (node === null) return null;
      self.retainsGrad = true;
      node.retainGradFor ??= [];
      node.retainGradFor[self.outputNr] = self;
      return null;
    },
    'set_(self, source=None, storage_offset=None, size=None, stride=None)': (
      vm,
      self: Tensor,
      source: Value,
      offset: Value,
      sizes: Value,
      strides: Value,
    ) =>
      guarded(vm, () => {
        if (source === null) {
          setStorage(self, new Storage(0, self.device), [0], [1], 0);
          return self;
        }
        if (source instanceof Tensor && sizes === null)
          setStorage(self, source.storage, source.sizes, source.strides, source.offset);
        else {
          const storage = source instanceof Tensor ? source.storage : (source as Storage);
          const shape =
            sizes instanceof PyTuple ? (sizes.items as number[]) : [storage.nbytes / self.dtype.itemsize];
          const steps = strides instanceof PyTuple ? (strides.items as number[]) : undefined;
          const like = empty(shape, self.dtype, deviceOf('meta'), steps ?? null);
          setStorage(self, storage, shape, like.strides, typeof offset === 'number' ? offset : 0);
        }
        self.bumpVersion();
        return self;
      }),
    'record_stream(self, s)': (vm, self: Tensor, stream: Value) => {
      const { block } = self.storage;
      const id = vm.getAttr(stream, 'stream_id');
      if (block !== null && typeof id === 'number') cudaDevice().allocator.recordStream(block, id);
      return null;
    },
    'apply_(self, callable)': (_vm, self: Tensor) => self,
    'map_(self, tensor, callable)': (_vm, self: Tensor) => self,
    'new_tensor(self, data, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False)':
      (vm, self: Tensor, data: Value, dtype: Value, device: Value, requiresGrad: Value) =>
        guarded(vm, () => {
          const out = asTensor(
            vm,
            data,
            (dtype as DType | null) ?? self.dtype,
            deviceArgument(vm, "new_tensor(): argument 'device'", device) ?? self.device,
            true,
          );
          if (requiresGrad === true) out.requiresGrad = true;
          return out;
        }),
    'new(...)': (vm: VM, args: Value[], kwargs: Map<string, Value> | null) =>
      guarded(vm, () => {
        const self = args[0] as Tensor;
        const rest = args.slice(1);
        const device = toDevice(kwargs?.get('device') ?? null) ?? self.device;
        if (self instanceof SparseTensor) {
          const made = newSparse(self, rest);
          if (made !== undefined) return made;
        }
        if (
          rest.length === 1 &&
          (rest[0] instanceof PyList || (rest[0] instanceof PyTuple && rest[0].cls === T.tuple))
        )
          return asTensor(vm, rest[0], self.dtype, device, true);
        if (rest.length === 1 && rest[0] instanceof Tensor) return detach(rest[0]);
        return empty(legacySizes(vm, rest), self.dtype, device);
      }),
    'as_subclass(self, cls)': (_vm, self: Tensor, cls: Value) => {
      const out = new Tensor(
        self.storage,
        self.sizes,
        self.strides,
        self.offset,
        self.dtype,
        self.version,
        cls as PyClass,
      );
      out.requiresGrad = self.requiresGrad;
      if (self.gradFn !== null) out.setGradFn(self.gradFn, self.outputNr);
      return out;
    },
    'rename(self, *names)': (_vm, self: Tensor) => self,
    'align_to(self, *names)': (_vm, self: Tensor) => self,
    'const_data_ptr(self, /)': (_vm, self: Tensor) => self.storage.block?.address ?? 0,
    'data_ptr_(self, /)': (_vm, self: Tensor) => self.storage.block?.address ?? 0,
    'dim_order(self, *args)': (_vm, self: Tensor) =>
      new PyTuple(self.sizes.map((_, i) => i).sort((a, b) => self.strides[b]! - self.strides[a]!)),
    'qscheme(self, /)': () => fail('RuntimeError', 'Could not run aten::qscheme'),
    '_make_wrapper(self, *args)': (_vm, self: Tensor) => self,
    'view(...)': (vm: VM, args: Value[], kwargs: Map<string, Value> | null) => {
      const [self, first] = args as [Tensor, Value | undefined];
      const dtype = first instanceof DType ? first : kwargs?.get('dtype');
      if (!(dtype instanceof DType)) return viewNative(vm, args, kwargs) as Value;
      return guarded(vm, () => viewDtype(self, dtype));
    },
  },
});

const viewNative = operatorNative('view', true);

/** `x.view(dtype)`: the same bytes as another type. */
function viewDtype(self: Tensor, dtype: DType): Tensor {
  if (dtype === self.dtype) return view(self, self.sizes);
  const from = self.dtype.itemsize;
  const into = dtype.itemsize;
  if (from === into) return self.alias(self.sizes, self.strides, self.offset, dtype);
  if (self.sizes.length === 0)
    fail(
      'RuntimeError',
      `self.dim() cannot be 0 to view ${self.dtype.scalarName} as ${dtype.scalarName} (different element sizes)`,
    );
  const last = self.sizes.length - 1;
  if (from > into) {
    const ratio = from / into;
    const sizes = self.sizes.slice();
    sizes[last] = sizes[last]! * ratio;
    return self.alias(
      sizes,
      self.strides.map((s, i) => (i === last ? 1 : s * ratio)),
      self.offset * ratio,
      dtype,
    );
  }
  const ratio = into / from;
  if (self.sizes[last]! % ratio !== 0)
    fail(
      'RuntimeError',
      `self.size(-1) must be divisible by ${ratio} to view ${self.dtype.scalarName} as ${dtype.scalarName} (different element sizes), but got ${self.sizes[last]}`,
    );
  const sizes = self.sizes.slice();
  sizes[last] = sizes[last]! / ratio;
  return self.alias(
    sizes,
    self.strides.map((s, i) => (i === last ? 1 : s / ratio)),
    self.offset / ratio,
    dtype,
  );
}

function setStorage(
  self: Tensor,
  storage: Storage,
  sizes: readonly number[],
  strides: readonly number[],
  offset: number,
): void {
  if (storage !== self.storage) {
    const other = new Tensor(storage, sizes, strides, offset, self.dtype);
    self.setData(other);
  } else self.setGeometry(sizes, strides, offset);
}

/** The sizes that `self.new(…)` and `torch.Tensor(…)` were given; nothing is a tensor without elements. */
function legacySizes(vm: VM, args: readonly Value[]): number[] {
  if (args.length === 0) return [0];
  const items =
    args.length === 1 && (args[0] instanceof PyTuple || args[0] instanceof PyList) ? args[0].items : args;
  return items.map((v) => {
    const n = asInt(v);
    if (typeof n !== 'number') throw vm.error('TypeError', `new(): argument 'size' must be tuple of ints`);
    return n;
  });
}

/** `torch.Tensor(…)`: sizes, data or a tensor. */
function legacyNew(vm: VM, cls: PyClass, args: Value[], kwargs: Map<string, Value> | null): Value {
  const { defaultDtype } = state;
  for (const arg of args) if (arg instanceof PyUnknown) return arg;
  let made: Tensor;
  const [first] = args;
  if (first instanceof Tensor && args.length === 1) made = detach(first);
  else if (
    first !== undefined &&
    args.length === 1 &&
    (first instanceof PyList || (first instanceof PyTuple && first.cls === T.tuple) || isArray(first))
  )
    made = tensorFromData(vm, first, defaultDtype, CPU);
  else {
    const device = kwargs?.get('device');
    made = empty(
      legacySizes(vm, args),
      defaultDtype,
      device === undefined || device === null ? CPU : resolveDevice(toDevice(device) ?? null),
    );
  }
  if (cls === TensorClass) return made;
  return new Tensor(made.storage, made.sizes, made.strides, made.offset, made.dtype, made.version, cls);
}

// ---- operators as methods ----

const NUMBER_METHODS: Record<string, string> = {
  __add__: 'add',
  __radd__: 'add',
  __iadd__: 'add_',
  __sub__: 'sub',
  __isub__: 'sub_',
  __mul__: 'mul',
  __rmul__: 'mul',
  __imul__: 'mul_',
  __truediv__: 'div',
  __itruediv__: 'div_',
  __div__: 'div',
  __idiv__: 'div_',
  __mod__: 'remainder',
  __imod__: 'remainder_',
  __matmul__: 'matmul',
  __imatmul__: 'matmul',
  __and__: 'bitwise_and',
  __or__: 'bitwise_or',
  __xor__: 'bitwise_xor',
  __rand__: 'bitwise_and',
  __ror__: 'bitwise_or',
  __rxor__: 'bitwise_xor',
  __iand__: 'bitwise_and_',
  __ior__: 'bitwise_or_',
  __ixor__: 'bitwise_xor_',
  __lshift__: 'bitwise_left_shift',
  __rshift__: 'bitwise_right_shift',
  __ilshift__: 'bitwise_left_shift_',
  __irshift__: 'bitwise_right_shift_',
  __ifloordiv__: 'floor_divide_',
  __eq__: 'eq',
  __ne__: 'ne',
  __lt__: 'lt',
  __le__: 'le',
  __gt__: 'gt',
  __ge__: 'ge',
  __neg__: 'neg',
  __pos__: 'positive',
  __invert__: 'bitwise_not',
  __abs__: 'abs',
  __pow__: 'pow',
  __ipow__: 'pow_',
};

/** Methods that are no operators and make tensors: a subclass may take them over as well. */
const TAKEN_OVER = (
  '__getitem__ to cpu cuda type type_as float double half bfloat16 int long short char byte bool chalf cfloat cdouble ' +
  'view expand reshape permute detach clone contiguous new new_tensor'
).split(' ');

/** Adds a method for each operator that has one. */
export function bindTensorMethods(): void {
  const own = TAKEN_OVER.filter((name) => TensorClass.dict.getStr(name) !== undefined);
  for (const [name, group] of overloads) {
    if (TensorClass.dict.getStr(name) !== undefined || name.startsWith('__')) continue;
    const methods = group.filter((o) => o.bindings.includes('method'));
    if (methods.length === 0) continue;
    TensorClass.dict.setStr(
      name,
      new PyMethodDescriptor(name, TensorClass, `${name}(...)`, operatorNative(name, true)),
    );
  }
  for (const [name, target] of Object.entries(NUMBER_METHODS))
    if (TensorClass.dict.getStr(name) === undefined || name === '__eq__' || name === '__ne__')
      TensorClass.dict.setStr(
        name,
        new PyMethodDescriptor(name, TensorClass, `${name}(...)`, operatorNative(target, true, true)),
      );
  const invert = operatorNative('bitwise_not', true, true);
  TensorClass.dict.setStr(
    '__invert__',
    new PyMethodDescriptor('__invert__', TensorClass, '__invert__(...)', (vm: VM, args: Value[], kwargs) => {
      const self = args[0];
      if (self instanceof Tensor && self.dtype.category > Category.int)
        throw vm.error(
          'TypeError',
          '~ (operator.invert) is only implemented on integer and Boolean-type tensors',
        );
      return invert(vm, args, kwargs);
    }),
  );
  for (const name of own) {
    const original = TensorClass.dict.getStr(name)!;
    TensorClass.dict.setStr(
      name,
      new PyMethodDescriptor(
        name,
        TensorClass,
        `${name}(...)`,
        (vm: VM, args: Value[], kwargs: Map<string, Value> | null) =>
          takenOver(vm, name, true, args, kwargs) ?? vm.call(original, args, kwargs),
      ),
    );
  }
  TensorClass.invalidate();
}
