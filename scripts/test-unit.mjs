/**
 * The unit tests, bundled and run by mocha: a bundle has the opcodes' numbers in it, so the machine runs as fast as it does for
 * users (loaded file by file it is ten times slower).
 *
 *   node scripts/test-unit.mjs [FILE…] [-- MOCHA OPTIONS]      all of test/ without names
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { embedPython } from './embed-python.mjs';
import { root } from './vscode/host.mjs';

const out = join(root, 'dist/unit');

/** Tests find their fixtures beside their source, wherever the bundle lies. */
const placesOfSource = {
  name: 'places-of-source',
  setup(build) {
    build.onLoad({ filter: /[\\/]test[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.filename', JSON.stringify(path))
        .replaceAll('__dirname', JSON.stringify(dirname(path))),
      loader: 'ts',
    }));
  },
};

function testFiles() {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.test.ts') && !/^vscode[\\/]/.test(file))
    .map((file) => join(root, 'test', file));
}

const separator = process.argv.indexOf('--');
const named = process.argv.slice(2, separator < 0 ? undefined : separator).map((file) => resolve(file));
const options = separator < 0 ? [] : process.argv.slice(separator + 1);

embedPython();
rmSync(out, { recursive: true, force: true });
const { metafile } = await esbuild.build({
  entryPoints: named.length > 0 ? named : testFiles(),
  outdir: out,
  outbase: join(root, 'test'),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  alias: {
    'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs'),
    'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
  },
  plugins: [placesOfSource],
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
  },
  metafile: true,
  logLevel: 'warning',
});
const bundles = Object.entries(metafile.outputs)
  .filter(([, { entryPoint }]) => entryPoint?.endsWith('.test.ts'))
  .map(([file]) => relative(root, resolve(file)));
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
const { status } = spawnSync(
  process.execPath,
  [
    '--enable-source-maps',
    mocha,
    '--no-config',
    '--timeout',
    '20000',
    '--reporter',
    'dot',
    // A file is a job: on one core they run in one process.
    ...(availableParallelism() > 1 && bundles.length > 1
      ? ['--parallel', '--jobs', String(availableParallelism())]
      : []),
    ...options,
    ...bundles,
  ],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
