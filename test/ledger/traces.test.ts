/**
 * A run leaves no trace: scripts that change whatever they can of libraries and of the machine, run in turn on one machine, print
 * what each of them prints on a machine of its own. `TRACES_ROUNDS=100` for a long test.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { createParser } from '../../src/python/parser';
import { loadParser } from '../python/parse/python';

const folder = join(__dirname, 'traces');
const rounds = Number(process.env.TRACES_ROUNDS ?? 4);

interface Result {
  output: string;
  exitCode: number;
  memory: Record<string, number> | undefined;
  limit: string | undefined;
}

/** A machine, and how a script is run on it. */
function newMachine(parser: Awaited<ReturnType<typeof createParser>>): (name: string) => Result {
  let output = '';
  const machine = new Machine({
    parser,
    host: new NodeHost(),
    path: [folder, join(folder, 'library')],
    libraryRoots: [join(folder, 'library')],
    write: (_stream, text) => {
      output += text;
    },
  });
  return (name) => {
    output = '';
    const outcome = machine.runScript(join(folder, name), [], { device: parseDevice('a100-80gb') });
    return {
      output,
      exitCode: outcome.exitCode,
      memory: machine.allocator?.memoryStats(),
      limit: outcome.limit?.message,
    };
  };
}

describe('a run leaves no trace', function () {
  this.timeout(120_000);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.py'));
  const first = new Map<string, Result>();
  let run: (name: string) => Result;

  before(async () => {
    const parser = await loadParser();
    for (const name of scripts) first.set(name, newMachine(parser)(name));
    run = newMachine(parser);
  });

  for (const name of scripts) {
    it(`${name} runs`, () => {
      assert.equal(first.get(name)!.limit, undefined);
      assert.equal(first.get(name)!.exitCode, name === 'failing.py' ? 1 : 0, first.get(name)!.output);
    });
  }
  for (let round = 1; round <= rounds; round++) {
    it(`round ${round}`, () => {
      // Another order in each round.
      const order = scripts.map((name, i) => ({ name, key: ((i + 1) * (round * 7 + 3)) % 101 }));
      for (const { name } of order.sort((a, b) => a.key - b.key))
        assert.deepEqual(run(name), first.get(name), name);
    });
  }
});
