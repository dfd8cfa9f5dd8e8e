"""Meshes of devices: of one."""

import torch.distributed as dist

__all__ = ["init_device_mesh", "DeviceMesh"]


class DeviceMesh:
    def __init__(self, device_type, mesh=None, *, mesh_dim_names=None, _init_backend=True, **kwargs):
        self.device_type = device_type
        self.mesh = mesh
        self.mesh_dim_names = mesh_dim_names
        self._shape = tuple(mesh) if isinstance(mesh, (tuple, list)) else (1,)

    @property
    def shape(self):
        return self._shape

    @property
    def ndim(self):
        return len(self._shape)

    def size(self, mesh_dim=None):
        if mesh_dim is not None:
            return self._shape[mesh_dim]
        total = 1
        for size in self._shape:
            total *= size
        return total

    def get_group(self, mesh_dim=None):
        return dist.group.WORLD

    def get_all_groups(self):
        return [dist.group.WORLD] * self.ndim

    def get_rank(self):
        return dist.get_rank()

    def get_local_rank(self, mesh_dim=None):
        return 0

    def get_coordinate(self):
        return [0] * self.ndim

    def __getitem__(self, mesh_dim_names):
        return self

    def _flatten(self, mesh_dim_name=None):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *args):
        return None


def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None, **kwargs):
    return DeviceMesh(device_type, tuple(mesh_shape), mesh_dim_names=mesh_dim_names)
