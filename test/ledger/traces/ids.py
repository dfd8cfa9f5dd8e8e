"""What could tell how often the machine ran: ids, hashes, counters, clocks, names."""
import itertools
import random
import tempfile
import threading
import time
import uuid
import warnings

import torch
from torch import nn


class A:
    pass


a, b = A(), A()
print(repr(a) == repr(a), id(a) != id(b), hash(a) != hash(b))
print(threading.current_thread().name, threading.active_count())
t = threading.Thread(target=lambda: print(threading.current_thread().name))
t.start()
t.join()
print(time.perf_counter() >= 0, random.random() == random.random())
print(torch.nn.utils.parametrizations.weight_norm(nn.Linear(2, 2)).parametrizations.weight)
handle = torch.empty(2, requires_grad=True).register_hook(print)
print(type(handle).__name__)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('default')
    for _ in range(3):
        warnings.warn('once per place')
print(len(caught))
warnings.warn('told at each run')
