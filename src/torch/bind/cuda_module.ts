/** `torch._C._cuda_*`: the device, its allocator and its properties. */
import { makeType, type NativeImplementation } from '../../python/native.js';
import { PyDict, PyFloat, PyInstance, PyList, PyTuple, PyUnknown } from '../../python/objects.js';
import { type Value } from '../../python/heap.js';
import type { PyClass } from '../../python/classes.js';
import { heap } from '../../python/heap.js';
import type { Block } from '../../device/block-pool.js';
import type { VM } from '../../python/vm.js';
import { CUDA0 } from '../dtype.js';
import { AllocatorConfigError } from '../../device/allocator-config.js';
import { applyAllocatorSettings, readAllocatorEnvironment } from '../allocator_environment.js';
import { caller, checkOrdinal } from '../errors.js';
import { GraphCapture } from '../graph_capture.js';
import { cudaDevice, firstUseTasks, state, type DeviceProperties } from '../state.js';
import { guarded } from './call.js';
import { Generator, GeneratorClass } from './types.js';

class Properties extends PyInstance {
  constructor(readonly of: DeviceProperties) {
    super(PropertiesClass);
  }
}
const PropertiesClass: PyClass = makeType(
  '_CudaDeviceProperties',
  { module: 'torch._C' },
  {
    getset: {
      name: (_vm, self: Properties) => self.of.name,
      major: (_vm, self: Properties) => self.of.major,
      minor: (_vm, self: Properties) => self.of.minor,
      total_memory: (_vm, self: Properties) => self.of.totalMemory,
      multi_processor_count: (_vm, self: Properties) => self.of.multiProcessorCount,
      warp_size: () => 32,
      is_integrated: () => 0,
      is_multi_gpu_board: () => 0,
      max_threads_per_multi_processor: (_vm, self: Properties) =>
        self.of.major === 7 && self.of.minor === 5
          ? 1024
          : self.of.major === 8 && self.of.minor > 0
            ? 1536
            : self.of.major >= 12
              ? 1536
              : 2048,
      max_threads_per_block: () => 1024,
      regs_per_multiprocessor: () => 65536,
      shared_memory_per_block: () => 49152,
      shared_memory_per_block_optin: (_vm, self: Properties) => self.of.sharedMemoryPerBlockOptin ?? 101376,
      shared_memory_per_multiprocessor: (_vm, self: Properties) =>
        (self.of.sharedMemoryPerBlockOptin ?? 101376) + 1024,
      gcnArchName: (_vm, self: Properties) => self.of.name,
      L2_cache_size: (_vm, self: Properties) => self.of.l2CacheSize ?? 0,
      uuid: () => '00000000-0000-0000-0000-000000000000',
      clock_rate: () => 1000000,
      memory_clock_rate: () => 1000000,
      memory_bus_width: () => 384,
      pci_bus_id: () => 0,
      pci_device_id: () => 0,
      pci_domain_id: () => 0,
    },
    methods: {
      '__repr__(self, /)': (_vm, self: Properties) =>
        `_CudaDeviceProperties(name='${self.of.name}', major=${self.of.major}, minor=${self.of.minor}, total_memory=${Math.floor(self.of.totalMemory / 1048576)}MB, multi_processor_count=${self.of.multiProcessorCount}, uuid=00000000-0000-0000-0000-000000000000, pci_bus_id=0, pci_device_id=0, pci_domain_id=0, L2_cache_size=${Math.floor((self.of.l2CacheSize ?? 0) / 1048576)}MB)`,
    },
  },
);

/** `memory_stats` from flat keys (`allocated_bytes.all.peak`) to PyTorch's nested dict. */
function nested(flat: Record<string, number>): PyDict {
  const root = new PyDict();
  for (const [key, value] of Object.entries(flat)) {
    const parts = key.split('.');
    let dict = root;
    for (const part of parts.slice(0, -1)) {
      let next = dict.getStr(part);
      if (!(next instanceof PyDict)) {
        next = new PyDict();
        dict.setStr(part, next);
      }
      dict = next as PyDict;
    }
    dict.setStr(parts[parts.length - 1]!, value);
  }
  return root;
}

