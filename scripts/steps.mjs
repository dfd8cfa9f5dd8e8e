/**
 * Steps of a test run, each a child process whose output is passed on and whose counts are read from
 * it: mocha's "N passing", "N failing", "N pending", or a line "NAME: N passed, N failed".
 */
import { spawn } from 'node:child_process';

function countsOf(output) {
  // Colours off: mocha writes them only to a terminal, VS Code's console never does.
  const last = (pattern) => Number([...output.matchAll(pattern)].pop()?.[1] ?? 0);
  const own = [...output.matchAll(/^\w+: (\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].pop();
  if (own) return { passed: Number(own[1]), failed: Number(own[2]), skipped: Number(own[3] ?? 0) };
  return {
    passed: last(/^\s*(\d+) passing/gm),
    failed: last(/^\s*(\d+) failing/gm),
    skipped: last(/^\s*(\d+) pending/gm),
  };
}

/**
 * Runs one step { name, command, args, seconds, counted } and resolves to { name, passed, failed, skipped }.
 * A step without counts, such as lint, is one test. One that ends badly without saying that a test failed, or
 * does not end in time, has one failure more.
 */
export function runStep({ name, command = process.execPath, args, seconds, counted = true }) {
  console.log(`\n== ${name}`);
  return new Promise((resolve) => {
    const start = performance.now();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    let output = '';
    const pass = (stream) => (data) => {
      output += data;
      stream.write(data);
    };
    child.stdout.on('data', pass(process.stdout));
    child.stderr.on('data', pass(process.stderr));
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(() => {
      console.log(`${name}: no end within ${seconds} s`);
      end();
    }, seconds * 1000);
    child.on('close', (status) => {
      clearTimeout(timer);
      const counts = counted ? countsOf(output) : { passed: status === 0 ? 1 : 0, failed: 0, skipped: 0 };
      if (status !== 0 && counts.failed === 0) counts.failed = 1;
      if (counted && status === 0 && counts.passed === 0 && counts.skipped === 0) {
        console.log(`${name}: no test ran`);
        counts.failed = 1;
      }
      console.log(
        `-- ${name}: ${counts.passed} passed, ${counts.failed} failed (${((performance.now() - start) / 1000).toFixed(1)} s)`,
      );
      resolve({ name, ...counts });
    });
  });
}

/** Runs the steps one after another, prints the sums as the last line, and returns the exit status. */
export async function runSteps(steps) {
  const results = [];
  for (const step of steps) results.push(await runStep(step));
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const skipped = sum('skipped');
  console.log();
  for (const { name, failed } of results) if (failed > 0) console.log(`failed: ${name} (${failed})`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return sum('failed') > 0 ? 1 : 0;
}
