"""Hooks are given what a node keeps of its inputs before the kernel runs, outputs after it: where a checkpoint's recomputation stops."""
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint, set_checkpoint_early_stop

from stage import stage


class Body(nn.Module):
    def __init__(self, layers, call):
        super().__init__()
        self.layers, self.call = layers, call

    def forward(self, x):
        return self.call(self.layers, x)


D = 256
BODIES = {
    "ends with a linear": (nn.ModuleList([nn.Linear(D, 4 * D), nn.Linear(4 * D, D)]), lambda m, x: m[1](torch.tanh(m[0](x)))),
    "ends with an output that is saved": (nn.ModuleList([nn.Linear(D, 16 * D)]), lambda m, x: torch.tanh(m[0](x))),
    "one wide linear": (nn.ModuleList([nn.Linear(D, 16 * D)]), lambda m, x: m[0](torch.relu(x))),
    "matmul": (nn.ParameterList([nn.Parameter(torch.randn(D, 16 * D))]), lambda m, x: (x * 2).matmul(m[0])),
    "broadcast": (nn.ParameterList([nn.Parameter(torch.randn(64, 1))]), lambda m, x: x[:, None, :] * m[0]),
    "convolution": (nn.ModuleList([nn.Conv2d(4, 64, 3, padding=1)]), lambda m, x: m[0](x.view(-1, 4, 8, 8))),
    "norm": (nn.ModuleList([nn.Linear(D, 8 * D), nn.LayerNorm(8 * D)]), lambda m, x: m[1](m[0](x))),
    "dropout": (nn.ModuleList([nn.Linear(D, 8 * D), nn.Dropout(0.1)]), lambda m, x: m[1](m[0](x))),
    "residual": (nn.ModuleList([nn.Linear(D, D)]), lambda m, x: x + m[0](x)),
}

for name, (layers, call) in BODIES.items():
    body = Body(layers, call).cuda()
    x = torch.randn(512, D, device="cuda", requires_grad=True)
    for amp in (False, True):
        for early in (True, False):
            with set_checkpoint_early_stop(early), torch.autocast("cuda", dtype=torch.bfloat16, enabled=amp):
                y = checkpoint(body, x, use_reentrant=False)
            grad = torch.ones_like(y)
            torch.cuda.reset_peak_memory_stats()
            y.backward(grad)
            del y, grad
            stage(f"{name}, amp {amp}, early {early}")
            body.zero_grad()
            x.grad = None
    del body, x, layers, call
    BODIES[name] = None

# What is alive when a hook is called.
a = torch.randn(256, 256, device="cuda", requires_grad=True)
b = torch.randn(256, 256, device="cuda", requires_grad=True)
before = torch.cuda.memory_allocated()


def pack(t):
    print(tuple(t.shape), torch.cuda.memory_allocated() - before)
    return t


for operator in (lambda: a @ b, lambda: a * b, lambda: a.exp(), lambda: torch.softmax(a, 0), lambda: a / b, lambda: a.pow(3), lambda: torch.where(a > 0, a, b),
                 lambda: torch.cat([a, b]), lambda: nn.functional.layer_norm(a, (256,), b[0]), lambda: a.max(dim=1), lambda: nn.functional.gelu(a),
                 lambda: torch.addmm(a, a, b), lambda: a * a, lambda: a.clone().mul_(b), lambda: a.clone().sigmoid_()):
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        result = operator()
    print(type(result).__name__)
    del result
