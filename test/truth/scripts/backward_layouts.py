# Gradient kernels that choose by the layout of the gradient that comes, not by the input's: batch norm's sums, adaptive pools, log sigmoid.
import torch
import torch.nn.functional as F

from stage import stage

CL = torch.channels_last


def tensor(*sizes, dtype=torch.float32, grad=True):
    return torch.zeros(*sizes, device="cuda", dtype=dtype, requires_grad=grad)


def backward(name, y, *leaves, grad=None):
    """The gradient lies as `grad` does: by default it is one value for all."""
    y.backward(grad if grad is not None else torch.zeros((), device="cuda", dtype=y.dtype).expand(y.shape))
    stage(name)
    print([(tuple(t.grad.shape), t.grad.stride()) for t in leaves])


# Weight and bias want gradients, the input doesn't, or does; the input lies in channels_last, the gradient does or doesn't.
for needs in (False, True):
    for training in (False, True):
        for dense in (False, True):
            x = torch.zeros(4, 256, 40, 40, device="cuda", dtype=torch.half).contiguous(memory_format=CL).requires_grad_(needs)
            w, b = tensor(256), tensor(256)
            mean, variance = tensor(256, grad=False), tensor(256, grad=False)
            with torch.backends.cudnn.flags(enabled=False):
                y = F.batch_norm(x, mean, variance, w, b, training)
                backward(f"batch norm {needs} {training} {dense}", y, *([x] if needs else []), w, b, grad=torch.zeros_like(y) if dense else None)

x = tensor(2, 3, 32, 5)
y = F.batch_norm(x.transpose(2, 3)[:, :, ::2, ::2], None, None, tensor(3), tensor(3), True)
backward("batch norm of a strided input", y, x)

# Statistics of another type than the parameters are refused once the gradients are made.
x, w, b = tensor(2, 8, 10, 10, dtype=torch.bfloat16), tensor(8, dtype=torch.bfloat16), tensor(8, dtype=torch.bfloat16)
y = F.batch_norm(x, tensor(8, grad=False), tensor(8, grad=False), w, b, False)
try:
    y.sum().backward()
except RuntimeError as error:
    print(str(error).splitlines()[0])
stage("refused")

for size in ((2, 16, 12, 12), (16, 12, 12)):
    x = torch.zeros(*size, device="cuda", dtype=torch.half)
    x = (x.contiguous(memory_format=CL) if len(size) == 4 else x).requires_grad_()
    backward(f"adaptive average {len(size)}", F.adaptive_avg_pool2d(x, 3), x)

x = torch.zeros(2, 16, 3, 64, device="cuda").transpose(1, 2).requires_grad_()
y = F.logsigmoid(x * 1)
seen = []
y.register_hook(lambda grad: seen.append(grad.stride()))
h = x * 1
h.register_hook(lambda grad: seen.append(grad.stride()))
F.logsigmoid(h).sum().backward()
print(seen)
stage("log sigmoid")
