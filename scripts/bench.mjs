/**
 * npm run bench: the times that a person waits for, as medians, and their ratio to the time that
 * Python takes for `import torch` on the same machine in the same run.
 *
 *   TRUTH_PYTHON=/path/to/python npm run bench      a Python with PyTorch; without one, no ratios
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';
import { createVSIX } from '@vscode/vsce';
import { activation } from '../bench/activation.mjs';
import { opening } from '../bench/opening.mjs';
import { build, bundles } from './build.mjs';
import { fetchLibraries } from './fetch-libraries.mjs';
import { root } from './vscode/host.mjs';

const times = Number(process.env.BENCH_TIMES ?? 5);

/** The median of the wall times in ms of `times` runs; undefined when the command fails. */
function median(command, args) {
  const measured = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    const { status } = spawnSync(command, args, { stdio: 'ignore', cwd: root, timeout: 120_000 });
    if (status !== 0 && status !== 3) return undefined;
    measured.push(performance.now() - start);
  }
  return measured.sort((a, b) => a - b)[Math.floor(times / 2)];
}

await build();
const libraries = fetchLibraries(['torchvision', 'timm', 'transformers']);
const cli = join(root, 'dist/cli.js');
// The example's model in a folder without its config, which asks for four micro-batches a step.
const gpt = join(root, 'dist/bench/gpt/model.py');
mkdirSync(dirname(gpt), { recursive: true });
copyFileSync(join(root, 'examples/gpt/model.py'), gpt);
const rows = [
  ['node, nothing', process.execPath, ['-e', '']],
  [
    'estimate ResNet-50 (a process)',
    process.execPath,
    [
      cli,
      'estimate',
      '--python',
      libraries,
      '--input',
      'x=float32[8, 3, 224, 224]',
      'bench/resnet50.py::resnet50()',
    ],
  ],
  [
    'estimate the 12-layer GPT (a process)',
    process.execPath,
    [
      cli,
      'estimate',
      '--input',
      'idx=int64[4, 1024]',
      '--input',
      'targets=int64[4, 1024]',
      `${gpt}::GPT(GPTConfig())`,
    ],
  ],
  ['run examples/gpt/train.py (a process)', process.execPath, [cli, 'run', 'examples/gpt/train.py']],
  [
    'fit a 24-layer GPT into 16 GiB (a process)',
    process.execPath,
    [
      cli,
      'fit',
      '--budget',
      '16GiB',
      '--input',
      'idx=int64[B, T]',
      '--input',
      'targets=int64[B, T]',
      '--size',
      'B=8',
      '--size',
      'T=1024',
      `${gpt}::GPT(GPTConfig(n_layer=24, n_embd=1024, n_head=16))`,
    ],
  ],
];
const importTorch = median(process.env.TRUTH_PYTHON ?? 'python3', ['-c', 'import torch']);
console.log(
  `python -c "import torch"                     ${importTorch ? `${importTorch.toFixed(0)} ms` : 'not there'}`,
);
/** What a tool of bench/ prints; undefined when it fails. */
async function tool(name, ...args) {
  const [server] = bundles.filter((each) => each.name === 'server.js');
  const outfile = join(root, `dist/bench/${name}.cjs`);
  await esbuild.build({
    ...server.options,
    entryPoints: [join(root, `bench/${name}.ts`)],
    outfile,
    bundle: true,
    logLevel: 'warning',
  });
  const options = { encoding: 'utf8', cwd: root, timeout: 300_000 };
  const { status, stdout } = spawnSync(process.execPath, [outfile, join(root, 'dist'), ...args], options);
  return status === 0 ? JSON.parse(stdout) : undefined;
}

for (const [name, command, args] of rows) {
  const ms = median(command, args);
  const ratio = ms && importTorch ? `  ${(ms / importTorch).toFixed(2)} of import torch` : '';
  console.log(`${name.padEnd(44)} ${ms ? `${ms.toFixed(0)} ms` : 'failed'}${ratio}`);
}
for (const [name, args] of [
  ['a keystroke in the 12-layer GPT, 500 lines', [gpt]],
  ['the same with autocast and 4 micro-batches', ['examples/gpt/model.py']],
  ["a keystroke beside torchvision's ResNet-50", ['bench/resnet50.py', libraries]],
  ["a keystroke in a model around timm's ViT", ['bench/vit.py', libraries]],
]) {
  const times = await tool('keystroke', ...args);
  const text = times
    ? `${times.wall.toFixed(0)} ms (${times.processor.toFixed(0)} ms of the processor)`
    : 'failed';
  console.log(`${name.padEnd(44)} ${text}`);
}

