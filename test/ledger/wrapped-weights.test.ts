/** Parameters that wrap tensors of fewer bits: their bytes are those of what is inside. */
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

class Packed(torch.Tensor):
    @staticmethod
    def __new__(cls, packed, scale):
        return torch.Tensor._make_wrapper_subclass(cls, packed.shape, dtype=scale.dtype, device=packed.device)

    def __init__(self, packed, scale):
        self.packed, self.scale = packed, scale

    def __tensor_flatten__(self):
        return ["packed", "scale"], None

    @staticmethod
    def __tensor_unflatten__(tensors, context, size, stride):
        return Packed(tensors["packed"], tensors["scale"])

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        if func in (torch.ops.aten.detach.default, torch.ops.aten._to_copy.default):
            kwargs = {"device": kwargs["device"]} if kwargs else {}
            return cls(func(args[0].packed, **kwargs), func(args[0].scale, **kwargs))
        return func(*[a.packed.to(a.dtype) * a.scale if isinstance(a, cls) else a for a in args], **(kwargs or {}))

    __torch_function__ = torch._C._disabled_torch_function_impl

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.quantized = nn.Linear(900, 600, bias=False)
        packed = Packed(torch.empty(600, 900, dtype=torch.int8), torch.empty(600, 1))
        self.quantized.weight = nn.Parameter(packed, requires_grad=False)
        self.head = nn.Linear(600, 10, bias=False)

    def forward(self, x):
        return self.head(self.quantized(x))
`;
const QUANTIZED = 600 * 900 + 600 * 4;
const HEAD = 600 * 10 * 4;

async function accountOf(): Promise<Account> {
  const host = new MemoryHost({ '/w/model.py': MODEL });
  const machine = new Machine({
    parser: await loadParser(),
    host,
    path: ['/w'],
    libraryRoots: [],
    write: () => {},
  });
  const entries = { wrapped: { model: 'model.py::Model()', inputs: { x: 'float32[16, 900]' } } };
  const entry = parseConfig(JSON.stringify({ entries })).entries[0] as ModelEntry;
  const { request } = stepRequest(host, {
    ...entry,
    file: '/w/model.py',
    expression: entry.expression!,
    device: emptyConfig().device,
  });
  return buildAccount(runStep(machine, request), { displayPath: (path) => path });
}

describe('weights that wrap others', function () {
  this.timeout(30_000);

  it('have the bytes of what is inside, and are parameters at the peak', async () => {
    const { parameters, modules, peak } = await accountOf();
    assert.equal(parameters.count, 600 * 900 + 600 * 10);
    assert.equal(parameters.bytes, QUANTIZED + HEAD);
    assert.equal(parameters.trainable_bytes, HEAD);
    assert.equal(peak.by_category.parameters, QUANTIZED + HEAD);
    assert.equal(modules.find(({ path }) => path === 'quantized')?.parameters.bytes, QUANTIZED);
  });
});
