# What setting a read-only attribute of a class written in C says: the class by its name in C
import collections
import torch

for make, name in (
    (collections.deque, "maxlen"), (lambda: torch.zeros(1), "shape"), (lambda: torch.float32, "is_complex"),
    (lambda: torch.device("cpu"), "type"), (lambda: torch.zeros(2, 3), "ndim"),
):
    for change in (lambda value: setattr(value, name, 1), lambda value: type(value).__dict__.get(name, type(value).__mro__[1].__dict__.get(name)).__set__(value, 1)):
        try:
            change(make())
        except Exception as error:
            print(name, type(error).__name__, error)
