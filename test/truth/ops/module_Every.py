"""Every module of torch.nn with its options, in training and in eval."""
import torch
from torch import nn

from truth import DEVICE, T, case


def X(*shape, d="float32", grad=True):
    return T(shape, d, grad)


def ids(*shape, below=3):
    return T(shape, "int64", False, fill=below)


def bools(*shape):
    return T(shape, "bool", False)


N = 0


def both(text, make, *inputs, modes=("train", "eval"), **kwargs):
    for mode in modes:
        module = make().to(DEVICE)
        module.train(mode == "train")
        case(f"nn.Every#{text} {mode}", module, *inputs, **kwargs)


def infer(text, make, *inputs, **kwargs):
    module = make().to(DEVICE).eval()

    def call(*a, **k):
        with torch.no_grad():
            return module(*a, **k)

    case(f"nn.Every#{text} infer", call, *inputs, **kwargs)


for kind in (nn.RNN, nn.LSTM, nn.GRU):
    n = kind.__name__
    for options in (dict(), dict(num_layers=2), dict(num_layers=2, dropout=0.5), dict(bidirectional=True), dict(num_layers=3, bidirectional=True, batch_first=True), dict(bias=False), dict(batch_first=True)):
        shape = (4, 7, 8) if options.get("batch_first") else (7, 4, 8)
        both(f"{n} {options}", lambda: kind(8, 16, **options), X(*shape))
        infer(f"{n} {options}", lambda: kind(8, 16, **options), X(*shape))
    both(f"{n} unbatched", lambda: kind(8, 16), X(7, 8))
    both(f"{n} half", lambda: kind(8, 16).half(), X(7, 4, 8, d="float16"))
    both(f"{n} hidden", lambda: kind(8, 16), X(7, 4, 8), (X(1, 4, 16), X(1, 4, 16)) if kind is nn.LSTM else X(1, 4, 16))
    packed = nn.utils.rnn.pack_padded_sequence(X(7, 4, 8), [7, 5, 3, 2])

    def run(p, kind=kind):
        out = kind(8, 16, bidirectional=True).to(DEVICE)(p)
        return nn.utils.rnn.pad_packed_sequence(out[0])[0], out[1]

    case(f"nn.Every#{n} packed", run, nn.utils.rnn.pack_padded_sequence(X(7, 4, 8), [7, 5, 3, 2]))
    case(f"nn.Every#{n} packed unsorted", run, nn.utils.rnn.pack_padded_sequence(X(7, 4, 8), [3, 7, 2, 5], enforce_sorted=False))
both("RNN relu", lambda: nn.RNN(8, 16, nonlinearity="relu"), X(7, 4, 8))
both("LSTM proj", lambda: nn.LSTM(8, 16, proj_size=5), X(7, 4, 8))
both("LSTM proj 2", lambda: nn.LSTM(8, 16, proj_size=5, num_layers=2, bidirectional=True), X(7, 4, 8))
both("RNNCell", lambda: nn.RNNCell(8, 16), X(4, 8)); both("LSTMCell", lambda: nn.LSTMCell(8, 16), X(4, 8)); both("GRUCell", lambda: nn.GRUCell(8, 16), X(4, 8))
both("LSTMCell hidden", lambda: nn.LSTMCell(8, 16), X(4, 8), (X(4, 16), X(4, 16)))
both("GRUCell hidden", lambda: nn.GRUCell(8, 16), X(4, 8), X(4, 16))

for options in (dict(), dict(batch_first=True), dict(bias=False), dict(add_bias_kv=True), dict(add_zero_attn=True), dict(dropout=0.1), dict(kdim=12, vdim=20), dict(kdim=12, vdim=20, batch_first=True)):
    q = (2, 5, 16) if options.get("batch_first") else (5, 2, 16)
    k, v = list(q), list(q)
    k[-1], v[-1] = options.get("kdim", 16), options.get("vdim", 16)
    for weights in (True, False):
        both(f"MultiheadAttention {options} {weights}", lambda: nn.MultiheadAttention(16, 4, **options), X(*q), X(*k), X(*v), need_weights=weights)
        infer(f"MultiheadAttention {options} {weights}", lambda: nn.MultiheadAttention(16, 4, **options), X(*q), X(*k), X(*v), need_weights=weights)


