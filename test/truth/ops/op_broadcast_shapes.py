import torch

from truth import T, case

case('broadcast_shapes#0', torch.broadcast_shapes, (), ())
case('broadcast_shapes#1', torch.broadcast_shapes, (5,), ())
case('broadcast_shapes#2', torch.broadcast_shapes, (5, 1), (5,))
case('broadcast_shapes#3', torch.broadcast_shapes, (5, 1), 5)
