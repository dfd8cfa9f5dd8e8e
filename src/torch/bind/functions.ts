/** Functions of `torch._C` and `torch._C._VariableFunctions` that are not operators: data, types, flags, autocast. */
import type { Value } from '../../python/heap.js';
import { PyNative, type NativeImplementation } from '../../python/native.js';
import { PyDict, PyList, PyTuple, PyUnknown } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { clearAutocastCache } from '../autocast.js';
import { device as deviceOf, DType } from '../dtype.js';
import { overloads } from '../operator.js';
import { finish } from '../ops/factories.js';
import { canCast, promoteTypes, resultType } from '../promotion.js';
import { asScalar, type Scalar } from '../scalar.js';
import { toDevice } from '../schema.js';
import { inferSize } from '../shape.js';
import { state } from '../state.js';
import { Tensor, TensorClass } from '../tensor.js';
import { typeName } from './argument_errors.js';
import { fromBuffer } from './buffer.js';
import { isTorchFunctionEnabled, withoutTorchFunction } from './torch_function.js';
import { guarded, operatorNative } from './call.js';
import { asTensor, tensorFromData } from './data.js';
import { fromNumpy } from './numpy.js';
import { sparseCooTensor } from './sparse.js';
import { deviceArgument, parseTo, pythonDtype } from './tensor_to.js';
import { size } from './types.js';

function requireGrad(t: Tensor, wanted: Value): Tensor {
  return finish(t, wanted === true);
}

/** What `_VariableFunctions` holds besides operators. */
export const variableFunctions: Record<string, NativeImplementation> = {
  'tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False, names=None)': (
    vm,
    data: Value,
    dtype: Value,
    device: Value,
    requiresGrad: Value,
  ) =>
    data instanceof PyUnknown && data.wouldBe === undefined
      ? vm.leaveOut('torch.tensor', data)
      : guarded(vm, () =>
          requireGrad(
            data instanceof Tensor
              ? asTensor(
                  vm,
                  data,
                  dtypeOf(vm, 'tensor', dtype),
                  deviceArgument(vm, "tensor(): argument 'device'", device),
                  true,
                )
              : tensorFromData(
                  vm,
                  data,
                  dtypeOf(vm, 'tensor', dtype),
                  deviceArgument(vm, "tensor(): argument 'device'", device),
                ),
            requiresGrad,
          ),
        ),
  'as_tensor(data, dtype=None, device=None)': (vm, data: Value, dtype: Value, device: Value) =>
    data instanceof PyUnknown && data.wouldBe === undefined
      ? vm.leaveOut('torch.as_tensor', data)
      : guarded(vm, () =>
          asTensor(
            vm,
            data,
            dtypeOf(vm, 'as_tensor', dtype),
            deviceArgument(vm, "as_tensor(): argument 'device'", device),
            false,
          ),
        ),
  'asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False)': (
    vm,
    data: Value,
    dtype: Value,
    device: Value,
    copy: Value,
    requiresGrad: Value,
  ) =>
    data instanceof PyUnknown && data.wouldBe === undefined
      ? vm.leaveOut('torch.asarray', data)
      : guarded(vm, () =>
          requireGrad(
            asTensor(
              vm,
              data,
              dtypeOf(vm, 'asarray', dtype),
              deviceArgument(vm, "asarray(): argument 'device'", device),
              copy === true,
            ),
            requiresGrad,
          ),
        ),
  'sparse_coo_tensor(indices, values, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False, check_invariants=None, is_coalesced=None)':
    sparseCooTensor,
  'from_numpy(array, /)': (vm, array: Value) => guarded(vm, () => fromNumpy(vm, array)),
  'frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False)': (
    vm,
    buffer: Value,
    dtype: Value,
    count: Value,
    offset: Value,
    requiresGrad: Value,
  ) =>
    guarded(vm, () => {
      const out = fromBuffer(vm, buffer, dtype as DType, vm.index(count), vm.index(offset));
      return out instanceof Tensor ? requireGrad(out, requiresGrad) : out;
    }),
  'from_file(*args, **kwargs)': (vm) => vm.unknown('a tensor over a file'),
  '_has_compatible_shallow_copy_type(input, from, /)': (_vm, input: Value, from: Value) =>
    input instanceof Tensor && from instanceof Tensor,
  'is_floating_point(input, /)': (_vm, t: Value) => (t instanceof Tensor ? t.dtype.isFloating : t),
  'is_complex(input, /)': (_vm, t: Value) => (t instanceof Tensor ? t.dtype.isComplex : t),
  'is_signed(input, /)': (_vm, t: Value) => (t instanceof Tensor ? t.dtype.isSigned : t),
  'is_conj(input, /)': (_vm, t: Value) => (t instanceof Tensor ? t.isConj : t),
  'is_neg(input, /)': () => false,
  'is_inference(input, /)': (_vm, t: Value) => (t instanceof Tensor ? t.isInference : t),
  'is_nonzero(input, /)': (vm, t: Value) => (t instanceof Tensor ? vm.callMethod(t, '__bool__') : t),
  'is_same_size(input, other, /)': (vm, t: Value, other: Value) => vm.callMethod(t, 'is_same_size', [other]),
  'numel(input)': (_vm, t: Value) => (t instanceof Tensor ? t.numel : t),
  'result_type(tensor1, tensor2)': (vm, a: Value, b: Value) =>
    guarded(vm, () => resultType([a, b].map((v) => (v instanceof Tensor ? v : (asScalar(v) as Scalar))))),
  'promote_types(type1, type2)': (vm, a: Value, b: Value) =>
    guarded(vm, () => promoteTypes(a as DType, b as DType)),
  'can_cast(from_, to)': (_vm, a: Value, b: Value) => canCast(a as DType, b as DType),
  'get_device(input, /)': (_vm, t: Value) => (t instanceof Tensor && t.isCuda ? 0 : -1),
  'broadcast_shapes(*shapes)': (vm, shapes: Value[]) => {
    let out: readonly number[] = [];
    for (const shape of shapes) {
      const items = shape instanceof PyTuple || shape instanceof PyList ? shape.items : [shape];
      const unknown = items.find((v) => v instanceof PyUnknown);
      if (unknown !== undefined) return unknown;
      out = guarded(vm, () => inferSize(out, items as number[]));
    }
    return size(out);
  },
  'is_distributed(input, /)': () => false,
};

