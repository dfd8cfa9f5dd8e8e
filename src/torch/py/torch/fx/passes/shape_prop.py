"""Shapes of a graph's values, by running it."""

from torch.fx.interpreter import Interpreter


class ShapeProp(Interpreter):
    def propagate(self, *args):
        return self.run(*args)
