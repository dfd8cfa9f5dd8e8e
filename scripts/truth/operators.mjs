/**
 * The recorded operator cases of a folder (test/truth/ops): runs them here and compares line by line with
 * PyTorch's.
 *
 * A figure that PyTorch's line leaves out is not compared: the bytes of operators with workspaces of cuDNN, cuSOLVER or cuFFT, and
 * among the saved tensors cuDNN's reserve space.
 *
 * A folder holds scripts that print a line of JSON per case (`truth.py`), `expected.jsonl` with PyTorch's lines and
 * `known-differences.json`: a list of { reason, cases: { CASE: [KEY…] } }. A case is named `OPERATOR#NUMBER`.
 *
 * The same calls have second gradients, with figures of their own: `second.expected.gz` and `second-known-differences.json`.
 *
 * `stateOf` gives the state of every operator, from which docs/operators.md is generated:
 *
 *   { operators: { NAME: { cases, equal: { results, saved, forward, gradients, backward }, differences } } }
 *
 * `cases` counts the operator's cases, each figure of `equal` those whose kind agrees, `differences` is a list of
 * { case, keys, reason } (the keys of the line that differ; the reason from known-differences.json, else undefined).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const tool = join(root, 'dist/run-operators.cjs');

/** The kinds of figures, with the keys of a line that belong to each. */
export const kinds = {
  results: ['error', 'out', 'strides'],
  saved: ['saved'],
  forward: ['forward_bytes', 'forward_peak'],
  gradients: ['grads'],
  backward: ['backward_peak'],
};

/** What is recorded of each call: the kinds of figures, and where PyTorch's lines and the known differences are. */
export const calls = { kinds, expected: 'expected.jsonl', known: 'known-differences.json', options: [] };
export const secondGradients = {
  kinds: {
    errors: ['error'],
    first: ['first'],
    'first bytes': ['first_bytes'],
    second: ['second'],
    'second bytes': ['second_bytes'],
  },
  expected: 'second.expected.gz',
  known: 'second-known-differences.json',
  options: ['--second'],
};

/** The figures of each case; an unknown value, which prints as `?`, is the text "?". */
function linesOf(text) {
  const lines = new Map();
  for (const line of text.split('\n')) {
    if (!line.startsWith('{"case"')) continue;
    const { case: name, ...figures } = JSON.parse(line.replace(/(?<=[[ ])\?(?=[\],}])/g, '"?"'));
    lines.set(name, figures);
  }
  return lines;
}

async function buildRunner() {
  mkdirSync(dirname(tool), { recursive: true });
  await esbuild.build({
    entryPoints: [join(root, 'scripts/truth/run-operators.ts')],
    outfile: tool,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    alias: {
      'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs'),
      'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
    },
    logLevel: 'warning',
  });
}

/** The operator of a case's name. */
export function operatorOf(name) {
  return name.slice(0, name.lastIndexOf('#'));
}

/** Runs a folder's scripts (those whose name contains `only`) and returns their output. Needs a built dist/. */
async function runFolder(folder, only = '', options = []) {
  const scripts = readdirSync(folder)
    .filter((file) => /^(op|module)_.*\.py$/.test(file) && file.includes(only))
    .sort();
  await buildRunner();
  return execFileSync(process.execPath, [tool, folder, ...scripts, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function readKnown(file) {
  const known = new Map();
  if (!existsSync(file)) return known;
  for (const { reason, cases } of JSON.parse(readFileSync(file, 'utf8')))
    for (const [name, differing] of Object.entries(cases)) known.set(name, { reason, keys: differing });
  return known;
}

/**
 * Every case of a folder as { name, ours, theirs, differing, known }: the two lines, the keys that differ, and the
 * known difference. `only` picks scripts by a part of their name; `set` is what of the calls is compared.
 */
export async function compareFolder(folder, only, set = calls) {
  const output = await runFolder(folder, only, set.options);
  const keys = Object.values(set.kinds).flat();
  const ours = linesOf(output);
  const scripts = new Set(
    [...output.matchAll(/^\{"script":"(.*?)\.py","exitCode":(\d+)\}$/gm)].map(([, script]) => script),
  );
  const known = readKnown(join(folder, set.known));
  const results = [];
  for (const [name, theirs] of linesOf(readText(join(folder, set.expected)))) {
    if (only && !scripts.has(scriptOf(name))) continue;
    const line = ours.get(name) ?? {};
    const differing = keys.filter((key) => differs(key, line, theirs));
    results.push({ name, ours: line, theirs, differing, known: known.get(name) });
  }
  return results;
}

function readText(file) {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

function differs(key, ours, theirs) {
  if (theirs[key] === undefined) return key === 'error' && ours.error !== undefined;
  let figure = ours[key];
  if (key === 'saved' && theirs.forward_bytes === undefined)
    figure = figure?.filter(([, dtype]) => dtype !== 'uint8');
  return JSON.stringify(figure) !== JSON.stringify(theirs[key]);
}

function scriptOf(name) {
  const operator = operatorOf(name);
  return operator.startsWith('nn.') && /^nn\.[A-Z]/.test(operator)
    ? `module_${operator.slice(3)}`
    : `op_${operator}`;
}

/** Whether a case differs otherwise than known-differences.json says. */
export function isWrong({ differing, known }) {
  return differing.join() !== (known?.keys ?? []).join();
}

/** Whether all figures of a kind agree. */
export function agrees({ differing }, kind, set = calls) {
  return !set.kinds[kind].some((key) => differing.includes(key));
}

/** The state of every operator; see above. */
export function stateOf(results) {
  const operators = {};
  for (const result of results) {
    const state = (operators[operatorOf(result.name)] ??= {
      cases: 0,
      equal: Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])),
      differences: [],
    });
    state.cases++;
    for (const kind of Object.keys(kinds)) if (agrees(result, kind)) state.equal[kind]++;
    if (result.differing.length > 0)
      state.differences.push({ case: result.name, keys: result.differing, reason: result.known?.reason });
  }
  return { operators };
}