/** A dtype, or the one that a Python type stands for; TypeError where it is neither. */
function dtypeOf(vm: VM, name: string, value: Value): DType | null {
  if (value === null || value instanceof DType) return value;
  if (value instanceof PyUnknown) return null;
  const dtype = pythonDtype(value);
  if (dtype === undefined)
    throw vm.error('TypeError', `${name}(): argument 'dtype' must be torch.dtype, not ${typeName(value)}`);
  return dtype;
}

function enabledFor(type: string): boolean {
  return state.autocast.enabled.get(type) ?? false;
}
function setEnabled(type: string, value: boolean): void {
  state.autocast.enabled.set(type, value);
  if (type === 'cuda') state.autocast.cuda = value;
  if (type === 'cpu') state.autocast.cpu = value;
}

/** Autocast; these are also in `torch`. */
export const autocastFunctions: Record<string, NativeImplementation> = {
  'is_autocast_enabled(device_type="cuda", /)': (_vm, type: Value) => enabledFor(String(type)),
  'set_autocast_enabled(device_type, enabled=None, /)': (vm, type: Value, value: Value) => {
    if (typeof type === 'string') setEnabled(type, vm.truth(value));
    else setEnabled('cuda', vm.truth(type));
    return null;
  },
  'get_autocast_dtype(device_type, /)': (_vm, type: Value) =>
    state.autocast.dtypes.get(String(type)) ?? state.autocast.dtypes.get('cpu')!,
  'set_autocast_dtype(device_type, dtype, /)': (_vm, type: Value, dtype: Value) => {
    state.autocast.dtypes.set(String(type), dtype as DType);
    return null;
  },
  'is_autocast_cache_enabled()': () => state.autocast.cacheEnabled,
  'set_autocast_cache_enabled(enabled, /)': (vm, value: Value) => {
    state.autocast.cacheEnabled = vm.truth(value);
    return null;
  },
  'autocast_increment_nesting()': () => ++state.autocast.nesting,
  'autocast_decrement_nesting()': () => --state.autocast.nesting,
  'clear_autocast_cache()': () => {
    clearAutocastCache();
    return null;
  },
  '_is_autocast_available(device_type, /)': (_vm, type: Value) =>
    ['cuda', 'cpu', 'xpu', 'mps', 'hpu', 'mtia', 'maia', 'xla', 'ipu', 'privateuseone'].includes(
      String(type),
    ),
  'is_autocast_cpu_enabled()': () => enabledFor('cpu'),
  'set_autocast_cpu_enabled(enabled, /)': (vm, value: Value) => {
    setEnabled('cpu', vm.truth(value));
    return null;
  },
  'get_autocast_gpu_dtype()': () => state.autocast.dtypes.get('cuda')!,
  'set_autocast_gpu_dtype(dtype, /)': (_vm, dtype: Value) => {
    state.autocast.dtypes.set('cuda', dtype as DType);
    return null;
  },
  'get_autocast_cpu_dtype()': () => state.autocast.dtypes.get('cpu')!,
  'set_autocast_cpu_dtype(dtype, /)': (_vm, dtype: Value) => {
    state.autocast.dtypes.set('cpu', dtype as DType);
    return null;
  },
};

