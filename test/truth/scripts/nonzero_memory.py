"""What finding the true elements of a mask takes: within one block up to 4,096 elements, above it a sum of every block that the
device could run; also where how many they are is not known, as with the experts that a router chooses."""
import torch


def requested(moment):
    return torch.cuda.memory_stats().get(f"requested_bytes.all.{moment}", 0)


def took(text, function, *tensors):
    before = requested("current")
    torch.cuda.reset_peak_memory_stats()
    result = function(*tensors)
    print(text, requested("peak") - before)
    return result


for count in (1, 4096, 4097, 100_000):
    mask = torch.zeros(count, dtype=torch.bool, device="cuda")
    took(f"nonzero of {count}", torch.nonzero, mask)
    took(f"where of {count}", torch.where, mask)
    took(f"masked {count}", lambda: torch.zeros(count, 3, device="cuda")[mask])

_, chosen = torch.topk(torch.rand(16, 128, device="cuda"), 4, dim=-1)
hits = torch.nn.functional.one_hot(chosen, num_classes=128).permute(2, 1, 0)
took("experts", lambda: [0 for _ in torch.greater(hits.sum(dim=(-1, -2)), 0).nonzero()] and None)
