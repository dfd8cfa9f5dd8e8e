# A convolution without a kernel is refused, on the CPU in these words.
import torch

for dims, kernel in ((1, (0,)), (2, (0, 0)), (2, (0, 2)), (3, (0, 0, 0)), (3, (1, 0, 2))):
    x = torch.zeros((1, 3) + (8,) * dims)
    convolve = getattr(torch.nn.functional, f'conv{dims}d')
    try:
        convolve(x, torch.zeros((4, 3) + kernel))
    except RuntimeError as error:
        print(error)
    try:
        convolve(x.cuda(), torch.zeros((4, 3) + kernel, device='cuda'))
    except RuntimeError:
        print('refused')
