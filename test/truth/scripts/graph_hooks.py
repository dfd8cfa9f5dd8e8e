# Hooks that keep outputs or gradients keep memory; removing what they filled frees it.
import torch
from torch import nn
from stage import stage

model = nn.Sequential(nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU()).cuda()
x = torch.randn(2048, 512, device="cuda")
features = {}


def keep(name):
    def hook(module, args, output):
        features[name] = output.detach()

    return hook


handles = [layer.register_forward_hook(keep(str(i))) for i, layer in enumerate(model)]
with torch.no_grad():
    model(x)
stage("features kept")
print(sorted(features), [tuple(f.shape) for f in features.values()])
for h in handles:
    h.remove()
features.clear()
stage("cleared")
gradients = []
model[0].weight.register_hook(lambda g: gradients.append(g))
model[2].register_full_backward_hook(lambda m, gi, go: gradients.extend(go))
y = model(x)
stage("forward")
y.sum().backward()
stage("backward with hooks")
gradients.clear()
stage("gradients dropped")
model.zero_grad()
h = model[0](x)
h.retain_grad()
model[1:](h).sum().backward()
stage("retain_grad")
model[3].register_forward_pre_hook(lambda m, args: (args[0] * 2,))
y = model(x)
stage("pre hook")
