# cuDNN samples tensors of any strides but zeros: only what is expanded is copied
import torch, torch.nn.functional as F
def req(): 
    s = torch.cuda.memory_stats(); return s['requested_bytes.all.peak'], s['requested_bytes.all.current']
for h in (32, 4, 2, 1):
  for gg in (False, True):
    for kind in range(6):
        x = torch.zeros(1024, 1, h, h, device='cuda', requires_grad=True); g = torch.zeros(1024, 7, 7, 2, device='cuda', requires_grad=gg)
        if kind == 3: g = torch.zeros(1024, 7, 2, 7, device='cuda', requires_grad=gg).transpose(2, 3)
        y = F.grid_sample(x, g, mode='bilinear', align_corners=True)
        big = torch.ones(1024, 4, 7, 7, device='cuda')
        gr = [torch.ones_like(y), big[:, 1:2], torch.ones(1, device='cuda').expand_as(y), torch.ones_like(y), torch.ones(1024, 7, 7, 1, device='cuda').permute(0, 3, 1, 2), torch.ones(7, 7, 1, 1024, device='cuda').permute(3, 2, 0, 1)][kind]
        torch.cuda.reset_peak_memory_stats(); b = req()[1]
        y.backward(gr); r = req(); print(h, gg, kind, y.grad_fn.name(), r[0]-b, r[1]-b)
        del x, g, y, gr, big
for expanded in (False, True):
    x = torch.zeros(1, 4, 8, 8, device='cuda', requires_grad=True)
    z = x.expand(6, 4, 8, 8) if expanded else x.repeat(6, 1, 1, 1).to(memory_format=torch.channels_last)
    g = torch.zeros(6, 5, 5, 2, device='cuda', requires_grad=True)
    torch.cuda.reset_peak_memory_stats(); b = req()[1]
    y = F.grid_sample(z, g, align_corners=True); r = req(); print(y.stride(), r[0]-b, r[1]-b)
    torch.cuda.reset_peak_memory_stats(); b = req()[1]
    y.sum().backward(); r = req(); print(x.grad.stride(), r[0]-b, r[1]-b)
