"""Graphs in topological order."""

__all__ = ['TopologicalSorter', 'CycleError']


class CycleError(ValueError):
    pass


class TopologicalSorter:
    def __init__(self, graph=None):
        self._before = {}
        self._prepared = False
        for node, predecessors in (graph or {}).items():
            self.add(node, *predecessors)

    def add(self, node, *predecessors):
        self._before.setdefault(node, set()).update(predecessors)
        for p in predecessors:
            self._before.setdefault(p, set())

    def prepare(self):
        self._left = {node: set(before) for node, before in self._before.items()}
        self._passed = set()
        self._done = set()
        copy = {node: set(before) for node, before in self._left.items()}
        while copy:
            ready = [node for node, before in copy.items() if not before]
            if not ready:
                raise CycleError('nodes are in a cycle', self._cycle(copy))
            for node in ready:
                del copy[node]
            for before in copy.values():
                before.difference_update(ready)

    @staticmethod
    def _cycle(left):
        """A path through the nodes that are left, from one of them back to it: each is a predecessor of the next."""
        path = [next(iter(left))]
        while True:
            node = next(before for before in left[path[0]] if before in left)
            if node in path:
                return [node, *path[:path.index(node) + 1]]
            path.insert(0, node)

    def get_ready(self):
        ready = tuple(n for n, before in self._left.items() if n not in self._passed and before <= self._done)
        self._passed.update(ready)
        return ready

    def is_active(self):
        return len(self._done) < len(self._left)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        self._done.update(nodes)

    def static_order(self):
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)
