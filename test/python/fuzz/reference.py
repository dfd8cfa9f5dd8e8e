"""Runs programs with CPython, each in a process of its own: reads paths from standard input, writes a line of JSON for each."""

import json
import os
import resource
import sys
import tempfile

sys.stdin.reconfigure(encoding='utf-8')


def run(path):
    """What a program prints, with the traceback as `python FILE` shows it."""
    out = tempfile.TemporaryFile()
    pid = os.fork()
    if pid == 0:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        import warnings
        warnings.simplefilter('ignore')
        namespace = {'__name__': '__main__', '__builtins__': __builtins__}
        status = 0
        try:
            with open(path, encoding='utf-8') as file:
                source = file.read()
            exec(compile(source, path, 'exec'), namespace)
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        except BaseException as error:
            sys.stdout.flush()
            # Without the frame of this function.
            error.__traceback__ = error.__traceback__.tb_next
            sys.excepthook(type(error), error, error.__traceback__)
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    _, status = os.waitpid(pid, 0)
    out.seek(0)
    return {'status': os.waitstatus_to_exitcode(status), 'output': out.read().decode('utf-8', 'replace')}


for line in sys.stdin:
    print(json.dumps(run(line.rstrip('\n'))), flush=True)
