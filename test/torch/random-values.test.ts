/** What is computed of random numbers is told to be random where a program reads it, whichever operator it came through. */
import assert from 'node:assert/strict';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { MemoryHost } from '../../src/workspace/memory-host';
import { loadParser } from '../python/parse/python';

const NOTE = 'a random number is drawn here: another run may draw another';
const RANDOM = [
  'r',
  'r + 1',
  'r.clone()',
  'torch.cat([x, r])',
  'torch.stack([r, r])',
  'r.cumsum(0)',
  'r.sort()[0]',
  'r.max()',
  'r.flip(0)',
  'r.repeat(2)',
  'r.index_select(0, torch.tensor([1]))',
  'r[torch.tensor([1])]',
  'nn.functional.pad(r, (1, 1))',
  'torch.where(r > 0.5, 1, 0)',
  'torch.ones(3).copy_(r)',
  'torch.ones(3).add_(r)',
  'torch.bernoulli(torch.full((3,), 0.5)).any()',
];
const KNOWN = ['x', 'x + 1', 'torch.cat([x, x])', 'r < 2', 'torch.ones(3).add_(x)', '(r >= 0).any()'];

describe('random values', function () {
  this.timeout(60_000);
  let machine: Machine;
  const host = new MemoryHost();
  before(async () => {
    machine = new Machine({
      parser: await loadParser(),
      host,
      path: ['/w'],
      libraryRoots: [],
      write: () => undefined,
    });
  });

  function notesOf(expression: string): string[] {
    host.write(
      '/w/script.py',
      `import torch\nfrom torch import nn\nr, x = torch.rand(3), torch.arange(3.)\nv = ${expression}\nv = v.tolist()\n`,
    );
    const { traceback, notes } = machine.runScript('/w/script.py', [], {
      device: parseDevice('a100-80gb'),
      maxInstructions: 50_000_000,
    });
    assert.equal(traceback, undefined);
    return notes.map(({ message }) => message);
  }

  for (const expression of RANDOM)
    it(`tells of ${expression}`, () => assert.deepEqual(notesOf(expression), [NOTE]));
  for (const expression of KNOWN)
    it(`tells nothing of ${expression}`, () => assert.deepEqual(notesOf(expression), []));
});
