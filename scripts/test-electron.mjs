/**
 * The suite of test/vscode in a desktop VS Code (Electron), for who can download one or has one:
 *
 *   npm run test:electron              downloads VS Code into .vscode-test
 *   VSCODE=/path/to/code npm run test:electron
 */
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { build } from './build.mjs';
import { buildSuite } from './vscode/build-suite.mjs';
import { root } from './vscode/host.mjs';

await build();
try {
  await runTests({
    ...(process.env.VSCODE ? { vscodeExecutablePath: process.env.VSCODE } : {}),
    extensionDevelopmentPath: root,
    extensionTestsPath: await buildSuite('node'),
    launchArgs: [join(root, 'examples'), '--disable-extensions', '--disable-workspace-trust'],
  });
} catch (error) {
  console.error(error.message);
  console.error('Without a download: VSCODE=/path/to/code npm run test:electron');
  process.exitCode = 1;
}
