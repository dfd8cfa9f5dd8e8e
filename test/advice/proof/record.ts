/** See scripts/record-actions.mjs. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { targetWith } from '../../../src/advice/subject';
import { measureScript } from '../../../src/features/measure-script';
import { optimizerExpression } from '../../../src/ledger/expressions';
import { MemoryHost } from '../../../src/workspace/memory-host';
import { stepRequest } from '../../../src/workspace/request';
import { CASES, type ProofCase } from './cases';
import { actionsPage } from './page';
import { runCase, type ProofRun, type Recorded } from './run';

const [, , root, ...names] = process.argv as [string, string, string, ...string[]];
const target = join(root, 'test/advice/proof/recorded.json');
const known = (existsSync(target) ? JSON.parse(readFileSync(target, 'utf8')) : {}) as Record<
  string,
  Recorded
>;

/** A script to run, with the file that its output goes to. */
type Job = [output: string, script: string, ...args: string[]];

interface Prepared {
  proof: ProofCase;
  run: ProofRun;
  device: Job;
  cpu: Job[];
}

/** Runs scripts under the Python that a variable names. */
function runAll(variable: string, jobs: readonly Job[], folder: string): void {
  const command = process.env[variable];
  if (command === undefined) throw new Error(`${variable} is not set`);
  const list = join(folder, `${variable}.json`);
  writeFileSync(list, JSON.stringify(jobs));
  const env = {
    ...process.env,
    HF_HUB_OFFLINE: '1',
    ...(variable === 'CPU_PYTHON' ? { CUDA_VISIBLE_DEVICES: '' } : {}),
  };
  spawnSync(command, [join(root, 'test/advice/proof/driver.py'), list], { env, stdio: 'inherit' });
}

function prepare(proof: ProofCase, run: ProofRun): Prepared {
  const folder = mkdtempSync(join(tmpdir(), 'action-'));
  const { subject, evaluation, text } = run;
  const before = join(root, proof.file);
  const after = join(folder, basename(proof.file));
  writeFileSync(after, text);
  const cpu: Job[] = [];
  const promised = run.actions.every(({ keeps }) => keeps !== 'training');
  if (subject.target === undefined) {
    if (promised && proof.onDevice !== true)
      cpu.push([join(folder, 'before'), before], [join(folder, 'after'), after]);
    return { proof, run, device: [join(folder, 'device'), after], cpu };
  }
  if (proof.spread !== undefined) {
    const record = join(root, 'test/ledger/distributed/record.py');
    return { proof, run, device: [join(folder, 'device'), record, proof.spread], cpu: [] };
  }
  const changed = { ...targetWith(subject.target, evaluation.change), file: after };
  const { request } = stepRequest(new MemoryHost({ [after]: text }), changed);
  const measure = join(folder, 'measure_it.py');
  writeFileSync(
    measure,
    measureScript(proof.name, request, [folder], optimizerExpression(request.optimizer)),
  );
  if (promised && proof.cpu !== undefined) {
    const { inputs, sizes } = proof.cpu;
    const side = (file: string, of: typeof changed): object => ({
      file,
      expression: of.expression,
      optimizer: optimizerExpression(of.optimizer),
      inputs,
      sizes,
      accumulate: of.accumulate,
      loss: of.loss?.replace(/\bB\b/g, String(sizes.B! / of.accumulate)),
      outputs: run.evaluation.outcome.account.output.length,
    });
    const file = join(folder, 'equal.json');
    writeFileSync(
      file,
      JSON.stringify({ before: side(before, subject.target), after: side(after, changed) }),
    );
    cpu.push([join(folder, 'equal'), join(root, 'test/advice/proof/equal.py'), file]);
  }
  return { proof, run, device: [join(folder, 'device'), measure], cpu };
}

function lastLine(file: string): string {
  const text = readFileSync(file, 'utf8').trim();
  const line = text.split('\n').pop()!;
  if (/Error|Traceback/.test(text)) throw new Error(text.slice(-800));
  return line;
}

const PHASES = ['forward', 'backward', 'step'] as const;

function recordedOf({ proof, run, device, cpu }: Prepared): Recorded {
  const recorded: Recorded = { edited: run.hash, requested: 0 };
  if (run.subject.target === undefined) recorded.requested = Number(lastLine(device[0]));
  else if (proof.spread !== undefined) {
    const line = JSON.parse(lastLine(device[0])) as Record<string, number[]>;
    recorded.requested = Math.max(...PHASES.map((phase) => line[phase]![2]!));
  } else {
    const line = JSON.parse(lastLine(device[0])) as {
      steps: Record<string, number[]>[];
      output: [number[], string][];
    };
    const last = line.steps[line.steps.length - 1]!;
    recorded.requested = Math.max(...PHASES.map((phase) => last[phase]![2]!));
    recorded.output = line.output.map(([shape, dtype]) => ({ shape, dtype }));
  }
  if (cpu.length === 1) recorded.cpu = JSON.parse(lastLine(cpu[0]![0])) as Recorded['cpu'] & object;
  else if (cpu.length === 2) {
    const [a, b] = cpu.map(([output]) => lastLine(output).split(' '));
    const isClose = a!.every((word, i) => Math.abs(Number(word) - Number(b![i])) < 1e-3);
    recorded.cpu = { shapes: a!.length === b!.length, equal: a!.join(' ') === b!.join(' '), close: isClose };
  }
  return recorded;
}

void (async () => {
  const prepared: Prepared[] = [];
  for (const proof of CASES) {
    if (names.length > 0 && !names.some((name) => proof.name.includes(name))) continue;
    try {
      const run = await runCase(root, proof);
      if (names.length > 0 || known[proof.name]?.edited !== run.hash) prepared.push(prepare(proof, run));
    } catch (error) {
      console.log(`FAILED   ${proof.name}: ${(error as Error).message}`);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), 'actions-'));
  runAll(
    'TRUTH_PYTHON',
    prepared.map(({ device }) => device),
    folder,
  );
  runAll(
    'CPU_PYTHON',
    prepared.flatMap(({ cpu }) => cpu),
    folder,
  );
  for (const each of prepared) {
    const { name } = each.proof;
    try {
      const recorded = recordedOf(each);
      const { requested } = each.run.evaluation.after;
      known[name] = recorded;
      console.log(
        `${requested === recorded.requested ? 'same   ' : 'DIFFERS'}  ${name}: promised ${requested}, PyTorch ${recorded.requested} ${JSON.stringify(recorded.cpu ?? '')}`,
      );
    } catch (error) {
      console.log(`FAILED   ${name}: ${(error as Error).message}`);
    }
  }
  const ordered = Object.fromEntries(
    CASES.flatMap(({ name }) => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
  writeFileSync(target, `${JSON.stringify(ordered, null, 2)}\n`);
  writeFileSync(join(root, 'docs/actions.md'), actionsPage(ordered));
})();
