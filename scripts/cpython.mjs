/**
 * CPython's own tests on our machine: those files of the installed Python's `test` package that prove the language and the
 * modules that models use. Nothing of them is copied; without a Python 3.11 that has the package, nothing runs.
 *
 *   npm run cpython -- [FILE…] [--show TEXT] [--fast] [--record]
 *
 * --show: the failures whose id has the text, in full (all of them are in .cache/cpython/FILE.txt).
 * --fast: the files that CI runs (FAST), each of which has to pass as many tests as scripts/cpython/expected.json says.
 * --record: what was found goes into docs/python-tests.md, where all files were run, and into the expectations of --fast.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleForNode } from './bundle-node.mjs';
import { FAST, FILES } from './cpython/files.mjs';
import { page } from './cpython/page.mjs';
import { root } from './vscode/host.mjs';

/** Seconds for one test, then it counts as failed and the file goes on after it. */
const TEST_SECONDS = 30;
/** Seconds for one file. */
const FILE_SECONDS = 400;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    show: { type: 'string' },
    fast: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    python: { type: 'string', default: process.env.PYTHON ?? 'python3' },
  },
});

/** Where the installed Python has its `test` package; undefined without one, or without the tests in it. */
function testPackage() {
  const ask =
    'import sys, os, test; p = test.__path__[0]; print("%d.%d" % sys.version_info[:2]); print(p if os.path.exists(os.path.join(p, "test_grammar.py")) else "")';
  try {
    const [version, path] = execFileSync(values.python, ['-c', ask], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split('\n');
    return version === '3.11' && path ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a file's tests but those named; resolves to what was told, and how it ended. */
function runOnce(machine, folder, file, done, results, deadline) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--max-old-space-size=1500',
        '--stack-size=3900',
        machine,
        fileURLToPath(new URL('./cpython/driver.py', import.meta.url)),
        folder,
        file,
        ...done,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let running;
    let ended = false;
    let late = false;
    let errors = '';
    let timer;
    const watch = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          late = true;
          child.kill('SIGKILL');
        },
        Math.min(TEST_SECONDS * 1000, Math.max(1000, deadline - performance.now())),
      );
    };
    watch();
    child.stderr.on('data', (data) => (errors = (errors + data).slice(-3000)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const at = line.lastIndexOf('\x1e');
      if (at < 0) return;
      const told = JSON.parse(line.slice(at + 1));
      if (told.start !== undefined) {
        running = told.start;
        watch();
      } else if (told.id !== undefined) {
        running = undefined;
        results.set(told.id, { outcome: told.outcome, message: told.message });
      } else if (told.end) ended = true;
    });
    child.on('close', () => {
      clearTimeout(timer);
      resolve({ ended, running, errors: late ? `no end within its time\n${errors}` : errors });
    });
  });
}

/** All tests of a file: id → outcome and message. What does not end is started again without the test that was running. */
async function runFile(machine, folder, file) {
  const results = new Map();
  const deadline = performance.now() + FILE_SECONDS * 1000;
  for (;;) {
    const { ended, running, errors } = await runOnce(
      machine,
      folder,
      file,
      [...results.keys()],
      results,
      deadline,
    );
    if (ended) return results;
    results.set(running ?? `${file} (as a whole)`, { outcome: 'failed', message: errors });
    if (running === undefined || performance.now() > deadline) return results;
  }
}

const count = (results, outcome) =>
  [...results.values()].filter((result) => result.outcome === outcome).length;

const path = testPackage();
if (path === undefined) {
  console.log(`${values.python} is no Python 3.11 with its test package: nothing to run`);
  console.log('cpython: 0 passed, 0 failed, 1 skipped');
  process.exit(0);
}
const machine = await bundleForNode('scripts/cpython/machine.ts', 'cpython/machine.mjs');
const folder = mkdtempSync(join(tmpdir(), 'cpython-tests-'));
symlinkSync(path, join(folder, 'test'), 'junction');
const files = values.fast ? FAST : positionals.length > 0 ? positionals : FILES;
const expectedPath = fileURLToPath(new URL('./cpython/expected.json', import.meta.url));
const expected = JSON.parse(readFileSync(expectedPath, 'utf8'));
const totals = { passed: 0, failed: 0, skipped: 0 };
const rows = [];
const logs = join(root, '.cache/cpython');
mkdirSync(logs, { recursive: true });
for (const file of files) {
  const start = performance.now();
  const results = await runFile(machine, folder, file);
  let log = '';
  const failed = [];
  for (const [id, { outcome, message }] of results) {
    if (outcome !== 'failed') continue;
    failed.push(id);
    const text = `--- ${id}\n${message}\n`;
    log += text;
    if (values.show !== undefined && id.includes(values.show)) process.stdout.write(text);
  }
  writeFileSync(join(logs, `${file}.txt`), log);
  const row = { file, failures: failed };
  for (const outcome of ['passed', 'failed', 'skipped']) {
    row[outcome] = count(results, outcome);
    totals[outcome] += row[outcome];
  }
  rows.push(row);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(
    `${file.padEnd(28)} ${row.passed} passed, ${row.failed} failed, ${row.skipped} skipped  (${seconds} s)`,
  );
}
rmSync(folder, { recursive: true });
const share = (100 * totals.passed) / Math.max(1, totals.passed + totals.failed);
console.log(`${share.toFixed(1)} % of ${totals.passed + totals.failed} pass`);
if (values.record) {
  for (const { file, passed } of rows) if (FAST.includes(file)) expected[file] = passed;
  writeFileSync(expectedPath, `${JSON.stringify(expected, null, 2)}\n`);
  if (files === FILES) writeFileSync(join(root, 'docs/python-tests.md'), page(rows));
}
if (values.fast) {
  // A test that never passed is no failure here; one that did is.
  const lost = rows.reduce((sum, { file, passed }) => sum + Math.max(0, (expected[file] ?? 0) - passed), 0);
  for (const { file, passed } of rows) {
    if (passed >= (expected[file] ?? 0)) continue;
    console.log(
      `${file}: ${passed} pass where ${expected[file]} did; what fails is in .cache/cpython/${file}.txt`,
    );
  }
  console.log(`cpython: ${totals.passed} passed, ${lost} failed, ${totals.skipped} skipped`);
  process.exitCode = lost > 0 ? 1 : 0;
} else {
  console.log(`cpython: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}
