# Second gradients of layer norms, losses and recurrent cells: shapes, what they request, and the errors of kernels without a formula.
import torch
import torch.nn.functional as F
from torch import nn

KEPT = []  # nothing dies while a case runs


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def X(*sizes, dtype=torch.float32):
    return torch.empty(sizes, device="cuda", dtype=dtype, requires_grad=True)


def case(name, call, *inputs):
    result = call(*inputs)
    result = result if isinstance(result, torch.Tensor) else result[0]
    seed = torch.empty_like(result)
    KEPT.extend([inputs, result, seed])
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    first = torch.autograd.grad(result, inputs, seed, create_graph=True, allow_unused=True)
    text = [f"{list(g.shape)}{'g' if g.requires_grad else ''}" if g is not None else None for g in first]
    peaks = [requested("peak") - before]
    wanted = [g for g in first if g is not None and g.requires_grad]
    seeds = [torch.empty_like(g) for g in wanted]
    KEPT.extend([first, seeds])
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    try:
        second = torch.autograd.grad(wanted, inputs, seeds, allow_unused=True)
        KEPT.append(second)
        more = [list(g.shape) if g is not None else None for g in second]
        peaks.append(requested("peak") - before)
    except (RuntimeError, NotImplementedError) as error:
        more, peaks = f"{type(error).__name__}: {str(error).splitlines()[0]}", ""
    print(name, text, more, peaks)


warm = X(8, 8)
product = warm @ warm
total = product.sum()
KEPT.extend([product, total, torch.autograd.grad(total, warm)])
case("layer_norm", lambda x, w, b: F.layer_norm(x, [6], w, b), X(4, 6), X(6), X(6))
case("layer_norm plain", lambda x: F.layer_norm(x, [2, 6]), X(4, 2, 6))
case("hypot", torch.hypot, X(10, 5), X(5))
case("atan2", torch.atan2, X(10, 5), X(5))
case("pow", torch.pow, X(10, 5).abs().detach().requires_grad_(), X(5))
case("cat", lambda a, b: torch.cat([a, b]).sin(), X(3, 4), X(2, 4))
case("abs", lambda a: a.abs() * a, X(3, 4))
case("logit", torch.logit, X(3, 4))
for reduction in ("none", "mean", "sum"):
    case(f"binary_cross_entropy {reduction}", lambda x, t: F.binary_cross_entropy(x, t, reduction=reduction), X(5, 4), X(5, 4))
    case(f"soft_margin_loss {reduction}", lambda x: F.soft_margin_loss(x, torch.zeros(5, 4, device="cuda"), reduction=reduction), X(5, 4))
lstm, gru = nn.LSTMCell(5, 6).cuda(), nn.GRUCell(5, 6).cuda()
case("LSTMCell", lambda x, h, c: lstm(x, (h, c)), X(2, 5), X(2, 6), X(2, 6))
case("GRUCell", gru, X(2, 5), X(2, 6))
case("LSTM", nn.LSTM(5, 6).cuda(), X(3, 2, 5))
case("attention", F.scaled_dot_product_attention, *(X(1, 2, 4, 8, dtype=torch.float16) for _ in range(3)))
case("hardsigmoid", F.hardsigmoid, X(3, 4))
case("multi_margin_loss", lambda x: F.multi_margin_loss(x, torch.zeros(3, dtype=torch.long, device="cuda")), X(3, 4))
case("as_strided", lambda x: x.as_strided((3, 2), (1, 2)).sin(), X(3, 4))
