/** Bundles a script of ours for Node: loaded file by file, the machine is ten times slower (see test-unit.mjs). */
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { embedPython } from './embed-python.mjs';
import { root } from './vscode/host.mjs';

/** Bundles `entry` (from the root) as `dist/NAME`, with the parser's wasm files beside it; returns the file. */
export async function bundleForNode(entry, name) {
  const outfile = join(root, 'dist', name);
  mkdirSync(dirname(outfile), { recursive: true });
  embedPython();
  for (const file of ['web-tree-sitter/web-tree-sitter.wasm', 'tree-sitter-python/tree-sitter-python.wasm'])
    copyFileSync(join(root, 'node_modules', file), join(dirname(outfile), file.split('/').pop()));
  await esbuild.build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    alias: { 'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs') },
    banner: {
      js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
    },
    logLevel: 'warning',
  });
  return outfile;
}
