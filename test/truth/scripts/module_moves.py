# Modules on the move: to, cpu, half, deepcopy, buffers, register, state_dict, ModuleList, ParameterList, weight replacement.
import copy
import torch
from torch import nn
from stage import stage


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1000, 10))
        self.register_buffer("table", torch.zeros(5000, 10))
        self.register_buffer("scratch", torch.zeros(100), persistent=False)
        self.plain = torch.zeros(10000)
        self.layers = nn.ModuleList(nn.Linear(100, 100) for _ in range(3))
        self.by_name = nn.ModuleDict({"a": nn.Conv2d(3, 8, 3), "b": nn.Identity()})
        self.extra = nn.ParameterList([nn.Parameter(torch.zeros(50, 50)) for _ in range(2)])


net = Net()
print(torch.cuda.memory_allocated())
net = net.to("cuda")
print(net.plain.device, len(net.state_dict()), sum(1 for _ in net.named_buffers()))
stage("moved")
other = copy.deepcopy(net)
stage("deep copy")
del other
net.half()
print(net.table.dtype)
stage("half")
net.float()
stage("float")
net.layers[0] = nn.Linear(10, 10).cuda()
stage("layer replaced")
net.layers[1].weight = nn.Parameter(torch.zeros(500, 100, device="cuda"))
stage("weight replaced")
net.layers.append(nn.Linear(100, 1000, device="cuda"))
stage("appended")
del net.by_name["a"]
stage("entry deleted")
net.table = torch.zeros(10, 10, device="cuda")
stage("buffer replaced")
with torch.no_grad():
    net.scale.copy_(torch.ones(1000, 10, device="cuda"))
    net.scale.data = torch.zeros(2000, 10, device="cuda")
stage("data replaced")
net.cpu()
stage("back on the cpu")
net.cuda()
print([name for name, _ in net.named_children()])
print(sum(p.numel() for p in net.parameters()))
stage("cuda again")
