# The extremes of known numbers, and their places, are known: sizes are made of them.
import torch

lengths = torch.tensor([5, 9, 7, 9])
row = torch.tensor([[3.5, -1.0]])
print(lengths.amax().item(), lengths.amin(0).item(), row.amax((0, 1)).item(), row.amin(1, keepdim=True).item())
value, place = lengths.max(0)
print(value.item(), place.item(), [t.item() for t in row.min(1)], [t.item() for t in lengths.aminmax()])
print(lengths.argmax().item(), lengths.argmin().item(), row.argmin(1).item(), row.T.argmax().item())
x = torch.ones(lengths.amax().item(), lengths.argmax().item() + 300, device="cuda")
print(x.shape, torch.cuda.memory_allocated())
