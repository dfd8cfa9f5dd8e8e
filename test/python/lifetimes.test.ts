/** Objects die when CPython's die: the scripts of `lifetimes/` tell each death, `record.py` there recorded CPython's. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRunner, type ScriptRunner } from './run';

const folder = fileURLToPath(new URL('./lifetimes/', import.meta.url));

describe('objects die when they die in CPython', () => {
  let runner: ScriptRunner;
  before(async () => {
    runner = await createRunner();
  });

  for (const file of readdirSync(folder).filter((name) => name.endsWith('.out'))) {
    const name = file.replace('.out', '');
    it(name, () => {
      const { stdout, stderr, limit } = runner.run(`${folder}${name}.py`);
      assert.equal(limit, undefined);
      assert.equal(stderr, '');
      assert.equal(stdout, readFileSync(folder + file, 'utf8'));
    });
  }

  // Recorded of CPython 3.11, less the address and the traceback: both are on one stream there, so `.out` cannot hold them.
  it('what an exception’s frames held is dead before the exception is told', () => {
    const { stderr } = runner.run(fileURLToPath(new URL('./unraisable/ignored_exit.py', import.meta.url)));
    assert.deepEqual(
      stderr
        .split('\n')
        .filter((line) => /^\w/.test(line))
        .map((line) => line.replace(/ at 0x\w+/, '')),
      [
        'caught',
        'end of inner',
        'Exception ignored in: <generator object outer>',
        'Traceback (most recent call last):',
        'RuntimeError: generator ignored GeneratorExit',
        'deleted',
      ],
    );
  });
});