def selfmha(text, make, x, **kwargs):
    for mode in ("train", "eval"):
        m = make().to(DEVICE).train(mode == "train")
        case(f"nn.Every#{text} self {mode}", lambda x, **k: m(x, x, x, **k), x, **kwargs)

    m2 = make().to(DEVICE).eval()

    def call(x, **k):
        with torch.no_grad():
            return m2(x, x, x, **k)

    case(f"nn.Every#{text} self infer", call, x, **kwargs)


for bf in (False, True):
    q = (2, 6, 16) if bf else (6, 2, 16)
    make = lambda: nn.MultiheadAttention(16, 4, batch_first=bf)
    for weights in (True, False):
        selfmha(f"MHA {bf} {weights}", make, X(*q), need_weights=weights)
        selfmha(f"MHA {bf} {weights} padding", make, X(*q), need_weights=weights, key_padding_mask=bools(2, 6))
        selfmha(f"MHA {bf} {weights} mask", make, X(*q), need_weights=weights, attn_mask=X(6, 6, grad=False))
        selfmha(f"MHA {bf} {weights} bool mask", make, X(*q), need_weights=weights, attn_mask=bools(6, 6))
        selfmha(f"MHA {bf} {weights} mask 3d", make, X(*q), need_weights=weights, attn_mask=X(8, 6, 6, grad=False))
        selfmha(f"MHA {bf} {weights} both", make, X(*q), need_weights=weights, attn_mask=X(6, 6, grad=False), key_padding_mask=bools(2, 6))
    selfmha(f"MHA {bf} causal", make, X(*q), need_weights=False, attn_mask=X(6, 6, grad=False), is_causal=True)
    selfmha(f"MHA {bf} per head", make, X(*q), average_attn_weights=False)
    selfmha(f"MHA {bf} half", lambda: nn.MultiheadAttention(16, 4, batch_first=bf).half(), X(*q, d="float16"))
selfmha("MHA unbatched", lambda: nn.MultiheadAttention(16, 4), X(6, 16))

for options in (dict(), dict(batch_first=True), dict(norm_first=True, batch_first=True), dict(activation="gelu", batch_first=True), dict(bias=False, batch_first=True), dict(dropout=0.0, batch_first=True), dict(layer_norm_eps=1e-6, norm_first=True)):
    s = (2, 6, 16) if options.get("batch_first") else (6, 2, 16)
    make = lambda: nn.TransformerEncoderLayer(16, 4, 32, **options)
    both(f"EncoderLayer {options}", make, X(*s))
    infer(f"EncoderLayer {options}", make, X(*s))
    infer(f"EncoderLayer {options} padding", make, X(*s, grad=False), src_key_padding_mask=bools(2, 6))
    infer(f"EncoderLayer {options} mask", make, X(*s, grad=False), src_mask=X(6, 6, grad=False))
    both(f"EncoderLayer {options} mask", make, X(*s), src_mask=X(6, 6, grad=False))
    both(f"EncoderLayer {options} causal", make, X(*s), src_mask=X(6, 6, grad=False), is_causal=True)
    both(f"EncoderLayer {options} padding", make, X(*s), src_key_padding_mask=bools(2, 6))
    both(f"DecoderLayer {options}", lambda: nn.TransformerDecoderLayer(16, 4, 32, **options), X(*s), X(*s))
    infer(f"DecoderLayer {options}", lambda: nn.TransformerDecoderLayer(16, 4, 32, **options), X(*s), X(*s))
    both(f"DecoderLayer {options} masks", lambda: nn.TransformerDecoderLayer(16, 4, 32, **options), X(*s), X(*s), tgt_mask=X(6, 6, grad=False), memory_key_padding_mask=bools(2, 6))
