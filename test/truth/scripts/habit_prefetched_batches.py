"""Batches copied ahead on a stream of their own from pinned memory, with record_stream, while the step runs."""
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from stage import stage


class Images(Dataset):
    def __len__(self):
        return 70

    def __getitem__(self, i):
        return {"image": torch.randint(0, 255, (3, 64, 64), dtype=torch.uint8), "label": i % 10, "name": f"{i}.png"}


class Prefetcher:
    def __init__(self, loader):
        self.loader, self.stream = iter(loader), torch.cuda.Stream()
        self.mean = torch.tensor([0.485, 0.456, 0.406], device="cuda").view(1, 3, 1, 1) * 255
        self.std = torch.tensor([0.229, 0.224, 0.225], device="cuda").view(1, 3, 1, 1) * 255
        self.preload()

    def preload(self):
        try:
            self.batch = next(self.loader)
        except StopIteration:
            self.batch = None
            return
        with torch.cuda.stream(self.stream):
            self.image = self.batch["image"].cuda(non_blocking=True).float().sub_(self.mean).div_(self.std)
            self.label = self.batch["label"].cuda(non_blocking=True)

    def next(self):
        torch.cuda.current_stream().wait_stream(self.stream)
        if self.batch is None:
            return None, None
        image, label = self.image, self.label
        image.record_stream(torch.cuda.current_stream())
        label.record_stream(torch.cuda.current_stream())
        self.preload()
        return image, label


model = nn.Sequential(nn.Conv2d(3, 32, 5, 2), nn.ReLU(), nn.Conv2d(32, 64, 5, 2), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
fetch = Prefetcher(DataLoader(Images(), batch_size=16, pin_memory=True, num_workers=0))
stage("first batch")
image, label = fetch.next()
count = 0
while image is not None:
    count += 1
    loss = nn.functional.cross_entropy(model(image), label)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    stage(f"step {count} of {image.shape[0]}")
    image, label = fetch.next()
stage("end")
