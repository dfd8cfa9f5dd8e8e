"""torch.cuda.empty_cache and gc.collect in the loop, with what the statistics say before and after, and growing sequences."""
import gc

import torch
from torch import nn

from stage import stage


def tell():
    print(torch.cuda.memory_allocated(), torch.cuda.memory_reserved(), torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved())


model = nn.TransformerEncoder(nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True), 3).cuda()
optimizer = torch.optim.AdamW(model.parameters(), foreach=False)
for step, length in enumerate([200, 50, 300, 120, 310]):
    x = torch.randn(8, length, 256, device="cuda")
    out = model(x)
    loss = out.mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)
    tell()
    del out, loss, x
    gc.collect()
    torch.cuda.empty_cache()
    tell()
    if step == 2:
        torch.cuda.reset_peak_memory_stats()
free, total = torch.cuda.mem_get_info()
print(total - free >= torch.cuda.memory_reserved())
stage("end")
model.cpu()
gc.collect()
torch.cuda.empty_cache()
stage("on the host")
optimizer.state.clear()
torch.cuda.empty_cache()
stage("without states")
