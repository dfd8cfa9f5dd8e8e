# Batches whose length grows: cached blocks are too small again and again, reserved runs away from allocated.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel(length=256).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for length in (100, 130, 160, 200, 250, 120):
    ids = torch.randint(0, 1000, (16, length), device="cuda")
    model(ids, ids)[1].backward()
    optimizer.step()
    optimizer.zero_grad()
    stage(f"{length}")
torch.cuda.empty_cache()
stage("emptied")
