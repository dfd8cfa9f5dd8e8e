/**
 * The JSON that `estimate` and `check` print has every key that scripts may rely on, of its type and with its meaning: for an entry
 * that trains, one that evaluates, one that is incomplete, one that fails, and a script.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Account, Phase } from '../../src/ledger/account';

const root = join(__dirname, '../..');
const fixtures = join(__dirname, 'contract');

/** What a value is: a type's name, with `?` where it may be null; a list of one shape; an object of shapes, where `key?` may be absent. */
type Shape = string | [Shape] | { [key: string]: Shape };

const tensors: Shape = [{ shape: ['number'], dtype: 'string' }];
const counted: Shape = { count: 'number', bytes: 'number' };

const ACCOUNT: Shape = {
  schema: 'number',
  torch: 'string',
  device: 'string',
  target: { file: 'string', expression: 'string', class: 'string' },
  status: 'string',
  notes: [{ kind: 'string', message: 'string', 'file?': 'string', 'line?': 'number' }],
  sizes: {},
  parameters: { count: 'number', bytes: 'number', trainable_count: 'number', trainable_bytes: 'number' },
  buffers: { bytes: 'number' },
  output: tensors,
  saved: { bytes: 'number', storages: 'number' },
  gradients: { bytes: 'number' },
  optimizer_state: { bytes: 'number' },
  phases: [
    {
      name: 'string',
      peak_allocated: 'number',
      end_allocated: 'number',
      peak_requested: 'number',
      end_requested: 'number',
    },
  ],
  peak: {
    allocated: 'number',
    requested: 'number',
    reserved: 'number',
    phase: 'string',
    file: 'string?',
    line: 'number?',
    operator: 'string?',
    by_category: {
      parameters: 'number',
      buffers: 'number',
      gradients: 'number',
      optimizer_state: 'number',
      saved: 'number',
      temporaries: 'number',
      inputs: 'number',
      outputs: 'number',
      workspace: 'number',
      other: 'number',
      rounding: 'number',
    },
  },
  process: { bytes: 'number', context: 'number' },
  flops: { forward: 'number', backward: 'number' },
  growth: { 'saved?': 'string' },
  modules: [
    {
      path: 'string',
      class: 'string',
      file: 'string?',
      line: 'number?',
      calls: 'number',
      parameters: counted,
      buffers: { bytes: 'number' },
      output: tensors,
      saved_bytes: 'number',
    },
  ],
  lines: [
    {
      file: 'string',
      line: 'number',
      executions: 'number',
      allocated: 'number',
      saved: 'number',
      outputs: tensors,
    },
  ],
};

/** Fails where the value is not of the shape; more keys are fine. */
function hasShape(value: unknown, shape: Shape, path: string): void {
  if (typeof shape === 'string') {
    if (shape.endsWith('?') && value === null) return;
    assert.equal(typeof value, shape.replace('?', ''), path);
    if (typeof value === 'number') assert.ok(Number.isInteger(value) && value >= 0, `${path}: ${value}`);
  } else if (Array.isArray(shape)) {
    assert.ok(Array.isArray(value), path);
    value.forEach((item, i) => hasShape(item, shape[0], `${path}[${i}]`));
  } else {
    assert.ok(typeof value === 'object' && value !== null, path);
    for (const [key, inner] of Object.entries(shape)) {
      const name = key.replace('?', '');
      if (!(key.endsWith('?') && !(name in value)))
        hasShape((value as Record<string, unknown>)[name], inner, `${path}.${name}`);
    }
  }
}

interface Result {
  status: number | null;
  account: Account;
}

function estimate(...args: string[]): Result {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'dist/cli.js'), 'estimate', ...args, '--json'],
    { cwd: fixtures, encoding: 'utf8', timeout: 60_000 },
  );
  return { status, account: JSON.parse(stdout) as Account };
}

function sum(record: Record<string, number>): number {
  return Object.values(record).reduce((a, b) => a + b, 0);
}

