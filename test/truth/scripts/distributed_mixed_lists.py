"""Kernels for lists refuse tensors and DTensors together, as in a model of which `fully_shard` has a part only."""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.testing._internal.distributed.fake_pg import FakeStore

dist.init_process_group("fake", rank=0, world_size=4, store=FakeStore())


def grads(model):
    return [p.grad for p in model.parameters()]


CASES = {
    "AdamW": lambda m: torch.optim.AdamW(m.parameters()).step(),
    "AdamW, one by one": lambda m: torch.optim.AdamW(m.parameters(), foreach=False).step(),
    "AdamW, fused": lambda m: torch.optim.AdamW(m.parameters(), fused=True).step(),
    "SGD": lambda m: torch.optim.SGD(m.parameters(), lr=0.1).step(),
    "SGD with momentum": lambda m: torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9).step(),
    "clip_grad_norm_": lambda m: nn.utils.clip_grad_norm_(m.parameters(), 1.0),
    "clip_grad_value_": lambda m: nn.utils.clip_grad_value_(m.parameters(), 1.0),
    "zero_grad": lambda m: torch.optim.SGD(m.parameters(), lr=0.1).zero_grad(set_to_none=False),
    "norms": lambda m: torch._foreach_norm(grads(m)),
    "scaled": lambda m: torch._foreach_mul_(grads(m), 0.5),
    "of one kind": lambda m: torch._foreach_mul_(grads(m[1]), 0.5),
}
for name, use in CASES.items():
    model = nn.Sequential(nn.Linear(64, 64), nn.Linear(64, 64), nn.Linear(64, 8)).cuda()
    fully_shard(model[1])
    model(torch.zeros(4, 64, device="cuda")).sum().backward()
    try:
        use(model)
        print(name, "works")
    except RuntimeError as e:
        print(name, e)
