# A reference cycle waits for gc.collect(); without one, del is enough.
import gc
import torch
from torch import nn
from stage import stage

gc.disable()


class Node:
    def __init__(self):
        self.tensor = torch.empty(1000, 1000, device="cuda")
        self.other = None


n = Node()
del n
stage("no cycle")
a, b = Node(), Node()
a.other, b.other = b, a
del a, b
stage("cycle")
gc.collect()
stage("collected")
model = nn.Sequential(nn.Linear(1000, 1000), nn.Linear(1000, 1000)).cuda()
stage("model")
del model
stage("model has no cycle")
d = {"x": torch.empty(1000, 1000, device="cuda")}
d["self"] = d
del d
stage("dict cycle")
gc.collect()
stage("dict collected")
model = nn.Linear(1000, 1000).cuda()
model.hook = model.register_forward_hook(lambda m, i, o: None)
del model
stage("handle has no strong cycle")
