# files that another process wrote: whole modules, checkpoints with objects in them, the format of before PyTorch 1.6
# (`python load_whole_objects.py make` writes them anew)
import argparse, os, sys
import torch, torch.nn as nn

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'files')


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.fc = nn.Linear(width, width)
        self.register_buffer('scale', torch.ones(1))
        self.width = width

    def forward(self, x):
        return torch.relu(self.fc(x)) * self.scale


class Net(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.blocks = nn.ModuleList([Block(width) for _ in range(2)])
        self.head = nn.Sequential(nn.BatchNorm1d(width), nn.Linear(width, 4))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.head(x)


if 'make' in sys.argv:
    net = Net()
    adamw = torch.optim.AdamW(net.parameters(), lr=1e-3)
    net(torch.randn(4, 8)).sum().backward()
    adamw.step()
    torch.save(net, os.path.join(folder, 'whole_module.pt'))
    torch.save({'model': net.state_dict(), 'opt': adamw.state_dict(), 'args': argparse.Namespace(width=8, lr=0.1), 'epoch': 7},
               os.path.join(folder, 'checkpoint_with_args.pt'))
    torch.save(net.state_dict(), os.path.join(folder, 'legacy_state.pt'), _use_new_zipfile_serialization=False)
    sys.exit()

net = torch.load(os.path.join(folder, 'whole_module.pt'), weights_only=False, map_location='cuda')
print(type(net).__name__, sum(p.numel() for p in net.parameters()), next(net.parameters()).device, torch.cuda.memory_allocated())
y = net(torch.randn(16, 8, device='cuda'))
y.sum().backward()
print(y.shape, torch.cuda.memory_allocated(), torch.cuda.max_memory_allocated())
for name in ('whole_module.pt', 'checkpoint_with_args.pt'):
    try:
        torch.load(os.path.join(folder, name))
    except Exception as error:
        print(type(error).__name__, str(error).split('GLOBAL ')[1].split(' was')[0])
state = torch.load(os.path.join(folder, 'checkpoint_with_args.pt'), weights_only=False)
print(state['args'], state['epoch'])
other = Net(state['args'].width).cuda()
other.load_state_dict(state['model'])
adamw = torch.optim.AdamW(other.parameters())
adamw.load_state_dict(state['opt'])
print(torch.cuda.memory_allocated(), adamw.param_groups[0]['lr'])
with torch.serialization.safe_globals([argparse.Namespace]):
    print(torch.load(os.path.join(folder, 'checkpoint_with_args.pt'))['args'].lr)
legacy = torch.load(os.path.join(folder, 'legacy_state.pt'), map_location='cuda')
print(list(legacy)[:2], legacy['head.1.weight'].shape, legacy['head.1.weight'].device, torch.cuda.memory_allocated())