/** Flags that kernels look at: `_get_<flag>` and its setter, by the key in `state.flags`. */
const FLAGS: [getter: string, setter: string, key: string, initial: Value][] = [
  ['_get_cudnn_enabled', '_set_cudnn_enabled', 'cudnn_enabled', true],
  ['_get_cudnn_benchmark', '_set_cudnn_benchmark', 'cudnn_benchmark', false],
  ['_get_cudnn_deterministic', '_set_cudnn_deterministic', 'cudnn_deterministic', false],
  ['_get_cudnn_allow_tf32', '_set_cudnn_allow_tf32', 'cudnn_allow_tf32', true],
  ['_get_cublas_allow_tf32', '_set_cublas_allow_tf32', 'cublas_allow_tf32', false],
  ['_get_flash_sdp_enabled', '_set_sdp_use_flash', 'flash_sdp', true],
  ['_get_mem_efficient_sdp_enabled', '_set_sdp_use_mem_efficient', 'mem_efficient_sdp', true],
  ['_get_math_sdp_enabled', '_set_sdp_use_math', 'math_sdp', true],
  ['_get_cudnn_sdp_enabled', '_set_sdp_use_cudnn', 'cudnn_sdp', true],
  ['_get_overrideable_sdp_enabled', '_set_sdp_use_overrideable', 'overrideable_sdp', true],
  ['_get_float32_matmul_precision', '_set_float32_matmul_precision', 'float32_matmul_precision', 'highest'],
  ['_get_mkldnn_enabled', '_set_mkldnn_enabled', 'mkldnn_enabled', true],
  ['_get_nnpack_enabled', '_set_nnpack_enabled', 'nnpack_enabled', true],
  [
    '_get_cublas_allow_fp16_reduced_precision_reduction',
    '_set_cublas_allow_fp16_reduced_precision_reduction',
    'cublas_fp16_reduced',
    true,
  ],
  [
    '_get_cublas_allow_bf16_reduced_precision_reduction',
    '_set_cublas_allow_bf16_reduced_precision_reduction',
    'cublas_bf16_reduced',
    true,
  ],
  [
    '_get_math_sdp_allow_fp16_bf16_reduction',
    '_set_math_sdp_allow_fp16_bf16_reduction',
    'math_sdp_reduced',
    false,
  ],
  [
    '_override_stale_capture_stream',
    '_set_override_stale_capture_stream',
    'override_stale_capture_stream',
    false,
  ],
  ['_get_warnAlways', '_set_warnAlways', 'warn_always', false],
];

