/** Runs operators of the modelled PyTorch without a Python machine, and tells what they ask of the device. */
import { CachingAllocator } from '../../src/device/allocator.js';
import { heap } from '../../src/python/heap.js';
import { runBackward } from '../../src/torch/autograd/engine.js';
import { gradientEdge } from '../../src/torch/autograd/history.js';
import { empty } from '../../src/torch/allocate.js';
import { CUDA0, float32, type DType } from '../../src/torch/dtype.js';
import { resetEngine } from '../../src/torch/autograd/engine.js';
import '../../src/torch/ops/index.js';
import { overloads, scope } from '../../src/torch/operator.js';
import { CudaState, resetState } from '../../src/torch/state.js';
import type { Tensor } from '../../src/torch/tensor.js';

const GIB = 2 ** 30;

/** One run on a new A100; objects live as long as `body` holds them in `keep`. */
export function onDevice<R>(body: (run: Run) => R): R {
  heap.beginRun();
  heap.nativeDepth = 1;
  const allocator = new CachingAllocator(80 * GIB, {});
  resetState(
    new CudaState(allocator, {
      name: 'A100',
      major: 8,
      minor: 0,
      totalMemory: 80 * GIB,
      multiProcessorCount: 108,
    }),
  );
  resetEngine();
  try {
    return body(new Run(allocator));
  } finally {
    heap.nativeDepth = 0;
    heap.endRun();
  }
}

export class Run {
  constructor(private readonly allocator: CachingAllocator) {}

  /** A CUDA tensor. */
  tensor(sizes: number[], options: { grad?: boolean; dtype?: DType } = {}): Tensor {
    const t = empty(sizes, options.dtype ?? float32, CUDA0);
    if (options.grad === true) t.requiresGrad = true;
    return t;
  }

  /** Calls the first overload of an operator. */
  call<R = Tensor>(name: string, ...args: unknown[]): R {
    return (overloads.get(name)![0]!.call as (...a: unknown[]) => unknown)(...args) as R;
  }

  private stat(moment: 'current' | 'peak'): number {
    heap.sweep();
    return this.allocator.memoryStats()[`requested_bytes.all.${moment}`]!;
  }

  /** Requested bytes over what was there: at the peak of `body`, and left by it. */
  measure(body: () => Tensor | Tensor[] | null): {
    peak: number;
    kept: number;
    result: Tensor | Tensor[] | null;
  } {
    const before = this.stat('current');
    this.allocator.stats.resetPeak();
    const result = scope(body);
    return { peak: this.stat('peak') - before, kept: this.stat('current') - before, result };
  }

  /** `output.backward(gradient)` with a gradient like the output; requested bytes at its peak. */
  backward(output: Tensor): number {
    const grad = empty(output.sizes, output.dtype, output.device);
    const before = this.stat('current');
    this.allocator.stats.resetPeak();
    const steps = runBackward([gradientEdge(output)!], [grad], {
      keepGraph: false,
      createGraph: false,
      inputs: [],
      accumulate: true,
    });
    while (steps.next(null).done !== true);
    return this.stat('peak') - before;
  }
}
