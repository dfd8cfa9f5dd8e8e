"""Prints the accounts of cases.json as PyTorch has them, one JSON line per case.

    PYTHONPATH=../../truth python record.py > expected.jsonl      (recorded as test/truth/README.md says)
"""
import json
import pathlib
import re
import subprocess
import sys

import torch
import torch.nn.functional as F
import models
from model_truth import account, default_loss

HERE = pathlib.Path(__file__).parent


def tensor(spec, sizes):
    dtype, dims = re.fullmatch(r"(\w+)\[(.*)\]", spec).groups()
    return torch.empty(eval(f"({dims},)", dict(sizes)), dtype=getattr(torch, dtype), device="cuda")


def run(name, case):
    expression = case["model"].split("::")[1]
    sizes = case["sizes"]
    names = list(case["inputs"])
    options = {key: case[key] for key in ("mode", "precision", "accumulate", "steps") if key in case}
    optimizer = case.get("optimizer", "AdamW()")
    call = re.fullmatch(r"(\w+)(?:\((.*)\))?", optimizer)
    options["optimizer"] = (None, {}) if optimizer == "none" else (call[1], eval(f"dict({call[2] or ''})"))
    if "call" in case:
        options["call"] = eval(f"lambda model, {', '.join(names)}: {case['call']}")
    if "loss" in case:
        options["loss"] = eval(f"lambda output: {case['loss']}", {"F": F, "torch": torch})

    def build():
        model = eval(expression, vars(models))
        return model() if isinstance(model, type) else model

    account(name, build, lambda: tuple(tensor(spec, sizes) for spec in case["inputs"].values()), **options)


cases = json.loads((HERE / "cases.json").read_text())
if len(sys.argv) > 1:
    run(sys.argv[1], cases[sys.argv[1]])
else:
    for name in cases:
        # A process for each: the allocator's history is part of the figures.
        subprocess.run([sys.executable, __file__, name], check=True)
