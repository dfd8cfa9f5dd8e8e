"""Errors of NumPy."""


class AxisError(ValueError, IndexError):
    pass


class ComplexWarning(RuntimeWarning):
    pass


class VisibleDeprecationWarning(UserWarning):
    pass


class RankWarning(RuntimeWarning):
    pass


class DTypePromotionError(TypeError):
    pass
