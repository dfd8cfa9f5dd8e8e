# nn.Transformer's encoder and decoder layers in training, post- and pre-norm, with masks.
import torch
from torch import nn
from stage import stage

source, target = torch.randn(4, 100, 256, device="cuda"), torch.randn(4, 60, 256, device="cuda")
causal = nn.Transformer.generate_square_subsequent_mask(60, device="cuda")
for first in (False, True):
    model = nn.Transformer(256, 8, 2, 2, 512, batch_first=True, norm_first=first).cuda()
    optimizer = torch.optim.AdamW(model.parameters())
    stage(f"{first} model")
    for step in range(2):
        out = model(source, target, tgt_mask=causal, tgt_is_causal=True)
        stage(f"{first} {step} forward")
        out.square().mean().backward()
        stage(f"{first} {step} backward")
        optimizer.step()
        optimizer.zero_grad()
        stage(f"{first} {step} step")
