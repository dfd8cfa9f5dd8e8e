"""safetensors' files by their headers: what they hold, where it will live, damaged ones."""
import os

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file

from stage import stage

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "files")
path = os.path.join(folder, "model.safetensors")
torch.zeros(1, device="cuda")
for device in ("cpu", "cuda", 0):
    tensors = load_file(path, device=device)
    print({name: (tuple(t.shape), t.dtype, str(t.device)) for name, t in sorted(tensors.items())})
    stage(f"on {device}")
with safe_open(path, framework="pt", device="cuda") as f:
    print(sorted(f.keys()), f.metadata())
    one = f.get_tensor("a.bias")
    part = f.get_slice("a.weight")
    print(one.shape, part.get_shape(), part.get_dtype(), part[2:5].shape)
    stage("one tensor")
for name in ("short", "nojson", "overlap", "huge", "tiny", "nowhere"):
    try:
        load_file(os.path.join(folder, f"{name}.safetensors"))
    except Exception as error:
        print(name, type(error).__name__, str(error).replace(folder, ""))
stage("end")
