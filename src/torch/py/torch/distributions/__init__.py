"""Probability distributions: the usual ones, by their shapes and operators."""

import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, ExponentialFamily
from torch.distributions.utils import _standard_normal, broadcast_all, lazy_property, logits_to_probs, probs_to_logits


class Normal(ExponentialFamily):
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + eps * self.scale

    def log_prob(self, value):
        var = self.scale ** 2
        log_scale = self.scale.log()
        return -((value - self.loc) ** 2) / (2 * var) - log_scale - math.log(math.sqrt(2 * math.pi))

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


class LogNormal(Normal):
    def rsample(self, sample_shape=torch.Size()):
        return super().rsample(sample_shape).exp()


class Uniform(Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.size(), validate_args=validate_args)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        rand = torch.rand(shape, dtype=self.low.dtype, device=self.low.device)
        return self.low + rand * (self.high - self.low)

    def log_prob(self, value):
        lb = self.low.le(value).type_as(self.low)
        ub = self.high.gt(value).type_as(self.low)
        return torch.log(lb.mul(ub)) - torch.log(self.high - self.low)

    def entropy(self):
        return torch.log(self.high - self.low)


class _FromProbsOrLogits(Distribution):
    """Discrete distributions given by probabilities or by logits."""

    _binary = True

    def _set(self, probs, logits):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            (self.probs,) = broadcast_all(probs)
            self._param = self.probs
        else:
            (self.logits,) = broadcast_all(logits)
            self._param = self.logits

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=self._binary)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=self._binary)

    @property
    def param_shape(self):
        return self._param.size()


class Bernoulli(_FromProbsOrLogits):
    def __init__(self, probs=None, logits=None, validate_args=None):
        self._set(probs, logits)
        super().__init__(self._param.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Categorical(_FromProbsOrLogits):
    has_enumerate_support = True
    _binary = False

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            self.probs = probs / probs.sum(-1, keepdim=True)
            self._param = self.probs
        else:
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
            self._param = self.logits
        self._num_events = self._param.size()[-1]
        super().__init__(self._param.size()[:-1], validate_args=validate_args)

    def sample(self, sample_shape=torch.Size()):
        sample_shape = torch.Size(sample_shape)
        probs_2d = self.probs.reshape(-1, self._num_events)
        samples_2d = torch.multinomial(probs_2d, sample_shape.numel(), True).T
        return samples_2d.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        value = value.long().unsqueeze(-1)
        value, log_pmf = torch.broadcast_tensors(value, self.logits)
        value = value[..., :1]
        return log_pmf.gather(-1, value).squeeze(-1)

    def entropy(self):
        min_real = torch.finfo(self.logits.dtype).min
        logits = torch.clamp(self.logits, min=min_real)
        p_log_p = logits * self.probs
        return -p_log_p.sum(-1)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)


class OneHotCategorical(Categorical):
    def sample(self, sample_shape=torch.Size()):
        indices = super().sample(sample_shape)
        return torch.nn.functional.one_hot(indices, self._num_events).to(self._param)


class _Generic(Distribution):
    """Distributions of which only shapes are modelled."""

    has_rsample = True
    _names = ()

    def __init__(self, *args, validate_args=None, **kwargs):
        values = list(args) + [kwargs[name] for name in self._names[len(args):] if name in kwargs]
        tensors = broadcast_all(*values)
        for name, value in zip(self._names, tensors):
            setattr(self, name, value)
        self._like = tensors[0]
        super().__init__(self._like.size(), validate_args=validate_args)

    def rsample(self, sample_shape=torch.Size()):
        return torch.empty(self._extended_shape(sample_shape), dtype=self._like.dtype, device=self._like.device) * self._like

    def log_prob(self, value):
        return value * self._like

    def entropy(self):
        return self._like * 1.0


class Exponential(_Generic):
    _names = ("rate",)


class Gamma(_Generic):
    _names = ("concentration", "rate")


class Chi2(_Generic):
    _names = ("df",)


class Beta(_Generic):
    _names = ("concentration1", "concentration0")


class Laplace(_Generic):
    _names = ("loc", "scale")


class Cauchy(_Generic):
    _names = ("loc", "scale")


class Gumbel(_Generic):
    _names = ("loc", "scale")


