# weight_norm, spectral_norm and tied weights in training: what is computed at each access, and saved.
import torch
from torch import nn
from torch.nn.utils.parametrizations import orthogonal, spectral_norm, weight_norm
from stage import stage

x = torch.randn(64, 1024, device="cuda")
for name, wrap in {"weight_norm": weight_norm, "spectral_norm": spectral_norm}.items():
    model = nn.Sequential(wrap(nn.Linear(1024, 1024)), nn.ReLU(), wrap(nn.Linear(1024, 512))).cuda()
    optimizer = torch.optim.Adam(model.parameters())
    stage(f"{name} model")
    for step in range(2):
        loss = model(x).square().mean()
        stage(f"{name} {step} forward")
        loss.backward()
        stage(f"{name} {step} backward")
        optimizer.step()
        optimizer.zero_grad()
        stage(f"{name} {step} step")
    print(sorted(model.state_dict()))
tied = nn.ModuleDict({"embedding": nn.Embedding(2000, 256), "head": nn.Linear(256, 2000, bias=False)}).cuda()
tied["head"].weight = tied["embedding"].weight
optimizer = torch.optim.AdamW(tied.parameters())
ids = torch.randint(0, 2000, (8, 64), device="cuda")
for step in range(2):
    loss = nn.functional.cross_entropy(tied["head"](tied["embedding"](ids)).flatten(0, 1), ids.flatten())
    stage(f"tied {step} forward")
    loss.backward()
    stage(f"tied {step} backward")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"tied {step} step")
print(len(list(tied.parameters())), len(tied.state_dict()))
