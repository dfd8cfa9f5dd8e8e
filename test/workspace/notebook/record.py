"""Records what IPython makes of cells: python3 record.py, with IPython installed."""

import json
import pathlib

import IPython
from IPython.core.inputtransformer2 import TransformerManager

CELLS = [
 "%matplotlib inline\nimport torch",
 "!pip install torch\nx = 1",
 "files = !ls *.pt\nprint(files)",
 "a, b = %time 1, 2",
 "torch?\n?torch\ntorch.nn.Linear??",
 "text = '''\n%not magic\n!nor this\n'''\n!but this",
 "total = (1 +\n  2)\n%time total",
 "if True:\n    !echo inside\n    %cd ..\nelse:\n    x = 2",
 "values = [\n  10 % 3,\n  4\n]\ny = 7 \\\n  % 4",
 "%%time\nfor i in range(3):\n    pass",
 "%%bash\necho hello\nls -l",
 "%%writefile model.py\nclass Net: pass",
 "x = a != b\ny = a % b\nz = not x",
 "%timeit -n 10 -r 3 sum(range(10))",
 "s = 'it''s' # don't % this\n%reload_ext autoreload",
 "print('100%')\n'%s' % 3",
 "# a comment?\nx = 5 # why?\n%load_ext tensorboard",
 "def f():\n    '''doc? %\n    !no\n    '''\n    return 1\nf()\n!ls",
 "s = \"a \\\" b\"\n!ls",
 "%%capture out\nprint(1)",
 "d = {\n 'a': 1,\n}\n%who",
 "",
 "\n\n%%time\nx = 1",
]
manager = TransformerManager()
recorded = {
    "ipython": IPython.__version__,
    "cells": [{"cell": cell, "python": manager.transform_cell(cell)} for cell in CELLS],
}
path = pathlib.Path(__file__).with_name("recorded.json")
path.write_text(json.dumps(recorded, indent=2) + "\n")
