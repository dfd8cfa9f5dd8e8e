# A lone slice is a view of its own even where it takes all: backward makes a whole gradient for it. Among other indices it is left out.
import torch
from stage import stage

table = torch.zeros(65, 256, device="cuda", requires_grad=True)
batch = torch.zeros(2, 65, 256, device="cuda", requires_grad=True)
parts = {
    "[:65]": table[:65], "[:]": table[:], "[0:]": table[0:], "[:100]": table[:100], "[-65:]": table[-65:], "[...]": table[...],
    "[:, :]": table[:, :], "[:65, ...]": table[:65, ...], "[:, :256]": table[:, :256], "[:, -256:]": table[:, -256:],
    "[None, :65]": table[None, :65], "[:65, None]": table[:65, None], "[:][0]": table[:][0], "[:64][:]": table[:64][:],
}
for name, part in parts.items():
    print(name, type(part.grad_fn).__name__, [type(f).__name__ for f, _ in part.grad_fn.next_functions], list(part.shape))
del parts, part
stage("parameters")
for name, index in {"lone": slice(0, 65), "among others": (None, slice(0, 65))}.items():
    total = (batch + table[index]).sum()
    stage(f"{name}: forward")
    total.backward()
    stage(f"{name}: backward")
    table.grad = batch.grad = None
