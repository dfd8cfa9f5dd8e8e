/** Distributed training per rank where PyTorch needs more than one process: accounts against arithmetic, in the scripts. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

const folder = join(__dirname, 'distributed');

describe('distributed training', function () {
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

  for (const name of readdirSync(folder))
    it(name, () => {
      output = '';
      machine.runScript(join(folder, name), [], { device: parseDevice('a100-80gb') });
      assert.equal(output, 'ok\n');
    });
});
