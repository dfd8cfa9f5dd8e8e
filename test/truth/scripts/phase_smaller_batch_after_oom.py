# Running out of memory inside a step, then again with half the batch: what the first try leaves behind.
import torch
from small_models import Perceptron
from stage import stage

torch.cuda.set_per_process_memory_fraction(0.004)
model = Perceptron(width=1024).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
stage("model")
batch = 64000
while True:
    try:
        optimizer.zero_grad()
        loss = model(torch.randn(batch, 1024, device="cuda")).square().mean()
        loss.backward()
        optimizer.step()
        break
    except torch.OutOfMemoryError as error:
        print(batch, str(error)[:60])
        stage("out of memory")
        batch //= 2
        torch.cuda.empty_cache()
        stage("emptied")
print(batch)
stage("done")
print(torch.cuda.memory_stats()["num_ooms"])
