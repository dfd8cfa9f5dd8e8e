/** How a model grows, and how far it can, beside what PyTorch printed at these sizes (growth/record.py). */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../../src/ledger/account';

const root = join(__dirname, '../..');
type Line = Record<string, number> & { B: number; T: number; reserved: number };
const recorded = readFileSync(join(__dirname, 'growth/expected.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line);

function estimate(device: string): Account {
  const config = 'GPTConfig(vocab_size=512, block_size=128, n_layer=4, n_head=4, n_embd=128)';
  const args = [
    'estimate',
    `examples/gpt/model.py::GPT(${config})`,
    '--loss',
    'output[1]',
    '--growth',
    '--json',
  ];
  for (const input of ['idx', 'targets']) args.push('--input', `${input}=int64[B, T]`);
  args.push('--size', 'B=2', '--size', 'T=32', '--device', device);
  return JSON.parse(
    execFileSync(process.execPath, [join(root, 'dist/cli.js'), ...args], { cwd: root, encoding: 'utf8' }),
  ) as Account;
}

/** A polynomial as it is written, at sizes. */
function valueOf(formula: string, sizes: Readonly<Record<string, number>>): number {
  return formula
    .split(' + ')
    .map((term) =>
      term
        .split('*')
        .map((factor) => sizes[factor] ?? Number(factor))
        .reduce((a, b) => a * b),
    )
    .reduce((a, b) => a + b);
}

describe('growth beside PyTorch', function () {
  this.timeout(120_000);
  const memory = 52_428_800;
  let account: Account;
  before(() => {
    execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli.js'], { cwd: root });
    account = estimate(`${memory}B`);
  });

  for (const name of ['peak_forward', 'peak_step', 'peak_zero_grad', 'optimizer_state'])
    it(name, () => {
      const formula = account.growth[name]!;
      const multiples = account.growth_multiples?.[name] ?? {};
      const within = recorded.filter((line) =>
        Object.entries(multiples).every(([size, n]) => line[size]! % n === 0),
      );
      assert.ok(within.length > 30);
      for (const line of within) assert.equal(valueOf(formula, line), line[name], JSON.stringify(line));
      // And where it is said not to hold, it doesn't.
      const between = recorded.filter((line) => !within.includes(line));
      assert.ok(between.every((line) => valueOf(formula, line) !== line[name]));
    });
  it('tells where kernels round lengths up', () =>
    assert.ok(account.growth_multiples?.peak_forward?.T === 32));
  it('tells the largest batch that fits', () => {
    const batches = recorded.filter(({ T }) => T === 32);
    const fits = batches.filter(({ reserved }) => reserved <= memory).map(({ B }) => B);
    const largest = account.largest!.find(({ name }) => name === 'B')!;
    assert.equal(largest.value, Math.max(...fits));
    assert.equal(largest.bound, 'memory');
  });
});
