"""SAC: twin critics with targets that follow softly, a squashed Gaussian policy, a temperature that is learned, a replay buffer on the device."""
import copy

import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Normal

from stage import stage

OBS, ACT, BATCH = 17, 6, 256


def mlp(i, o):
    return nn.Sequential(nn.Linear(i, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, o))


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = mlp(OBS, 2 * ACT)
        self.register_buffer("scale", torch.ones(ACT))

    def forward(self, obs):
        mean, log_std = self.net(obs).chunk(2, dim=-1)
        log_std = -5 + 0.5 * 7 * (torch.tanh(log_std) + 1)
        normal = Normal(mean, log_std.exp(), validate_args=False)
        x = normal.rsample()
        y = torch.tanh(x)
        log_prob = normal.log_prob(x) - torch.log(self.scale * (1 - y.pow(2)) + 1e-6)
        return y * self.scale, log_prob.sum(1, keepdim=True)


actor, critics = Actor().cuda(), nn.ModuleList([mlp(OBS + ACT, 1) for _ in range(2)]).cuda()
targets = copy.deepcopy(critics).requires_grad_(False)
log_alpha = torch.zeros(1, requires_grad=True, device="cuda")
a_opt, q_opt, t_opt = torch.optim.Adam(actor.parameters(), lr=3e-4), torch.optim.Adam(critics.parameters(), lr=1e-3), torch.optim.Adam([log_alpha], lr=1e-3)
memory = {"obs": torch.zeros(10000, OBS, device="cuda"), "next": torch.zeros(10000, OBS, device="cuda"), "action": torch.zeros(10000, ACT, device="cuda"),
          "reward": torch.zeros(10000, 1, device="cuda"), "done": torch.zeros(10000, 1, device="cuda")}
stage("models and memory")
for step in range(3):
    index = torch.randint(0, 10000, (BATCH,), device="cuda")
    batch = {k: v[index] for k, v in memory.items()}
    alpha = log_alpha.exp().item()
    with torch.no_grad():
        action, log_prob = actor(batch["next"])
        q = torch.min(*[t(torch.cat([batch["next"], action], 1)) for t in targets]) - alpha * log_prob
        y = batch["reward"] + (1 - batch["done"]) * 0.99 * q
    loss = sum(F.mse_loss(c(torch.cat([batch["obs"], batch["action"]], 1)), y) for c in critics)
    q_opt.zero_grad()
    loss.backward()
    q_opt.step()
    stage("critics")
    action, log_prob = actor(batch["obs"])
    actor_loss = (alpha * log_prob - torch.min(*[c(torch.cat([batch["obs"], action], 1)) for c in critics])).mean()
    a_opt.zero_grad()
    actor_loss.backward()
    a_opt.step()
    alpha_loss = (-log_alpha.exp() * (log_prob + ACT).detach()).mean()
    t_opt.zero_grad()
    alpha_loss.backward()
    t_opt.step()
    stage("actor")
    for p, t in zip(critics.parameters(), targets.parameters()):
        t.data.copy_(0.005 * p.data + (1 - 0.005) * t.data)
    stage("targets")
