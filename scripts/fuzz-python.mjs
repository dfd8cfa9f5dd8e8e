/** Random Python programs here and in CPython: bundles scripts/fuzz/compare.mjs (its options are described there) and runs it. */
import { spawnSync } from 'node:child_process';
import { bundleForNode } from './bundle-node.mjs';
import { root } from './vscode/host.mjs';

const compare = await bundleForNode('scripts/fuzz/compare.mjs', 'fuzz/compare.mjs');
const { status } = spawnSync(process.execPath, ['--stack-size=3900', compare, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
