/** What `src/torch` gives the machine: `torch._C` and its submodules, and the Python half's sources. */
import type { CachingAllocator } from '../device/allocator.js'
import { nativeClass } from '../python/classes.js'
import type { Value } from '../python/heap.js'
import { defineFunctions, defineType, nativeModule, PyNative, type ModuleLibrary, type NativeImplementation } from '../python/native.js'
import { PyInstance, PyModule } from '../python/objects.js'
import type { VM } from '../python/vm.js'
import { autogradClasses, autogradFunctions, autogradSubmodule } from './bind/autograd_module.js'
import { exceptionClasses, operatorNative } from './bind/call.js'
import { cudaFunctions } from './bind/cuda_module.js'
import { autocastFunctions, coreFunctions, flagFunctions, nnFunctions, variableFunctions } from './bind/functions.js'
import { bindTensorMethods } from './bind/tensor_class.js'
import { Generator, GeneratorClass, typeEntries } from './bind/types.js'
import { resetEngine } from './autograd/engine.js'
import { savedTensorsHooks } from './autograd/node.js'
import { channelsLast, channelsLast3d, contiguousFormat, CPU, dtypeAliases, layouts, preserveFormat, qschemes } from './dtype.js'
import { caller } from './errors.js'
import { overloads, type Binding } from './operator.js'
import './ops/index.js'
import { CudaState, resetState, type DeviceProperties, type Recorder } from './state.js'
import { StorageClass, TensorClass, TensorMetaClass } from './tensor.js'
import { clearAutocastCache } from './autocast.js'

/** The operators of a binding as natives by name. */
function operatorFunctions(binding: Binding): Record<string, NativeImplementation> {
  const out: Record<string, NativeImplementation> = {}
  for (const [name, group] of overloads) if (!name.includes('::') && group.some((o) => o.bindings.includes(binding))) out[`${name}(...)`] = operatorNative(name, false)
  return out
}

/** Context managers without effect. */
function inertClass(name: string): Value {
  const cls = nativeClass({ name, bases: [], module: 'torch._C', allocate: (c) => new PyInstance(c) })
  return defineType(cls, {
    methods: { '__init__(self, *args, **kwargs)': () => null, '__enter__(self, /)': (_vm, self: PyInstance) => self, '__exit__(self, *args)': () => false },
  })
}

let bound = false

function coreModule(vm: VM): PyModule {
  caller.vm = vm
  if (!bound) {
    bindTensorMethods()
    bound = true
  }
  const runtimeError = vm.exceptionClass('RuntimeError')
  const outOfMemory = nativeClass({ name: 'OutOfMemoryError', bases: [runtimeError], module: 'torch' })
  exceptionClasses.OutOfMemoryError = outOfMemory
  const module = nativeModule('torch._C', { ...coreFunctions, ...autogradFunctions, ...autocastFunctions, ...flagFunctions(), ...cudaFunctions }, {
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
    DisableTorchFunctionSubclass: inertClass('DisableTorchFunctionSubclass'),
    DisableTorchFunction: inertClass('DisableTorchFunction'),
    _DisableTorchDispatch: inertClass('_DisableTorchDispatch'),
    OutOfMemoryError: outOfMemory,
    AcceleratorError: nativeClass({ name: 'AcceleratorError', bases: [runtimeError], module: 'torch' }),
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
  })
  module.dict.setStr('_VariableFunctions', variableFunctionsModule())
  for (const name of Object.keys(SUBMODULES)) module.dict.setStr(name, vm.import(`torch._C.${name}`))
  return module
}

function variableFunctionsModule(): PyModule {
  const module = new PyModule('torch._C._VariableFunctions')
  for (const name of module.dict.keyArray()) module.dict.delete(name)
  module.dict.setStr('__name__', 'torch._C._VariableFunctions')
  for (const [text, implementation] of Object.entries({ ...operatorFunctions('function'), ...variableFunctions })) {
    const name = text.slice(0, text.indexOf('('))
    module.dict.setStr(name, new PyNative(name, text, implementation))
  }
  return module
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
}

/** The module library of the modelled PyTorch. `sources` are the Python half's files by path. */
export function torchLibrary(sources: Record<string, string> = {}): ModuleLibrary {
  const natives: ModuleLibrary['natives'] = { 'torch._C': coreModule }
  for (const [name, functions] of Object.entries(SUBMODULES))
    natives[`torch._C.${name}`] = () => {
      const module = new PyModule(`torch._C.${name}`)
      defineFunctions(module, functions())
      return module
    }
  natives['torch._C._VariableFunctions'] = variableFunctionsModule
  return { natives, sources }
}

/** Starts a run: a fresh PyTorch on a device with its allocator. To be called within the machine's run. */
export function beginTorchRun(allocator: CachingAllocator, properties: DeviceProperties, recorder: Recorder | null = null): void {
  clearAutocastCache()
  resetEngine()
  savedTensorsHooks.stack = []
  savedTensorsHooks.disabled = null
  const state = resetState(new CudaState(allocator, properties))
  state.recorder = recorder
}

