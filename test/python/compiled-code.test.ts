/** Compiled code as bytes: what is read back is what was written, under the compiler's number alone. */
import assert from 'node:assert/strict';
import { createFrontEnd } from '../../src/python/front_end';
import { dumpCode, loadCode } from '../../src/python/marshal';
import { loadParser } from './parse/python';

const SOURCE = `x = [i * 70000 for i in (1.5, "a", None) if i]
def f(a, *, b=2):
    try:
        return a[
            b:]
    except (KeyError, TypeError):
        pass
`;

describe('compiled code', () => {
  it('is read back as it was written', async () => {
    const code = createFrontEnd(await loadParser()).compile(SOURCE, 'f.py', 'exec');
    const back = loadCode(dumpCode(code), 'f.py')!;
    assert.deepEqual(back.body.ops, code.body.ops);
    assert.deepEqual(back.body.positions, code.body.positions);
    assert.deepEqual(back.body.exceptionTable, code.body.exceptionTable);
    assert.deepEqual(back.body.names, code.body.names);
  });

  it('has lines alone where nobody sees columns', async () => {
    const code = createFrontEnd(await loadParser()).compile(SOURCE, 'f.py', 'exec');
    const { ops, positions } = loadCode(dumpCode(code, false), 'f.py')!.body;
    assert.deepEqual(ops, code.body.ops);
    const lines = Array.from(ops, (_, i) => code.body.positions[i * 4]!);
    assert.deepEqual(
      Array.from(positions),
      lines.flatMap((line) => [line, 0, line, 0]),
    );
  });

  it('of another compiler is not read', async () => {
    const bytes = dumpCode(createFrontEnd(await loadParser()).compile('x = 1', 'f.py', 'exec'));
    bytes[0] = bytes[0]! ^ 2;
    assert.equal(loadCode(bytes, 'f.py'), undefined);
  });
});