both("Encoder", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 2), X(2, 6, 16))
infer("Encoder", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32, batch_first=True), 2), X(2, 6, 16))
both("Encoder norm", lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 4, 32), 2, nn.LayerNorm(16)), X(6, 2, 16))
both("Decoder", lambda: nn.TransformerDecoder(nn.TransformerDecoderLayer(16, 4, 32), 2, nn.LayerNorm(16)), X(6, 2, 16), X(5, 2, 16))
both("Transformer", lambda: nn.Transformer(16, 4, 2, 2, 32), X(6, 2, 16), X(5, 2, 16))
both("Transformer batch_first", lambda: nn.Transformer(16, 4, 1, 1, 32, batch_first=True, norm_first=True), X(2, 6, 16), X(2, 5, 16))
infer("Transformer batch_first", lambda: nn.Transformer(16, 4, 1, 1, 32, batch_first=True), X(2, 6, 16), X(2, 5, 16))

for r in ("mean", "sum", "none"):
    a, b = (6, 5), (6, 5)
    for n in ("L1Loss", "MSELoss", "SmoothL1Loss", "HuberLoss", "BCELoss", "BCEWithLogitsLoss", "KLDivLoss", "PoissonNLLLoss", "SoftMarginLoss", "HingeEmbeddingLoss", "MultiLabelSoftMarginLoss"):
        case(f"nn.Every#{n} {r}", getattr(nn, n)(reduction=r), X(*a), X(*b, grad=False))
        case(f"nn.Every#{n} {r} target", getattr(nn, n)(reduction=r), X(*a), X(*b))
        case(f"nn.Every#{n} {r} half", getattr(nn, n)(reduction=r), X(*a, d="float16"), X(*b, d="float16", grad=False))
    case(f"nn.Every#KLDivLoss log {r}", nn.KLDivLoss(reduction=r, log_target=True), X(*a), X(*b))
    case(f"nn.Every#SmoothL1Loss beta {r}", nn.SmoothL1Loss(reduction=r, beta=0.0), X(*a), X(*b))
    case(f"nn.Every#PoissonNLLLoss full {r}", nn.PoissonNLLLoss(reduction=r, full=True, log_input=False), X(*a), X(*b))
    case(f"nn.Every#BCELoss weight {r}", nn.BCELoss(reduction=r, weight=X(6, 5, grad=False)), X(*a), X(*b, grad=False))
    case(f"nn.Every#BCEWithLogitsLoss weights {r}", nn.BCEWithLogitsLoss(reduction=r, weight=X(6, 5, grad=False), pos_weight=X(5, grad=False)), X(*a), X(*b, grad=False))
    case(f"nn.Every#CrossEntropyLoss {r}", nn.CrossEntropyLoss(reduction=r), X(6, 5), ids(6))
    case(f"nn.Every#CrossEntropyLoss weight {r}", nn.CrossEntropyLoss(reduction=r, weight=X(5, grad=False)), X(6, 5), ids(6))
    case(f"nn.Every#CrossEntropyLoss smoothing {r}", nn.CrossEntropyLoss(reduction=r, label_smoothing=0.1), X(6, 5), ids(6))
    case(f"nn.Every#CrossEntropyLoss smoothing weight {r}", nn.CrossEntropyLoss(reduction=r, label_smoothing=0.1, weight=X(5, grad=False)), X(6, 5), ids(6))
    case(f"nn.Every#CrossEntropyLoss probabilities {r}", nn.CrossEntropyLoss(reduction=r), X(6, 5), X(6, 5))
    case(f"nn.Every#CrossEntropyLoss probabilities smoothing weight {r}", nn.CrossEntropyLoss(reduction=r, label_smoothing=0.1, weight=X(5, grad=False)), X(6, 5), X(6, 5, grad=False))
    case(f"nn.Every#CrossEntropyLoss ignore {r}", nn.CrossEntropyLoss(reduction=r, ignore_index=1), X(6, 5), ids(6))
    case(f"nn.Every#CrossEntropyLoss 3d {r}", nn.CrossEntropyLoss(reduction=r), X(6, 5, 4), ids(6, 4))
    case(f"nn.Every#CrossEntropyLoss 4d smoothing {r}", nn.CrossEntropyLoss(reduction=r, label_smoothing=0.1), X(6, 5, 4, 3), ids(6, 4, 3))
    case(f"nn.Every#CrossEntropyLoss 5d {r}", nn.CrossEntropyLoss(reduction=r), X(2, 5, 4, 3, 2), ids(2, 4, 3, 2))
    case(f"nn.Every#CrossEntropyLoss one {r}", nn.CrossEntropyLoss(reduction=r), X(5), ids())
    case(f"nn.Every#CrossEntropyLoss half {r}", nn.CrossEntropyLoss(reduction=r), X(6, 5, d="float16"), ids(6))
    case(f"nn.Every#NLLLoss {r}", nn.NLLLoss(reduction=r), X(6, 5), ids(6))
    case(f"nn.Every#NLLLoss 2d {r}", nn.NLLLoss(reduction=r), X(6, 5, 4, 3), ids(6, 4, 3))
    case(f"nn.Every#NLLLoss 3d {r}", nn.NLLLoss(reduction=r), X(6, 5, 4), ids(6, 4))
    case(f"nn.Every#NLLLoss weight {r}", nn.NLLLoss(reduction=r, weight=X(5, grad=False)), X(6, 5), ids(6))
    case(f"nn.Every#MultiMarginLoss {r}", nn.MultiMarginLoss(reduction=r), X(6, 5), ids(6))
    case(f"nn.Every#MultiMarginLoss weight {r}", nn.MultiMarginLoss(reduction=r, p=2, weight=X(5, grad=False)), X(6, 5), ids(6))
    case(f"nn.Every#MultiLabelMarginLoss {r}", nn.MultiLabelMarginLoss(reduction=r), X(6, 5), ids(6, 5))
    case(f"nn.Every#GaussianNLLLoss {r}", nn.GaussianNLLLoss(reduction=r), X(6, 5), X(6, 5), X(6, 5))
    case(f"nn.Every#GaussianNLLLoss full {r}", nn.GaussianNLLLoss(reduction=r, full=True), X(6, 5), X(6, 5), X(6, 1))
    case(f"nn.Every#CosineEmbeddingLoss {r}", nn.CosineEmbeddingLoss(reduction=r, margin=0.2), X(6, 5), X(6, 5), X(6, grad=False))
    case(f"nn.Every#MarginRankingLoss {r}", nn.MarginRankingLoss(reduction=r, margin=0.2), X(6), X(6), X(6, grad=False))
    case(f"nn.Every#TripletMarginLoss {r}", nn.TripletMarginLoss(reduction=r), X(6, 5), X(6, 5), X(6, 5))
    case(f"nn.Every#TripletMarginLoss swap {r}", nn.TripletMarginLoss(reduction=r, swap=True, p=1), X(6, 5), X(6, 5), X(6, 5))
    case(f"nn.Every#TripletMarginWithDistanceLoss {r}", nn.TripletMarginWithDistanceLoss(reduction=r), X(6, 5), X(6, 5), X(6, 5))
    case(f"nn.Every#TripletMarginWithDistanceLoss swap {r}", nn.TripletMarginWithDistanceLoss(reduction=r, swap=True, distance_function=nn.CosineSimilarity()), X(6, 5), X(6, 5), X(6, 5))
