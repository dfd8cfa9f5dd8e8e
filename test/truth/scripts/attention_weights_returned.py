# nn.MultiheadAttention with need_weights: the weights materialise, averaged or per head; without, attention is fused.
import torch
from torch import nn
from stage import stage

attention = nn.MultiheadAttention(256, 8, dropout=0.1, batch_first=True).cuda()
x = torch.randn(4, 200, 256, device="cuda", requires_grad=True)
causal = nn.Transformer.generate_square_subsequent_mask(200, device="cuda")
padding = torch.zeros(4, 200, dtype=torch.bool, device="cuda")
stage("inputs")
for name, options in {
    "averaged": {}, "per head": {"average_attn_weights": False}, "none": {"need_weights": False},
    "none causal": {"need_weights": False, "attn_mask": causal, "is_causal": True},
    "none masked": {"need_weights": False, "attn_mask": causal}, "none padding": {"need_weights": False, "key_padding_mask": padding},
    "averaged both": {"attn_mask": causal, "key_padding_mask": padding},
}.items():
    out, weights = attention(x, x, x, **options)
    stage(f"{name} forward")
    print(None if weights is None else list(weights.shape))
    out.sum().backward()
    stage(f"{name} backward")
    attention.zero_grad()
    x.grad = None
    del out, weights
attention.eval()
with torch.no_grad():
    for need in (True, False):
        out, weights = attention(x, x, x, need_weights=need)
        stage(f"evaluation {need}")
        del out, weights
