/** Runs test/vscode/suite inside VS Code's Node extension host; the suite prints its own counts. */
import { join } from 'node:path';
import { buildSuite } from './build-suite.mjs';
import { root } from './host.mjs';
import { runNodeSuite } from './node-host.mjs';

try {
  await runNodeSuite({ suite: await buildSuite('node'), folder: join(root, 'examples') });
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
