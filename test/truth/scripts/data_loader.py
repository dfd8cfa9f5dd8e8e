# A DataLoader yields a short last batch unless drop_last; batches move to the GPU one at a time.
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split
from stage import stage


class Numbers(Dataset):
    def __len__(self):
        return 100

    def __getitem__(self, i):
        return {"x": torch.full((3, 32, 32), float(i)), "y": i % 10, "name": f"item{i}"}


for drop_last in (False, True):
    loader = DataLoader(Numbers(), batch_size=32, drop_last=drop_last)
    print(len(loader), len(loader.dataset))
    for step, batch in enumerate(loader):
        x, y = batch["x"].cuda(), batch["y"].to("cuda")
        print(tuple(x.shape), y.dtype, len(batch["name"]))
        stage(f"drop {drop_last} batch {step}")
data = TensorDataset(torch.randn(50, 8), torch.arange(50))
train, val = random_split(data, [40, 10])
print(len(train), len(val))
for x, y in DataLoader(train, batch_size=16, shuffle=True, pin_memory=False):
    x = x.to("cuda", non_blocking=True)
    print(tuple(x.shape), tuple(y.shape))
stage("tensor dataset")
loader = DataLoader(val, batch_size=4, collate_fn=lambda items: torch.stack([x for x, _ in items]))
print([tuple(b.shape) for b in loader])
for x in loader:
    x = x.cuda()
stage("collate")
it = iter(loader)
first = next(it).cuda()
second = next(it).cuda()
stage("iterator")
