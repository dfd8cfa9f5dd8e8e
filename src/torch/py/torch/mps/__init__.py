"""Apple's GPU: not there."""

from torch._absent_device import *
