/** Bundles the suite that runs inside VS Code: dist/test/suite.web.js and dist/test/suite.js (Node host). */
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from './host.mjs';

const common = {
  bundle: true,
  format: 'cjs',
  external: ['vscode'],
  logLevel: 'warning',
  sourcemap: 'inline',
};

/** Builds the suite for one host, 'web' or 'node'; resolves to the bundle's path. */
export async function buildSuite(host) {
  const outfile = join(root, host === 'web' ? 'dist/test/suite.web.js' : 'dist/test/suite.js');
  await esbuild.build(
    host === 'web'
      ? {
          ...common,
          entryPoints: [join(root, 'test/vscode/suite/index.web.ts')],
          outfile,
          platform: 'browser',
          define: { global: 'globalThis', process: '{"env":{}}' },
        }
      : {
          ...common,
          entryPoints: [join(root, 'test/vscode/suite/index.node.ts')],
          outfile,
          platform: 'node',
          external: ['vscode', 'mocha'],
        },
  );
  return outfile;
}
