/**
 * Builds dist/: one file per entry point, the two wasm files of tree-sitter and our Python files, compiled, beside them.
 *
 *   node scripts/build.mjs [--watch] [--dev] [cli.js …]     --dev: not minified, with source maps
 */
import { builtinModules } from 'node:module';
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { embedPython } from './embed-python.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');

const node = {
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // The ES module reads import.meta.url, which a CommonJS bundle leaves undefined.
  alias: {
    'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs'),
    // Its UMD build requires its parts by names that a bundle does not see.
    'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
  },
};
const browser = {
  platform: 'browser',
  target: 'es2022',
  mainFields: ['browser', 'module', 'main'],
  define: { global: 'globalThis' },
  // Reached only under Node, behind a check.
  external: ['fs/promises', 'module', 'fs', 'node:*'],
};

/** What runs under Node and in a browser alike: it names the host's own modules, and reaches Node's only there. */
const anywhere = {
  platform: 'neutral',
  target: 'es2022',
  format: 'iife',
  mainFields: ['module', 'main'],
  conditions: ['node', 'browser'],
  define: { global: 'globalThis' },
  external: [...builtinModules, 'node:*'],
  alias: node.alias,
};

/** Every bundle: its name in dist/, its entry point, what esbuild must know, and the bundle that it is a part of. */
export const bundles = [
  {
    name: 'cli.js',
    entry: 'src/cli/start.ts',
    options: { ...node, banner: { js: '#!/usr/bin/env node' } },
  },
  { name: 'cli.main.js', entry: 'src/cli/main.ts', options: node, of: 'cli.js' },
  { name: 'extension.js', entry: 'src/extension/extension.ts', options: { ...node, external: ['vscode'] } },
  { name: 'server.js', entry: 'src/server/server.ts', options: node },
  { name: 'server.worker.js', entry: 'src/server/server.worker.ts', options: anywhere },
  {
    name: 'extension.web.js',
    entry: 'src/extension/extension.web.ts',
    options: { ...browser, format: 'cjs', external: [...browser.external, 'vscode'] },
  },
];

/** Bundles carry no Python text: they read dist/python.bin. */
const withoutPythonText = {
  name: 'without-python-text',
  setup(build) {
    build.onLoad({ filter: /generated[\\/]python-sources\.ts$/ }, () => ({
      contents: 'export const pythonSources = {};',
      loader: 'ts',
    }));
  },
};

/** Writes dist/python.bin. */
async function compilePython() {
  const tool = join(dist, 'compile-python.tool.mjs');
  await esbuild.build({
    ...node,
    format: 'esm',
    entryPoints: [join(root, 'scripts/compile-python.ts')],
    outfile: tool,
    bundle: true,
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); const __filename = import.meta.filename ?? ''; const __dirname = '.';",
    },
  });
  execFileSync(process.execPath, [tool, dist], { stdio: 'inherit' });
  rmSync(tool);
}

function optionsOf({ name, entry, options }, dev) {
  return {
    ...options,
    entryPoints: [join(root, entry)],
    outfile: join(dist, name),
    bundle: true,
    minify: !dev,
    keepNames: false,
    sourcemap: dev,
    legalComments: 'none',
    plugins: [withoutPythonText],
    logLevel: 'warning',
  };
}

/** The files that the bundles read, and the schema that package.json names. */
function copyAssets() {
  for (const file of [
    'node_modules/web-tree-sitter/web-tree-sitter.wasm',
    'node_modules/tree-sitter-python/tree-sitter-python.wasm',
    'src/workspace/config-schema.json',
  ]) {
    copyFileSync(join(root, file), join(dist, file.split('/').pop()));
  }
}

/** Builds the named bundles (all without names); throws esbuild's error, already printed, when one fails. */
export async function build({ dev = false, only = [] } = {}) {
  const wanted = bundles.filter(
    ({ name, of }) => only.length === 0 || only.includes(name) || only.includes(of),
  );
  mkdirSync(dist, { recursive: true });
  embedPython();
  copyAssets();
  await compilePython();
  await Promise.all(wanted.map((bundle) => esbuild.build(optionsOf(bundle, dev))));
  if (wanted.some(({ name }) => name === 'cli.js')) chmodSync(join(dist, 'cli.js'), 0o755);
}

async function watch() {
  mkdirSync(dist, { recursive: true });
  embedPython();
  copyAssets();
  await compilePython();
  for (const bundle of bundles) {
    const context = await esbuild.context(optionsOf(bundle, true));
    await context.watch();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--watch')) {
    await watch();
  } else {
    const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
    await build({ dev: process.argv.includes('--dev'), only });
    for (const { name } of bundles.filter(({ name }) => only.length === 0 || only.includes(name))) {
      console.log(
        `${String(Math.ceil(statSync(join(dist, name)).size / 1024)).padStart(6)} KiB  dist/${name}`,
      );
    }
  }
}
