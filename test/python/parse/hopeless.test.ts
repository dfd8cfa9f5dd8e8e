/** Texts that are no Python, and long, end soon with an error. */
import assert from 'node:assert/strict';
import { loadParser } from './python';

const HOPELESS: [string, RegExp][] = [
  ['\\\n'.repeat(50_000), /too deep in continued lines/],
  ['}\n'.repeat(20_000), /^unmatched '\}'$/],
  ['if\n'.repeat(20_000), /^invalid syntax$/],
  ['((((((\n'.repeat(20_000), /was never closed$/],
  ['def f(:\n'.repeat(20_000), /was never closed$|^invalid syntax$/],
];

describe('a long text that is no Python', () => {
  for (const [text, expected] of HOPELESS)
    it(`ends: ${JSON.stringify(text.slice(0, 8))}…`, async () => {
      const parser = await loadParser();
      const start = performance.now();
      const { errors } = parser.parse(text);
      assert.match(errors[0]!.message, expected);
      // Without bounds it takes minutes.
      assert.ok(performance.now() - start < 15_000);
    });

  it('may continue a line some hundred times', async () => {
    const parser = await loadParser();
    assert.deepEqual(parser.parse(`x = 1 ${'\\\n + 1'.repeat(500)}\n`).errors, []);
  });
});
