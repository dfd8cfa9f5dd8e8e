/** Data sets of torchvision that would have to be downloaded: there as their authors describe them, where a program asks for the download. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

/** What of torchvision's classes the patches rely on; no file of theirs is there. */
const MNIST = `import os
import torch
class MNIST:
    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        self.root, self.train = root, train
        if download:
            self.download()
        if not self._check_exists():
            raise RuntimeError("Dataset not found. You can use download=True to download it")
        self.data, self.targets = self._load_data()
    @property
    def raw_folder(self):
        return os.path.join(self.root, self.__class__.__name__, "raw")
    def _check_exists(self):
        return False
    def download(self):
        raise OSError("the network")
    def _load_data(self):
        raise OSError("no file")
class FashionMNIST(MNIST):
    pass
`;
const CIFAR = `import os.path
import numpy as np
class VisionDataset:
    def __init__(self, root, transform=None, target_transform=None):
        self.root = root
class CIFAR10(VisionDataset):
    base_folder = "cifar-10-batches-py"
    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        raise RuntimeError("Dataset not found or corrupted. You can use download=True to download it")
    def _check_integrity(self):
        return False
class CIFAR100(CIFAR10):
    base_folder = "cifar-100-python"
`;

const SCRIPT = `from torchvision.datasets.mnist import MNIST, FashionMNIST
from torchvision.datasets.cifar import CIFAR10, CIFAR100
def show(make, *args, **options):
    try:
        d = make(*args, **options)
        print(make.__name__, list(d.data.shape), d.data.dtype, len(d.targets), type(d.targets[0].item() if make in (MNIST, FashionMNIST) else d.targets[0]))
    except RuntimeError as error:
        print(error)
class Own(FashionMNIST):
    pass
show(MNIST, "data")
show(MNIST, "data", train=True, download=True)
show(MNIST, "data", train=False)
show(MNIST, "other", train=False)
print(Own("data", train=False, download=True).data.shape)
show(CIFAR10, "data")
show(CIFAR10, "data", train=True, download=True)
show(CIFAR10, "data", train=False)
show(CIFAR100, "data", train=False, download=True)
print(len(CIFAR100("data").classes), CIFAR10("data").class_to_idx["truck"])
`;

const MISSING = 'Dataset not found. You can use download=True to download it';
const EXPECTED = [
  MISSING,
  "MNIST [60000, 28, 28] torch.uint8 60000 <class 'int'>",
  "MNIST [10000, 28, 28] torch.uint8 10000 <class 'int'>",
  MISSING,
  'torch.Size([10000, 28, 28])',
  'Dataset not found or corrupted. You can use download=True to download it',
  "CIFAR10 [50000, 32, 32, 3] uint8 50000 <class 'int'>",
  "CIFAR10 [10000, 32, 32, 3] uint8 10000 <class 'int'>",
  "CIFAR100 [10000, 32, 32, 3] uint8 10000 <class 'int'>",
  '100 9',
];

describe('data sets of torchvision', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'datasets-'));
    const sets = join(folder, 'libraries', 'torchvision', 'datasets');
    mkdirSync(sets, { recursive: true });
    const files = { '../__init__.py': '', '__init__.py': '', 'mnist.py': MNIST, 'cifar.py': CIFAR };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(sets, name), text);
    writeFileSync(join(folder, 'script.py'), SCRIPT);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are there without their pixels, in each run anew', async () => {
    let output = '';
    const machine = new Machine({
      parser: await loadParser(),
      host: new NodeHost(),
      path: [folder, join(folder, 'libraries')],
      libraryRoots: [join(folder, 'libraries')],
      write: (_stream, text) => {
        output += text;
      },
    });
    for (let run = 0; run < 2; run++) {
      output = '';
      machine.runScript(join(folder, 'script.py'), [], {
        device: parseDevice('a100-80gb'),
        maxInstructions: 50_000_000,
      });
      assert.deepEqual(output.trimEnd().split('\n'), EXPECTED);
    }
  });
});
