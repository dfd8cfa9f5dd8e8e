"""After torchvision.datasets.mnist: what would have to be downloaded is there as its authors describe it, without its pixels."""

# The images for training and for the test; each has 28 x 28 pixels.
_COUNTS = {"MNIST": (60_000, 10_000), "FashionMNIST": (60_000, 10_000), "KMNIST": (60_000, 10_000)}
_read_check_exists, _read_load_data = MNIST._check_exists, MNIST._load_data
# Where they have been put.
_described = set()


def _described_name(self):
    return next(cls.__name__ for cls in type(self).__mro__ if cls.__name__ in _COUNTS)


def _described_download(self):
    if _read_check_exists(self):
        return
    _described.add(self.raw_folder)
    torch._C._assume(f"{_described_name(self)} is not downloaded here: its images of 28 x 28 are taken without their pixels")


def _described_check_exists(self):
    return self.raw_folder in _described or _read_check_exists(self)


def _described_load_data(self):
    if self.raw_folder not in _described:
        return _read_load_data(self)
    count = _COUNTS[_described_name(self)][0 if self.train else 1]
    return torch.empty((count, 28, 28), dtype=torch.uint8), torch.empty(count, dtype=torch.int64)


MNIST.download, MNIST._check_exists, MNIST._load_data = _described_download, _described_check_exists, _described_load_data
