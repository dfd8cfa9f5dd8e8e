"""A whole training step in one graph: gradients that the capture makes live in its pool, warm-up runs on a stream of its own."""
import torch
from torch import nn

from stage import stage

model = nn.Sequential(nn.Linear(512, 1024), nn.ReLU(), nn.Linear(1024, 512)).cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=0.1, capturable=True)
static_input = torch.randn(256, 512, device="cuda")
static_target = torch.randn(256, 512, device="cuda")
stage("before")
side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    for i in range(3):
        optimizer.zero_grad(set_to_none=True)
        loss = nn.functional.mse_loss(model(static_input), static_target)
        loss.backward()
        optimizer.step()
torch.cuda.current_stream().wait_stream(side)
del loss
stage("warmed up")
graph = torch.cuda.CUDAGraph()
optimizer.zero_grad(set_to_none=True)
stage("gradients gone")
with torch.cuda.graph(graph):
    static_output = model(static_input)
    static_loss = nn.functional.mse_loss(static_output, static_target)
    static_loss.backward()
    optimizer.step()
stage("captured")
for _ in range(2):
    static_input.copy_(torch.randn(256, 512, device="cuda"))
    graph.replay()
    stage("replayed")
second = torch.cuda.CUDAGraph()
with torch.cuda.graph(second, pool=graph.pool()), torch.no_grad():
    prediction = model(static_input)
stage("a second graph in the pool")
print(torch.cuda.is_current_stream_capturing(), len(graph.pool()))
del graph
torch.cuda.empty_cache()
stage("the first graph gone")
del second, prediction, static_output, static_loss
model.zero_grad()
torch.cuda.empty_cache()
stage("both gone")
