"""How a tensor lies on a dimension of a mesh."""


class Placement:
    def is_shard(self, dim=None):
        return isinstance(self, Shard) and (dim is None or self.dim == dim)

    def is_replicate(self):
        return isinstance(self, Replicate)

    def is_partial(self, reduce_op=None):
        return isinstance(self, Partial) and (reduce_op is None or self.reduce_op == reduce_op)

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __hash__(self):
        return hash((type(self).__name__, *self.__dict__.values()))


class Shard(Placement):
    def __init__(self, dim=0):
        self.dim = dim

    def __repr__(self):
        return f"Shard(dim={self.dim})"


class _StridedShard(Shard):
    def __init__(self, dim=0, *, split_factor=1):
        super().__init__(dim)
        self.split_factor = split_factor


class Replicate(Placement):
    def __repr__(self):
        return "Replicate()"


class Partial(Placement):
    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op

    def __repr__(self):
        return f"Partial({self.reduce_op})"
