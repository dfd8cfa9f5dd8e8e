# An LSTM's training step (cuDNN's reserve space is an estimate in the recording: requested is what counts least here).
import torch
from torch import nn
from stage import stage

lstm = nn.LSTM(64, 128, num_layers=2, batch_first=True).cuda()
head = nn.Linear(128, 10).cuda()
x = torch.randn(8, 40, 64, device="cuda")
stage("model")
y, (h, c) = lstm(x)
loss = head(y[:, -1]).sum()
stage("forward")
loss.backward()
stage("backward")
