# Basic indexing views, advanced indexing copies; gather, scatter, masked_fill, where, topk, sort, cat, stack.
import torch
from stage import stage

w = torch.ones((), device="cuda", requires_grad=True)
base = torch.randn(200, 300, 10, device="cuda")
idx = torch.randint(0, 200, (50,), device="cuda")


def check(name, f):
    x = base * w
    stage(f"{name} start")
    y = f(x)
    del x
    print(name, tuple(y.shape), y.stride(), str(y.dtype))
    stage(f"{name} forward")
    y.float().sum().backward()
    stage(f"{name} backward")


check("slice", lambda x: x[10:20, ::3])
check("integer", lambda x: x[5, ..., None])
check("index", lambda x: x[idx])
check("index list", lambda x: x[:, [0, 5, 7]])
check("two indices", lambda x: x[idx, idx])
check("index_select", lambda x: x.index_select(0, idx))
check("gather", lambda x: x.gather(0, idx[:, None, None].expand(50, 300, 10)))
check("scatter", lambda x: torch.zeros(200, 300, 10, device="cuda").scatter(0, idx[:, None, None].expand(50, 300, 10), x[:50]))
check("scatter_add", lambda x: torch.zeros(200, 300, 10, device="cuda").scatter_add(0, idx[:, None, None].expand(50, 300, 10), x[:50]))
check("index_add", lambda x: torch.zeros(200, 300, 10, device="cuda").index_add(0, idx, x[:50]))
check("take_along_dim", lambda x: torch.take_along_dim(x, x.argsort(0), 0))
check("masked_fill", lambda x: x.masked_fill(base > 0, 0.0))
check("where", lambda x: torch.where(base > 0, x, 0.0))
check("where two", lambda x: torch.where(base > 0, x, x * 2))
check("topk", lambda x: x.topk(5, dim=1).values)
check("sort", lambda x: x.sort(dim=1)[0])
check("max", lambda x: x.max(dim=1).values)
check("amax", lambda x: x.amax(dim=(0, 1)))
check("cumsum", lambda x: x.cumsum(0))
check("cat", lambda x: torch.cat([x, x, base], 1))
check("stack", lambda x: torch.stack([x, x], 1))
check("split", lambda x: x.split([100, 150, 50], dim=1)[1])
check("repeat", lambda x: x.repeat(2, 1, 1))
check("repeat_interleave", lambda x: x.repeat_interleave(3, dim=0))
check("expand", lambda x: x[:, :1].expand(-1, 300, -1))
check("roll", lambda x: x.roll(3, 0))
check("flip", lambda x: x.flip(0))
check("tril", lambda x: x.tril())
check("diff", lambda x: x[1:] - x[:-1])
check("unfold", lambda x: x.unfold(0, 10, 5))
