/** The Python script that measures a step on a real GPU; its figures have the names of the account's. */
import { IN_BACKWARD, SHARDED } from '../ledger/expressions';
import type { StepRequest } from '../ledger/step-request';

const py = (text: string): string => JSON.stringify(text);

/** As in vram_ledger_step.py. */
const IN_BACKWARD_SOURCE = `class in_backward:
    def __init__(self, params, make, **options):
        self.optimizers = {}
        for p in params:
            self.optimizers[p] = make([p], **options)
            p.register_post_accumulate_grad_hook(self._update)

    def _update(self, p):
        self.optimizers[p].step()
        self.optimizers[p].zero_grad()

    @property
    def state(self):
        return {p: state for each in self.optimizers.values() for p, state in each.state.items()}

    def step(self):
        pass


`;

const SHARDED_SOURCE = `def sharded(model, gpus, *lists):
    import torch.distributed as dist
    from torch.distributed.fsdp import fully_shard
    from torch.testing._internal.distributed.fake_pg import FakeStore

    if not dist.is_initialized():
        dist.init_process_group("fake", rank=0, world_size=gpus, store=FakeStore())
    for name in lists:
        for block in model.get_submodule(name):
            fully_shard(block)
    return fully_shard(model)


`;

/** The script. `folders` are those that modules are imported from. */
export function measureScript(
  name: string,
  request: StepRequest,
  folders: readonly string[],
  optimizer: string | null,
): string {
  const names = request.inputs.map((input, i) =>
    /^[A-Za-z_]\w*$/.test(input.name) ? input.name : `input${i}`,
  );
  const parameters = names.map((each) => `, ${each}`).join('');
  const sizes = Object.entries(request.sizes).map(([size, value]) => `${size} = ${value}`);
  const inputs = request.inputs.map(({ expression }) => `(${expression}),`).join(' ');
  const call = request.call ?? 'model(*inputs)';
  return `"""Measures ${name.replaceAll('"', "'")} on this machine's GPU, phase by phase. Prints one line of JSON; sizes are bytes.

Written by \`vram-ledger measure\`. A phase is [peak allocated, allocated at its end, peak requested, requested at its end].
"""
import contextlib
import dataclasses
import importlib
import json
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import *
${optimizer?.includes('bitsandbytes') === true ? 'import bitsandbytes\n' : ''}
sys.path[:0] = ${JSON.stringify(folders)}
globals().update({k: v for k, v in vars(importlib.import_module(${py(request.moduleName)})).items() if not k.startswith("__")})
${sizes.join('\n')}

MODE, PRECISION, ACCUMULATE, STEPS = ${py(request.mode)}, ${py(request.precision)}, ${request.accumulate}, ${Math.max(request.steps, 3)}
cuda = torch.cuda


def memory():
    cuda.synchronize()
    stats = cuda.memory_stats()
    return [stats[f"{kind}.all.{moment}"] for kind in ("allocated_bytes", "requested_bytes") for moment in ("peak", "current")]


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in tensors_in(item)]
    if isinstance(value, dict):
        return [t for item in value.values() for t in tensors_in(item)]
    if dataclasses.is_dataclass(value):
        return [t for field in dataclasses.fields(value) for t in tensors_in(getattr(value, field.name))]
    return []


def default_loss(output):
    if isinstance(output, torch.Tensor) and output.dim() == 0:
        return output
    loss = getattr(output, "loss", None)
    if isinstance(loss, torch.Tensor):
        return loss
    parts = [t for t in tensors_in(output) if t.is_floating_point() and t.requires_grad]
    total = parts[0].float().sum()
    for t in parts[1:]:
        total = total + t.float().sum()
    return total


def forward(model${parameters}):
    inputs = (${names.map((each) => `${each},`).join(' ')})
    return ${call}


def loss_of(output${parameters}):
    return ${request.loss ?? 'default_loss(output)'}


${new RegExp(`^\\s*${SHARDED}\\s*\\(`).test(request.expression) ? SHARDED_SOURCE : ''}${optimizer?.startsWith(IN_BACKWARD) === true ? IN_BACKWARD_SOURCE : ''}def filled(t):
    """Values that a model can take: token 0, and noise."""
    if t.is_floating_point():
        t.normal_()
    elif not t.is_complex():
        t.zero_()
    return t


model = ${request.expression}
if not isinstance(model, nn.Module):
    model = model()
low = {"bf16": torch.bfloat16, "fp16": torch.float16}.get(PRECISION)
model = model.to("cuda", low) if low else model.to("cuda")
model.train(MODE == "train")
inputs = (${inputs})
inputs = tuple(filled(t.to("cuda")) if isinstance(t, torch.Tensor) else t for t in inputs)
if low:
    inputs = tuple(t.to(low) if isinstance(t, torch.Tensor) and t.is_floating_point() else t for t in inputs)
params = [p for p in model.parameters() if p.requires_grad]
optimizer = ${optimizer === null ? 'None' : optimizer} if MODE == "train" else None
scaler = torch.amp.GradScaler("cuda") if PRECISION == "amp-fp16" and MODE == "train" else None


def context():
    if PRECISION == "amp-bf16":
        return torch.autocast("cuda", dtype=torch.bfloat16)
    if PRECISION == "amp-fp16":
        return torch.autocast("cuda", dtype=torch.float16)
    return contextlib.nullcontext()


properties = cuda.get_device_properties(0)
line = {
    "case": ${py(name)},
    "torch": torch.__version__.split("+")[0],
    "device": properties.name,
    "total_memory": properties.total_memory,
    "parameters": sum(p.numel() for p in model.parameters()),
    "parameter_bytes": sum(p.numel() * p.element_size() for p in model.parameters()),
    "buffer_bytes": sum(b.numel() * b.element_size() for b in model.buffers()),
}
if MODE != "train":
    for _ in range(2):
        output = None  # what the warm-up gave
        cuda.synchronize()
        cuda.reset_peak_memory_stats()
        with torch.no_grad() if MODE == "infer" else contextlib.nullcontext(), context():
            output = forward(model, *inputs)
        line["forward"] = memory()
else:
    line["steps"] = []
    for step in range(STEPS):
        phases = {}
        for _ in range(ACCUMULATE):
            cuda.synchronize()
            cuda.reset_peak_memory_stats()
            with context():
                output = forward(model, *inputs)
                value = loss_of(output, *inputs)
            phases["forward"] = memory()
            cuda.reset_peak_memory_stats()
            (scaler.scale(value) if scaler else value).backward()
            phases["backward"] = memory()
        if step == 0:
            line["gradient_bytes"] = sum(p.grad.numel() * p.grad.element_size() for p in model.parameters() if p.grad is not None)
        cuda.reset_peak_memory_stats()
        if scaler:
            scaler.step(optimizer)
            scaler.update()
        elif optimizer is not None:
            optimizer.step()
        phases["step"] = memory()
        model.zero_grad(set_to_none=True)
        phases["end"] = memory()
        line["steps"].append(phases)
    state = [v for s in optimizer.state.values() for v in s.values() if isinstance(v, torch.Tensor) and v.is_cuda] if optimizer else []
    line["optimizer_bytes"] = sum(t.numel() * t.element_size() for t in state)
line["output"] = [[list(t.shape), str(t.dtype).replace("torch.", "")] for t in tensors_in(output)]
line["reserved"] = cuda.max_memory_reserved()
line["process"] = properties.total_memory - cuda.mem_get_info()[0]
print(json.dumps(line))`;
}
