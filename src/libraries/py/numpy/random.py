"""Random arrays: their shapes and types; the values are not known. `seed` is accepted."""

from _host import unknown as _unknown
from numpy._array import _as_shape, asarray, make
from numpy._types import dtype as _dtype

_FLOAT = _dtype('float64')
_INT = _dtype('int64')


def _draw(size, kind=_FLOAT):
    if size is None:
        return _unknown('a random number of NumPy', int if kind == _INT else float)
    return make(None, _as_shape(size), kind)


class Generator:
    """Draws with a generator of its own."""

    def __init__(self, bit_generator=None):
        self.bit_generator = bit_generator

    def random(self, size=None, dtype=float, out=None):
        return _draw(size, _dtype(dtype))

    def standard_normal(self, size=None, dtype=float, out=None):
        return _draw(size, _dtype(dtype))

    def integers(self, low, high=None, size=None, dtype='int64', endpoint=False):
        return _draw(size, _dtype(dtype))

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _draw(size)

    uniform = normal

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        return _draw(size, _INT if isinstance(a, int) else asarray(a).dtype)

    def permutation(self, x, axis=0):
        return make(None, (x,), _INT) if isinstance(x, int) else make(None, asarray(x).shape, asarray(x).dtype)

    def permuted(self, x, *, axis=None, out=None):
        return self.permutation(x)

    def shuffle(self, x, axis=0):
        if getattr(x, '_buf', None) is not None:
            x._forget()
        elif isinstance(x, list):
            x[:] = [_unknown('an element of a shuffled list')] * len(x)

    def beta(self, a, b, size=None):
        return _draw(size)

    gamma = binomial = beta

    def exponential(self, scale=1.0, size=None):
        return _draw(size)

    poisson = dirichlet = geometric = laplace = standard_gamma = exponential

    def spawn(self, n_children):
        return [Generator() for _ in range(n_children)]


class RandomState(Generator):
    def __init__(self, seed=None):
        super().__init__()

    def seed(self, seed=None):
        pass

    def rand(self, *size):
        return _draw(size or None)

    randn = rand

    def randint(self, low, high=None, size=None, dtype=int):
        return _draw(size, _dtype(dtype))

    def random_sample(self, size=None):
        return _draw(size)

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
        return _draw((n_words,), _dtype(dtype))


class BitGenerator:
    def __init__(self, seed=None):
        pass


PCG64 = MT19937 = Philox = SFC64 = BitGenerator
mtrand = _rand = RandomState()
for _name in ('seed', 'rand', 'randn', 'randint', 'random', 'random_sample', 'ranf', 'sample', 'choice', 'permutation', 'shuffle', 'uniform', 'normal',
              'beta', 'gamma', 'binomial', 'exponential', 'poisson', 'dirichlet', 'standard_normal', 'get_state', 'set_state', 'bytes', 'laplace', 'geometric'):
    globals()[_name] = getattr(_rand, _name)
del _name


def default_rng(seed=None):
    return seed if isinstance(seed, Generator) else Generator(BitGenerator(seed))


def __getattr__(name):
    from _host import missing_name
    return missing_name(__name__, name)
