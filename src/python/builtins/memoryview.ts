/** memoryview: a window on the bytes of another object, of one dimension and of single bytes. */
import { typeOf, type PyClass } from '../classes.js';
import type { Value } from '../heap.js';
import { defineType } from '../native.js';
import {
  NotImplemented,
  PyBoxed,
  PyByteArray,
  PyBytes,
  PyList,
  PySlice,
  PyTuple,
  PyUnknown,
} from '../objects.js';
import { PyPartialBytes } from '../partial_bytes.js';
import { T } from '../types.js';
import type { VM } from '../vm.js';
import { absorb } from './protocol.js';
import { addressText } from './representation.js';
import { position, sliceBounds, tryIndex } from './sequence.js';
import { codesOf } from './text.js';

/** What is written through it is written to its exporter, as long as that keeps its length. */
class PyMemoryView extends PyBytes {
  constructor(
    data: Uint8Array,
    readonly exporter: Value,
    readonly isReadOnly: boolean,
  ) {
    super(data, T.memoryview);
  }
}

function viewOf(vm: VM, object: Value): Value {
  if (object instanceof PyUnknown) return object instanceof PyPartialBytes ? object : absorb(object);
  const bytes = object instanceof PyBoxed ? object.value : object;
  if (bytes instanceof PyMemoryView) return new PyMemoryView(bytes.data, bytes.exporter, bytes.isReadOnly);
  if (bytes instanceof PyBytes) return new PyMemoryView(bytes.data, object, true);
  if (bytes instanceof PyByteArray) return new PyMemoryView(bytes.data, object, false);
  throw vm.error(
    'TypeError',
    `memoryview: a bytes-like object is required, not '${typeOf(object).typeName}'`,
  );
}

/** The part of a view that a slice means; the bytes stay where they are unless the slice takes steps. */
function slicedView(vm: VM, self: PyMemoryView, key: PySlice): PyMemoryView {
  const { data, exporter } = self;
  const { start, step, count } = sliceBounds(vm, key, data.length);
  if (step === 1) return new PyMemoryView(data.subarray(start, start + count), exporter, self.isReadOnly);
  // A view with steps could be written through in CPython; here it is a copy that cannot.
  return new PyMemoryView(
    Uint8Array.from({ length: count }, (_, i) => data[start + i * step]!),
    exporter,
    true,
  );
}

function write(vm: VM, self: PyMemoryView, key: Value, value: Value): void {
  if (self.isReadOnly) throw vm.error('TypeError', 'cannot modify read-only memory');
  if (key instanceof PySlice) {
    const source = value instanceof PyBoxed ? value.value : value;
    if (!(source instanceof PyBytes || source instanceof PyByteArray))
      throw vm.error('TypeError', `a bytes-like object is required, not '${typeOf(value).typeName}'`);
    const { start, step, count } = sliceBounds(vm, key, self.data.length);
    if (count !== source.data.length)
      throw vm.error('ValueError', 'memoryview assignment: lvalue and rvalue have different structures');
    const bytes = source.data.slice();
    for (let i = 0; i < count; i++) self.data[start + i * step] = bytes[i]!;
    return;
  }
  const at = position(vm, key, self.data.length, 'memoryview', 'index out of bounds on dimension 1');
  const byte = vm.index(value);
  if (byte < 0 || byte > 255) throw vm.error('ValueError', "memoryview: invalid value for format 'B'");
  self.data[at] = byte;
}

defineType(T.memoryview, {
  staticMethods: {
    '__new__(cls, object)': (vm, _cls: PyClass, object: Value) => viewOf(vm, object),
  },
  methods: {
    '__len__(self, /)': (_vm, self: PyMemoryView) => self.data.length,
    '__getitem__(self, key, /)': (vm, self: PyMemoryView, key: Value) => {
      if (key instanceof PyUnknown) return absorb(key);
      if (key instanceof PySlice) return slicedView(vm, self, key);
      if (tryIndex(vm, key) === undefined) throw vm.error('TypeError', 'memoryview: invalid slice key');
      return self.data[
        position(vm, key, self.data.length, 'memoryview', 'index out of bounds on dimension 1')
      ]!;
    },
    '__setitem__(self, key, value, /)': (vm, self: PyMemoryView, key: Value, value: Value) => {
      write(vm, self, key, value);
      return null;
    },
    '__eq__(self, value, /)': (_vm, self: PyMemoryView, value: Value) =>
      value instanceof PyBytes || value instanceof PyByteArray
        ? codesOf(self.data) === codesOf(value.data)
        : NotImplemented,
    '__repr__(self, /)': (_vm, self: PyMemoryView) => `<memory at ${addressText(self)}>`,
    'tobytes(self, /)': (_vm, self: PyMemoryView) => new PyBytes(self.data.slice()),
    'tolist(self, /)': (_vm, self: PyMemoryView) => new PyList(Array.from(self.data)),
    'hex(self, /)': (_vm, self: PyMemoryView) =>
      Array.from(self.data, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    'toreadonly(self, /)': (_vm, self: PyMemoryView) => new PyMemoryView(self.data, self.exporter, true),
    'release(self, /)': () => null,
    '__enter__(self, /)': (_vm, self: Value) => self,
    '__exit__(self, /, *args)': () => null,
  },
  getset: {
    obj: (_vm, self: PyMemoryView) => self.exporter,
    nbytes: (_vm, self: PyMemoryView) => self.data.length,
    itemsize: () => 1,
    format: () => 'B',
    ndim: () => 1,
    contiguous: () => true,
    c_contiguous: () => true,
    f_contiguous: () => true,
    readonly: (_vm, self: PyMemoryView) => self.isReadOnly,
    shape: (_vm, self: PyMemoryView) => new PyTuple([self.data.length]),
    strides: () => new PyTuple([1]),
    suboffsets: () => new PyTuple([]),
  },
});
