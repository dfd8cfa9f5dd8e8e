# pad_sequence copies each sequence into a filled tensor.
import torch
from torch.nn.utils.rnn import pad_sequence
from stage import stage

for batch_first in (True, False):
    for side in ("right", "left"):
        sequences = [torch.randn(n, 8, device="cuda", requires_grad=True) for n in (100, 50, 7)]
        stage("sequences")
        padded = pad_sequence(sequences, batch_first=batch_first, padding_side=side)
        print(padded.shape, padded.stride(), padded.dtype)
        stage("padded")
        padded.sum().backward()
        stage("backward")
        print(sequences[1].grad.shape)
try:
    pad_sequence([torch.zeros(2, 3), torch.zeros(2, 4)])
except RuntimeError as e:
    print(e)
