"""FullyShardedDataParallel with each sharding strategy, flat parameters alone or with the original ones, wrapped by a policy."""
import gc

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.distributed.fsdp import ShardingStrategy
from torch.distributed.fsdp.wrap import ModuleWrapPolicy
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=1, world_size=8, store=FakeStore())
torch.cuda.set_device(0)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width + 1)
        self.down = nn.Linear(4 * width + 1, width)

    def forward(self, x):
        return x + self.down(nn.functional.gelu(self.up(self.norm(x))))


class Model(nn.Module):
    def __init__(self, width=509, layers=4, vocabulary=1003):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.embedding.weight

    def forward(self, idx, targets):
        x = self.embedding(idx)
        for block in self.blocks:
            x = block(x)
        logits = self.head(self.norm(x))
        return nn.functional.cross_entropy(logits.float().view(-1, logits.size(-1)), targets.view(-1))


mesh = init_device_mesh("cuda", (2, 4), mesh_dim_names=("replicate", "shard"))
idx = torch.randint(0, 1003, (4, 128), device="cuda")
for strategy in ShardingStrategy:
    for use_orig_params in (False, True):
        name = f"{strategy.name.lower()} {'original' if use_orig_params else 'flat'}"
        options = {"device_mesh": mesh} if "HYBRID" in strategy.name else {}
        model = Model().cuda()
        stage(f"{name}: made")
        model = FSDP(model, sharding_strategy=strategy, use_orig_params=use_orig_params, auto_wrap_policy=ModuleWrapPolicy({Block}), **options)
        stage(f"{name}: sharded")
        print(sorted({(tuple(p.shape), p.requires_grad) for p in model.parameters()}), len(list(model.parameters())))
        optimizer = torch.optim.AdamW(model.parameters())
        for step in range(3):
            loss = model(idx, idx)
            stage(f"{name}: forward")
            loss.backward()
            stage(f"{name}: backward")
            print(model.clip_grad_norm_(1.0).shape)
            stage(f"{name}: clip")
            optimizer.step()
            stage(f"{name}: step")
            optimizer.zero_grad()
            stage(f"{name}: zero_grad")
        model.eval()
        with torch.no_grad():
            loss = model(idx, idx)
        stage(f"{name}: evaluated")
        del model, optimizer, loss
        for _ in range(4):
            gc.collect()
        torch.cuda.empty_cache()
        stage(f"{name}: gone")
