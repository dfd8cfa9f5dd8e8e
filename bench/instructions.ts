/**
 * How many instructions the Python machine executes in a second. Prints one JSON line: millions per second by kind of program, the best of some
 * runs.
 *
 *   instructions DIST      the folder of the build
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROFILES } from '../src/device/profiles';
import { Machine } from '../src/ledger/machine';
import { createParser } from '../src/python/parser';

const TIMES = 5;

const PROGRAMS: Record<string, string> = {
  loops:
    'def f():\n    total = 0\n    for i in range(1000000):\n        total += i & 7\n    return total\nf()\n',
  calls: 'def g(a, b=1):\n    return a\ndef f():\n    for i in range(300000):\n        g(i)\nf()\n',
  attributes:
    'class P:\n    def __init__(self):\n        self.x = 0\n    def step(self):\n        self.x = self.x + 1\ndef f(p):\n    for i in range(300000):\n        p.step()\nf(P())\n',
};

async function main([dist]: string[]): Promise<void> {
  const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(join(dist!, name)));
  const parser = await createParser({
    runtime: bytes('web-tree-sitter.wasm'),
    grammar: bytes('tree-sitter-python.wasm'),
  });
  const result: Record<string, number> = {};
  for (const [name, source] of Object.entries(PROGRAMS)) {
    const machine = new Machine({
      parser,
      host: {
        readFile: (path) => (path === '/main.py' ? source : undefined),
        isFile: (path) => path === '/main.py',
        isDirectory: () => false,
        listDirectory: () => [],
      },
      path: [],
      libraryRoots: [],
      write: () => {},
      archive: bytes('python.bin'),
    });
    let best = 0;
    for (let i = 0; i < TIMES; i++) {
      const start = performance.now();
      const { exitCode, traceback } = machine.runScript('/main.py', [], { device: PROFILES[0]! });
      if (exitCode !== 0) throw new Error(traceback);
      best = Math.max(best, machine.vm.executed / (performance.now() - start) / 1000);
    }
    result[name] = best;
  }
  console.log(JSON.stringify(result));
}

void main(process.argv.slice(2));
