# A data set is read in full from where a sample has another form.
# prints: [64, 64, 57] 38866
# left: no
import torch
from torch.utils.data import DataLoader, Dataset
from torch.nn.utils.rnn import pad_sequence

reads = [0]


class Texts(Dataset):
    def __len__(self):
        return 40_000

    def __getitem__(self, index):
        reads[0] += 1
        length = 57 if index >= 39_936 or index == 1_280 else 64
        total = 0
        for i in range(100):
            total += i
        return torch.zeros(length, dtype=torch.long)


lengths = [batch.shape[1] for batch in DataLoader(Texts(), batch_size=64, collate_fn=lambda b: pad_sequence(b, batch_first=True))]
print([lengths[0], lengths[20], lengths[-1]], reads[0])
