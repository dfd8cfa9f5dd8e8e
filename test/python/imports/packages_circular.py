# Imports in a circle: those that work, and the errors of those that don't.
import sys

import circular.early
from circular import late
print(circular.early.use(), late.use())


def short(error):
    return str(error).split(' (/')[0].replace(__file__.rpartition('/')[0], '')


for name in ('wants', 'attribute'):
    try:
        __import__(f'circular.{name}')
    except Exception as error:
        print(type(error).__name__, short(error))
    print(sorted(key for key in sys.modules if key.startswith('circular')))
    print(hasattr(circular, name))
