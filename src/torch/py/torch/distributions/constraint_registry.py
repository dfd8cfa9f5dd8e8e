"""Transforms by constraint: `biject_to` and `transform_to`."""

from numbers import Number

from torch.distributions import constraints, transforms

__all__ = ["ConstraintRegistry", "biject_to", "transform_to"]


class ConstraintRegistry:
    def __init__(self):
        self._registry = {}

    def register(self, constraint, factory=None):
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        if isinstance(constraint, constraints.Constraint):
            constraint = type(constraint)
        if not isinstance(constraint, type) or not issubclass(constraint, constraints.Constraint):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._registry[constraint] = factory
        return factory

    def __call__(self, constraint):
        try:
            factory = self._registry[type(constraint)]
        except KeyError:
            raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints") from None
        return factory(constraint)


biject_to = ConstraintRegistry()
transform_to = ConstraintRegistry()


def _interval(constraint):
    lower, upper = constraint.lower_bound, constraint.upper_bound
    if isinstance(lower, Number) and lower == 0 and isinstance(upper, Number) and upper == 1:
        return transforms.SigmoidTransform()
    return transforms.ComposeTransform([transforms.SigmoidTransform(), transforms.AffineTransform(lower, upper - lower)])


def _from_bound(bound, sign):
    return transforms.ComposeTransform([transforms.ExpTransform(), transforms.AffineTransform(bound, sign)])


for _registry in (biject_to, transform_to):
    _registry.register(constraints.real, lambda c: transforms.identity_transform)
    for _kind in (constraints.positive, constraints.nonnegative):
        _registry.register(_kind, lambda c: transforms.ExpTransform())
    for _kind in (constraints.greater_than, constraints.greater_than_eq):
        _registry.register(_kind, lambda c: _from_bound(c.lower_bound, 1))
    _registry.register(constraints.less_than, lambda c: _from_bound(c.upper_bound, -1))
    for _kind in (constraints.interval, constraints.half_open_interval):
        _registry.register(_kind, _interval)
    _registry.register(constraints.corr_cholesky, lambda c: transforms.CorrCholeskyTransform())
    _registry.register(constraints.independent, lambda c, registry=_registry: transforms.IndependentTransform(
        registry(c.base_constraint), c.reinterpreted_batch_ndims))
    _registry.register(constraints.cat, lambda c, registry=_registry: transforms.CatTransform(
        [registry(part) for part in c.cseq], c.dim, c.lengths))
    _registry.register(constraints.stack, lambda c, registry=_registry: transforms.StackTransform(
        [registry(part) for part in c.cseq], c.dim))
biject_to.register(constraints.simplex, lambda c: transforms.StickBreakingTransform())
transform_to.register(constraints.simplex, lambda c: transforms.SoftmaxTransform())
transform_to.register(constraints.lower_cholesky, lambda c: transforms.LowerCholeskyTransform())
for _kind in (constraints.positive_definite, constraints.positive_semidefinite):
    transform_to.register(_kind, lambda c: transforms.PositiveDefiniteTransform())
