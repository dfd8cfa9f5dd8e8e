# Embedding saves its indices; its gradient is dense and as large as the table; tied weights count once.
import torch
from torch import nn
from torch.nn import functional as F
from stage import stage

ids = torch.randint(0, 5000, (16, 128), device="cuda")
table = nn.Embedding(5000, 256, padding_idx=0).cuda()
stage("start")
y = table(ids)
stage("forward")
y.sum().backward()
stage("backward")
del y
table.zero_grad()


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5000, 256)
        self.head = nn.Linear(256, 5000, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, ids):
        return self.head(self.embed(ids))


model = Tied().cuda()
print(sum(p.numel() for p in model.parameters()), len(list(model.parameters())), len(model.state_dict()))
stage("tied model")
loss = F.cross_entropy(model(ids).flatten(0, 1), ids.flatten())
stage("tied forward")
loss.backward()
stage("tied backward")
del loss, model
bag = nn.EmbeddingBag(5000, 64, mode="mean").cuda()
y = bag(ids)
stage("bag forward")
y.sum().backward()
stage("bag backward")
y = F.one_hot(ids, 100)
print(y.dtype, tuple(y.shape))
stage("one hot")
