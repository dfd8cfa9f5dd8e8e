/**
 * Builds and runs every model of a library's registry on the abstract machine, beside what PyTorch recorded.
 *
 *   npm run corpus -- [--brief] [--only TEXT] [--every N] [--seconds N] [torchvision] [timm] [transformers] …
 *
 * Without names: torchvision, timm, transformers. --only takes the models whose name contains TEXT, --every each Nth of them,
 * --seconds is the most that one model may take (60). Says for each library how many models build, run forward, run backward
 * and are equal to the byte, and the first reasons of failures, grouped. The exit status is 1 where fewer run than
 * test/truth/corpus/aims.json wants.
 *
 * The recordings are the scripts' own output: `python test/truth/corpus/LIBRARY_corpus.py` under a CUDA build of PyTorch.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { judge, summarise } from './corpus/compare.mjs';
import { runModels } from './corpus/run-models.mjs';
import { fetchLibraries } from './fetch-libraries.mjs';
import { root } from './vscode/host.mjs';

const folder = join(root, 'test/truth/corpus');
const aims = JSON.parse(readFileSync(join(folder, 'aims.json'), 'utf8'));

const { values: flags, positionals } = parseArgs({
  options: {
    brief: { type: 'boolean' },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    'no-build': { type: 'boolean' },
  },
  allowPositionals: true,
});
const libraries = positionals.length > 0 ? positionals : ['torchvision', 'timm', 'transformers'];
const unknown = libraries.filter((library) => !(library in aims));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; known are ${Object.keys(aims).join(', ')}`);
  process.exit(2);
}
if (!flags['no-build'] || !existsSync(join(root, 'dist/cli.js'))) await build({ only: ['cli.js'] });
const packages = fetchLibraries(libraries);

let passed = 0;
let failed = 0;
for (const library of libraries) {
  const recorded = readFileSync(join(folder, `${library}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ model }) => !flags.only || model.includes(flags.only))
    .filter((_, index) => index % Number(flags.every) === 0);
  const start = performance.now();
  const results = [];
  await runModels({
    script: join(folder, `${library}_corpus.py`),
    names: recorded.map(({ model }) => model),
    options: [
      '--quiet',
      '--path',
      folder,
      '--python',
      packages,
      '--device',
      '1024TiB',
      '--max-instructions',
      '1000000000000',
    ],
    secondsPerModel: Number(flags.seconds),
    onLine(line) {
      const result = judge(
        line,
        recorded.find(({ model }) => model === line.model),
      );
      results.push(result);
      if (!flags.brief && result.difference !== undefined)
        console.log(`${result.verdict.padEnd(9)} ${result.model}: ${result.difference}`);
    },
  });
  const ran = summarise(library, results, (performance.now() - start) / 1000);
  for (const result of results) {
    if (result.runs) passed++;
    else failed++;
  }
  if (!flags.only && ran < aims[library]) {
    console.log(`${library}: ${(100 * ran).toFixed(1)} % run, ${100 * aims[library]} % are wanted`);
    process.exitCode = 1;
  }
}
console.log(`\ncorpus: ${passed} passed, ${failed} failed`);
