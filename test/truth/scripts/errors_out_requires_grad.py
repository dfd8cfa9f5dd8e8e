# What autograd refuses of results that are given (out=): the operator that would have to be recorded is named.
import torch


def X(*sizes, grad=False, dtype=torch.float32):
    return torch.zeros(*sizes, device="cuda", dtype=dtype).requires_grad_(grad)


z = X(3)
scalar = torch.zeros((), device="cuda")
for name, call in dict(
    mul=lambda x: torch.mul(x, 2, out=z), out=lambda x: torch.add(z, z, out=x), matmul=lambda x: torch.matmul(X(2, 3), x, out=X(2)),
    sum=lambda x: torch.sum(x, 0, out=scalar), kron=lambda x: torch.kron(x, x, out=X(9)), arange=lambda x: torch.arange(3, out=x),
    sort=lambda x: torch.sort(x, out=(z, X(3, dtype=torch.int64))), cat=lambda x: torch.cat([x, x], out=X(6)), msort=lambda x: torch.msort(x, out=z),
    empty=lambda x: torch.empty(3, out=x), eq=lambda x: torch.eq(x, x, out=X(3, dtype=torch.bool)), norm=lambda x: torch.norm(x, out=scalar),
    fft=lambda x: torch.fft.fft(x, out=X(3, dtype=torch.complex64)), diff=lambda x: torch.diff(x, out=X(2)), div=lambda x: torch.true_divide(x, 2, out=z),
    stack=lambda x: torch.stack([x], out=X(1, 3)), randn=lambda x: torch.randn(3, out=x), zeros=lambda x: torch.zeros(3, out=x),
    full=lambda x: torch.full((3,), 1.0, out=x), argmax=lambda x: torch.argmax(x, 0, out=torch.zeros((), device="cuda", dtype=torch.int64)),
    floor=lambda x: torch.floor(x, out=z), max=lambda x: torch.max(x, 0, out=(scalar, torch.zeros((), device="cuda", dtype=torch.int64))),
).items():
    for recorded in (True, False):
        with torch.set_grad_enabled(recorded):
            try:
                call(X(3, grad=True))
                print(name, recorded, "taken")
            except RuntimeError as error:
                print(name, recorded, str(error).splitlines()[0])
