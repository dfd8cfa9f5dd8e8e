# DLRM with EmbeddingBag sparse gradients, two optimizers, DeepFM, two-tower with in-batch negatives, LightGCN
import argparse
import sys
import numpy as np
import torch
import torch.nn as nn
from numpy import random as ra
from collections import defaultdict


def dash_separated_ints(value):
    vals = value.split("-")
    for val in vals:
        try:
            int(val)
        except ValueError:
            raise argparse.ArgumentTypeError("%s is not a valid dash separated list of ints" % value)
    return value


class LRPolicyScheduler(torch.optim.lr_scheduler._LRScheduler):
    def __init__(self, optimizer, num_warmup_steps, decay_start_step, num_decay_steps):
        self.num_warmup_steps, self.decay_start_step = num_warmup_steps, decay_start_step
        self.decay_end_step, self.num_decay_steps = decay_start_step + num_decay_steps, num_decay_steps
        super(LRPolicyScheduler, self).__init__(optimizer)

    def get_lr(self):
        step_count = self._step_count
        if step_count < self.num_warmup_steps:
            scale = 1.0 - (self.num_warmup_steps - step_count) / self.num_warmup_steps
            lr = [base_lr * scale for base_lr in self.base_lrs]
            self.last_lr = lr
        elif self.decay_start_step <= step_count and step_count < self.decay_end_step:
            scale = ((self.decay_end_step - step_count) / self.num_decay_steps) ** 2
            lr = [max(0.0000001, base_lr * scale) for base_lr in self.base_lrs]
            self.last_lr = lr
        else:
            lr = self.last_lr if self.num_decay_steps > 0 else self.base_lrs
        return lr


class DLRM_Net(nn.Module):
    def create_mlp(self, ln, sigmoid_layer):
        layers = nn.ModuleList()
        for i in range(0, ln.size - 1):
            n, m = ln[i], ln[i + 1]
            LL = nn.Linear(int(n), int(m), bias=True)
            mean = 0.0
            std_dev = np.sqrt(2 / (m + n))
            W = np.random.normal(mean, std_dev, size=(m, n)).astype(np.float32)
            std_dev = np.sqrt(1 / m)
            bt = np.random.normal(mean, std_dev, size=m).astype(np.float32)
            LL.weight.data = torch.tensor(W, requires_grad=True)
            LL.bias.data = torch.tensor(bt, requires_grad=True)
            layers.append(LL)
            layers.append(nn.Sigmoid() if i == sigmoid_layer else nn.ReLU())
        return torch.nn.Sequential(*layers)

    def create_emb(self, m, ln):
        emb_l = nn.ModuleList()
        for i in range(0, ln.size):
            n = ln[i]
            EE = nn.EmbeddingBag(int(n), int(m), mode="sum", sparse=True)
            W = np.random.uniform(low=-np.sqrt(1 / n), high=np.sqrt(1 / n), size=(n, m)).astype(np.float32)
            EE.weight.data = torch.tensor(W, requires_grad=True)
            emb_l.append(EE)
        return emb_l

    def __init__(self, m_spa=None, ln_emb=None, ln_bot=None, ln_top=None, interact="dot", itself=False):
        super().__init__()
        if (m_spa is not None) and (ln_emb is not None) and (ln_bot is not None):
            self.interact, self.itself = interact, itself
            self.emb_l = self.create_emb(m_spa, ln_emb)
            self.bot_l = self.create_mlp(ln_bot, -1)
            self.top_l = self.create_mlp(ln_top, ln_top.size - 2)

    def apply_emb(self, lS_o, lS_i, emb_l):
        ly = []
        for k, idx in enumerate(lS_i):
            ly.append(emb_l[k](idx, lS_o[k]))
        return ly

    def interact_features(self, x, ly):
        if self.interact == "dot":
            (batch_size, d) = x.shape
            T = torch.cat([x] + ly, dim=1).view((batch_size, -1, d))
            Z = torch.bmm(T, torch.transpose(T, 1, 2))
            _, ni, nj = Z.shape
            offset = 1 if self.itself else 0
            li = torch.tensor([i for i in range(ni) for j in range(i + offset)])
            lj = torch.tensor([j for i in range(nj) for j in range(i + offset)])
            return torch.cat([x] + [Z[:, li, lj]], dim=1)
        elif self.interact == "cat":
            return torch.cat([x] + ly, dim=1)
        sys.exit("ERROR: --arch-interaction-op=" + self.interact + " is not supported")

    def forward(self, dense_x, lS_o, lS_i):
        x = self.bot_l(dense_x)
        z = self.interact_features(x, self.apply_emb(lS_o, lS_i, self.emb_l))
        return torch.clamp(self.top_l(z), min=1e-7, max=1 - 1e-7)


