"""x-transformers: decoders, encoders and wrappers under its options."""
import torch
from x_transformers import AutoregressiveWrapper, ContinuousTransformerWrapper, CrossAttender, Decoder, Encoder, TransformerWrapper, ViTransformerWrapper, XTransformer

from model_truth import account


def tokens(*shape):
    return torch.ones(*shape, dtype=torch.int64, device="cuda")


def decoder(**options):
    return TransformerWrapper(num_tokens=256, max_seq_len=128, attn_layers=Decoder(dim=64, depth=2, heads=4, attn_dim_head=16, **options))


def text():
    return (tokens(2, 128),)


account("x-transformers/decoder/fp32/b2", decoder, text)
account("x-transformers/rotary-swiglu-rmsnorm/amp-bf16/b2",
        lambda: decoder(rotary_pos_emb=True, ff_swish=True, ff_glu=True, use_rmsnorm=True, ff_no_bias=True), text, precision="amp-bf16")
account("x-transformers/flash-kv-heads/bf16/b2", lambda: decoder(attn_flash=True, attn_kv_heads=2, attn_qk_norm=True), text, precision="bf16")
account("x-transformers/alibi-talking/fp32/b2", lambda: decoder(alibi_pos_bias=True, alibi_num_heads=2, attn_pre_talking_heads=True), text)
account("x-transformers/t5-bias-dropout/fp32/b2", lambda: decoder(rel_pos_bias=True, attn_dropout=0.1, ff_dropout=0.1, sandwich_norm=True), text)
account("x-transformers/autoregressive/fp32/b2", lambda: AutoregressiveWrapper(decoder()), lambda: (tokens(2, 128),))
account("x-transformers/vit/fp32/b2",
        lambda: ViTransformerWrapper(image_size=64, patch_size=16, num_classes=10, attn_layers=Encoder(dim=64, depth=2, heads=4)),
        lambda: (torch.empty(2, 3, 64, 64, device="cuda"),))
account("x-transformers/continuous/fp32/b2",
        lambda: ContinuousTransformerWrapper(dim_in=32, dim_out=10, max_seq_len=64, attn_layers=Encoder(dim=64, depth=2, heads=4)),
        lambda: (torch.empty(2, 64, 32, device="cuda"),))
account("x-transformers/encoder-decoder/fp32/b2",
        lambda: XTransformer(dim=64, enc_num_tokens=256, enc_depth=1, enc_heads=4, enc_max_seq_len=64, dec_num_tokens=256, dec_depth=1, dec_heads=4,
                             dec_max_seq_len=64, tie_token_emb=True), lambda: (tokens(2, 64), tokens(2, 64)))
