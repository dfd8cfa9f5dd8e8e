/**
 * Builds and runs every model of a library's registry on the abstract machine, beside what PyTorch recorded.
 *
 *   npm run corpus -- [--brief] [--only TEXT] [--every N] [--seconds N] [torchvision] [timm] [transformers] …
 *   npm run corpus -- --state FOLDER [--minutes N] [--again VERDICT…] [--page]
 *
 * Without names: torchvision, timm, transformers. --only takes the models whose name contains TEXT, --every each Nth of them,
 * --seconds is the most that one model may take (60). Says for each library how many models build, run forward, run backward
 * and are equal to the byte, and the first reasons of failures, grouped. The exit status is 1 where fewer run than
 * test/truth/corpus/aims.json wants.
 *
 * --state keeps our lines in FOLDER and runs only what has none there yet, for at most --minutes; --again runs those of these
 * verdicts (fails, differs, unknown, equal) anew. --page writes docs/corpus.md from the results; it keeps
 * the sections of libraries that were not run.
 *
 * The recordings are the scripts' own output: `python test/truth/corpus/LIBRARY_corpus.py` under a CUDA build of PyTorch.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { judge, summarise, summaryText } from './corpus/compare.mjs';
import { corpusPage } from './corpus/page.mjs';
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
    state: { type: 'string' },
    minutes: { type: 'string', default: 'Infinity' },
    again: { type: 'string', multiple: true, default: [] },
    page: { type: 'boolean' },
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

/** Lines of JSON by their model's name; none where there is no file. */
function linesByModel(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return new Map(
    text === '' ? [] : text.split('\n').map((line) => [JSON.parse(line).model, JSON.parse(line)]),
  );
}

const until = performance.now() + 60_000 * Number(flags.minutes);
const sections = [];
let passed = 0;
let failed = 0;
for (const library of libraries) {
  const recorded = new Map(
    [...linesByModel(join(folder, `${library}.jsonl`))]
      .filter(([model]) => !flags.only || model.includes(flags.only))
      .filter((_, index) => index % Number(flags.every) === 0),
  );
  const state = flags.state && join(flags.state, `${library}.jsonl`);
  const ours = state ? linesByModel(state) : new Map();
  const keep = () => {
    if (!state) return;
    mkdirSync(flags.state, { recursive: true });
    writeFileSync(state, [...ours.values()].map((line) => JSON.stringify(line) + '\n').join(''));
  };
  const judged = (model) => judge(ours.get(model), recorded.get(model));
  const names = [...recorded.keys()].filter(
    (model) => !ours.has(model) || flags.again.includes(judged(model).verdict),
  );
  const start = performance.now();
  await runModels({
    script: join(folder, `${library}_corpus.py`),
    names,
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
    until,
    onLine(line) {
      ours.set(line.model, line);
      keep();
      const result = judged(line.model);
      if (!flags.brief && result.difference !== undefined)
        console.log(`${result.verdict.padEnd(9)} ${result.model}: ${result.difference}`);
    },
  });
  const results = [...recorded.keys()].filter((model) => ours.has(model)).map(judged);
  const section = summarise(library, results, recorded.size - results.length);
  sections.push(section);
  console.log(`${summaryText(section)}\n  ${((performance.now() - start) / 1000).toFixed(0)} s`);
  passed += results.filter(({ runs }) => runs).length;
  failed += results.filter(({ runs }) => !runs).length;
  if (!flags.only && section.ran < aims[library]) {
    console.log(`${library}: ${(100 * section.ran).toFixed(1)} % run, ${100 * aims[library]} % are wanted`);
    process.exitCode = 1;
  }
}
if (flags.page) {
  const page = join(root, 'docs/corpus.md');
  writeFileSync(page, corpusPage(sections, existsSync(page) ? readFileSync(page, 'utf8') : ''));
}
console.log(`\ncorpus: ${passed} passed, ${failed} failed`);
