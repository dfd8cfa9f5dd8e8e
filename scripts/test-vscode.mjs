/** Tests in a real VS Code: the suite inside its web extension host and its Node one, then the window as a person sees it. */
import { join } from 'node:path';
import { build } from './build.mjs';
import { runSteps } from './steps.mjs';
import { root } from './vscode/host.mjs';

/** The steps; the last takes screenshots (.cache/screenshots). */
export const vscodeSteps = [
  {
    name: 'VS Code, inside the web extension host',
    args: [join(root, 'scripts/vscode/run-suite.mjs')],
    seconds: 400,
  },
  {
    name: 'VS Code, inside the Node extension host',
    args: [join(root, 'scripts/vscode/run-suite-node.mjs')],
    seconds: 500,
  },
  {
    name: 'VS Code, the window',
    args: [
      join(root, 'node_modules/mocha/bin/mocha.js'),
      '--config',
      join(root, 'test/vscode/ui/.mocharc.json'),
    ],
    seconds: 300,
  },
];

if (process.argv[1]?.endsWith('test-vscode.mjs')) {
  await build();
  process.exitCode = await runSteps(vscodeSteps);
}
