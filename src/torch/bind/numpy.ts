/** Between tensors and NumPy's arrays: shape and type, and the values where they are known. */
import { typeOf } from '../../python/classes.js';
import { PyFloat, PyList, PyTuple, PyUnknown } from '../../python/objects.js';
import { PyObject, type Value } from '../../python/heap.js';
import type { VM } from '../../python/vm.js';
import { empty, knownValues, setKnown } from '../allocate.js';
import { bfloat16, Category, CPU, dtypes, type DType } from '../dtype.js';
import { SparseTensor } from '../sparse_tensor.js';
import { KNOWN_LIMIT, Tensor } from '../tensor.js';

/** What a tensor needs to know of an array. */
export interface ArrayContent {
  sizes: number[];
  dtype: DType;
  /** One by element; all undefined where they are not known. */
  values: (number | undefined)[] | undefined;
}

/** Whether a value is a `numpy.ndarray`. */
export function isArray(value: Value): boolean {
  return (
    value instanceof PyObject &&
    value.cls.lookup('__array_priority__') !== undefined &&
    value.cls.lookup('_values') !== undefined
  );
}

function asNumber(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return Number(value);
  return value instanceof PyFloat ? value.value : undefined;
}

/** Reads an array; undefined where its shape isn't known. TypeError for types that PyTorch lacks. */
export function readArray(vm: VM, array: Value): ArrayContent | undefined {
  const shape = vm.getAttr(array, 'shape');
  const sizes = shape instanceof PyTuple ? shape.items.map(asNumber) : [undefined];
  if (!sizes.every((n) => n !== undefined)) return undefined;
  const name = vm.getAttr(vm.getAttr(array, 'dtype'), 'name');
  const dtype = dtypes[String(name)];
  if (dtype === undefined)
    throw vm.error(
      'TypeError',
      `can't convert np.ndarray of type numpy.${String(name)
        .replace(/^object$/, 'object_')
        .replace(
          /^str\d*$/,
          'str_',
        )}. The only supported types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.`,
    );
  const numel = sizes.reduce<number>((a, b) => a * b, 1);
  const items =
    numel <= KNOWN_LIMIT && dtype.category !== Category.complex ? vm.callMethod(array, '_values') : null;
  return { sizes, dtype, values: items instanceof PyList ? items.items.map(asNumber) : undefined };
}

/** `torch.from_numpy`: a CPU tensor of the array's shape and type. */
export function fromNumpy(vm: VM, array: Value): Value {
  if (array instanceof PyUnknown) return array;
  if (!isArray(array)) throw vm.error('TypeError', `expected np.ndarray (got ${typeOf(array).typeName})`);
  const content = readArray(vm, array);
  if (content === undefined) return vm.unknown('the shape of an array');
  const out = empty(content.sizes, content.dtype, CPU);
  if (content.values !== undefined) setKnown(out, content.values);
  return out;
}

/** `Tensor.numpy()`, after its checks. */
export function toNumpy(vm: VM, self: Tensor): Value {
  if (self instanceof SparseTensor)
    throw vm.error('TypeError', "can't convert Sparse layout tensor to numpy. Use Tensor.to_dense() first.");
  if (self.dtype === bfloat16) throw vm.error('TypeError', 'Got unsupported ScalarType BFloat16');
  const numpy = vm.import('numpy');
  if (numpy instanceof PyUnknown) return numpy;
  const module = vm.getAttr(numpy, '_array');
  const floating = self.dtype.category === Category.float;
  const known = self.dtype.category === Category.complex ? undefined : knownValues(self);
  const values =
    known === undefined || !known.some((v) => v !== undefined)
      ? null
      : new PyList(
          known.map((v) =>
            v === undefined
              ? vm.unknown('a value of an array')
              : self.dtype.category === Category.bool
                ? v !== 0
                : floating
                  ? new PyFloat(v)
                  : v,
          ),
        );
  const kind = vm.callMethod(numpy, 'dtype', [self.dtype.name]);
  return vm.callMethod(module, 'make', [values, new PyTuple(self.sizes.slice()), kind]);
}
