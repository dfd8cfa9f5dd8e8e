/** Runs the cases on the abstract machine, and writes what PyTorch is given to run. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyEdits, type Action } from '../../../src/advice/action';
import { evaluate, type Evaluation } from '../../../src/advice/evaluate';
import { findActions } from '../../../src/advice/find';
import { findingOf } from '../../../src/advice/finding';
import { blockLoops, checkpointBlocks } from '../../../src/advice/find-checkpoint';
import { modelSubject, scriptSubject, type SubjectParts } from '../../../src/advice/model-subject';
import type { Subject } from '../../../src/advice/subject';
import { NodeHost } from '../../../src/cli/host-node';
import { parseDevice } from '../../../src/device/parse-device';
import { Machine } from '../../../src/ledger/machine';
import { createParser } from '../../../src/python/parser';
import { plainModel } from '../../../src/workspace/models';
import { parseInputSpec } from '../../../src/workspace/input-spec';
import { MemoryHost, OverlayHost } from '../../../src/workspace/memory-host';
import { dirName } from '../../../src/workspace/paths';
import type { ProofCase } from './cases';

/** What PyTorch said of a case. */
export interface Recorded {
  /** Of the edited file, so that the record is of this edit; of the setting where there is one. */
  edited: string;
  /** The peak of requested bytes of the last step, or of a script's run. */
  requested: number;
  output?: { shape: number[]; dtype: string }[];
  /** On the CPU: the same shapes, all bits equal, all numbers close. */
  cpu?: { shapes: boolean; equal: boolean; close: boolean };
}

let parts: SubjectParts | undefined;

async function machineFor(root: string, folder: string): Promise<SubjectParts> {
  if (parts === undefined) {
    const parser = await createParser({
      runtime: readFileSync(join(root, 'node_modules/web-tree-sitter/web-tree-sitter.wasm')),
      grammar: readFileSync(join(root, 'node_modules/tree-sitter-python/tree-sitter-python.wasm')),
    });
    const host = new OverlayHost(new NodeHost(), new MemoryHost());
    const machine = new Machine({ parser, host, path: [], libraryRoots: [], write: () => {} });
    parts = {
      machine,
      host,
      parser,
      isOwn: (path) => !path.startsWith('<') && !path.includes('/.cache/'),
      now: () => performance.now(),
    };
  }
  const libraries = join(root, '.cache/libraries');
  parts.machine.setPath([folder, libraries], [libraries]);
  return parts;
}

export interface ProofRun {
  subject: Subject;
  actions: Action[];
  evaluation: Evaluation;
  /** The text of the file with the edits. */
  text: string;
  /** Of text and setting. */
  hash: string;
}

export async function runCase(root: string, proof: ProofCase): Promise<ProofRun> {
  const file = join(root, proof.file);
  const all = await machineFor(root, dirName(file));
  const subject =
    proof.model === undefined
      ? scriptSubject(all, { file, args: [], device: parseDevice('a100-80gb') })
      : modelOf(all, file, proof.model);
  if (subject.baseline.account.error !== undefined)
    throw new Error(JSON.stringify(subject.baseline.account.error));
  let actions: Action[];
  if (proof.blocks !== undefined)
    actions = [checkpointBlocks(blockLoops(findingOf(subject))[0]!, proof.blocks)];
  else {
    const known = findActions(subject);
    actions = proof.actions.map((id) => {
      const found = known.find((each) => each.applies && each.id.startsWith(id));
      if (found === undefined)
        throw new Error(`no action ${id}; there are ${known.map((each) => each.id).join(', ')}`);
      return found;
    });
  }
  const evaluation = evaluate(subject, actions);
  if (evaluation === undefined) throw new Error('the actions exclude each other');
  const text = applyEdits(readFileSync(file, 'utf8'), evaluation.change.sources.get(file) ?? []);
  const hash = createHash('sha1')
    .update(text)
    .update(JSON.stringify(evaluation.change.setting))
    .digest('hex');
  return { subject, actions, evaluation, text, hash };
}

function modelOf(all: SubjectParts, file: string, model: NonNullable<ProofCase['model']>): Subject {
  const { inputs, ...rest } = model;
  return modelSubject(
    all,
    plainModel('proof', {
      file,
      inputs: Object.entries(inputs).map(([name, text]) => ({ name, spec: parseInputSpec(text) })),
      sizes: {},
      mode: 'train',
      precision: 'fp32',
      optimizer: 'AdamW(lr=1e-3)',
      accumulate: 1,
      steps: 3,
      device: parseDevice('a100-80gb'),
      ...rest,
    }),
  );
}