class LightGCN(nn.Module):
    def __init__(self, users, items, d, layers, graph):
        super().__init__()
        self.users, self.items, self.layers = users, items, layers
        self.embedding_user, self.embedding_item = nn.Embedding(users, d), nn.Embedding(items, d)
        nn.init.normal_(self.embedding_user.weight, std=0.1)
        self.Graph = graph

    def computer(self):
        all_emb = torch.cat([self.embedding_user.weight, self.embedding_item.weight])
        embs = [all_emb]
        for _ in range(self.layers):
            all_emb = torch.sparse.mm(self.Graph, all_emb)
            embs.append(all_emb)
        out = torch.mean(torch.stack(embs, dim=1), dim=1)
        return torch.split(out, [self.users, self.items])

    def bpr(self, u, p, n):
        U, I = self.computer()
        ue, pe, ne = U[u.long()], I[p.long()], I[n.long()]
        reg = 0.5 * (self.embedding_user(u).norm(2).pow(2) + self.embedding_item(p).norm(2).pow(2)) / float(len(u))
        return torch.mean(nn.functional.softplus((ue * ne).sum(1) - (ue * pe).sum(1))), reg


class TwoTower(nn.Module):
    def __init__(self, vocab: dict, d=64):
        super().__init__()
        self.tables = nn.ParameterDict({k: nn.Parameter(torch.randn(n, d) * 0.02) for k, n in vocab.items()})
        self.user, self.item = nn.Linear(2 * d, d), nn.Linear(d, d)
        self.logit_scale = nn.Parameter(torch.tensor(np.log(1 / 0.07)))

    def forward(self, batch):
        u = torch.cat([self.tables["user"][batch["user"]], self.tables["city"][batch["city"]]], -1)
        u, i = nn.functional.normalize(self.user(u)), nn.functional.normalize(self.item(self.tables["item"][batch["item"]]))
        logits = u @ i.t() * self.logit_scale.exp()
        same = batch["item"][:, None] == batch["item"][None]
        logits = logits.masked_fill(same & ~torch.eye(len(u), dtype=torch.bool, device=u.device), -1e9)
        return nn.functional.cross_entropy(logits, torch.arange(len(u), device=u.device))


def mem(*a):
    print(*a, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated(), torch.cuda.max_memory_reserved())


def run():
    parser = argparse.ArgumentParser(description="Train Deep Learning Recommendation Model (DLRM)")
    parser.add_argument("--arch-sparse-feature-size", type=int, default=16)
    parser.add_argument("--arch-embedding-size", type=dash_separated_ints, default="1000-300-2000")
    parser.add_argument("--arch-mlp-bot", type=dash_separated_ints, default="13-64-16")
    parser.add_argument("--arch-mlp-top", type=dash_separated_ints, default="0-64-32-1")
    parser.add_argument("--mini-batch-size", type=int, default=128)
    args = parser.parse_args(["--mini-batch-size=64"])
    np.random.seed(123)
    ln_emb = np.fromstring(args.arch_embedding_size, dtype=int, sep="-")
    ln_bot = np.fromstring(args.arch_mlp_bot, dtype=int, sep="-")
    num_fea = ln_emb.size + 1
    num_int = (num_fea * (num_fea - 1)) // 2 + ln_bot[-1]
    ln_top = np.array([num_int] + [int(v) for v in args.arch_mlp_top.split("-")[1:]])
    dlrm = DLRM_Net(args.arch_sparse_feature_size, ln_emb, ln_bot, ln_top).cuda()
    opts = [torch.optim.SGD(dlrm.emb_l.parameters(), lr=0.1), torch.optim.Adagrad([p for n, p in dlrm.named_parameters() if "emb_l" not in n], lr=0.01)]
    sched = LRPolicyScheduler(opts[1], 2, 5, 5)
    loss_fn = nn.BCELoss(reduction="mean")
    for j in range(3):
        B = args.mini_batch_size
        X = torch.from_numpy(ra.rand(B, 13).astype(np.float32)).cuda()
        lS_o = torch.stack([torch.arange(0, B * 3, 3) for _ in range(ln_emb.size)]).cuda()
        lS_i = [torch.from_numpy(np.sort(ra.randint(0, int(n), B * 3))).cuda() for n in ln_emb]
        T = torch.from_numpy(np.round(ra.rand(B, 1)).astype(np.float32)).cuda()
        Z = dlrm(X, lS_o, lS_i)
        E = loss_fn(Z, T)
        for o in opts:
            o.zero_grad()
        E.backward()
        for o in opts:
            o.step()
        sched.step()
        mem("dlrm", j)
    idx = torch.stack([torch.arange(1), torch.arange(1)])
    graph = torch.sparse_coo_tensor(idx, torch.ones(1), (1500, 1500)).coalesce().to("cuda")
    lgn = LightGCN(500, 1000, 32, 2, graph).cuda()
    opt = torch.optim.Adam(lgn.parameters(), lr=1e-3)
    for j in range(2):
        u, p, n = (torch.randint(0, k, (256,)).cuda() for k in (500, 1000, 1000))
        loss, reg = lgn.bpr(u, p, n)
        loss = loss + reg * 1e-4
        opt.zero_grad()
        loss.backward()
        opt.step()
        mem("lightgcn", j)
    tt = TwoTower({"user": 3000, "city": 50, "item": 2000}).cuda()
    opt = torch.optim.Adam(tt.parameters())
    stats = defaultdict(list)
    for j in range(2):
        batch = {k: torch.randint(0, n, (128,)).cuda() for k, n in (("user", 3000), ("city", 50), ("item", 2000))}
        loss = tt(batch)
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            tt.logit_scale.clamp_(0, np.log(100))
        stats["loss"].append(loss.item())
        mem("towers", j)


if __name__ == "__main__":
    run()
