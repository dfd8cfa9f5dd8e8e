/** Bytes of single operators; the expectations are PyTorch 2.14's on an A100. */
import assert from 'node:assert/strict';
import { bfloat16, float32, int64 } from '../../src/torch/dtype.js';
import type { Tensor } from '../../src/torch/tensor.js';
import { onDevice } from './harness.js';

/** The workspace that cuBLAS takes once a thread. */
const WORKSPACE = 8519680;

describe('torch: operators', () => {
  it('linear saves its input and weight and gives gradients of their sizes', () => {
    onDevice((run) => {
      const [x, w, b] = [
        run.tensor([512, 256], { grad: true }),
        run.tensor([1024, 256], { grad: true }),
        run.tensor([1024], { grad: true }),
      ];
      const { peak, kept, result } = run.measure(() => run.call('linear', x, w, b));
      assert.equal(peak, 512 * 1024 * 4 + WORKSPACE);
      assert.equal(kept, peak);
      assert.equal(run.backward(result as Tensor), 524288 + 1048576 + 4096 + WORKSPACE);
      assert.deepEqual(w.grad?.sizes, [1024, 256]);
    });
  });

  it('softmax backward starts from a product', () => {
    onDevice((run) => {
      const x = run.tensor([100, 64], { grad: true });
      const { result } = run.measure(() => run.call('softmax', x, 1, null));
      assert.equal(run.backward(result as Tensor), 2 * 25600);
    });
  });

  it('an operand that was broadcast is reduced before the next', () => {
    onDevice((run) => {
      const [a, b] = [run.tensor([5, 10, 100], { grad: true }), run.tensor([5, 1, 100], { grad: true })];
      const { result } = run.measure(() => run.call('mul', a, b));
      assert.equal(run.backward(result as Tensor), 20000 + 20000 + 2000);
    });
  });

  it('a sum of a mask converts it first', () => {
    onDevice((run) => {
      const x = run.tensor([5, 5, 5]);
      const mask = run.call('eq', x, 0);
      const { peak, kept } = run.measure(() => run.call('sum', mask, null));
      assert.equal(peak, 8 + 125 * 8);
      assert.equal(kept, 8);
    });
  });

  it('a large sum takes a staging buffer while it runs', () => {
    onDevice((run) => {
      const x = run.tensor([4096, 4096]);
      const { peak, kept } = run.measure(() => run.call('sum', x, null));
      assert.equal(kept, 4);
      assert.ok(peak > 4);
    });
  });

  it('indexing accumulates its gradient by sorting the indices', () => {
    onDevice((run) => {
      const x = run.tensor([1000, 256], { grad: true });
      const indices = run.tensor([5000], { dtype: int64 });
      const { result } = run.measure(() => run.call('index', x, [indices]));
      assert.equal(run.backward(result as Tensor), 1024000 + 40000 * 4 + 87039);
    });
  });

  it('stack and cat give slices as gradients, which leaves copy', () => {
    onDevice((run) => {
      const [a, b] = [run.tensor([1024, 4], { grad: true }), run.tensor([1024, 4], { grad: true })];
      const { result } = run.measure(() => run.call('cat', [a, b], 1));
      assert.equal(run.backward(result as Tensor), 2 * 16384);
    });
  });

  it('norms of a list share one buffer of partial results', () => {
    onDevice((run) => {
      const tensors = [1, 2, 3, 4].map(() => run.tensor([1024, 1024]));
      const { peak, kept } = run.measure(() => run.call<Tensor[]>('_foreach_norm', tensors, 2, null));
      assert.equal(peak, 256 + 4 * 4);
      assert.equal(kept, 16);
    });
  });

  it('a bfloat16 sum in float32 needs no copy of its input', () => {
    onDevice((run) => {
      const x = run.tensor([100, 100], { dtype: bfloat16 });
      const { peak } = run.measure(() => run.call('sum', x, float32));
      assert.equal(peak, 4);
    });
  });
});
