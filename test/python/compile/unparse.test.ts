import assert from 'node:assert/strict';
import { compileSource } from './harness';

/** Expressions that are spelled as they are written, or as the second of a pair; as CPython 3.11 does. */
const CASES: (string | [string, string])[] = [
  'torch.Tensor',
  'dict[str, list[int]]',
  ['Optional["Tensor"]', "Optional['Tensor']"],
  'int | None',
  'Callable[..., Tensor]',
  ['x[(1, 2)]', 'x[1, 2]'],
  'x[()]',
  'x[1,]',
  'x[1:2, ::3]',
  '(a, b)[0]',
  '(1,)',
  '()',
  '{1, 2}',
  "{**a, 'b': 1}",
  '[*a, 1]',
  'f(*a, b=1, **c)',
  '(-1) ** 2',
  ['2 ** -1', '2 ** (-1)'],
  ['-(-a)', '--a'],
  '(a + b) * c',
  ['(a * b) + c', 'a * b + c'],
  'a - (b - c)',
  ['not a or (b and (not c))', 'not a or b and not c'],
  'a < (b < c)',
  'a is not b',
  '(a if b else c) + 1',
  ['(a if b else c) if d else e', '(a if b else c) if d else e'],
  'lambda x, /, y=1, *, z=2, **k: x + y',
  '(lambda: 1)()',
  '[(a, b) for a, b in c if d if e]',
  ['sum((x for x in y))', 'sum(x for x in y)'],
  '{a: b for a, b in c}',
  "f'{a!r:>{w}} {{x}}'",
  "'it\\x00\\n\\\\'",
  '"a\'b"',
  "b'\\xff'",
  '1e+100',
  '0.5',
  '1j',
  '...',
  '1 .real',
];

describe('annotations as strings', () => {
  for (const one of CASES) {
    const [source, expected] = typeof one === 'string' ? [one, one] : one;
    it(source, async () => {
      const module = `from __future__ import annotations\ndef f(x: (${source})): pass\n`;
      const { init, errors, parseErrors } = await compileSource(module);
      assert.deepEqual([errors, parseErrors], [[], []]);
      const tuple = (init.compile().consts as unknown as { value?: unknown[] }[]).find(
        (constant) => Array.isArray(constant?.value) && constant.value[0] === 'x',
      );
      assert.equal(tuple?.value?.[1], expected);
    });
  }
});
