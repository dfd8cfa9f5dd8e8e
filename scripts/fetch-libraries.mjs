/**
 * Puts the source of Python libraries where the abstract machine can read it: .cache/libraries, -full and -quantized.
 *
 *   node scripts/fetch-libraries.mjs [torchvision] [timm] [transformers] [vit-pytorch] …     without names: torchvision
 *
 * The wheels come through pip and are only unpacked, never imported: any Python with pip will do.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Where libraries lie, a folder as a Python environment's site-packages. Libraries that others look for, and then behave
 * otherwise, are in an environment of their own together with those: as the truth was recorded.
 */
const environments = {
  plain: join(root, '.cache/libraries'),
  full: join(root, '.cache/libraries-full'),
  quantized: join(root, '.cache/libraries-quantized'),
};

/** The versions that the truth was recorded with, and what their import needs beside torch and NumPy. */
const packages = {
  torchvision: ['torchvision==0.29.1'],
  timm: ['timm==1.0.29', 'torchvision==0.29.1', 'huggingface_hub', 'safetensors', 'pyyaml'],
  transformers: [
    'transformers==5.18.0',
    'huggingface_hub',
    'tokenizers',
    'safetensors',
    'packaging',
    'regex',
    'pyyaml',
    'tqdm',
    'filelock',
  ],
  'vit-pytorch': ['vit-pytorch==1.26.14', 'einops==0.8.2'],
  'segmentation-models': [
    'segmentation-models-pytorch==0.6.0',
    'timm==1.0.29',
    'torchvision==0.29.1',
    'huggingface_hub',
    'safetensors',
    'pyyaml',
    'tqdm',
  ],
};

/** Libraries of the full environment, and all that is in it. */
const fullLibraries = [
  'diffusers',
  'x-transformers',
  'torch-geometric',
  'lightning',
  'peft',
  'accelerate',
  'hydra',
];
const fullPackages = [
  ...packages.transformers,
  'torchvision==0.29.1',
  'diffusers==0.42.1',
  'importlib_metadata',
  'zipp',
  'requests',
  'x-transformers==2.31.10',
  'einops==0.8.2',
  'einx==0.4.3',
  'frozendict',
  'loguru',
  'torch-einops-utils',
  'torch-geometric==2.8.1',
  'xxhash',
  'psutil',
  'fsspec',
  'jinja2',
  'markupsafe',
  'lightning==2.6.6',
  'lightning-utilities',
  'torchmetrics==1.9.0',
  'peft==0.21.2',
  'accelerate==1.15.0',
  'hydra-core==1.3.8',
  'omegaconf==2.4.0',
  'antlr4-python3-runtime==4.9.3',
];
for (const name of fullLibraries) packages[name] = fullPackages;

/** Libraries of few bits, which transformers and peft look for. */
const quantizedLibraries = ['bitsandbytes', 'torchao'];
const quantizedPackages = [
  ...packages.transformers,
  'peft==0.21.2',
  'accelerate==1.15.0',
  'psutil',
  'fsspec',
  'requests',
  'bitsandbytes==0.50.2',
  'torchao==0.18.0',
];
for (const name of quantizedLibraries) packages[name] = quantizedPackages;

/** The environment that libraries are in. */
function environmentOf(names) {
  if (names.some((name) => quantizedLibraries.includes(name))) return environments.quantized;
  return names.some((name) => fullLibraries.includes(name)) ? environments.full : environments.plain;
}

/** Packages without a wheel. */
const sourceOnly = new Set(['antlr4-python3-runtime==4.9.3']);

function present(requirement, folder) {
  const [name, version] = requirement.split('==');
  if (!existsSync(folder)) return false;
  // Wheels spell the dashes of a name as underscores.
  const prefix = version ? `${name.replaceAll('-', '_')}-${version}` : `${name.replaceAll('-', '_')}-`;
  return readdirSync(folder).some(
    (entry) => entry.toLowerCase().startsWith(prefix.toLowerCase()) && entry.endsWith('.dist-info'),
  );
}

/** The names and versions of wheels do not depend on this machine's Python: only their source is read. */
const wheelOptions = [
  '--no-deps',
  '--only-binary=:all:',
  '--python-version=3.11',
  '--platform=manylinux_2_28_x86_64',
  '--platform=manylinux_2_24_x86_64',
  '--platform=manylinux2014_x86_64',
  '--platform=any',
];

function pip(args) {
  const failures = [];
  for (const python of ['python3', 'python']) {
    try {
      execFileSync(python, ['-m', 'pip', ...args], { stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 });
      return python;
    } catch (error) {
      failures.push(
        `${python}: ${String(error.stderr || error.message)
          .trim()
          .split('\n')
          .pop()}`,
      );
    }
  }
  throw new Error(failures.join('\n'));
}

/**
 * Makes sure that the named libraries (keys of `packages`, of one environment) are there, fetches what is missing, and gives
 * the environment's folder. Throws an error that says what to do when they cannot be had.
 */
export function fetchLibraries(names = ['torchvision']) {
  const folder = environmentOf(names);
  const wanted = [...new Set(names.flatMap((name) => packages[name]))];
  const missing = wanted.filter((one) => !present(one, folder));
  if (missing.length === 0) return folder;
  mkdirSync(folder, { recursive: true });
  const download = mkdtempSync(join(tmpdir(), 'vram-ledger-wheels-'));
  const quietly = ['--quiet', '--disable-pip-version-check'];
  try {
    let python;
    const wheels = missing.filter((one) => !sourceOnly.has(one));
    if (wheels.length > 0)
      python = pip(['download', ...quietly, ...wheelOptions, '--dest', download, ...wheels]);
    for (const one of missing.filter((each) => sourceOnly.has(each)))
      python = pip(['wheel', ...quietly, '--no-deps', '--wheel-dir', download, one]);
    for (const wheel of readdirSync(download)) {
      execFileSync(python, ['-m', 'zipfile', '-e', join(download, wheel), folder]);
    }
  } catch (error) {
    throw new Error(
      `${missing.join(', ')} could not be fetched through pip:\n${error.message}\n` +
        `Install a Python 3 with pip, or unpack the wheels yourself into ${folder}\n` +
        `(pip download --no-deps ${missing.join(' ')}; python3 -m zipfile -e WHEEL ${folder}).`,
      { cause: error },
    );
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
  return folder;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in packages));
  if (unknown.length > 0) {
    console.error(`unknown: ${unknown.join(', ')}; known are ${Object.keys(packages).join(', ')}`);
    process.exit(2);
  }
  try {
    console.log(fetchLibraries(names.length > 0 ? names : undefined));
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