export function flagFunctions(): Record<string, NativeImplementation> {
  const out: Record<string, NativeImplementation> = {};
  for (const [getter, setter, key, initial] of FLAGS) {
    out[`${getter}(*args)`] = () => (state.flags[key] as Value | undefined) ?? initial;
    out[`${setter}(value, *args)`] = (_vm: VM, value: Value) => {
      state.flags[key] = value;
      return null;
    };
  }
  return out;
}

/** `torch._C` itself. */
export const coreFunctions: Record<string, NativeImplementation> = {
  '_get_sdp_priority_order()': () => new PyList([...state.attentionPriority.order]),
  '_set_sdp_priority_order(order, /)': (_vm, order: PyList) => {
    state.attentionPriority.order = order.items.map(Number);
    return null;
  },
  '_install_tensor_methods(methods, /)': (_vm, methods: PyDict) => {
    for (const [name, value] of methods.entries()) TensorClass.dict.setStr(String(name), value);
    TensorClass.invalidate();
    return null;
  },
  '_flops_done()': () => state.flops,
  '_is_unknown(value, /)': (_vm, value: Value) => value instanceof PyUnknown,
  '_unknown_reason(value, /)': (_vm, value: Value) => (value instanceof PyUnknown ? value.reason : null),
  '_unknown(reason, /)': (vm, reason: Value) => vm.unknown(String(reason)),
  '_assume(message, /)': (vm, message: Value) => {
    const { length } = vm.notes;
    vm.note('assumption', String(message));
    for (const note of vm.notes.slice(length)) note.stated = true;
    return null;
  },
  'get_default_dtype()': () => state.defaultDtype,
  '_set_default_dtype(dtype, /)': (vm, dtype: Value) => {
    if (!(dtype instanceof DType) || !dtype.isFloating)
      throw vm.error('TypeError', 'only floating-point types are supported as the default type');
    state.defaultDtype = dtype;
    return null;
  },
  '_get_default_device()': () => state.defaultDevice,
  '_set_default_device(device, /)': (_vm, device: Value) => {
    state.defaultDevice = device === null ? deviceOf('cpu') : (toDevice(device) ?? deviceOf('cpu'));
    return null;
  },
  'get_num_threads()': () => (state.flags['num_threads'] as number | undefined) ?? 8,
  'set_num_threads(n, /)': (_vm, n: Value) => {
    state.flags['num_threads'] = n;
    return null;
  },
  'get_num_interop_threads()': () => (state.flags['num_interop_threads'] as number | undefined) ?? 8,
  'set_num_interop_threads(n, /)': (_vm, n: Value) => {
    state.flags['num_interop_threads'] = n;
    return null;
  },
  'set_flush_denormal(mode, /)': () => true,
  '_get_deterministic_algorithms()': () => state.deterministic,
  '_set_deterministic_algorithms(mode, *, warn_only=False)': (vm, mode: Value, warnOnly: Value) => {
    state.deterministic = vm.truth(mode);
    state.deterministicWarnOnly = vm.truth(warnOnly);
    return null;
  },
  '_get_deterministic_algorithms_warn_only()': () => state.deterministicWarnOnly,
  '_log_api_usage_once(*args)': () => null,
  '_get_tracing_state()': () => null,
  '_is_tracing()': () => false,
  '_get_privateuse1_backend_name()': () => 'privateuseone',
  '_is_torch_function_enabled()': () => isTorchFunctionEnabled(),
  '_has_torch_function(*args)': () => false,
  '_has_torch_function_unary(*args)': () => false,
  '_has_torch_function_variadic(*args)': () => false,
  '_increment_version(tensors, /)': (_vm, tensors: Value) => {
    for (const t of tensors instanceof Tensor
      ? [tensors]
      : tensors instanceof PyTuple || tensors instanceof PyList
        ? tensors.items
        : [])
      if (t instanceof Tensor) t.bumpVersion();
    return null;
  },
  '_disabled_torch_function_impl(func, types, args=None, kwargs=None)': (
    vm,
    func: Value,
    _types: Value,
    args: Value,
    kwargs: Value,
  ) => withoutTorchFunction(() => callPlain(vm, func, args, kwargs)),
  '_disabled_torch_dispatch_impl(func, types, args=None, kwargs=None)': (
    vm,
    func: Value,
    _types: Value,
    args: Value,
    kwargs: Value,
  ) => callPlain(vm, func, args, kwargs),
  '_group_tensors_by_device_and_dtype(tensorlistlist, with_indices=False)': groupTensors,
  '_get_operation(name, /)': (vm, name: Value) => operation(vm, String(name)),
  '_jit_init()': () => null,
};

