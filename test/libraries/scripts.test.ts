/** Each script prints with our packages what it printed with the real ones. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

describe('packages of ours do what the real ones do', function () {
  this.timeout(60_000);
  let output = '';
  let machine: Machine;
  before(async () => {
    machine = new Machine({
      parser: await loadParser(),
      host: new NodeHost(),
      path: [__dirname],
      libraryRoots: [],
      write: (_stream, text) => {
        output += text;
      },
    });
  });

  for (const name of readdirSync(__dirname).filter((file) => file.endsWith('.py')))
    it(name.replace(/\.py$/, '').replaceAll('_', ' '), () => {
      output = '';
      machine.runScript(join(__dirname, name), [], {
        device: parseDevice('a100-80gb'),
        maxInstructions: 50_000_000,
      });
      assert.equal(output, readFileSync(join(__dirname, name.replace(/\.py$/, '.out')), 'utf8'));
    });
});