for (const [name, times] of Object.entries((await tool('what-if', 'examples/gpt/model.py')) ?? {}))
  console.log(
    `${`what-if of the 12-layer GPT: ${name}`.padEnd(44)} ${times.wall.toFixed(0)} ms (${times.processor.toFixed(0)} ms of the processor)`,
  );

// The same model with 24 layers, in a workspace of its own.
const deep = join(root, 'dist/bench/deep/gpt/model.py');
mkdirSync(dirname(deep), { recursive: true });
copyFileSync(gpt, deep);
const entry = {
  model: 'gpt/model.py::GPT(GPTConfig(n_layer=24, n_embd=1024, n_head=16))',
  inputs: { idx: 'int64[B, T]', targets: 'int64[B, T]' },
  sizes: { B: 8, T: 1024 },
  loss: 'output[1]',
};
writeFileSync(join(root, 'dist/bench/deep/vram-ledger.json'), JSON.stringify({ entries: { deep: entry } }));
const fitting = await tool('fit', deep, '16GiB');
console.log(
  `${'fit the 24-layer GPT into 16 GiB, sidebar'.padEnd(44)} ${fitting ? `${fitting.wall.toFixed(0)} ms (${fitting.processor.toFixed(0)} ms of the processor)` : 'failed'}`,
);

/** The median of what a measurement gives; undefined when it fails. */
async function medianOf(measure) {
  const measured = [];
  try {
    for (let i = 0; i < times; i++) measured.push(await measure());
  } catch {
    return undefined;
  }
  return measured.sort((a, b) => a - b)[Math.floor(times / 2)];
}

/** The size of the package in bytes. */
async function packageSize() {
  const folder = mkdtempSync(join(tmpdir(), 'vsix-'));
  const packagePath = join(folder, 'package.vsix');
  const log = console.log;
  console.log = () => {};
  try {
    await createVSIX({
      cwd: root,
      packagePath,
      dependencies: false,
      allowMissingRepository: true,
      rewriteRelativeLinks: false,
    });
    return statSync(packagePath).size;
  } finally {
    console.log = log;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The median wall time in ms of importing a library in a process of its own; cold: with nothing compiled on the disk. */
function importing(library, cold) {
  const cache = mkdtempSync(join(tmpdir(), 'vram-ledger-cache-'));
  const script = join(cache, 'imports.py');
  writeFileSync(script, `import ${library}\n`);
  const args = [cli, 'run', '--quiet', '--python', libraries, script];
  try {
    const measured = [];
    for (let i = 0; i < times; i++) {
      if (cold) rmSync(join(cache, 'code'), { recursive: true, force: true });
      else if (i === 0)
        spawnSync(process.execPath, args, { env: { ...process.env, VRAM_LEDGER_CACHE: cache } });
      const start = performance.now();
      const { status } = spawnSync(process.execPath, args, {
        env: { ...process.env, VRAM_LEDGER_CACHE: cache },
      });
      if (status !== 0) return undefined;
      measured.push(performance.now() - start);
    }
    return measured.sort((a, b) => a - b)[Math.floor(times / 2)];
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

for (const [name, millions] of Object.entries((await tool('instructions')) ?? {}))
  console.log(`${`instructions a second, ${name}`.padEnd(44)} ${millions.toFixed(0)} million`);

for (const library of ['timm', 'transformers'])
  for (const cold of [true, false]) {
    const ms = importing(library, cold);
    console.log(
      `${`import ${library}, ${cold ? 'nothing compiled yet' : 'compiled before'}`.padEnd(44)} ${ms ? `${ms.toFixed(0)} ms` : 'failed'}`,
    );
  }

for (const [name, measure] of [
  ['first figures of the GPT after opening', () => opening('examples/gpt/model.py')],
  ['first figures of ResNet-50 after opening', () => opening('bench/resnet50.py', libraries)],
  ['activation in VS Code, web worker', () => activation('web')],
  ['activation in VS Code, Node', () => activation('node')],
]) {
  const ms = await medianOf(measure);
  console.log(`${name.padEnd(44)} ${ms ? `${ms.toFixed(0)} ms` : 'failed'}`);
}
console.log(`${'the .vsix'.padEnd(44)} ${((await packageSize()) / 1e6).toFixed(2)} MB`);
