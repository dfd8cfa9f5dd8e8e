# zero_grad(set_to_none=False): the gradients stay, and the next backward adds to them.
import torch
from small_models import LanguageModel
from stage import stage

for foreach in (True, False):
    model = LanguageModel().cuda()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, foreach=foreach)
    for step in range(3):
        ids = torch.randint(0, 1000, (8, 128), device="cuda")
        model(ids, ids)[1].backward()
        stage(f"{foreach} {step} backward")
        optimizer.step()
        stage(f"{foreach} {step} step")
        optimizer.zero_grad(set_to_none=False)
        stage(f"{foreach} {step} zero_grad")
