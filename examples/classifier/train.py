"""Train the classifier (or only a head on the frozen backbone) and validate after each epoch.

Prints one JSON line per epoch with the memory of its phases.
"""

import argparse
import json

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset

from model import FineTuned, SmallResNet


def make_loader(samples, size, classes, batch_size, shuffle):
    images = torch.randn(samples, 3, size, size)
    labels = torch.randint(0, classes, (samples,))
    return DataLoader(TensorDataset(images, labels), batch_size=batch_size, shuffle=shuffle)


def train_epoch(model, loader, criterion, optimizer, device):
    model.train()
    total_loss = 0.0
    for images, labels in loader:
        images, labels = images.to(device), labels.to(device)
        optimizer.zero_grad()
        loss = criterion(model(images), labels)
        loss.backward()
        optimizer.step()
        total_loss += loss.item() * images.size(0)
    return total_loss / len(loader.dataset)


@torch.no_grad()
def evaluate(model, loader, device):
    model.eval()
    correct = 0
    for images, labels in loader:
        logits = model(images.to(device))
        correct += (logits.argmax(dim=1) == labels.to(device)).sum()
    return correct / len(loader.dataset)


def memory():
    figures = {
        "peak": torch.cuda.max_memory_allocated(),
        "allocated": torch.cuda.memory_allocated(),
        "requested": torch.cuda.memory_stats()["requested_bytes.all.peak"],
        "reserved": torch.cuda.max_memory_reserved(),
    }
    torch.cuda.reset_peak_memory_stats()
    return figures


def main():
    parser = argparse.ArgumentParser(description="Image classifier")
    parser.add_argument("--frozen", action="store_true", help="train only a new head")
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=32)
    parser.add_argument("--samples", type=int, default=80)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--channels-last", action="store_true")
    args = parser.parse_args()

    device = "cuda"
    model = (FineTuned() if args.frozen else SmallResNet()).to(device)
    if args.channels_last:
        model = model.to(memory_format=torch.channels_last)
    classes = 5 if args.frozen else 10
    train_loader = make_loader(args.samples, args.size, classes, args.batch_size, shuffle=True)
    val_loader = make_loader(args.samples // 2, args.size, classes, args.batch_size, shuffle=False)

    trainable = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.SGD(trainable, lr=args.lr, momentum=0.9, weight_decay=5e-4, nesterov=True)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.1)
    criterion = nn.CrossEntropyLoss(label_smoothing=0.1)

    print(json.dumps({"trainable": sum(p.numel() for p in trainable), "model": memory()}))
    for epoch in range(args.epochs):
        train_epoch(model, train_loader, criterion, optimizer, device)
        trained = memory()
        evaluate(model, val_loader, device)
        scheduler.step()
        print(json.dumps({"epoch": epoch, "train": trained, "validate": memory()}))


if __name__ == "__main__":
    main()
