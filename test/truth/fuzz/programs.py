# Random programs of operators: after each call what came out and what memory it took. programs.py FIRST COUNT [--steps]
#
# A program is its number: a generator of random numbers of our own chooses tensors, operators and arguments that fit by
# construction, so that both sides run the same calls. Each line is a step: the operator, results (dtype, shape, strides, g where
# it requires grad), and requested bytes after the call and at its peak, counted from the program's start.
import sys
import time

import torch
import torch.nn.functional as F

NAMES = {torch.float32: "f32", torch.float16: "f16", torch.bfloat16: "bf16", torch.float64: "f64", torch.int64: "i64", torch.int32: "i32",
         torch.bool: "b8", torch.uint8: "u8", torch.complex64: "c64"}
FLOATS = (torch.float32, torch.float32, torch.float16, torch.bfloat16)


class Random:
    def __init__(self, seed):
        self.state = (seed * 2654435761 + 12345) % 2147483647 or 1
        for _ in range(4):
            self.below(7)

    def below(self, n):
        self.state = self.state * 48271 % 2147483647
        return self.state // 7 % n

    def of(self, items):
        return items[self.below(len(items))]

    def chance(self, percent):
        return self.below(100) < percent


SMALL = (1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 32, 33)
LARGE = (1, 2, 4, 16, 64, 65, 128, 256, 512, 768, 1000, 1024, 2048)


class Program:
    def __init__(self, seed):
        self.r = Random(seed)
        self.large = seed % 4 == 3
        self.pool = []
        self.leaves = []
        self.limit = 2**23 if self.large else 2**18

    def size(self):
        return self.r.of(LARGE if self.large else SMALL)

    def shape(self, rank):
        sizes = [self.size() for _ in range(rank)]
        while product(sizes) > self.limit:
            sizes[self.r.below(rank)] = self.r.of((1, 2, 3, 4, 8))
        return sizes

    def dtype(self):
        return self.r.of(FLOATS)

    def new(self, sizes, dtype=None, grad=None, plain=False):
        """A tensor of a shape, at times not contiguous or channels_last, at times a leaf that requires grad."""
        r = self.r
        dtype = dtype or self.dtype()
        sizes = list(sizes)
        kind = 9 if plain else r.below(10)
        if kind == 0 and len(sizes) >= 2:
            t = torch.empty(sizes[:-2] + [sizes[-1], sizes[-2]], dtype=dtype, device="cuda").transpose(-1, -2)
        elif kind == 1 and len(sizes) == 4:
            t = torch.empty(sizes, dtype=dtype, device="cuda", memory_format=torch.channels_last)
        elif kind == 2 and len(sizes) >= 1:
            t = torch.empty(sizes[:-1] + [sizes[-1] + 3], dtype=dtype, device="cuda")[..., : sizes[-1]]
        else:
            t = torch.empty(sizes, dtype=dtype, device="cuda")
        if (r.chance(50) if grad is None else grad) and t.is_floating_point():
            t = t.detach().requires_grad_()
            self.leaves.append(t)
        return t

    def integers(self, sizes, high=None):
        return torch.zeros(sizes, dtype=torch.int64, device="cuda")

    def keep(self, t):
        self.pool.append(t)
        if len(self.pool) > 6:
            del self.pool[self.r.below(len(self.pool))]

    def pick(self, rank=None, floating=True, least=0):
        found = [t for t in self.pool if t.is_floating_point() == floating and (rank is None or t.dim() == rank) and t.dim() >= least
                 and 0 < t.numel() <= self.limit]
        if found and self.r.chance(80):
            return self.r.of(found)
        rank = rank if rank is not None else max(least, self.r.of((1, 2, 2, 3, 3, 4)))
        t = self.new(self.shape(rank), None if floating else torch.int64)
        self.keep(t)
        return t

    def like(self, t):
        """A tensor that broadcasts with t: its shape, or with ones or without leading dimensions."""
        r = self.r
        sizes = list(t.shape)
        how = r.below(5)
        if how == 1 and sizes:
            sizes[r.below(len(sizes))] = 1
        elif how == 2 and sizes:
            sizes = sizes[r.below(len(sizes)):]
        elif how == 3:
            sizes = []
        same = [u for u in self.pool if list(u.shape) == sizes and u.is_floating_point()]
        return r.of(same) if same and r.chance(60) else self.new(sizes, t.dtype if r.chance(80) else None)

    def dim(self, t):
        return self.r.below(t.dim()) - (t.dim() if self.r.chance(50) else 0)


