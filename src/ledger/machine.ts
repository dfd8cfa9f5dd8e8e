/**
 * The whole machine: the Python VM with the modelled libraries, and a simulated CUDA device that is new for each run.
 * One machine serves many runs; imported libraries stay loaded between them.
 */
import { CachingAllocator, SEQUENCE_BASE, type AllocatorObserver } from '../device/allocator.js';
import type { DeviceProfile } from '../device/profiles.js';
import { Metric } from '../device/stats.js';
import { pythonSources } from '../generated/python-sources.js';
import { libraryNatives } from '../libraries/natives.js';
import { unpackArchive } from '../python/code_archive.js';
import { createFrontEnd } from '../python/front_end.js';
import type { SourceHost } from '../python/imports.js';
import type { ParseResult, PythonParser } from '../python/parser.js';
import { guarded, runScript, withRun, type Outcome } from '../python/program.js';
import { stdlibNatives } from '../python/stdlib/natives.js';
import { VM } from '../python/vm.js';
import { torchNatives } from '../torch/library.js';
import { caller } from '../torch/errors.js';
import { CudaState, resetState, type Recorder } from '../torch/state.js';

export interface MachineOptions {
  parser: PythonParser;
  /** The syntax tree of a text that is parsed already (an open editor's). */
  parsed?: (text: string, filename: string) => ParseResult | undefined;
  host: SourceHost;
  /** Folders searched for modules: the workspace's first, then the user's environment. */
  path: string[];
  /** Those of them whose modules stay loaded between runs. */
  libraryRoots: string[];
  write: (stream: 'stdout' | 'stderr', text: string) => void;
  /** How much of the memory that the process may use it uses: 0 to 1. A run that needs more ends. */
  memoryPressure?: () => number;
  /** The content of dist/python.bin: our Python files, compiled. Without it they are compiled from the embedded sources. */
  archive?: Uint8Array;
}

export interface RunOptions {
  device: DeviceProfile;
  /** The text of PYTORCH_CUDA_ALLOC_CONF. */
  allocatorConfig?: string;
  /** What happens when the card is full: PyTorch's error, or a record of the first overflow. */
  overflow?: 'raise' | 'record';
  /** Watches the allocator's blocks. */
  observer?: AllocatorObserver;
  /** Watches operators and storages. */
  recorder?: Recorder;
  maxInstructions?: number;
  /** The folder that a script is started in; its own where none is said. */
  folder?: string;
  shouldStop?: () => boolean;
}

export interface Run {
  vm: VM;
  allocator: CachingAllocator;
}

export class Machine {
  readonly vm: VM;
  /** The allocator of the last run. */
  allocator: CachingAllocator | undefined;

  constructor(options: MachineOptions) {
    this.vm = new VM({
      frontEnd: createFrontEnd(options.parser, options.parsed),
      host: options.host,
      libraries: [
        {
          natives: { ...stdlibNatives, ...libraryNatives, ...torchNatives },
          sources: { ...pythonSources },
          compiled: options.archive === undefined ? undefined : unpackArchive(options.archive),
        },
      ],
      write: options.write,
      ...(options.memoryPressure === undefined ? {} : { memoryPressure: options.memoryPressure }),
    });
    this.setPath(options.path, options.libraryRoots);
  }

  /** Says where modules are looked for. Libraries are forgotten if the environment changed. */
  setPath(path: string[], libraryRoots: string[]): void {
    const { importer } = this.vm;
    if (importer.libraryRoots.join('\n') !== libraryRoots.join('\n')) importer.forgetLibraries();
    importer.path = path;
    importer.libraryRoots = libraryRoots;
  }

  private prepare(options: RunOptions): CachingAllocator {
    caller.vm = this.vm;
    const { device } = options;
    const allocator = new CachingAllocator(device.memory, {
      config: options.allocatorConfig,
      context: device.context ?? 0,
      overflow: options.overflow,
      observer: options.observer,
    });
    const [major, minor] = device.computeCapability;
    const state = resetState(
      new CudaState(allocator, {
        name: device.name,
        major,
        minor,
        totalMemory: device.memory,
        multiProcessorCount: device.multiProcessorCount,
      }),
    );
    state.recorder = options.recorder ?? null;
    if (options.maxInstructions !== undefined) this.vm.maxInstructions = options.maxInstructions;
    this.vm.shouldStop = options.shouldStop;
    this.vm.files.startFolder = options.folder;
    this.vm.deviceSequence = () => ({
      count: allocator.allocationCount,
      hash: allocator.allocationHash,
      base: SEQUENCE_BASE,
      allocated: allocator.stats.current(Metric.allocated_bytes),
    });
    this.allocator = allocator;
    return allocator;
  }

  /** Runs a script as a program. Never throws. */
  runScript(path: string, argv: string[], options: RunOptions): Outcome {
    this.prepare(options);
    return runScript(this.vm, path, argv);
  }

  /** Runs `body` as one run on a new device; what it raises in Python is in the outcome. */
  run(options: RunOptions, body: (run: Run) => void): Outcome {
    const allocator = this.prepare(options);
    return withRun(this.vm, () => guarded(this.vm, () => body({ vm: this.vm, allocator })));
  }
}
