"""Global hooks of modules, of tensors, of autograd."""
import torch
from torch import nn

calls = []
x = torch.randn(64, 64, device='cuda', requires_grad=True)
model = nn.Sequential(nn.Linear(64, 64), nn.ReLU()).cuda()
model(x).sum().backward()
print('before', calls, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated())
nn.modules.module.register_module_forward_hook(lambda m, i, o: calls.append(type(m).__name__))
nn.modules.module.register_module_forward_pre_hook(lambda m, i: calls.append('pre ' + type(m).__name__))
nn.modules.module.register_module_full_backward_hook(lambda m, gi, go: calls.append('back ' + type(m).__name__))
torch.optim.Optimizer.profile_hook_step = lambda self, f: f
model(x).sum().backward()
print('after', calls, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated())
keep = [torch.empty(1 << 20, device='cuda') for _ in range(3)]
keep[0].register_hook if False else None
print(torch.cuda.memory_allocated())
