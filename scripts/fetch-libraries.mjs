/**
 * Puts the source of Python libraries where the abstract machine can read it: .cache/libraries.
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

/** Where the libraries lie, one folder as a Python environment's site-packages. */
export const librariesFolder = join(root, '.cache/libraries');

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

function present(requirement) {
  const [name, version] = requirement.split('==');
  if (!existsSync(librariesFolder)) return false;
  // Wheels spell the dashes of a name as underscores.
  const prefix = version ? `${name.replaceAll('-', '_')}-${version}` : `${name.replaceAll('-', '_')}-`;
  return readdirSync(librariesFolder).some(
    (entry) => entry.toLowerCase().startsWith(prefix.toLowerCase()) && entry.endsWith('.dist-info'),
  );
}

/** The names and versions of wheels do not depend on this machine's Python: only their source is read. */
const wheelOptions = [
  '--no-deps',
  '--only-binary=:all:',
  '--python-version=3.11',
  '--platform=manylinux_2_28_x86_64',
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
 * Makes sure that the named libraries (keys of `packages`) lie in `librariesFolder`; fetches what is
 * missing. Throws an error that says what to do when they cannot be had.
 */
export function fetchLibraries(names = ['torchvision']) {
  const missing = [...new Set(names.flatMap((name) => packages[name]))].filter((one) => !present(one));
  if (missing.length === 0) return librariesFolder;
  mkdirSync(librariesFolder, { recursive: true });
  const download = mkdtempSync(join(tmpdir(), 'vram-ledger-wheels-'));
  try {
    const python = pip([
      'download',
      '--quiet',
      '--disable-pip-version-check',
      ...wheelOptions,
      '--dest',
      download,
      ...missing,
    ]);
    for (const wheel of readdirSync(download)) {
      execFileSync(python, ['-m', 'zipfile', '-e', join(download, wheel), librariesFolder]);
    }
  } catch (error) {
    throw new Error(
      `${missing.join(', ')} could not be fetched through pip:\n${error.message}\n` +
        `Install a Python 3 with pip, or unpack the wheels yourself into ${librariesFolder}\n` +
        `(pip download --no-deps ${missing.join(' ')}; python3 -m zipfile -e WHEEL ${librariesFolder}).`,
      { cause: error },
    );
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
  return librariesFolder;
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
