import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createParser, type PythonParser } from '../../src/python/parser';
import { discoverEntries, inferFor } from '../../src/workspace/entries';
import { formatInputSpec } from '../../src/workspace/input-spec';
import { MemoryHost } from '../../src/workspace/memory-host';

let parser: PythonParser;

/** The entries of /w/model.py among some files, one line each: expression, inputs, sizes, loss. */
function entriesOf(files: Record<string, string>): string[] {
  const host = new MemoryHost(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`/w/${name}`, text])),
  );
  const result = parser.parse(files['model.py']!);
  return discoverEntries('/w/model.py', result, { parser, host, paths: ['/w'] }).map(
    ({ name, expression, inputs, sizes, loss, problem }) =>
      `${expression ?? name}: ${inputs.map((input) => `${input.name}=${formatInputSpec(input.spec)}`).join(' ')}` +
      ` ${Object.entries(sizes)
        .map(([size, value]) => `${size}=${value}`)
        .join(' ')}` +
      (loss === undefined ? '' : ` loss ${loss}`) +
      (problem === undefined ? '' : ` PROBLEM ${problem}`),
  );
}

/** The module whose forward is `forward`, with `layers` in its constructor. */
function check(source: string, ...expected: string[]): void {
  assert.deepEqual(
    entriesOf({
      'model.py': `import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n${source}`,
    }),
    expected,
  );
}

