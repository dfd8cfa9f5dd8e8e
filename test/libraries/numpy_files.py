import os
import tempfile

import numpy as np

folder = tempfile.mkdtemp()
os.chdir(folder)
a = np.arange(12, dtype=np.float32).reshape(3, 4)
np.save('a.npy', a)
np.save('b', a[0])
np.savez('c.npz', a, x=a[:2], y=np.zeros(5, dtype=np.int64))
np.savez_compressed('d', z=a)
a.astype(np.uint16).tofile('e.bin')
print(sorted(os.listdir('.')), os.path.getsize('e.bin'))
print(np.load('a.npy').shape, np.load('a.npy').dtype, np.load('a.npy')[1, 2], np.load('b.npy').shape)
with np.load('c.npz') as data:
    print(sorted(data.files), sorted(data.keys()), data['x'].shape, data['y'].dtype, 'x' in data, len(data))
print(np.load('d.npz')['z'].shape)
m = np.memmap('e.bin', dtype=np.uint16, mode='r')
print(len(m), m.dtype, m[2:5].shape, np.memmap('e.bin', dtype=np.uint16, mode='r', shape=(3, 4)).shape, m.astype(np.int64).dtype)
w = np.memmap('w.bin', dtype='float32', mode='w+', shape=(10, 6))
w[:2] = 1
w.flush()
print(os.path.getsize('w.bin'), w.shape, np.fromfile('e.bin', dtype=np.uint16).shape)
try:
    np.load('missing.npy')
except FileNotFoundError as error:
    print(error)
try:
    np.memmap('missing.bin', dtype=np.uint16, mode='r')
except FileNotFoundError as error:
    print(error)
