# The gradients of decompositions and solvers, and gradients of these: what backward takes, beside what is there before it.
import time

import torch


def requested(moment):
    return torch.cuda.memory_stats()["requested_bytes.all." + moment]


def tensor(*sizes):
    return torch.zeros(*sizes, device="cuda", requires_grad=True)


def run(name, call, *inputs, take=None):
    results = call(*inputs)
    results = [t for t in (results if isinstance(results, tuple) else [results]) if t.requires_grad]
    results = [results[i] for i in take] if take else results
    for order in (1, 2):
        results = [t.sum() for t in results if t.requires_grad]
        time.sleep(0.03)  # the engine's thread lets go of what it holds
        before = requested("current")
        torch.cuda.reset_peak_memory_stats()
        grads = torch.autograd.grad(results, inputs, create_graph=order == 1 and not name.startswith("plain"), allow_unused=True)
        time.sleep(0.03)
        print(name, order, [None if g is None else (tuple(g.shape), g.stride(), g.requires_grad) for g in grads], requested("current") - before,
              requested("peak") - before)
        results = [g for g in grads if g is not None and g.requires_grad]
        grads = None
        if not results:
            break


pivots = torch.ones(3, 8, dtype=torch.int32, device="cuda")
for plain in ("plain ", ""):
    run(plain + "cholesky", torch.linalg.cholesky, tensor(3, 8, 8))
    run(plain + "cholesky upper", lambda a: torch.linalg.cholesky(a, upper=True), tensor(3, 8, 8))
    for sizes in ((16, 8), (8, 16), (8, 8), (3, 16, 8)):
        svd = lambda a: torch.linalg.svd(a, full_matrices=False)
        run(f"{plain}svd {sizes}", svd, tensor(*sizes))
        for i in range(3):
            run(f"{plain}svd {sizes} {i}", svd, tensor(*sizes), take=[i])
    run(plain + "svdvals", torch.linalg.svdvals, tensor(3, 16, 8))
    run(plain + "svd full", torch.linalg.svd, tensor(8, 8))
    run(plain + "nuclear norm", lambda a: torch.linalg.matrix_norm(a, "nuc"), tensor(16, 8))
    for sizes in ((8, 8), (8, 16), (16, 8)):
        run(f"{plain}lu_unpack {sizes}", lambda a: torch.lu_unpack(a, pivots[0]), tensor(*sizes))
    run(plain + "lu_unpack one", lambda a: torch.lu_unpack(a, pivots[0]), tensor(8, 8), take=[1])
    run(plain + "lu_solve", lambda a, b: torch.linalg.lu_solve(a, pivots, b), tensor(3, 8, 8), tensor(3, 8, 4))
    run(plain + "lu_solve adjoint", lambda a, b: torch.linalg.lu_solve(a, pivots[0], b, adjoint=True), tensor(8, 8), tensor(8, 4))
    run(plain + "lu_solve right", lambda a, b: torch.linalg.lu_solve(a, pivots[0], b, left=False), tensor(8, 8), tensor(4, 8))
    run(plain + "solve", torch.linalg.solve, tensor(3, 8, 8), tensor(3, 8, 4))
    run(plain + "inverse", torch.linalg.inv, tensor(3, 8, 8))
run("plain det", torch.linalg.det, tensor(3, 8, 8))
run("plain slogdet", lambda a: torch.linalg.slogdet(a)[1], tensor(3, 8, 8))
large = torch.ones(600, dtype=torch.int32, device="cuda")
run("plain lu_solve large", lambda a, b: torch.linalg.lu_solve(a, large, b), tensor(600, 600), tensor(600, 4))
run("plain lu_solve large adjoint", lambda a, b: torch.linalg.lu_solve(a, large, b, adjoint=True), tensor(600, 600), tensor(600, 4))
