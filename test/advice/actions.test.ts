import assert from 'node:assert/strict';
import { applyEdits, combine, type SourceEdit } from '../../src/advice/action';
import { evaluate, title } from '../../src/advice/evaluate';
import { findActions } from '../../src/advice/find';
import type { Subject } from '../../src/advice/subject';
import type { Strategy } from '../../src/workspace/distributed';
import { actionOf, FILE, modelOf, scriptOf, subjectParts } from './fixture';

const BLOCKS = `
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(64, 256)
        self.down = nn.Linear(256, 64)

    def forward(self, x):
        return x + self.down(F.gelu(self.up(x)))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block() for _ in range(4)])

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x
`;

describe('actions', () => {
  it('that a model with blocks can take', async () => {
    const subject = await modelOf(BLOCKS, { inputs: { x: 'float32[B, 64]' }, sizes: { B: 4 } });
    const actions = findActions(subject);
    assert.deepEqual(
      actions.map(({ id }) => id.replace(/@.*/, '')),
      [
        'checkpoint all Net.forward self.blocks',
        'offload self.blocks',
        'precision amp-bf16',
        'precision amp-fp16',
        'precision bf16',
        'precision tf32',
        'micro-batch 2',
        'micro-batch 4',
        'optimizer fused',
        'optimizer foreach',
        'optimizer in backward',
        'optimizer 8-bit',
        'optimizer SGD',
        'optimizer plain SGD',
        'optimizer Adafactor',
        'adapter low rank',
        'sharding 2',
        'sharding 4',
        'sharding 8',
      ],
    );
    for (const action of actions.filter(({ applies }) => applies))
      assert.equal(evaluate(subject, [action])?.error, undefined, action.what);
  });
  it('that does nothing says why', async () => {
    const subject = await modelOf(BLOCKS, { inputs: { x: 'float32[B, 64]' } });
    const action = actionOf(subject, 'precision tf32');
    assert.match(action.reason ?? '', /the peak stays as it is/);
    assert.equal(evaluate(subject, [action]), undefined);
  });
  it('of one group exclude each other, others are put together', async () => {
    const subject = await modelOf(BLOCKS, { inputs: { x: 'float32[B, 64]' } });
    const [amp, half, fused, blocks] = [
      'precision amp-bf16',
      'precision bf16',
      'optimizer fused',
      'checkpoint all',
    ].map((id) => actionOf(subject, id));
    assert.equal(combine([amp!, half!]), undefined);
    const change = combine([amp!, fused!, blocks!]);
    assert.deepEqual(change?.setting, { precision: 'amp-bf16', optimizer: 'AdamW(fused=True)' });
    assert.deepEqual([...(change?.sources.keys() ?? [])], [FILE]);
  });
  it('are named with peak and extra compute', async () => {
    const subject = await modelOf(BLOCKS, { inputs: { x: 'float32[B, 64]' }, sizes: { B: 4096 } });
    const action = actionOf(subject, 'checkpoint all');
    assert.match(
      title(action, evaluate(subject, [action])!),
      /^Checkpoint the 4 blocks of self\.blocks: peak [\d.]+ → [\d.]+ MiB, \+17 % compute$/,
    );
  });
});

describe('edits', () => {
  const at = (line: number, col: number, endLine: number, endCol: number, text: string) => ({
    line,
    col,
    endLine,
    endCol,
    text,
  });
  it('are applied from the last to the first', () =>
    assert.equal(applyEdits('a\nbc\n', [at(1, 0, 1, 1, 'x'), at(2, 1, 2, 2, 'yz')]), 'x\nbyz\n'));
  it('at one place stay in their order', () =>
    assert.equal(applyEdits('a\n', [at(1, 0, 1, 0, '1\n'), at(1, 0, 1, 0, '2\n')]), '1\n2\na\n'));
  it('take the line ends of the file', () =>
    assert.equal(applyEdits('a\r\nb\r\n', [at(2, 0, 2, 0, 'x\n')]), 'a\r\nx\r\nb\r\n'));
  it('behind a last line without an end', () =>
    assert.equal(applyEdits('a', [at(2, 0, 2, 0, 'x\n')]), 'a\nx'));
  it('count columns behind a byte order mark', () =>
    assert.equal(applyEdits('\ufeffab', [at(1, 1, 1, 2, 'x')]), '\ufeffax'));
});

