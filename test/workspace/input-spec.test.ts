import assert from 'node:assert/strict';
import { formatInputSpec, parseInputSpec, sizeNames } from '../../src/workspace/input-spec';
import { inputExpression } from '../../src/workspace/request';
import { findShape, findShapeOf, parseJaxtypingAxes } from '../../src/workspace/shape-text';

describe('input specs', () => {
  const check = (text: string, expression: string, ...names: string[]): void => {
    const spec = parseInputSpec(text);
    assert.equal(inputExpression(spec), expression);
    assert.deepEqual(sizeNames(spec), names);
    assert.deepEqual(parseInputSpec(formatInputSpec(spec)), spec);
  };
  it('are tensors by dtype and dimensions', () => {
    check('int64[B, T]', 'torch.empty((B, T), dtype=torch.int64, device="cuda")', 'B', 'T');
    check(
      'float[B,3,H//2,W]',
      'torch.empty((B, 3, H//2, W), dtype=torch.float32, device="cuda")',
      'B',
      'H',
      'W',
    );
    check('torch.bool[8]', 'torch.empty((8,), dtype=torch.bool, device="cuda")');
    check('float32[]', 'torch.empty((), dtype=torch.float32, device="cuda")');
  });
  it('or expressions', () => {
    check('{"x": torch.ones(3)}', '{"x": torch.ones(3)}');
    check('sizes[0]', 'sizes[0]');
  });
  it('are refused with a reason', () => {
    assert.throws(() => parseInputSpec('int65[B]'), /'int65' is no dtype/);
    assert.throws(() => parseInputSpec('float32[B,,3]'), /empty dimension/);
    assert.throws(() => parseInputSpec('float32[-1]'), /'-1' is no size/);
    for (const dim of ['1e3', '8x', '2B*3', '1.5', 'B C?'])
      assert.throws(() => parseInputSpec(`float32[${dim}, 3]`), /is neither a number nor the name of a size/);
    check('int8[1_000, B2]', 'torch.empty((1_000, B2), dtype=torch.int8, device="cuda")', 'B2');
  });
});

describe('shapes in text', () => {
  const check = (text: string, expected: string | undefined): void =>
    assert.equal(findShape(text)?.join(' '), expected);
  it('are found in brackets', () => {
    check('# [B, T, C]', 'B T C');
    check('# (B, 3, H/16, W)', 'B 3 H/16 W');
    check('# (N x C x H x W)', 'N C H W');
    check('tensor (Tensor, optional) of shape (batch_size, seq_len)', 'batch_size seq_len');
    check('see the paper (2017)', undefined);
    check('a call f(x) of it', undefined);
    check('(optional)', undefined);
  });
  it('belong to a name', () => {
    assert.deepEqual(findShapeOf('mask', 'x: [B, T]\nmask (Tensor): (B, 1, T)'), ['B', '1', 'T']);
    assert.equal(findShapeOf('x', 'y = f(x)  # [B]'), undefined);
  });
  it('are jaxtyping axes', () => {
    assert.deepEqual(parseJaxtypingAxes('batch 3 h w'), ['batch', '3', 'h', 'w']);
    assert.deepEqual(parseJaxtypingAxes('*batch #c _ d=4'), ['B', 'c', '', '4']);
  });
});
