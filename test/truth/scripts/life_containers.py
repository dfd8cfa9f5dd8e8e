# Dicts, tuples, dataclasses, attributes and deques hold their tensors until replaced.
import collections
import dataclasses
import torch
from stage import stage


def t(n=250):
    return torch.empty(n, 1000, device="cuda")


@dataclasses.dataclass
class Batch:
    x: torch.Tensor
    y: torch.Tensor


cache = {}
for i in range(3):
    cache["last"] = t()
stage("dict value replaced")
cache.update(a=t(), b=t())
x = cache.pop("a")
stage("popped")
del x
stage("popped gone")
window = collections.deque(maxlen=2)
for i in range(5):
    window.append(t())
stage("deque of two")
batch = Batch(t(), t(500))
batch.x = batch.y
stage("field replaced")
batch = dataclasses.replace(batch, y=t(100))
stage("replace")
pair = (t(), [t(), t()])
first, (second, *rest) = pair
del pair
stage("unpacked")
del first, second, rest
stage("unpacked gone")
stack = [t() for _ in range(4)]
while stack:
    top = stack.pop()
stage("stack emptied, top alive")
stack = [t(), t()]
stack[0] = None
stack[-1:] = []
stage("slots cleared")
s = collections.defaultdict(list)
s["a"].append(t())
s["b"] += [t(), t()]
del s["b"]
stage("defaultdict")
