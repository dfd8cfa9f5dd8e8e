"""The state of torch: defaults, modes, seeds, flags."""
import random

import torch

print(torch.get_default_dtype(), torch.is_grad_enabled(), torch.initial_seed(), torch.is_autocast_enabled())
print(torch.backends.cudnn.benchmark, torch.backends.cuda.matmul.allow_tf32, torch.are_deterministic_algorithms_enabled())
print(torch.cuda.current_device(), torch.empty(3).device, torch.is_anomaly_enabled(), torch.is_inference_mode_enabled())
print(torch.cuda.memory_allocated(), torch.cuda.memory_reserved(), torch.cuda.max_memory_allocated())
a = torch.empty(1 << 18, device='cuda')
print(torch.cuda.memory_allocated(), torch.cuda.memory_stats()['num_alloc_retries'])
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
torch.manual_seed(7)
random.seed(7)
torch.backends.cudnn.benchmark = True
torch.backends.cuda.matmul.allow_tf32 = True
torch.use_deterministic_algorithms(True)
torch.set_default_device('cuda')
torch.autograd.set_detect_anomaly(True)
torch.autocast('cuda', dtype=torch.bfloat16).__enter__()
torch.inference_mode().__enter__()
b = torch.ones(1 << 18)
print(b.dtype, b.device, torch.cuda.memory_allocated())
