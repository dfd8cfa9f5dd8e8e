"""TensorBoard's writers, which write nothing."""

from torch.utils.tensorboard import FileWriter, RecordWriter, SummaryWriter  # noqa: F401
from _silent import member as _member

GlobalSummaryWriter = TorchVis = SummaryWriter


def __getattr__(name):
    return _member(__name__, name)
