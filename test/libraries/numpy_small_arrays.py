# numpy: shapes, types and values of small arrays.
import numpy as np
a = np.arange(6).reshape(2, 3)
print(a, repr(a), a.shape, a.dtype, a.T, a.sum(), a.sum(0), a.mean(1), a[1, 2], a[:, 1], a[0], a.tolist(), a * 2, a + np.array([1, 2, 3]), a.ndim, a.size, a.nbytes)
print(np.linspace(0, 0.1, 5), np.linspace(0, 1, 3).tolist(), np.zeros((2, 2)), np.ones(3, dtype=np.float32), np.prod([2, 3, 4]), np.prod((2, 3)).item(), np.sqrt(16), np.log2(8), np.ceil(2.3), np.floor(-1.5), int(np.ceil(7 / 2)))
print(np.float32(0.1), np.float64(0.1), repr(np.float32(0.1)), repr(np.int64(3)), np.int64(3) * 2, type(np.int64(3) * 2).__name__, np.int64(7) // 2, np.int64(7) / 2, np.int32(5) + 1.5, np.float32(1) + 1, np.uint8(255), np.int8(200 - 256))
print(a.dtype == np.int64, a.dtype == 'int64', np.dtype('float32').itemsize, np.dtype(float), str(np.dtype(np.float16)), np.issubdtype(a.dtype, np.integer), np.finfo(np.float32).max, np.finfo(np.float32).eps, np.iinfo(np.int32).max)
b = a.copy()
b[0] = 10
b[:, 0] = [7, 8]
b[b > 9] = -1
v = b[1]
v[0] = 99
print(b, np.where(a > 2, a, 0), np.concatenate([a, a]), np.stack([a, a]).shape, np.vstack([a, a[0]]), np.hstack([a, a]).shape, np.expand_dims(a, 0).shape, np.squeeze(a[None]).shape, np.transpose(a).shape, np.tile([1, 2], 2), np.repeat([1, 2], 2), np.cumsum([1, 2, 3]), np.clip(a, 1, 4), np.argmax(a), np.argsort([3, 1, 2]), np.unique([3, 1, 3]))
g = np.meshgrid(np.arange(2), np.arange(3))
print(g[0].shape, np.stack(g, axis=0).reshape([2, 1, 3, 2]).shape, np.einsum('m,d->md', np.arange(2.), np.arange(3.)), np.outer([1, 2], [3, 4]), a @ a.T, np.dot([1, 2], [3, 4]), np.eye(2), np.full((2,), 7), np.zeros_like(a).dtype, np.pad([1, 2], 1), np.roll([1, 2, 3], 1), np.flip([1, 2]), np.allclose([1.0], [1.0 + 1e-9]), np.array_equal(a, a), np.linalg.norm([3.0, 4.0]))
print(np.array([1, 2.5]), np.array([[1, 2], [3, 4]]).dtype, np.array([True, False]), np.array(3), np.array(3).shape, np.array([1e-10, 1.0]), np.array([1.5, 2, 100]), np.array([1, 2], dtype=np.float16), np.array([0.1, 0.25]), np.array([1 / 3]), np.array([]), np.array(['a', 'bc']))
for bad in (lambda: np.zeros(3) + np.zeros(4), lambda: a.reshape(4), lambda: a[5], lambda: bool(a), lambda: np.concatenate([a, np.zeros((3, 4))]), lambda: a[0, 0, 0], lambda: np.dtype('nope'), lambda: np.stack([a, a.T])):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
big = np.zeros((1000, 1000), np.float32)
print(big.shape, big.dtype, (big * 2).shape, big.sum(axis=0).shape, big[::2, 5:].shape, big.nbytes, big.reshape(-1, 10).T.shape, np.random.randn(3, 4).shape, np.random.rand(2).dtype, big.astype(np.int64).dtype)
print([x.item() for x in np.linspace(0, 0.3, 4)], isinstance(np.float64(1), float), isinstance(np.int64(1), np.integer), np.int64(5).item(), float(np.float32(2.5)), f'{np.float64(1.5):.2f}', round(np.float64(2.567), 1), [10, 20][np.int64(1)], range(np.int64(2)), hash(np.int64(3)) == hash(3), max(np.int64(3), 2), np.bool_(True), np.pi)
for kind in ('float16', 'float32', 'float64'):
    f = np.finfo(kind)
    print(f.precision, f.resolution, f.bits)
a = np.array([1.0, -np.inf, np.inf, np.nan])
print(np.isposinf(a), np.isneginf(a), np.isinf(a))
print(np.integer, np.float32, np.dtype, np.bool_)
