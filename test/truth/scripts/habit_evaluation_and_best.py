"""Epochs with an evaluation after each: predictions joined on the device and on the host, the best weights kept on the host, early stopping."""
import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

from stage import stage

data = TensorDataset(torch.randn(500, 3, 32, 32), torch.zeros(500, dtype=torch.long))
train_set, val_set = random_split(data, [400, 100])
train_loader = DataLoader(train_set, batch_size=64, shuffle=True, drop_last=True, pin_memory=True)
val_loader = DataLoader(val_set, batch_size=40)
model = nn.Sequential(nn.Conv2d(3, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.AvgPool2d(2), nn.Conv2d(32, 64, 3), nn.ReLU(), nn.Flatten(),
                      nn.Dropout(0.5), nn.Linear(64 * 14 * 14, 10)).to("cuda")
optimizer = torch.optim.Adam(model.parameters())
scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=1)
best, best_weights = float("inf"), None
for epoch in range(3):
    model.train()
    running = 0.0
    for i, (x, y) in enumerate(train_loader):
        x, y = x.to("cuda", non_blocking=True), y.to("cuda", non_blocking=True)
        optimizer.zero_grad(set_to_none=True)
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
        running += loss.item() * x.size(0)
    print(epoch, i, len(train_loader), len(val_loader), tuple(x.shape))
    stage("trained")
    model.eval()
    outputs, targets, host = [], [], []
    total = torch.zeros((), device="cuda")
    with torch.no_grad():
        for x, y in val_loader:
            x, y = x.cuda(), y.cuda()
            out = model(x)
            total += F.cross_entropy(out, y, reduction="sum")
            outputs.append(out)
            targets.append(y)
            host.append(out.softmax(1).cpu().numpy())
    outputs, targets = torch.cat(outputs), torch.cat(targets)
    accuracy = (outputs.argmax(1) == targets).float().mean()
    confusion = torch.bincount(targets * 10 + outputs.argmax(1), minlength=100).view(10, 10)
    stage("evaluated")
    print(tuple(outputs.shape), [h.shape for h in host], confusion.dtype)
    best_weights = {k: v.detach().cpu().clone() for k, v in model.state_dict().items()}
    kept = copy.deepcopy(model.state_dict())
    stage("kept")
model.load_state_dict(best_weights)
stage("restored")
