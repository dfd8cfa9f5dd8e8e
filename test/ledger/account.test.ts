import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { CATEGORIES, type Account } from '../../src/ledger/account';
import { buildAccount } from '../../src/ledger/build-account';
import { Machine } from '../../src/ledger/machine';
import { runStep } from '../../src/ledger/step';
import { drawTimeline } from '../../src/ledger/timeline-points';
import { createParser } from '../../src/python/parser';
import { emptyConfig, parseConfig, type ModelEntry } from '../../src/workspace/config';
import { stepRequest } from '../../src/workspace/request';

const folder = join(__dirname, 'truth');

/** A line of expected.jsonl: what PyTorch printed. */
interface Recorded {
  case: string;
  parameters: number;
  parameter_bytes: number;
  trainable: number;
  buffer_bytes: number;
  output: [number[], string][];
  saved?: number;
  gradient_bytes?: number;
  optimizer_bytes?: number;
  forward?: number[];
  steps?: Record<string, number[]>[];
  reserved: number;
}

/** The account's figures in the form of a recorded line. */
function figures(account: Account): Record<string, unknown> {
  const phase = (name: string): number[] | undefined => {
    const found = account.phases.find((each) => each.name === name);
    return found === undefined
      ? undefined
      : [found.peak_allocated, found.end_allocated, found.peak_requested, found.end_requested];
  };
  return {
    status: account.status,
    error: account.error?.message,
    parameters: account.parameters.count,
    parameter_bytes: account.parameters.bytes,
    trainable: account.parameters.trainable_count,
    buffer_bytes: account.buffers.bytes,
    output: account.output.map(({ shape, dtype }) => [shape, dtype]),
    saved: account.run.mode === 'train' ? account.saved.bytes : undefined,
    gradient_bytes: account.run.mode === 'train' ? account.gradients.bytes : undefined,
    optimizer_bytes: account.run.optimizer === 'none' ? undefined : account.optimizer_state.bytes,
    forward: phase('forward'),
    backward: phase('backward'),
    step: phase('step'),
    end: phase('zero_grad')?.slice(1, 2).concat(phase('zero_grad')!.slice(3)),
    reserved: account.peak.reserved,
  };
}

function expectedFigures(recorded: Recorded): Record<string, unknown> {
  const last = recorded.steps?.[recorded.steps.length - 1];
  return {
    status: 'exact',
    error: undefined,
    parameters: recorded.parameters,
    parameter_bytes: recorded.parameter_bytes,
    trainable: recorded.trainable,
    buffer_bytes: recorded.buffer_bytes,
    output: recorded.output,
    saved: recorded.saved,
    gradient_bytes: recorded.gradient_bytes,
    optimizer_bytes: recorded.optimizer_bytes,
    forward: last?.forward ?? recorded.forward,
    backward: last?.backward,
    step: last?.step,
    // The recording does not reset the peak before zero_grad.
    end: last?.end === undefined ? undefined : [last.end[1], last.end[3]],
    reserved: recorded.reserved,
  };
}

let machine: Machine;
const host = new NodeHost();
const cases = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as Record<
  string,
  { sizes: Record<string, number> }
