# Which in-place operators refuse a tensor whose elements share their memory: those that write one value may write it twice.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
y = torch.empty(3, 4, device="cuda")
i = torch.zeros(3, 4, dtype=torch.long, device="cuda")
j = torch.zeros(3, dtype=torch.long, device="cuda")
changes = {
    "copy_": lambda x: x.copy_(y),
    "zero_": lambda x: x.zero_(),
    "fill_": lambda x: x.fill_(1),
    "add_": lambda x: x.add_(1),
    "normal_": lambda x: x.normal_(),
    "uniform_": lambda x: x.uniform_(),
    "bernoulli_": lambda x: x.bernoulli_(0.5),
    "exponential_": lambda x: x.exponential_(),
    "random_": lambda x: x.random_(),
    "scatter_": lambda x: x.scatter_(0, i, 1),
    "scatter_add_": lambda x: x.scatter_add_(0, i, y),
    "index_add_": lambda x: x.index_add_(0, j, y),
    "index_copy_": lambda x: x.index_copy_(0, j, y),
    "index_fill_": lambda x: x.index_fill_(0, j, 1.),
    "masked_fill_": lambda x: x.masked_fill_(y>0, 1),
    "index_put_": lambda x: x.index_put_((j, ), y),
    "masked_scatter_": lambda x: x.masked_scatter_(y>0, y),
    "clamp_": lambda x: x.clamp_(0),
    "relu_": lambda x: x.relu_(),
    "sqrt_": lambda x: x.sqrt_(),
    "sort_out": lambda x: torch.sort(y, out=(x, i)),
    "mul_": lambda x: x.mul_(y),
    "dropout_": lambda x: torch.dropout_(x, 0.5, True),
    "lerp_": lambda x: x.lerp_(y, 0.5),
    "addcmul_": lambda x: x.addcmul_(y, y),
    "tril_": lambda x: x.tril_(),
    "cumsum_": lambda x: x.cumsum_(0),
    "setitem_one_row": lambda x: x.__setitem__(0, 1.),
    "setitem_one_column": lambda x: x.__setitem__((slice(None), 0), y[:, 0]),
    "setitem_all": lambda x: x.__setitem__(slice(None), y),
    "put_": lambda x: x.put_(i, y),
    "scatter_reduce_": lambda x: x.scatter_reduce_(0, i, y, "sum"),
    "fill_diagonal_": lambda x: x.fill_diagonal_(1),
    "addmm_": lambda x: x.addmm_(torch.empty(3, 2, device="cuda"), torch.empty(2, 4, device="cuda")),
    "logical_not_": lambda x: x.logical_not_(),
    "renorm_": lambda x: x.renorm_(2, 0, 1.),
    "erfinv_": lambda x: x.erfinv_(),
    "hardtanh_": lambda x: F.hardtanh_(x),
    "leaky_relu_": lambda x: F.leaky_relu_(x),
    "elu_": lambda x: F.elu_(x),
    "rrelu_": lambda x: torch.rrelu_(x, training=True),
    "celu_": lambda x: torch.celu_(x),
    "sign_": lambda x: x.sign_(),
    "copy_of_itself": lambda x: x.copy_(x),
    "log_normal_": lambda x: x.log_normal_(),
    "geometric_": lambda x: x.geometric_(0.5),
    "cauchy_": lambda x: x.cauchy_(),
    "random_below": lambda x: x.random_(3),
    "bernoulli_tensor": lambda x: x.bernoulli_(y),
    "polygamma_": lambda x: x.polygamma_(1),
    "baddbmm_": lambda x: x.unsqueeze(0).baddbmm_(torch.empty(1, 3, 2, device="cuda"), torch.empty(1, 2, 4, device="cuda")),
}
for name, change in changes.items():
    try:
        change(torch.empty(3, 1, device="cuda").expand(3, 4))
        print(name, "is done")
    except Exception as error:
        print(name, type(error).__name__, str(error))

leaf = torch.empty(3, 1, device="cuda", requires_grad=True)
rows = (leaf * 1).expand(3, 4)
rows.zero_()
try:
    rows.sum().backward()
except RuntimeError as error:
    print("backward", error)
