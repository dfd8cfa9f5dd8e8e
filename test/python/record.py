"""Records what CPython prints for each script in `scripts/`: standard output, then standard error."""

import pathlib
import subprocess
import sys

folder = pathlib.Path(__file__).parent / 'scripts'
for script in sorted(folder.glob('*.py')):
    if len(sys.argv) > 1 and script.stem not in sys.argv[1:]:
        continue
    run = subprocess.run([sys.executable, '-W', 'ignore', str(script)], capture_output=True, text=True, timeout=60)
    out = script.with_suffix('.out')
    if 'SyntaxError: ' in run.stderr and out.exists():
        print('kept, since this CPython cannot compile it:', script.name)
        continue
    text = run.stdout + run.stderr.replace(f'{folder}/', '')
    out.write_text(text)
