"""How a distributed tensor lies on its mesh, and what it is as a whole."""


class DTensorSpec:
    def __init__(self, mesh, placements, shape, stride=None):
        self.mesh = mesh
        self.placements = tuple(placements)
        self.shape = shape
        self.stride = stride

    @property
    def device_mesh(self):
        return self.mesh
