/**
 * What the rules say of library code that is taken for correct: every model of torchvision's classification and one of each of timm's
 * files, trained for a step, and the examples. Prints each finding and how many lines were looked at.
 *
 *   judge DIST LIBRARIES ROOT [NAME…]      names pick models
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findingOf } from '../../src/advice/find';
import { modelSubject, scriptSubject, type SubjectParts } from '../../src/advice/model-subject';
import { findMistakes } from '../../src/advice/rules/all';
import type { Subject } from '../../src/advice/subject';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { createParser } from '../../src/python/parser';
import { parseInputSpec } from '../../src/workspace/input-spec';
import { MemoryHost, OverlayHost } from '../../src/workspace/memory-host';
import type { Model } from '../../src/workspace/models';

const [dist, libraries, root, ...wanted] = process.argv.slice(2) as [string, string, string, ...string[]];
const MINUTE = 60_000;

/** The functions that a library registers as models, by file. */
function registered(folder: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.py')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    const models = [...text.matchAll(/@register_model(?:\([^)]*\))?\n(?:@.*\n)*def (\w+)\(/g)];
    if (models.length > 0)
      found.set(
        name,
        models.map((match) => match[1]!),
      );
  }
  return found;
}

function modelOf(expression: string, size: number): Model {
  return {
    name: expression,
    target: {
      file: '/judged/models.py',
      expression,
      inputs: [{ name: 'x', spec: parseInputSpec(`float32[2, 3, ${size}, ${size}]`) }],
      sizes: {},
      mode: 'train',
      precision: 'fp32',
      optimizer: 'AdamW()',
      accumulate: 1,
      steps: 2,
      device: parseDevice('h200'),
    },
    assumptions: [],
    alternatives: [],
    problem: undefined,
  } as unknown as Model;
}

async function main(): Promise<void> {
  const bytes = (name: string): Uint8Array => new Uint8Array(readFileSync(join(dist, name)));
  const parser = await createParser({
    runtime: bytes('web-tree-sitter.wasm'),
    grammar: bytes('tree-sitter-python.wasm'),
  });
  const documents = new MemoryHost({
    '/judged/models.py': 'import timm\nfrom torchvision.models import *\n',
  });
  const host = new OverlayHost(new NodeHost(), documents);
  const machine = new Machine({
    parser,
    host,
    path: ['/judged', libraries],
    libraryRoots: [libraries],
    write: () => {},
    archive: bytes('python.bin'),
  });
  const parts: SubjectParts = { machine, host, parser, isOwn: () => true, now: () => performance.now() };
  const lines = new Set<string>();
  let total = 0;
  let judged = 0;
  const failed: string[] = [];
  const findings = new Map<string, string[]>();
  const judge = (name: string, make: () => Subject): boolean => {
    const subject = make();
    if (subject.baseline.account.status === 'failed') return false;
    judged++;
    const looked = findingOf(subject);
    for (const file of looked.files) {
      if (lines.has(file)) continue;
      lines.add(file);
      total += (subject.read(file) ?? '').split('\n').length;
    }
    for (const { code, file, line, message } of findMistakes(looked)) {
      const place = `${file.replace(`${libraries}/`, '').replace(`${root}/`, '')}:${line} [${code}] ${message}`;
      findings.set(place, [...(findings.get(place) ?? []), name]);
    }
    return true;
  };
  const models: string[] = [];
  for (const names of registered(join(libraries, 'torchvision/models')).values())
    models.push(...names.map((name) => `${name}()`));
  for (const names of registered(join(libraries, 'timm/models')).values())
    models.push(`timm.create_model('${names[0]!}')`);
  for (const expression of models) {
    if (wanted.length > 0 && !wanted.some((name) => expression.includes(name))) continue;
    const ran = [224, 256, 384, 32].some((size) =>
      judge(expression, () =>
        modelSubject(parts, modelOf(expression, size), { shouldStop: stopAfter(MINUTE) }),
      ),
    );
    if (!ran) failed.push(expression);
  }
  if (wanted.length === 0)
    for (const name of ['classifier', 'gpt', 'unet'])
      judge(name, () =>
        scriptSubject(
          { ...parts, machine: withFolder(machine, join(root, 'examples', name), libraries) },
          {
            file: join(root, 'examples', name, 'train.py'),
            args: [],
            device: parseDevice('h200'),
            shouldStop: stopAfter(MINUTE),
          },
        ),
      );
  for (const [place, names] of findings)
    console.log(`${place}\n    in ${names.length > 3 ? `${names.length} models` : names.join(', ')}`);
  if (failed.length > 0) console.log(`did not run: ${failed.join(', ')}`);
  const rate = total === 0 ? 0 : (10_000 * findings.size) / total;
  console.log(
    `${judged} models and scripts, ${lines.size} files, ${total} lines: ${findings.size} findings, ${rate.toFixed(2)} in 10,000 lines`,
  );
}

function stopAfter(milliseconds: number): () => boolean {
  const start = performance.now();
  return () => performance.now() - start > milliseconds;
}

function withFolder(machine: Machine, folder: string, below: string): Machine {
  machine.setPath([folder, below], [below]);
  return machine;
}

void main();