case("nn.Every#AdaptiveLogSoftmaxWithLoss log_prob", lambda x: nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10]).to(DEVICE).log_prob(x), X(6, 8))

for d, shape in ((1, (2, 3, 9)), (2, (2, 3, 9, 8)), (3, (2, 3, 6, 7, 8))):
    for n in ("ReflectionPad", "ReplicationPad", "ZeroPad", "CircularPad"):
        both(f"{n}{d}d", lambda: getattr(nn, f"{n}{d}d")(1), X(*shape), modes=("train",))
        both(f"{n}{d}d sides", lambda: getattr(nn, f"{n}{d}d")(tuple(range(2 * d))[:2 * d] if n == "ZeroPad" else (1, 2) * d), X(*shape), modes=("train",))
    both(f"ConstantPad{d}d", lambda: getattr(nn, f"ConstantPad{d}d")(2, 3.5), X(*shape), modes=("train",))
    both(f"MaxPool{d}d", lambda: getattr(nn, f"MaxPool{d}d")(2), X(*shape), modes=("train",))
    both(f"MaxPool{d}d ceil", lambda: getattr(nn, f"MaxPool{d}d")(3, 2, padding=1, ceil_mode=True), X(*shape), modes=("train",))
    both(f"MaxPool{d}d dilation", lambda: getattr(nn, f"MaxPool{d}d")(2, 1, dilation=2), X(*shape), modes=("train",))
    both(f"MaxPool{d}d indices", lambda: getattr(nn, f"MaxPool{d}d")(2, return_indices=True), X(*shape), modes=("train",))
    both(f"AvgPool{d}d", lambda: getattr(nn, f"AvgPool{d}d")(2), X(*shape), modes=("train",))
    both(f"AvgPool{d}d ceil", lambda: getattr(nn, f"AvgPool{d}d")(3, 2, padding=1, ceil_mode=True, count_include_pad=False), X(*shape), modes=("train",))
    both(f"AdaptiveAvgPool{d}d", lambda: getattr(nn, f"AdaptiveAvgPool{d}d")(3), X(*shape), modes=("train",))
    both(f"AdaptiveAvgPool{d}d one", lambda: getattr(nn, f"AdaptiveAvgPool{d}d")(1), X(*shape), modes=("train",))
    both(f"AdaptiveMaxPool{d}d", lambda: getattr(nn, f"AdaptiveMaxPool{d}d")(3), X(*shape), modes=("train",))
    both(f"AdaptiveMaxPool{d}d indices", lambda: getattr(nn, f"AdaptiveMaxPool{d}d")(3, return_indices=True), X(*shape), modes=("train",))
    both(f"LPPool{d}d", lambda: getattr(nn, f"LPPool{d}d")(2, 2), X(*shape), modes=("train",))
    both(f"BatchNorm{d}d", lambda: getattr(nn, f"BatchNorm{d}d")(3), X(*shape))
    both(f"BatchNorm{d}d plain", lambda: getattr(nn, f"BatchNorm{d}d")(3, affine=False, track_running_stats=False), X(*shape))
    both(f"BatchNorm{d}d momentum", lambda: getattr(nn, f"BatchNorm{d}d")(3, momentum=None), X(*shape))
    both(f"InstanceNorm{d}d", lambda: getattr(nn, f"InstanceNorm{d}d")(3), X(*shape))
    both(f"InstanceNorm{d}d affine", lambda: getattr(nn, f"InstanceNorm{d}d")(3, affine=True, track_running_stats=True), X(*shape))
    both(f"Conv{d}d", lambda: getattr(nn, f"Conv{d}d")(3, 6, 3, padding=1), X(*shape), modes=("train",))
    for pm in ("zeros", "reflect", "replicate", "circular"):
        both(f"Conv{d}d same {pm}", lambda: getattr(nn, f"Conv{d}d")(3, 6, 4, padding="same", padding_mode=pm), X(*shape), modes=("train",))
        both(f"Conv{d}d {pm}", lambda: getattr(nn, f"Conv{d}d")(3, 6, 3, padding=1, stride=2, dilation=2, bias=False, padding_mode=pm), X(*shape), modes=("train",))
    both(f"Conv{d}d groups unbatched", lambda: getattr(nn, f"Conv{d}d")(3, 6, 3, groups=3), X(*shape[1:]), modes=("train",))
    both(f"ConvTranspose{d}d", lambda: getattr(nn, f"ConvTranspose{d}d")(3, 6, 3, stride=2, padding=1, output_padding=1), X(*shape), modes=("train",))
    both(f"ConvTranspose{d}d groups", lambda: getattr(nn, f"ConvTranspose{d}d")(3, 6, 2, stride=2, groups=3, bias=False, dilation=2), X(*shape), modes=("train",))
    both(f"ConvTranspose{d}d size", lambda: getattr(nn, f"ConvTranspose{d}d")(3, 6, 3, stride=2), X(*shape), modes=("train",), output_size=[2 * s + 2 for s in shape[2:]])
    both(f"LazyConv{d}d", lambda: getattr(nn, f"LazyConv{d}d")(6, 3), X(*shape), modes=("train",))
    both(f"LazyConvTranspose{d}d", lambda: getattr(nn, f"LazyConvTranspose{d}d")(6, 3), X(*shape), modes=("train",))
    both(f"LazyBatchNorm{d}d", lambda: getattr(nn, f"LazyBatchNorm{d}d")(), X(*shape))
    both(f"LazyInstanceNorm{d}d", lambda: getattr(nn, f"LazyInstanceNorm{d}d")(), X(*shape))
    both(f"Dropout{d}d", lambda: getattr(nn, f"Dropout{d}d")(0.3), X(*shape))
    modes = {1: ("nearest", "nearest-exact", "linear"), 2: ("nearest", "nearest-exact", "bilinear", "bicubic"), 3: ("nearest", "nearest-exact", "trilinear")}[d]
    for m in modes:
        both(f"Upsample{d} {m}", lambda: nn.Upsample(scale_factor=2, mode=m), X(*shape), modes=("train",))
        both(f"Upsample{d} {m} size", lambda: nn.Upsample(size=[5] * d, mode=m, **({} if m.startswith("nearest") else dict(align_corners=True))), X(*shape), modes=("train",))
        both(f"Upsample{d} {m} recompute", lambda: nn.Upsample(scale_factor=1.7, mode=m, recompute_scale_factor=True), X(*shape), modes=("train",))

    def unpool(x, d=d):
        y, i = getattr(nn, f"MaxPool{d}d")(2, return_indices=True)(x)
        return getattr(nn, f"MaxUnpool{d}d")(2)(y, i)

    case(f"nn.Every#MaxUnpool{d}d", unpool, X(*shape))
