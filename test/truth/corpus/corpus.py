"""One pass of one model of a library's registry, printed as a line of JSON: the same script under PyTorch on CUDA and under
the abstract machine (`vram-ledger run`).

A line has the model's name, its count of parameters and bytes of buffers, the shapes and dtypes of its output, and the bytes
requested at the forward's peak, at its end, and at the backward's peak, less what was there before the forward. Where a part
fails, the line has the error in its place. Names given as arguments select models; a name that starts with "-" is the first
to be left out, with all before it. What is printed on standard error tells which model is at work.
"""
import dataclasses
import gc
import json
import sys
import warnings

import torch

warnings.simplefilter("ignore")
arguments = sys.argv[1:]


def quick_initialisation():
    """Values are of no interest: PyTorch need not draw numbers for parameters. Sizes are as they would be."""
    def zeros(self, *args, **kwargs):
        return self.zero_()

    for name in ("normal_", "uniform_"):
        setattr(torch.Tensor, name, zeros)


def wanted(names):
    """The names that the arguments select, in order."""
    after = [name[1:] for name in arguments if name.startswith("-")]
    chosen = {name for name in arguments if not name.startswith("-")}
    names = sorted(set(names))
    if after:
        names = names[names.index(after[-1]) + 1:] if after[-1] in names else names
    return [name for name in names if not chosen or name in chosen]


def tensors_in(value, seen=None):
    """The tensors in nested lists, tuples, dicts and dataclass-like outputs, in order, each once."""
    seen = set() if seen is None else seen
    if isinstance(value, torch.Tensor):
        if id(value) in seen:
            return []
        seen.add(id(value))
        return [value]
    if isinstance(value, (list, tuple)):
        return [t for item in value for t in tensors_in(item, seen)]
    if isinstance(value, dict):
        return [t for item in value.values() for t in tensors_in(item, seen)]
    if dataclasses.is_dataclass(value):
        return [t for field in dataclasses.fields(value) for t in tensors_in(getattr(value, field.name), seen)]
    return []


def requested():
    """[peak, current] of the bytes requested."""
    stats = torch.cuda.memory_stats()
    return [stats.get(f"requested_bytes.all.{moment}", 0) for moment in ("peak", "current")]


def described(error):
    """The error's type and the first line of its text."""
    text = (str(error).strip() or "(no text)").splitlines()[0]
    return f"{type(error).__name__}: {text[:200]}"


def shape_of(tensor):
    return [str(tensor.dtype).replace("torch.", ""), *tensor.shape]


def measure(name, build, inputs, call, backward=True):
    result = {"model": name}
    stage = "build"
    model = output = tensors = loss = arguments = None
    try:
        model = build()
        result["parameters"] = sum(p.numel() for p in model.parameters())
        result["buffers"] = sum(b.numel() * b.element_size() for b in model.buffers())
        stage = "inputs"
        model.to("cuda")
        arguments = inputs(model)
        stage = "forward"
        torch.cuda.reset_peak_memory_stats()
        before = requested()[1]
        output = call(model, arguments)
        tensors = tensors_in(output)
        result["output"] = [shape_of(t) for t in tensors]
        result["forward"] = [figure - before for figure in requested()]
        if backward:
            stage = "backward"
            parts = [t for t in tensors if t.is_floating_point() and t.requires_grad]
            if parts:
                loss = parts[0].float().sum()
                for t in parts[1:]:
                    loss = loss + t.float().sum()
                parts = t = None
                torch.cuda.reset_peak_memory_stats()
                loss.backward()
                result["backward"] = requested()[0] - before
    except Exception as error:
        result["failed"] = stage
        result["error"] = described(error)
    del model, output, tensors, loss, arguments
    return result


def warm_up():
    """cuBLAS takes its workspaces once in a process: before the first model, whichever it is."""
    for dtype in (torch.float32, torch.bfloat16):
        layer = torch.nn.Linear(64, 64, device="cuda", dtype=dtype)
        x = torch.zeros(4, 16, 64, device="cuda", dtype=dtype, requires_grad=True)
        (layer(x) @ x.transpose(1, 2)).float().sum().backward()


def run(names, cases):
    """Prints the line of each wanted name; `cases(name)` gives the arguments of `measure` after the name."""
    warm_up()
    for name in wanted(names):
        print(name, file=sys.stderr, flush=True)
        torch.manual_seed(0)
        line = measure(name, *cases(name))
        print(json.dumps(line), flush=True)
        gc.collect()
        torch.cuda.empty_cache()
