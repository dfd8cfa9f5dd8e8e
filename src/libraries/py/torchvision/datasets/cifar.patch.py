"""After torchvision.datasets.cifar: what would have to be downloaded is there as its authors describe it, without its pixels."""

import torch as _torch
from _host import unknown as _unknown

_NAMES = ["airplane", "automobile", "bird", "cat", "deer", "dog", "frog", "horse", "ship", "truck"]
_read_init = CIFAR10.__init__
# Where they have been put.
_described = set()


def _described_init(self, root, train=True, transform=None, target_transform=None, download=False):
    VisionDataset.__init__(self, root, transform=transform, target_transform=target_transform)
    folder = os.path.join(self.root, self.base_folder)
    if folder not in _described and (not download or self._check_integrity()):
        _read_init(self, root, train, transform, target_transform, download)
        return
    fine = isinstance(self, CIFAR100)
    count = 50_000 if train else 10_000
    if folder not in _described:
        _described.add(folder)
        _torch._C._assume(f"CIFAR-{100 if fine else 10} is not downloaded here: its images of 32 x 32 are taken without their pixels")
    self.train = train
    self.data = np.empty((count, 32, 32, 3), dtype=np.uint8)
    self.targets = [int(_torch.empty((), dtype=_torch.int64))] * count
    self.classes = [_unknown("the name of a class of CIFAR-100") for _ in range(100)] if fine else _NAMES
    self.class_to_idx = _unknown("the names of the classes of CIFAR-100") if fine else {name: i for i, name in enumerate(_NAMES)}


CIFAR10.__init__ = _described_init
