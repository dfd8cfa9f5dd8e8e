# second gradients: a gradient's norm back through normalization, convolutions, pooling, activations, padding, losses
import torch
from torch import nn
from stage import stage

F = nn.functional


def through(name, module, x):
    x = x.cuda().requires_grad_(True)
    y = module(x)
    g, = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)
    stage(name + " gradient")
    if not g.requires_grad:
        print(name, "has no second gradient")
        return
    g.flatten(1).norm(2, dim=1).mean().backward()
    stage(name + " second")


x = torch.randn(64, 8, 16, 16)
for name, module in dict(
    conv=nn.Conv2d(8, 16, 4, 2, 1), two=nn.Sequential(nn.Conv2d(8, 16, 4, 2, 1), nn.Conv2d(16, 16, 3)),
    depthwise=nn.Conv2d(8, 8, 3, groups=8), transposed=nn.ConvTranspose2d(8, 16, 4, 2, 1), transposed_groups=nn.ConvTranspose2d(8, 8, 3, groups=2),
    batch=nn.BatchNorm2d(8), batch_eval=nn.BatchNorm2d(8).eval(), batch_plain=nn.BatchNorm2d(8, affine=False),
    instance=nn.InstanceNorm2d(8, affine=True), instance_plain=nn.InstanceNorm2d(8), layer=nn.LayerNorm(16), layer_plain=nn.LayerNorm([16, 16], elementwise_affine=False),
    rms=nn.RMSNorm(16), prelu=nn.PReLU(8), linear=nn.Linear(16, 16), after=nn.Sequential(nn.Conv2d(8, 16, 3), nn.BatchNorm2d(16), nn.LeakyReLU(0.2, True)),
).items():
    through(name, module.cuda(), x)
for name, function in dict(
    gelu=F.gelu, gelu_tanh=lambda x: F.gelu(x, approximate="tanh"), silu=F.silu, softplus=F.softplus, elu=F.elu, celu=F.celu, selu=F.selu,
    hardswish=F.hardswish, glu=F.glu, logsigmoid=F.logsigmoid, leaky=lambda x: F.leaky_relu(x, 0.2), softmax=lambda x: x.softmax(1),
    max_pool=lambda x: F.max_pool2d(x, 2), avg_pool=lambda x: F.avg_pool2d(x, 2), adaptive=lambda x: F.adaptive_avg_pool2d(x, 4),
    adaptive_max=lambda x: F.adaptive_max_pool2d(x, 4), nearest=lambda x: F.interpolate(x, scale_factor=2), bilinear=lambda x: F.interpolate(x, scale_factor=2, mode="bilinear"),
    reflect=lambda x: F.pad(x, (1, 1, 1, 1), mode="reflect"), replicate=lambda x: F.pad(x, (1, 1, 1, 1), mode="replicate"),
    mse=lambda x: F.mse_loss(x, torch.zeros_like(x), reduction="none"), smooth_l1=lambda x: F.smooth_l1_loss(x, torch.zeros_like(x), reduction="none"),
    huber=lambda x: F.huber_loss(x, torch.zeros_like(x), reduction="none"),
    cross_entropy=lambda x: F.cross_entropy(x, torch.zeros(64, 16, 16, dtype=torch.long, device="cuda"), reduction="none"),
).items():
    through(name, function, x)
