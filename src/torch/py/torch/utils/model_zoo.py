"""Pretrained weights under their old name."""

from torch.hub import load_state_dict_from_url as load_url, tqdm  # noqa: F401