def product(sizes):
    n = 1
    for s in sizes:
        n *= s
    return n


UNARY = ("relu sigmoid tanh exp log sqrt rsqrt abs neg sin cos erf floor round sign square reciprocal log1p expm1 trunc ceil frac isnan "
         "isfinite logical_not clone detach contiguous float half bfloat16 double softplus:F silu:F gelu:F elu:F leaky_relu:F hardtanh:F "
         "hardswish:F hardsigmoid:F mish:F relu6:F logsigmoid:F softsign:F tanhshrink:F selu:F celu:F zeros_like:T ones_like:T "
         "empty_like:T rand_like:T exp2 log2 log10 atan asinh erfc lgamma sinc nan_to_num").split()
INPLACE = "relu_ sigmoid_ tanh_ exp_ sqrt_ neg_ abs_ zero_ floor_ sin_ square_ clamp_ silu_ mul_ add_ sub_ div_ fill_".split()
BINARY = "add sub mul div maximum minimum pow eq lt ge where atan2 fmod remainder addcmul lerp hypot fmax copysign".split()
REDUCE = ("sum mean amax amin prod std var norm logsumexp all any argmax argmin max min median softmax log_softmax cumsum cumprod sort topk "
          "argsort flip unbind nansum count_nonzero cummax logcumsumexp kthvalue diff unfold roll softmin normalize").split()
SHAPE = ("view reshape transpose permute unsqueeze squeeze flatten expand repeat narrow select slice chunk split cat stack t_contiguous "
         "tile index_select gather scatter scatter_add index_put index_get masked_fill tril triu pad movedim unflatten "
         "repeat_interleave mask_bool step_slice index_add index_copy take_along_dim diagonal as_strided broadcast_to one_hot "
         "embedding rot90 meshgrid").split()
MATRIX = "mm bmm matmul linear addmm baddbmm einsum mv dot outer sdpa bilinear cdist matmul_batched inner tensordot".split()
NETWORK = ("conv1d conv2d conv2d conv3d conv_transpose2d max_pool2d avg_pool2d adaptive_avg_pool2d adaptive_max_pool2d batch_norm "
           "instance_norm layer_norm layer_norm group_norm rms_norm dropout dropout2d interpolate cross_entropy nll_loss mse_loss l1_loss "
           "smooth_l1 bce_logits kl_div embedding embedding_bag pixel_shuffle glu prelu unfold fold max_pool1d avg_pool1d "
           "grid_sample lstm gru local_response_norm cosine_similarity huber_loss").split()
KINDS = (UNARY, UNARY, INPLACE, BINARY, BINARY, REDUCE, REDUCE, SHAPE, SHAPE, SHAPE, MATRIX, MATRIX, NETWORK, NETWORK, NETWORK)


def unary(p, name):
    x = p.pick()
    if ":" in name:
        name, place = name.split(":")
        return getattr(F if place == "F" else torch, name)(x)
    return getattr(x, name)()


def inplace(p, name):
    x = p.pick()
    # A leaf that requires grad isn't changed: its double is.
    if x.requires_grad and x.is_leaf:
        x = x * 1
        p.keep(x)
    if name == "clamp_":
        return x.clamp_(0, 1)
    if name == "fill_":
        return x.fill_(1.0)
    if name == "silu_":
        return F.silu(x, inplace=True)
    if name in ("mul_", "add_", "sub_", "div_"):
        other = p.new(x.shape, x.dtype) if p.r.chance(50) else 2.0
        return getattr(x, name)(other)
    return getattr(x, name)()


def binary(p, name):
    x = p.pick()
    if p.r.chance(25) and name not in ("where", "maximum", "minimum", "atan2", "addcmul", "lerp", "hypot", "fmax"):
        return getattr(x, name)(p.r.of((2, 0.5, -1)))
    y = p.like(x)
    if name == "where":
        return torch.where(x > 0, x, y)
    if name == "addcmul":
        return torch.addcmul(x, y, p.like(x), value=0.5)
    if name == "lerp":
        return torch.lerp(x, p.new(x.shape, x.dtype), 0.3)
    return getattr(torch, name)(x, y)


