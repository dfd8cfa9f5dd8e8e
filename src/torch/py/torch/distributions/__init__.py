"""Probability distributions. Each is imported when first asked for."""

import importlib

from torch.distributions import constraints
from torch.distributions.distribution import Distribution

_modules = {
    "bernoulli": "Bernoulli", "beta": "Beta", "binomial": "Binomial", "categorical": "Categorical", "cauchy": "Cauchy", "chi2": "Chi2",
    "constraint_registry": "biject_to transform_to", "continuous_bernoulli": "ContinuousBernoulli", "dirichlet": "Dirichlet",
    "exp_family": "ExponentialFamily", "exponential": "Exponential", "fishersnedecor": "FisherSnedecor", "gamma": "Gamma",
    "generalized_pareto": "GeneralizedPareto", "geometric": "Geometric", "gumbel": "Gumbel", "half_cauchy": "HalfCauchy",
    "half_normal": "HalfNormal", "independent": "Independent", "inverse_gamma": "InverseGamma", "kl": "kl_divergence register_kl",
    "kumaraswamy": "Kumaraswamy", "laplace": "Laplace", "lkj_cholesky": "LKJCholesky", "log_normal": "LogNormal",
    "logistic_normal": "LogisticNormal", "lowrank_multivariate_normal": "LowRankMultivariateNormal",
    "mixture_same_family": "MixtureSameFamily", "multinomial": "Multinomial", "multivariate_normal": "MultivariateNormal",
    "negative_binomial": "NegativeBinomial", "normal": "Normal",
    "one_hot_categorical": "OneHotCategorical OneHotCategoricalStraightThrough", "pareto": "Pareto", "poisson": "Poisson",
    "relaxed_bernoulli": "RelaxedBernoulli", "relaxed_categorical": "RelaxedOneHotCategorical", "studentT": "StudentT",
    "transformed_distribution": "TransformedDistribution",
    "transforms": "AbsTransform AffineTransform CatTransform ComposeTransform CorrCholeskyTransform CumulativeDistributionTransform "
                  "ExpTransform IndependentTransform LowerCholeskyTransform PositiveDefiniteTransform PowerTransform ReshapeTransform "
                  "SigmoidTransform SoftplusTransform TanhTransform SoftmaxTransform StackTransform StickBreakingTransform Transform "
                  "identity_transform",
    "uniform": "Uniform", "utils": "", "von_mises": "VonMises", "weibull": "Weibull", "wishart": "Wishart",
}
_homes = {name: module for module, names in _modules.items() for name in names.split()}

__all__ = ["Distribution", *_homes]


def __getattr__(name):
    if name in _homes:
        value = getattr(importlib.import_module("torch.distributions." + _homes[name]), name)
        globals()[name] = value
        return value
    if name in _modules:
        return importlib.import_module("torch.distributions." + name)
    raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