function callPlain(vm: VM, func: Value, args: Value, kwargs: Value): Value {
  const map = new Map<string, Value>();
  if (kwargs instanceof PyDict) for (const [key, value] of kwargs.entries()) map.set(String(key), value);
  return vm.call(
    func,
    args instanceof PyTuple || args instanceof PyList ? [...args.items] : [],
    map.size === 0 ? null : map,
  );
}

function itemsOf(value: Value): readonly Value[] {
  return value instanceof PyTuple || value instanceof PyList ? value.items : [];
}

/** Groups lists of tensors by the device and dtype of the first list's. */
function groupTensors(_vm: VM, lists: Value, withIndices: Value): Value {
  const columns = itemsOf(lists).map(itemsOf);
  const groups = new Map<string, { key: PyTuple; rows: Value[][]; indices: Value[] }>();
  for (const [i, t] of (columns[0] ?? []).entries()) {
    const like =
      t instanceof Tensor
        ? t
        : (columns.map((c) => c[i]).find((v) => v instanceof Tensor) as Tensor | undefined);
    if (like === undefined) continue;
    const key = `${like.device.text} ${like.dtype.name}`;
    let group = groups.get(key);
    if (group === undefined)
      groups.set(
        key,
        (group = { key: new PyTuple([like.device, like.dtype]), rows: columns.map(() => []), indices: [] }),
      );
    columns.forEach((column, c) => {
      if (column.length > 0) group.rows[c]!.push(column[i]!);
    });
    group.indices.push(i);
  }
  const out = new PyDict();
  for (const { key, rows, indices } of groups.values())
    out.set(
      key,
      new PyTuple([
        new PyList(rows.map((row) => new PyList(row))),
        new PyList(withIndices === true ? indices : []),
      ]),
    );
  return out;
}

const operations = new Map<string, NativeImplementation>();

/** The native behind `torch.ops.<namespace>.<operator>`, or None. */
function operation(_vm: VM, qualified: string): Value {
  const [namespace, rest] = qualified.split('::') as [string, string | undefined];
  const name = (rest ?? namespace).split('.')[0]!;
  const target = namespace === 'aten' || rest === undefined ? name : `${namespace}::${name}`;
  if (!overloads.has(target)) return null;
  let native = operations.get(target);
  if (native === undefined) operations.set(target, (native = operatorNative(name, false, false, target)));
  return new PyNative(name, `${name}(...)`, native);
}

/** Functions of `torch._C._nn` that are not operators. */
export const nnFunctions: Record<string, NativeImplementation> = {
  '_parse_to(...)': (vm: VM, args: Value[], kwargs: Map<string, Value> | null) =>
    guarded(vm, () => {
      const parsed = parseTo(vm, args, kwargs);
      if (parsed instanceof PyUnknown) return new PyTuple([null, null, false, null]);
      return new PyTuple([parsed.device, parsed.dtype, parsed.nonBlocking, parsed.format]);
    }),
};
