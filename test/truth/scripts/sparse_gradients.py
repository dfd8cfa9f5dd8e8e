"""Sparse gradients: indices and values of Embedding and EmbeddingBag, accumulated, scaled, clipped, dropped, and SGD's steps with them."""
import torch
from torch import nn

from stage import stage


class Net(nn.Module):
    def __init__(self, table):
        super().__init__()
        self.table = table
        self.head = nn.Linear(96, 1)

    def forward(self, ids):
        return self.head(self.table(ids)).square().mean()


def tell(grad):
    print(grad.layout, tuple(grad.shape), grad.is_sparse, grad.is_coalesced(), grad._nnz(), tuple(grad._indices().shape), tuple(grad._values().shape),
          grad._values().dtype, grad.sparse_dim(), grad.dense_dim())


ids = torch.zeros(32, 9, dtype=torch.int64, device="cuda")
for name, table in [("embedding", nn.Embedding(2000, 96, sparse=True)), ("mean of bags", nn.EmbeddingBag(2000, 96, sparse=True)),
                    ("sum of bags", nn.EmbeddingBag(2000, 96, mode="sum", sparse=True))]:
    for options in [{}, {"momentum": 0.9}, {"momentum": 0.9, "foreach": False}, {"maximize": True, "foreach": False}]:
        model = Net(table).cuda()
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1, **options)
        for step in range(2):
            for part in range(2):
                loss = model(ids)
                stage(f"{name}, {options}, {step}.{part}: forward")
                loss.backward()
                stage("backward")
                tell(model.table.weight.grad)
            optimizer.step()
            stage("step")
            optimizer.zero_grad(set_to_none=step == 1)
            stage("zero_grad")
        del loss

# The gradients of two uses of one table are joined before they arrive; a dense one and a sparse one are dense.
table = nn.Embedding(2000, 96, sparse=True).cuda()
(table(ids[:8]).square().sum() + table(ids).square().sum()).backward()
stage("two uses")
tell(table.weight.grad)
(table(ids).square().sum() + table.weight.square().sum()).backward()
stage("and a dense use")
print(table.weight.grad.layout)

# With gradients scaled, clipped by value of a number, and copied.
table.weight.grad = None
table(ids).square().mean().backward()
stage("again")
grad = table.weight.grad
grad.div_(2)
stage("div_")
grad.mul_(0.5)
stage("mul_")
kept = grad.clone()
stage("clone")
dense = kept.to_dense()
stage("to_dense")
table.weight.data.add_(grad, alpha=-0.1)
stage("add_")
half = kept.half()
stage("half")
tell(half)
on_host = kept.cpu()
stage("cpu")
print(on_host.device, on_host.layout, on_host._nnz())
try:
    grad + dense
except RuntimeError as e:
    print(e)
try:
    grad.values()
except RuntimeError as e:
    print(e)
try:
    torch.optim.Adam(table.parameters()).step()
except RuntimeError as e:
    print(e)
