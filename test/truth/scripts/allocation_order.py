# The order in which kernels allocate results and copies, of permuted, sliced and plain inputs: it shows in the layout of the segments.
import gc

import torch
import torch.nn.functional as F


def lay():
    out = []
    for s in torch.cuda.memory_snapshot():
        out.append(s['segment_type'][0] + str(s['total_size'] >> 20) + ':' + ' '.join(('A' if b['state'] == 'active_allocated' else 'f') + str(b['size']) for b in s['blocks']))
    return '|'.join(sorted(out))


def nc(*shape, dtype=torch.float32):  # a tensor whose dimensions are in another order in memory
    return torch.zeros(*reversed(shape), device='cuda', dtype=dtype).permute(*reversed(range(len(shape))))


def sl(*shape, dtype=torch.float32):  # a slice
    return torch.zeros(*shape[:-1], shape[-1] * 2, device='cuda', dtype=dtype)[..., ::2]


def c(*shape, dtype=torch.float32):
    return torch.zeros(*shape, device='cuda', dtype=dtype)


S = (8, 24, 40)
CASES = {}
for kind, mk in (('perm', nc), ('slice', sl), ('plain', c)):
    one = {
        'softmax': lambda x: x.softmax(-1),
        'softmax1': lambda x: x.softmax(1),
        'log_softmax': lambda x: x.log_softmax(-1),
        'layer_norm': lambda x: F.layer_norm(x, (40,)),
        'sum': lambda x: x.sum(-1),
        'mean': lambda x: x.mean((0, 1)),
        'max': lambda x: x.max(-1)[0],
        'amax': lambda x: x.amax(1),
        'cumsum': lambda x: x.cumsum(1),
        'var': lambda x: x.var(-1),
        'norm': lambda x: x.norm(dim=-1),
        'topk': lambda x: x.topk(3)[0],
        'sort': lambda x: x.sort(-1)[0],
        'gelu': lambda x: F.gelu(x),
        'silu': lambda x: F.silu(x),
        'relu': lambda x: F.relu(x),
        'glu': lambda x: F.glu(x),
        'dropout': lambda x: F.dropout(x, 0.5),
        'normalize': lambda x: F.normalize(x, dim=-1),
        'logsumexp': lambda x: x.logsumexp(-1),
        'gather': lambda x: x.gather(1, torch.zeros(8, 5, 40, dtype=torch.int64, device='cuda')),
        'index_select': lambda x: x.index_select(1, torch.zeros(5, dtype=torch.int64, device='cuda')),
        'flip': lambda x: x.flip(1),
        'roll': lambda x: x.roll(1, 1),
        'cat': lambda x: torch.cat([x, x], 1),
        'stack': lambda x: torch.stack([x, x]),
        'pad': lambda x: F.pad(x, (1, 1)),
        'repeat': lambda x: x.repeat(2, 1, 1),
        'expand': lambda x: x[:, None].expand(8, 3, 24, 40).contiguous(),
        'clone': lambda x: x.clone(),
        'reshape': lambda x: x.reshape(-1),
        'to16': lambda x: x.half(), 
        'bmm': lambda x: torch.bmm(x, x.transpose(1, 2)),
        'matmul': lambda x: x @ torch.zeros(40, 16, device='cuda'),
        'matmul_t': lambda x: x @ torch.zeros(16, 40, device='cuda').t(),
        'linear': lambda x: F.linear(x, torch.zeros(16, 40, device='cuda'), torch.zeros(16, device='cuda')),
        'einsum': lambda x: torch.einsum('bij,bkj->bik', x, x),
        'einsum2': lambda x: torch.einsum('bij,bik->bjk', x, x),
        'einsum3': lambda x: torch.einsum('bij,jk->bki', x, torch.zeros(40, 7, device='cuda')),
        'baddbmm': lambda x: torch.baddbmm(torch.zeros(8, 24, 24, device='cuda'), x, x.transpose(1, 2)),
        'cdist': lambda x: torch.cdist(x, x),
        'conv1d': lambda x: F.conv1d(x, torch.zeros(16, 24, 3, device='cuda')),
        'avg1': lambda x: F.avg_pool1d(x, 2),
        'max1': lambda x: F.max_pool1d(x, 2),
        'adapt1': lambda x: F.adaptive_avg_pool1d(x, 4),
        'interp': lambda x: F.interpolate(x, scale_factor=2),
        'group_norm': lambda x: F.group_norm(x, 4),
        'batch_norm': lambda x: F.batch_norm(x, None, None, training=True),
        'instance_norm': lambda x: F.instance_norm(x),
        'rms': lambda x: F.rms_norm(x, (40,)),
        'where': lambda x: torch.where(x > 0, x, 0.0),
        'masked_fill': lambda x: x.masked_fill(x > 0, 0.0),
        'clamp': lambda x: x.clamp(0, 1),
        'pow': lambda x: x ** 3,
        'tril': lambda x: x.tril(),
        'prod': lambda x: x.prod(-1),
        'outer': lambda x: x[..., None] * x[..., None, :],
        'mse': lambda x: F.mse_loss(x, x.detach() * 1),
        'l1': lambda x: F.smooth_l1_loss(x, torch.zeros_like(x)),
        'bce': lambda x: F.binary_cross_entropy_with_logits(x, torch.zeros_like(x)),
        'ce': lambda x: F.cross_entropy(x, torch.zeros(8, 40, dtype=torch.int64, device='cuda')),
        'kl': lambda x: F.kl_div(x, torch.zeros_like(x)),
        'index': lambda x: x[:, torch.zeros(5, dtype=torch.int64, device='cuda')],
        'index2': lambda x: x[torch.zeros(5, dtype=torch.int64, device='cuda'), :, torch.zeros(5, dtype=torch.int64, device='cuda')],
        'sdpa': lambda x: F.scaled_dot_product_attention(x[:, None], x[:, None], x[:, None]),
        'prelu': lambda x: F.prelu(x, torch.zeros(24, device='cuda')),
        'unfold': lambda x: x.unfold(2, 5, 2).contiguous(),
        'logcumsumexp': lambda x: x.logcumsumexp(1),
        'scatter': lambda x: x.scatter(1, torch.zeros(8, 5, 40, dtype=torch.int64, device='cuda'), 0.0),
        'lerp': lambda x: torch.lerp(x, x, 0.5),
        'addcmul': lambda x: torch.addcmul(x, x, x),
        'softplus': lambda x: F.softplus(x),
        'elu': lambda x: F.elu(x),
        'hardswish': lambda x: F.hardswish(x),
        'mish': lambda x: F.mish(x),
        'logsigmoid': lambda x: F.logsigmoid(x),
    }
    for n, f in one.items():
        CASES[f'{n} {kind}'] = (f, mk, S)
    four = {
           'conv2d': lambda x: F.conv2d(x, torch.zeros(8, 6, 3, 3, device='cuda')),
        'max2': lambda x: F.max_pool2d(x, 2),
        'avg2': lambda x: F.avg_pool2d(x, 2),
        'up': lambda x: F.interpolate(x, scale_factor=2, mode='bilinear'),
        'upn': lambda x: F.interpolate(x, scale_factor=2),
           'bn2': lambda x: F.batch_norm(x, torch.zeros(6, device='cuda'), torch.ones(6, device='cuda'), training=True),
        'gn2': lambda x: F.group_norm(x, 3),
        'ps': lambda x: F.pixel_unshuffle(x, 2),
        'unf': lambda x: F.unfold(x, 3),
        'adapt2': lambda x: F.adaptive_avg_pool2d(x, 1),
        'convt': lambda x: F.conv_transpose2d(x, torch.zeros(6, 8, 3, 3, device='cuda')),
           'sdpa4': lambda x: F.scaled_dot_product_attention(x, x, x),
        'dw': lambda x: F.conv2d(x, torch.zeros(6, 1, 3, 3, device='cuda'), groups=6),
        'grid': lambda x: F.grid_sample(x, torch.zeros(4, 5, 5, 2, device='cuda')),
        'reflect': lambda x: F.pad(x, (1, 1, 1, 1), mode='reflect'),
        'soft2d': lambda x: x.softmax(1),
        'ln4': lambda x: F.layer_norm(x, (16,)),
        'adaptmax': lambda x: F.adaptive_max_pool2d(x, 2),
        'mm4': lambda x: x @ x.transpose(-1, -2),
        'flat': lambda x: x.flatten(2),
        'perm': lambda x: x.permute(0, 2, 3, 1).contiguous(),
        'd2': lambda x: F.dropout2d(x, 0.5),
    }
    for n, f in four.items():
        CASES[f'{n} {kind}'] = (f, mk, (4, 6, 16, 16))
for name, (f, mk, shape) in CASES.items():
    for grad in (False, True):
        gc.collect(); torch.cuda.empty_cache()
        x = mk(*shape)
        leaf = x
        try:
            if grad:
                x = x.detach().requires_grad_()
            y = f(x)
            print(name, grad, 'F', lay())
            if grad:
                g = mk(*y.shape) if y.dim() > 1 and y.numel() < 10**7 else torch.zeros_like(y)
                h = torch.autograd.grad(y, x, g)
                print(name, 'B', lay())
        except RuntimeError as e:
            print(name, grad, str(e)[:60])
        x = y = g = h = leaf = None
