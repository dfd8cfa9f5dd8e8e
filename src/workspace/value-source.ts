/** Python source that makes values like those which a run has seen, in the namespace of a file. */
import { PyClass, typeOf } from '../python/classes';
import type { Value } from '../python/heap';
import { PyDict, PyFloat, PyFunction, PyInstance, PyList, PyTuple, PyWrapper } from '../python/objects';
import { T } from '../python/types';
import type { VM } from '../python/vm';
import { contiguousStrides } from '../torch/shape';
import { SparseTensor } from '../torch/sparse_tensor';
import { isTensor, type Tensor } from '../torch/tensor';

export interface Writing {
  vm: VM;
  /** Whether an expression in the file may use a name. */
  isVisible: (name: string) => boolean;
  /** Where tensors are made; they have no source where this is not given. */
  tensors?: 'on the device' | 'where they are';
}

/** Items of a container that becomes source. */
const MOST_ITEMS = 64;
const MOST_DEPTH = 4;

/** Numbers, texts, containers of such, tensors, classes that the file knows, objects that are no more than their attributes. */
export function sourceOf(value: Value, writing: Writing, depth = 0): string | undefined {
  const { vm } = writing;
  if (value === null || typeof value !== 'object') return vm.repr(value);
  if (value instanceof PyFloat)
    return Number.isFinite(value.value) ? vm.repr(value) : `float('${vm.repr(value)}')`;
  if (isTensor(value)) return tensorSource(value, writing);
  if (depth > MOST_DEPTH) return undefined;
  const list = (items: Iterable<Value>): string[] | undefined => {
    const texts: string[] = [];
    for (const item of items) {
      const text = sourceOf(item, writing, depth + 1);
      if (text === undefined || texts.length >= MOST_ITEMS) return undefined;
      texts.push(text);
    }
    return texts;
  };
  if (value instanceof PyTuple && value.cls === T.tuple) {
    const items = list(value.items);
    return items && (items.length === 1 ? `(${items[0]},)` : `(${items.join(', ')})`);
  }
  if (value instanceof PyTuple && writing.isVisible(value.cls.name)) {
    // A named tuple.
    const items = list(value.items);
    return items && `${value.cls.name}(${items.join(', ')})`;
  }
  if (value instanceof PyList && value.cls === T.list) {
    const items = list(value.items);
    return items && `[${items.join(', ')}]`;
  }
  if (value instanceof PyDict && value.cls === T.dict) {
    const keys = list(value.keyArray());
    const values = list(value.values());
    return keys && values && `{${keys.map((key, i) => `${key}: ${values[i]}`).join(', ')}}`;
  }
  if (value instanceof PyClass || value instanceof PyFunction) return nameOf(value, writing);
  if (typeOf(value).typeName === 'torch.dtype')
    return writing.isVisible('torch') ? vm.repr(value) : undefined;
  if (!(value instanceof PyInstance)) return undefined;
  if (value.cls.name === 'ndarray') return arraySource(value, writing);
  const again = writing.tensors === undefined ? undefined : madeAgain(value, list, writing);
  if (again !== undefined || !isPlain(value.cls)) return again;
  const names = value.attrs.keyArray();
  const values = list(value.attrs.values());
  return (
    values &&
    `__import__('types').SimpleNamespace(${values.map((text, i) => `${String(names[i])}=${text}`).join(', ')})`
  );
}

/** Whether a value is a tensor on a CUDA device, or has one in it. */
export function isOnDevice(value: Value, depth = 0): boolean {
  if (isTensor(value)) return value.isCuda;
  if (depth > MOST_DEPTH) return false;
  const among = (items: Iterable<Value>): boolean => {
    for (const item of items) if (isOnDevice(item, depth + 1)) return true;
    return false;
  };
  if (value instanceof PyTuple || value instanceof PyList) return among(value.items);
  if (value instanceof PyDict) return among(value.values());
  return value instanceof PyInstance && among(value.attrs.values());
}

