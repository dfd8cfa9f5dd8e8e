"""Records what PyTorch prints: the output of every script here under a CUDA build of PyTorch.

    TRUTH_PYTHON=/path/to/python python test/truth/record.py [scripts|examples|models] [NAME…]

TRUTH_PYTHON is a command that runs a Python file with PyTorch on a CUDA device (see README.md for
what the files here were recorded with). Each script runs in a process of its own; for a models
script, each of its cases. Names select scripts, example cases or models scripts.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
examples = here.parent.parent / "examples"
python = os.environ.get("TRUTH_PYTHON")
helpers = ("mistake", "optimizer_steps", "small_models", "stage")  # what scripts import


def output_of(script, *args):
    """What the script prints; None, after saying so, when it fails."""
    env = dict(os.environ, PYTHONPATH=str(here), HF_HUB_OFFLINE="1")
    done = subprocess.run([python, str(script), *args], cwd=script.parent, env=env, capture_output=True, text=True, timeout=600)
    # A driver that does no work may abort at process exit, after the output is complete.
    aborted_at_exit = done.returncode == -6 and "terminate called without an active exception" in done.stderr
    if done.returncode != 0 and not aborted_at_exit:
        print(f"{script.name} {' '.join(args)}: exit status {done.returncode}\n{done.stderr[-2000:]}", file=sys.stderr)
        return None
    return done.stdout


def record(target, script, *args):
    text = output_of(script, *args)
    if text is not None:
        target.write_text(text)
        print(f"{target.relative_to(here)}: {len(text.splitlines())} lines")


def scripts(names):
    return [(path.with_suffix(".expected"), path) for path in sorted((here / "scripts").glob("*.py"))
            if path.stem not in helpers and (not names or path.stem in names)]


def example_cases(names):
    cases = json.loads((here / "examples" / "cases.json").read_text())
    return [(here / "examples" / f"{name}.expected", examples / script, *args)
            for name, (script, *args) in cases.items() if not names or name in names]


def record_models(script):
    names = [json.loads(line)["case"] for line in output_of(script).splitlines() if line.startswith("{")]
    lines = [line for name in names for line in output_of(script, name).splitlines() if line.startswith("{")]
    script.with_suffix(".jsonl").write_text("".join(line + "\n" for line in lines))
    print(f"{script.stem}: {len(lines)} of {len(names)} cases")


def main():
    if not python:
        sys.exit(__doc__)
    kinds = [a for a in sys.argv[1:] if a in ("scripts", "examples", "models")] or ["scripts", "examples"]
    names = [a for a in sys.argv[1:] if a not in ("scripts", "examples", "models")]
    jobs = []
    if "scripts" in kinds:
        jobs += scripts(names)
    if "examples" in kinds:
        jobs += example_cases(names)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: record(*job), jobs))
    if "models" in kinds:
        for script in sorted((here / "models").glob("*_models.py")):
            if not names or script.stem in names:
                record_models(script)


if __name__ == "__main__":
    main()
