import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import type { Account } from '../../src/ledger/account';
import { buildAccount } from '../../src/ledger/build-account';
import { Machine } from '../../src/ledger/machine';
import { runStep } from '../../src/ledger/step';
import { createParser } from '../../src/python/parser';
import { parseConfig, type ModelEntry } from '../../src/workspace/config';
import { stepRequest } from '../../src/workspace/request';

const folder = join(__dirname, 'distributed');
const WORLD = 4;

type Figures = Record<'forward' | 'backward' | 'step', number[]>;

/** What PyTorch printed: `record.py` over its fake process group. */
const recorded = new Map(
  readFileSync(join(folder, 'expected.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Figures & { case: string })
    .map((line) => [line.case, line]),
);

describe('a step on several devices', () => {
  let machine: Machine;
  const host = new NodeHost();
  before(async () => {
    const parser = await createParser({
      runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
      grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
    });
    machine = new Machine({ parser, host, path: [folder], libraryRoots: [], write: () => {} });
  });

  function account(
    distributed: Record<string, unknown> | undefined,
    inputs: Record<string, string> = { i: 'int64[8, 64]' },
    loss?: string,
  ): Account {
    const entry = {
      model: 'model.py::Net()',
      inputs,
      loss,
      ...(distributed === undefined ? {} : { distributed: { world_size: WORLD, ...distributed } }),
    };
    const config = parseConfig(JSON.stringify({ entries: { it: entry } }));
    assert.deepEqual(config.problems, []);
    const { file, expression, ...rest } = config.entries[0] as ModelEntry;
    const { request } = stepRequest(host, {
      ...rest,
      file: join(folder, file),
      expression: expression!,
      device: config.device,
    });
    return buildAccount(runStep(machine, request));
  }

  function check(name: string, distributed: Record<string, unknown> | undefined, status = 'exact'): void {
    const found = account(distributed);
    assert.equal(found.error, undefined);
    assert.equal(found.status, status);
    const expected = recorded.get(name)!;
    for (const { name: phase, ...of } of found.phases)
      if (phase !== 'zero_grad')
        assert.deepEqual(
          [of.peak_allocated, of.end_allocated, of.peak_requested, of.end_requested],
          expected[phase],
          `${name} ${phase}`,
        );
  }

  it('is the plain step without', () => check('plain', undefined));
  it('asks the model itself for a loss, not what is around it', () => {
    for (const strategy of ['ddp', 'fsdp2']) {
      const { error } = account({ strategy }, undefined, 'output.sum() / len(model.blocks) + i.sum()');
      assert.equal(error, undefined);
    }
  });
  it('shards with fully_shard', () => check('fsdp2', { strategy: 'fsdp2' }));
  it('shards in mixed precision', () =>
    check('fsdp2 bf16', { strategy: 'fsdp2', param_dtype: 'bf16', reduce_dtype: 'fp32', wrap: ['Block'] }));
  it('keeps parameters after forward', () =>
    check('fsdp2 kept', { strategy: 'fsdp2', reshard_after_forward: false }));
  it('offloads shards', () => check('fsdp2 offload', { strategy: 'fsdp2', offload: true }));
  for (const [name, options] of Object.entries({
    fsdp: {},
    'fsdp original': { use_orig_params: true, wrap: ['Block'] },
    'fsdp bf16': { param_dtype: 'bf16', reduce_dtype: 'fp32' },
    'fsdp kept': { reshard_after_forward: false },
    'fsdp whole': { sharding_strategy: 'no_shard' },
    'fsdp hybrid': { sharding_strategy: 'hybrid_shard', shard_size: 2 },
    'fsdp offload': { offload: true },
    'fsdp prefetched': { forward_prefetch: true, backward_prefetch: 'post', limit_all_gathers: false },
  }))
    it(`shards flat parameters: ${name}`, () => check(name, { strategy: 'fsdp', ...options }));
  for (const [name, options] of Object.entries({
    ddp: {},
    'ddp views': { gradient_as_bucket_view: true },
    'ddp static': { static_graph: true, bucket_cap_mb: 10 },
    'ddp unused': { find_unused_parameters: true },
    'ddp unused static': { find_unused_parameters: true, static_graph: true },
  }))
    it(`reduces gradients in buckets: ${name}`, () => check(name, { strategy: 'ddp', ...options }));
  it('splits layers by a plan', () =>
    check(
      'tensor parallel',
      { strategy: 'tensor_parallel', tensor_parallel: { 'blocks.*.a': 'colwise', 'blocks.*.b': 'rowwise' } },
      'assumed',
    ));

  it('copies gradients into buckets with DDP, or has them there', () => {
    const plain = account(undefined);
    const copied = account({ strategy: 'ddp' });
    const shared = account({ strategy: 'ddp', gradient_as_bucket_view: true });
    const bytes = plain.gradients.bytes;
    assert.equal(copied.phases[0]!.end_requested, plain.phases[0]!.end_requested + bytes);
    assert.equal(copied.phases[1]!.end_requested, plain.phases[1]!.end_requested + bytes);
    assert.equal(shared.phases[1]!.end_requested, plain.phases[1]!.end_requested);
  });

  it('keeps as many micro-batches of a stage as the schedule lets fly', () => {
    const count = 6;
    const activation = 4 * 8 * 64 * 512;
    const one = account(undefined, { i: 'int64[8, 64]' });
    // What two blocks save: inputs, norms with their statistics, both linear layers' inputs.
    const block = activation + 2 * 4 * 8 * 64 + activation + 2 * 4 * activation;
    const stage = (options: Record<string, unknown>, input = 'float32[8, 64, 512]'): Account => {
      const found = account({ strategy: 'pipeline', microbatches: count, ...options }, { x: input });
      assert.equal(found.error, undefined);
      assert.equal(found.status, 'assumed');
      return found;
    };
    const end = ({ phases }: Account): number => phases[0]!.end_requested;
    const middle = { stage: 1, modules: ['blocks.1', 'blocks.2'] };
    const [all, some] = [stage({ ...middle, schedule: 'gpipe' }), stage(middle)];
    // Under 1F1B stage 1 of 4 has three in flight; each output is kept with what it saved.
    assert.equal(end(all) - end(some), (count - 3) * (2 * block - activation + activation));
    // Both have the same buffers when the step is over.
    assert.equal(all.phases[3]!.end_requested, some.phases[3]!.end_requested);
    const parameters = (one.parameters.bytes - 4 * 2 * 1000 * 512) / 2;
    assert.equal(some.parameters.bytes, parameters);
    assert.equal(some.optimizer_state.bytes, 2 * parameters);
    // Activations and gradients to be received, for each micro-batch, and states.
    const workspaces = 2 * 8_519_680;
    assert.equal(some.phases[3]!.end_requested, 3 * parameters + count * 2 * activation + workspaces);
    const last = stage({ stage: 3, modules: ['blocks.3', 'h'] });
    const lastOfAll = stage({ stage: 3, modules: ['blocks.3', 'h'], schedule: 'gpipe' });
    assert.ok(end(last) < end(lastOfAll));
    const first = stage({ stage: 0, modules: ['e', 'blocks.0'] }, 'int64[8, 64]');
    assert.equal(first.parameters.bytes, parameters / 2 + 4 * 1000 * 512);
  });

  it('keeps a part of states with ZeRO', () => {
    const plain = account(undefined);
    const n = plain.parameters.count;
    const part = Math.ceil(n / WORLD);
    for (const stage of ['zero1', 'zero2']) {
      const zero = account({
        strategy: stage,
        dtype: 'bf16',
        ...(stage === 'zero2' ? { reduce_bucket_size: 1000 } : {}),
      });
      assert.equal(zero.error, undefined);
      assert.equal(zero.status, 'assumed');
      assert.equal(zero.parameters.bytes, 2 * n);
      assert.equal(zero.gradients.bytes, stage === 'zero1' ? 2 * n : 2 * part);
      // Master and two moments; of the optimizer's own, its step is on the host unless it is fused.
      assert.equal(zero.optimizer_state.bytes, 8 * part);
      const before = zero.phases.find(({ name }) => name === 'zero_grad')!.end_requested;
      const outputs = plain.phases.find(({ name }) => name === 'zero_grad')!.end_requested - 12 * n;
      // Parameters and states beside what a plain step leaves; its output is of half the size.
      assert.ok(Math.abs(before - (2 * n + 12 * part) - outputs) < 2 * 8 * 64 * 1000 + 4096);
    }
    const offloaded = account({ strategy: 'zero2', dtype: 'bf16', offload_optimizer: true });
    assert.equal(offloaded.optimizer_state.bytes, 0);
    const sharded = account({ strategy: 'zero3', dtype: 'bf16' });
    assert.equal(sharded.status, 'assumed');
    assert.equal(sharded.optimizer_state.bytes, 8 * part);
  });
});
