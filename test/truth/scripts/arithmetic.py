# Arithmetic: what binary and reduction operators save, broadcasting's sums, type promotion.
import torch
from stage import stage

w = torch.ones((), device="cuda", requires_grad=True)
base = torch.rand(256, 1000, device="cuda") + 1


def check(name, f):
    x = base * w
    stage(f"{name} start")
    y = f(x)
    del x
    stage(f"{name} forward")
    y = y + 1
    stage(f"{name} replaced")
    y.sum().backward()
    stage(f"{name} backward")


for name, f in {
    "add": lambda x: x + x, "mul": lambda x: x * x, "mul number": lambda x: x * 3, "mul other": lambda x: x * base, "div": lambda x: base / x,
    "div number": lambda x: x / 2, "rdiv": lambda x: 1 / x, "pow 2": lambda x: x**2, "pow 3": lambda x: x**3, "pow half": lambda x: x**0.5,
    "rpow": lambda x: 2**x, "sub row": lambda x: x - x[:1], "mul column": lambda x: x * x[:, :1], "exp": torch.exp, "log": torch.log, "sqrt": torch.sqrt, "rsqrt": torch.rsqrt,
    "sin": torch.sin, "cos": torch.cos, "abs": torch.abs, "neg": torch.neg, "square": torch.square, "erf": torch.erf, "clamp": lambda x: x.clamp(min=1.5),
    "maximum": lambda x: torch.maximum(x, base), "minimum": lambda x: torch.minimum(x, x * 2), "lerp": lambda x: torch.lerp(x, base, 0.3), "addcmul": lambda x: torch.addcmul(x, x, base),
    "sum": lambda x: x.sum(1), "mean": lambda x: x.mean(1, keepdim=True), "var": lambda x: x.var(1), "std": lambda x: x.std(), "norm": lambda x: x.norm(dim=1), "prod": lambda x: x.prod(1),
    "logsumexp": lambda x: x.logsumexp(1), "softmax": lambda x: x.softmax(1), "cumprod": lambda x: x.cumprod(1), "normalize": lambda x: torch.nn.functional.normalize(x, dim=1),
    "cosine": lambda x: torch.nn.functional.cosine_similarity(x, base, dim=1), "double": lambda x: x.double(), "half": lambda x: x.half().float(), "integer": lambda x: x + torch.arange(1000, device="cuda"),
}.items():
    check(name, f)
