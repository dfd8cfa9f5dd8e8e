"""Runs a model as it is and edited on the CPU, with the same weights, seed and inputs, and prints whether they train alike.

`equal`: all bits of outputs and parameters are the same after two steps. `close`: the outputs and gradients of the first step are
close, and where the optimizers differ, the parameters after it; later steps would make rounding errors larger.

    python equal.py CASE.json        {"before": {...}, "after": {...}, "sizes": {...}}
"""

import importlib.util
import json
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F


class in_backward:
    """As in an entry's optimizer."""

    def __init__(self, params, make, **options):
        self.optimizers = {p: make([p], **options) for p in params}
        for p in params:
            p.register_post_accumulate_grad_hook(self._update)

    def _update(self, p):
        self.optimizers[p].step()
        self.optimizers[p].zero_grad()

    def step(self):
        pass


def module_of(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def tensors_in(value):
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in tensors_in(item)]
    if isinstance(value, dict):
        return [t for item in value.values() for t in tensors_in(item)]
    return []


def default_loss(output):
    parts = [t for t in tensors_in(output) if t.is_floating_point() and t.requires_grad]
    return sum(t.float().sum() for t in parts)


def train(side, name, state):
    names = {"torch": torch, "nn": nn, "F": F, "in_backward": in_backward, **{k: getattr(torch.optim, k) for k in dir(torch.optim)}}
    names.update(vars(module_of(side["file"], name)))
    names.update(side["sizes"])
    torch.manual_seed(0)
    model = eval(side["expression"], names)
    if state is not None:
        model.load_state_dict(state)
    start = {k: v.clone() for k, v in model.state_dict().items()}
    model.train()
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = eval(side["optimizer"], {**names, "params": params, "model": model})
    outputs, first = [], None
    for step in range(2):
        torch.manual_seed(step)
        inputs = {key: eval(text, names) for key, text in side["inputs"].items()}
        batches = [dict(zip(inputs, parts)) for parts in zip(*[t.chunk(side["accumulate"]) for t in inputs.values()])]
        torch.manual_seed(step + 100)
        collected = []
        for batch in batches:
            output = model(*batch.values()) if not side.get("call") else eval(side["call"], {**names, "model": model, **batch})
            loss = eval(side["loss"], {**names, "output": output, **batch}) if side.get("loss") else default_loss(output)
            loss.backward()
            collected.append([t.detach() for t in tensors_in(output)])
        gradients = [p.grad.clone() for p in params if p.grad is not None]
        optimizer.step()
        model.zero_grad(set_to_none=True)
        # An output that the edit leaves out is one before the others.
        collected = [each[-side["outputs"] :] for each in collected] if side.get("outputs") else collected
        outputs = [torch.cat(parts) if parts[0].dim() > 0 else torch.stack(parts).mean() for parts in zip(*collected)]
        if first is None:
            first = outputs, gradients, [p.detach().clone() for p in params]
    return start, outputs + [p.detach() for p in params], first


case = json.load(open(sys.argv[1]))
start, ends, first = train(case["before"], "before", None)
_, other_ends, other_first = train(case["after"], "after", start)
compared = [first[0] + first[1], other_first[0] + other_first[1]]
if case["before"]["optimizer"] != case["after"]["optimizer"]:
    compared = [first[2], other_first[2]]
print(
    json.dumps(
        {
            "shapes": len(ends) == len(other_ends) and all(a.shape == b.shape for a, b in zip(ends, other_ends)),
            "equal": all(torch.equal(a, b) for a, b in zip(ends, other_ends)),
            "close": all(torch.allclose(a.float(), b.float(), rtol=1e-3, atol=1e-4) for a, b in zip(*compared)),
        }
    )
)
