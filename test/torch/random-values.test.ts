/** What is computed of random numbers is told to be random where a program reads it, whichever operator it came through. */
import assert from 'node:assert/strict';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { MemoryHost } from '../../src/workspace/memory-host';
import { loadParser } from '../python/parse/python';

const NOTE = 'a random number is drawn here: another run may draw another';
const FINITE = 'every value is taken to be finite';
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

/** Tests for values that aren't finite, of a tensor whose values are not known: what a run that works gives. */
const TESTS: [expression: string, value: string][] = [
  ['torch.isnan(y).any()', 'False'],
  ['torch.isinf(y).logical_or(y.isnan()).any()', 'False'],
  ['torch.isfinite(y).all()', 'True'],
  ['torch.isnan(y).sum()', '0'],
  ['(~torch.isnan(y).any(1)).sum()', '300'],
  ['torch.nonzero(torch.isnan(y))', '[]'],
  ['torch.tensor(y[~torch.isnan(y).any(1)].shape)', '[300, 256]'],
  ['torch.tensor(y[torch.isfinite(y)].shape)', '[76800]'],
  ['torch.tensor(y[torch.isinf(y)].shape)', '[0]'],
];

describe('random values', function () {
  this.timeout(60_000);
  let machine: Machine;
  let printed: string[] = [];
  const host = new MemoryHost();
  before(async () => {
    machine = new Machine({
      parser: await loadParser(),
      host,
      path: ['/w'],
      libraryRoots: [],
      write: (stream, text) => {
        if (stream === 'stdout') printed.push(text);
      },
    });
  });

  function notesOf(expression: string): string[] {
    host.write(
      '/w/script.py',
      `import torch\nfrom torch import nn\nr, x, y = torch.rand(3), torch.arange(3.), torch.randn(300, 256, device="cuda")\nv = ${expression}\nv = v.tolist()\nprint(v)\n`,
    );
    printed = [];
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
  for (const [expression, value] of TESTS)
    it(`takes values to be finite in ${expression}`, () => {
      assert.deepEqual(notesOf(expression), [FINITE]);
      assert.equal(printed.join('').trim(), value);
    });
});
