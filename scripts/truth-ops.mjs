/**
 * Runs the recorded operator calls, ours beside PyTorch's: results, saved tensors, gradients, requested bytes.
 *
 *   npm run truth:ops -- [--second] [--brief] [--only TEXT] [--folder DIR] [--state FILE] [--no-build]
 *
 * --second compares the second gradients of the same calls instead.
 * --brief prints only the cases that are not in the folder's known-differences.json (or no longer differ); --only takes
 * scripts whose name contains TEXT; --state writes the state of every operator as JSON (scripts/truth/operators.mjs has the
 * format). The exit status is 1 when a case differs otherwise than is known.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { agrees, calls, compareFolder, isWrong, secondGradients, stateOf } from './truth/operators.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const { values: flags } = parseArgs({
  options: {
    second: { type: 'boolean' },
    brief: { type: 'boolean' },
    only: { type: 'string' },
    folder: { type: 'string' },
    state: { type: 'string' },
    'no-build': { type: 'boolean' },
  },
});

if (!flags['no-build']) await build({ only: ['cli.js'] });
const folder = resolve(flags.folder ?? join(root, 'test/truth/ops'));
const set = flags.second ? secondGradients : calls;
const results = await compareFolder(folder, flags.only, set);

for (const result of results) {
  const { name, ours, theirs, differing, known } = result;
  const wrong = isWrong(result);
  if (flags.brief ? !wrong : differing.length === 0 && !wrong) continue;
  if (differing.length === 0) {
    console.log(`${name}: no longer differs in ${known.keys.join(', ')}`);
    continue;
  }
  console.log(`${name}${wrong ? '' : ` (known: ${known.reason})`}`);
  for (const key of differing)
    console.log(`    ${key}: ${JSON.stringify(ours[key])} | ${JSON.stringify(theirs[key])}`);
}

console.log('\nequal, of the cases that have such a figure:');
for (const [kind, keys] of Object.entries(set.kinds)) {
  const having = results.filter(({ theirs }) => keys.some((key) => theirs[key] !== undefined));
  const equal = having.filter((result) => agrees(result, kind, set)).length;
  const percent = having.length === 0 ? 100 : (100 * equal) / having.length;
  console.log(`  ${kind.padEnd(12)} ${equal} of ${having.length} (${percent.toFixed(1)} %)`);
}
const whole = results.filter(({ differing }) => differing.length === 0).length;
console.log(`  ${'whole'.padEnd(12)} ${whole} of ${results.length}`);

if (flags.state && set === calls) {
  mkdirSync(dirname(resolve(flags.state)), { recursive: true });
  writeFileSync(resolve(flags.state), `${JSON.stringify(stateOf(results), null, 1)}\n`);
}
const failed = results.filter(isWrong).length;
console.log(`operators: ${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
