# A model in half precision, in float16 and bfloat16: gradients and state have its dtype.
import torch
from small_models import LanguageModel
from stage import stage

for dtype in (torch.float16, torch.bfloat16):
    model = LanguageModel().cuda()
    stage(f"{dtype} float")
    model = model.to(dtype)
    stage(f"{dtype} cast")
    optimizer = torch.optim.AdamW(model.parameters())
    for step in range(2):
        ids = torch.randint(0, 1000, (8, 128), device="cuda")
        logits, loss = model(ids, ids)
        stage(f"{dtype} {step} forward")
        loss.backward()
        stage(f"{dtype} {step} backward")
        optimizer.step()
        optimizer.zero_grad()
        stage(f"{dtype} {step} step")
    print({str(v.dtype) for s in optimizer.state.values() for v in s.values()})
