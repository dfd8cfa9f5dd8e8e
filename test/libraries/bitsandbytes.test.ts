/** bitsandbytes is read where it is installed, over a native library of ours; its optimizers are there in any case. */
import assert from 'node:assert/strict';
import { parseDevice } from '../../src/device/parse-device';
import { Machine } from '../../src/ledger/machine';
import { MemoryHost } from '../../src/workspace/memory-host';
import { loadParser } from '../python/parse/python';

const INSTALLED = {
  '/env/bitsandbytes/__init__.py': 'from . import nn\nfrom .cextension import lib\nfrom .optim import adam\n',
  '/env/bitsandbytes/nn.py':
    'from .cextension import lib\nclass Linear4bit:\n    given = lib.cquantize(None, 64)\n',
  '/env/bitsandbytes/optim/__init__.py': 'class AdamW8bit:\n    """Of the installed package."""\n',
  '/env/bitsandbytes/optim/adam.py': '',
};
const UNREADABLE = { '/env/bitsandbytes/__init__.py': 'from .cextension import what_it_has_not\n' };

async function printed(files: Readonly<Record<string, string>>, script: string): Promise<string> {
  let output = '';
  const machine = new Machine({
    parser: await loadParser(),
    host: new MemoryHost({ ...files, '/w/script.py': script }),
    path: ['/w', '/env'],
    libraryRoots: ['/env'],
    write: (stream, text) => {
      if (stream === 'stdout') output += text;
    },
  });
  machine.runScript('/w/script.py', [], { device: parseDevice('a100-80gb'), maxInstructions: 50_000_000 });
  return output;
}

const SCRIPT = `
import bitsandbytes as bnb
from bitsandbytes.optim import AdamW8bit
print(AdamW8bit.__doc__)
print(len(bnb.__path__))
print(hasattr(bnb, "nn") and bnb.nn.Linear4bit.given)
`;

describe('bitsandbytes', function () {
  this.timeout(60_000);

  it('is the installed package, whose native calls succeed', async () => {
    assert.equal(await printed(INSTALLED, SCRIPT), 'Of the installed package.\n2\n0\n');
  });

  it('has managed memory, which is none of the device', async () => {
    const script = `
import ctypes as ct, numpy as np, torch
from bitsandbytes.cextension import lib
pointer = ct.cast(lib.cget_managed_ptr(ct.c_size_t(256)), ct.POINTER(ct.c_int))
paged = torch.frombuffer(np.ctypeslib.as_array(pointer, shape=(8, 8)), dtype=torch.float32, count=64).view(8, 8)
print(paged.shape, paged.device, torch.cuda.memory_allocated())
`;
    assert.equal(await printed(INSTALLED, script), 'torch.Size([8, 8]) cpu 0\n');
  });

  it('has its optimizers where it is not installed', async () => {
    assert.match(await printed({}, SCRIPT), /^None\n1\n/);
  });

  it('has its optimizers where the installed one cannot be read', async () => {
    assert.match(await printed(UNREADABLE, SCRIPT), /^None\n2\n/);
  });
});
