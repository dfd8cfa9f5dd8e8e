# Results given by `out=`: of the right size, empty, and in another order; what operators that are made of others write straight into.
import torch

torch.set_printoptions(profile="short")


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def X(*sizes, dtype=torch.float32):
    return torch.zeros(*sizes, dtype=dtype, device="cuda")


def turned(t):
    return torch.empty_like(t.transpose(0, -1).contiguous()).transpose(0, -1) if t.dim() else torch.empty_like(t)


def case(name, call, *args):
    first = call(*args)
    tensors = [first] if isinstance(first, torch.Tensor) else list(first)
    for how, make in (("same", torch.empty_like), ("empty", lambda t: t.new_empty(0)), ("turned", turned)):
        outs = [make(t) for t in tensors]
        torch.cuda.reset_peak_memory_stats()
        before = requested("current")
        call(*args, out=outs[0] if isinstance(first, torch.Tensor) else tuple(outs))
        print(name, how, [(tuple(t.shape), t.stride()) for t in outs], requested("current") - before, requested("peak") - before)


warm = X(4, 4)
torch.mm(warm, warm), torch.mv(warm, warm[0]), torch.dot(warm[0], warm[0]), torch.bmm(X(2, 4, 4), X(2, 4, 4))
case("square", torch.square, X(4, 5))
case("float_power", lambda x, out=None: torch.float_power(x, 2, out=out), X(4, 5))
case("cross", torch.cross, X(5, 3), X(5, 3))
case("max", torch.max, X(4, 5), X(4, 5))
case("min", torch.min, X(4, 5), X(5))
case("take_along_dim", lambda x, i, out=None: torch.take_along_dim(x, i, 1, out=out), X(4, 5), X(4, 5, dtype=torch.int64))
case("cumsum", lambda x, out=None: torch.cumsum(x, 1, out=out), X(4, 5, 6))
case("cumprod", lambda x, out=None: torch.cumprod(x, 0, out=out), X(4, 5, 6))
case("cummax", lambda x, out=None: torch.cummax(x, 1, out=out), X(4, 5, 6))
case("logcumsumexp", lambda x, out=None: torch.logcumsumexp(x, 1, out=out), X(4, 5, 6))
case("mm", torch.mm, X(4, 5), X(5, 6))
case("mv", torch.mv, X(4, 5), X(5))
case("bmm", torch.bmm, X(3, 4, 5), X(3, 5, 6))
case("baddbmm", torch.baddbmm, X(3, 4, 6), X(3, 4, 5), X(3, 5, 6))
case("addmm", torch.addmm, X(4, 6), X(4, 5), X(5, 6))
case("matmul", torch.matmul, X(4, 5), X(5, 6))
case("matmul of a vector", torch.matmul, X(4, 5), X(5))
case("dot", torch.dot, X(5), X(5))
case("vdot", torch.vdot, X(5), X(5))
case("histc", torch.histc, X(5))
case("searchsorted", torch.searchsorted, X(7), X(4, 5))
case("bucketize", torch.bucketize, X(4, 5), X(7))
case("sort", torch.sort, X(4, 5))
case("topk", lambda x, out=None: torch.topk(x, 2, out=out), X(4, 5))
case("sum", lambda x, out=None: torch.sum(x, 1, out=out), X(4, 5, 6))
case("cat", lambda *t, out=None: torch.cat(t, out=out), X(4, 5), X(3, 5))
case("gather", lambda x, i, out=None: torch.gather(x, 1, i, out=out), X(4, 5), X(4, 5, dtype=torch.int64))