function tensorSource(t: Tensor, { tensors }: Writing): string | undefined {
  if (tensors === undefined) return undefined;
  const device = t.isCuda || tensors === 'on the device' ? ', device="cuda"' : ', device="cpu"';
  const shape = (sizes: readonly number[]): string =>
    sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes.join(', ')})`;
  const empty = ({ sizes, dtype }: Tensor): string =>
    `torch.empty(${shape(sizes)}, dtype=torch.${dtype.name}${device})`;
  if (!(t instanceof SparseTensor)) return empty(t);
  const options = t.coalesced ? ', is_coalesced=True' : '';
  return `torch.sparse_coo_tensor(${empty(t.indices)}, ${empty(t.values)}, ${shape(t.sizes)}${options})`;
}

/** A small array of NumPy of which all values are known. */
function arraySource({ attrs }: PyInstance, { vm }: Writing): string | undefined {
  const part = (name: string): Value | undefined => attrs.getStr(name);
  const [values, shape, strides, kind] = [part('_buf'), part('_shape'), part('_strides'), part('_dtype')];
  if (!(values instanceof PyList) || !(shape instanceof PyTuple) || !(strides instanceof PyTuple))
    return undefined;
  const sizes = shape.items.map(Number);
  const size = sizes.reduce((product, n) => product * n, 1);
  if (size > MOST_ITEMS || strides.items.map(Number).join() !== contiguousStrides(sizes).join())
    return undefined;
  const isNumber = (item: Value): boolean =>
    typeof item === 'number' || typeof item === 'boolean' || item instanceof PyFloat;
  const name = kind instanceof PyInstance ? vm.findAttr(kind, 'name') : undefined;
  if (size !== values.items.length || !values.items.every(isNumber) || typeof name !== 'string')
    return undefined;
  const items = values.items.map((item) => vm.repr(item)).join(', ');
  const reshaped = shape.items.length === 1 ? '' : `.reshape(${vm.repr(shape)})`;
  return `__import__('numpy').array([${items}], dtype='${name}')${reshaped}`;
}

/** An object of a class of the file whose attributes are called as what its constructor takes. */
function madeAgain(
  value: PyInstance,
  list: (items: Iterable<Value>) => string[] | undefined,
  { isVisible }: Writing,
): string | undefined {
  const { cls } = value;
  const init = cls.lookup('__init__');
  if (!isVisible(cls.name) || !(init instanceof PyFunction)) return undefined;
  const { argCount, kwOnlyCount, varnames } = init.code.init;
  const optional = init.defaults?.items.length ?? 0;
  const names: string[] = [];
  const values: Value[] = [];
  for (const [i, name] of varnames.slice(1, argCount + kwOnlyCount).entries()) {
    const attribute = value.attrs.getStr(name);
    if (attribute !== undefined) {
      names.push(name);
      values.push(attribute);
    } else if (i < argCount - 1 - optional) return undefined;
  }
  const texts = list(values);
  return texts && `${cls.name}(${texts.map((text, i) => `${names[i]}=${text}`).join(', ')})`;
}

function nameOf(value: PyClass | PyFunction, { vm, isVisible }: Writing): string | undefined {
  const { name } = value;
  if (isVisible(name)) return name;
  const module = vm.findAttr(value, '__module__');
  if (typeof module !== 'string' || !module.startsWith('torch.nn.modules.')) return undefined;
  if (isVisible('nn')) return `nn.${name}`;
  return isVisible('torch') ? `torch.nn.${name}` : undefined;
}

/** Whether instances of a class are no more than their attributes: a dataclass, a namespace. */
function isPlain(cls: PyClass): boolean {
  return cls.mro.every(
    (each) =>
      each.native ||
      [...each.dict.entries()].every(
        ([name, member]) =>
          String(name).startsWith('_') || !(member instanceof PyFunction || member instanceof PyWrapper),
      ),
  );
}
