# WGAN-GP: gradient penalty by double backward through conv, instance norm and leaky ReLU, two Adams, critic steps
import torch
from torch import nn, autograd
from stage import stage
G = nn.Sequential(nn.Linear(64, 128 * 16), nn.Unflatten(1, (128, 4, 4)), nn.ConvTranspose2d(128, 64, 4, 2, 1), nn.BatchNorm2d(64), nn.ReLU(True), nn.ConvTranspose2d(64, 3, 4, 2, 1), nn.Tanh()).cuda()
D = nn.Sequential(nn.Conv2d(3, 64, 4, 2, 1), nn.LeakyReLU(0.2, inplace=True), nn.Conv2d(64, 128, 4, 2, 1), nn.InstanceNorm2d(128, affine=True), nn.LeakyReLU(0.2), nn.Flatten(), nn.Linear(128 * 16, 1)).cuda()
og, od = torch.optim.Adam(G.parameters(), 1e-4, (0., .9)), torch.optim.Adam(D.parameters(), 1e-4, (0., .9))
def penalty(real, fake):
    alpha = torch.rand(real.size(0), 1, 1, 1, device='cuda')
    inter = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    d = D(inter)
    grads = autograd.grad(outputs=d, inputs=inter, grad_outputs=torch.ones_like(d), create_graph=True, retain_graph=True, only_inputs=True)[0]
    grads = grads.view(grads.size(0), -1)
    return ((grads.norm(2, dim=1) - 1) ** 2).mean()
stage('built')
for s in range(3):
    for p in D.parameters(): p.requires_grad_(True)
    for c in range(2):
        real = torch.randn(64, 3, 16, 16, device='cuda'); z = torch.randn(64, 64, device='cuda')
        fake = G(z).detach()
        gp = penalty(real, fake); stage(f'{s}.{c} gp')
        loss = D(fake).mean() - D(real).mean() + 10 * gp; stage(f'{s}.{c} fwd')
        od.zero_grad(); loss.backward(); stage(f'{s}.{c} bwd'); od.step(); stage(f'{s}.{c} step')
    for p in D.parameters(): p.requires_grad_(False)
    og.zero_grad(); lg = -D(G(torch.randn(64, 64, device='cuda'))).mean(); stage(f'{s} g fwd'); lg.backward(); stage(f'{s} g bwd'); og.step(); stage(f'{s} g step')
