/** Tensors over bytes that a program holds: `torch.frombuffer` (torch/csrc/utils/tensor_new.cpp). */
import { bytesLike } from '../../python/builtins/codecs.js';
import type { Value } from '../../python/heap.js';
import { PyByteArray, PyBytes, PyUnknown } from '../../python/objects.js';
import { PyPartialBytes } from '../../python/partial_bytes.js';
import type { VM } from '../../python/vm.js';
import { empty, setKnown } from '../allocate.js';
import { CPU, type DType } from '../dtype.js';
import { KNOWN_LIMIT, type Tensor } from '../tensor.js';
import { isArray, readArray } from './numpy.js';

/** How the values of a type lie in memory; the values of other types are left unknown. */
const READERS: Record<string, (view: DataView, at: number) => number> = {
  bool: (view, at) => Number(view.getUint8(at) !== 0),
  uint8: (view, at) => view.getUint8(at),
  int8: (view, at) => view.getInt8(at),
  uint16: (view, at) => view.getUint16(at, true),
  int16: (view, at) => view.getInt16(at, true),
  uint32: (view, at) => view.getUint32(at, true),
  int32: (view, at) => view.getInt32(at, true),
  int64: (view, at) => Number(view.getBigInt64(at, true)),
  float32: (view, at) => view.getFloat32(at, true),
  float64: (view, at) => view.getFloat64(at, true),
};

/** A CPU tensor of one dimension over the bytes; unknown where their number is. Raises ValueError as PyTorch does. */
export function fromBuffer(
  vm: VM,
  buffer: Value,
  dtype: DType,
  count: number,
  offset: number,
): Tensor | PyUnknown {
  const array = isArray(buffer) ? readArray(vm, buffer) : undefined;
  if (isArray(buffer) && array === undefined) return vm.unknown('the shape of an array');
  if (buffer instanceof PyUnknown && !(buffer instanceof PyPartialBytes)) return vm.unknown(buffer.reason);
  const fail = (message: string): never => {
    throw vm.error('ValueError', message);
  };
  if (
    array === undefined &&
    !(buffer instanceof PyPartialBytes || buffer instanceof PyBytes || buffer instanceof PyByteArray)
  )
    return fail('object does not implement Python buffer protocol.');
  const bytes =
    array === undefined && !(buffer instanceof PyPartialBytes) ? bytesLike(vm, buffer) : undefined;
  const length =
    array === undefined
      ? ((buffer as PyPartialBytes | undefined)?.length ?? bytes!.length)
      : array.sizes.reduce((product, size) => product * size, array.dtype.itemsize);
  const { itemsize } = dtype;
  if (length === 0 || count === 0) fail(`both buffer length (${length}) and count (${count}) must not be 0`);
  if (offset < 0 || offset >= length)
    fail(
      `offset (${offset} bytes) must be non-negative and no greater than buffer length (${length} bytes) minus 1`,
    );
  const rest = length - offset;
  if (count < 0 && rest % itemsize !== 0)
    fail(
      `buffer length (${rest} bytes) after offset (${offset} bytes) must be a multiple of element size (${itemsize})`,
    );
  const elements = count < 0 ? rest / itemsize : count;
  if (elements * itemsize > rest)
    fail(
      `requested buffer length (${elements} * ${itemsize} bytes) after offset (${offset} bytes) must not be greater than actual buffer length (${length} bytes)`,
    );
  const out = empty([elements], dtype, CPU);
  const read = READERS[dtype.name];
  if (bytes !== undefined && read !== undefined && elements <= KNOWN_LIMIT) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    setKnown(
      out,
      Array.from({ length: elements }, (_, i) => read(view, offset + i * itemsize)),
    );
  }
  return out;
}
