"""PPO: a rollout without gradients into preallocated storage, advantages backwards in time, epochs of shuffled minibatches."""
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical, Distribution, Normal

from stage import stage

STEPS, ENVS, OBS, ACTIONS = 32, 16, 64, 6
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
Distribution.set_default_validate_args(False)


def layer(i, o, std=np.sqrt(2)):
    made = nn.Linear(i, o)
    nn.init.orthogonal_(made.weight, std)
    nn.init.constant_(made.bias, 0.0)
    return made


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(layer(OBS, 256), nn.Tanh(), layer(256, 256), nn.Tanh(), layer(256, 1, std=1.0))
        self.actor = nn.Sequential(layer(OBS, 256), nn.Tanh(), layer(256, 256), nn.Tanh(), layer(256, ACTIONS, std=0.01))
        self.logstd = nn.Parameter(torch.zeros(1, 3))
        self.mean = layer(OBS, 3)

    def get_value(self, x):
        return self.critic(x)

    def act(self, x, action=None, move=None):
        probs = Categorical(logits=self.actor(x))
        mean = self.mean(x)
        normal = Normal(mean, torch.exp(self.logstd.expand_as(mean)))
        if action is None:
            action, move = probs.sample(), normal.sample()
        return action, move, probs.log_prob(action) + normal.log_prob(move).sum(1), probs.entropy() + normal.entropy().sum(1), self.critic(x)


agent = Agent().to(device)
optimizer = torch.optim.Adam(agent.parameters(), lr=2.5e-4, eps=1e-5)
obs = torch.zeros((STEPS, ENVS, OBS)).to(device)
actions = torch.zeros((STEPS, ENVS)).to(device)
moves = torch.zeros((STEPS, ENVS, 3)).to(device)
logprobs, rewards, dones, values = (torch.zeros((STEPS, ENVS)).to(device) for _ in range(4))
next_obs, next_done = torch.zeros(ENVS, OBS, device=device), torch.zeros(ENVS).to(device)
stage("storage")
for update in range(2):
    optimizer.param_groups[0]["lr"] = (1.0 - update / 2) * 2.5e-4
    for step in range(STEPS):
        obs[step] = next_obs
        dones[step] = next_done
        with torch.no_grad():
            action, move, logprob, _, value = agent.act(next_obs)
            values[step] = value.flatten()
        actions[step], moves[step], logprobs[step] = action, move, logprob
        next_obs, reward, done = np.zeros((ENVS, OBS), np.float32), np.zeros(ENVS), np.zeros(ENVS)
        rewards[step] = torch.tensor(reward).to(device).view(-1)
        next_obs, next_done = torch.Tensor(next_obs).to(device), torch.Tensor(done).to(device)
    stage(f"{update}: rollout")
    with torch.no_grad():
        next_value = agent.get_value(next_obs).reshape(1, -1)
        advantages = torch.zeros_like(rewards).to(device)
        last = 0
        for t in reversed(range(STEPS)):
            nonterminal, following = (1.0 - next_done, next_value) if t == STEPS - 1 else (1.0 - dones[t + 1], values[t + 1])
            delta = rewards[t] + 0.99 * following * nonterminal - values[t]
            advantages[t] = last = delta + 0.99 * 0.95 * nonterminal * last
        returns = advantages + values
    stage("advantages")
    b_obs, b_actions, b_moves = obs.reshape((-1, OBS)), actions.reshape(-1), moves.reshape(-1, 3)
    b_logprobs, b_advantages, b_returns, b_values = logprobs.reshape(-1), advantages.reshape(-1), returns.reshape(-1), values.reshape(-1)
    indices = np.arange(STEPS * ENVS)
    for epoch in range(2):
        np.random.shuffle(indices)
        for start in range(0, STEPS * ENVS, 128):
            mb = indices[start:start + 128]
            _, _, newlogprob, entropy, newvalue = agent.act(b_obs[mb], b_actions.long()[mb], b_moves[mb])
            ratio = (newlogprob - b_logprobs[mb]).exp()
            mb_advantages = b_advantages[mb]
            mb_advantages = (mb_advantages - mb_advantages.mean()) / (mb_advantages.std() + 1e-8)
            pg_loss = torch.max(-mb_advantages * ratio, -mb_advantages * torch.clamp(ratio, 0.8, 1.2)).mean()
            newvalue = newvalue.view(-1)
            clipped = b_values[mb] + torch.clamp(newvalue - b_values[mb], -0.2, 0.2)
            v_loss = 0.5 * torch.max((newvalue - b_returns[mb]) ** 2, (clipped - b_returns[mb]) ** 2).mean()
            loss = pg_loss - 0.01 * entropy.mean() + v_loss * 0.5
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()
        stage(f"epoch {epoch}")
