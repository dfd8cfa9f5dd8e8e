/** Subjects of small models in memory. One machine serves all. */
import { readFileSync } from 'node:fs';
import { findActions } from '../../src/advice/find';
import type { Action } from '../../src/advice/action';
import { modelSubject, scriptSubject, type SubjectParts } from '../../src/advice/model-subject';
import type { Subject } from '../../src/advice/subject';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { createParser, type PythonParser } from '../../src/python/parser';
import { parseInputSpec } from '../../src/workspace/input-spec';
import { MemoryHost, OverlayHost } from '../../src/workspace/memory-host';
import { plainModel } from '../../src/workspace/models';
import type { ModelTarget } from '../../src/workspace/request';

export const HEAD = 'import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n';
const FOLDER = '/w';
export const FILE = `${FOLDER}/model.py`;

let parser: PythonParser | undefined;
const files = new MemoryHost();
let parts: SubjectParts | undefined;

/** The machine with the folder /w. */
export async function subjectParts(): Promise<SubjectParts> {
  parser ??= await createParser({
    runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
  });
  if (parts === undefined) {
    const host = new OverlayHost(files, new MemoryHost());
    const machine = new Machine({ parser, host, path: [FOLDER], libraryRoots: [], write: () => {} });
    parts = {
      machine,
      host,
      parser,
      isOwn: (path) => path.startsWith(`${FOLDER}/`),
      now: () => performance.now(),
    };
  }
  return parts;
}

/** How a model of a test is run. */
export type Setting = Partial<Omit<ModelTarget, 'inputs' | 'file'>> & { inputs?: Record<string, string> };

/** Writes model.py, which begins with the usual imports. */
export function writeModel(source: string): void {
  files.write(FILE, HEAD + source);
}

/** The subject of a model that is written in model.py. */
export async function modelOf(source: string, setting: Setting = {}): Promise<Subject> {
  const all = await subjectParts();
  writeModel(source);
  const { inputs = { x: 'float32[B, 8]' }, ...rest } = setting;
  const target: ModelTarget = {
    file: FILE,
    expression: 'Net()',
    inputs: Object.entries(inputs).map(([name, text]) => ({ name, spec: parseInputSpec(text) })),
    sizes: { B: 4 },
    mode: 'train',
    precision: 'fp32',
    optimizer: 'AdamW()',
    accumulate: 1,
    steps: 2,
    device: parseDevice('a100-80gb'),
    ...rest,
  };
  return modelSubject(all, plainModel('net', target));
}

/** The subject of a script. */
export async function scriptOf(source: string, args: string[] = []): Promise<Subject> {
  const all = await subjectParts();
  files.write(`${FOLDER}/train.py`, HEAD + source);
  return scriptSubject(all, { file: `${FOLDER}/train.py`, args, device: parseDevice('a100-80gb') });
}

/** The action whose id begins with a text. */
export function actionOf(subject: Subject, id: string): Action {
  const actions = findActions(subject);
  const found = actions.find((each) => each.id.startsWith(id));
  if (found === undefined)
    throw new Error(`no action ${id}; there are ${actions.map((each) => each.id).join(' | ')}`);
  return found;
}
