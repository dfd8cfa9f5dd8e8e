import torch

from truth import T, case

case('equal#1', torch.equal, T((5,), 'float32', False), T((), 'float32', False))
case('equal#2', torch.equal, T((), 'float32', False), T((5,), 'float32', False))
case('equal#3', torch.equal, T((5, 1), 'float32', False), T((5,), 'float32', False))
case('equal#4', torch.equal, T((10, 5), 'float32', False), T((), 'float32', False))
