"""Runs programs with CPython, each in a process of its own: reads paths from standard input, writes a line of JSON for each."""

import json
import os
import resource
import sys
import tempfile
import types

sys.stdin.reconfigure(encoding='utf-8')


def serve():
    """Answers the paths; returns the next program's path in the process that is to run it."""
    for line in sys.stdin:
        path = line.rstrip('\n')
        with tempfile.TemporaryFile() as out:
            pid = os.fork()
            if pid == 0:
                os.dup2(out.fileno(), 1)
                os.dup2(out.fileno(), 2)
                return path
            _, status = os.waitpid(pid, 0)
            out.seek(0)
            output = out.read().decode('utf-8', 'replace')
        print(json.dumps({'status': os.waitstatus_to_exitcode(status), 'output': output}), flush=True)
    return None


def run(path):
    """Runs a program as `python FILE` does, the end of the interpreter included: its module goes as `__main__` does."""
    resource.setrlimit(resource.RLIMIT_CPU, (5, 5))
    # What grows beyond that is not compared: the other machine may hold less.
    resource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))
    import warnings
    warnings.simplefilter('ignore')
    # This function's frame, its module's and the call of `exec` are none of the program's.
    sys.setrecursionlimit(sys.getrecursionlimit() + 3)
    main = types.ModuleType('__main__')
    main.__builtins__ = __builtins__
    namespace = main.__dict__
    # What goes to either stream is one text, in its order.
    sys.stdout.reconfigure(line_buffering=True)
    sys.modules['__main__'] = main
    del main
    try:
        with open(path, encoding='utf-8') as file:
            source = file.read()
        exec(compile(source, path, 'exec'), namespace)
    except SystemExit:
        raise
    except BaseException as error:
        sys.stdout.flush()
        # Without the frame of this function.
        error.__traceback__ = error.__traceback__.tb_next
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


program = serve()
if program is not None:
    run(program)
