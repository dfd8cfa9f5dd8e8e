"""Prompt tuning: a frozen language model, trained vectors put before the embeddings, the loss of the text alone."""
import torch
import torch.nn.functional as F
from torch import nn

from stage import stage


class LM(nn.Module):
    def __init__(self, vocab=5000, d=256, heads=8, n=3):
        super().__init__()
        self.embed = nn.Embedding(vocab, d)
        self.position = nn.Embedding(512, d)
        layer = nn.TransformerEncoderLayer(d, heads, 4 * d, dropout=0.1, activation="gelu", batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, n, enable_nested_tensor=False)
        self.head = nn.Linear(d, vocab, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, embeddings):
        T = embeddings.shape[1]
        x = embeddings + self.position(torch.arange(T, device=embeddings.device))
        mask = nn.Transformer.generate_square_subsequent_mask(T, device=embeddings.device)
        return self.head(self.blocks(x, mask=mask, is_causal=True))


class Prompted(nn.Module):
    def __init__(self, lm, tokens=20):
        super().__init__()
        self.lm = lm.requires_grad_(False)
        self.prompt = nn.Parameter(lm.embed.weight[:tokens].clone().detach())
        self.mlp = nn.Sequential(nn.Linear(256, 256), nn.Tanh(), nn.Linear(256, 256))

    def forward(self, ids):
        prompt = self.mlp(self.prompt).unsqueeze(0).expand(ids.shape[0], -1, -1)
        logits = self.lm(torch.cat([prompt, self.lm.embed(ids)], 1))[:, self.prompt.shape[0]:]
        return F.cross_entropy(logits[:, :-1].reshape(-1, logits.size(-1)), ids[:, 1:].reshape(-1), ignore_index=-100)


model = Prompted(LM()).cuda()
model.lm.eval()
optimizer = torch.optim.AdamW(filter(lambda p: p.requires_grad, model.parameters()), lr=0.3)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: min(1.0, (s + 1) / 10))
print(sum(p.numel() for p in model.parameters() if p.requires_grad), sum(p.numel() for p in model.parameters()))
stage("model")
for step in range(3):
    ids = torch.randint(0, 5000, (8, 100), device="cuda")
    loss = model(ids)
    stage("forward")
    loss.backward()
    stage("backward")
    optimizer.step()
    schedule.step()
    optimizer.zero_grad()
    stage("step")
