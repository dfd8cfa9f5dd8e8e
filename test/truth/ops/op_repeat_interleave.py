import torch

from truth import T, case

case('repeat_interleave#0', torch.repeat_interleave, T((), 'float32', True), repeats=2)
case('repeat_interleave#1', torch.repeat_interleave, T((2, 3, 4), 'float32', True), repeats=2)
case('repeat_interleave#2', torch.repeat_interleave, T((2, 3, 4), 'float32', True), repeats=2, dim=1)
case('repeat_interleave#4', torch.repeat_interleave, T((4, 1), 'float32', True), repeats=T((4,), 'int64', False, fill=3), dim=0, output_size=6)
