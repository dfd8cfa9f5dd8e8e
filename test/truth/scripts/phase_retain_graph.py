# retain_graph keeps saved tensors for a second backward; without it they go as the engine passes.
import torch
from small_models import Perceptron
from stage import stage

model = Perceptron().cuda()
x = torch.randn(4000, 512, device="cuda")
for step in range(2):
    out = model(x)
    a, b = out.square().mean(), out.abs().mean()
    stage(f"{step} forward")
    a.backward(retain_graph=True)
    stage(f"{step} first backward")
    b.backward()
    stage(f"{step} second backward")
    try:
        a.backward()
    except RuntimeError as error:
        print(str(error).splitlines()[0])
    stage(f"{step} third backward")
    model.zero_grad()
    stage(f"{step} zero_grad")
