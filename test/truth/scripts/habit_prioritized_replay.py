"""DQN with prioritized replay (sum tree on numpy), dueling noisy nets, target network, deque frames, Categorical C51 option"""
import math, random
from collections import deque, namedtuple
import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
import torch.nn.functional as F

Transition = namedtuple("Transition", ("state", "action", "next_state", "reward", "done"))
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Env:
    """a toy environment like gym's"""
    def __init__(self):
        self.t = 0

    def reset(self, seed=None):
        self.t = 0
        return np.zeros((84, 84), dtype=np.uint8), {}

    def step(self, a):
        self.t += 1
        return np.full((84, 84), self.t % 255, dtype=np.uint8), 1.0, self.t % 10 == 0, False, {}


class FrameStack:
    def __init__(self, env, k):
        self.env, self.frames, self.k = env, deque([], maxlen=k), k

    def reset(self):
        ob, info = self.env.reset()
        for _ in range(self.k):
            self.frames.append(ob)
        return np.stack(self.frames), info

    def step(self, a):
        ob, r, term, trunc, info = self.env.step(a)
        self.frames.append(ob)
        return np.stack(self.frames), r, term, trunc, info


class SumTree:
    write = 0

    def __init__(self, capacity):
        self.capacity = capacity
        self.tree = np.zeros(2 * capacity - 1)
        self.data = np.zeros(capacity, dtype=object)
        self.n_entries = 0

    def _propagate(self, idx, change):
        parent = (idx - 1) // 2
        self.tree[parent] += change
        if parent != 0:
            self._propagate(parent, change)

    def _retrieve(self, idx, s):
        left = 2 * idx + 1
        right = left + 1
        if left >= len(self.tree):
            return idx
        if s <= self.tree[left]:
            return self._retrieve(left, s)
        return self._retrieve(right, s - self.tree[left])

    def total(self):
        return self.tree[0]

    def add(self, p, data):
        idx = self.write + self.capacity - 1
        self.data[self.write] = data
        self.update(idx, p)
        self.write = (self.write + 1) % self.capacity
        self.n_entries = min(self.n_entries + 1, self.capacity)

    def update(self, idx, p):
        change = p - self.tree[idx]
        self.tree[idx] = p
        self._propagate(idx, change)

    def get(self, s):
        idx = self._retrieve(0, s)
        return idx, self.tree[idx], self.data[idx - self.capacity + 1]


class NoisyLinear(nn.Module):
    def __init__(self, i, o, std_init=0.5):
        super().__init__()
        self.i, self.o, self.std_init = i, o, std_init
        self.weight_mu = nn.Parameter(torch.empty(o, i))
        self.weight_sigma = nn.Parameter(torch.empty(o, i))
        self.register_buffer("weight_epsilon", torch.empty(o, i))
        self.bias_mu = nn.Parameter(torch.empty(o))
        self.bias_sigma = nn.Parameter(torch.empty(o))
        self.register_buffer("bias_epsilon", torch.empty(o))
        self.reset_parameters()
        self.reset_noise()

    def reset_parameters(self):
        mu_range = 1 / math.sqrt(self.i)
        self.weight_mu.data.uniform_(-mu_range, mu_range)
        self.weight_sigma.data.fill_(self.std_init / math.sqrt(self.i))
        self.bias_mu.data.uniform_(-mu_range, mu_range)
        self.bias_sigma.data.fill_(self.std_init / math.sqrt(self.o))

    @staticmethod
    def scale_noise(size):
        x = torch.randn(size)
        return x.sign().mul_(x.abs().sqrt_())

    def reset_noise(self):
        ei, eo = self.scale_noise(self.i), self.scale_noise(self.o)
        self.weight_epsilon.copy_(eo.ger(ei))
        self.bias_epsilon.copy_(eo)

    def forward(self, x):
        if self.training:
            return F.linear(x, self.weight_mu + self.weight_sigma * self.weight_epsilon, self.bias_mu + self.bias_sigma * self.bias_epsilon)
        return F.linear(x, self.weight_mu, self.bias_mu)


class Dueling(nn.Module):
    def __init__(self, n_actions, atoms=51):
        super().__init__()
        self.n_actions, self.atoms = n_actions, atoms
        self.convs = nn.Sequential(nn.Conv2d(4, 32, 8, stride=4), nn.ReLU(), nn.Conv2d(32, 64, 4, stride=2), nn.ReLU(), nn.Conv2d(64, 64, 3), nn.ReLU())
        self.fc_h_v, self.fc_h_a = NoisyLinear(3136, 256), NoisyLinear(3136, 256)
        self.fc_z_v, self.fc_z_a = NoisyLinear(256, atoms), NoisyLinear(256, n_actions * atoms)

    def forward(self, x, log=False):
        x = self.convs(x.float() / 255.0)
        x = x.view(-1, 3136)
        v = self.fc_z_v(F.relu(self.fc_h_v(x))).view(-1, 1, self.atoms)
        a = self.fc_z_a(F.relu(self.fc_h_a(x))).view(-1, self.n_actions, self.atoms)
        q = v + a - a.mean(1, keepdim=True)
        return F.log_softmax(q, dim=2) if log else F.softmax(q, dim=2)

    def reset_noise(self):
        for name, module in self.named_children():
            if "fc" in name:
                module.reset_noise()


