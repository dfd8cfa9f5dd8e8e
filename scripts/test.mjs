/**
 * npm test: everything that needs only npm and a Chromium.
 *
 *   npm test -- [--all]      --all: also lint, type check and the truth of models of torchvision, timm and transformers (needs pip)
 */
import { join } from 'node:path';
import { build } from './build.mjs';
import { runSteps } from './steps.mjs';
import { vscodeSteps } from './test-vscode.mjs';
import { modelLibraries } from './truth/cases.mjs';
import { root } from './vscode/host.mjs';

const all = process.argv.includes('--all');
const bin = (path) => join(root, 'node_modules', path);
const truth = (...groups) => [join(root, 'scripts/truth.mjs'), '--brief', '--no-build', '--light', ...groups];

await build();
const checks = [
  { name: 'lint', args: [bin('eslint/bin/eslint.js'), root], seconds: 180, counted: false },
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', root], seconds: 120, counted: false },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'], seconds: 180, counted: false },
];
process.exitCode = await runSteps([
  ...(all ? checks : []),
  { name: 'unit tests', args: [join(root, 'scripts/test-unit.mjs')], seconds: 900 },
  { name: 'random programs', args: [join(root, 'scripts/fuzz-ops.mjs'), '--no-build'], seconds: 120 },
  {
    name: 'truth',
    args: truth('scripts', 'examples', ...(all ? ['t4', 'estimate', ...modelLibraries] : [])),
    // With --all, the libraries are fetched first.
    seconds: 1500,
  },
  {
    name: 'operators',
    args: [join(root, 'scripts/truth-ops.mjs'), '--brief', '--no-build'],
    seconds: 240,
  },
  ...(all
    ? [
        {
          name: 'second gradients',
          args: [join(root, 'scripts/truth-ops.mjs'), '--second', '--brief', '--no-build'],
          seconds: 360,
        },
        { name: 'CPython’s tests', args: [join(root, 'scripts/cpython.mjs'), '--fast'], seconds: 120 },
      ]
    : []),
  ...vscodeSteps,
]);
