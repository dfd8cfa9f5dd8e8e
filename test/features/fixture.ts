/**
 * Fixtures of the editor's features: a Python file with what is expected under its lines.
 *
 *   self.fc = nn.Linear(1024, 1024)
 *   #> 4.00 MiB                        what the feature gives at the line above
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Analysis } from '../../src/features/analysis';
import { DEFAULT_SETTINGS, type Settings } from '../../src/features/settings';
import { createParser, type PythonParser } from '../../src/python/parser';
import { MemoryHost } from '../../src/workspace/memory-host';

let parser: PythonParser | undefined;

/** Called once before tests. */
export async function loadParser(): Promise<PythonParser> {
  parser ??= await createParser({
    runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  return parser;
}

/** The file model.py of the last analysis. */
export let FILE = '';
let count = 0;
const host = new MemoryHost();
let session: Analysis | undefined;
const HEAD = 'import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n';

/** An analysis of some files in a folder of their own, with model.py open. One session serves all: a machine takes long to make. */
export function analysisOf(
  files: Readonly<Record<string, string>>,
  settings: Partial<Settings> = {},
): Analysis {
  session ??= new Analysis({ parser: parser!, files: host, folders: [], now: () => performance.now() });
  const analysis = session;
  for (const { path } of [...analysis.files.openDocuments()]) analysis.close(path);
  const folder = `/w${++count}`;
  FILE = `${folder}/model.py`;
  for (const [name, text] of Object.entries(files)) host.write(`${folder}/${name}`, text);
  analysis.selected = undefined;
  analysis.setFolders([folder]);
  analysis.setSettings({ ...DEFAULT_SETTINGS, maxRunTime: 60, ...settings });
  for (const name of ['model.py', 'vram-ledger.json'])
    if (files[name] !== undefined) analysis.open(`${folder}/${name}`, files[name]);
  return analysis;
}

/** A session of its own, for one file, whose memory is as full as `memoryPressure` says. */
export function analysisUnderPressure(text: string, memoryPressure: () => number): Analysis {
  const own = new Analysis({
    parser: parser!,
    files: host,
    folders: [],
    now: () => performance.now(),
    memoryPressure,
  });
  const folder = `/w${++count}`;
  FILE = `${folder}/model.py`;
  host.write(FILE, text);
  own.setFolders([folder]);
  own.setSettings({ ...DEFAULT_SETTINGS, maxRunTime: 60 });
  own.open(FILE, text);
  return own;
}

/** A fixture's source, PyTorch's imports before it, and its expectations by the line (from 0) that they are of. */
export function readFixture(fixture: string): { source: string; expected: Map<number, string[]> } {
  const lines: string[] = HEAD.split('\n').slice(0, -1);
  const expected = new Map<number, string[]>();
  for (const line of fixture.replace(/^\n/, '').split('\n')) {
    const match = /^\s*#> ?(.*)$/.exec(line);
    if (match === null) lines.push(line);
    else expected.set(lines.length - 1, [...(expected.get(lines.length - 1) ?? []), match[1]!.trimEnd()]);
  }
  return { source: lines.join('\n'), expected };
}

/** Compares what a feature gives, by line from 0, with a fixture's expectations. */
export function check(
  fixture: string,
  feature: (analysis: Analysis) => { line: number; text: string }[],
  options: { config?: object; files?: Record<string, string>; settings?: Partial<Settings> } = {},
): Analysis {
  const { source, expected } = readFixture(fixture);
  const files: Record<string, string> = { 'model.py': source, ...options.files };
  if (options.config !== undefined) files['vram-ledger.json'] = JSON.stringify(options.config, null, 2);
  const analysis = analysisOf(files, options.settings);
  analysis.settle(FILE, Infinity);
  const lines = source.split('\n');
  const show = (entries: Iterable<[number, string[]]>): string =>
    [...entries]
      .sort(([a], [b]) => a - b)
      .map(([line, texts]) => [lines[line], ...texts.map((text) => `#> ${text}`)].join('\n'))
      .join('\n');
  const actual = new Map<number, string[]>();
  for (const { line, text } of feature(analysis)) actual.set(line, [...(actual.get(line) ?? []), text]);
  assert.equal(show(actual), show(expected));
  return analysis;
}

/** A config with one entry, `net`, whose input is `x`. */
export function oneEntry(x: string, entry: object = {}, config: object = {}): object {
  return {
    device: '24GiB',
    ...config,
    entries: { net: { model: 'model.py::Net()', inputs: { x }, optimizer: 'SGD(lr=0.1)', ...entry } },
  };
}
