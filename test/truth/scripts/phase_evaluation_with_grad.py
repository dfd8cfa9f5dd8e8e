# Evaluation without no_grad keeps the graph of the last batch through the next training step.
import torch
from small_models import LanguageModel
from stage import stage

model = LanguageModel().cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)


def evaluate():
    model.eval()
    for i in range(3):
        ids = torch.randint(0, 1000, (16, 128), device="cuda")
        logits, loss = model(ids, ids)
        stage(f"evaluation {i}")
    model.train()
    return loss


for epoch in range(2):
    for i in range(2):
        ids = torch.randint(0, 1000, (8, 128), device="cuda")
        logits, loss = model(ids, ids)
        loss.backward()
        stage(f"{epoch} {i} backward")
        optimizer.step()
        optimizer.zero_grad()
        stage(f"{epoch} {i} step")
    validation = evaluate()
    stage(f"{epoch} evaluated")
