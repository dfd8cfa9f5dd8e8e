# Activations: which save their input, which their result, and what backward takes.
import torch
from torch import nn
from stage import stage


def check(name, layer, shape=(512, 1024)):
    layer = layer.cuda()
    w = torch.ones((), device="cuda", requires_grad=True)
    x = torch.randn(*shape, device="cuda") + w
    stage(f"{name} start")
    y = layer(x)
    del x
    stage(f"{name} result alive")
    y = y + 1
    stage(f"{name} result replaced")
    y.sum().backward()
    stage(f"{name} backward")


for layer in (nn.ReLU(), nn.ReLU(inplace=True), nn.ReLU6(), nn.LeakyReLU(), nn.LeakyReLU(0.1, inplace=True), nn.GELU(),
              nn.GELU("tanh"), nn.SiLU(), nn.Mish(), nn.Sigmoid(), nn.Tanh(), nn.Softplus(), nn.ELU(), nn.SELU(), nn.CELU(),
              nn.Hardswish(), nn.Hardsigmoid(), nn.Hardtanh(), nn.LogSigmoid(), nn.Softsign(), nn.Softmax(-1),
              nn.LogSoftmax(-1), nn.Tanhshrink(), nn.Threshold(0.1, 20), nn.PReLU(), nn.GLU(), nn.Identity(),
              nn.Dropout(0.5), nn.Dropout(0.0), nn.Dropout(0.5, inplace=True), nn.AlphaDropout(0.1)):
    check(repr(layer), layer)
check("Dropout2d", nn.Dropout2d(0.2), (8, 64, 32, 32))
check("Dropout eval", nn.Dropout(0.5).eval())
