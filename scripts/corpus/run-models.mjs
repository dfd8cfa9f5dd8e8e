/** Models of a corpus script, many to a process, so that the library is imported once. */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { root } from '../vscode/host.mjs';

const cli = join(root, 'dist/cli.js');
/** The import of the library, before the first model of a process. */
const secondsToStart = 120;
/** Names that one process is given: the machine's memory is new with the next. */
const namesPerProcess = 100;

/**
 * Runs the script for the names; `onLine` gets its line for each. A model that ends the process or takes longer than
 * `secondsPerModel` has a line { model, failed, error } of ours, and the rest goes on in a new process. Stops after the first
 * line later than `until` (of `performance.now()`).
 */
export async function runModels({ script, names, options, secondsPerModel, until = Infinity, onLine }) {
  let rest = names;
  while (rest.length > 0 && performance.now() < until)
    rest = await runSome(rest.slice(0, namesPerProcess), rest.slice(namesPerProcess));

  function runSome(now, later) {
    return new Promise((resolve) => {
      const child = spawn(
        process.execPath,
        ['--max-old-space-size=4096', cli, 'run', ...options, script, ...now],
        {
          cwd: dirname(script),
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      const done = new Set();
      let current;
      let messages = '';
      let late = false;
      let timer;
      const wait = (seconds) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          late = true;
          child.kill('SIGKILL');
        }, seconds * 1000);
      };
      wait(secondsToStart);
      onLines(child.stdout, (line) => {
        if (!line.startsWith('{"model"')) return;
        const result = JSON.parse(line.replaceAll(/(?<=[ [])\?(?=[,\]}])/g, 'null'));
        done.add(result.model);
        onLine(result);
        if (performance.now() > until) child.kill('SIGKILL');
      });
      onLines(child.stderr, (line) => {
        if (now.includes(line)) {
          current = line;
          messages = '';
          wait(secondsPerModel);
        } else messages = `${messages}${line}\n`.slice(-2000);
      });
      child.on('close', (status) => {
        clearTimeout(timer);
        const left = now.filter((name) => !done.has(name));
        if (left.length === 0 || performance.now() > until) return resolve(later);
        const culprit = current !== undefined && !done.has(current) ? current : left[0];
        const error = late ? `no end within ${secondsPerModel} s` : messages.trim().split('\n').pop();
        onLine({
          model: culprit,
          failed: current === undefined ? 'import' : 'process',
          error: error || `exit status ${status}`,
        });
        resolve([...left.filter((name) => name !== culprit), ...later]);
      });
    });
  }
}

function onLines(stream, onLine) {
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (data) => {
    const lines = (text + data).split('\n');
    text = lines.pop();
    lines.forEach(onLine);
  });
}
