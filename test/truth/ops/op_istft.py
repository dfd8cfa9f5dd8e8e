import torch

from truth import T, case

case('istft#0', torch.istft, T((10, 2), 'complex64', True), n_fft=10)
case('istft#1', torch.istft, T((6, 3), 'complex64', True), n_fft=6, onesided=False)
case('istft#2', torch.istft, T((6, 4), 'complex64', True), n_fft=10, onesided=True)
case('istft#3', torch.istft, T((10, 10, 6), 'complex64', True), n_fft=10, center=False)
