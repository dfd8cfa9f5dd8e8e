/**
 * Loops that say nothing new end early, and only those: `# prints:` and `# left:` in each script are what is expected, or `# limit:`,
 * the line and the begin of the message that end the run.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

const folder = join(__dirname, 'loops');

describe('loops of very many passes', function () {
  this.timeout(60_000);
  let machine: Machine;
  let output = '';

  before(async () => {
    machine = new Machine({
      parser: await loadParser(),
      host: new NodeHost(),
      path: [folder],
      libraryRoots: [],
      write: (_stream, text) => {
        output += text;
      },
    });
  });

  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8');
    const [, prints] = /^# prints: (.*)$/m.exec(text) ?? [];
    const [, left] = /^# left: (yes|no)$/m.exec(text) ?? [];
    const [, limitLine, limit] = /^# limit: (\d+) (.*)$/m.exec(text) ?? [];
    if (prints === undefined) continue;
    it(`${name}: ${text.slice(2, text.indexOf('\n'))}`, () => {
      output = '';
      const outcome = machine.runScript(join(folder, name), [], {
        device: parseDevice('a100-80gb'),
        maxInstructions: 100_000_000,
      });
      assert.equal(output.trim().replaceAll('\n', ' '), prints);
      if (limit !== undefined) {
        assert.equal(outcome.limit?.place?.line, Number(limitLine));
        assert.ok(outcome.limit.message.startsWith(limit), outcome.limit.message);
        return;
      }
      assert.equal(outcome.exitCode, 0);
      assert.equal(
        outcome.notes.some(({ message }) => /of the loop are left out|the loop is left/.test(message)),
        left === 'yes',
      );
    });
  }
});
