"""Runs many scripts, each in a process of its own that has PyTorch already: python driver.py JOBS.json, [[output file, script, argument…], …]"""

import json
import os
import runpy
import subprocess
import sys
import traceback

import torch  # noqa: F401
import torch.nn.functional  # noqa: F401
import torch.optim  # noqa: F401
import torch.utils.checkpoint  # noqa: F401

for output, script, *arguments in json.load(open(sys.argv[1])):
    child = os.fork()
    if child == 0:
        stream = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(stream, 1)
        os.dup2(stream, 2)
        sys.argv = [script, *arguments]
        sys.path[0] = os.path.dirname(script)
        os.chdir(os.path.dirname(script))
        try:
            runpy.run_path(script, run_name="__main__")
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status != 0:
        # What cannot be done after a fork is run anew.
        with open(output, "w") as stream:
            subprocess.run([sys.executable, script, *arguments], stdout=stream, stderr=stream, cwd=os.path.dirname(script), check=False)
