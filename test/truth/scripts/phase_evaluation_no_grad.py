# Evaluation under no_grad frees activations as it goes; metrics collected on the device stay.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()


@torch.no_grad()
def evaluate(batches):
    model.eval()
    total, correct = torch.zeros((), device="cuda"), []
    for i in range(batches):
        ids = torch.randint(0, 1000, (16, 128), device="cuda")
        logits, loss = model(ids, ids)
        total += loss
        correct.append((logits.argmax(-1) == ids).float().mean())
        stage(f"evaluation {i}")
    model.train()
    return total / batches, torch.stack(correct).mean()


for epoch in range(2):
    ids = torch.randint(0, 1000, (8, 128), device="cuda")
    model(ids, ids)[1].backward()
    stage(f"{epoch} backward")
    result = evaluate(3)
    stage(f"{epoch} evaluated")