describe('the contract of the JSON', function () {
  this.timeout(120_000);

  before(() => execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli.js'], { cwd: root }));

  /** Runs, and checks what holds of every account. */
  function checked(...args: string[]): Result {
    const result = estimate(...args);
    const { account } = result;
    hasShape(account, ACCOUNT, 'account');
    const { peak, process } = account;
    assert.equal(account.schema, 1);
    assert.equal(sum(peak.by_category), peak.allocated);
    assert.ok(peak.requested <= peak.allocated && peak.allocated <= peak.reserved);
    assert.equal(process.bytes, peak.reserved + process.context);
    for (const { dtype } of account.output) assert.doesNotMatch(dtype, /torch/);
    for (const kind of account.notes.map((note) => note.kind))
      assert.match(kind, /^(assumption|missing|warning)$/);
    return result;
  }

  it('holds of a training step', () => {
    const { status, account } = checked('model.py::Net()', '--size', 'B=4');
    assert.equal(status, 0);
    assert.equal(account.status, 'exact');
    assert.deepEqual(account.target, { file: 'model.py', expression: 'Net()', class: 'Net' });
    assert.deepEqual(account.sizes, { B: 4 });
    // Two uses of one layer of 16 x 16 and its bias; the head's weight is frozen.
    assert.deepEqual(account.parameters, {
      count: 272 + 34,
      bytes: 4 * 306,
      trainable_count: 272 + 2,
      trainable_bytes: 4 * 274,
    });
    assert.deepEqual(account.buffers, { bytes: 4 * 16 });
    // A tensor and, in a dict, another: in order, flattened.
    assert.deepEqual(account.output, [
      { shape: [4, 2], dtype: 'float32' },
      { shape: [4], dtype: 'int64' },
    ]);
    // The input of the first use, what relu gives twice (the second is the input of no trainable weight).
    assert.deepEqual(account.saved, { bytes: 3 * 4 * 4 * 16, storages: 3 });
    assert.equal(account.gradients.bytes, 4 * 274);
    assert.equal(account.optimizer_state.bytes, 2 * 4 * 274);
    assert.deepEqual(
      account.phases.map(({ name }) => name),
      ['forward', 'backward', 'step', 'zero_grad'],
    );
    const phase = (name: string): Phase => account.phases.find((each) => each.name === name)!;
    assert.equal(phase('step').end_requested - phase('zero_grad').end_requested, account.gradients.bytes);
    assert.equal(account.peak.allocated, phase(account.peak.phase).peak_allocated);
    assert.equal(account.peak.allocated, Math.max(...account.phases.map((each) => each.peak_allocated)));
    assert.equal(account.peak.by_category.parameters, account.parameters.bytes);
    assert.equal(account.peak.by_category.inputs, 4 * 4 * 16);
    // A multiplication of a matrix by a matrix: twice 4 x 16 x 16, and the head's.
    assert.equal(account.flops.forward, 2 * (2 * 4 * 16 * 16 + 4 * 16 * 2));
    // Of the weight for both uses, of the input for the second; the head's input alone.
    assert.equal(account.flops.backward, 2 * (3 * 4 * 16 * 16 + 4 * 16 * 2));
    assert.equal(account.growth.saved, '192*B');
    const module = (path: string): Account['modules'][number] =>
      account.modules.find((each) => each.path === path)!;
    assert.deepEqual(
      account.modules.map(({ path, class: name, calls, parameters }) => [
        path,
        name,
        calls,
        parameters.count,
      ]),
      [
        ['', 'Net', 1, 0],
        ['layer', 'Linear', 2, 272],
        ['head', 'Linear', 1, 34],
      ],
    );
    assert.deepEqual(module('').buffers, { bytes: 64 });
    assert.deepEqual(module('layer').output, [{ shape: [4, 16], dtype: 'float32' }]);
    assert.equal(
      account.saved.bytes,
      account.modules.reduce((total, { saved_bytes }) => total + saved_bytes, 0),
    );
    const line = account.lines.find(({ executions }) => executions === 2)!;
    assert.equal(line.file, 'model.py');
    assert.deepEqual(line.outputs, [{ shape: [4, 16], dtype: 'float32' }]);
    // Both results of the layer and of relu.
    assert.equal(line.allocated, 4 * 4 * 4 * 16);
  });

  it('takes its figures from the last micro-batch of the last step', () => {
    const one = checked('model.py::Net()', '--size', 'B=4').account;
    const more = checked('model.py::Net()', '--size', 'B=4', '--accumulate', '2').account;
    const end = ({ phases }: Account): number => phases[0]!.end_requested;
    // In the last micro-batch the gradients of the one before are there.
    assert.equal(end(more) - end(one), one.gradients.bytes);
    const first = checked('model.py::Net()', '--size', 'B=4', '--steps', '1').account;
    assert.equal(first.optimizer_state.bytes, one.optimizer_state.bytes);
    assert.ok(end(one) - end(first) > one.optimizer_state.bytes);
  });

  it('holds of evaluation and inference', () => {
    const infer = checked('model.py::Net()', '--size', 'B=4', '--mode', 'infer');
    const evaluation = checked('model.py::Net()', '--size', 'B=4', '--mode', 'eval');
    for (const { status, account } of [infer, evaluation]) {
      assert.equal(status, 0);
      assert.deepEqual(
        account.phases.map(({ name }) => name),
        ['forward'],
      );
      assert.equal(account.peak.phase, 'forward');
      assert.deepEqual(
        [account.gradients.bytes, account.optimizer_state.bytes, account.flops.backward],
        [0, 0, 0],
      );
    }
    assert.deepEqual(infer.account.saved, { bytes: 0, storages: 0 });
    assert.equal(evaluation.account.saved.storages, 3);
  });

  it('holds of an incomplete account', () => {
    const { status, account } = checked('models.py::Unknown()', '--input', 'x=float32[8, 32]');
    assert.equal(status, 3);
    assert.equal(account.status, 'partial');
    const note = account.notes.find(({ kind, line }) => kind === 'missing' && line === 13)!;
    assert.equal(note.file, 'models.py');
    assert.equal(account.parameters.count, 132);
  });

  it('holds of models that do not run', () => {
    const { status, account } = checked('models.py::Wrong()', '--input', 'x=float32[8, 32]');
    assert.equal(status, 1);
    assert.equal(account.status, 'failed');
    assert.deepEqual(
      [account.error?.type, account.error?.file, account.error?.line],
      ['RuntimeError', 'models.py', 23],
    );
    assert.match(account.error!.message, /^mat1 and mat2 shapes cannot be multiplied \(8x64 and 32x10\)$/);
    assert.equal(account.parameters.count, 32 * 64 + 64 + 32 * 10 + 10);
    const unbuilt = checked('models.py::Raises()', '--input', 'x=float32[8, 32]');
    assert.deepEqual([unbuilt.status, unbuilt.account.status], [1, 'failed']);
    assert.equal(unbuilt.account.error?.message, 'dim must be even');
  });

  it('holds of what is assumed', () => {
    const { status, account } = checked('models.py::Inferred()');
    assert.equal(status, 0);
    assert.equal(account.status, 'assumed');
    assert.ok(account.notes.some(({ kind }) => kind === 'assumption'));
  });

  it('holds of every entry that check tells, scripts too', () => {
    const { stdout } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), 'check', '--json'], {
      cwd: fixtures,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const accounts = JSON.parse(stdout) as Account[];
    for (const account of accounts) hasShape(account, ACCOUNT, account.target.file);
    const script = accounts.find(({ target }) => target.file === 'script.py')!;
    assert.deepEqual(script.parameters, {
      count: 65_792,
      bytes: 263_168,
      trainable_count: 65_536,
      trainable_bytes: 262_144,
    });
    assert.deepEqual(
      [script.saved.bytes, script.gradients.bytes, script.optimizer_state.bytes],
      [4 * 8 * 256, 262_144, 2 * 262_144],
    );
    assert.equal(script.peak.phase, 'step');
  });
});
