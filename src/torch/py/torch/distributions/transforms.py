"""Transforms of random variables."""

import torch


class Transform:
    bijective = True

    def __init__(self, cache_size=0):
        self._cache_size = cache_size

    def __call__(self, x):
        return self._call(x)

    @property
    def inv(self):
        return _Inverse(self)


class _Inverse(Transform):
    def __init__(self, transform):
        super().__init__()
        self._transform = transform

    def _call(self, y):
        return self._transform._inverse(y)


class TanhTransform(Transform):
    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (0.6931471805599453 - x - torch.nn.functional.softplus(-2.0 * x))


class ExpTransform(Transform):
    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()


class SigmoidTransform(Transform):
    def _call(self, x):
        return torch.sigmoid(x)

    def _inverse(self, y):
        return torch.logit(y)


class AffineTransform(Transform):
    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale = loc, scale

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale


class ComposeTransform(Transform):
    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size)
        self.parts = parts

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x


identity_transform = ComposeTransform([])
