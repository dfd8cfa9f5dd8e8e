"""Means, medians and the like."""

import math
from collections import Counter
from fractions import Fraction

__all__ = ['mean', 'fmean', 'median', 'median_low', 'median_high', 'mode', 'multimode', 'stdev', 'pstdev', 'variance',
           'pvariance', 'StatisticsError', 'harmonic_mean', 'geometric_mean', 'quantiles', 'correlation', 'covariance',
           'linear_regression', 'NormalDist']


class StatisticsError(ValueError):
    pass


def _exact_sum(data):
    return sum((Fraction(x) for x in data), Fraction(0))


def _convert(value, kind):
    if kind is int and value.denominator != 1:
        return value.numerator / value.denominator
    if issubclass(kind, int):
        return int(value) if value.denominator == 1 else value.numerator / value.denominator
    if kind is Fraction:
        return value
    return kind(value.numerator / value.denominator)


def _kind(data):
    for x in data:
        if isinstance(x, float):
            return float
    for x in data:
        if isinstance(x, Fraction):
            return Fraction
    return int


def mean(data):
    data = list(data)
    if not data:
        raise StatisticsError('mean requires at least one data point')
    return _convert(_exact_sum(data) / len(data), _kind(data))


def fmean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError('fmean requires at least one data point')
    if weights is not None:
        weights = list(weights)
        return math.fsum(x * w for x, w in zip(data, weights)) / math.fsum(weights)
    return math.fsum(data) / len(data)


def geometric_mean(data):
    try:
        return math.exp(fmean(map(math.log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None


def harmonic_mean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError('harmonic_mean requires at least one data point')
    if min(data) < 0:
        raise StatisticsError('harmonic mean does not support negative values')
    if 0 in data:
        return 0
    return _convert(len(data) / _exact_sum(Fraction(1) / Fraction(x) for x in data), float)


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError('no median for empty data')
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError('no median for empty data')
    return data[len(data) // 2]


def mode(data):
    pairs = Counter(iter(data)).most_common(1)
    if not pairs:
        raise StatisticsError('no mode for empty data')
    return pairs[0][0]


def multimode(data):
    counts = Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def _ss(data, c=None):
    center = _exact_sum(data) / len(data) if c is None else Fraction(c)
    return sum(((Fraction(x) - center) ** 2 for x in data), Fraction(0))


def variance(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError('variance requires at least two data points')
    return _convert(_ss(data, xbar) / (len(data) - 1), _kind(data))


def pvariance(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError('pvariance requires at least one data point')
    return _convert(_ss(data, mu) / len(data), _kind(data))


def stdev(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError('stdev requires at least two data points')
    value = _ss(data, xbar) / (len(data) - 1)
    return math.sqrt(value.numerator / value.denominator)


def pstdev(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError('pstdev requires at least one data point')
    value = _ss(data, mu) / len(data)
    return math.sqrt(value.numerator / value.denominator)


def quantiles(data, *, n=4, method='exclusive'):
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        raise StatisticsError('must have at least two data points')
    result = []
    if method == 'inclusive':
        m = ld - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    m = ld + 1
    for i in range(1, n):
        j = i * m // n
        j = 1 if j < 1 else ld - 1 if j > ld - 1 else j
        delta = i * m - j * n
        result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    return result


def covariance(x, y, /):
    n = len(x)
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    return math.fsum((xi - xbar) * (yi - ybar) for xi, yi in zip(x, y)) / (n - 1)


def correlation(x, y, /, *, method='linear'):
    n = len(x)
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    sxy = math.fsum((xi - xbar) * (yi - ybar) for xi, yi in zip(x, y))
    sxx = math.fsum((xi - xbar) ** 2 for xi in x)
    syy = math.fsum((yi - ybar) ** 2 for yi in y)
    return sxy / math.sqrt(sxx * syy)


def linear_regression(x, y, /, *, proportional=False):
    from collections import namedtuple
    n = len(x)
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    slope = math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y)) / math.fsum((a - xbar) ** 2 for a in x)
    return namedtuple('LinearRegression', 'slope intercept')(slope, ybar - slope * xbar)


class NormalDist:
    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError('sigma must be non-negative')
        self.mean = float(mu)
        self.stdev = float(sigma)

    @property
    def variance(self):
        return self.stdev ** 2

    def pdf(self, x):
        return math.exp((x - self.mean) ** 2 / (-2.0 * self.variance)) / math.sqrt(2 * math.pi * self.variance)

    def cdf(self, x):
        if not self.stdev:
            raise StatisticsError('cdf() not defined when sigma is zero')
        return 0.5 * (1.0 + math.erf((x - self.mean) / (self.stdev * math.sqrt(2.0))))

    def inv_cdf(self, p):
        """The value below which a share `p` lies, by Newton's method from the middle."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError('p must be in the range 0.0 < p < 1.0')
        standard = NormalDist()
        x = 0.0
        for _ in range(100):
            step = (standard.cdf(x) - p) / max(standard.pdf(x), 1e-300)
            step = max(-1.0, min(1.0, step))
            x -= step
            if abs(step) < 1e-15:
                break
        return self.mean + x * self.stdev

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def zscore(self, x):
        if not self.stdev:
            raise StatisticsError('zscore() not defined when sigma is zero')
        return (x - self.mean) / self.stdev

    def samples(self, n, *, seed=None):
        import random
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self.mean, self.stdev) for _ in range(n)]

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    median = property(lambda self: self.mean)
    mode = property(lambda self: self.mean)

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self.mean + other.mean, math.hypot(self.stdev, other.stdev))
        return NormalDist(self.mean + other, self.stdev)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self.mean - other.mean, math.hypot(self.stdev, other.stdev))
        return NormalDist(self.mean - other, self.stdev)

    def __rsub__(self, other):
        return -(self - other)

    def __mul__(self, other):
        return NormalDist(self.mean * other, self.stdev * math.fabs(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return NormalDist(self.mean / other, self.stdev / math.fabs(other))

    def __pos__(self):
        return NormalDist(self.mean, self.stdev)

    def __neg__(self):
        return NormalDist(-self.mean, self.stdev)

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self.mean == other.mean and self.stdev == other.stdev

    def __hash__(self):
        return hash((self.mean, self.stdev))

    def __repr__(self):
        return f'{type(self).__name__}(mu={self.mean!r}, sigma={self.stdev!r})'


def median_grouped(data, interval=1.0):
    """The median of values that stand for intervals around them."""
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError('no median for empty data')
    x = data[n // 2]
    below = sum(y < x for y in data)
    inside = sum(y == x for y in data)
    try:
        interval = float(interval)
        x = float(x)
    except ValueError:
        raise TypeError('Value cannot be converted to a float')
    return x - interval / 2.0 + interval * (n / 2 - below) / inside
