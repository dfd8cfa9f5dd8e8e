# nn.MultiheadAttention with and without weights, and the encoder layer, in training and the fast path.
import torch
from torch import nn
from stage import stage

x = torch.randn(8, 128, 256, device="cuda")
attention = nn.MultiheadAttention(256, 8, batch_first=True).cuda()
stage("start")
y, w = attention(x, x, x)
print(tuple(y.shape), tuple(w.shape))
stage("with weights")
del y, w
y, w = attention(x, x, x, need_weights=False)
print(w)
stage("without weights")
y.sum().backward()
stage("backward")
del y, w
padding = torch.zeros(8, 128, dtype=torch.bool, device="cuda")
y, w = attention(x, x, x, key_padding_mask=padding, need_weights=False)
stage("padding mask")
del y, w, attention
layer = nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True, norm_first=True, activation="gelu").cuda()
stage("layer")
y = layer(x)
stage("layer forward")
y.sum().backward()
stage("layer backward")
del y
layer.zero_grad()
layer.eval()
with torch.no_grad():
    y = layer(x)
stage("layer eval")
del y, layer
decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(256, 8, 512, dropout=0.0, batch_first=True), 2).cuda()
y = decoder(x, x, tgt_mask=nn.Transformer.generate_square_subsequent_mask(128, device="cuda"), tgt_is_causal=True)
stage("decoder forward")
y.sum().backward()
stage("decoder backward")
