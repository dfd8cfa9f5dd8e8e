/**
 * Data files that would have to be downloaded: known ones are there as their authors describe them, without their values. The
 * scripts do what torchvision's data sets do with them.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NodeHost } from '../../src/cli/host-node';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { loadParser } from '../python/parse/python';

const FETCH = `import gzip, hashlib, os, pickle, tarfile, zipfile
import urllib.request
from urllib.error import URLError
def fetch(url, path, chunk_size=1024 * 32):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with urllib.request.urlopen(urllib.request.Request(url, headers={"User-Agent": "x"})) as response:
        total = response.length
        with open(path, "wb") as file:
            while chunk := response.read(chunk_size):
                file.write(chunk)
    return total
def md5(path):
    digest = hashlib.md5(usedforsecurity=False)
    with open(path, "rb") as file:
        while chunk := file.read(1024 * 1024):
            digest.update(chunk)
    return digest.hexdigest()
`;

/** By what the script shows: the script, what it prints and what is assumed. Sizes, checksums and headers are the authors'. */
const CASES: Record<string, { script: string; prints: string[]; assumes: string[] }> = {
  'a compressed file of images, read as its header says': {
    script: `import numpy as np, torch
url = "https://ossci-datasets.s3.amazonaws.com/mnist/train-images-idx3-ubyte.gz"
print(fetch(url, "raw/images.gz"), md5("raw/images.gz"), os.path.getsize("raw/images.gz"))
with gzip.open("raw/images.gz", "rb") as packed, open("raw/images", "wb") as file:
    file.write(packed.read())
with open("raw/images", "rb") as file:
    data = file.read()
print(len(data), list(data[0:16]), bool(data), not data, data == b"", isinstance(data, bytes))
images = torch.frombuffer(bytearray(data), dtype=torch.uint8, offset=16).view(60000, 28, 28)
print(images.shape, images.dtype, images.float().mean().shape)
print(np.frombuffer(data, dtype=np.uint8, offset=16).reshape(-1, 28, 28).shape)
print(np.fromfile("raw/images", dtype=np.uint8).shape, sorted(os.listdir("raw")))
os.remove("raw/images")
print(os.path.isfile("raw/images"))`,
    prints: [
      '9912422 f68b3c2dcbeaaa9fbdd348bbdeb94873 9912422',
      '47040016 [0, 0, 8, 3, 0, 0, 234, 96, 0, 0, 0, 28, 0, 0, 0, 28] True False False True',
      'torch.Size([60000, 28, 28]) torch.uint8 torch.Size([])',
      '(60000, 28, 28)',
      "(47040016,) ['images', 'images.gz']",
      'False',
    ],
    assumes: ['MNIST is not downloaded here: its images of 28 x 28 are taken without their pixels'],
  },
  'an archive of pickles': {
    script: `import numpy as np
path, message = urllib.request.urlretrieve("https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz", "cifar.tgz")
print(path, message["Content-Length"], md5(path), tarfile.is_tarfile(path))
with tarfile.open("cifar.tgz", "r:gz") as tar:
    print(len(tar.getnames()), tar.getmember("cifar-10-batches-py/test_batch").size)
    tar.extractall("data")
folder = "data/cifar-10-batches-py/"
print(md5(folder + "data_batch_1"), sorted(os.listdir(folder))[:2])
data, labels = [], []
for i in range(1, 6):
    with open(f"{folder}data_batch_{i}", "rb") as file:
        entry = pickle.load(file, encoding="latin1")
    data.append(entry["data"])
    labels.extend(entry["labels"])
data = np.vstack(data).reshape(-1, 3, 32, 32).transpose((0, 2, 3, 1))
print(data.shape, data.dtype, len(labels), type(labels[0]))
with open(folder + "batches.meta", "rb") as file:
    print(pickle.load(file)["label_names"][3])`,
    prints: [
      'cifar.tgz 170498071 c58f30108f718f92721af3b95e74349a True',
      '7 31035526',
      "c99cafc152244af753f735de768cd75f ['batches.meta', 'data_batch_1']",
      "(50000, 32, 32, 3) uint8 50000 <class 'int'>",
      'cat',
    ],
    assumes: ['CIFAR-10 is not downloaded here: its images of 32 x 32 are taken without their pixels'],
  },
  'an archive of compressed files': {
    script: `fetch("https://biometrics.nist.gov/cs_links/EMNIST/gzip.zip", "raw/gzip.zip")
with zipfile.ZipFile("raw/gzip.zip", "r") as archive:
    archive.extractall("raw")
with gzip.open("raw/gzip/emnist-letters-train-images-idx3-ubyte.gz", "rb") as file:
    print(len(os.listdir("raw/gzip")), int.from_bytes(file.read()[4:8], "big"))`,
    prints: ['24 124800'],
    assumes: ['EMNIST is not downloaded here: its images of 28 x 28 are taken without their pixels'],
  },
  'another file is not there': {
    script: `for url in ("https://example.org/train-images-idx3-ubyte.gz", "https://yann.lecun.com/exdb/mnist/other.gz"):
    try:
        fetch(url, "raw/other.gz")
    except URLError as error:
        print(type(error).__name__)
print(os.path.isfile("raw/other.gz"))`,
    prints: ['URLError', 'URLError', 'False'],
    assumes: [],
  },
  'bytes that are not here, in parts and joined': {
    script: `fetch("https://ossci-datasets.s3.amazonaws.com/mnist/t10k-labels-idx1-ubyte.gz", "raw/labels.gz")
data = gzip.open("raw/labels.gz").read()
print(len(data), len(data[8:]), len(data[-5:]), len(data[:10] + data[10:]), data[3], type(data[2:4]).__name__)
parts = list(iter(lambda file=open("raw/labels.gz", "rb"): file.read(1000), b""))
print([len(part) for part in parts])
with open("copy", "wb") as file:
    for part in parts:
        file.write(part)
print(md5("copy"), os.stat("copy").st_size)
try:
    data[10008]
except IndexError as error:
    print(error)`,
    prints: [
      '10008 10000 5 10008 1 bytes',
      '[1000, 1000, 1000, 1000, 542]',
      'ec29112dd5afa0611ce80d1b7f02629c 4542',
      'index out of range',
    ],
    assumes: ['MNIST is not downloaded here: its images of 28 x 28 are taken without their pixels'],
  },
  'a large file of the disk': {
    script: `import numpy as np
with open("large.bin", "rb") as file:
    head, rest = file.read(4), file.read()
print(head, len(rest), np.fromfile("large.bin", dtype=np.float32).shape, os.path.getsize("large.bin"))`,
    prints: ["b'abcd' 5242876 (1310720,) 5242880"],
    assumes: [],
  },
};

describe('data files that would have to be downloaded', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'datasets-'));
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(5 * 2 ** 20, 'abcd'));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, { script, prints, assumes }] of Object.entries(CASES))
    it(name, async () => {
      writeFileSync(join(folder, 'script.py'), FETCH + script);
      let output = '';
      const machine = new Machine({
        parser: await loadParser(),
        host: new NodeHost(),
        path: [folder],
        libraryRoots: [],
        write: (_stream, text) => {
          output += text;
        },
      });
      for (let run = 0; run < 2; run++) {
        output = '';
        const { notes } = machine.runScript(join(folder, 'script.py'), [], {
          device: parseDevice('a100-80gb'),
          maxInstructions: 50_000_000,
        });
        assert.deepEqual(output.trimEnd().split('\n'), prints);
        assert.deepEqual(
          notes.filter(({ kind }) => kind === 'assumption').map(({ message }) => message),
          assumes,
        );
      }
    });
});
