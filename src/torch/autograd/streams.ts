/**
 * The streams of a backward (torch/csrc/autograd/input_buffer.cpp, engine.cpp): each node runs on the stream of its forward.
 * While a CUDA graph is captured, a node or a leaf of another stream would break the capture.
 */
import { fail } from '../errors.js';
import { cudaDevice, state } from '../state.js';
import { SparseTensor } from '../sparse_tensor.js';
import type { MaybeTensor, Node } from './node.js';

/** The streams that nodes of one call of the engine run on where it isn't their own, and those of its leaves. */
export class BackwardStreams {
  private readonly overridden = new Map<Node, number>();
  private readonly leaves = new Set<number>();

  of(node: Node): number {
    return this.overridden.size === 0 ? node.stream : (this.overridden.get(node) ?? node.stream);
  }

  /**
   * A gradient that was made on stream `producer` goes to `consumer`; where that one runs on another, the memory isn't reused
   * at once when it is freed.
   * @returns the stream that the gradient is added up on
   */
  pass(t: MaybeTensor, producer: number, consumer: Node): number {
    let stream = this.of(consumer);
    if (t === null || producer === stream) return stream;
    if (state.isCapturing(producer) && !state.isCapturing(stream)) {
      if (state.flags.override_stale_capture_stream === true)
        this.overridden.set(consumer, (stream = producer));
      else if (stream === 0) fail('RuntimeError', staleDefaultStream(consumer.nodeName));
    }
    if (producer === stream) return stream;
    for (const part of t instanceof SparseTensor ? [t.indices, t.values] : [t]) {
      const { block } = part.storage;
      if (block !== null) cudaDevice().allocator.recordStream(block, stream);
    }
    return stream;
  }

  /** A node ran whose gradients go to no further one. */
  leaf(node: Node): void {
    this.leaves.add(this.of(node));
  }

  /** `GraphTask::exec_post_processing`: the stream of the caller waits for those of the leaves. */
  joinLeaves(caller: number): void {
    if (state.capture === null || state.flags.override_stale_capture_stream === true) return;
    const isCapturing = state.isCapturing(caller);
    for (const leaf of this.leaves)
      if (state.isCapturing(leaf) !== isCapturing) fail('RuntimeError', leafBeyondCapture(leaf, isCapturing));
  }
}

function staleDefaultStream(node: string): string {
  return (
    `During CUDA graph capture, autograd node '${node}' has a stale reference to the default stream (stream 0) from warmup. ` +
    'This will invalidate the capture because cudaStreamWaitEvent on the default stream pulls a non-capturing stream into the graph.\n\n' +
    'To fix, either:\n  (a) Run warmup on the same stream that capture will use, or\n' +
    '  (b) Delete references to the loss / autograd graph (e.g. `del loss`) before capture, or\n' +
    '  (c) Call torch.autograd.graph.set_override_stale_capture_stream(True) to automatically redirect stale nodes to the capturing stream.'
  );
}

function leafBeyondCapture(leaf: number, isCallerCapturing: boolean): string {
  const is = isCallerCapturing
    ? "is not capturing but the caller's stream is"
    : "is capturing but the caller's stream is not";
  return (
    'During CUDA graph capture, autograd tried to synchronize streams across the capture boundary ' +
    `(leaf stream ${leaf} on device 0 ${is}), which would invalidate the capture. A common cause is an autograd leaf from warmup ` +
    'holding a stale stream. Either run warmup on the capture stream, delete references to the autograd graph (e.g. `del loss`) ' +
    'before capture, call backward() with the capturing stream current, or call ' +
    'torch.autograd.graph.set_override_stale_capture_stream(True).'
  );
}
