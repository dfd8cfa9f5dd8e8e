/** Each script prints with the machine what `record.py` recorded of CPython. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRunner, type ScriptRunner } from './run';

const suites = {
  'scripts print what CPython prints': './scripts/',
  'imports bind and fail as CPython’s': './imports/',
  'the standard library does what CPython’s does': './stdlib/',
};

for (const [title, path] of Object.entries(suites)) {
  const folder = fileURLToPath(new URL(path, import.meta.url));

  describe(title, () => {
    let runner: ScriptRunner;
    before(async () => {
      runner = await createRunner();
    });

    for (const name of readdirSync(folder).filter((file) => file.endsWith('.py'))) {
      it(name.replace(/\.py$/, '').replaceAll('_', ' '), () => {
        const { stdout, stderr, limit } = runner.run(folder + name);
        assert.equal(limit, undefined);
        const expected = readFileSync(folder + name.replace(/\.py$/, '.out'), 'utf8');
        assert.equal((stdout + stderr).replaceAll(folder, ''), expected);
      });
    }
  });
}
