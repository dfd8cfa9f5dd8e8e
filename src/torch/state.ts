/** What PyTorch keeps per thread and per process: grad mode, autocast, flags, the CUDA device, who is watching. */
import type { CachingAllocator } from '../device/allocator.js';
import { CublasWorkspaces, cublasWorkspaceSize, type Thread } from '../device/cublas-workspace.js';
import { heap } from '../python/heap.js';
import type { PyObject, Value } from '../python/heap.js';
import { bfloat16, CPU, CUDA0, float16, float32, type Device, type DType } from './dtype.js';
import type { Node } from './autograd/node.js';
import type { GraphCapture } from './graph_capture.js';
import type { Storage, Tensor } from './tensor.js';

/** What a CUDA device is to PyTorch. */
export interface DeviceProperties {
  name: string;
  major: number;
  minor: number;
  totalMemory: number;
  multiProcessorCount: number;
  /** Bytes of L2 cache; 0 where unknown. */
  l2CacheSize?: number;
  sharedMemoryPerBlockOptin?: number;
}

/** Watches what happens on the device; the account of a run is made from it. Every method may be missing. */
export interface Recorder {
  /** An operator starts, as called from Python or from a node of the graph. */
  enter?(operator: string): void;
  /** It ended; its result, unless it raised. */
  exit?(result?: unknown): void;
  /** `backward()` or `grad()` begins at these nodes; not one that runs inside another. */
  backward?(nodes: readonly Node[]): void;
  /** Two operands are broadcast against each other, so that the result is larger than both. */
  broadcast?(a: Tensor, b: Tensor, result: readonly number[], itemsize: number): void;
  /** The engine runs a node of the graph; between the two, what it calls is its backward. */
  enterNode?(node: Node): void;
  exitNode?(node: Node): void;
  /** A module was made: `Module.__init__` ran. */
  moduleCreated?(module: PyObject): void;
  /** `Module.__call__` of the module returns. */
  moduleReturned?(module: PyObject, result: Value): void;
  /** A storage got its memory on a CUDA device. */
  allocated?(storage: Storage): void;
  freed?(storage: Storage): void;
  /** `node` keeps `tensor` for backward. */
  saved?(node: Node, tensor: Tensor): void;
  /** The node gave up what it kept. */
  released?(node: Node): void;
  /** A kernel may take up to so many bytes of its own while it runs: cuDNN's choice, which is not known. */
  workspaceUpTo?(bytes: number): void;
  /** An operator ran: its floating point operations. */
  flops?(count: number): void;
  /** The device reports a new site for allocations: asked at each. */
  site?(): number;
}

export class CudaState {
  /** Whether the program has used the device: before, PyTorch has no statistics of it. */
  initialized = false;
  /** What the program uses the device for first. */
  initialize(): void {
    if (this.initialized) return;
    this.initialized = true;
    for (const task of firstUseTasks) task(this);
  }
  readonly workspaces: CublasWorkspaces;
  /** The convolutions for which cuDNN's plans were tried (`cudnn_plans.ts`). */
  readonly cudnnPlans = new Set<string>();
  constructor(
    readonly allocator: CachingAllocator,
    readonly properties: DeviceProperties,
  ) {
    this.workspaces = new CublasWorkspaces(
      allocator,
      cublasWorkspaceSize({ computeCapability: [properties.major, properties.minor] }),
    );
  }
  /** A call of cuBLAS in a thread: its first takes the workspace. */
  useWorkspace(thread: Thread, site: number): void {
    heap.settle();
    this.workspaces.use(thread, state.stream, site);
  }
  clearWorkspaces(): void {
    this.workspaces.clear();
  }
}

const STREAMS_PER_POOL = 32;

export class AutocastState {
  enabled = new Map<string, boolean>();
  dtypes = new Map<string, DType>([
    ['cuda', float16],
    ['cpu', bfloat16],
  ]);
  cacheEnabled = true;
  nesting = 0;
  /** Whether autocast is on for CUDA: looked at by every operator. */
  cuda = false;
  cpu = false;
}

