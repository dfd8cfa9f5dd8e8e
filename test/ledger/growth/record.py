"""Prints what three steps of examples/gpt take at several sizes, a JSON line each, each in a process of its own: python record.py

Requested bytes: held by the graph after forward, and the peaks of the third step's phases; reserved bytes of all.
"""
import json
import os
import sys

import torch
import torch.nn.functional  # noqa: F401

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../examples/gpt"))
from model import GPT, GPTConfig  # noqa: E402


def requested():
    peak = torch.cuda.memory_stats()["requested_bytes.all.peak"]
    torch.cuda.reset_peak_memory_stats()
    return peak


def record(b, t):
    model = GPT(GPTConfig(vocab_size=512, block_size=128, n_layer=4, n_head=4, n_embd=128)).cuda()
    idx, targets = (torch.empty(b, t, dtype=torch.int64, device="cuda") for _ in range(2))
    optimizer = torch.optim.AdamW(model.parameters())
    reserved = 0
    for _ in range(3):
        requested()
        output = model(idx, targets)
        loss = output[1]
        line = {"peak_forward": requested()}
        loss.backward()
        line["peak_backward"] = requested()
        optimizer.step()
        line["peak_step"] = requested()
        model.zero_grad(set_to_none=True)
        line["peak_zero_grad"] = requested()
        reserved = max(reserved, torch.cuda.memory_stats()["reserved_bytes.all.peak"])
    line["optimizer_state"] = sum(s.numel() * s.element_size() for state in optimizer.state.values() for s in state.values() if s.is_cuda)
    print(json.dumps({"B": b, "T": t, **line, "reserved": reserved}), flush=True)


for b, t in [(b, 32) for b in range(1, 33)] + [(2, 64), (3, 48), (4, 96), (8, 128), (5, 33), (16, 100)]:
    child = os.fork()
    if child == 0:
        record(b, t)
        os._exit(0)
    os.waitpid(child, 0)
