/** docs/python-tests.md: what of CPython's tests passes, and why the rest does not. */
import { readFileSync } from 'node:fs';

const { reasons } = JSON.parse(readFileSync(new URL('./reasons.json', import.meta.url), 'utf8'));
const UNSORTED = 'not looked at yet';

/** The first reason whose pattern is in a test's id. */
function reasonOf(id) {
  return (
    reasons.find(({ tests }) => tests.some((pattern) => new RegExp(pattern).test(id)))?.reason ?? UNSORTED
  );
}

function table(header, rows) {
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

/** The page's text. `rows`: each file's counts, and the ids of the tests that failed. */
export function page(rows) {
  const sum = (outcome) => rows.reduce((total, row) => total + row[outcome], 0);
  const share = (passed, failed) => `${((100 * passed) / Math.max(1, passed + failed)).toFixed(1)} %`;
  const groups = new Map();
  for (const { file, failures } of rows) {
    for (const id of failures) {
      const reason = reasonOf(id);
      const files = groups.get(reason) ?? groups.set(reason, new Map()).get(reason);
      files.set(file, (files.get(file) ?? 0) + 1);
    }
  }
  const count = (files) => [...files.values()].reduce((total, n) => total + n, 0);
  const sorted = [...groups].sort((a, b) => count(b[1]) - count(a[1]));
  const named = (files) =>
    [...files]
      .sort((a, b) => b[1] - a[1])
      .map(([file, n]) => (n === 1 ? file : `${file} (${n})`))
      .join(', ');
  return `# CPython's own tests

\`npm run cpython\` runs ${rows.length} files of the installed Python's \`test\` package (3.11; nothing of it is copied) on our machine, through our
own \`unittest\` and \`doctest\`: one process per file, 30 s for a test. It prints passed, failed and skipped per file; every failure's
text is in \`.cache/cpython/FILE.txt\`. \`npm run cpython -- --record\` writes this page (its reasons are in \`scripts/cpython/reasons.json\`);
\`npm test -- --all\` runs the fast ones of the files and fails where one passes fewer tests than are recorded.

Tests that start another Python are skipped (analysed code never starts a process), and so are those that CPython marks as of its
own workings.

**${share(sum('passed'), sum('failed'))}** of ${sum('passed') + sum('failed')} tests pass.

${table(
  ['file', 'passed', 'failed', 'skipped'],
  rows.map(({ file, passed, failed, skipped }) => [file, passed, failed, skipped]),
)}

What fails, by reason:

${table(
  ['reason', 'tests', 'files'],
  sorted.map(([reason, files]) => [reason, count(files), named(files)]),
)}
`;
}
