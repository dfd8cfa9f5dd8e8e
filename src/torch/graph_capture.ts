/** A CUDA graph that is captured (aten/src/ATen/cuda/CUDAGraph.cpp, CUDAGeneratorImpl.cpp). */
import { release, retain, type Value } from '../python/heap.js';
import { CUDA0 } from './dtype.js';
import { state } from './state.js';
import { temporaryStorage, type Storage, type Tensor } from './tensor.js';

export class GraphCapture {
  /** The stream that it was begun on, and those that waited for one of them. */
  readonly streams = new Set<number>();
  private readonly generators = new Map<Value, Storage[]>();

  constructor(stream: number) {
    this.streams.add(stream);
  }

  /** A kernel draws random numbers: at the first draw of a generator the graph takes its seed and offset, which replays change. */
  draw(generator: Value): void {
    if (this.generators.has(generator)) return;
    const { stream } = state;
    // They lie outside the graph's pool, on the default stream.
    state.stream = 0;
    const numbers = [temporaryStorage(8, CUDA0), temporaryStorage(8, CUDA0)];
    state.stream = stream;
    numbers.forEach(retain);
    this.generators.set(generator, numbers);
  }

  /** Gives what the graph keeps until it is reset. */
  end(): Storage[] {
    const kept = [...this.generators.values()].flat();
    kept.forEach(release);
    return kept;
  }
}

/** A kernel fills `t` with random numbers of a generator, by default the device's. */
export function drawsRandom(t: Tensor, generator: Value = null): void {
  if (t.isCuda && state.isCapturing(state.stream)) state.capture?.draw(generator);
}
