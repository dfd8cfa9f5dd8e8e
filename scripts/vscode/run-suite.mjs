/** Runs test/vscode/suite inside VS Code's web extension host; the suite prints its own counts. */
import { join } from 'node:path';
import { buildSuite } from './build-suite.mjs';
import { root, runSuite } from './host.mjs';

try {
  await runSuite({ suite: await buildSuite('web'), folder: join(root, 'examples') });
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