class HalfNormal(_Generic):
    _names = ("scale",)


class Poisson(_Generic):
    _names = ("rate",)


class StudentT(_Generic):
    _names = ("df", "loc", "scale")


class Dirichlet(_Generic):
    _names = ("concentration",)


class Geometric(_Generic):
    _names = ("probs",)


class Binomial(_Generic):
    _names = ("total_count", "probs")


class RelaxedBernoulli(_Generic):
    _names = ("temperature", "probs")


class VonMises(_Generic):
    _names = ("loc", "concentration")


class MultivariateNormal(Distribution):
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        self.loc = loc
        if scale_tril is not None:
            self.scale_tril = scale_tril
        elif covariance_matrix is not None:
            self.covariance_matrix = covariance_matrix
            self.scale_tril = torch.linalg.cholesky(covariance_matrix)
        else:
            self.precision_matrix = precision_matrix
            self.scale_tril = torch.linalg.cholesky(torch.linalg.inv(precision_matrix))
        self._unbroadcasted_scale_tril = self.scale_tril
        super().__init__(loc.shape[:-1], loc.shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = _standard_normal(shape, dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + torch.matmul(self.scale_tril, eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        diff = value - self.loc
        solved = torch.linalg.solve_triangular(self.scale_tril, diff.unsqueeze(-1), upper=False).squeeze(-1)
        half_log_det = self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (diff.size(-1) * math.log(2 * math.pi) + solved.pow(2).sum(-1)) - half_log_det


class Independent(Distribution):
    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        shape = base_distribution.batch_shape + base_distribution.event_shape
        event_dim = reinterpreted_batch_ndims + len(base_distribution.event_shape)
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(shape[:len(shape) - event_dim], shape[len(shape) - event_dim:], validate_args=validate_args)

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=torch.Size()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        return self.base_dist.rsample(sample_shape)

    def _summed(self, value):
        for _ in range(self.reinterpreted_batch_ndims):
            value = value.sum(-1)
        return value

    def log_prob(self, value):
        return self._summed(self.base_dist.log_prob(value))

    def entropy(self):
        return self._summed(self.base_dist.entropy())


class TransformedDistribution(Distribution):
    def __init__(self, base_distribution, transforms, validate_args=None):
        self.base_dist = base_distribution
        self.transforms = [transforms] if not isinstance(transforms, list) else transforms
        super().__init__(base_distribution.batch_shape, base_distribution.event_shape, validate_args=validate_args)

    def rsample(self, sample_shape=torch.Size()):
        x = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            x = transform(x)
        return x

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            x = self.base_dist.sample(sample_shape)
            for transform in self.transforms:
                x = transform(x)
            return x


class MixtureSameFamily(Distribution):
    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape, validate_args=validate_args)

    def log_prob(self, value):
        log_prob_x = self.component_distribution.log_prob(value.unsqueeze(-1 - len(self.event_shape)))
        log_mix_prob = torch.log_softmax(self.mixture_distribution.logits, dim=-1)
        return torch.logsumexp(log_prob_x + log_mix_prob, dim=-1)


def kl_divergence(p, q):
    """In closed form for normal, Bernoulli and categorical pairs."""
    if isinstance(p, Independent):
        return p._summed(kl_divergence(p.base_dist, q.base_dist))
    if isinstance(p, Normal) and isinstance(q, Normal):
        var_ratio = (p.scale / q.scale).pow(2)
        t1 = ((p.loc - q.loc) / q.scale).pow(2)
        return 0.5 * (var_ratio + t1 - 1 - var_ratio.log())
    if isinstance(p, Categorical):
        t = p.probs * (p.logits - q.logits)
        return t.sum(-1)
    return p.log_prob(p.mean) - q.log_prob(p.mean)


def register_kl(type_p, type_q):
    return lambda fun: fun


_modules = ("normal", "categorical", "bernoulli", "uniform", "independent", "kl", "transformed_distribution", "multivariate_normal", "beta",
            "gamma", "dirichlet", "laplace", "mixture_same_family")


def __getattr__(name):
    import importlib

    if name in ("transforms", "constraint_registry", "utils", *_modules):
        return importlib.import_module("torch.distributions." + name)
    raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
