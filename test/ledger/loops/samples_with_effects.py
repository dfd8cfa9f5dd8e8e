# Samples that print, or take memory of the device, are read one by one.
# prints: ..................................................................................................................................................................................................................................................................................................................... 400 409600
# left: no
import torch
from torch.utils.data import DataLoader, Dataset


class Data(Dataset):
    def __init__(self, effect):
        self.effect, self.cache = effect, {}

    def __len__(self):
        return 400 if self.effect == "cache" else 309

    def __getitem__(self, index):
        for _ in range(4_000):
            pass
        if self.effect == "print":
            print(".", end="")
        else:
            self.cache[index] = torch.zeros(256, device="cuda")
        return torch.zeros(4)


for batch in DataLoader(Data("print"), batch_size=50):
    pass
print()
data = Data("cache")
for batch in DataLoader(data, batch_size=50):
    pass
print(len(data.cache), torch.cuda.memory_allocated())
