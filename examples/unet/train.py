"""Train the U-Net on synthetic shapes in mixed precision; prints memory per batch.

python train.py --batch-size 4 --size 256
"""

import argparse

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, Dataset

from model import UNet


class Rectangles(Dataset):
    """Images with one bright rectangle; the mask says where it is."""

    def __init__(self, length, size, num_classes):
        self.length = length
        self.size = size
        self.num_classes = num_classes

    def __len__(self):
        return self.length

    def __getitem__(self, index):
        image = torch.rand(3, self.size, self.size) * 0.2
        mask = torch.zeros(self.size, self.size, dtype=torch.long)
        top = index * 7 % (self.size // 2)
        left = index * 13 % (self.size // 2)
        height = self.size // 4 + index % 16
        width = self.size // 4 + index % 32
        image[:, top : top + height, left : left + width] += 0.7
        mask[top : top + height, left : left + width] = 1 + index % (self.num_classes - 1)
        return image, mask


def dice_loss(logits, target, eps=1e-6):
    probs = logits.softmax(dim=1)
    one_hot = nn.functional.one_hot(target, logits.size(1)).permute(0, 3, 1, 2).float()
    intersection = (probs * one_hot).sum(dim=(0, 2, 3))
    union = probs.sum(dim=(0, 2, 3)) + one_hot.sum(dim=(0, 2, 3))
    return 1 - ((2 * intersection + eps) / (union + eps)).mean()


def parse_args():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=4)
    parser.add_argument("--samples", type=int, default=10)
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--classes", type=int, default=21)
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--bilinear", action="store_true")
    parser.add_argument("--dice", action="store_true", help="add the Dice loss")
    parser.add_argument("--no-amp", dest="amp", action="store_false")
    return parser.parse_args()


def main():
    args = parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    loader = DataLoader(Rectangles(args.samples, args.size, args.classes), batch_size=args.batch_size, shuffle=True)
    model = UNet(num_classes=args.classes, bilinear=args.bilinear).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=args.epochs)
    criterion = nn.CrossEntropyLoss()
    scaler = torch.amp.GradScaler("cuda", enabled=args.amp)
    print(f"{len(loader)} batches per epoch, {sum(p.numel() for p in model.parameters())} parameters")

    for epoch in range(args.epochs):
        model.train()
        for batch, (image, mask) in enumerate(loader):
            torch.cuda.reset_peak_memory_stats()
            image = image.to(device)
            mask = mask.to(device)
            optimizer.zero_grad()
            with torch.autocast("cuda", dtype=torch.float16, enabled=args.amp):
                logits = model(image)
                loss = criterion(logits, mask)
                if args.dice:
                    loss = loss + dice_loss(logits, mask)
            forward = torch.cuda.max_memory_allocated()
            scaler.scale(loss).backward()
            backward = torch.cuda.max_memory_allocated()
            scaler.step(optimizer)
            scaler.update()
            print(
                f"epoch {epoch} batch {batch} images {image.size(0)}: forward {forward} backward {backward}"
                f" peak {torch.cuda.max_memory_allocated()} allocated {torch.cuda.memory_allocated()}"
                f" reserved {torch.cuda.max_memory_reserved()}"
            )
        scheduler.step()


if __name__ == "__main__":
    main()
