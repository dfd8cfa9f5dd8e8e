/** What the edits of actions look like. */
import assert from 'node:assert/strict';
import { applyEdits, type Action } from '../../src/advice/action';
import { findActions } from '../../src/advice/find';
import type { Subject } from '../../src/advice/subject';
import { FILE, HEAD, modelOf, scriptOf } from './fixture';

/** The file with an action's edits. */
function edited(subject: Subject, id: string, file = FILE): string {
  const actions: Action[] = findActions(subject);
  const action = actions.find((each) => each.applies && each.id.startsWith(id));
  assert.ok(action !== undefined, `no ${id} among ${actions.map((each) => each.id).join(', ')}`);
  return applyEdits(subject.read(file)!, action.change.sources.get(file) ?? []);
}

const attention = (body: string): string => `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(8, 24)
        self.drop = nn.Dropout(0.1)
        self.register_buffer("mask", torch.tril(torch.ones(4, 4)).view(1, 1, 4, 4))

    def forward(self, x):
        q, k, v = self.qkv(x).view(4, 4, 3, 2, 4).permute(2, 0, 3, 1, 4)
${body.replace(/^/gm, '        ')}
        return y
`;
const INPUT = { inputs: { x: 'float32[B, 4, 8]' } };

describe('attention by hand', () => {
  const cases: [string, string, string | undefined][] = [
    [
      'with the usual scale, a mask and dropout',
      's = (q @ k.transpose(-2, -1)) / math.sqrt(k.size(-1))\ns = s.masked_fill(self.mask[:, :, :4, :4] == 0, float("-inf"))\nw = self.drop(F.softmax(s, dim=-1))\ny = w @ v',
      'y = F.scaled_dot_product_attention(q, k, v, attn_mask=self.mask[:, :, :4, :4] != 0, dropout_p=self.drop.p if self.training else 0.0)',
    ],
    [
      'with a scale of its own',
      'attn = torch.matmul(q, k.transpose(2, 3)) * 0.3\nattn = attn.softmax(dim=-1)\ny = torch.matmul(attn, v)',
      'y = F.scaled_dot_product_attention(q, k, v, scale=0.3)',
    ],
    [
      'without a scale, with a bias',
      's = q @ k.mT + self.mask\ny = torch.softmax(s, dim=-1) @ v',
      'y = F.scaled_dot_product_attention(q, k, v, attn_mask=self.mask, scale=1.0)',
    ],
    ['whose weights are used', 'w = (q @ k.mT).softmax(dim=-1)\ny = w @ v\nself.seen = w', undefined],
    ['whose softmax is over another dimension', 'w = (q @ k.mT).softmax(dim=1)\ny = w @ v', undefined],
    [
      'whose mask fills with a number',
      's = (q @ k.mT).masked_fill(self.mask == 0, -1)\ny = s.softmax(dim=-1) @ v',
      undefined,
    ],
    ['scaled after the mask', 's = (q @ k.mT + self.mask) * 0.5\ny = s.softmax(dim=-1) @ v', undefined],
    ['that is clipped', 's = (q @ k.mT).clamp(-5, 5)\ny = s.softmax(dim=-1) @ v', undefined],
    [
      'with weights changed after the softmax',
      'w = (q @ k.mT).softmax(dim=-1)\nw = w * 2\ny = w @ v',
      undefined,
    ],
  ];
  for (const [name, body, expected] of cases)
    it(name, async () => {
      const subject = await modelOf(attention(body).replace('class Net', `import math\nclass Net`), INPUT);
      assert.equal(subject.baseline.account.error, undefined);
      if (expected === undefined)
        assert.ok(!findActions(subject).some(({ id }) => id.startsWith('attention sdpa')));
      else
        assert.ok(
          edited(subject, 'attention sdpa').includes(`        ${expected}\n        return y`),
          edited(subject, 'attention sdpa'),
        );
    });
});

describe('blocks', () => {
  const net = (loop: string): string => `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(8, 8) for _ in range(4)])

    def forward(self, x):
${loop.replace(/^/gm, '        ')}
        return x
`;
  it('are offloaded as a whole', async () => {
    const text = edited(await modelOf(net('for block in self.blocks:\n    x = block(x)')), 'offload');
    assert.ok(
      text.includes(
        '        with torch.autograd.graph.save_on_cpu(pin_memory=True):\n            for block in self.blocks:\n                x = block(x)\n        return x',
      ),
      text,
    );
  });
});

const SCRIPT = `
model = nn.Linear(8, 8).cuda()
optimizer = torch.optim.AdamW(
    model.parameters(),
    lr=1e-3,
)
x = torch.randn(4, 8, device="cuda")
losses = []


def evaluate():
    model.eval()
    return model(x).sum()


for step in range(2):
    out = model(x)
    loss = out.square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    losses.append(loss)
evaluate()
`;

