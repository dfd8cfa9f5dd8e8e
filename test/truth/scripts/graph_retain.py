# retain_graph=True keeps the saved tensors; the second backward frees them.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Linear(512, 1024), nn.GELU(), nn.Linear(1024, 512), nn.Sigmoid()).cuda()
x = torch.randn(1024, 512, device="cuda")
stage("model")
loss = model(x).sum()
stage("forward")
loss.backward(retain_graph=True)
stage("first backward")
loss.backward()
stage("second backward")
model.zero_grad()
stage("zero_grad")
y = model(x)
a, b = y.mean(), y.std()
a.backward(retain_graph=True)
stage("first of two losses")
b.backward()
stage("second of two losses")
try:
    b.backward()
except RuntimeError as error:
    print("RuntimeError", "second time" in str(error))
stage("third time fails")
