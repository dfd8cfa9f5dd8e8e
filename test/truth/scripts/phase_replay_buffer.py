# A replay buffer on the device, a target network, and updates of both.
import copy

import torch
import torch.nn.functional as F
from small_models import Perceptron
from stage import stage

net = Perceptron(width=256, classes=16).cuda()
target = copy.deepcopy(net)
optimizer = torch.optim.Adam(net.parameters())
states, actions = torch.zeros(20000, 256, device="cuda"), torch.zeros(20000, dtype=torch.long, device="cuda")
rewards = torch.zeros(20000, device="cuda")
stage("buffer")
for step in range(3):
    with torch.no_grad():
        states[step * 64:(step + 1) * 64] = torch.randn(64, 256, device="cuda")
        picked = net(states[step * 64:(step + 1) * 64]).argmax(1)
    stage(f"{step} acted")
    index = torch.randint(0, 20000, (512,), device="cuda")
    with torch.no_grad():
        aim = rewards[index] + 0.99 * target(states[index]).max(1).values
    value = net(states[index]).gather(1, actions[index].unsqueeze(1)).squeeze(1)
    stage(f"{step} forward")
    F.smooth_l1_loss(value, aim).backward()
    stage(f"{step} backward")
    optimizer.step()
    optimizer.zero_grad()
    for old, new in zip(target.parameters(), net.parameters()):
        old.data.lerp_(new.data, 0.005)
    stage(f"{step} target")