describe('a training script', () => {
  const script = '/w/train.py';
  const changes: [string, string, string][] = [
    ['optimizer fused', '    lr=1e-3,\n)', '    lr=1e-3,\n    fused=True,\n)'],
    ['gradients set_to_none', 'set_to_none=False', 'set_to_none=True'],
    ['lifetime item', 'losses.append(loss)', 'losses.append(loss.item())'],
    ['lifetime del', '    losses.append(loss)\n', '    losses.append(loss)\n    del out, loss\n'],
    ['evaluation no_grad', 'def evaluate():', '@torch.no_grad()\ndef evaluate():'],
    [
      'precision autocast',
      '    out = model(x)\n    loss = out.square().mean()\n',
      '    with torch.autocast("cuda", dtype=torch.bfloat16):\n        out = model(x)\n        loss = out.square().mean()\n',
    ],
  ];
  for (const [id, before, after] of changes)
    it(id, async () => {
      const subject = await scriptOf(SCRIPT);
      assert.equal(subject.baseline.account.error, undefined);
      assert.equal(edited(subject, id, script), HEAD + SCRIPT.replace(before, after));
    });
  it('optimizer 8-bit, with its import', async () => {
    const after = SCRIPT.replace('torch.optim.AdamW(', 'bitsandbytes.optim.AdamW8bit(');
    assert.equal(
      edited(await scriptOf(SCRIPT), 'optimizer 8-bit', script),
      `${HEAD}import bitsandbytes\n${after}`,
    );
  });
  it('optimizer in backward, where nothing else asks for the optimizer', async () => {
    const after = SCRIPT.replace(
      /optimizer = [^]*?\n\)\n/,
      `optimizers = {
    p: torch.optim.AdamW([p], lr=1e-3) for p in model.parameters() if p.requires_grad
}


def update_in_backward(p):
    optimizers[p].step()
    optimizers[p].zero_grad()


for p in optimizers:
    p.register_post_accumulate_grad_hook(update_in_backward)
`,
    )
      .replace('    optimizer.step()\n', '')
      .replace('    optimizer.zero_grad(set_to_none=False)\n', '');
    assert.equal(edited(await scriptOf(SCRIPT), 'optimizer in backward', script), HEAD + after);
  });
  for (const [name, from, to] of [
    [
      'clips gradients',
      '    optimizer.step()',
      '    nn.utils.clip_grad_norm_(model.parameters(), 1.0)\n    optimizer.step()',
    ],
    ['accumulates', '    optimizer.step()', '    if step % 2:\n        optimizer.step()'],
    [
      'reduces gradients over devices',
      'losses = []',
      'from torch.nn.parallel import DistributedDataParallel as DDP\nif torch.distributed.is_initialized():\n    model = DDP(model)',
    ],
    ['has a scheduler', 'losses = []', 'scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)'],
  ] as const)
    it(`that ${name} has no step in backward`, async () => {
      const ids = findActions(
        await scriptOf(SCRIPT.replace(from, to).replace('    losses.append(loss)\n', '')),
      ).map(({ id }) => id);
      assert.ok(ids.length > 0 && !ids.some((id) => id.startsWith('optimizer in backward')));
    });
  it('that already does it is left alone', async () => {
    const subject = await scriptOf(
      SCRIPT.replace('losses.append(loss)', 'losses.append(loss.item())').replace('set_to_none=False', ''),
    );
    const ids = findActions(subject).map(({ id }) => id.replace(/@.*/, ''));
    assert.deepEqual(ids.sort(), [
      'evaluation no_grad',
      'lifetime del',
      'optimizer 8-bit',
      'optimizer foreach',
      'optimizer fused',
      'optimizer in backward',
      'precision autocast',
    ]);
  });
});

describe('the loss', () => {
  const net = (loss: string): string => `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(8, 100)

    def forward(self, x, y):
        h = torch.tanh(x)
${loss.replace(/^/gm, '        ')}
`;
  const of = (loss: string) =>
    modelOf(net(loss), {
      inputs: { x: 'float32[B, T, 8]', y: 'int64[B, T]' },
      sizes: { B: 4, T: 8 },
      loss: 'output[1] if isinstance(output, tuple) else output',
    });
  const ids = async (loss: string): Promise<string[]> =>
    findActions(await of(loss)).flatMap(({ id }) => (id.startsWith('loss') ? [id.replace(/@.*/, '')] : []));
  it('is computed in parts, the logits no longer returned', async () => {
    const loss =
      'logits = self.head(h)  # many\nreturn logits, F.cross_entropy(logits.flatten(0, 1), y.flatten())';
    const text = edited(await of(loss), 'loss chunked');
    assert.ok(
      text.includes(
        '        h = torch.tanh(x)\n        return None, chunked_cross_entropy(self.head, h, y, -100)\n',
      ),
      text,
    );
    assert.ok(text.startsWith(`${HEAD}from torch.utils.checkpoint import checkpoint\n\ndef chunked`), text);
  });
  it('may be of logits in float32', async () =>
    assert.deepEqual(
      await ids('logits = self.head(h).float()\nreturn F.cross_entropy(logits.view(-1, 100), y.view(-1))'),
      ['loss chunked', 'loss float'],
    ));
  it('is taken of a part of the rows where the logits are used otherwise', async () => {
    const loss =
      'logits = self.head(h)\nloss = F.cross_entropy(logits.view(-1, 100), y.view(-1), ignore_index=3)\nreturn logits.argmax(-1), loss';
    assert.deepEqual(await ids(loss), ['loss rows']);
    const text = edited(await of(loss), 'loss rows');
    assert.ok(text.includes('loss = chunked_cross_entropy(logits.view(-1, 100), y.view(-1), 3)\n'), text);
    assert.ok(text.includes('def chunked_cross_entropy(logits, targets, ignore_index, chunks=8):\n'), text);
  });
  for (const [name, loss] of [
    [
      'weighs the classes',
      'logits = self.head(h)\nreturn F.cross_entropy(logits.view(-1, 100), y.view(-1), weight=torch.ones(100, device="cuda"))',
    ],
    [
      'is no mean',
      'logits = self.head(h)\nreturn F.cross_entropy(logits.view(-1, 100), y.view(-1), reduction="none").sum()',
    ],
    ['has its classes in front', 'logits = self.head(h)\nreturn F.cross_entropy(logits.transpose(1, 2), y)'],
  ])
    it(`is left alone where it ${name}`, async () => assert.deepEqual(await ids(loss!), []));
});
