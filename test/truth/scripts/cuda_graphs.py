"""A CUDA graph captures into a pool of its own, which its tensors and the graph keep."""
import torch
from torch import nn

from stage import stage

model = nn.Linear(512, 512).cuda()
x = torch.randn(64, 512, device="cuda")
side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side), torch.no_grad():
    for _ in range(2):
        y = model(x)
torch.cuda.current_stream().wait_stream(side)
stage("warmed up")
graph = torch.cuda.CUDAGraph()
with torch.no_grad(), torch.cuda.graph(graph):
    y = model(x).relu()
    z = y @ y.t()
stage("captured")
graph.replay()
stage("replayed")
big = torch.empty(64, 512, device="cuda")
stage("outside")
del y, z
stage("results gone")
graph.reset()
del graph
torch.cuda.empty_cache()
stage("graph gone")
