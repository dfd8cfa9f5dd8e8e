/** What `src/torch` gives the machine: `torch._C` and its submodules. */
import { nativeClass } from '../python/classes.js';
import type { PyObject, Value } from '../python/heap.js';
import {
  defineFunctions,
  defineType,
  nativeModule,
  PyNative,
  type ModuleLibrary,
  type NativeImplementation,
} from '../python/native.js';
import { PyDict, PyInstance, PyModule, PyUnknown } from '../python/objects.js';
import type { VM } from '../python/vm.js';
import {
  autogradClasses,
  autogradFunctions,
  autogradSubmodule,
  autogradSubmoduleClasses,
} from './bind/autograd_module.js';
import { OutOfMemoryError } from '../device/out-of-memory.js';
import { operatorNative } from './bind/call.js';
import { cudaFunctions } from './bind/cuda_module.js';
import {
  autocastFunctions,
  coreFunctions,
  flagFunctions,
  nnFunctions,
  variableFunctions,
} from './bind/functions.js';
import {
  FFT_FUNCTIONS,
  LINALG_FUNCTIONS,
  NN_FUNCTIONS,
  SPECIAL_FUNCTIONS,
  TENSOR_METHODS,
  VARIABLE_FUNCTIONS,
} from './bind/operator_names.js';
import './bind/storage_class.js';
import { bindTensorMethods } from './bind/tensor_class.js';
import { disablingClass, resetTorchFunction } from './bind/torch_function.js';
import { Generator, GeneratorClass, typeEntries } from './bind/types.js';
import { resetEngine } from './autograd/engine.js';
import { savedTensorsHooks } from './autograd/node.js';
import {
  channelsLast,
  channelsLast3d,
  contiguousFormat,
  CPU,
  dtypeAliases,
  layouts,
  preserveFormat,
  qschemes,
} from './dtype.js';
import { caller, exceptionClasses } from './errors.js';
import { ModuleAttributes } from './module_attributes.js';
import { dispatchHookNatives } from './dispatch_hooks.js';
import { moduleWatchNatives } from './module_watch.js';
import { overloads, type Binding } from './operator.js';
import './ops/index.js';
import { resets } from './state.js';
import { accelerateNatives } from './accelerated/index.js';
import { optimizerNatives } from './accelerated/optimizer.js';
import { state } from './state.js';
import { StorageClass, TensorClass, TensorMetaClass } from './tensor.js';
import { clearAutocastCache } from './autocast.js';

/** The operators of a binding as natives by name. */
function operatorFunctions(binding: Binding): Record<string, NativeImplementation> {
  const out: Record<string, NativeImplementation> = {};
  for (const [name, group] of overloads)
    if (!name.includes('::') && group.some((o) => o.bindings.includes(binding)))
      out[`${name}(...)`] = operatorNative(name, false);
  return out;
}

/** Context managers without effect. */
function inertClass(name: string): Value {
  const cls = nativeClass({ name, bases: [], module: 'torch._C', allocate: (c) => new PyInstance(c) });
  return defineType(cls, {
    methods: {
      '__init__(self, *args, **kwargs)': () => null,
      '__enter__(self, /)': (_vm, self: PyInstance) => self,
      '__exit__(self, *args)': () => false,
    },
  });
}

let bound = false;

function coreModule(vm: VM): PyModule {
  caller.vm = vm;
  // A class of Python's in PyTorch: programs add methods to it.
  vm.openClasses.add(TensorClass);
  vm.onRedirectedReturn = (receiver, value) => {
    state.recorder?.moduleReturned?.(receiver as PyObject, value);
  };
  if (!bound) {
    bindTensorMethods();
    addUnmodelled(
      TensorClass.dict,
      TENSOR_METHODS.filter((name) => TensorClass.lookup(name) === undefined),
      'Tensor',
    );
    TensorClass.invalidate();
    bound = true;
  }
  const runtimeError = vm.exceptionClass('RuntimeError');
  const outOfMemory = nativeClass({ name: 'OutOfMemoryError', bases: [runtimeError], module: 'torch' });
  exceptionClasses.OutOfMemoryError = outOfMemory;
  exceptionClasses.AcceleratorError = nativeClass({
    name: 'AcceleratorError',
    bases: [runtimeError],
    module: 'torch',
  });
  // Backward runs as a coroutine of the machine: what its kernels throw comes to the machine's loop.
  vm.foreignError = (thrown) =>
    thrown instanceof OutOfMemoryError ? vm.error(outOfMemory, thrown.message) : undefined;
  const module = nativeModule(
    'torch._C',
    {
      ...coreFunctions,
      ...moduleWatchNatives,
      ...dispatchHookNatives,
      ...accelerateNatives,
      ...optimizerNatives,
      ...autogradFunctions,
      ...autocastFunctions,
      ...flagFunctions(),
      ...cudaFunctions,
    },
    {
      ...typeEntries(),
      ...dtypeAliases,
      ...layouts,
      ...qschemes,
      contiguous_format: contiguousFormat,
      preserve_format: preserveFormat,
      channels_last: channelsLast,
      channels_last_3d: channelsLast3d,
      Tensor: TensorClass,
      TensorBase: TensorClass,
      _TensorMeta: TensorMetaClass,
      StorageBase: StorageClass,
      UntypedStorage: StorageClass,
      ...autogradClasses,
      _ModuleAttributes: ModuleAttributes,
      DisableTorchFunctionSubclass: disablingClass('DisableTorchFunctionSubclass'),
      DisableTorchFunction: disablingClass('DisableTorchFunction'),
      _DisableTorchDispatch: inertClass('_DisableTorchDispatch'),
      OutOfMemoryError: outOfMemory,
      AcceleratorError: exceptionClasses.AcceleratorError,
      default_generator: new Generator(GeneratorClass, CPU),
      _has_cuda: true,
      has_cuda: true,
      _has_cudnn: true,
      has_cudnn: true,
      _has_mps: false,
      has_mps: false,
      _has_mkldnn: true,
      has_mkldnn: true,
      _has_mkl: true,
      has_mkl: true,
      has_openmp: true,
      has_lapack: true,
      _GLIBCXX_USE_CXX11_ABI: true,
    },
  );
  module.dict.setStr('_VariableFunctions', variableFunctionsModule());
  module.dict.setStr(
    '_public_names',
    new PyNative('_public_names', '_public_names()', () => publicNames(module)),
  );
  for (const name of Object.keys(SUBMODULES)) module.dict.setStr(name, submodule(vm, name));
  return module;
}