/** The state of the run. One object, replaced as a whole by `resetState`. */
export class TorchState {
  gradEnabled = true;
  inferenceMode = false;
  autocast = new AutocastState();
  cuda: CudaState | undefined;
  recorder: Recorder | null = null;
  /** Whether an engine's thread is running (it has its own cuBLAS handle). */
  inBackward = false;
  /** Whether the backward that runs keeps its graph (`retain_variables` of the formulas). */
  keepsGraph = false;
  defaultDtype: DType = float32;
  defaultDevice: Device = CPU;
  deterministic = false;
  deterministicWarnOnly = false;
  flags: Record<string, unknown> = {
    cudnn_enabled: true,
    cudnn_benchmark: false,
    cudnn_deterministic: false,
    flash_sdp: true,
    mem_efficient_sdp: true,
    math_sdp: true,
    cudnn_sdp: true,
  };
  /** In which order attention's kernels are tried (`Context::sDPPriorityOrder`), by `SDPBackend`; and whether the device's own order was put in. */
  attentionPriority = { order: [1, 2, 0, 3, 4], initialized: false };
  /** Python callables that operators go through below autograd, the innermost last (dispatch_hooks.ts). */
  dispatchHooks: Value[] = [];
  /** Whether there are known values that take something for granted: what is computed of them is marked. */
  valuesAssumed = false;
  /** How many nodes the running thread made (`at::sequence_number`, which each thread counts for itself). */
  sequenceNr = 0;
  /** The thread that runs: the program's, or the engine's for a device. */
  thread: Device | null = null;
  private readonly counts = new Map<Device | null, number>();
  /** The current stream, by number; 0 is the default one. Memory belongs to the stream that was current when it was taken. */
  stream = 0;
  private readonly streams = [0, 0];
  /** The CUDA graph that is captured now. */
  capture: GraphCapture | null = null;
  /** Floating point operations since the run began, as `torch.utils.flop_counter` counts them. */
  flops = 0;

  /** What follows runs in another thread, which goes on counting its nodes. */
  enterThread(thread: Device | null): void {
    if (thread === this.thread) return;
    this.counts.set(this.thread, this.sequenceNr);
    this.sequenceNr = this.counts.get(thread) ?? 0;
    this.thread = thread;
  }

  /** An operator ran that has floating point operations. */
  countFlops(count: number): void {
    this.flops += count;
    this.recorder?.flops?.(count);
  }

  /** `c10::cuda::getStreamFromPool`: 32 streams of each priority, in turn; numbered as `StreamId` packs pool and index. */
  nextStream(priority: number): number {
    const pool = priority < 0 ? 1 : 0;
    const index = this.streams[pool]!++ % STREAMS_PER_POOL;
    return (index << 5) | ((pool + 1) << 1) | 1;
  }

  /** Whether what runs on a stream becomes part of a CUDA graph. */
  isCapturing(stream: number): boolean {
    return this.capture?.streams.has(stream) ?? false;
  }
}

export let state = new TorchState();

/** What is done when a run uses the device for the first time. */
export const firstUseTasks: ((cuda: CudaState) => void)[] = [];

/** Starts over, as a new process would, on a device. */
export function resetState(cuda: CudaState | undefined): TorchState {
  state = new TorchState();
  state.cuda = cuda;
  for (const reset of resets) reset();
  return state;
}

/** What else starts over with a run: caches and stacks of other modules register themselves here. */
export const resets: (() => void)[] = [];

export function cudaDevice(): CudaState {
  if (state.cuda === undefined) throw new Error('torch: no CUDA device is set up');
  return state.cuda;
}

/** `cuda` without an index is the current device. */
export function resolveDevice(d: Device | null): Device {
  if (d === null) return resolveDevice(state.defaultDevice);
  if (d.type === 'cuda' && d.index < 0) return CUDA0;
  if (d.type === 'cpu' && d.index >= 0) return CPU;
  return d;
}
