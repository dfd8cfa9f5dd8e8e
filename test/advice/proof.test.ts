/** What actions promise against what PyTorch 2.14.1 said of the edited programs (proof/recorded.json, by scripts/record-actions.mjs). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { createParser } from '../../src/python/parser';
import { CASES } from './proof/cases';
import { actionsPage } from './proof/page';
import { runCase, type Recorded } from './proof/run';

const root = join(__dirname, '../..');
const recorded = JSON.parse(readFileSync(join(__dirname, 'proof/recorded.json'), 'utf8')) as Record<
  string,
  Recorded
>;
const libraries = join(root, '.cache/libraries');

describe('actions against PyTorch', function () {
  this.timeout(120_000);
  it('has a record of at least 25', () => assert.ok(Object.keys(recorded).length >= 25));
  it('is what docs/actions.md says', () => {
    assert.equal(readFileSync(join(root, 'docs/actions.md'), 'utf8'), actionsPage(recorded));
  });
  for (const proof of CASES) {
    const known = recorded[proof.name];
    if (known === undefined) continue;
    it(proof.name, async function () {
      // Libraries are read as source; without them there is nothing to run.
      if (proof.file.endsWith('vision.py') && !existsSync(join(libraries, 'torchvision'))) this.skip();
      const { evaluation, actions, subject, text, hash } = await runCase(root, proof);
      assert.equal(hash, known.edited, 'the edit is not the one that was recorded');
      assert.equal(evaluation.error, undefined);
      assert.equal(evaluation.after.requested, known.requested);
      if (known.output !== undefined) assert.deepEqual(evaluation.outcome.account.output, known.output);
      const shapes = (of: { output: { shape: number[] }[] }): number[][] =>
        of.output.map(({ shape }) => shape);
      const batch = actions.some(({ kind }) => kind === 'micro-batch');
      const after = shapes(evaluation.outcome.account);
      // Logits that are left out are the output before the loss.
      const isChunked = actions.some(({ id }) => id.startsWith('loss chunked'));
      const before = shapes(subject.baseline.account).slice(isChunked ? -after.length : 0);
      if (subject.target !== undefined && !batch) assert.deepEqual(after, before);
      const parser = await createParser({
        runtime: readFileSync(join(root, 'node_modules/web-tree-sitter/web-tree-sitter.wasm')),
        grammar: readFileSync(join(root, 'node_modules/tree-sitter-python/tree-sitter-python.wasm')),
      });
      assert.deepEqual(parser.parse(text).errors, []);
      // What is promised to be the same was the same in PyTorch on the CPU.
      if (known.cpu !== undefined) {
        assert.equal(known.cpu.shapes, true);
        assert.equal(
          actions.every(({ keeps }) => keeps === 'results') ? known.cpu.equal : known.cpu.close,
          true,
        );
      }
    });
  }
});
