"""Random numbers: single ones and small arrays are drawn, since programs branch on them and size and index their data by them (the
numbers are not NumPy's, and the same in every run); of larger arrays the shapes and types are known, and the values are not."""

from random import Random as _Random
from _host import is_unknown as _is_unknown, note as _note, unknown as _unknown
from numpy._array import MAX_VALUES as _MAX_VALUES, _as_shape, array, asarray, make
from numpy._types import dtype as _dtype

_FLOAT = _dtype('float64')
_INT = _dtype('int64')
# Arrays of more fractions than this are data.
_FEW = 64


def _count(shape):
    n = 1
    for d in shape:
        n = n * d
    return n


def _tell():
    _note('assumption', 'a random number is drawn here: another run may draw another')


def _drawn(value, size, *parameters, kind=_FLOAT):
    """What `value()` draws, as a single number or in an array of `size`; parameters that are arrays give it theirs."""
    if any(map(_is_unknown, parameters)):
        return _unknown('a random number of NumPy', int if kind == _INT else float) if size is None else make(None, _as_shape(size), kind)
    if not all([isinstance(p, (int, float)) for p in parameters]):
        if size is None:
            import numpy
            size = numpy.broadcast_shapes(*[asarray(p).shape for p in parameters])
        return make(None, _as_shape(size), kind)
    if size is None:
        _tell()
        return value()
    shape = _as_shape(size)
    n = _count(shape)
    few = not _is_unknown(n) and n <= (_MAX_VALUES if kind.kind in 'iu' else _FEW)
    return make([value() for _ in range(n)] if few else None, shape, kind)


class Generator:
    """Draws with a generator of its own."""

    def __init__(self, bit_generator=None):
        self.bit_generator = bit_generator
        self._random = _Random(0)

    def random(self, size=None, dtype=float, out=None):
        return _drawn(self._random.random, size, kind=_dtype(dtype))

    def standard_normal(self, size=None, dtype=float, out=None):
        return self.normal(0.0, 1.0, size, _dtype(dtype))

    def integers(self, low, high=None, size=None, dtype='int64', endpoint=False):
        if high is None:
            low, high = 0, low
        return _drawn(lambda: self._random.randrange(int(low), int(high) + endpoint), size, low, high, kind=_dtype(dtype))

    def normal(self, loc=0.0, scale=1.0, size=None, _kind=_FLOAT):
        return _drawn(lambda: self._random.gauss(loc, scale), size, loc, scale, kind=_kind)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _drawn(lambda: low + (high - low) * self._random.random(), size, low, high)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return _drawn(lambda: self._random.lognormvariate(mean, sigma), size, mean, sigma)

    def exponential(self, scale=1.0, size=None):
        return _drawn(lambda: scale * self._random.expovariate(1.0), size, scale)

    def beta(self, a, b, size=None):
        return _drawn(lambda: self._random.betavariate(a, b), size, a, b)

    def gamma(self, shape, scale=1.0, size=None):
        return _drawn(lambda: self._random.gammavariate(shape, scale), size, shape, scale)

    def binomial(self, n, p, size=None):
        return _drawn(lambda: sum([self._random.random() < p for _ in range(n)]), size, n, p, kind=_INT)

    def _unknown_number(self, parameter, size=None):
        return _drawn(lambda: _unknown('a random number of NumPy', float), size, parameter)

    def poisson(self, lam=1.0, size=None):
        return self._unknown_number(lam, size)

    def geometric(self, p, size=None):
        return self._unknown_number(p, size)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        return self._unknown_number(loc, size)

    def standard_gamma(self, shape, size=None):
        return self.gamma(shape, 1.0, size)

    def dirichlet(self, alpha, size=None):
        return make(None, (() if size is None else _as_shape(size)) + (len(alpha),), _FLOAT)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        if _is_unknown(a):
            return _unknown('a choice of NumPy')
        of = None if isinstance(a, int) else asarray(a)
        n = a if of is None else of.shape[0]
        if size is None:
            return self._choose(of, n, p)
        shape = _as_shape(size)
        count = _count(shape)
        known = not any(map(_is_unknown, (n, count))) and count <= _MAX_VALUES and n <= _MAX_VALUES and p is None
        if not known:
            return make(None, shape, _INT if of is None else of.dtype)
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        indices = [self._random.randrange(n) for _ in range(count)] if replace else self._random.sample(range(n), count)
        indices = make(indices, shape, _INT)
        return indices if of is None else of[indices]

    def _choose(self, of, n, p):
        """One of the elements, or of the numbers below n."""
        _tell()
        if _is_unknown(n) or _is_unknown(p):
            return _unknown('a choice of NumPy')
        i = self._random.randrange(n) if p is None else self._random.choices(range(n), list(p))[0]
        return i if of is None else of[i]

    def permutation(self, x, axis=0):
        if not isinstance(x, int):
            result = array(x)
            self.shuffle(result)
            return result
        if x > _MAX_VALUES:
            return make(None, (x,), _INT)
        return make(self._random.sample(range(x), x), (x,), _INT)

    def permuted(self, x, *, axis=None, out=None):
        return self.permutation(x)

    def shuffle(self, x, axis=0):
        if isinstance(x, list):
            self._random.shuffle(x)
        elif getattr(x, '_buf', None) is not None:
            x[...] = x[make(self._random.sample(range(len(x)), len(x)), (len(x),), _INT)]

    def spawn(self, n_children):
        return [Generator() for _ in range(n_children)]


class RandomState(Generator):
    def __init__(self, seed=None):
        super().__init__()

    def seed(self, seed=None):
        pass

    def rand(self, *size):
        return self.random(size or None)

    def randn(self, *size):
        return self.standard_normal(size or None)

    def randint(self, low, high=None, size=None, dtype=int):
        return self.integers(low, high, size, dtype)

    def random_sample(self, size=None):
        return self.random(size)

    ranf = sample = random_sample

    def get_state(self, legacy=True):
        return ('MT19937', make(None, (624,), _dtype('uint32')), 624, 0, 0.0)

    def set_state(self, state):
        pass

    def bytes(self, length):
        return _unknown('random bytes of NumPy')


class SeedSequence:
    def __init__(self, entropy=None, **kwargs):
        self.entropy = entropy

    def spawn(self, n_children):
        return [SeedSequence() for _ in range(n_children)]

    def generate_state(self, n_words, dtype='uint32'):
        return make(None, (n_words,), _dtype(dtype))


class BitGenerator:
    def __init__(self, seed=None):
        pass


PCG64 = MT19937 = Philox = SFC64 = BitGenerator
mtrand = _rand = RandomState()
for _name in ('seed', 'rand', 'randn', 'randint', 'random', 'random_sample', 'ranf', 'sample', 'choice', 'permutation', 'shuffle', 'uniform', 'normal',
              'beta', 'gamma', 'binomial', 'exponential', 'poisson', 'dirichlet', 'standard_normal', 'get_state', 'set_state', 'bytes', 'laplace', 'geometric',
              'lognormal', 'standard_gamma'):
    globals()[_name] = getattr(_rand, _name)
del _name


def default_rng(seed=None):
    return seed if isinstance(seed, Generator) else Generator(BitGenerator(seed))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
