"""What files of torch.save hold: shapes, dtypes, ties, views; where their storages live; load_state_dict beside the second copy."""
import os

import torch
from torch import nn

from stage import stage

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")


def show(value, name="", depth=0):
    if isinstance(value, torch.Tensor):
        print(name, type(value).__name__, tuple(value.shape), value.stride(), value.dtype, value.device, value.requires_grad)
    elif isinstance(value, dict):
        print(name, type(value).__name__, len(value))
        for key, item in value.items():
            show(item, f"{name}.{key}", depth + 1)
    elif isinstance(value, (list, tuple)) and any(isinstance(item, (dict, torch.Tensor)) for item in value):
        for i, item in enumerate(value):
            show(item, f"{name}[{i}]", depth + 1)
    else:
        print(name, repr(value))


torch.zeros(1, device="cuda")
state = torch.load(os.path.join(folder, "state.pt"))
show(state, "state")
stage("on the CPU")
state = torch.load(os.path.join(folder, "state.pt"), map_location="cuda")
show(state, "state")
stage("on the GPU")
checkpoint = torch.load(os.path.join(folder, "checkpoint.pt"), map_location=torch.device("cuda"), mmap=True)
show(checkpoint, "checkpoint")
print(checkpoint["model"]["w"].data_ptr() == checkpoint["model"]["tied"].data_ptr())
stage("views share a storage")
optimizer = torch.load(os.path.join(folder, "optimizer.pt"), map_location=lambda storage, location: storage.cuda())
show(optimizer, "optimizer")
stage("optimizer")
del checkpoint, optimizer
model = nn.Sequential()
model.a = nn.Linear(8, 16)
model.n = nn.BatchNorm1d(16)
model.b = nn.Linear(16, 4, dtype=torch.bfloat16)
model.cuda()
stage("model")
print(model.load_state_dict(state))
stage("loaded: the copy is still there")
del state
stage("the copy is gone")
state = torch.load(os.path.join(folder, "state.pt"), map_location="cuda")
print(model.load_state_dict(state, assign=True))
del state
stage("assigned")
state = torch.load(os.path.join(folder, "state.pt"), weights_only=True)
del state["a.bias"]
state["c.weight"] = torch.zeros(3)
state["b.weight"] = torch.zeros(5, 16)
try:
    model.load_state_dict(state)
except RuntimeError as error:
    print(error)
print(model.load_state_dict({"a.bias": torch.zeros(16)}, strict=False))
for name in ("unsafe.pt", "truncated.pt", "empty.pt", "nowhere.pt"):
    try:
        torch.load(os.path.join(folder, name))
    except Exception as error:
        print(name, type(error).__name__, str(error).replace(folder, ""))
stage("end")
