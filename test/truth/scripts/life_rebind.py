# x = f(x) frees the old tensor only after the new one is there, and only if nobody else holds it.
import torch
from stage import stage

x = torch.empty(1000, 1000, device="cuda")
stage("start")
x = x * 2
stage("rebound")
alias = x
x = x + 1
stage("alias keeps the old one")
del alias
stage("alias gone")
x = (x * 2) + (x * 3)
stage("two temporaries at once")
x = x.relu().sigmoid().tanh()
stage("a chain holds two at a time")
del x
stage("all gone")