both("FractionalMaxPool2d", lambda: nn.FractionalMaxPool2d(2, output_ratio=0.5), X(2, 3, 9, 8), modes=("train",))
both("FractionalMaxPool3d", lambda: nn.FractionalMaxPool3d(2, output_size=3), X(2, 3, 9, 8, 8), modes=("train",))
both("UpsamplingNearest2d", lambda: nn.UpsamplingNearest2d(scale_factor=2), X(2, 3, 9, 8), modes=("train",))
both("UpsamplingBilinear2d", lambda: nn.UpsamplingBilinear2d(scale_factor=2), X(2, 3, 9, 8), modes=("train",))
both("PixelShuffle", lambda: nn.PixelShuffle(2), X(2, 12, 4, 5), modes=("train",)); both("PixelUnshuffle", lambda: nn.PixelUnshuffle(2), X(2, 3, 4, 6), modes=("train",)); both("ChannelShuffle", lambda: nn.ChannelShuffle(2), X(2, 6, 4, 5), modes=("train",))
both("Fold", lambda: nn.Fold((4, 5), (2, 2)), X(2, 12, 12), modes=("train",)); both("Unfold", lambda: nn.Unfold((2, 2), padding=1, stride=2), X(2, 3, 6, 6), modes=("train",))
both("Linear", lambda: nn.Linear(5, 7), X(3, 5)); both("Linear 3d", lambda: nn.Linear(5, 7), X(2, 3, 5)); both("Linear 1d", lambda: nn.Linear(5, 7), X(5)); both("Linear nobias 4d", lambda: nn.Linear(5, 7, bias=False), X(2, 2, 3, 5)); both("LazyLinear", lambda: nn.LazyLinear(7), X(3, 5)); both("Bilinear", lambda: nn.Bilinear(5, 6, 7), X(3, 5), X(3, 6)); both("Identity", lambda: nn.Identity(), X(3, 5))
both("LayerNorm", lambda: nn.LayerNorm(5), X(3, 5)); both("LayerNorm 2", lambda: nn.LayerNorm((3, 5)), X(4, 3, 5)); both("LayerNorm plain", lambda: nn.LayerNorm(5, elementwise_affine=False), X(3, 5)); both("LayerNorm nobias", lambda: nn.LayerNorm(5, bias=False), X(3, 5)); both("RMSNorm", lambda: nn.RMSNorm(5), X(3, 5)); both("RMSNorm plain", lambda: nn.RMSNorm(5, elementwise_affine=False, eps=1e-5), X(3, 5)); both("GroupNorm", lambda: nn.GroupNorm(2, 6), X(3, 6, 4)); both("GroupNorm plain", lambda: nn.GroupNorm(3, 6, affine=False), X(3, 6)); both("LocalResponseNorm", lambda: nn.LocalResponseNorm(2), X(3, 6, 4, 4)); both("CrossMapLRN2d", lambda: nn.CrossMapLRN2d(2), X(3, 6, 4, 4)); both("BatchNorm1d 2d", lambda: nn.BatchNorm1d(5), X(3, 5)); both("SyncBatchNorm", lambda: nn.SyncBatchNorm(5), X(3, 5, 4), modes=("eval",))
both("Embedding", lambda: nn.Embedding(10, 4), ids(2, 3)); both("Embedding padding", lambda: nn.Embedding(10, 4, padding_idx=0), ids(2, 3)); both("Embedding scale", lambda: nn.Embedding(10, 4, scale_grad_by_freq=True), ids(2, 3)); both("Embedding norm", lambda: nn.Embedding(10, 4, max_norm=1.0), ids(2, 3))
for m in ("sum", "mean", "max"):
    both(f"EmbeddingBag {m}", lambda: nn.EmbeddingBag(10, 4, mode=m), ids(2, 3)); both(f"EmbeddingBag {m} offsets", lambda: nn.EmbeddingBag(10, 4, mode=m), ids(6), ids(2, below=0)); both(f"EmbeddingBag {m} last", lambda: nn.EmbeddingBag(10, 4, mode=m, include_last_offset=True), ids(6), ids(3, below=0)); both(f"EmbeddingBag {m} padding", lambda: nn.EmbeddingBag(10, 4, mode=m, padding_idx=0), ids(2, 3))