def reduction(p, name):
    r = p.r
    x = p.pick(least=1)
    dim = p.dim(x)
    keep = r.chance(50)
    if name in ("sum", "mean", "amax", "amin", "std", "var", "nansum"):
        how = r.below(3)
        if how == 0:
            return getattr(x, name)()
        if how == 1 and x.dim() > 1:
            return getattr(x, name)(dim=(0, x.dim() - 1), keepdim=keep)
        return getattr(x, name)(dim=dim, keepdim=keep)
    if name in ("logsumexp", "all", "any", "argmax", "argmin", "max", "min", "median", "prod", "norm"):
        if r.chance(30) and name != "logsumexp":
            return getattr(x, name)()
        return x.norm(dim=dim, keepdim=keep) if name == "norm" else getattr(x, name)(dim, keepdim=keep)
    if name == "topk":
        return x.topk(r.below(x.size(dim)) + 1, dim)
    if name == "kthvalue":
        return x.kthvalue(r.below(x.size(dim)) + 1, dim)
    if name == "flip":
        return x.flip(dim)
    if name == "roll":
        return x.roll(1, dim)
    if name == "unfold":
        return x.unfold(dim, r.below(x.size(dim)) + 1, 2)
    if name == "softmin":
        return F.softmin(x, dim)
    if name == "normalize":
        return F.normalize(x, dim=dim)
    if name == "count_nonzero":
        return x.count_nonzero(dim)
    return getattr(x, name)(dim)


