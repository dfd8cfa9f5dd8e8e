"""Gradients that meet at a node of another stream are added up on that node's stream, out of its memory."""
import torch

from stage import stage

side = torch.cuda.Stream()
weight = torch.nn.Parameter(torch.empty(513, 1021, device="cuda"))
x = torch.empty(64, 513, device="cuda")
with torch.cuda.stream(side):
    accumulator = weight.expand_as(weight).grad_fn.next_functions[0][0]
stage("made")
torch.cuda.memory._record_memory_history()
for step in range(2):
    loss = (x @ weight).sum() + (weight * 2).relu().sum() + weight.sum()
    loss.backward()
    stage(f"backward {step}")
    weight.grad = None
    stage(f"zero_grad {step}")
for event in torch.cuda.memory._snapshot()["device_traces"][0]:
    if event["action"] in ("alloc", "segment_alloc"):
        print(event["action"], event["size"], "side" if event["stream"] else "default")
torch.cuda.synchronize()
torch.cuda.memory._record_memory_history(enabled=None)
torch.cuda.empty_cache()
stage("emptied")
