"""Inner names of PyTorch's compiler side."""
