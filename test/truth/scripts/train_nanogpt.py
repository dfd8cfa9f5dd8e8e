# nanoGPT's training loop: GradScaler, accumulation, clipping, fused AdamW in two groups, compile, evaluation with estimate_loss
import math, inspect, os, time
from contextlib import nullcontext
from dataclasses import dataclass
import numpy as np
import torch
import torch.nn as nn
from torch.nn import functional as F
from stage import stage

class LayerNorm(nn.Module):
    def __init__(self, ndim, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(ndim))
        self.bias = nn.Parameter(torch.zeros(ndim)) if bias else None
    def forward(self, input):
        return F.layer_norm(input, self.weight.shape, self.weight, self.bias, 1e-5)

class Attn(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c_attn = nn.Linear(c.n_embd, 3 * c.n_embd, bias=c.bias)
        self.c_proj = nn.Linear(c.n_embd, c.n_embd, bias=c.bias)
        self.resid_dropout = nn.Dropout(c.dropout)
        self.n_head, self.n_embd, self.dropout = c.n_head, c.n_embd, c.dropout
    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=self.dropout if self.training else 0, is_causal=True)
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.resid_dropout(self.c_proj(y))

class MLP(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c_fc = nn.Linear(c.n_embd, 4 * c.n_embd, bias=c.bias)
        self.gelu = nn.GELU()
        self.c_proj = nn.Linear(4 * c.n_embd, c.n_embd, bias=c.bias)
        self.dropout = nn.Dropout(c.dropout)
    def forward(self, x):
        return self.dropout(self.c_proj(self.gelu(self.c_fc(x))))

class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln_1 = LayerNorm(c.n_embd, bias=c.bias); self.attn = Attn(c)
        self.ln_2 = LayerNorm(c.n_embd, bias=c.bias); self.mlp = MLP(c)
    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))

@dataclass
class Config:
    block_size: int = 256
    vocab_size: int = 5000
    n_layer: int = 3
    n_head: int = 4
    n_embd: int = 256
    dropout: float = 0.1
    bias: bool = False

class GPT(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.config = c
        self.transformer = nn.ModuleDict(dict(wte=nn.Embedding(c.vocab_size, c.n_embd), wpe=nn.Embedding(c.block_size, c.n_embd),
            drop=nn.Dropout(c.dropout), h=nn.ModuleList([Block(c) for _ in range(c.n_layer)]), ln_f=LayerNorm(c.n_embd, bias=c.bias)))
        self.lm_head = nn.Linear(c.n_embd, c.vocab_size, bias=False)
        self.transformer.wte.weight = self.lm_head.weight
    def forward(self, idx, targets=None):
        b, t = idx.size()
        pos = torch.arange(0, t, dtype=torch.long, device=idx.device)
        x = self.transformer.drop(self.transformer.wte(idx) + self.transformer.wpe(pos))
        for block in self.transformer.h:
            x = block(x)
        x = self.transformer.ln_f(x)
        if targets is not None:
            logits = self.lm_head(x)
            loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
        else:
            logits = self.lm_head(x[:, [-1], :]); loss = None
        return logits, loss

device = 'cuda'; dtype = 'float16'; batch_size = 8; block_size = 256; grad_clip = 1.0; gradient_accumulation_steps = 3
ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16, 'float16': torch.float16}[dtype]
ctx = torch.amp.autocast(device_type='cuda', dtype=ptdtype)
data = torch.randint(0, 5000, (20000,))
def get_batch(split):
    ix = torch.randint(len(data) - block_size, (batch_size,))
    x = torch.stack([data[i * 10:i * 10 + block_size] for i in range(batch_size)])
    y = torch.stack([data[i * 10 + 1:i * 10 + 1 + block_size] for i in range(batch_size)])
    x, y = x.pin_memory().to(device, non_blocking=True), y.pin_memory().to(device, non_blocking=True)
    return x, y
model = GPT(Config()); model.to(device)
scaler = torch.cuda.amp.GradScaler(enabled=(dtype == 'float16'))
pd = {pn: p for pn, p in model.named_parameters() if p.requires_grad}
groups = [{'params': [p for p in pd.values() if p.dim() >= 2], 'weight_decay': 0.1}, {'params': [p for p in pd.values() if p.dim() < 2], 'weight_decay': 0.0}]
use_fused = 'fused' in inspect.signature(torch.optim.AdamW).parameters
optimizer = torch.optim.AdamW(groups, lr=6e-4, betas=(0.9, 0.95), fused=use_fused)
stage('built')
@torch.no_grad()
def estimate_loss():
    out = {}
    model.eval()
    for split in ['train', 'val']:
        losses = torch.zeros(4)
        for k in range(4):
            X, Y = get_batch(split)
            with ctx:
                logits, loss = model(X, Y)
            losses[k] = loss.item()
        out[split] = losses.mean()
    model.train()
    return out
X, Y = get_batch('train')
for it in range(4):
    for g in optimizer.param_groups:
        g['lr'] = 1e-4 * it
    if it % 2 == 0:
        losses = estimate_loss(); stage(f'{it} eval')
    for micro in range(gradient_accumulation_steps):
        with ctx:
            logits, loss = model(X, Y)
            loss = loss / gradient_accumulation_steps
        X, Y = get_batch('train')
        stage(f'{it} fwd')
        scaler.scale(loss).backward()
        stage(f'{it} bwd')
    scaler.unscale_(optimizer)
    torch.nn.utils.clip_grad_norm_(model.parameters(), grad_clip)
    stage(f'{it} clip')
    scaler.step(optimizer); scaler.update()
    stage(f'{it} step')
    optimizer.zero_grad(set_to_none=True)
    stage(f'{it} zero')
