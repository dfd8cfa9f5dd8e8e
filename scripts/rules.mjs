/**
 * npm run rules [NAME…]: what the rules of src/advice/rules say of torchvision, timm and the examples, which are taken for
 * correct: each finding, and how many there are in 10,000 lines.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { build, bundles } from './build.mjs';
import { fetchLibraries } from './fetch-libraries.mjs';
import { root } from './vscode/host.mjs';

await build({ only: ['cli.js'] });
const [{ options }] = bundles.filter(({ name }) => name === 'cli.js');
const outfile = join(root, 'dist/rules/judge.cjs');
await esbuild.build({
  ...options,
  banner: {},
  entryPoints: [join(root, 'scripts/rules/judge.ts')],
  outfile,
  bundle: true,
  logLevel: 'warning',
});
const { status } = spawnSync(
  process.execPath,
  [outfile, join(root, 'dist'), fetchLibraries(['timm']), root, ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: root },
);
process.exitCode = status ?? 1;
