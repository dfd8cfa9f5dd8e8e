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
});
