/** Tensors from Python data: `torch.tensor([[1, 2], [3, 4]])`. */
import { type Value } from '../../python/heap.js';
import { PyBoxed, PyComplex, PyFloat, PyList, PyRange, PyTuple, PyUnknown } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { empty, knownValues, setKnown } from '../allocate.js';
import { bool, Category, int64, toComplex, type Device, type DType } from '../dtype.js';
import { copyKernel } from '../ops/copy.js';
import { promoteTypes, scalarType } from '../promotion.js';
import { isArray, readArray } from './numpy.js';
import { resolveDevice, state } from '../state.js';
import { KNOWN_LIMIT, Tensor } from '../tensor.js';

interface Collected {
  sizes: number[];
  values: (number | undefined)[];
  dtype: DType | undefined;
  unknown: PyUnknown | null;
  /** Whether an array without values is among the data. */
  hasUnknownArray: boolean;
}

function unbox(value: Value): Value {
  return value instanceof PyBoxed ? (value.value as Value) : value;
}

function itemsOf(vm: VM, value: Value): readonly Value[] | undefined {
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  if (value instanceof PyRange) return vm.collect(value);
  if (value instanceof Tensor || typeof value === 'string' || isArray(value)) return undefined;
  if (
    typeof value === 'object' &&
    value !== null &&
    value.cls.lookup('__len__') !== undefined &&
    value.cls.lookup('__getitem__') !== undefined
  )
    return vm.collect(value);
  return undefined;
}

function collect(vm: VM, value: Value): Collected {
  const out: Collected = { sizes: [], values: [], dtype: undefined, unknown: null, hasUnknownArray: false };
  // The shape follows the first elements.
  let probe: Value = value;
  for (;;) {
    const items = itemsOf(vm, probe);
    if (items === undefined) {
      if (probe instanceof Tensor) {
        if (probe === value) out.sizes.push(...probe.sizes);
      } else if (isArray(probe)) out.sizes.push(...(readArray(vm, probe)?.sizes ?? []));
      break;
    }
    out.sizes.push(items.length);
    if (items.length === 0) break;
    probe = items[0]!;
    if (out.sizes.length > 128) throw vm.error('ValueError', "too many dimensions 'list'");
  }
  const join = (dtype: DType): void => {
    out.dtype = out.dtype === undefined ? dtype : promoteTypes(out.dtype, dtype);
  };
  const walk = (v: Value, depth: number): void => {
    const items = itemsOf(vm, v);
    if (items !== undefined) {
      if (items.length !== out.sizes[depth])
        throw vm.error(
          'ValueError',
          `expected sequence of length ${out.sizes[depth] ?? 0} at dim ${depth} (got ${items.length})`,
        );
      for (const item of items) walk(item, depth + 1);
      return;
    }
    const scalar = unbox(v);
    if (depth < out.sizes.length && !isArray(scalar) && !(scalar instanceof PyUnknown))
      throw vm.error('TypeError', 'not a sequence');
    if (scalar instanceof Tensor) {
      if (scalar.numel !== 1)
        throw vm.error('ValueError', 'only one element tensors can be converted to Python scalars');
      join(scalar.dtype);
      const known = knownValues(scalar);
      for (let i = 0; i < scalar.numel; i++) out.values.push(known?.[i]);
      return;
    }
    if (isArray(scalar)) {
      const array = readArray(vm, scalar);
      if (array === undefined) return;
      if (
        depth + array.sizes.length !== out.sizes.length ||
        array.sizes.some((n, i) => n !== out.sizes[depth + i])
      )
        throw vm.error(
          'ValueError',
          `expected sequence of length ${out.sizes[depth] ?? 0} at dim ${depth} (got ${array.sizes[0] ?? 0})`,
        );
      join(array.dtype);
      if (array.values !== undefined) out.values.push(...array.values);
      else out.hasUnknownArray = true;
      return;
    }
    if (scalar instanceof PyUnknown) {
      if (scalar.wouldBe === undefined && depth === 0) out.unknown = scalar;
      join(scalarType(scalar));
      out.values.push(undefined);
    } else if (typeof scalar === 'boolean') {
      join(bool);
      out.values.push(scalar ? 1 : 0);
    } else if (typeof scalar === 'number' || typeof scalar === 'bigint') {
      join(int64);
      out.values.push(Number(scalar));
    } else if (scalar instanceof PyFloat) {
      join(state.defaultDtype);
      out.values.push(scalar.value);
    } else if (scalar instanceof PyComplex) {
      join(toComplex(state.defaultDtype));
      out.values.push(undefined);
    } else if (typeof scalar === 'string') throw vm.error('TypeError', "new(): invalid data type 'str'");
    else
      throw vm.error(
        'RuntimeError',
        `Could not infer dtype of ${scalar === null ? 'NoneType' : scalar.cls.name}`,
      );
  };
  if (probe instanceof Tensor || isArray(probe) || out.sizes.every((n) => n > 0)) walk(value, 0);
  return out;
}

/** `torch.tensor(data)`: a new tensor; its numbers are known where they are few. */
export function tensorFromData(vm: VM, data: Value, dtype: DType | null, device: Device | null): Tensor {
  const { sizes, values, dtype: inferred, hasUnknownArray } = collect(vm, data);
  const kind = dtype ?? inferred ?? state.defaultDtype;
  const target = resolveDevice(device);
  // Built on the CPU, then copied.
  const out = empty(sizes, kind, target);
  if (values.length <= KNOWN_LIMIT && !hasUnknownArray)
    setKnown(out, kind.category === Category.complex ? undefined : values);
  return out;
}

/** `as_tensor` and the like: a tensor is kept where nothing changes. */
export function asTensor(
  vm: VM,
  data: Value,
  dtype: DType | null,
  device: Device | null,
  copy: boolean,
): Tensor {
  if (data instanceof Tensor) {
    const target = device === null ? data.device : resolveDevice(device);
    const kind = dtype ?? data.dtype;
    if (!copy && target === data.device && kind === data.dtype) return data;
    return copyKernel(empty(data.sizes, kind, target), data);
  }
  return tensorFromData(vm, data, dtype, device);
}
