"""SparseAdam and Adagrad with a sparse gradient of one row, which is merged without looking at its indices."""
import torch
from torch import nn

from stage import stage

ids = torch.zeros(1, dtype=torch.int64, device="cuda")
for name, make in [("SparseAdam", lambda p: torch.optim.SparseAdam(p)), ("SparseAdam, maximize", lambda p: torch.optim.SparseAdam(p, maximize=True)),
                   ("Adagrad", lambda p: torch.optim.Adagrad(p)), ("Adagrad, foreach", lambda p: torch.optim.Adagrad(p, foreach=True))]:
    table = nn.Embedding(40, 30000, sparse=True).cuda()
    optimizer = make(list(table.parameters()))
    for step in range(2):
        (table(ids) ** 2).sum().backward()
        stage(f"{name}, {step}: backward")
        norm = nn.utils.clip_grad_norm_(table.parameters(), 1.0)
        stage("clipped")
        optimizer.step()
        stage("step")
        optimizer.zero_grad()
        stage("zero_grad")

mask = torch.sparse_coo_tensor(torch.zeros(1, 50, dtype=torch.int64, device="cuda"), torch.zeros(50, 700, device="cuda"), (400, 700), is_coalesced=True)
stage("a coalesced tensor of 50 rows")
dense = torch.zeros(400, 700, device="cuda")
stage("dense")
picked = dense.sparse_mask(mask)
stage("sparse_mask")
print(picked.layout, picked._nnz(), picked.is_coalesced(), tuple(picked.values().shape), tuple(picked.indices().shape))
both = picked + mask
stage("sum")
print(both._nnz(), both.is_coalesced())
difference = picked - mask
stage("difference")
squares = mask.pow(2)
stage("pow")
norm = mask.norm()
stage("norm")
total = both.sum()
stage("sum of all")
out = dense + mask
stage("dense and sparse")
