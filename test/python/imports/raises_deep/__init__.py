from .middle import deepest
