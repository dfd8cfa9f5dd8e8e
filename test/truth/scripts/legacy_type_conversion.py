# `.type(torch.cuda.FloatTensor)` moves to the device of the type, whether given as a class or by its name.
import torch

for to in (torch.cuda.FloatTensor, torch.cuda.HalfTensor, torch.FloatTensor, torch.LongTensor, torch.float64, "torch.cuda.LongTensor",
           "torch.DoubleTensor", torch.Tensor, "torch.Tensor"):
    for x in (torch.zeros(2), torch.zeros(2, device="cuda"), torch.zeros(2, dtype=torch.long)):
        before = torch.cuda.memory_allocated()
        try:
            y = x.type(to)
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)
            continue
        print(to, x.type(), y.type(), y.device, y is x, torch.cuda.memory_allocated() - before)
        del y