describe('actions on what is spread over devices', () => {
  const spread = async (
    strategy: Strategy,
    options: Record<string, unknown> = {},
    deepspeed?: string,
  ): Promise<Subject> =>
    modelOf(BLOCKS, {
      inputs: { x: 'float32[B, 64]' },
      sizes: { B: 64 },
      distributed: {
        strategy,
        options: { world_size: 4, ...options },
        ...(deepspeed === undefined ? {} : { deepspeed }),
      },
    });
  const ways = (subject: Subject): string[] =>
    findActions(subject).flatMap(({ id }) => (/^(distributed|sharding) /.test(id) ? [id] : []));
  for (const [strategy, options, expected] of [
    ['ddp', {}, ['bucket views', 'fsdp2']],
    ['ddp', { gradient_as_bucket_view: true, find_unused_parameters: true }, ['static graph', 'fsdp2']],
    ['zero1', { reduce_bucket_size: 1000 }, ['stage 2', 'stage 3', 'offload optimizer']],
    ['zero2', { offload_optimizer: true }, ['stage 3']],
    ['fsdp2', { reshard_after_forward: false }, ['reshard', 'offload']],
    ['fsdp', { sharding_strategy: 'shard_grad_op' }, ['reshard', 'offload']],
    ['tensor_parallel', { tensor_parallel: { 'blocks.*.up': 'colwise', 'blocks.*.down': 'rowwise' } }, []],
  ] as const)
    it(`${strategy} ${JSON.stringify(options)}: ${expected.join(', ')}`, async () => {
      const subject = await spread(strategy, options);
      assert.deepEqual(
        ways(subject),
        expected.map((id) => `distributed ${id}`),
      );
      for (const id of ways(subject)) {
        const result = evaluate(subject, [actionOf(subject, id)])!;
        assert.equal(result.error, undefined, id);
        if (!id.endsWith('static graph')) assert.ok(result.saved > 0, `${id}: ${result.saved}`);
      }
    });
  it("keep this rank's part alone with a further stage of ZeRO, and no state with offload", async () => {
    const subject = await spread('zero1', { dtype: 'bf16', reduce_bucket_size: 1000 });
    const { parameters, gradients, optimizer_state } = subject.baseline.account;
    const part = Math.ceil(parameters.count / 4);
    assert.deepEqual([gradients.bytes, optimizer_state.bytes], [2 * parameters.count, 8 * part]);
    for (const [id, expected] of [
      ['stage 2', [2 * part, 8 * part]],
      ['offload optimizer', [2 * parameters.count, 0]],
    ] as const) {
      const { account } = evaluate(subject, [actionOf(subject, `distributed ${id}`)])!.outcome;
      assert.deepEqual([account.gradients.bytes, account.optimizer_state.bytes], expected, id);
    }
  });
  it("change DeepSpeed's config where that says it", async () => {
    const path = '/w/ds_config.json';
    const { host } = await subjectParts();
    host.documents.write(path, '{\n  "zero_optimization": { "stage": 1 }\n}\n');
    const action = actionOf(await spread('zero1', {}, path), 'distributed stage 2');
    assert.equal(action.change.setting.distributed?.strategy, 'zero2');
    assert.equal(
      applyEdits(host.documents.readFile(path)!, action.change.sources.get(path)!),
      '{\n  "zero_optimization": { "stage": 2 }\n}\n',
    );
    host.documents.delete(path);
  });
  it('a script lets the graph stay as it is', async () => {
    const subject = await scriptOf(`
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.testing._internal.distributed.fake_pg import FakeStore

dist.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
model = DDP(nn.Linear(64, 64).cuda(), device_ids=[0], find_unused_parameters=True)
model(torch.randn(8, 64, device="cuda")).sum().backward()
`);
    const { change } = actionOf(subject, 'sharding static graph');
    const [[, edits]] = [...change.sources] as [[string, SourceEdit[]]];
    assert.deepEqual(
      edits.map(({ text }) => text),
      ['DDP(nn.Linear(64, 64).cuda(), device_ids=[0], find_unused_parameters=True, static_graph=True)'],
    );
    assert.equal(evaluate(subject, [actionOf(subject, 'sharding static graph')])!.error, undefined);
  });
});
