# Arrays become tensors and back; batches cut from an array at random places, as language models are trained.
import numpy as np
import torch
from stage import stage


def show(t):
    print(type(t).__name__, tuple(t.shape), t.dtype)


a = np.zeros((2, 3), dtype=np.float32)
for t in (torch.tensor(a), torch.as_tensor(a), torch.from_numpy(a), torch.Tensor(a), torch.tensor([np.zeros(3), np.ones(3)]),
          torch.zeros(3).numpy(), np.asarray([torch.zeros(2).numpy()] * 3), np.concatenate([torch.zeros(3).numpy()] * 2),
          torch.zeros(4)[np.array([0, 1])], torch.from_numpy(np.random.rand(3, 64, 64)).float()):
    show(t)
print(torch.arange(3).numpy().tolist(), torch.from_numpy(np.arange(4)[1:]).tolist())
for wrong in (lambda: torch.zeros(2, device="cuda").numpy(), lambda: torch.zeros(2, requires_grad=True).numpy(), lambda: torch.from_numpy([1])):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, e)
data = np.random.randint(0, 1000, size=10000).astype(np.uint16)
ix = torch.randint(len(data) - 64, (4,))
x = torch.stack([torch.from_numpy((data[i:i + 64]).astype(np.int64)) for i in ix]).pin_memory().to("cuda", non_blocking=True)
show(x)
stage("batch")
print(sorted(torch.randperm(5).tolist()))
