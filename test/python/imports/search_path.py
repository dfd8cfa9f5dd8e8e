# sys.path as programs change it: src layouts, vendored folders, order of what is found.
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
print(sys.path[0] == here)
sys.path.insert(0, os.path.join(here, 'layout', 'src'))
import project
from project.models import build
from project.models.net import Net
print(project.__version__, build(), Net.__module__)
sys.path.append(os.path.join(here, 'layout', 'vendor'))
import vendored
print(vendored.where, os.path.relpath(vendored.__file__, here))
sys.path.remove(os.path.join(here, 'layout', 'vendor'))
import vendored as still
print(still is vendored)
del sys.modules['vendored']
try:
    import vendored
except ImportError as error:
    print(error)
sys.path.insert(0, os.path.join(here, 'layout', 'vendor'))
import shapes
print(shapes.where)
print(sys.path.index(here))
