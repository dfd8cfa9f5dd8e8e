/**
 * Random programs of operators beside what PyTorch printed for them (test/truth/fuzz).
 *
 *   npm run fuzz:ops -- [FIRST COUNT] [--all] [--no-build]
 *
 * By default the first 100 programs; --all takes every recorded one. A program that differs from its recording and isn't
 * named in known-differences.json is printed at its first differing line, and the exit status is 1.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { build } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'test/truth/fuzz');
const { values: flags, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, 'no-build': { type: 'boolean' } },
  allowPositionals: true,
});

/** The lines of each program by its number. */
function programsOf(text) {
  const programs = new Map();
  let lines = [];
  for (const line of text.split('\n')) {
    const start = /^program (\d+)$/.exec(line);
    if (start !== null) programs.set(Number(start[1]), (lines = []));
    else if (line !== '') lines.push(line);
  }
  return programs;
}

if (!flags['no-build']) await build({ only: ['cli.js'] });
const recorded = programsOf(gunzipSync(readFileSync(join(folder, 'programs.expected.gz'))).toString());
const known = new Set(JSON.parse(readFileSync(join(folder, 'known-differences.json'), 'utf8')).programs);
const [first, count] = flags.all
  ? [0, recorded.size]
  : positionals.length === 2
    ? positionals.map(Number)
    : [0, 100];
const { stdout, stderr, status } = spawnSync(
  process.execPath,
  [
    join(root, 'dist/cli.js'),
    'run',
    '--max-instructions',
    '4000000000',
    join(folder, 'programs.py'),
    `${first}`,
    `${count}`,
  ],
  { encoding: 'utf8', maxBuffer: 2 ** 28 },
);
const ours = programsOf(stdout);
let [equal, explained, failed] = [0, 0, 0];
for (let number = first; number < first + count; number++) {
  const theirs = recorded.get(number);
  const lines = ours.get(number) ?? [];
  if (theirs === undefined) continue;
  const at = theirs.findIndex((line, i) => line !== lines[i]);
  if (at < 0 && lines.length === theirs.length) equal++;
  else if (known.has(number)) explained++;
  else {
    failed++;
    console.log(
      `program ${number}, step ${at + 1}\n  ours    ${lines[at] ?? '(nothing)'}\n  PyTorch ${theirs[at]}`,
    );
  }
}
if (status !== 0) console.log(stderr.trim().split('\n').slice(-6).join('\n'));
console.log(`\nfuzz: ${equal} passed, ${failed} failed, ${explained} skipped`);
process.exitCode = failed > 0 || status !== 0 ? 1 : 0;
