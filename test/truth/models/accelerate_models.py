"""accelerate: a prepared model, optimizer and loader in its training loop."""
import json
import sys

import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState
from torch.utils.data import DataLoader, TensorDataset


def memory():
    stats = torch.cuda.memory_stats()
    return [stats[f"{kind}.all.{moment}"] for kind in ("allocated_bytes", "requested_bytes") for moment in ("peak", "current")]


def model_of():
    return torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.LayerNorm(256), torch.nn.Linear(256, 10))


def train(name, accumulate=1, clip=False, **options):
    if len(sys.argv) > 1 and name not in sys.argv[1:]:
        return
    AcceleratorState._reset_state(True)
    accelerator = Accelerator(gradient_accumulation_steps=accumulate, **options)
    model = model_of()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    loader = DataLoader(TensorDataset(torch.zeros(64, 64), torch.zeros(64, dtype=torch.int64)), batch_size=16)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    model, optimizer, loader, scheduler = accelerator.prepare(model, optimizer, loader, scheduler)
    steps = []
    for inputs, targets in loader:
        torch.cuda.reset_peak_memory_stats()
        with accelerator.accumulate(model):
            loss = torch.nn.functional.cross_entropy(model(inputs), targets)
            forward = memory()
            accelerator.backward(loss)
            if clip and accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
        steps.append({"forward": forward, "end": memory()})
    inner = accelerator.unwrap_model(model)
    print(json.dumps({"case": name, "device": str(accelerator.device), "class": type(inner).__name__, "parameters": sum(p.numel() for p in inner.parameters()),
                      "steps": steps}), flush=True)


train("accelerate/fp32")
train("accelerate/bf16", mixed_precision="bf16")
train("accelerate/fp16-accumulate", mixed_precision="fp16", accumulate=2)
train("accelerate/clip", clip=True)
