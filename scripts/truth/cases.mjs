/** The cases of `npm run truth`: what to run, and what PyTorch printed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareAccount, compareEstimate, compareT4, compareText } from './compare.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const truth = join(root, 'test/truth');

/** The libraries that a models script interprets. */
export const modelLibraries = [
  'torchvision',
  'timm',
  'transformers',
  'vit-pytorch',
  'segmentation-models',
  'diffusers',
  'x-transformers',
  'torch-geometric',
  'lightning',
  'peft',
  'accelerate',
  'hydra',
  'bitsandbytes',
  'torchao',
];

/** The libraries that the entries of `estimate` are of. */
const estimateLibraries = ['torchvision', 'timm', 'transformers'];

function textCase(name, script, args, expected) {
  const theirs = readFileSync(expected, 'utf8');
  return { name, script, args, options: [], compare: (stdout) => compareText(stdout, theirs) };
}

function scriptCases() {
  const folder = join(truth, 'scripts');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.expected'))
    .sort()
    .map((file) => {
      const name = basename(file, '.expected');
      const script = join(folder, `${name}.py`);
      const device = /^# device: (\S+)$/m.exec(readFileSync(script, 'utf8'))?.[1];
      return {
        ...textCase(`scripts/${name}`, script, [], join(folder, file)),
        options: device === undefined ? [] : ['--device', device],
      };
    });
}

function exampleCases() {
  const folder = join(truth, 'examples');
  const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
  return Object.entries(cases)
    .map(([name, [script, ...args]]) => ({ name, script, args, expected: join(folder, `${name}.expected`) }))
    .filter(({ expected }) => existsSync(expected))
    .map(({ name, script, args, expected }) =>
      textCase(`examples/${name}`, join(root, 'examples', script), args, expected),
    );
}

function modelCases(library, librariesFolder) {
  const script = join(truth, 'models', `${library}_models.py`);
  return readFileSync(join(truth, 'models', `${library}_models.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((theirs) => ({
      name: theirs.case,
      script,
      args: [theirs.case],
      options: ['--path', truth, '--python', librariesFolder],
      compare(stdout) {
        const line = stdout.split('\n').find((one) => one.startsWith('{"'));
        if (!line) return [{ name: 'output', kind: 'exact', ours: '(none)', theirs: 'a line of JSON' }];
        return compareAccount(JSON.parse(line), theirs);
      },
    }));
}

/** Entries of a config, by the names of recorded cases: `estimate` gives their first and their last step. */
function estimateCases(librariesFolder) {
  const folder = join(truth, 'estimate');
  const text = readFileSync(join(folder, 'vram-ledger.json'), 'utf8').replace(/^\s*\/\/.*$/gm, '');
  const recorded = new Map(
    estimateLibraries.flatMap((library) =>
      readFileSync(join(truth, 'models', `${library}_models.jsonl`), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map((line) => [line.case, line]),
    ),
  );
  return Object.keys(JSON.parse(text).entries).flatMap((entry) => {
    const theirs = recorded.get(entry);
    const steps = theirs.steps === undefined ? [1] : [1, theirs.steps.length];
    return steps.map((count) => ({
      name: `estimate/${entry}, step ${count}`,
      command: 'estimate',
      folder,
      script: entry,
      args: ['--json', '--steps', String(count)],
      options: ['--python', librariesFolder],
      compare: (stdout) => compareEstimate(JSON.parse(stdout), theirs, count),
    }));
  });
}

/** The runs of a real Tesla T4, in one process as there. */
function t4Case(librariesFolder) {
  const theirs = readFileSync(join(truth, 'models/t4_runs.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return {
    name: 't4',
    // eight runs, for which the machine interprets transformers once
    seconds: 300,
    script: join(truth, 'models/t4_runs.py'),
    args: [],
    options: ['--device', 't4', '--python', librariesFolder],
    compare: (stdout) => compareT4(stdout, theirs),
  };
}

/** Which libraries (keys of fetch-libraries.mjs) a group's scripts import. */
export function librariesOf(group) {
  if (group === 't4') return ['torchvision', 'transformers'];
  if (group === 'estimate') return estimateLibraries;
  return modelLibraries.includes(group) ? [group] : [];
}

/** Of the libraries that take long to import: the cases that every test run has. */
const lightCases = JSON.parse(readFileSync(join(truth, 'models/light.json'), 'utf8'));

/**
 * The cases of a group: `scripts`, `examples`, `t4`, `estimate`, or a library of `modelLibraries`; with `light`, of a library that
 * `light.json` has only those that it names.
 */
export function casesOf(group, librariesFolder, light = false) {
  if (group === 'scripts') return scriptCases();
  if (group === 'examples') return exampleCases();
  if (group === 't4') return [t4Case(librariesFolder)];
  const cases = group === 'estimate' ? estimateCases(librariesFolder) : modelCases(group, librariesFolder);
  return light && group in lightCases ? cases.filter(({ name }) => lightCases[group].includes(name)) : cases;
}

/** Cases that are known to differ: name -> the reason. */
export function knownDifferences() {
  return new Map(Object.entries(JSON.parse(readFileSync(join(truth, 'known-differences.json'), 'utf8'))));
}
