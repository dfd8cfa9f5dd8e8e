"""Meshes of devices: which ranks communicate along which dimension."""

import torch
import torch.distributed as dist

__all__ = ["init_device_mesh", "DeviceMesh"]


class _MeshEnv:
    """The meshes that `with mesh:` made current."""

    def __init__(self):
        self.mesh_stack = []

    def get_current_mesh(self):
        if not self.mesh_stack:
            raise RuntimeError("No device mesh is currently active!")
        return self.mesh_stack[-1]


_mesh_resources = _MeshEnv()


class DeviceMesh:
    def __init__(self, device_type, mesh=None, *, mesh_dim_names=None, backend_override=None, _init_backend=True, _shape=None, _ranks=None,
                 **kwargs):
        self.device_type = device_type
        self.mesh_dim_names = tuple(mesh_dim_names) if mesh_dim_names is not None else None
        if not dist.is_initialized():
            dist.init_process_group()
        if _shape is None:
            _ranks, _shape = _flattened(mesh)
        self._shape = tuple(_shape)
        self._ranks = list(_ranks)
        self._groups = {}
        self._flattened = {}
        self._root = None

    @property
    def mesh(self):
        return torch.tensor(self._ranks, dtype=torch.int).view(self._shape)

    @property
    def shape(self):
        return self._shape

    @property
    def ndim(self):
        return len(self._shape)

    def size(self, mesh_dim=None):
        if mesh_dim is not None:
            return self._shape[mesh_dim]
        return len(self._ranks)

    def get_coordinate(self):
        rank = dist.get_rank()
        if rank not in self._ranks:
            return None
        index = self._ranks.index(rank)
        coordinate = []
        for n in reversed(self._shape):
            coordinate.append(index % n)
            index //= n
        return tuple(coordinate[::-1])

    def _dim(self, mesh_dim):
        if isinstance(mesh_dim, str):
            return self.mesh_dim_names.index(mesh_dim)
        return 0 if mesh_dim is None else mesh_dim % self.ndim

    def get_group(self, mesh_dim=None):
        if mesh_dim is None and self.ndim > 1:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions",
                "Optional kwarg `mesh_dim` needs to be specified when device_mesh.ndim > 1.")
        dim = self._dim(mesh_dim)
        if dim not in self._groups:
            coordinate = self.get_coordinate() or (0,) * self.ndim
            step = 1
            for n in self._shape[dim + 1:]:
                step *= n
            index = 0
            for n, c in zip(self._shape, coordinate):
                index = index * n + c
            first = index - coordinate[dim] * step
            ranks = [self._ranks[first + i * step] for i in range(self._shape[dim])]
            whole = ranks == list(range(dist.get_world_size()))
            self._groups[dim] = dist.group.WORLD if whole else dist.new_group(ranks)
        return self._groups[dim]

    def get_all_groups(self):
        return [self.get_group(i) for i in range(self.ndim)]

    def get_rank(self):
        return dist.get_rank()

    def get_local_rank(self, mesh_dim=None):
        return dist.get_rank(self.get_group(mesh_dim))

    def __getitem__(self, names):
        names = (names,) if isinstance(names, str) else tuple(names)
        if self.mesh_dim_names is None:
            raise RuntimeError("Cannot slice a DeviceMesh without mesh_dim_names!")
        if names == self.mesh_dim_names:
            return self
        if len(names) == 1 and names[0] in self._flattened:
            return self._flattened[names[0]]
        for name in names:
            if name not in self.mesh_dim_names:
                raise KeyError(
                    f"Invalid mesh_dim_names {names} specified. Valid mesh_dim_names are {[*self.mesh_dim_names, *self._flattened]}.")
        dims = [self.mesh_dim_names.index(name) for name in names]
        coordinate = self.get_coordinate() or (0,) * self.ndim
        ranks = []
        for index, rank in enumerate(self._ranks):
            at = []
            for n in reversed(self._shape):
                at.append(index % n)
                index //= n
            at = at[::-1]
            if all(i in dims or at[i] == coordinate[i] for i in range(self.ndim)):
                ranks.append(rank)
        sub = DeviceMesh(self.device_type, mesh_dim_names=names, _shape=[self._shape[d] for d in dims], _ranks=ranks)
        sub._root = self._root or self
        return sub

    def _flatten(self, mesh_dim_name=None, backend_override=None):
        name = mesh_dim_name or "_".join(self.mesh_dim_names)
        flat = DeviceMesh(self.device_type, mesh_dim_names=(name,), _shape=[len(self._ranks)], _ranks=self._ranks)
        (self._root or self)._flattened[name] = flat
        return flat

    @staticmethod
    def from_group(group, device_type, mesh=None, *, mesh_dim_names=None, **kwargs):
        groups = group if isinstance(group, list) else [group]
        ranks = dist.get_process_group_ranks(groups[-1]) if mesh is None else mesh
        result = DeviceMesh(device_type, ranks, mesh_dim_names=mesh_dim_names)
        result._groups = dict(enumerate(groups))
        return result

    def __enter__(self):
        _mesh_resources.mesh_stack.append(self)
        return self

    def __exit__(self, *args):
        _mesh_resources.mesh_stack.pop()

    def __eq__(self, other):
        return (isinstance(other, DeviceMesh) and self._ranks == other._ranks and self._shape == other._shape
                and self.device_type == other.device_type and self.mesh_dim_names == other.mesh_dim_names)

    def __hash__(self):
        return hash((self.device_type, self._shape, tuple(self._ranks), self.mesh_dim_names))

    def __repr__(self):
        if self.mesh_dim_names is None:
            shape = str(self._shape)
        else:
            shape = "(" + ", ".join(f"{k}={v}" for k, v in zip(self.mesh_dim_names, self._shape)) + ")"
        return f"DeviceMesh({shape}, '{self.device_type}')"


def _flattened(mesh):
    """The ranks of nested lists or of a tensor, and their shape."""
    if isinstance(mesh, torch.Tensor):
        return mesh.flatten().tolist(), tuple(mesh.shape)
    if isinstance(mesh, int):
        return [mesh], ()
    ranks = []
    inner = ()
    for part in mesh:
        more, inner = _flattened(part)
        ranks.extend(more)
    return ranks, (len(mesh), *inner)


def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None, backend_override=None):
    if mesh_dim_names is not None:
        if len(set(mesh_dim_names)) != len(mesh_dim_names):
            raise RuntimeError("Each mesh_dim_name must be unique.", f"Found repeated mesh_dim_name in mesh_dim_names {mesh_dim_names}")
        if len(mesh_shape) != len(mesh_dim_names):
            raise RuntimeError(
                "mesh_shape and mesh_dim_names should have same length!",
                f"Found len(mesh_dim_names): {len(mesh_dim_names)} and len(mesh_shape):{len(mesh_shape)}.")
    total = 1
    for n in mesh_shape:
        total *= n
    if not dist.is_initialized():
        dist.init_process_group()
    if dist.get_world_size() < total:
        raise RuntimeError(f"Mesh should not be bigger than default world size {dist.get_world_size()}, but found {total}!")
    return DeviceMesh(device_type, mesh_dim_names=mesh_dim_names, _shape=mesh_shape, _ranks=range(total))
