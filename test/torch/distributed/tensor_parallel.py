# A Colwise/Rowwise plan: each of four ranks has a quarter of the weights and of what lies between them.
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

dist.init_process_group("nccl", rank=1, world_size=4)
mesh = init_device_mesh("cuda", (4,))


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(512, 2048)
        self.down = nn.Linear(2048, 512)

    def forward(self, x):
        return self.down(self.up(x).relu())


model = nn.ModuleDict({"a": MLP(), "b": MLP()}).cuda()
parallelize_module(model, mesh, {"*.up": ColwiseParallel(), "*.down": RowwiseParallel()})
whole = 2048 * 512
local = {name: tuple(p.to_local().shape) for name, p in model.a.named_parameters()}
assert local == {"up.weight": (512, 512), "up.bias": (512,), "down.weight": (512, 512), "down.bias": (512,)}, local
assert sum(p.numel() for p in model.a.parameters()) == 2 * whole + 2048 + 512
assert torch.cuda.memory_allocated() == 2 * (2 * whole // 4 + 512 + 512) * 4, torch.cuda.memory_allocated()
x = torch.randn(64, 512, device="cuda")
hidden = model.a.up(x)
assert hidden.shape == (64, 512), hidden.shape
y = model.a(x)
assert y.shape == (64, 512), y.shape
model.b(y).sum().backward()
assert {tuple(p.grad.shape) for p in model.a.parameters()} == {(512, 512), (512,)}
try:
    parallelize_module(nn.LayerNorm(4).cuda(), mesh, ColwiseParallel())
except NotImplementedError as error:
    assert str(error) == "ColwiseParallel currently only support nn.Linear and nn.Embedding!"
print("ok")
