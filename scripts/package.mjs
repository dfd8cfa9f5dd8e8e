/** npm run package: builds and writes vram-ledger-VERSION.vsix; fails when it is 3 MB or more. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { build } from './build.mjs';
import { root } from './vscode/host.mjs';

const limit = 3_000_000;

await build();
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const packagePath = join(root, `vram-ledger-${version}.vsix`);
await createVSIX({
  cwd: root,
  packagePath,
  dependencies: false,
  allowMissingRepository: true,
  rewriteRelativeLinks: false,
});
const { size } = statSync(packagePath);
console.log(`${packagePath}: ${(size / 1e6).toFixed(2)} MB`);
if (size >= limit) {
  console.error(`over the limit of ${limit / 1e6} MB`);
  process.exitCode = 1;
}
