# clip_grad_norm_ and clip_grad_value_: norms, foreach and one by one.
import torch
from torch.nn.utils import clip_grad_norm_, clip_grad_value_, get_total_norm
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
optimizer = torch.optim.AdamW(model.parameters())
ids = torch.randint(0, 1000, (8, 128), device="cuda")
for name, clip in {
    "norm": lambda p: clip_grad_norm_(p, 1.0),
    "norm one by one": lambda p: clip_grad_norm_(p, 1.0, foreach=False),
    "infinity": lambda p: clip_grad_norm_(p, 1.0, norm_type=float("inf")),
    "first": lambda p: clip_grad_norm_(p, 1.0, norm_type=1),
    "value": lambda p: clip_grad_value_(p, 1.0),
    "value one by one": lambda p: clip_grad_value_(p, 1.0, foreach=False),
    "total": lambda p: get_total_norm([q.grad for q in p]),
}.items():
    model(ids, ids)[1].backward()
    stage(f"{name} backward")
    result = clip(list(model.parameters()))
    stage(f"{name} clip")
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{name} step")
