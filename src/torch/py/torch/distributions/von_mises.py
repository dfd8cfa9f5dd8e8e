"""The von Mises distribution."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all

__all__ = ["VonMises"]


class VonMises(Distribution):
    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False
    _expanded = {"loc": 0, "concentration": 0}

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args)

    def log_prob(self, value):
        log_prob = self.concentration * torch.cos(self._checked(value) - self.loc)
        return log_prob - math.log(2 * math.pi) - (torch.special.i0e(self.concentration).log() + self.concentration)

    def sample(self, sample_shape=torch.Size()):
        """One round of the rejection sampler, which has as many as its numbers want."""
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            x = torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device)
            u1, u2, u3 = torch.rand((3,) + shape, dtype=self.loc.dtype, device=self.loc.device).unbind()
            z = torch.cos(math.pi * u1)
            accept = u2 > 0
            x = torch.where(accept, (u3 - 0.5).sign() * z.acos(), x)
            return (x + math.pi + self.loc) % (2 * math.pi) - math.pi

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 1 - torch.special.i1e(self.concentration) / torch.special.i0e(self.concentration)
