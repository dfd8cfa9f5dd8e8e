"""Nothing of PyTorch's old Python functions is left."""
