"""Records what CPython prints for each script in this folder: when which objects die."""

import pathlib
import subprocess
import sys

folder = pathlib.Path(__file__).parent
for script in sorted(folder.glob('*.py')):
    if script.name == 'record.py' or len(sys.argv) > 1 and script.stem not in sys.argv[1:]:
        continue
    run = subprocess.run([sys.executable, '-W', 'ignore', script.name], cwd=folder, capture_output=True, text=True, timeout=60)
    if run.stderr:
        sys.exit(f'{script.name}: {run.stderr}')
    script.with_suffix('.out').write_text(run.stdout)
