# A traceback holds its frames' locals; leaving the except block lets them go.
import torch
from stage import stage


def fails():
    big = torch.empty(2000, 1000, device="cuda")
    other = big * 2
    raise ValueError("no")


try:
    fails()
except ValueError as error:
    stage("inside except")
stage("after except")
kept = None
try:
    fails()
except ValueError as error:
    kept = error
stage("exception kept")
kept = None
stage("exception dropped")


def cleans():
    t = torch.empty(1000, 1000, device="cuda")
    try:
        u = t + 1
        return u
    finally:
        del t
        stage("in finally")


result = cleans()
stage("finally done")
for i in range(3):
    try:
        v = torch.empty(1000, 500, device="cuda")
        if i == 1:
            raise KeyError(i)
    except KeyError:
        pass
    else:
        del v
stage("loop with try")
try:
    torch.empty(3, 4, device="cuda") @ torch.empty(5, 6, device="cuda")
except RuntimeError as e:
    print(type(e).__name__)
stage("shape error caught")