both("EmbeddingBag weights", lambda: nn.EmbeddingBag(10, 4, mode="sum"), ids(2, 3), per_sample_weights=X(2, 3))
for n in "CELU ELU GELU GLU Hardshrink Hardsigmoid Hardswish Hardtanh LeakyReLU LogSigmoid LogSoftmax Mish PReLU RReLU ReLU ReLU6 SELU SiLU Sigmoid Softmax Softmin Softplus Softshrink Softsign Tanh Tanhshrink Softmax2d Dropout AlphaDropout FeatureAlphaDropout Flatten".split():
    options = dict(dim=1) if n in ("LogSoftmax", "Softmax", "Softmin") else {}
    both(n, lambda: getattr(nn, n)(**options), X(2, 6, 4, 4)); both(n + " half", lambda: getattr(nn, n)(**options).half(), X(2, 6, 4, 4, d="float16"))
    if n in ("CELU", "ELU", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU", "Mish", "RReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Dropout", "AlphaDropout"):
        for mode in (True, False):
            m = getattr(nn, n)(inplace=True).train(mode)
            case(f"nn.Every#{n} inplace {mode}", lambda x, m=m: m(x * 1), X(2, 6))
both("Threshold", lambda: nn.Threshold(0.1, 20), X(3, 4)); both("PReLU channels", lambda: nn.PReLU(6), X(2, 6, 4)); both("GELU tanh", lambda: nn.GELU(approximate="tanh"), X(3, 4)); both("Unflatten", lambda: nn.Unflatten(1, (2, 3)), X(2, 6)); both("CosineSimilarity", lambda: nn.CosineSimilarity(), X(3, 4), X(3, 4)); both("PairwiseDistance", lambda: nn.PairwiseDistance(keepdim=True), X(3, 4), X(3, 4)); both("PairwiseDistance 1", lambda: nn.PairwiseDistance(p=1), X(3, 4), X(3, 4))
P = nn.utils.parametrizations
both("weight_norm", lambda: P.weight_norm(nn.Linear(5, 7)), X(3, 5)); both("weight_norm dim", lambda: P.weight_norm(nn.Conv1d(4, 6, 3), dim=None), X(3, 4, 8)); both("weight_norm conv", lambda: P.weight_norm(nn.Conv2d(4, 6, 3)), X(3, 4, 8, 8)); both("weight_norm convT", lambda: P.weight_norm(nn.ConvTranspose1d(4, 6, 3)), X(3, 4, 8)); both("weight_norm half", lambda: P.weight_norm(nn.Linear(5, 7)).half(), X(3, 5, d="float16")); both("old weight_norm", lambda: nn.utils.weight_norm(nn.Linear(5, 7)), X(3, 5)); both("old weight_norm conv", lambda: nn.utils.weight_norm(nn.Conv1d(4, 6, 3)), X(3, 4, 8)); both("old weight_norm dim 1", lambda: nn.utils.weight_norm(nn.ConvTranspose1d(4, 6, 3), dim=1), X(3, 4, 8))
both("spectral_norm", lambda: P.spectral_norm(nn.Linear(5, 7)), X(3, 5)); both("spectral_norm conv", lambda: P.spectral_norm(nn.Conv2d(4, 6, 3), n_power_iterations=2), X(3, 4, 8, 8)); both("spectral_norm 1d", lambda: P.spectral_norm(nn.LayerNorm(5), "weight"), X(3, 5)); both("old spectral_norm", lambda: nn.utils.spectral_norm(nn.Linear(5, 7)), X(3, 5)); both("old spectral_norm conv", lambda: nn.utils.spectral_norm(nn.Conv2d(4, 6, 3)), X(3, 4, 8, 8))


def clip(norm, **options):
    def call(x):
        m = nn.Sequential(nn.Linear(5, 7), nn.ReLU(), nn.Linear(7, 3)).to(DEVICE)
        m(x).sum().backward()
        norm(m.parameters(), 1.0, **options)
        return [p.grad for p in m.parameters()]

    return call


for options in (dict(), dict(foreach=False), dict(norm_type=float("inf")), dict(norm_type=1.0)):
    case(f"nn.Every#clip_grad_norm_ {options}", clip(nn.utils.clip_grad_norm_, **options), X(4, 5))
for options in (dict(), dict(foreach=False)):
    case(f"nn.Every#clip_grad_value_ {options}", clip(nn.utils.clip_grad_value_, **options), X(4, 5))
case("nn.Every#parameters_to_vector", lambda: nn.utils.parameters_to_vector(nn.Linear(5, 7).to(DEVICE).parameters()))
case("nn.Every#pad_sequence", lambda a, b: nn.utils.rnn.pad_sequence([a, b], batch_first=True), X(4, 3), X(6, 3))
case("nn.Every#pack_sequence", lambda a, b: nn.utils.rnn.pack_sequence([a, b])[0], X(6, 3), X(4, 3))
case("nn.Every#fuse_conv_bn_eval", lambda x: nn.utils.fusion.fuse_conv_bn_eval(nn.Conv2d(4, 6, 3).to(DEVICE).eval(), nn.BatchNorm2d(6).to(DEVICE).eval())(x), X(3, 4, 8, 8))
both("prune", lambda: nn.utils.prune.l1_unstructured(nn.Linear(5, 7), "weight", 0.3) and nn.utils.prune.identity(nn.Linear(5, 7), "weight"), X(3, 5))
both("orthogonal", lambda: P.orthogonal(nn.Linear(5, 5), orthogonal_map="cayley"), X(3, 5)); both("orthogonal matrix_exp", lambda: P.orthogonal(nn.Linear(5, 5), orthogonal_map="matrix_exp"), X(3, 5))
