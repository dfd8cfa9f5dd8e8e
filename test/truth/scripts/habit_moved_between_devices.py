"""A model and its optimizer's state moved to the host while another one runs, and back."""
import torch
from torch import nn

from stage import stage


def move(optimizer, device):
    for state in optimizer.state.values():
        for key, value in state.items():
            if isinstance(value, torch.Tensor) and key != "step":
                state[key] = value.to(device)


def step(model, optimizer):
    model(torch.randn(32, 1024, device="cuda")).square().mean().backward()
    optimizer.step()
    optimizer.zero_grad()


first, second = (nn.Sequential(nn.Linear(1024, 2048), nn.GELU(), nn.Linear(2048, 1024)) for _ in range(2))
first.cuda()
a = torch.optim.AdamW(first.parameters())
step(first, a)
stage("first")
first.to("cpu")
stage("its weights on the host")
move(a, "cpu")
torch.cuda.empty_cache()
stage("its states too")
second.cuda()
b = torch.optim.Adam(second.parameters(), amsgrad=True)
step(second, b)
stage("second")
second.to("meta")
del b
stage("second given up")
first.to("cuda")
move(a, "cuda")
stage("first again")
step(first, a)
stage("went on")
half = first.half()
stage("half")
step_input = torch.randn(8, 1024, device="cuda", dtype=torch.half)
with torch.inference_mode():
    out = half(step_input)
stage("inference")
first.float().to(device="cpu", dtype=torch.bfloat16)
stage("gone")
