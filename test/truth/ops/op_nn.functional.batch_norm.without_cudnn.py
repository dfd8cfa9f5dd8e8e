import torch

from truth import T, case

case('nn.functional.batch_norm.without_cudnn#0', torch.nn.functional.batch_norm, T((5, 5, 5), 'float32', True), T((5,), 'float32', False), T((5,), 'float32', False), T((5,), 'float32', True), T((5,), 'float32', True), training=True, momentum=0.5, eps=0.6)
case('nn.functional.batch_norm.without_cudnn#1', torch.nn.functional.batch_norm, T((3, 2, 4), 'float32', True), T((2,), 'float32', False), T((2,), 'float32', False), T((2,), 'float32', True), T((2,), 'float32', True), training=False, momentum=-1.2)
case('nn.functional.batch_norm.without_cudnn#2', torch.nn.functional.batch_norm, T((3, 1), 'float32', True), T((1,), 'float32', False), T((1,), 'float32', False), T((1,), 'float32', True), T((1,), 'float32', True), training=True, momentum=0.0)
case('nn.functional.batch_norm.without_cudnn#3', torch.nn.functional.batch_norm, T((0,), 'float32', True), T((0,), 'float32', False), T((0,), 'float32', False), None, None, training=True)
