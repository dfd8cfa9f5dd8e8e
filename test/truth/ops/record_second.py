"""Records the second gradients of every case here: second.expected.gz.

    python test/truth/ops/record_second.py [SCRIPT…]

Run it by a CUDA build of PyTorch, on a machine that does nothing else: a figure is taken when the engine's thread has had
time to let go of what it holds. Each script runs in a process of its own (forked before the device is used), since the order in
which an engine runs nodes depends on how many each thread has made before. Bytes are left out where expected.jsonl leaves
them out; a case that fails for want of values is left out altogether. With names, only their cases are recorded anew.
"""
import gzip
import json
import os
import pathlib
import runpy
import sys
import tempfile

import torch.nn.utils.parametrizations  # noqa: F401, before the first fork
import torch.nn.utils.prune  # noqa: F401

here = pathlib.Path(__file__).resolve().parent
expected = here / "second.expected.gz"
# What a driver that does no work makes of a call whose sizes depend on values.
WITHOUT_VALUES = ("OutOfMemoryError", "ZeroDivisionError", "IndexError")


def cases(text):
    lines = (json.loads(line) for line in text.splitlines() if line.startswith('{"case"'))
    return {line["case"]: line for line in lines}


def record(script, target):
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.dup2(target.fileno(), 1)
        sys.argv = [str(script), "--second"]
        try:
            runpy.run_path(str(script))
        except Exception as error:
            print(f"{script.name}: {type(error).__name__}: {error}", file=sys.stderr)
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)


def main(names):
    scripts = sorted(path for path in here.glob("*.py") if path.name.startswith(("op_", "module_")))
    sys.path.insert(0, str(here))
    with tempfile.TemporaryFile("w+") as target:
        for script in scripts:
            if not names or script.stem in names:
                record(script, target)
        target.seek(0)
        found = cases(target.read())
    without_bytes = {name for name, line in cases((here / "expected.jsonl").read_text()).items() if "backward_peak" not in line}
    if names and expected.exists():
        found = {**cases(gzip.decompress(expected.read_bytes()).decode()), **found}
    lines = []
    for name, line in found.items():
        if line.get("error", "").startswith(WITHOUT_VALUES):
            continue
        if name in without_bytes:
            line = {key: value for key, value in line.items() if not key.endswith("_bytes")}
        lines.append(json.dumps(line) + "\n")
    expected.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    print(f"{expected.name}: {len(lines)} cases")
    sys.stdout.flush()
    os._exit(0)  # a driver that does no work may abort at exit


main(sys.argv[1:])
