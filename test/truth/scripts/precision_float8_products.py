"""Float8 products: casts with scales, `_scaled_mm` with its workspace and its errors, and a linear layer trained with them."""
# device: h100-80gb
import torch
from torch import nn

from stage import stage

E4, E5 = torch.float8_e4m3fn, torch.float8_e5m2
one = torch.ones((), device="cuda")


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, weight):
        flat = x.reshape(-1, x.shape[-1])
        scale_x, scale_w = (448 / t.abs().max().float().clamp(min=1e-12) for t in (flat, weight))
        x8 = (flat.float() * scale_x).clamp(-448, 448).to(E4)
        w8 = (weight.float() * scale_w).clamp(-448, 448).to(E4)
        ctx.save_for_backward(x8, w8, scale_x, scale_w)
        ctx.shape = x.shape
        return torch._scaled_mm(x8, w8.t(), scale_a=scale_x.reciprocal(), scale_b=scale_w.reciprocal(), out_dtype=x.dtype).view(*x.shape[:-1], -1)

    @staticmethod
    def backward(ctx, grad):
        x8, w8, scale_x, scale_w = ctx.saved_tensors
        g8 = grad.reshape(-1, grad.shape[-1]).to(E5)
        of_x = torch._scaled_mm(g8, w8.t().contiguous().t(), scale_a=one, scale_b=scale_w.reciprocal(), out_dtype=grad.dtype)
        of_w = torch._scaled_mm(g8.t().contiguous(), x8.t().contiguous().t(), scale_a=one, scale_b=scale_x.reciprocal(), out_dtype=grad.dtype)
        return of_x.view(ctx.shape), of_w


class Float8Linear(nn.Linear):
    def forward(self, x):
        out = Product.apply(x, self.weight)
        return out if self.bias is None else out + self.bias


model = nn.Sequential(Float8Linear(512, 2048), nn.GELU(), Float8Linear(2048, 512)).cuda().bfloat16()
optimizer = torch.optim.AdamW(model.parameters())
x = torch.randn(4, 128, 512, device="cuda", dtype=torch.bfloat16)
stage("model")
for step in range(2):
    loss = model(x).float().square().mean()
    stage("forward")
    loss.backward()
    stage("backward")
    optimizer.step()
    optimizer.zero_grad()
    stage("step")


def zeros(*sizes, dtype=E4):
    return torch.zeros(*sizes, device="cuda").to(dtype)


for name, make in {
    "by rows": lambda: torch._scaled_mm(zeros(32, 64), zeros(48, 64).t(), torch.ones(32, 1, device="cuda"), torch.ones(1, 48, device="cuda"), out_dtype=torch.bfloat16),
    "its own dtype": lambda: torch._scaled_mm(zeros(33, 64), zeros(48, 64).t(), one, one),
    "inner sizes": lambda: torch._scaled_mm(zeros(32, 64), zeros(48, 32).t(), one, one),
    "not by 16": lambda: torch._scaled_mm(zeros(32, 40), zeros(48, 40).t(), one, one),
    "columns not by 16": lambda: torch._scaled_mm(zeros(32, 64), zeros(40, 64).t(), one, one),
    "both e5m2": lambda: torch._scaled_mm(zeros(32, 64, dtype=E5), zeros(48, 64, dtype=E5).t(), one, one),
    "scale of half": lambda: torch._scaled_mm(zeros(32, 64), zeros(48, 64).t(), one.half(), one),
    "both by rows": lambda: torch._scaled_mm(zeros(32, 64), zeros(64, 48), one, one),
    "without scales": lambda: zeros(32, 64) @ zeros(64, 32),
    "many": lambda: torch.bmm(zeros(2, 32, 64), zeros(2, 64, 32)),
}.items():
    try:
        made = make()
        print(name, made.dtype, tuple(made.shape), made.stride())
    except (RuntimeError, ValueError) as e:
        print(name, type(e).__name__, str(e).splitlines()[0])
stage("end")
