"""Updates as functions."""

from torch.optim.adadelta import adadelta  # noqa: F401
from torch.optim.adagrad import adagrad  # noqa: F401
from torch.optim.adam import adam  # noqa: F401
from torch.optim.adamax import adamax  # noqa: F401
from torch.optim.adamw import adamw  # noqa: F401
from torch.optim.nadam import nadam  # noqa: F401
from torch.optim.radam import radam  # noqa: F401
from torch.optim.rmsprop import rmsprop  # noqa: F401
from torch.optim.rprop import rprop  # noqa: F401
from torch.optim.sgd import sgd  # noqa: F401