class Agent:
    def __init__(self, n_actions, Vmin=-10, Vmax=10, atoms=51, gamma=0.99, batch=32):
        self.online_net, self.target_net = Dueling(n_actions).to(device), Dueling(n_actions).to(device)
        self.online_net.train()
        self.update_target_net()
        self.target_net.train()
        for p in self.target_net.parameters():
            p.requires_grad = False
        self.n_actions, self.Vmin, self.Vmax, self.atoms, self.gamma, self.batch = n_actions, Vmin, Vmax, atoms, gamma, batch
        self.support = torch.linspace(Vmin, Vmax, atoms).to(device=device)
        self.delta_z = (Vmax - Vmin) / (atoms - 1)
        self.optimiser = optim.Adam(self.online_net.parameters(), lr=6.25e-5, eps=1.5e-4)
        self.tree = SumTree(256)

    def act(self, state, eps=0.05):
        if random.random() < eps:
            return np.random.randint(0, self.n_actions)
        with torch.no_grad():
            s = torch.as_tensor(state, device=device).unsqueeze(0)
            return (self.online_net(s) * self.support).sum(2).argmax(1).item()

    def update_target_net(self):
        self.target_net.load_state_dict(self.online_net.state_dict())

    def sample(self):
        seg = self.tree.total() / self.batch
        idxs, batch = [], []
        for i in range(self.batch):
            s = random.uniform(seg * i, seg * (i + 1))
            idx, p, data = self.tree.get(s)
            idxs.append(idx)
            batch.append(data)
        batch = Transition(*zip(*batch))
        st = torch.from_numpy(np.stack(batch.state)).to(device)
        ns = torch.from_numpy(np.stack(batch.next_state)).to(device)
        a = torch.tensor(batch.action, dtype=torch.int64, device=device)
        r = torch.tensor(batch.reward, dtype=torch.float32, device=device)
        nt = torch.tensor([0.0 if d else 1.0 for d in batch.done], device=device).unsqueeze(1)
        return idxs, st, a, r, ns, nt

    def learn(self):
        idxs, states, actions, returns, next_states, nonterminals = self.sample()
        log_ps = self.online_net(states, log=True)
        log_ps_a = log_ps[range(self.batch), actions]
        with torch.no_grad():
            pns = self.online_net(next_states)
            dns = self.support.expand_as(pns) * pns
            argmax_indices_ns = dns.sum(2).argmax(1)
            self.target_net.reset_noise()
            pns = self.target_net(next_states)
            pns_a = pns[range(self.batch), argmax_indices_ns]
            Tz = returns.unsqueeze(1) + nonterminals * self.gamma * self.support.unsqueeze(0)
            Tz = Tz.clamp(min=self.Vmin, max=self.Vmax)
            b = (Tz - self.Vmin) / self.delta_z
            l, u = b.floor().to(torch.int64), b.ceil().to(torch.int64)
            l[(u > 0) * (l == u)] -= 1
            u[(l < (self.atoms - 1)) * (l == u)] += 1
            m = states.new_zeros(self.batch, self.atoms, dtype=torch.float32)
            offset = torch.linspace(0, (self.batch - 1) * self.atoms, self.batch).unsqueeze(1).expand(self.batch, self.atoms).to(actions)
            m.view(-1).index_add_(0, (l + offset).view(-1), (pns_a * (u.float() - b)).view(-1))
            m.view(-1).index_add_(0, (u + offset).view(-1), (pns_a * (b - l.float())).view(-1))
        loss = -torch.sum(m * log_ps_a, 1)
        self.online_net.zero_grad()
        loss.mean().backward()
        nn.utils.clip_grad_norm_(self.online_net.parameters(), 10)
        self.optimiser.step()
        for idx, p in zip(idxs, loss.detach().cpu().numpy()):
            self.tree.update(idx, (abs(float(p)) + 1e-5) ** 0.5)


if __name__ == "__main__":
    random.seed(1)
    env = FrameStack(Env(), 4)
    agent = Agent(6)
    state, _ = env.reset()
    for t in range(1, 61):
        if t % 4 == 0:
            agent.online_net.reset_noise()
        a = agent.act(state)
        nxt, r, term, trunc, _ = env.step(a)
        agent.tree.add(1.0, Transition(state, a, nxt, r, term))
        state = env.reset()[0] if term else nxt
        if t > 40 and t % 4 == 0:
            agent.learn()
            print(t, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved())
        if t % 20 == 0:
            agent.update_target_net()
