# Random numbers of NumPy: their shapes, types and ranges, single and in arrays, of the module and of generators.
import numpy as np

np.random.seed(0)
rng = np.random.default_rng(0)
for r in (np.random, np.random.RandomState(3), rng):
    print(0 <= r.random() < 1, r.random((2, 3)).shape, type(r.uniform(2, 5)), 2 <= r.uniform(low=2, high=5) < 5, r.uniform(-1, 1, 4).shape)
    print(type(r.normal()), r.normal(size=(2,)).dtype, r.normal(np.zeros((3, 1)), np.ones(2)).shape, r.standard_normal(5).shape, r.beta(0.8, 0.8) <= 1)
    print(sorted(r.permutation(5)), sorted(r.permutation(np.array([3, 1, 2])).tolist()), r.choice(5) in range(5), r.choice(['a', 'b']) in 'ab', sorted(r.choice(4, 4, replace=False)))
    print(r.choice([2.5, 3.5], size=(2, 2)).shape, r.choice(3, p=[0, 1, 0]), r.choice(np.arange(4), 2).dtype)
    order = list(range(6))
    r.shuffle(order)
    numbers = np.arange(6)
    r.shuffle(numbers)
    print(sorted(order), sorted(numbers.tolist()), type(r.binomial(3, 0.5)), r.dirichlet([1, 1], 3).shape)
    try:
        r.choice(2, 3, replace=False)
    except ValueError as error:
        print(type(error).__name__)
print(3 <= np.random.randint(3, 6) < 6, np.random.randint(2, size=5).max() < 2, np.random.randint(0, 9, (2, 2), dtype=np.int32).dtype)
print(3 <= rng.integers(3, 5, endpoint=True) <= 5, rng.integers(4, size=3).shape, np.random.rand(2, 3).shape, np.random.randn(2).dtype, rng.random(3, dtype=np.float32).dtype)
image = np.zeros((12, 12))
top = np.random.randint(0, 12 - 8 + 1)
print(image[top:top + 8].shape, image[np.random.permutation(12)[:4]].shape)
