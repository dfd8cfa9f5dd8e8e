# Gradients of a bfloat16 model summed in float over micro-batches, through hooks.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda().bfloat16()
sums = {}


def add(parameter):
    if parameter in sums:
        sums[parameter].add_(parameter.grad)
    else:
        sums[parameter] = parameter.grad.float()
    parameter.grad = None


for parameter in model.parameters():
    parameter.register_post_accumulate_grad_hook(add)
for i in range(3):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    logits, loss = model(ids, ids)
    stage(f"{i} forward")
    loss.backward()
    stage(f"{i} backward")
torch._foreach_div_(list(sums.values()), 3)
stage("mean")
