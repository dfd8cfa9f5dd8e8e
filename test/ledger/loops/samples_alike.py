# Samples of a data set that take long are read as long as they tell something: 128 of them, one of 64, and the last ones.
# prints: 469 torch.Size([96, 1, 28, 28]) torch.Size([96]) True
# left: no
import torch
from torch.utils.data import DataLoader, Dataset, random_split

reads = [0]


class Digits(Dataset):
    def __len__(self):
        return 60_100

    def __getitem__(self, index):
        reads[0] += 1
        total = 0
        for i in range(200):
            total += i * index
        return torch.rand(1, 28, 28), total % 10


train, _ = random_split(Digits(), [60_000, 100])
count = 0
for images, labels in DataLoader(train, batch_size=128, shuffle=True):
    count += 1
print(count, images.shape, labels.shape, 1000 < reads[0] < 2500)