describe('entries of a file', () => {
  before(async () => {
    parser = await createParser({
      runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
      grammar: readFileSync(require.resolve('tree-sitter-python/tree-sitter-python.wasm')),
    });
  });

  it('finds the models, not their parts', () =>
    check(
      `
class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv = nn.Conv2d(n, n, 3)
    def forward(self, x):
        return self.conv(x)

class Base(nn.Module):
    def forward(self, x):
        return self.block(x)

class Net(Base):
    def __init__(self):
        super().__init__()
        self.block = Block(16)

class NotAModule:
    pass
`,
      'Net(): x=float32[B, 16, H, W] B=8 H=224 W=224',
    ));

  /** A module with such parameters, which does something with them. */
  const taking = (parameters: string, body: string): string => `
class Net(nn.Module):
    def __init__(self, ${parameters}):
        super().__init__()
        ${body}
    def forward(self, img):
        return img
`;
  const IMAGES = 'img=float32[B, 3, H, W] B=8 H=224 W=224';

  it('sees the scripts that get the model from its package', () => {
    const host = new MemoryHost({
      '/w/models/__init__.py': 'from .net import Net\n',
      '/w/models/net.py': `import torch.nn as nn\n${taking('width', 'pass')}`,
      '/w/train.py': 'from models import Net\nnet = Net(24)\n',
    });
    const path = '/w/models/net.py';
    const [entry] = discoverEntries(path, parser.parse(host.readFile(path)!), {
      parser,
      host,
      paths: ['/w'],
    });
    assert.equal(entry!.expression, 'Net(24)');
  });

  it("takes the end of an argument's name for its kind, and its annotation", () => {
    check(
      taking('cls_depth, image_patch_size, use_bias: bool', 'pass'),
      `Net(cls_depth=6, image_patch_size=16, use_bias=False): ${IMAGES}`,
    );
    check(
      taking('zork', 'pass').trimEnd(),
      'Net: ' +
        IMAGES +
        ' PROBLEM the constructor needs zork: give it in the config, "model": "model.py::Net(zork=…)"',
    );
  });

  it('takes several values where the constructor goes over them', () => {
    for (const [parameters, body, args] of [
      ['depths', 'for depth in depths: pass', '(2, 2, 2, 2)'],
      ['dims', 'a, b, c = dims', '(64, 128, 256)'],
      ['channels', 'assert len(channels) == 2', '(64, 128)'],
      ['heads', 'n = heads[5]', '(2, 4, 8, 8, 8, 8)'],
      ['depth', 'assert isinstance(depth, tuple), "several"', '(2, 2, 2, 2)'],
      ['widths', 'layers = [nn.Linear(i, o) for i, o in zip(widths, widths[1:])]', '(64, 128, 256, 512)'],
      ['kernel_sizes: list[int]', 'self.kernels = kernel_sizes', '(3, 3, 3, 3)'],
      // One value may be given as well.
      ['depth', 'depth = depth if isinstance(depth, tuple) else (depth,) * 4\n        n = len(depth)', '6'],
      ['depth', 'depth = cast_tuple(depth, 4)\n        n = len(depth)', '6'],
    ] as const)
      check(taking(parameters, body), `Net(${args}): ${IMAGES}`);
  });

  it('takes videos with the frames and sides that the constructor says', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self, image_size=64, frames=4, channels=1):
        super().__init__()
    def forward(self, video):
        return video
`,
      'Net(): video=float32[B, 1, F, H, W] B=8 F=4 H=64 W=64',
    ));

  it('shows no block that a model takes as a default', () =>
    check(
      `
class Block(nn.Module):
    def __init__(self, planes):
        super().__init__()
    def forward(self, x):
        return x

class Net(nn.Module):
    def __init__(self, block=Block):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.block = block(8)
    def forward(self, x):
        return self.block(self.conv(x))
`,
      'Net(): x=float32[B, 3, H, W] B=8 H=224 W=224',
    ));

  it('shows no block that a factory hands to its model', () =>
    check(
      `
class Block(nn.Module):
    def __init__(self, in_channels, kernel_size):
        super().__init__()
    def forward(self, x):
        return x

class Down(Block):
    pass

class ResNet(nn.Module):
    def __init__(self, block, count):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 64, 3)
        self.down = self.make(down=Down if count > 1 else None)
    def forward(self, x):
        return self.conv1(x)

def resnet():
    return ResNet(Block, 2)
`,
      'ResNet(Block, 2): x=float32[B, 3, H, W] B=8 H=224 W=224',
      'resnet(): x=float32[B, 3, H, W] B=8 H=224 W=224',
    ));

  it('takes the inputs of the method that forward hands its arguments on to', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self, img_size=96):
        super().__init__()
    def forward(self, *args, is_training=False, **kwargs):
        return self.forward_features(*args, **kwargs)
    def forward_features(self, pixel_values, masks=None):
        return pixel_values
`,
      'Net(): pixel_values=float32[B, 3, H, W] B=8 H=96 W=96',
    ));

  it('takes one class of each sample for an embedding of classes', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.classes_emb = nn.Embedding(10, 64)
        self.tokens_emb = nn.Embedding(100, 64)
    def forward(self, tokens, classes):
        return self.tokens_emb(tokens) + self.classes_emb(classes)[:, None]
`,
      'Net(): tokens=int64[B, T] classes=int64[B] B=8 T=128',
    ));

  it('follows star imports', () => {
    const parts = `
import torch.nn as nn
class Double(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.seq = nn.Sequential(nn.Conv2d(n, 8, 3))
    def forward(self, x):
        return self.seq(x)
`;
    const model = `
import torch.nn as nn
from .parts import *
class Net(nn.Module):
    def __init__(self, planes=5):
        super().__init__()
        self.first = Double(planes)
    def forward(self, x):
        return self.first(x)
`;
    assert.deepEqual(entriesOf({ 'model.py': model, 'parts.py': parts }), [
      'Net(): x=float32[B, 5, H, W] B=8 H=224 W=224',
    ]);
  });

  it('takes the first layer that is appended to a list', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList()
        stem = nn.Sequential(nn.Conv2d(4, 8, 3), nn.ReLU())
        self.layers.append(stem)
        for i in range(3):
            self.layers.append(nn.Conv2d(8, 8, 3))
    def forward(self, x):
        for i in range(4):
            x = self.layers[i](x)
        return x
`,
      'Net(): x=float32[B, 4, H, W] B=8 H=224 W=224',
    ));

  it('takes what another layer gave for the input no more', () =>
    check(
      `
class Features(nn.Module):
    def forward(self, x):
        return x.mean([-2, -1])

class Net(nn.Module):
    def __init__(self, width=20):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.features = Features()
        self.head = nn.Linear(32, 10)
    def forward(self, image, x):
        image = self.features(image)
        x = self.norm(x)
        return self.head(image) + self.head(x)
`,
      'Net(): image=float32[B, 3, H, W] x=float32[B, 32] B=8 H=224 W=224',
    ));

  it('knows the side and the channels of images by the constructor', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self, input_size=32, in_channels=4):
        super().__init__()
        self.embed = Unknown(input_size, in_channels)
    def forward(self, x, t):
        """
        x: (N, C, H, W) tensor of images or latents
        t: (N,) steps of the diffusion
        """
        return self.embed(x, t)
