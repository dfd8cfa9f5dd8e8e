# Generation with keys and values that grow by cat: each token copies them all, layer by layer.
import torch
import torch.nn.functional as F
from small_models import LanguageModel
from stage import stage

model = LanguageModel(length=256).cuda().eval().bfloat16()


@torch.no_grad()
def decode(ids, cache, position):
    x = model.token(ids) + model.position(torch.arange(position, position + ids.shape[1], device="cuda"))
    for i, block in enumerate(model.blocks):
        b, t, c = x.shape
        q, k, v = block.qkv(block.norm1(x)).view(b, t, 3, 4, c // 4).permute(2, 0, 3, 1, 4)
        if cache[i] is not None:
            k, v = torch.cat([cache[i][0], k], dim=2), torch.cat([cache[i][1], v], dim=2)
        cache[i] = (k, v)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=t > 1)
        x = x + block.out(y.transpose(1, 2).reshape(b, t, c))
        x = x + block.mlp(block.norm2(x))
    return model.head(model.norm(x[:, -1:]))


ids = torch.randint(0, 1000, (8, 100), device="cuda")
cache = [None] * 3
logits = decode(ids, cache, 0)
stage("prompt")
for step in range(6):
    logits = decode(logits.argmax(-1), cache, 100 + step)
    stage(f"token {step}")
del cache
stage("cache gone")
