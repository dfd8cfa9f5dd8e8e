"""Actor and critic on the device, the environment on the host: log probabilities kept through an episode, one backward at its end."""
import random

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.distributions import Categorical, Normal

from stage import stage


class Env:
    def reset(self):
        self.t = 0
        return np.zeros(64, dtype=np.float32)

    def step(self, action):
        self.t += 1
        return np.full(64, self.t, dtype=np.float32), 1.0, self.t == 60, {}


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU())
        self.actor, self.critic = nn.Linear(512, 18), nn.Linear(512, 1)
        self.gru = nn.GRUCell(512, 512)

    def forward(self, x, h):
        h = self.gru(self.body(x), h)
        return self.actor(h), self.critic(h), h


env, policy = Env(), Policy().cuda()
optimizer = torch.optim.RMSprop(policy.parameters(), lr=7e-4)
stage("policy")
for episode in range(2):
    state, done, h = env.reset(), False, torch.zeros(1, 512, device="cuda")
    log_probs, values, rewards, entropies = [], [], [], []
    while not done:
        x = torch.from_numpy(state).float().unsqueeze(0).to("cuda")
        logits, value, h = policy(x, h)
        distribution = Categorical(logits=logits, validate_args=False)
        action = distribution.sample()
        log_probs.append(distribution.log_prob(action))
        entropies.append(distribution.entropy())
        values.append(value.squeeze(-1))
        state, reward, done, _ = env.step(action.item())
        rewards.append(reward)
    stage("episode")
    returns, R = [], 0.0
    for r in reversed(rewards):
        R = r + 0.99 * R
        returns.insert(0, R)
    returns = torch.tensor(returns, device="cuda")
    returns = (returns - returns.mean()) / (returns.std() + 1e-8)
    log_probs, values, entropies = torch.cat(log_probs), torch.cat(values), torch.cat(entropies)
    advantage = returns - values.detach()
    loss = -(log_probs * advantage).mean() + 0.5 * F.smooth_l1_loss(values, returns) - 0.01 * entropies.mean()
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
    optimizer.step()
    stage("step")
