/**
 * Programs, each with the code actions that a person is offered in it: at least one of each kind that there is. The files lie in a folder of
 * their own with a config of their own, so that they also are what a config says of scripts and of GPUs.
 */

/** One code action. */
export interface ActionCase {
  name: string;
  /** A file of the examples, or one of `PROGRAMS`. */
  file: string;
  /** Part of the line on which the actions are asked for. */
  line: string;
  title: RegExp;
  /** The file that is edited where it is not `file`. */
  edited?: string;
  /** What the edited file has afterwards, and had not before. */
  expected: string[];
  /** A fix of a memory mistake: it takes the mark away, and its title has no figures. */
  isFix?: boolean;
}

/** The folder of the programs, in the workspace. */
export const FOLDER = 'actions';
const CONFIG = `${FOLDER}/vram-ledger.json`;

const HEAD = `import torch
import torch.nn as nn
import torch.nn.functional as F


`;

/** What lies in `FOLDER`, by name. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  'attention.py': `${HEAD}class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(256, 768)

    def forward(self, x):  # x: [8, 1024, 256]
        B, T, C = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, 4, 64).permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-2, -1)) / 8.0
        weights = F.softmax(scores, dim=-1)
        y = weights @ v
        return y.transpose(1, 2).reshape(B, T, C)
`,
  'model.py': `${HEAD}class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Sequential(nn.Linear(256, 256), nn.Tanh()) for _ in range(8)])
        self.act = nn.LeakyReLU(0.1)
        self.up = nn.Linear(256, 2048)
        self.mid = nn.Linear(2048, 2048)
        self.head = nn.Linear(2048, 16)

    def forward(self, x):  # x: [4096, 256]
        h = self.layers(x)
        return self.head(self.act(self.mid(self.act(self.up(h)))))
`,
  'unread.py': `${HEAD}class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(256, 8, batch_first=True)

    def forward(self, x):  # x: [8, 1024, 256]
        y, _ = self.attention(x, x, x)
        return y
`,
  'switch.py': `from torch import nn
from torch.utils.checkpoint import checkpoint


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.grad_checkpointing = False
        self.layers = nn.ModuleList([nn.Sequential(nn.Linear(512, 2048), nn.GELU(), nn.Linear(2048, 512)) for _ in range(8)])

    def set_grad_checkpointing(self, enable=True):
        self.grad_checkpointing = enable

    def forward(self, x):  # x: [4096, 512]
        for layer in self.layers:
            x = checkpoint(layer, x, use_reentrant=False) if self.grad_checkpointing else layer(x)
        return x


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone = Backbone()
        self.head = nn.Linear(512, 10)

    def forward(self, x):  # x: [4096, 512]
        return self.head(self.backbone(x))
`,
  'language.py': `${HEAD}class Language(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(32000, 256)
        self.head = nn.Linear(256, 32000)

    def forward(self, ids, targets):  # ids: int64[4, 512], targets: int64[4, 512]
        logits = self.head(torch.tanh(self.embed(ids)))
        return F.cross_entropy(logits.float().view(-1, 32000), targets.view(-1))
`,
  'wide.py': `from torch import nn


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2048, 2048) for _ in range(4)])
        self.head = nn.Linear(2048, 10)

    def forward(self, x):  # x: [8, 2048]
        for layer in self.layers:
            x = layer(x).relu()
        return self.head(x)
`,
  'step.py': `import torch

from wide import Wide

model = Wide().cuda()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for step in range(3):
    loss = model(torch.randn(8, 2048, device="cuda")).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
`,
  'habits.py': `import torch

from model import Layers

model = Layers().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def evaluate():
    model.eval()
    out = model(torch.randn(4096, 256, device="cuda"))
    model.train()
    return out.argmax(1).sum()


losses = []
for step in range(8):
    x = torch.randn(4096, 256, device="cuda")
    out = model(x)
    loss = out.square().mean()
    loss.backward(retain_graph=True)
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    losses.append(loss)
evaluate()
`,
  'evaluation.py': `import torch

from model import Layers


def evaluate(model):
    model.eval()
    out = model(torch.randn(4096, 256, device="cuda"))
    return out.argmax(1).sum()


print(evaluate(Layers().cuda()))
`,
  'spread.py': `import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from wide import Wide

dist.init_process_group("nccl", rank=0, world_size=4)
model = DistributedDataParallel(Wide().cuda())
optimizer = torch.optim.AdamW(model.parameters())
for step in range(3):
    loss = model(torch.randn(8, 2048, device="cuda")).square().mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
`,
  'useless.py': `from torch import nn
from torch.utils.checkpoint import checkpoint


class Recomputed(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(256, 2048), nn.Tanh(), nn.Linear(2048, 256))

    def forward(self, x):  # x: [4096, 256]
        return checkpoint(self.body, x, use_reentrant=False)
`,
  'vram-ledger.json': JSON.stringify(
    {
      device: 'a100-40gb',
      entries: {
        step: { script: 'step.py' },
        habits: { script: 'habits.py' },
        evaluation: { script: 'evaluation.py' },
        spread: { script: 'spread.py' },
        layers: { model: 'model.py::Layers()', inputs: { x: 'float32[B, 256]' }, sizes: { B: 4096 } },
        language: {
          model: 'language.py::Language()',
          inputs: { ids: 'int64[B, T]', targets: 'int64[B, T]' },
          sizes: { B: 4, T: 512 },
          loss: 'output',
          precision: 'fp16',
        },
      },
    },
    undefined,
    2,
  ),
};

/** The code actions, those of models first. */
export const CASES: readonly ActionCase[] = [
  {
    name: 'checkpoints the blocks of a loop',
    file: 'gpt/model.py',
    line: 'for block in self.blocks',
    title: /^Checkpoint the 12 blocks of self\.blocks: peak [\d.]+ → [\d.]+ GiB, \+\d+ % compute$/,
    expected: [
      'x = checkpoint(block, x, use_reentrant=False)',
      'from torch.utils.checkpoint import checkpoint\n',
    ],
  },
  {
    name: 'keeps what backward needs in the host',
    file: 'gpt/model.py',
    line: 'for block in self.blocks',
    title: /^Keep what backward needs of self\.blocks in the host's memory: /,
    expected: [
      'with torch.autograd.graph.save_on_cpu(pin_memory=True):\n            for block in self.blocks:',
    ],
  },
  {
    name: 'takes the logits in parts',
    file: 'gpt/model.py',
    line: 'loss = F.cross_entropy(',
    title: /^Compute self\.lm_head and the cross entropy for an eighth of the rows at a time: /,
    expected: [
      'loss = chunked_cross_entropy(self.lm_head, x, targets, -1)',
      'def chunked_cross_entropy(',
      'return None, loss',
    ],
  },
  {
    name: 'leaves logits in their dtype',
    file: 'language.py',
    line: 'return F.cross_entropy(',
    title: /^Leave logits in their dtype, without a copy by float\(\): /,
    expected: ['F.cross_entropy(logits.view(-1, 32000), targets.view(-1))'],
  },
  {
    name: 'replaces attention that is written by hand',
    file: 'attention.py',
    line: 'y = weights @ v',
    title: /scaled_dot_product_attention/,
    expected: ['F.scaled_dot_product_attention(q, k, v'],
  },
  {
    name: 'does without attention weights that nobody uses',
    file: 'unread.py',
    line: 'y, _ = self.attention(x, x, x)',
    title: /^Do without the attention weights of self\.attention, which nobody uses \(need_weights=False\): /,
    expected: ['y, _ = self.attention(x, x, x, need_weights=False)'],
  },
  {
    name: 'checkpoints an nn.Sequential in segments',
    file: 'model.py',
    line: 'h = self.layers(x)',
    title: /^Checkpoint self\.layers in 3 segments: /,
    expected: ['h = checkpoint_sequential(self.layers, 3, x, use_reentrant=False)'],
  },
  {
    name: 'lets an activation write into its input',
    file: 'model.py',
    line: 'nn.LeakyReLU',
    title: /^Let LeakyReLU write into its input \(inplace=True\): /,
    expected: ['self.act = nn.LeakyReLU(0.1, inplace=True)'],
  },
  {
    name: "switches on a model's own checkpointing",
    file: 'switch.py',
    line: 'self.backbone = Backbone()',
    title: /^Switch on Backbone's own checkpointing: /,
    expected: ['self.backbone = Backbone()\n        self.backbone.set_grad_checkpointing()\n'],
  },
  {
    name: 'freezes all but the last part',
    file: 'model.py',
    line: 'class Layers',
    title: /^Train head alone, the rest frozen: /,
    edited: CONFIG,
    expected: ['model.head.requires_grad_(True)'],
  },
  {
    name: 'trains additions of low rank',
    file: 'switch.py',
    line: 'class Classifier',
    title: /^Train additions of rank 8 to /,
    expected: ['class LowRank(nn.Module):', 'def with_adapters('],
  },
  {
    name: 'takes micro-batches',
    file: 'model.py',
    line: 'class Layers',
    title: /^Take 4 micro-batches of 1024 per step instead of B = 4096: /,
    edited: CONFIG,
    expected: ['"B": 1024', '"accumulate": 4'],
  },
  {
    name: 'runs under autocast',
    file: 'model.py',
    line: 'class Layers',
    title: /^Run forward and loss under autocast in bfloat16: /,
    edited: CONFIG,
    expected: ['"precision": "amp-bf16"'],
  },
  {
    name: 'keeps the weights in bfloat16',
    file: 'model.py',
    line: 'class Layers',
    title: /^Keep the weights in bfloat16: /,
    edited: CONFIG,
    expected: ['"precision": "bf16"'],
  },
  {
    name: 'trains with another optimizer',
    file: 'model.py',
    line: 'class Layers',
    title: /^Train with Adafactor, /,
    edited: CONFIG,
    expected: ['"optimizer": "Adafactor('],
  },
  {
    name: 'shards the training state over GPUs',
    file: 'wide.py',
    line: 'class Wide',
    title: /^Shard the training state over 4 GPUs \(FSDP2\): /,
    edited: CONFIG,
    expected: ['wide.py::'],
  },
  {
    name: "keeps a script's optimizer state in 8 bits",
    file: 'gpt/train.py',
    line: 'optimizer = torch.optim.AdamW(',
    title: /^Keep AdamW's state in 8 bits: /,
    expected: ['optimizer = bitsandbytes.optim.AdamW8bit(', 'import bitsandbytes\n'],
  },
  {
    name: 'lets a script update in one kernel',
    file: 'step.py',
    line: 'optimizer = torch.optim.AdamW(',
    title: /^Let AdamW update in one kernel \(fused=True\): /,
    expected: ['AdamW(model.parameters(), lr=1e-3, fused=True)'],
  },
  {
    name: 'lets a script update parameter by parameter',
    file: 'step.py',
    line: 'optimizer = torch.optim.AdamW(',
    title: /^Update parameter by parameter \(foreach=False\): /,
    expected: ['AdamW(model.parameters(), lr=1e-3, foreach=False)'],
  },
  {
    name: 'lets a script update in backward',
    file: 'step.py',
    line: 'optimizer = torch.optim.AdamW(',
    title: /^Let AdamW update each parameter in backward and drop its gradient: /,
    expected: ['register_post_accumulate_grad_hook(update_in_backward)'],
  },
  {
    name: 'drops gradients instead of filling them with zeros',
    file: 'habits.py',
    line: 'set_to_none=False',
    title: /^Let zero_grad drop the gradients instead of filling them with zeros: /,
    expected: ['optimizer.zero_grad(set_to_none=True)'],
  },
  {
    name: 'runs a loop under autocast',
    file: 'habits.py',
    line: 'loss = out.square()',
    title: /^Run forward and loss under autocast in bfloat16: /,
    expected: [
      'with torch.autocast("cuda", dtype=torch.bfloat16):\n        out = model(x)\n        loss = out.square().mean()\n',
    ],
  },
  {
    name: 'keeps the number of a loss',
    file: 'habits.py',
    line: 'losses.append(loss)',
    title: /^Keep the number of loss, not the tensor with its graph: /,
    expected: ['losses.append(loss.item())'],
  },
  {
    name: 'evaluates without a graph',
    file: 'evaluation.py',
    line: 'def evaluate',
    title: /^Evaluate in evaluate without a graph \(no_grad\): /,
    expected: ['@torch.no_grad()\ndef evaluate(model):'],
  },
  {
    name: 'lets gradients be views of the buckets',
    file: 'spread.py',
    line: 'DistributedDataParallel(Wide()',
    title: /^Let gradients be views of the buckets \(gradient_as_bucket_view=True\): /,
    expected: ['DistributedDataParallel(Wide().cuda(), gradient_as_bucket_view=True)'],
  },
  {
    name: 'mends weights that nobody uses',
    file: 'unread.py',
    line: 'y, _ = self.attention(x, x, x)',
    title: /^Pass need_weights=False$/,
    expected: ['y, _ = self.attention(x, x, x, need_weights=False)'],
    isFix: true,
  },
  {
    name: 'mends checkpointing that saves nothing',
    file: 'useless.py',
    line: 'return checkpoint(',
    title: /^Call it without checkpointing$/,
    expected: ['return self.body(x)'],
    isFix: true,
  },
  {
    name: 'mends a graph that is kept',
    file: 'habits.py',
    line: 'losses.append(loss)',
    title: /^Keep loss\.detach\(\)$/,
    expected: ['losses.append(loss.detach())'],
    isFix: true,
  },
];
