# What stands for a device: text, bytes, an index; a number where a tensor could be is one; what is no device raises
import torch

x = torch.empty(3, device="cuda")
calls = {
    "to bytes": lambda: x.to(b"cpu"),
    "to float": lambda: x.to(1.5),
    "to bool": lambda: x.to(True),
    "to index": lambda: x.to(0),
    "to none": lambda: x.to(None),
    "empty bytes": lambda: torch.empty(2, device=b"cuda"),
    "empty float": lambda: torch.empty(2, device=1.5),
    "tensor bytes": lambda: torch.tensor([1.0], device=b"cpu"),
    "tensor float": lambda: torch.tensor([1.0], device=0.5),
    "as_tensor float": lambda: torch.as_tensor([1.0], device=0.5),
    "new_tensor float": lambda: x.new_tensor([1.0], device=0.5),
    "cuda bytes": lambda: x.cuda(b"cuda"),
    "cuda float": lambda: x.cuda(1.5),
    "keyword bytes": lambda: x.to(device=b"cpu"),
}
for name, call in calls.items():
    try:
        made = call()
        print(name, made.device.type, made.dtype, tuple(made.shape))
    except TypeError as error:
        print(name, error)
