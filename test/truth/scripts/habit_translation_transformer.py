"""nn.Transformer: tied embeddings, padding and causal masks, the schedule of the paper, label smoothing by packed tokens, beam search."""
import math

import torch
import torch.nn.functional as F
from torch import nn

from stage import stage

V, D = 4000, 256


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(V, D, padding_idx=0)
        pe = torch.zeros(512, D)
        pe[:, 0::2] = torch.sin(torch.arange(512).unsqueeze(1) * torch.exp(torch.arange(0, D, 2) * (-math.log(10000.0) / D)))
        self.register_buffer("pe", pe.unsqueeze(0))
        self.transformer = nn.Transformer(D, 8, 3, 3, 1024, dropout=0.1, batch_first=True, norm_first=True)
        self.out = nn.Linear(D, V, bias=False)
        self.out.weight = self.embed.weight

    def place(self, ids):
        return self.embed(ids) * math.sqrt(D) + self.pe[:, :ids.size(1)]

    def forward(self, source, target):
        mask = torch.triu(torch.ones(target.size(1), target.size(1), dtype=torch.bool, device=target.device), 1)
        pad = source == 0
        h = self.transformer(self.place(source), self.place(target), tgt_mask=mask, src_key_padding_mask=pad, tgt_key_padding_mask=target == 0,
                             memory_key_padding_mask=pad)
        return self.out(h)


model = Model().cuda()
optimizer = torch.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda s: D ** -0.5 * min((s + 1) ** -0.5, (s + 1) * 4000 ** -1.5))
stage("model")
for step, length in enumerate([40, 25, 50]):
    source, target = torch.randint(1, V, (16, length), device="cuda"), torch.randint(1, V, (16, length + 3), device="cuda")
    logits = model(source, target[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), ignore_index=0, label_smoothing=0.1)
    stage("forward")
    optimizer.zero_grad()
    loss.backward()
    stage("backward")
    optimizer.step()
    schedule.step()
    stage("step")
model.eval()
with torch.no_grad():
    beam, source = 4, source[:1]
    memory = model.transformer.encoder(model.place(source)).expand(beam, -1, -1)
    words, scores = torch.ones(beam, 1, dtype=torch.long, device="cuda"), torch.zeros(beam, device="cuda")
    for t in range(6):
        mask = torch.triu(torch.ones(t + 1, t + 1, dtype=torch.bool, device="cuda"), 1)
        h = model.transformer.decoder(model.place(words), memory, tgt_mask=mask)[:, -1]
        total = scores.unsqueeze(1) + F.log_softmax(model.out(h), -1)
        scores, flat = total.view(-1).topk(beam)
        words = torch.cat([words[flat // V], (flat % V).unsqueeze(1)], 1)
    stage("translated")
print(tuple(words.shape))
