# torch.func's transforms and torch.autograd.functional: results, and what they request (but for vmap, which runs item by item here).
import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, grad, grad_and_value, hessian, jacfwd, jacrev, jvp, stack_module_state, vjp, vmap


def stats():
    found = torch.cuda.memory_stats()
    return found["requested_bytes.all.current"], found["requested_bytes.all.peak"]


def describe(value):
    if isinstance(value, torch.Tensor):
        return f"{str(value.dtype)[6:]}{list(value.shape)}/{list(value.stride())}{'g' if value.requires_grad else ''}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {describe(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return "(" + ", ".join(describe(v) for v in value) + ")"
    return str(value)


def shapes(name, call):
    """Only what comes out."""
    print(name, [(k, list(t.shape), t.requires_grad) for k, t in sorted(flat(call()))])



def flat(value, name=""):
    if isinstance(value, torch.Tensor):
        return [(name, value)]
    items = value.items() if isinstance(value, dict) else enumerate(value)
    return [pair for key, item in items for pair in flat(item, f"{name}.{key}")]



def show(name, call):
    before = stats()[0]
    torch.cuda.reset_peak_memory_stats()
    try:
        result = describe(call())
    except Exception as error:
        result = f"{type(error).__name__}: {str(error).splitlines()[0]}"
    now, peak = stats()
    print(name, result, now - before, peak - before)

x = torch.empty(5, 4, device="cuda")
y = torch.empty(5, 3, device="cuda")
w = torch.empty(4, 3, device="cuda")
v = torch.empty(4, device="cuda")
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3)).cuda()
params = dict(model.named_parameters())
plain = {k: p.detach() for k, p in params.items()}
torch.mm(x, w); F.linear(x, w.t(), y[0])
(x.requires_grad_() @ w).sum().backward()
x = x.detach()
model(x).sum().backward()
model.zero_grad()

grad(lambda a: a.exp().sum())(v)
show("grad", lambda: grad(lambda a: (a * a).sum())(x))
show("grad sin", lambda: grad(lambda a: a.sin().sum())(v))
show("grad argnums", lambda: grad(lambda a, b: (a @ b).sum(), argnums=(0, 1))(x, w))
show("grad has_aux", lambda: grad(lambda a: ((a * a).sum(), a + 1), has_aux=True)(x))
show("grad_and_value", lambda: grad_and_value(lambda a: (a ** 2).mean())(x))
shapes("grad grad", lambda: grad(grad(lambda a: a ** 3))(torch.empty((), device="cuda")))


def loss(p, a, b):
    return F.mse_loss(functional_call(model, p, (a,)), b)
show("functional_call", lambda: functional_call(model, plain, (x,)))
show("functional_call params", lambda: functional_call(model, params, (x,)))
show("grad functional_call", lambda: grad(loss)(plain, x, y))
shapes("vmap", lambda: vmap(lambda a: a * 2)(x))
shapes("vmap dot", lambda: vmap(torch.dot)(x, x))
shapes("vmap in_dims", lambda: vmap(lambda a, b: a + b, in_dims=(0, None))(x, v))
shapes("vmap out_dims", lambda: vmap(lambda a: a.sin(), out_dims=1)(x))
shapes("vmap mv", lambda: vmap(lambda a: w.t() @ a)(x))
shapes("vmap sum", lambda: vmap(lambda a: a.sum())(x))
shapes("vmap linear", lambda: vmap(lambda a: F.linear(a, w.t()))(x))
shapes("vmap model", lambda: vmap(lambda a: functional_call(model, plain, (a,)))(x))
shapes("per sample grads", lambda: vmap(grad(lambda p, a, b: loss(p, a.unsqueeze(0), b.unsqueeze(0))), in_dims=(None, 0, 0))(plain, x, y))
shapes("jacrev", lambda: jacrev(lambda a: a.sin())(v))
shapes("jacrev mv", lambda: jacrev(lambda a: w.t() @ a)(v))
shapes("jacfwd", lambda: jacfwd(lambda a: a.sin())(v))
shapes("hessian", lambda: hessian(lambda a: (a ** 2).sum())(v))


def pull():
    out, back = vjp(lambda a: a.sin(), v)
    return out, back(torch.empty_like(out))
shapes("vjp", pull)
shapes("jvp", lambda: jvp(lambda a: a.sin(), (v,), (torch.empty_like(v),)))
models = [nn.Linear(4, 3).cuda() for _ in range(3)]
stacked, buffers = stack_module_state(models)
show("stack_module_state", lambda: stacked)
base = models[0]
shapes("ensemble", lambda: vmap(lambda p, a: functional_call(base, p, (a,)), in_dims=(0, None))(stacked, x))
shapes("ensemble own data", lambda: vmap(lambda p, a: functional_call(base, p, (a,)))(stacked, torch.empty(3, 5, 4, device="cuda")))
A = torch.autograd.functional
shapes("functional.jacobian", lambda: A.jacobian(lambda a: a.sin(), v))
shapes("functional.jacobian two", lambda: A.jacobian(lambda a, b: a @ b, (x, w)))
shapes("functional.jacobian create_graph", lambda: A.jacobian(lambda a: a ** 2, v, create_graph=True))
shapes("functional.hessian", lambda: A.hessian(lambda a: (a ** 3).sum(), v))
shapes("functional.vjp", lambda: A.vjp(lambda a: a.exp(), v, torch.empty_like(v)))
shapes("functional.jvp", lambda: A.jvp(lambda a: a.exp(), v, torch.empty_like(v)))
shapes("functional.hvp", lambda: A.hvp(lambda a: (a ** 3).sum(), v, torch.empty_like(v)))
shapes("functional.vhp", lambda: A.vhp(lambda a: (a ** 3).sum(), v, torch.empty_like(v)))
