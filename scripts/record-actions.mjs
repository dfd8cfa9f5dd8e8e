/**
 * Records what PyTorch says of the actions of test/advice/proof: the peak of the edited program, its outputs, and whether it trains alike;
 * writes docs/actions.md.
 *
 *   TRUTH_PYTHON=/path/to/python CPU_PYTHON=/path/to/python node scripts/record-actions.mjs [NAME…]
 *
 * TRUTH_PYTHON runs a file with PyTorch on a CUDA device (test/truth/README.md), CPU_PYTHON one without. The libraries of
 * scripts/fetch-libraries.mjs must be installed in both. Names select cases. Where a device gives no real values back, booleans must
 * read as true (transformers asks whether a mask is all ones, and keeps it where not), and small copies to the device as they were
 * (DDP reads the order of its buckets back).
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { embedPython } from './embed-python.mjs';
import { root } from './vscode/host.mjs';

embedPython();
const outfile = join(root, 'dist/record-actions.cjs');
await esbuild.build({
  entryPoints: [join(root, 'test/advice/proof/record.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  mainFields: ['module', 'main'],
  external: ['web-tree-sitter', 'tree-sitter-python'],
});
process.exitCode =
  spawnSync(process.execPath, [outfile, root, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
