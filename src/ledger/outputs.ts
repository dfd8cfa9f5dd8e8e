/** The tensors in what a function returned, described: shapes and dtypes. */
import { PyDict, PyInstance, PyList, PyTuple, PyUnknown } from '../python/objects';
import { PyObject, type Value } from '../python/heap';
import { Tensor } from '../torch/tensor';

export interface TensorShape {
  shape: number[];
  dtype: string;
}

/** More tensors than this are not listed. */
const MOST = 256;

/** Every tensor in nested lists, tuples, dicts and dataclass-like objects, in order; `result` may be a native's array too. */
export function tensorsIn(result: unknown, found: Tensor[] = [], depth = 0): Tensor[] {
  if (result instanceof Tensor) {
    if (found.length < MOST) found.push(result);
  } else if (depth > 8 || found.length >= MOST) return found;
  else if (Array.isArray(result)) for (const item of result) tensorsIn(item, found, depth + 1);
  else if (result instanceof PyTuple || result instanceof PyList)
    for (const item of result.items) tensorsIn(item, found, depth + 1);
  else if (result instanceof PyDict) for (const item of result.values()) tensorsIn(item, found, depth + 1);
  else if (result instanceof PyInstance && result.cls.lookup('__dataclass_fields__') !== undefined)
    for (const item of result.attrs.values()) tensorsIn(item, found, depth + 1);
  return found;
}

/** Shapes and dtypes of the tensors in a result. */
export function describeOutputs(result: unknown): TensorShape[] {
  return tensorsIn(result).map((tensor) => ({ shape: [...tensor.sizes], dtype: tensor.dtype.name }));
}

/** The first unknown among a result's parts. */
export function unknownIn(result: Value | undefined, depth = 0): PyUnknown | undefined {
  if (result instanceof PyUnknown) return result;
  if (!(result instanceof PyObject) || depth > 8) return undefined;
  let items: Iterable<Value> = [];
  if (result instanceof PyTuple || result instanceof PyList) items = result.items;
  else if (result instanceof PyDict) items = result.values();
  for (const item of items) {
    const unknown = unknownIn(item, depth + 1);
    if (unknown !== undefined) return unknown;
  }
  return undefined;
}
