"""fully_shard on transformer blocks: mixed precision, clipping, a tied head in the root, reshard_after_forward as given."""
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.testing._internal.distributed.fake_pg import FakeStore

from stage import stage

dist.init_process_group("fake", rank=1, world_size=8, store=FakeStore())
torch.cuda.set_device(0)


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.proj = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(b, t, 3, 8, c // 8).permute(2, 0, 3, 1, 4)
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.proj(y.transpose(1, 2).reshape(b, t, c))
        return x + self.mlp(self.norm2(x))


class Model(nn.Module):
    def __init__(self, width=512, layers=4, vocabulary=1003):
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


idx = torch.randint(0, 1003, (4, 128), device="cuda")
for name, kwargs in {
    "plain": {},
    "bf16": {"mp_policy": MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)},
    "bf16 grads": {"mp_policy": MixedPrecisionPolicy(param_dtype=torch.bfloat16)},
    "not resharded": {"reshard_after_forward": False},
    "to a smaller mesh": {"reshard_after_forward": 2},
}.items():
    model = Model().cuda()
    for block in model.blocks:
        fully_shard(block, **kwargs)
    fully_shard(model, **kwargs)
    stage(f"{name}: sharded")
    optimizer = torch.optim.AdamW(model.parameters(), fused=True)
    for step in range(2):
        loss = model(idx, idx)
        stage(f"{name}: forward")
        loss.backward()
        stage(f"{name}: backward")
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        stage(f"{name}: clip")
        optimizer.step()
        stage(f"{name}: step")
        optimizer.zero_grad()
    del model, optimizer, loss, block
    import gc
    gc.collect()
    torch.cuda.empty_cache()
    stage(f"{name}: gone")
