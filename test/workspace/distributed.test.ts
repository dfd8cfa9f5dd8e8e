import assert from 'node:assert/strict';
import { parseConfig, type ModelEntry } from '../../src/workspace/config';
import { withDeepspeed, type Distributed } from '../../src/workspace/distributed';

/** The mistakes of an entry's "distributed", `line:column message`. */
function check(distributed: string, ...expected: string[]): void {
  const text = `{ "entries": { "it": {\n  "model": "model.py::Net()",\n  "distributed": ${distributed} } } }`;
  const { problems } = parseConfig(text);
  assert.deepEqual(
    problems.map(
      ({ line, column, message, severity }) =>
        `${line}:${column}${severity === 'warning' ? ' warning' : ''} ${message}`,
    ),
    expected,
  );
}

function read(distributed: string): Distributed {
  const { entries } = parseConfig(
    `{ "entries": { "it": { "model": "model.py::Net()", "distributed": ${distributed} } } }`,
  );
  return (entries[0] as ModelEntry).distributed!;
}

describe('"distributed" of an entry', () => {
  it('is read', () => {
    assert.deepEqual(read('{ "strategy": "fsdp2", "world_size": 8, "wrap": ["Block"] }'), {
      strategy: 'fsdp2',
      options: { strategy: 'fsdp2', world_size: 8, wrap: ['Block'] },
    });
  });
  it('tells mistakes at their place', () => {
    check('3', '3:18 "distributed" is an object: { "strategy": "fsdp2", "world_size": 8 }');
    check(
      '{ "world_size": 2 }',
      '3:18 "distributed" needs a "strategy": { "strategy": "fsdp2", "world_size": 8 }',
    );
    check('{ "strategy": "fsdp2" }', '3:18 "distributed" needs "world_size": how many devices there are');
    check(
      '{ "strategy": "fdsp2", "world_size": 2 }',
      '3:32 "strategy" is one of ddp, fsdp, fsdp2, zero1, zero2, zero3, tensor_parallel, pipeline; did you mean "fsdp2"?',
    );
    check(
      '{ "strategy": "ddp", "world_size": 0 }',
      '3:53 "world_size" is a whole number from 1: how many devices there are',
    );
    check(
      '{ "strategy": "ddp", "world_size": 2, "static_grap": true }',
      '3:56 warning unknown key "static_grap"; did you mean "static_graph"?',
    );
    check(
      '{ "strategy": "ddp", "world_size": 2, "wrap": ["Block"] }',
      '3:56 warning "wrap" means nothing to "ddp"; it is for fsdp, fsdp2, zero3',
    );
    check(
      '{ "strategy": "tensor_parallel", "world_size": 2 }',
      '3:18 "tensor_parallel" is an object of module paths: { "blocks.*.up": "colwise", "blocks.*.down": "rowwise" }',
    );
  });
});

describe("DeepSpeed's config", () => {
  const given = read('{ "deepspeed": "ds.json", "world_size": 8 }');
  it('gives stage, precision, offload, optimizer and accumulation', () => {
    const text = `{
      "bf16": { "enabled": true },
      "gradient_accumulation_steps": 4,
      "optimizer": { "type": "AdamW", "params": { "lr": 1e-4 } },
      "zero_optimization": { "stage": 2, "offload_optimizer": { "device": "cpu" }, "reduce_bucket_size": 200000000 }
    }`;
    assert.deepEqual(withDeepspeed(given, text), {
      distributed: {
        strategy: 'zero2',
        deepspeed: 'ds.json',
        options: {
          strategy: 'zero2',
          world_size: 8,
          dtype: 'bf16',
          offload_optimizer: true,
          offload_param: false,
          reduce_bucket_size: 200000000,
        },
      },
      optimizer: 'AdamW(fused=True)',
      accumulate: 4,
    });
  });
  it('is plain data parallel without a stage', () => {
    const read = withDeepspeed(given, '{}');
    assert.equal(typeof read === 'string' ? read : read.distributed.strategy, 'ddp');
  });
  it('tells what cannot be read', () => {
    assert.equal(withDeepspeed(given, undefined), 'no such file: ds.json');
    assert.equal(withDeepspeed(given, '[1]'), 'ds.json is no JSON object');
    assert.equal(
      withDeepspeed(given, '{ "zero_optimization": { "stage": 4 } }'),
      'ds.json: zero_optimization.stage is 0, 1, 2 or 3, not 4',
    );
  });
});
