# Windowed attention with a relative position bias, and attention with linear biases, by hand.
import torch
from torch import nn
from stage import stage


class Window(nn.Module):
    def __init__(self, width=128, heads=4, window=8):
        super().__init__()
        self.heads, self.window = heads, window
        self.table = nn.Parameter(torch.zeros((2 * window - 1) ** 2, heads))
        at = torch.stack(torch.meshgrid(torch.arange(window), torch.arange(window), indexing="ij")).flatten(1)
        offset = (at[:, :, None] - at[:, None, :]).permute(1, 2, 0) + window - 1
        self.register_buffer("index", offset[..., 0] * (2 * window - 1) + offset[..., 1])
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, h, w, c = x.shape
        n = self.window
        x = x.view(b, h // n, n, w // n, n, c).permute(0, 1, 3, 2, 4, 5).reshape(-1, n * n, c)
        q, k, v = self.qkv(x).view(-1, n * n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4)
        scores = q * (c // self.heads) ** -0.5 @ k.transpose(-2, -1)
        scores = scores + self.table[self.index.view(-1)].view(n * n, n * n, -1).permute(2, 0, 1).unsqueeze(0)
        y = (scores.softmax(-1) @ v).transpose(1, 2).reshape(-1, n * n, c)
        return self.out(y).view(b, h // n, w // n, n, n, c).permute(0, 1, 3, 2, 4, 5).reshape(b, h, w, c)


window = Window().cuda()
x = torch.randn(4, 32, 32, 128, device="cuda", requires_grad=True)
y = window(x)
stage("window forward")
y.sum().backward()
stage("window backward")
del y
slopes = torch.tensor([2.0 ** -(i + 1) for i in range(4)], device="cuda")
position = torch.arange(200, device="cuda")
bias = slopes[:, None, None] * (position[None, :] - position[:, None])[None].float()
q, k, v = (torch.randn(2, 4, 200, 32, device="cuda", requires_grad=True) for _ in range(3))
stage("linear biases")
out = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=bias.masked_fill(bias > 0, float("-inf")))
stage("biased forward")
out.sum().backward()
stage("biased backward")