/** A snapshot as Python: its pairs of numbers, which name pools, are tuples. */
function toPython(value: unknown): Value {
  if (Array.isArray(value)) {
    const items = value.map(toPython);
    return items.length === 2 && items.every(Number.isInteger) ? new PyTuple(items) : new PyList(items);
  }
  if (typeof value === 'object' && value !== null) {
    const dict = new PyDict();
    for (const [key, item] of Object.entries(value)) dict.setStr(key, toPython(item));
    return dict;
  }
  return (value ?? null) as Value;
}

firstUseTasks.push((cuda) => {
  const { vm } = caller;
  if (vm === undefined) return;
  try {
    readAllocatorEnvironment(vm, cuda);
  } catch (error) {
    if (error instanceof AllocatorConfigError) throw vm.error('ValueError', error.message);
    throw error;
  }
});

const rawBlocks = new Map<number, Block>();
let generator: Generator | undefined;

/** Reading a counter must see what has died. */
function settled<R>(body: () => R): R {
  heap.settle();
  return body();
}

export const cudaFunctions: Record<string, NativeImplementation> = {
  '_cuda_getDeviceCount()': () => 1,
  '_cuda_getDevice()': () => 0,
  '_cuda_setDevice(device, /)': (_vm: VM, device: Value) => {
    checkDevice(device);
    return null;
  },
  '_cuda_exchangeDevice(device, /)': (_vm, device: Value) => {
    checkDevice(device);
    return 0;
  },
  '_cuda_maybeExchangeDevice(device, /)': (_vm, device: Value) => {
    checkDevice(device);
    return 0;
  },
  '_cuda_init()': () => null,
  '_get_device_properties(device, /)': (_vm, device: Value) => {
    checkDevice(device);
    return new Properties(cudaDevice().properties);
  },
  '_cuda_isInitialized()': () => cudaDevice().initialized,
  '_cuda_initialize()': () => {
    cudaDevice().initialize();
  },
  '_cuda_memoryStats(device, /)': () => settled(() => nested(cudaDevice().allocator.memoryStats())),
  '_cuda_memoryStatsAsNestedDict(device, /)': () =>
    settled(() => nested(cudaDevice().allocator.memoryStats())),
  '_cuda_resetPeakMemoryStats(device, /)': () =>
    settled(() => {
      cudaDevice().allocator.stats.resetPeak();
      return null;
    }),
  '_cuda_resetAccumulatedMemoryStats(device, /)': () =>
    settled(() => {
      cudaDevice().allocator.stats.resetAccumulated();
      return null;
    }),
  '_cuda_emptyCache()': () =>
    settled(() => {
      cudaDevice().allocator.emptyCache();
      return null;
    }),
  '_cuda_memorySnapshot(*args)': () =>
    settled(() => {
      const { allocator } = cudaDevice();
      const dict = new PyDict();
      dict.setStr('segments', toPython(allocator.memorySnapshot()));
      dict.setStr('device_traces', new PyList([toPython(allocator.memoryHistory())]));
      return dict;
    }),
  '_cuda_setMemoryFraction(fraction, device, /)': (_vm, fraction: Value) => {
    cudaDevice().allocator.setMemoryFraction(fraction instanceof PyFloat ? fraction.value : Number(fraction));
    return null;
  },
  '_cuda_getMemoryFraction(device, /)': () => new PyFloat(cudaDevice().allocator.memoryFraction),
  '_cuda_memGetInfo(device, /)': () =>
    settled(() => {
      const { free, total } = cudaDevice().allocator.memGetInfo();
      return new PyTuple([free, total]);
    }),
  '_cuda_cudaCachingAllocator_raw_alloc(size, stream, /)': (vm, size: Value) =>
    guarded(vm, () => {
      if (size instanceof PyUnknown) return size;
      heap.settle();
      const block = cudaDevice().allocator.malloc(Number(size), state.stream);
      if (block === null) return 0;
      rawBlocks.set(block.address, block);
      return block.address;
    }),
  '_cuda_cudaCachingAllocator_raw_delete(ptr, /)': (_vm, pointer: Value) => {
    const block = rawBlocks.get(Number(pointer));
    if (block !== undefined) {
      rawBlocks.delete(Number(pointer));
      cudaDevice().allocator.free(block);
    }
    return null;
  },
  '_cuda_cudaCachingAllocator_set_allocator_settings(text, /)': (vm, text: Value) => {
    try {
      applyAllocatorSettings(vm, cudaDevice(), String(text));
    } catch (error) {
      throw vm.error('ValueError', error instanceof Error ? error.message : String(error));
    }
    return null;
  },
  '_cuda_synchronize(*args)': () => null,
  '_cuda_isCurrentStreamCapturing()': () => state.isCapturing(state.stream),
  // Ours: a stream that waits for one that is captured is captured too.
  '_cuda_isStreamCapturing(id, /)': (_vm, id: Value) => state.isCapturing(Number(id)),
  '_cuda_joinCapture(id, /)': (_vm, id: Value) => {
    state.capture?.streams.add(Number(id));
    return null;
  },
  // Ours: a pool is a number, and lives as long as graphs or a `MemPool` keep it.
  '_cuda_createPool(pool, /)': (_vm, pool: Value) =>
    settled(() => {
      cudaDevice().allocator.createPool(Number(pool));
      return null;
    }),
  '_cuda_beginCapture(pool, /)': (_vm, pool: Value) =>
    settled(() => {
      state.capture = new GraphCapture(state.stream);
      cudaDevice().allocator.beginAllocateToPool(Number(pool), () => state.isCapturing(state.stream), true);
      return null;
    }),
  '_cuda_endCapture(pool, /)': (_vm, pool: Value) =>
    settled(() => {
      const kept = state.capture?.end() ?? [];
      state.capture = null;
      cudaDevice().allocator.endAllocateToPool(Number(pool));
      return new PyList(kept);
    }),
  // Backward runs on a thread of its own.
  '_cuda_beginAllocateCurrentThreadToPool(pool, /)': (_vm, pool: Value) =>
    settled(() => {
      const inBackward = state.inBackward;
      cudaDevice().allocator.beginAllocateToPool(Number(pool), () => state.inBackward === inBackward, false);
      return null;
    }),
  '_cuda_endAllocateToPool(pool, /)': (_vm, pool: Value) =>
    settled(() => {
      cudaDevice().allocator.endAllocateToPool(Number(pool));
      return null;
    }),
  '_cuda_releasePool(pool, stream=None, /)': (_vm, pool: Value, stream: Value) =>
    settled(() => {
      const cuda = cudaDevice();
      if (stream !== null) cuda.workspaces.clear(Number(stream));
      cuda.allocator.releasePool(Number(pool));
      return null;
    }),
  '_cuda_emptyPool(pool, /)': (_vm, pool: Value) =>
    settled(() => {
      cudaDevice().allocator.emptyPool(Number(pool));
      return null;
    }),
  // Ours: streams are numbers.
  '_cuda_nextStream(priority, /)': (_vm, priority: Value) => state.nextStream(Number(priority)),
  '_cuda_setStreamId(id, /)': (_vm, id: Value) => {
    const before = state.stream;
    state.stream = Number(id);
    return before;
  },
  '_cuda_getCurrentStreamId()': () => state.stream,
  '_cuda_getCurrentRawStream(device, /)': () => state.stream,
  // Ours: no place of the source is kept; `max_entries` is None where nothing is.
  '_cuda_record_memory_history(max_entries, skip_actions, clear_history, /)': (
    vm,
    maxEntries: Value,
    skipped: Value,
    clear: Value,
  ) =>
    settled(() => {
      const limit = maxEntries === null ? null : Number(maxEntries);
      cudaDevice().allocator.recordHistory(limit, new Set(vm.collect(skipped).map(String)), vm.truth(clear));
      return null;
    }),
  '_cuda_getDefaultGenerator(device=0, /)': () => (generator ??= new Generator(GeneratorClass, CUDA0)),
  '_cuda_clearCublasWorkspaces()': () => {
    cudaDevice().clearWorkspaces();
    return null;
  },
  '_cuda_getCompiledVersion()': () => 13000,
  '_cuda_getArchFlags()': () => 'sm_75 sm_80 sm_86 sm_90 sm_100 sm_120',
  '_cuda_hasPrimaryContext(device, /)': () => true,
  '_cuda_canDeviceAccessPeer(device, peer, /)': () => false,
  '_cuda_ipc_collect()': () => null,
};

function checkDevice(device: Value): void {
  if (typeof device === 'number') checkOrdinal(device);
}
