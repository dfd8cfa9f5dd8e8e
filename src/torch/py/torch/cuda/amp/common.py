"""Whether mixed precision can be used at all."""

import torch


def amp_definitely_not_available():
    return not torch.cuda.is_available()
