# LSTM, GRU and RNN through cuDNN: outputs and states; weights flattened into one buffer.
import torch
from torch import nn
from stage import stage


def check(name, layer, batch=16, length=50, size=128):
    layer = layer.cuda()
    stage(f"{name} model")
    x = torch.randn(batch, length, size, device="cuda")
    y, state = layer(x)
    print(tuple(y.shape), y.stride(), [tuple(s.shape) for s in (state if isinstance(state, tuple) else (state,))])
    del state
    with torch.no_grad():
        layer(x)
    print(sum(p.numel() for p in layer.parameters()))
    del y
    stage(f"{name} done")


check("lstm", nn.LSTM(128, 256, batch_first=True))
check("lstm 2", nn.LSTM(128, 256, num_layers=2, batch_first=True, dropout=0.1))
check("lstm both ways", nn.LSTM(128, 128, bidirectional=True, batch_first=True))
check("lstm projected", nn.LSTM(128, 256, proj_size=64, batch_first=True))
check("gru", nn.GRU(128, 256, batch_first=True))
check("rnn", nn.RNN(128, 256, batch_first=True, bias=False))
cell = nn.LSTMCell(128, 256).cuda()
h = c = torch.zeros(16, 256, device="cuda")
stage("cell start")
for _ in range(5):
    h, c = cell(torch.randn(16, 128, device="cuda"), (h, c))
stage("cell forward")
(h.sum() + c.sum()).backward()
stage("cell backward")
gru = nn.GRUCell(128, 256).cuda()
h = torch.zeros(16, 256, device="cuda")
for _ in range(5):
    h = gru(torch.randn(16, 128, device="cuda"), h)
stage("gru cell forward")
h.sum().backward()
stage("gru cell backward")
