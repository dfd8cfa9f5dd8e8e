/**
 * Random Python programs, run here and by CPython: what they print must be the same.
 *
 *   npm run fuzz:python -- [--count N] [--seed S] [--reduce] [--show N] [--scenarios]
 *
 * Needs python3 (3.11). --scenarios: programs of scenarios.mjs alone.
 *
 * A program that differs is written to `.cache/fuzz/SEED.py`, with `--reduce` also as small as it gets.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { createRunner } from '../../test/python/run';
import { generate, generateScenarios } from '../../test/python/fuzz/generate.mjs';

const root = process.cwd();
const folder = join(root, '.cache/fuzz');
mkdirSync(folder, { recursive: true });

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    reduce: { type: 'boolean', default: false },
    show: { type: 'string', default: '5' },
    scenarios: { type: 'boolean', default: false },
  },
});

/** CPython as a process that runs one program after another. */
class Reference {
  constructor() {
    this.child = spawn('python3', [join(root, 'test/python/fuzz/reference.py')], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONHASHSEED: '0', PYTHONIOENCODING: 'utf-8' },
    });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }
  async run(path) {
    this.child.stdin.write(`${path}\n`);
    const { value } = await this.lines.next();
    return JSON.parse(value);
  }
  end() {
    this.child.stdin.end();
  }
}

const ADDRESS = /0x[0-9a-f]{6,}/gi;
/** A set with texts in it: their hashes, and with them its order, are others in each process of CPython. */
const SET_OF_TEXTS = /\{([^{}:]*'[^{}:]*)\}/g;
const plain = (text) =>
  text
    .replace(ADDRESS, '0x…')
    .replace(SET_OF_TEXTS, (_, items) => `{${items.split(', ').sort().join(', ')}}`)
    .trimEnd();

const runner = await createRunner();
const reference = new Reference();
const path = join(folder, `program-${process.pid}.py`);

let notCompared = 0;

/** Both outputs where they differ, else null. */
async function difference(program) {
  writeFileSync(path, program);
  const expected = await reference.run(path);
  let ours;
  try {
    const { output, limit } = runner.run(path);
    ours = output + (limit === undefined ? '' : `LIMIT ${limit.message}`);
  } catch (error) {
    ours = `CRASH ${error.stack}`;
  }
  // Killed for its size or time: nothing to compare, but that we live on.
  if (expected.status < 0 || /MemoryError/.test(expected.output)) {
    notCompared++;
    return null;
  }
  const a = plain(expected.output);
  const b = plain(ours);
  return a === b ? null : { expected: a, ours: b };
}

/** The blocks of a program: ranges of lines that can be left out together. */
function blocks(lines) {
  const found = [];
  for (let i = 0; i < lines.length; i++) {
    const indent = /^ */.exec(lines[i])[0].length;
    let end = i + 1;
    while (end < lines.length && /^ */.exec(lines[end])[0].length > indent) end++;
    found.push([i, end]);
    if (end > i + 1) found.push([i, i + 1]);
  }
  return found.sort((a, b) => b[1] - b[0] - (a[1] - a[0]));
}

/** The last line of the difference: what kind of failure it is. */
const signature = ({ expected, ours }) => {
  const [a, b] = [expected.split('\n'), ours.split('\n')];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return `${(a[i] ?? '').replace(/\d+/g, 'N').slice(0, 12)}|${(b[i] ?? '').replace(/\d+/g, 'N').slice(0, 12)}`;
};

async function reduce(program, first) {
  let lines = program.trimEnd().split('\n');
  const kind = signature(first);
  for (let progress = true; progress;) {
    progress = false;
    for (const [start, end] of blocks(lines)) {
      if (end > lines.length) continue;
      const indent = /^ */.exec(lines[start])[0];
      const shorter = [...lines.slice(0, start), ...lines.slice(end)];
      const withPass = [...lines.slice(0, start), `${indent}pass`, ...lines.slice(end)];
      // Or the body without its header.
      const dedented = [
        ...lines.slice(0, start),
        ...lines.slice(start + 1, end).map((line) => line.replace(/^ {4}/, '')),
        ...lines.slice(end),
      ];
      for (const candidate of [shorter, withPass, dedented]) {
        if (candidate.length > lines.length || (candidate.length === lines.length && candidate !== withPass))
          continue;
        if (candidate === withPass && (end - start === 1 || lines[start].trim() === 'pass')) continue;
        const result = await difference(`${candidate.join('\n')}\n`);
        if (result !== null && signature(result) === kind) {
          lines = candidate;
          progress = true;
          break;
        }
      }
      if (progress) break;
    }
  }
  return `${lines.join('\n')}\n`;
}

const firstSeed = Number(values.seed);
const count = Number(values.count);
let failed = 0;
const kinds = new Map();
for (let seed = firstSeed; seed < firstSeed + count; seed++) {
  const program = values.scenarios ? generateScenarios(seed) : generate(seed);
  const result = await difference(program);
  if (result === null) continue;
  failed++;
  const kind = signature(result);
  const known = kinds.get(kind) ?? 0;
  kinds.set(kind, known + 1);
  writeFileSync(join(folder, `${seed}.py`), program);
  if (known > 0 || kinds.size > Number(values.show)) continue;
  let shown = result;
  let text = '';
  if (values.reduce) {
    text = await reduce(program, result);
    writeFileSync(join(folder, `${seed}.py`), text);
    shown = (await difference(text)) ?? result;
  }
  const [a, b] = [shown.expected.split('\n'), shown.ours.split('\n')];
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  console.log(
    `--- ${seed}\n${text}CPython: ${a.slice(i, i + 3).join('\n         ')}\nhere:    ${b.slice(i, i + 3).join('\n         ')}`,
  );
}
reference.end();
for (const [kind, number] of [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 20)) console.log(number, kind);
console.log(
  `fuzz: ${count - failed - notCompared} passed, ${failed} failed${notCompared > 0 ? `, ${notCompared} too large or slow for CPython to compare` : ''}`,
);
process.exitCode = failed > 0 ? 1 : 0;