`,
      'Net(): x=float32[N, 4, H, W] t=int64[N] N=8 H=32 W=32',
    ));

  it('knows the instance by whatever name', () =>
    check(
      `
class Net(nn.Module):
    def __init__(s, n=3):
        super().__init__()
        s.n = n
        s.conv = nn.Conv2d(s.n, 8, 3)
    def forward(s, x):
        return s.conv(x)
`,
      'Net(): x=float32[B, 3, H, W] B=8 H=224 W=224',
    ));

  it('finds factories and the inputs of what they make', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self, width, classes=10):
        super().__init__()
        self.net = nn.Sequential(nn.Flatten(), nn.Linear(28 * 28, width), nn.ReLU(), nn.Linear(width, classes))
    def forward(self, x):
        return self.net(x)

def small():
    return Net(64)

def large(classes=100):
    model = Net(1024, classes)
    return model
`,
      'Net(64): x=float32[B, 784] B=8',
      'small(): x=float32[B, 784] B=8',
      'large(): x=float32[B, 784] B=8',
    ));

  it('takes the config of the file for a constructor argument, its length for the sequence, and a loss that is returned', () =>
    check(
      `
from dataclasses import dataclass
@dataclass
class GPTConfig:
    block_size: int = 256
    vocab_size: int = 100
    n_embd: int = 64
class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.transformer = nn.ModuleDict(dict(wte=nn.Embedding(config.vocab_size, config.n_embd)))
        self.head = nn.Linear(config.n_embd, config.vocab_size)
    def forward(self, idx, targets=None):
        device = idx.device
        b, t = idx.size()
        x = self.transformer.wte(idx)
        logits = self.head(x)
        if targets is None:
            return logits, None
        loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))
        return logits, loss
`,
      'GPT(GPTConfig()): idx=int64[b, t] targets=int64[b, t] b=8 t=256 loss output[1]',
    ));

  const configured = (method: string, above = '') => `import torch
import torch.nn as nn
${above}
class GPT(nn.Module):
${method}    def __init__(self, config):
        super().__init__()
        self.wte = nn.Embedding(config.vocab_size, 64)
    def forward(self, idx):
        b, t = idx.size()
        return self.wte(idx)
`;
  const maker = `from types import SimpleNamespace
def create_hparams(hparams_string=None):
    return SimpleNamespace(vocab_size=100)
def get_config_of(name):
    return None
`;

  it('takes the configuration that a method of the model makes', () =>
    assert.deepEqual(
      entriesOf({
        'model.py': configured(
          '    def get_config(self):\n        return self.c\n    @staticmethod\n    def get_default_config():\n        return make()\n',
        ),
      }),
      ['GPT(GPT.get_default_config()): idx=int64[b, t] b=8 t=128'],
    ));

  it('takes the configuration that a function of the file, or an imported one, makes', () => {
    const expected = ['GPT(create_hparams()): idx=int64[b, t] b=8 t=128'];
    assert.deepEqual(entriesOf({ 'model.py': configured('', maker) }), expected);
    assert.deepEqual(
      entriesOf({ 'model.py': configured('', 'from hparams import create_hparams'), 'hparams.py': maker }),
      expected,
    );
  });

  it('takes the configuration that the script which constructs the model imports', () =>
    assert.deepEqual(
      entriesOf({
        'model.py': configured(''),
        'hparams.py': maker,
        'train.py':
          'from hparams import create_hparams\nfrom model import GPT\ndef load(hparams):\n    return GPT(hparams)\n',
      }),
      ["GPT(__import__('hparams', fromlist=['create_hparams']).create_hparams()): idx=int64[b, t] b=8 t=128"],
    ));

  it('takes no function that needs arguments, or that only sounds alike', () =>
    assert.match(
      entriesOf({
        'model.py': configured('', 'def get_config(name): pass\ndef parse_config(): pass\n'),
      })[0]!,
      /PROBLEM the constructor needs config/,
    ));

  it('takes the inputs from a call in the file', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
    def forward(self, x, scale=1.0):
        return self.fc(x) * scale

if __name__ == "__main__":
    dim = 32
    model = Net(dim).cuda().train()
    x = torch.randn(4, dim, device="cuda")
    print(model(x).shape)
`,
      'Net(32): x=float32[B, 32] B=4',
    ));

  it('takes what the training loop gives to the model, however the model comes there', () => {
    const model = `import torch.nn as nn
import torch.nn.functional as F

class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(1000, 64)
        self.head = nn.Linear(64, 9)
    def forward(self, tokens, mask=None, gt=None, cache=None):
        logits = self.head(self.embed(tokens))
        if mask is not None:
            logits = logits * mask.unsqueeze(-1)
        if gt is None:
            return logits
        return F.cross_entropy(logits.transpose(1, 2), gt)
`;
    const train = `from model import Tagger

def one_epoch(net, loader, optimizer):
    for batch in loader:
        loss = net(batch["tokens"], mask=batch["mask"], gt=batch["gt"], cache=None)
        loss.backward()
        optimizer.step()

def train(model, loader, optimizer, epochs):
    for _ in range(epochs):
        one_epoch(model, loader, optimizer)

def main(loader):
    model = Tagger().cuda()
    train(model, loader, None, epochs=3)
`;
    assert.deepEqual(entriesOf({ 'model.py': model }), ['Tagger(): tokens=int64[B, T] B=8 T=128']);
    assert.deepEqual(entriesOf({ 'model.py': model, 'train.py': train }), [
      'Tagger(): tokens=int64[B, T] mask=bool[B, T] gt=int64[B, T] B=8 T=128',
    ]);
  });
  it('takes the inputs from a neighbour that trains the model, command line defaults included', () => {
    const model = `
import torch.nn as nn
class Net(nn.Module):
    def __init__(self, vocab):
        super().__init__()
        self.emb = nn.Embedding(vocab, 8)
    def forward(self, ids):
        return self.emb(ids)
`;
    const train = `
import argparse, torch
from model import Net
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--batch-size", type=int, default=12)
    parser.add_argument("--vocab", type=int, default=500)
    args = parser.parse_args()
    net = Net(args.vocab)
    net.to("cuda")
    ids = torch.randint(0, args.vocab, (args.batch_size, 64)).cuda()
    out = net(ids)
`;
    assert.deepEqual(entriesOf({ 'model.py': model, 'train.py': train }), [
      'Net(500): ids=int64[B, T] B=12 T=64',
    ]);
  });

  it('reads jaxtyping annotations', () =>
    check(
      `
from jaxtyping import Float, Int
from torch import Tensor
class Net(nn.Module):
    def __init__(self, dim=64):
        super().__init__()
        self.proj = nn.Linear(dim, 10)
    def forward(self, x: Float[Tensor, "batch seq dim"], index: Int[Tensor, "batch seq"]):
        return self.proj(x)
`,
      'Net(): x=float32[batch, seq, 64] index=int64[batch, seq] batch=8 seq=128',
    ));

  it('reads comments and docstrings', () =>
    check(
      `
class A(nn.Module):
    def forward(self, x):  # x: [B, 3, H, W]
        return x
class B(nn.Module):
    def forward(self,
                x,  # (N, T, 16)
                mask):  # (N, T)
        return x
class C(nn.Module):
    def forward(self, x, y):
        """Adds.

        x: tensor of shape (B, T, 32)
        y (Tensor): [B, 32]
        """
        return x + y
`,
      'A(): x=float32[B, 3, H, W] B=8 H=224 W=224',
      'B(): x=float32[N, T, 16] mask=bool[N, T] N=8 T=128',
      'C(): x=float32[B, T, 32] y=float32[B, 32] B=8 T=128',
    ));

  it('traces the input through the layers of submodules', () =>
    check(
      `
class Stem(nn.Sequential):
    def __init__(self, cin, cout):
        super().__init__(nn.Conv2d(cin, cout, 3), nn.ReLU())
class Net(nn.Module):
    def __init__(self, in_chans=1, dims=(16, 32)):
        super().__init__()
        self.stem = Stem(in_chans, 16)
    def features(self, images):
        return self.stem(images)
    def forward(self, x):
        x = self.features(x)
        return x.mean()
class Seq(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(40, 80, batch_first=True)
    def forward(self, x):
        out, _ = self.rnn(x)
        return out
`,
      'Net(): x=float32[B, 1, H, W] B=8 H=28 W=28',
      'Seq(): x=float32[B, T, 40] B=8 T=128',
    ));

  it('says what it cannot know', () =>
    check(
      `
class Net(nn.Module):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone
    def forward(self, thing):
        return self.backbone(thing)
`,
      'Net:   PROBLEM the constructor needs backbone: give it in the config, "model": "model.py::Net(backbone=…)"',
    ));

  it('takes no tensor for what it takes parts of by their names', () =>
    check(
      `
class Net(nn.Module):
    def forward(self, batch):
        return batch["image"] * batch["weight"][0]

class Other(nn.Module):
    def forward(self, batch):
        return batch[0] * 2
`,
      'Net():   PROBLEM nothing tells the input batch: give "inputs" in the config',
      'Other(): batch=float32[B, 3, H, W] B=8 H=224 W=224',
    ));

  it('infers the inputs of an expression that the user wrote', () => {
    const text =
      'import torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self, c):\n        super().__init__()\n        self.c = nn.Conv2d(c, 8, 3)\n    def forward(self, x):\n        return self.c(x)\n';
    const found = inferFor('/w/model.py', parser.parse(text), 'Net(c=5).half()', {
      parser,
      host: new MemoryHost({ '/w/model.py': text }),
      paths: ['/w'],
    });
    assert.equal(formatInputSpec(found!.inputs[0]!.spec), 'float32[B, 5, H, W]');
  });

  it('survives a file cut at every byte', () => {
    const text = readFileSync('examples/gpt/model.py', 'utf8').slice(0, 1500);
    for (let end = 0; end < text.length; end += 7) entriesOf({ 'model.py': text.slice(0, end) });
  });

  for (const [file, expected] of [
    ['gpt', ['GPT(GPTConfig()): idx=int64[B, T] targets=int64[B, T] B=8 T=1024 loss output[1]']],
    ['unet', ['UNet(): x=float32[B, 3, H, W] B=8 H=224 W=224']],
    [
      'classifier',
      [
        'SmallResNet(): x=float32[B, 3, H, W] B=8 H=224 W=224',
        'FineTuned(): x=float32[B, 3, H, W] B=8 H=224 W=224',
      ],
    ],
  ] as const) {
    it(`finds the example ${file}`, () =>
      assert.deepEqual(
        entriesOf({
          'model.py': readFileSync(`examples/${file}/model.py`, 'utf8'),
          'train.py': readFileSync(`examples/${file}/train.py`, 'utf8'),
        }),
        expected,
      ));
  }
});
