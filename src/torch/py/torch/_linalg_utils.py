"""Functions that `torch.linalg` has replaced."""


def _gone(name, instead):
    def removed(*args, **kwargs):
        raise RuntimeError(f"This function was deprecated since version 1.9 and is now removed.\n`torch.{name}` is deprecated in favor of "
                           f"`torch.linalg.{instead}`.")

    return removed


matrix_rank = _gone("matrix_rank", "matrix_rank")
solve = _gone("solve", "solve")
eig = _gone("eig", "eig")
symeig = _gone("symeig", "eigh")
lstsq = _gone("lstsq", "lstsq")
cholesky = _gone("cholesky", "cholesky")
qr = _gone("qr", "qr")
