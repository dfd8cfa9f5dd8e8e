/**
 * Runs the truth: every recorded script on the abstract machine, ours beside PyTorch's.
 *
 *   npm run truth -- [--brief] [--light] [--only TEXT] [scripts] [examples] [estimate] [t4] [torchvision] [timm] [transformers]
 *
 * Without names: all. --brief prints only figures that are too far off; --only takes the cases whose name contains TEXT;
 * --json FILE writes every figure there.
 * --light takes of what runs long (timm, transformers, estimate) only the cases that test/truth/models/light.json names. A case whose difference
 * is explained in
 * test/truth/known-differences.json does not fail. The exit status is 1 when another one does.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { fetchLibraries } from './fetch-libraries.mjs';
import { casesOf, knownDifferences, librariesOf, modelLibraries } from './truth/cases.mjs';
import { holds, ratioOf } from './truth/compare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cli = join(root, 'dist/cli.js');
const secondsPerCase = 90;

const { values: flags, positionals } = parseArgs({
  options: {
    brief: { type: 'boolean' },
    light: { type: 'boolean' },
    only: { type: 'string' },
    json: { type: 'string' },
    'no-build': { type: 'boolean' },
  },
  allowPositionals: true,
});

/** Runs one script; resolves to its output, its exit status (null when ended by us) and its seconds. */
function run({ command = 'run', script, args, options, folder, seconds: allowed = secondsPerCase }) {
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(process.execPath, [cli, command, ...options, script, ...args], {
      cwd: folder ?? dirname(script),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data) => (stdout += data));
    child.stderr.on('data', (data) => (stderr = (stderr + data).slice(-20_000)));
    const timer = setTimeout(() => child.kill('SIGKILL'), allowed * 1000);
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ stdout, stderr, status, seconds: (performance.now() - start) / 1000 });
    });
  });
}

async function judge(one) {
  const result = await run(one);
  let figures;
  try {
    figures = one.compare(result.stdout);
  } catch (error) {
    figures = [{ name: 'output', kind: 'exact', ours: String(error.message), theirs: '' }];
  }
  const wrong = figures.filter((figure) => !holds(figure));
  return { ...one, ...result, figures, wrong, equal: wrong.length === 0 && result.status === 0 };
}

function show(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
}

function printFigure(figure) {
  const mark = holds(figure) ? ' ' : '!';
  if (typeof figure.ours !== 'number' || typeof figure.theirs !== 'number') {
    if (figure.ours === figure.theirs) {
      console.log(`  ${mark} ${figure.name.padEnd(40)} ${show(figure.theirs)}`);
    } else {
      console.log(
        `  ${mark} ${figure.name}\n        ours    ${show(figure.ours)}\n        PyTorch ${show(figure.theirs)}`,
      );
    }
    return;
  }
  const ratio = ratioOf(figure);
  console.log(
    `  ${mark} ${figure.name.padEnd(40)} ${show(figure.ours).padStart(18)} ${show(figure.theirs).padStart(18)}  ${ratio.toFixed(4)}`,
  );
}

function printCase(result, known) {
  const { name, figures, wrong, equal, status, seconds, stderr } = result;
  const verdict = equal ? 'equal' : known ? 'known' : 'DIFFERS';
  console.log(
    `${verdict.padEnd(8)} ${name}  (${figures.length - wrong.length} of ${figures.length} figures, ${seconds.toFixed(1)} s)`,
  );
  if (known)
    console.log(`    ${equal ? 'now equal: take it out of known-differences.json; it said: ' : ''}${known}`);
  if (status !== 0) {
    const why = status === null ? `no end within ${seconds.toFixed(0)} s` : `exit status ${status}`;
    const last = stderr.trim().split('\n').slice(-6).join('\n    ');
    console.log(`    ${why}\n    ${last}`);
  }
  if (!flags.brief) {
    figures.forEach(printFigure);
  } else if (!known) {
    wrong.slice(0, 5).forEach(printFigure);
    if (wrong.length > 5) console.log(`    … and ${wrong.length - 5} more`);
  }
}

function printSummary(results) {
  console.log('\nFigures by kind            equal    within tolerance     outside    worst ratio');
  for (const kind of ['exact', 'requested', 'allocated', 'reserved']) {
    const figures = results.flatMap((result) => result.figures).filter((figure) => figure.kind === kind);
    const equal = figures.filter((figure) => figure.ours === figure.theirs).length;
    const near = figures.filter(holds).length - equal;
    const worst = figures
      .filter(
        (figure) =>
          typeof figure.ours === 'number' && typeof figure.theirs === 'number' && figure.theirs !== 0,
      )
      .map(ratioOf)
      .reduce((a, b) => (Math.abs(Math.log(b)) > Math.abs(Math.log(a)) ? b : a), 1);
    console.log(
      `${kind.padEnd(20)} ${String(equal).padStart(11)} ${String(near).padStart(19)} ${String(figures.length - equal - near).padStart(11)} ${worst.toFixed(4).padStart(14)}`,
    );
  }
}

const ownGroups = ['scripts', 'examples', 't4', 'estimate'];
const groups = positionals.length > 0 ? positionals : [...ownGroups, ...modelLibraries];
const unknown = groups.filter((group) => ![...ownGroups, ...modelLibraries].includes(group));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; known are ${[...ownGroups, ...modelLibraries].join(', ')}`);
  process.exit(2);
}
if (!flags['no-build'] || !existsSync(cli)) await build({ only: ['cli.js'] });
const known = knownDifferences();
let cases;
try {
  cases = groups
    .flatMap((group) => {
      const libraries = librariesOf(group);
      return casesOf(group, libraries.length > 0 ? fetchLibraries(libraries) : '', flags.light);
    })
    .filter(({ name }) => !flags.only || name.includes(flags.only));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const results = [];
let next = 0;
console.log(`${cases.length} cases; figures are ours, PyTorch's, and the ratio\n`);
await Promise.all(
  Array.from({ length: Math.max(1, Math.min(4, availableParallelism())) }, async () => {
    while (next < cases.length) {
      const result = await judge(cases[next++]);
      results.push(result);
      printCase(result, known.get(result.name));
    }
  }),
);
if (!flags.only && !flags.light) {
  for (const group of groups.filter((one) => modelLibraries.includes(one))) {
    const script = join(root, `test/truth/models/${group}_models.py`);
    const { options } = cases.find((one) => one.script === script);
    const { status, seconds } = await run({ script, args: [], options });
    console.log(
      `\n${relative(root, script)} as a whole, in one process: ${seconds.toFixed(1)} s, exit status ${status}`,
    );
  }
}
printSummary(results);
if (flags.json !== undefined)
  writeFileSync(
    flags.json,
    JSON.stringify(results.map(({ name, status, figures }) => ({ name, status, figures }))),
  );
const failed = results.filter((result) => !result.equal && !known.has(result.name)).length;
const explained = results.filter((result) => !result.equal && known.has(result.name)).length;
if (explained > 0) console.log(`\n${explained} with a known difference`);
console.log(`\ntruth: ${results.length - failed - explained} passed, ${failed} failed, ${explained} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
