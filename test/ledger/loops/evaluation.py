# A loop over a loader is no loop over layers: without backward too it is left when its passes are alike.
# prints: torch.Size([64, 10])
# left: yes
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

model = nn.Sequential(nn.Linear(32, 64), *[nn.Linear(64, 64) for _ in range(20)], nn.Linear(64, 10)).cuda().eval()
loader = DataLoader(TensorDataset(torch.randn(2_000_000, 32), torch.zeros(2_000_000, dtype=torch.long)), batch_size=64, shuffle=True)
correct = 0
with torch.no_grad():
    for x, y in loader:
        output = model(x.cuda())
        correct += (output.argmax(1) == y.cuda()).sum()
print(output.shape)
