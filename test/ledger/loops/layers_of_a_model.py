# A loop over very many equal layers goes to its end, with and without gradients.
import torch
from torch import nn

layers = nn.ModuleList(nn.Linear(16, 16) for _ in range(1500)).cuda()


def forward(x):
    count = 0
    for layer in layers:
        x = torch.relu(layer(x))
        count += 1
    return x, count


for _ in range(3):
    with torch.no_grad():
        print(forward(torch.randn(2, 16, device="cuda"))[1])
print(forward(torch.randn(2, 16, device="cuda"))[1])
# prints: 1500 1500 1500 1500
# left: no
