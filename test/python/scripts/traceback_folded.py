"""Proves that a subscription that folds to a constant has no anchor where the interpreter tells the exception; one that fails keeps its."""
import traceback

try:
    'text'[-1] = 1.0
except TypeError:
    traceback.print_exc()
try:
    (1, 2)[5] = 1
except TypeError:
    traceback.print_exc()
'text'[-1] = 1.0
