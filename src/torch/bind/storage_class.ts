/** Storages as Python sees them. */
import { NATIVES_WITH_DICT } from '../../python/attributes.js';
import { objectNumber } from '../../python/dict.js';
import type { Value } from '../../python/heap.js';
import { defineType } from '../../python/native.js';
import { CPU, device as deviceOf } from '../dtype.js';
import { resolveDevice } from '../state.js';
import { Storage, StorageClass } from '../tensor.js';
import { guarded } from './call.js';

// Programs put attributes on storages.
NATIVES_WITH_DICT.add(StorageClass);
StorageClass.allocate = () => new Storage(0, CPU);

defineType(StorageClass, {
  methods: {
    'nbytes(self, /)': (_vm, self: Storage) => self.nbytes,
    'size(self, /)': (_vm, self: Storage) => self.nbytes,
    '__len__(self, /)': (_vm, self: Storage) => self.nbytes,
    'element_size(self, /)': () => 1,
    'data_ptr(self, /)': (_vm, self: Storage) =>
      self.block?.address ?? (self.nbytes === 0 ? 0 : 2 ** 40 + 64 * objectNumber(self)),
    'resize_(self, size, /)': (vm, self: Storage, bytes: Value) => {
      if (typeof bytes === 'number') guarded(vm, () => self.resize(bytes));
      return self;
    },
    'copy_(self, source, non_blocking=False)': (_vm, self: Storage) => self,
    'clone(self, /)': (vm, self: Storage) => guarded(vm, () => new Storage(self.nbytes, self.device)),
    'cpu(self, /)': (_vm, self: Storage) => (self.device === CPU ? self : new Storage(self.nbytes, CPU)),
    'cuda(self, device=None, non_blocking=False)': (vm, self: Storage) =>
      self.device.type === 'cuda'
        ? self
        : guarded(vm, () => new Storage(self.nbytes, resolveDevice(deviceOf('cuda')))),
    'is_pinned(self, device=None)': () => false,
    'is_shared(self, /)': (_vm, self: Storage) => self.device.type === 'cuda',
    'share_memory_(self, /)': (_vm, self: Storage) => self,
    'fill_(self, value, /)': (_vm, self: Storage) => self,
    '__hash__(self, /)': (_vm, self: Storage) => objectNumber(self),
  },
  getset: {
    device: (_vm, self: Storage) => self.device,
    is_cuda: (_vm, self: Storage) => self.device.type === 'cuda',
    _cdata: (_vm, self: Storage) => objectNumber(self),
  },
});
