import argparse
import copy
import io
import pickle

import numpy as np

a = np.arange(6, dtype=np.float32).reshape(2, 3)
values = [a, a.T, a[:, 1], np.array([1, 2, 3]), np.array([True, False]), np.float32(0.5), np.int64(3), np.bool_(True), np.dtype('int16'), np.dtype('bool'),
          np.array(['a', 'bc']), np.array([1, 'x', None], dtype=object), np.array(5.0), np.zeros((0, 3)), np.float16(1), np.array([1], dtype=np.uint16), np.dtype('O')]
for value in values:
    for protocol in (2, 4, 5):
        data = pickle.dumps(value, protocol)
        back = pickle.loads(data)
        print(protocol, len(data), data, back, type(back) is type(value), getattr(back, 'shape', None))
print(a.tobytes(), a.T.tobytes(), np.array([True]).tobytes(), len(np.zeros((1000, 1000)).tobytes()))
print(a.flags['C_CONTIGUOUS'], a.T.flags.f_contiguous, a[:, 1].flags.c_contiguous, a[:1].T.flags.c_contiguous, a.flags.owndata, a[0].flags.owndata)
stream = io.BytesIO()
pickle.dump({'data': np.zeros((500, 3072), dtype=np.uint8), 'labels': [1, 2], 'args': argparse.Namespace(lr=0.1, name='x')}, stream)
print(stream.tell())
stream.seek(0)
batch = pickle.load(stream)
print(batch['data'].shape, batch['data'].dtype, batch['data'].reshape(-1, 3, 32, 32).shape, batch['labels'], batch['args'])
print(copy.copy(a) is a, copy.deepcopy(a).tolist() == a.tolist())
