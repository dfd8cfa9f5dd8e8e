"""Records what CPython prints for each script in `scripts/`, `stdlib/` and `imports/`: standard output, then standard error.

Names of scripts as arguments record only those. Scripts of syntax that is newer than 3.11 (`newer_*`) keep what CPython 3.14
printed, unless the Python that records can compile them.
"""

import pathlib
import subprocess
import sys

here = pathlib.Path(__file__).parent
# What is deprecated in the version that records is none of what the scripts of the language prove; the library's prove
# warnings too.
folders = {'scripts': ['-W', 'ignore'], 'stdlib': [], 'imports': ['-B']}
for name, options in folders.items():
    folder = here / name
    for script in sorted(folder.glob('*.py')):
        if len(sys.argv) > 1 and script.stem not in sys.argv[1:]:
            continue
        run = subprocess.run([sys.executable, *options, str(script)], capture_output=True, text=True, timeout=60)
        out = script.with_suffix('.out')
        if 'SyntaxError: ' in run.stderr and out.exists():
            print('kept, since this CPython cannot compile it:', script.name)
            continue
        out.write_text(run.stdout + run.stderr.replace(f'{folder}/', ''))
