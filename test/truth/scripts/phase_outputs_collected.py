# Outputs collected over an epoch: on the device, moved to the host, and joined at the end.
import torch
from small_models import Perceptron
from stage import stage

model = Perceptron().cuda().eval()
kept, moved, hidden = [], [], []
model.layers[1].register_forward_hook(lambda module, args, output: hidden.append(output.detach()))
with torch.no_grad():
    for i in range(4):
        out = model(torch.randn(3000, 512, device="cuda"))
        kept.append(out)
        moved.append(out.cpu())
        stage(f"batch {i}")
joined = torch.cat(kept)
stage("joined")
kept.clear()
stage("cleared")
features = torch.cat(hidden)
hidden.clear()
stage("features")
print(joined.shape, features.shape, torch.cat(moved).shape)
