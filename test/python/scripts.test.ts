/** Each script prints with the machine what `record.py` recorded of CPython. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRunner, type ScriptRunner } from './run';

const folder = fileURLToPath(new URL('./scripts/', import.meta.url));

describe('scripts print what CPython prints', () => {
  let runner: ScriptRunner;
  before(async () => {
    runner = await createRunner();
  });

  for (const name of readdirSync(folder).filter((file) => file.endsWith('.py'))) {
    it(name.replace(/\.py$/, '').replaceAll('_', ' '), () => {
      const { stdout, stderr, limit } = runner.run(folder + name);
      assert.equal(limit, undefined);
      const expected = readFileSync(folder + name.replace(/\.py$/, '.out'), 'utf8');
      assert.equal(stdout + stderr.replaceAll(folder, ''), expected);
    });
  }
});
