/** The engine: who keeps what alive, when gradients are stolen or copied, errors. */
import assert from 'node:assert/strict';
import type { Tensor } from '../../src/torch/tensor.js';
import { onDevice } from './harness.js';

describe('torch: autograd', () => {
  it('a leaf takes over a gradient that nobody else holds', () => {
    onDevice((run) => {
      const x = run.tensor([256, 4], { grad: true });
      const y = run.call('mul', x, 2);
      assert.equal(run.backward(y), 4096);
      assert.deepEqual(x.grad?.sizes, [256, 4]);
    });
  });

  it('two leaves of one sum get gradients of their own', () => {
    onDevice((run) => {
      const [a, b] = [run.tensor([1024], { grad: true }), run.tensor([1024], { grad: true })];
      const z = run.call('mul', run.call('add', a, b), 2);
      // The gradient of the product; one leaf copies it, the other takes it.
      assert.equal(run.backward(z), 2 * 4096);
    });
  });

  it('gradients that meet are added in place', () => {
    onDevice((run) => {
      const x = run.tensor([1024], { grad: true });
      const y = run.call('add', run.call('mul', x, 2), run.call('mul', x, 3));
      assert.equal(run.backward(y), 2 * 4096);
    });
  });

  it('a second backward through freed buffers is an error', () => {
    onDevice((run) => {
      const x = run.tensor([4], { grad: true });
      const y = run.call('exp', x);
      run.backward(y);
      assert.throws(() => run.backward(y), /Trying to backward through the graph a second time/);
    });
  });

  it('a saved tensor must not change in place', () => {
    onDevice((run) => {
      const x = run.tensor([4], { grad: true });
      const y = run.call('exp', x);
      run.call('mul_', y, 2);
      assert.throws(
        () => run.backward(y),
        /modified by an inplace operation: \[torch\.cuda\.FloatTensor \[4\]\].* is at version 1; expected version 0/,
      );
    });
  });

  it('a leaf that requires grad must not change in place', () => {
    onDevice((run) => {
      const x = run.tensor([4], { grad: true });
      assert.throws(
        () => run.call('add_', x, 1),
        /a leaf Variable that requires grad is being used in an in-place operation/,
      );
    });
  });

  it('an in-place change of a view goes through CopySlices', () => {
    onDevice((run) => {
      const x = run.tensor([8, 4], { grad: true });
      const y = run.call('mul', x, 2);
      const view: Tensor = run.call('select', y, 0, 1);
      run.call('mul_', view, 3);
      assert.equal(y.gradFn?.nodeName, 'torch::autograd::CopySlices');
      run.backward(y);
      assert.deepEqual(x.grad?.sizes, [8, 4]);
    });
  });
});
