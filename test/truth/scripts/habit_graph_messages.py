"""A graph network by hand: messages gathered along edges, added by index, degrees, attention by softmax over neighbours, a sampled subgraph."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage

N, E, D = 2000, 12000, 64


def softmax_over(scores, index, n):
    most = torch.full((n, scores.shape[1]), float("-inf"), device=scores.device).scatter_reduce(0, index[:, None].expand_as(scores), scores, "amax")
    e = (scores - most[index]).exp()
    total = torch.zeros(n, scores.shape[1], device=scores.device).index_add_(0, index, e)
    return e / (total[index] + 1e-16)


class Layer(nn.Module):
    def __init__(self, i, o, heads=4):
        super().__init__()
        self.lin, self.heads, self.o = nn.Linear(i, o * heads, bias=False), heads, o
        self.src, self.dst = nn.Parameter(torch.randn(1, heads, o)), nn.Parameter(torch.randn(1, heads, o))

    def forward(self, x, edges):
        row, col = edges
        h = self.lin(x).view(-1, self.heads, self.o)
        a = F.leaky_relu((h * self.src).sum(-1)[row] + (h * self.dst).sum(-1)[col], 0.2)
        a = F.dropout(softmax_over(a, col, x.shape[0]), 0.6, self.training)
        out = torch.zeros_like(h).index_add(0, col, h[row] * a.unsqueeze(-1))
        return out.flatten(1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = Layer(D, 16), Layer(64, 16)
        self.norm, self.out = nn.BatchNorm1d(64), nn.Linear(64, 7)

    def forward(self, x, edges):
        x = F.elu(self.norm(self.a(x, edges)))
        return self.out(F.elu(self.b(x, edges)) + x)


model = Net().cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=0.005, weight_decay=5e-4)
x, edges = torch.randn(N, D, device="cuda"), torch.randint(0, N, (2, E), device="cuda")
edges = torch.cat([edges, edges.flip(0), torch.arange(N, device="cuda").repeat(2, 1)], 1)
degree = torch.zeros(N, device="cuda").scatter_add_(0, edges[1], torch.ones(edges.shape[1], device="cuda"))
labels = torch.zeros(N, dtype=torch.long, device="cuda")
train = torch.arange(N, device="cuda") < 140
stage("graph")
for step in range(3):
    optimizer.zero_grad()
    out = model(x, edges)
    loss = F.cross_entropy(out[:140], labels[:140])
    stage("forward")
    loss.backward()
    stage("backward")
    optimizer.step()
    stage("step")
model.eval()
with torch.no_grad():
    correct = (model(x, edges).argmax(1) == labels).sum()
stage("evaluated")
