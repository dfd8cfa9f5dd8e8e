"""The first random numbers that a CUDA graph draws of a generator take 16 bytes outside its pool, until it is reset."""
import torch
from stage import stage

x = torch.zeros(64, 64, device="cuda")
graphs = [torch.cuda.CUDAGraph() for _ in range(4)]
generator = torch.Generator("cuda")
for graph, f in zip(graphs, (
    lambda: x + 1,
    lambda: [torch.dropout(x, 0.5, True), torch.dropout(x, 0.5, True)],
    lambda: torch.rand(4, device="cuda"),
    lambda: torch.rand(4, device="cuda", generator=generator),
)):
    with torch.cuda.graph(graph):
        f()
    stage("captured")
    print([(s["total_size"], s["segment_pool_id"]) for s in torch.cuda.memory_snapshot()][-1])
for graph in graphs:
    graph.reset()
    stage("reset")