/** What `torch/__init__.py` takes over from `torch._C` and its `_VariableFunctions`. */
function publicNames({ dict }: PyModule): PyDict {
  const names = new PyDict();
  for (const [name, value] of dict.entries())
    if (typeof name === 'string' && !name.startsWith('_') && !name.endsWith('Base'))
      names.setStr(name, value);
  for (const [name, value] of (dict.getStr('_VariableFunctions') as PyModule).dict.entries())
    if (typeof name === 'string' && !name.startsWith('__')) names.setStr(name, value);
  return names;
}

function variableFunctionsModule(): PyModule {
  const module = new PyModule('torch._C._VariableFunctions');
  for (const name of module.dict.keyArray()) module.dict.delete(name);
  module.dict.setStr('__name__', 'torch._C._VariableFunctions');
  for (const [text, implementation] of Object.entries({
    ...operatorFunctions('function'),
    ...variableFunctions,
  })) {
    const name = text.slice(0, text.indexOf('('));
    module.dict.setStr(name, new PyNative(name, text, implementation));
  }
  // `torch.gcd_` and its kin: operators that we bind as methods only.
  for (const name of VARIABLE_FUNCTIONS)
    if (name.endsWith('_') && overloads.has(name) && module.dict.getStr(name) === undefined)
      module.dict.setStr(name, new PyNative(name, `${name}(...)`, operatorNative(name, false)));
  addUnmodelled(module.dict, VARIABLE_FUNCTIONS, 'torch');
  return module;
}

/** What PyTorch has and we don't: an unknown with a reason, so that only a program that uses it loses anything. */
function addUnmodelled(dict: PyDict, names: readonly string[], where: string): void {
  for (const name of names)
    if (dict.getStr(name) === undefined)
      dict.setStr(name, new PyUnknown(`${where}.${name} is not modelled`, undefined));
}

const SUBMODULES: Record<string, () => Record<string, NativeImplementation>> = {
  _nn: () => ({ ...operatorFunctions('nn'), ...nnFunctions }),
  _linalg: () => operatorFunctions('linalg'),
  _fft: () => operatorFunctions('fft'),
  _special: () => operatorFunctions('special'),
  _sparse: () => operatorFunctions('sparse'),
  _nested: () => operatorFunctions('nested'),
  _autograd: () => autogradSubmodule,
  _functions: () => ({}),
  _cudart: () => ({}),
  _distributed_c10d: () => ({}),
};

const NATIVE_NAMES: Record<string, readonly string[]> = {
  _nn: NN_FUNCTIONS,
  _linalg: LINALG_FUNCTIONS,
  _fft: FFT_FUNCTIONS,
  _special: SPECIAL_FUNCTIONS,
};

const submodules = new WeakMap<VM, Map<string, PyModule>>();

/** A submodule of `torch._C`; the same for its import and as an attribute. */
function submodule(vm: VM, name: string): PyModule {
  let made = submodules.get(vm);
  if (made === undefined) submodules.set(vm, (made = new Map()));
  let module = made.get(name);
  if (module === undefined) {
    module = new PyModule(`torch._C.${name}`);
    defineFunctions(module, SUBMODULES[name]!());
    if (name === '_autograd')
      for (const [key, value] of Object.entries(autogradSubmoduleClasses)) module.dict.setStr(key, value);
    addUnmodelled(module.dict, NATIVE_NAMES[name] ?? [], `torch.${name.slice(1)}`);
    made.set(name, module);
  }
  return module;
}

/** The native modules of the modelled PyTorch by name, made when first imported. */
export const torchNatives: ModuleLibrary['natives'] = {
  'torch._C': coreModule,
  'torch._C._VariableFunctions': variableFunctionsModule,
};
for (const name of Object.keys(SUBMODULES)) torchNatives[`torch._C.${name}`] = (vm) => submodule(vm, name);

resets.push(clearAutocastCache, resetEngine, resetTorchFunction, () => {
  savedTensorsHooks.stack = [];
  savedTensorsHooks.disabled = null;
});