def shaping(p, name):
    r = p.r
    x = p.pick(least=1)
    d = p.dim(x)
    n = x.size(d)
    if name == "view" or name == "reshape":
        sizes = r.of(([-1], [x.numel(), 1], [1, -1], list(x.shape[1:]) + [x.shape[0]], [x.shape[0], -1]))
        return getattr(x, name)(sizes)
    if name == "transpose":
        return x.transpose(d, p.dim(x))
    if name == "permute":
        return x.permute(list(range(x.dim()))[::-1])
    if name == "unsqueeze":
        return x.unsqueeze(d)
    if name == "squeeze":
        return x.squeeze() if r.chance(50) else x.squeeze(d)
    if name == "flatten":
        return x.flatten(r.below(x.dim()))
    if name == "expand":
        return x.unsqueeze(0).expand(3, *x.shape)
    if name == "broadcast_to":
        return torch.broadcast_to(x, [2] + list(x.shape))
    if name == "repeat":
        return x.repeat([2] + [1] * (x.dim() - 1))
    if name == "tile":
        return x.tile(2)
    if name == "narrow":
        return x.narrow(d, n // 2, n - n // 2)
    if name == "select":
        return x.select(d, n // 2)
    if name == "slice":
        return x[n % 2 if x.dim() == 1 and n > 1 else 0:, ...]
    if name == "step_slice":
        return x[..., ::2]
    if name == "chunk":
        return x.chunk(2, d)
    if name == "split":
        return x.split((n + 1) // 2, d)
    if name == "cat":
        y = p.new(x.shape, x.dtype if r.chance(90) else None)
        return torch.cat([x, y, x][: 2 + r.below(2)], d)
    if name == "stack":
        return torch.stack([x, p.new(x.shape, x.dtype)], d)
    if name == "t_contiguous":
        return x.transpose(0, -1).contiguous()
    if name == "index_select":
        return x.index_select(d, p.integers([p.size()]))
    if name == "gather" or name == "take_along_dim":
        i = p.integers(x.shape)
        return x.gather(d, i) if name == "gather" else torch.take_along_dim(x, i, d)
    if name == "scatter":
        i = p.integers(x.shape)
        return x.scatter(d, i, 1.0) if r.chance(50) else x.scatter(d, i, p.new(x.shape, x.dtype))
    if name == "scatter_add":
        return x.scatter_add(d, p.integers(x.shape), p.new(x.shape, x.dtype))
    if name == "index_add" or name == "index_copy":
        return getattr(x, name)(d, p.integers([n]), p.new(x.shape, x.dtype))
    if name == "index_put":
        y = x * 1
        y[p.integers([5])] = 1.0 if r.chance(50) else p.new([5] + list(x.shape[1:]), x.dtype)
        return y
    if name == "index_get":
        how = r.below(3)
        if how == 1 and x.dim() > 1:
            return x[p.integers([4]), p.integers([4])]
        if how == 2 and x.dim() > 1:
            return x[:, p.integers([2, 3])]
        return x[p.integers([r.of((3, 2000, 5000))])] if x.numel() // x.size(0) < 2000 else x[p.integers([3])]
    if name == "masked_fill":
        return x.masked_fill(x > 0, 0.5)
    if name == "mask_bool":
        return (x > 0) & (x < 1)
    if name == "tril" or name == "triu":
        x = p.pick(least=2)
        return getattr(x, name)(r.below(3) - 1)
    if name == "pad":
        return F.pad(x, (1, 2)) if r.chance(60) or x.dim() < 2 else F.pad(x, (0, 1, 2, 0), value=1.0)
    if name == "movedim":
        return x.movedim(d, 0)
    if name == "unflatten":
        return x.unflatten(d, (n, 1))
    if name == "repeat_interleave":
        return x.repeat_interleave(2, d)
    if name == "diagonal":
        x = p.pick(least=2)
        return x.diagonal(0, 0, 1)
    if name == "as_strided":
        return x.contiguous().as_strided([2, 1], [0, 1])
    if name == "one_hot":
        return F.one_hot(p.integers([p.size()]), 17)
    if name == "rot90":
        x = p.pick(least=2)
        return x.rot90(1 + r.below(3), (0, 1))
    if name == "meshgrid":
        a = p.pick(rank=1)
        return torch.meshgrid(a, p.new([3], a.dtype), indexing=r.of(("ij", "xy"))) if a.numel() < 5000 else a
    weight = p.new([50, p.size()], grad=True)
    return F.embedding(p.integers([r.of((7, 500, 4000))]), weight)


def matrices(p, name):
    r = p.r
    dtype = p.dtype()
    b, m, k, n = (p.size() for _ in range(4))
    while m * k + k * n + m * n > p.limit:
        m, k, n = (p.size() for _ in range(3))
    while b * (m * k + k * n + m * n) > 4 * p.limit:
        b = r.of((1, 2, 3))
    if name == "mm":
        return p.new([m, k], dtype) @ p.new([k, n], dtype)
    if name == "bmm":
        return torch.bmm(p.new([b, m, k], dtype), p.new([b, k, n], dtype))
    if name == "matmul":
        x = p.pick(least=2)
        return torch.matmul(x, p.new([x.size(-1), min(n, 64)], x.dtype))
    if name == "matmul_batched":
        return torch.matmul(p.new([2, b, m, k], dtype), p.new([b, k, n], dtype))
    if name == "linear":
        x = p.pick(least=1)
        n = min(n, 128)
        return F.linear(x, p.new([n, x.size(-1)], x.dtype, True), p.new([n], x.dtype, True) if r.chance(70) else None)
    if name == "addmm":
        return torch.addmm(p.new(r.of(([n], [m, n], [1, n])), dtype), p.new([m, k], dtype), p.new([k, n], dtype), beta=r.of((1, 0.5)))
    if name == "baddbmm":
        return torch.baddbmm(p.new([b, m, n], dtype), p.new([b, m, k], dtype), p.new([b, k, n], dtype), alpha=r.of((1, 0.5)))
    if name == "einsum":
        equation = r.of(("bmk,bkn->bmn", "bmk,bkn->mn", "bmk,bkn->nbm"))
        return torch.einsum(equation, p.new([b, m, k], dtype), p.new([b, k, n], dtype))
    if name == "mv":
        return torch.mv(p.new([m, k], dtype), p.new([k], dtype))
    if name == "dot":
        return torch.dot(p.new([k], dtype), p.new([k], dtype))
    if name == "outer":
        return torch.outer(p.new([m], dtype), p.new([n], dtype))
    if name == "inner":
        return torch.inner(p.new([m, k], dtype), p.new([n, k], dtype))
    if name == "tensordot":
        return torch.tensordot(p.new([b, m, k], dtype), p.new([k, m, 3], dtype), dims=([1, 2], [1, 0]))
    if name == "bilinear":
        m, k = min(m, 16), min(k, 16)
        return F.bilinear(p.new([5, m], dtype), p.new([5, k], dtype), p.new([4, m, k], dtype))
    if name == "cdist":
        return torch.cdist(p.new([m, k], torch.float32), p.new([n, k], torch.float32), p=r.of((1.0, 2.0)))
    heads, length, width = r.of((1, 2, 4)), r.of((5, 16, 33, 128)), r.of((8, 16, 20, 64))
    # Strides that the kernels refuse are left out.
    q, *kv = (p.new([2, heads, length, width], dtype, plain=True) for _ in range(3))
    how = r.below(4)
    mask = None if how < 2 else p.new([length, length], dtype, False, plain=True) if how == 2 else torch.ones(length, length, dtype=torch.bool, device="cuda")
    return F.scaled_dot_product_attention(q, *kv, attn_mask=mask, is_causal=how == 1, dropout_p=r.of((0.0, 0.0, 0.1)))


def network(p, name):
    r = p.r
    dtype = p.dtype()
    wide = 28 if p.large else 9
    batch, channels, size = r.of((1, 2, 4)), r.of((2, 4, 8, 16)), wide + r.below(wide)
    out = r.of((2, 4, 6, 16))
    if name.startswith("conv"):
        dims = int(name[-2])
        size = 7 + r.below(4) if dims == 3 else size
        kernel = r.of((1, 3))
        x = p.new([batch, channels] + [size] * dims, dtype)
        groups = r.of((1, 1, 2))
        bias = p.new([out], dtype, True) if r.chance(50) else None
        weight = [channels, out // groups] if "transpose" in name else [out, channels // groups]
        return getattr(F, name)(x, p.new(weight + [kernel] * dims, dtype, True), bias, stride=r.of((1, 2)), padding=r.of((0, 1)), groups=groups)
    if name in ("lstm", "gru"):
        layer = (torch.nn.LSTM if name == "lstm" else torch.nn.GRU)(channels, 8, num_layers=r.of((1, 2)), bidirectional=r.chance(30)).cuda()
        return layer(p.new([5, batch, channels], torch.float32))[0]
    if name in ("cross_entropy", "nll_loss"):
        classes = 30000 if p.large and r.chance(40) else channels
        rows = r.of((3, 64))
        x = p.new([rows, classes] + ([5, 5] if r.chance(30) and classes < 100 else []), dtype)
        target = p.integers([rows] + list(x.shape[2:]))
        if name == "nll_loss":
            return F.nll_loss(x, target, reduction=r.of(("mean", "sum", "none")))
        return F.cross_entropy(x, target, reduction=r.of(("mean", "sum", "none")), label_smoothing=r.of((0.0, 0.0, 0.1)))
    if name in ("mse_loss", "l1_loss", "smooth_l1", "bce_logits", "kl_div", "huber_loss", "cosine_similarity"):
        x = p.pick(least=1)
        y = p.new(x.shape, x.dtype, r.chance(20))
        if name == "cosine_similarity":
            return F.cosine_similarity(x, y, p.dim(x))
        function = {"smooth_l1": F.smooth_l1_loss, "bce_logits": F.binary_cross_entropy_with_logits}.get(name) or getattr(F, name)
        return function(x, y, reduction=r.of(("mean", "sum", "none")))
    if name == "embedding":
        return F.embedding(p.integers([batch, r.of((5, 600, 3000))]), p.new([100, channels], dtype, True), padding_idx=r.of((None, 0)))
    if name == "embedding_bag":
        return F.embedding_bag(p.integers([batch, 6]), p.new([100, channels], torch.float32, True), mode=r.of(("mean", "sum", "max")))
    if name == "layer_norm":
        x = p.pick(least=1)
        last = x.size(-1)
        weights = [p.new([last], x.dtype, True), p.new([last], x.dtype, True)] if r.chance(70) else [None, None]
        return F.layer_norm(x, [last], *weights)
    if name == "rms_norm":
        x = p.pick(least=1)
        return F.rms_norm(x, [x.size(-1)], p.new([x.size(-1)], x.dtype, True) if r.chance(70) else None)
    if name in ("max_pool1d", "avg_pool1d"):
        return getattr(F, name)(p.new([batch, channels, size], dtype), 2)
    x = p.new([batch, channels, size, size], dtype)
    if name == "batch_norm":
        stats = [torch.zeros(channels, device="cuda"), torch.ones(channels, device="cuda")]
        wanted = torch.float32 if r.chance(70) else dtype
        return F.batch_norm(x, *stats, p.new([channels], wanted, True), p.new([channels], wanted, True), training=r.chance(70))
    if name == "group_norm":
        return F.group_norm(x, 2, p.new([channels], dtype, True), p.new([channels], dtype, True))
    if name == "glu":
        return F.glu(x, 1)
    if name == "prelu":
        return F.prelu(x, p.new([r.of((1, channels))], dtype, True))
    if name == "pixel_shuffle":
        return F.pixel_shuffle(p.new([batch, channels * 4, size, size], dtype), 2)
    if name == "fold":
        return F.fold(p.new([batch, channels * 4, 16], dtype), (8, 8), 2, stride=2)
    if name == "unfold":
        return F.unfold(x, r.of((2, 3)), stride=r.of((1, 2)))
    if name == "interpolate":
        mode = r.of(("nearest", "bilinear", "bicubic"))
        return F.interpolate(x, scale_factor=2, mode=mode)
    if name == "grid_sample":
        return F.grid_sample(x, p.new([batch, 5, 6, 2], dtype), align_corners=False)
    if name == "max_pool2d":
        return F.max_pool2d(x, r.of((2, 3)), stride=r.of((None, 1, 2)), padding=r.of((0, 1)))
    if name == "avg_pool2d":
        return F.avg_pool2d(x, r.of((2, 3)), stride=r.of((None, 1)))
    if name.startswith("adaptive"):
        return getattr(F, name)(x, r.of((1, 2, 3)))
    if name == "local_response_norm":
        return F.local_response_norm(x, 3)
    return getattr(F, name)(x)


RUNNERS = {id(UNARY): unary, id(INPLACE): inplace, id(BINARY): binary, id(REDUCE): reduction, id(SHAPE): shaping, id(MATRIX): matrices,
           id(NETWORK): network}


def stats():
    found = torch.cuda.memory_stats()
    return found["requested_bytes.all.current"], found["requested_bytes.all.peak"]


def show(t):
    if not isinstance(t, torch.Tensor):
        return str(t)
    strides = "" if t.is_contiguous() else "/" + ",".join(map(str, t.stride()))
    return f"{NAMES.get(t.dtype, t.dtype)}[{','.join(map(str, t.shape))}]{strides}{'g' if t.requires_grad else ''}"


def tensors(result):
    if isinstance(result, torch.Tensor):
        return [result]
    return [t for t in result if isinstance(t, torch.Tensor)] if isinstance(result, (tuple, list)) else []


def run(number):
    program = Program(number)
    base, _ = stats()
    print(f"program {number}")
    for _ in range(5 + program.r.below(26)):
        kind = program.r.of(KINDS)
        name = program.r.of(kind)
        torch.cuda.reset_peak_memory_stats()
        result = None
        try:
            result = RUNNERS[id(kind)](program, name)
            text = " ".join(show(t) for t in tensors(result))
        except (RuntimeError, IndexError, ValueError, TypeError, NotImplementedError) as error:
            text = f"{type(error).__name__}: {str(error).splitlines()[0]}"
        now, peak = stats()
        print(f"{name} {text} {now - base} {peak - base}")
        for t in tensors(result)[:2]:
            if t.numel() <= program.limit and t.dim() <= 5:
                program.keep(t)
        result = t = None
    sources = [t for t in program.pool if t.requires_grad and t.is_floating_point() and t.numel() > 0]
    torch.cuda.reset_peak_memory_stats()
    if sources:
        try:
            torch.autograd.backward([t.float().sum() for t in sources])
            text = " ".join(show(t.grad) if t.grad is not None else "-" for t in program.leaves)
        except RuntimeError as error:
            text = f"RuntimeError: {str(error).splitlines()[0]}"
            time.sleep(0.05)  # the engine's thread lets go of what it holds
        sources = t = None
        now, peak = stats()
        print(f"backward {text} {now - base} {peak - base}")


def warm_up():
    """cuBLAS takes its workspaces, in the thread of backward too."""
    for dtype in (torch.float32, torch.float16):
        x = torch.empty(8, 8, device="cuda", dtype=dtype, requires_grad=True)
        F.linear(x @ x, x, x[0]).sum().backward()


if __name__ == "__main__":
    first, count = int(sys.argv[1]), int(sys.argv[2])
    warm_up()
    for number in range(first, first + count):
        run(number)
