# A closure keeps what it captures; default arguments and partials too.
import functools
import torch
from stage import stage


def outer():
    big = torch.empty(1000, 1000, device="cuda")
    small = torch.empty(1000, device="cuda")

    def inner(k):
        return small * k

    return inner


f = outer()
stage("captures only small")


def outer_both():
    big = torch.empty(1000, 1000, device="cuda")
    return lambda k: big[:k]


g = outer_both()
stage("captures big")
h = g(3)
del g
stage("a slice keeps the storage")
del h
stage("slice gone")
p = functools.partial(torch.add, torch.empty(500, 500, device="cuda"))
stage("partial")
q = p(1)
del p
stage("partial gone")


def default(t=torch.empty(700, 700, device="cuda")):
    return t


stage("default argument")
del default
stage("function gone")
counter = []


def generator():
    held = torch.empty(800, 800, device="cuda")
    yield 1
    yield held.sum()


gen = generator()
next(gen)
stage("suspended generator")
gen.close()
stage("closed generator")
gen = generator()
next(gen)
del gen
stage("dropped generator")
