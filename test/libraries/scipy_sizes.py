"""The sizes of what SciPy gives to a training loop: pairs of an assignment, filtered rewards, roots of matrices."""
import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy import linalg
import scipy.signal
import torch
i, j = linear_sum_assignment(np.random.rand(3, 5))
print(i, i.dtype, j.shape, j.dtype)
i, j = linear_sum_assignment(torch.rand(7, 2))
print(i.shape, j.shape)
i, j = linear_sum_assignment(np.zeros((4, 0)))
print(i.shape, j.shape)
try: linear_sum_assignment([1.0, 2.0])
except ValueError as e: print(e)
print(torch.as_tensor(j).dtype)
x = scipy.signal.lfilter([1], [1, float(-0.9)], np.ones(9, dtype=np.float32)[::-1], axis=0)[::-1]
print(x.shape, x.dtype)
print(linalg.sqrtm(np.eye(4)).shape)
print(linalg.dft(6).shape, linalg.dft(6).dtype)
cost = torch.rand(2, 10, 7)
pairs = [linear_sum_assignment(c[k]) for k, c in enumerate(cost.split([3, 4], -1))]
print([tuple(torch.as_tensor(side, dtype=torch.int64).shape for side in pair) for pair in pairs])
