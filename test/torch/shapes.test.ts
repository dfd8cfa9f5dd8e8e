/** Strides of views and results, and type promotion. */
import assert from 'node:assert/strict';
import { bfloat16, bool, float16, float32, float64, int32, int64, uint8 } from '../../src/torch/dtype.js';
import { promoteTypes } from '../../src/torch/promotion.js';
import { parseSchema } from '../../src/torch/schema.js';
import { viewStrides } from '../../src/torch/shape.js';
import { onDevice } from './harness.js';

describe('torch: shapes', () => {
  it('says where memory can be seen in another shape', () => {
    assert.deepEqual(viewStrides([2, 3, 4], [12, 4, 1], [6, 4]), [4, 1]);
    assert.deepEqual(viewStrides([2, 3, 4], [12, 1, 3], [2, 12]), undefined);
    assert.deepEqual(viewStrides([2, 3, 4], [12, 1, 3], [2, 3, 2, 2]), [12, 1, 6, 3]);
  });

  it('elementwise results keep the order of dimensions', () => {
    onDevice((run) => {
      const x = run.tensor([2, 8, 4, 4]);
      const last = run.call('permute', x, [0, 2, 3, 1]);
      assert.deepEqual(run.call('add', last, 1).strides, [128, 4, 1, 16]);
      assert.deepEqual(run.call('add', last, run.tensor([8])).strides, [128, 4, 1, 16]);
    });
  });

  it('a copy of an expanded tensor is dense', () => {
    onDevice((run) => {
      const x = run.call('expand', run.tensor([4, 1]), [4, 8], false);
      assert.deepEqual(x.strides, [1, 0]);
      assert.equal(run.call('clone', x, null).nbytes, 128);
    });
  });

  it('promotes types', () => {
    assert.equal(promoteTypes(float16, bfloat16), float32);
    assert.equal(promoteTypes(int64, float16), float16);
    assert.equal(promoteTypes(uint8, int32), int32);
    assert.equal(promoteTypes(bool, uint8), uint8);
    assert.equal(promoteTypes(float32, float64), float64);
  });

  it('reads schemas', () => {
    const schema = parseSchema(
      'max.dim(Tensor self, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)',
    );
    assert.deepEqual(
      [schema.name, schema.overload, schema.returnNames],
      ['max', 'dim', ['values', 'indices']],
    );
    assert.equal(schema.parameters[2]!.default, false);
  });
});
