/** Steps of what is no usual model: without parameters, with outputs that are objects, with several losses, with inputs on the CPU. */
import assert from 'node:assert/strict';
import type { Account } from '../../src/ledger/account';
import { buildAccount } from '../../src/ledger/build-account';
import { Machine } from '../../src/ledger/machine';
import { runStep } from '../../src/ledger/step';
import { emptyConfig, parseConfig, type ModelEntry } from '../../src/workspace/config';
import { MemoryHost } from '../../src/workspace/memory-host';
import { stepRequest } from '../../src/workspace/request';
import { loadParser } from '../python/parse/python';

const MODEL = `
import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence

class DiceLoss(nn.Module):
    def forward(self, pred, target):
        pred = pred.sigmoid()
        return 1 - 2 * (pred * target).sum() / (pred + target).sum()

class Matcher(nn.Module):
    def forward(self, cost):
        return cost.argmax(-1)

class Augment(nn.Module):
    def forward(self, x):
        return x.flip(-1) * 2

class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(100, 60)

    def forward(self, x):
        return torch.distributions.Independent(torch.distributions.Normal(self.net(x), 1), 1)

class Criterion(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(100, 60)

    def forward(self, x):
        y = self.net(x)
        return {'ce': y.mean(), 'box': y.square().sum(), 'count': x.sum()}

class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.GRU(100, 60, batch_first=True)

    def forward(self, x, lengths):
        return self.rnn(pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False))[1]
`;

async function accountOf(
  expression: string,
  inputs: Record<string, string>,
  loss?: string,
): Promise<Account> {
  const host = new MemoryHost({ '/w/model.py': MODEL });
  const machine = new Machine({
    parser: await loadParser(),
    host,
    path: ['/w'],
    libraryRoots: [],
    write: () => {},
  });
  const entries = { one: { model: `model.py::${expression}`, inputs, ...(loss && { loss }) } };
  const entry = parseConfig(JSON.stringify({ entries })).entries[0] as ModelEntry;
  const { request } = stepRequest(host, {
    ...entry,
    file: '/w/model.py',
    expression: entry.expression!,
    device: emptyConfig().device,
  });
  return buildAccount(runStep(machine, request), { displayPath: (path) => path });
}

const messages = ({ notes }: Account): string[] => notes.map(({ message }) => message);

describe('a step of what is no usual model', function () {
  this.timeout(30_000);

  it('takes the inputs of a loss to require grad, as what comes out of a network', async () => {
    const account = await accountOf('DiceLoss()', { pred: 'float32[256, 100]', target: 'float32[256, 100]' });
    assert.equal(account.error, undefined);
    assert.match(messages(account).join('\n'), /no parameters to train: its floating-point inputs are taken/);
    assert.ok(account.saved.bytes >= 2 * 256 * 100 * 4, `${account.saved.bytes}`);
  });

  it('gives gradients to the inputs of what has no parameters', async () => {
    const account = await accountOf('Augment()', { x: 'float32[256, 100]' });
    assert.equal(account.error, undefined);
    assert.equal(account.parameters.bytes, 0);
    assert.deepEqual(
      account.phases.map(({ name }) => name),
      ['forward', 'backward', 'step', 'zero_grad'],
    );
  });

  it('ends with forward where nothing comes out that has a gradient', async () => {
    const account = await accountOf('Matcher()', { cost: 'float32[256, 100]' });
    assert.equal(account.error, undefined);
    assert.match(
      messages(account).join('\n'),
      /nothing in the output requires grad: the step ends with forward/,
    );
  });

  it('finds the tensors of an output that is an object', async () => {
    const account = await accountOf('Policy()', { x: 'float32[256, 100]' });
    assert.equal(account.error, undefined);
    assert.equal(account.parameters.trainable_bytes, (100 * 60 + 60) * 4);
    assert.ok(account.optimizer_state.bytes > 0);
  });

  it('adds several losses', async () => {
    const account = await accountOf('Criterion()', { x: 'float32[256, 100]' }, 'output');
    assert.equal(account.error, undefined);
    assert.match(messages(account).join('\n'), /the loss is taken as the sum of those that are given/);
    const wrong = await accountOf('Criterion()', { x: 'float32[256, 100]' }, '[output, "a"]');
    assert.equal(wrong.error, undefined);
    const none = await accountOf('Criterion()', { x: 'float32[256, 100]' }, '"a"');
    assert.match(none.error!.message, /the loss is a 'str' object, not a tensor/);
  });

  it('leaves inputs on the CPU whose expression says so', async () => {
    const x = 'float32[8, 20, 100]';
    const here = await accountOf('Encoder()', { x, lengths: 'torch.full((8,), 20, device="cpu")' });
    assert.equal(here.error, undefined);
    const moved = await accountOf('Encoder()', { x, lengths: 'torch.full((8,), 20)' });
    assert.match(moved.error!.message, /CPU int64 tensor/);
  });
});
