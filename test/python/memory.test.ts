/** Values that no process could hold end as a MemoryError of the program, never as the end of our process. */
import { deepEqual, equal } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunner } from './run';

const GREEDY = [
  '[1, -7] * 2**26',
  '[0] * 2**25 + [1] * 2**25 + [2]',
  'deque(range(10**9))',
  '[*range(10**9)]',
  'repr([1, -7, 1000] * 2**23)',
  '"a" * 2**27',
  'f"{1:>500000000}"',
  '"%1000000000d" % 1',
  '("a" * 2**25).replace("a", "xyz")',
  'repr(b"a" * 2**27)',
  '(b"a" * 2**27).decode()',
  'bytes(2**31)',
  '(1 << 2**23) * (1 << 2**24 - 9)',
  '7 ** 10**7',
];

describe('memory of a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-'));
  const script = join(folder, 'script.py');
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('is bounded for each value', async function () {
    this.timeout(120_000);
    const runner = await createRunner();
    const survived = GREEDY.filter((value) => {
      writeFileSync(
        script,
        `from collections import deque\ntry: ${value}\nexcept MemoryError: print("MemoryError")\n`,
      );
      return runner.run(script).stdout !== 'MemoryError\n';
    });
    deepEqual(survived, []);
  });

  it('is looked at when few instructions make much', async () => {
    let pressure = 0;
    const runner = await createRunner(() => (pressure += 0.05));
    writeFileSync(
      script,
      'kept = []\ntry:\n    while True: kept.append([0] * 2**20)\nexcept MemoryError: print(len(kept) < 1000)\n',
    );
    equal(runner.run(script).stdout, 'True\n');
  });
});