>;
const config = parseConfig(JSON.stringify({ entries: cases }));
const recorded = new Map(
  readFileSync(join(folder, 'expected.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Recorded)
    .map((line): [string, Recorded] => [line.case, line]),
);

function run(name: string): { account: Account; record: ReturnType<typeof runStep> } {
  const entry = config.entries.find((each): each is ModelEntry => each.name === name)!;
  const { request } = stepRequest(host, {
    ...entry,
    file: join(folder, entry.file),
    expression: entry.expression!,
    device: emptyConfig().device,
  });
  const record = runStep(machine, request);
  return { account: buildAccount(record, { displayPath: (path) => path.replace(`${folder}/`, '') }), record };
}

describe('the account of a step', function () {
  this.timeout(30_000);

  before(async () => {
    const parser = await createParser({
      runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
      grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
    });
    machine = new Machine({ parser, host, path: [folder], libraryRoots: [], write: () => {} });
  });

  for (const name of recorded.keys()) {
    it(`is PyTorch's: ${name}`, () => {
      const { account } = run(name);
      assert.deepEqual(figures(account), expectedFigures(recorded.get(name)!));
    });
  }

  it('adds up at the peak', () => {
    for (const name of recorded.keys()) {
      const { peak, parameters, phases } = run(name).account;
      const sum = [...CATEGORIES, 'rounding' as const].reduce(
        (total, category) => total + peak.by_category[category],
        0,
      );
      assert.equal(sum, peak.allocated, name);
      assert.equal(peak.by_category.parameters, parameters.bytes, name);
      assert.equal(peak.allocated, Math.max(...phases.map(({ peak_allocated }) => peak_allocated)), name);
    }
  });

  it('gives each module what it saves, and all of it together', () => {
    for (const name of recorded.keys()) {
      const { account } = run(name);
      const inModules = account.modules.reduce((total, module) => total + module.saved_bytes, 0);
      assert.ok(inModules <= account.saved.bytes, name);
      assert.equal(
        account.modules.reduce((total, module) => total + module.parameters.bytes, 0),
        account.parameters.bytes,
        name,
      );
    }
  });

  it('knows the layers by the lines that make them', () => {
    const { account } = run('convnet');
    const at = (path: string): unknown => {
      const module = account.modules.find((each) => each.path === path)!;
      return [
        module.class,
        module.line,
        module.calls,
        module.output[0]?.shape,
        module.saved_bytes,
        module.saved_by.map(({ operator }) => operator),
      ];
    };
    const source = readFileSync(join(folder, 'models.py'), 'utf8').split('\n');
    const line = (text: string): number => source.findIndex((each) => each.includes(text)) + 1;
    assert.deepEqual(at(''), ['ConvNet', line('class ConvNet'), 1, [8, 10], 0, []]);
    assert.deepEqual(at('features'), ['Sequential', line('self.features'), 1, [8, 32, 1, 1], 0, []]);
    // The input is saved by the first convolution, its own output by batch norm.
    assert.deepEqual(at('features.0'), [
      'Conv2d',
      line('nn.Conv2d(3, 16'),
      1,
      [8, 16, 32, 32],
      8 * 3 * 32 * 32 * 4,
      ['conv2d'],
    ]);
    assert.deepEqual(at('features.1'), [
      'BatchNorm2d',
      line('nn.Conv2d(3, 16'),
      1,
      [8, 16, 32, 32],
      8 * 16 * 32 * 32 * 4 + 2 * 16 * 4,
      ['batch_norm'],
    ]);
    assert.deepEqual(at('features.3'), [
      'MaxPool2d',
      line('nn.Conv2d(3, 16'),
      1,
      [8, 16, 16, 16],
      8 * 16 * 16 * 16 * 8,
      ['max_pool2d'],
    ]);
    assert.equal(account.target.class, 'ConvNet');
  });

  it('counts calls and executions of a loop', () => {
    const { account } = run('one layer in a loop');
    assert.equal(account.modules.find(({ path }) => path === 'cell')!.calls, 5);
    const line = account.lines.find(({ file, executions }) => file === 'models.py' && executions > 1)!;
    assert.equal(line.executions, 5);
    assert.deepEqual(line.outputs, [{ shape: [64, 128], dtype: 'float32' }]);
  });

  it('draws the last step with its peak', () => {
    const { account, record } = run('convnet');
    const drawing = drawTimeline(record, 40);
    assert.ok(drawing.points.length <= 40);
    assert.equal(drawing.points[drawing.peak]!.allocated, account.peak.allocated);
    const { rounding: _rounding, ...categories } = account.peak.by_category;
    assert.deepEqual(drawing.points[drawing.peak]!.by_category, categories);
  });

  it('is the same after a hundred other runs', () => {
    const first = JSON.stringify(run('mlp').account);
    for (const name of recorded.keys()) run(name);
    assert.equal(JSON.stringify(run('mlp').account), first);
  });
});
