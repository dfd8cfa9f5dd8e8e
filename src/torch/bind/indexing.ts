/** `tensor[…]` and `tensor[…] = value` (torch/csrc/autograd/python_variable_indexing.cpp). */
import { type Value } from '../../python/heap.js';
import { Ellipsis, PyFloat, PyList, PyRange, PySlice, PyTuple, PyUnknown } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { empty, setKnown } from '../allocate.js';
import { bool, CPU, uint8 } from '../dtype.js';
import { fail } from '../errors.js';
import { copy_, to } from '../ops/copy.js';
import { overloads } from '../operator.js';
import { alias, expand, select, slice, unsqueeze, view } from '../ops/views.js';
import { asInt } from '../schema.js';
import { asScalar, scalarValue } from '../scalar.js';
import { sameSizes } from '../shape.js';
import { Tensor } from '../tensor.js';
import { typeName } from './argument_errors.js';
import { tensorFromData } from './data.js';
import { isArray } from './numpy.js';

/** What an index comes to: a view, and tensors that index it. */
interface Indexed {
  view: Tensor;
  indices: (Tensor | null)[] | null;
  unknown: PyUnknown | null;
}

function isSequence(value: Value): value is PyTuple | PyList {
  return value instanceof PyTuple || value instanceof PyList;
}

/** Whether a list index stands for a tuple (`treatSequenceAsTuple`): short, and with slices or the like in it. */
function itemsOf(index: Value): readonly Value[] {
  if (index instanceof PyTuple) return index.items;
  if (
    index instanceof PyList &&
    index.items.length < 32 &&
    index.items.some(
      (v) =>
        v instanceof Tensor ||
        v instanceof PyTuple ||
        v instanceof PyList ||
        v instanceof PySlice ||
        v === Ellipsis ||
        v === null,
    )
  ) {
    return index.items;
  }
  return [index];
}

function bound(vm: VM, value: Value): number | null | PyUnknown {
  if (value === null) return null;
  const number = asInt(value);
  if (number === undefined) {
    if (typeof value === 'boolean') return value ? 1 : 0;
    throw vm.error('TypeError', 'slice indices must be integers or None or have an __index__ method');
  }
  return number;
}

/** `eachSlice`: a slice of the whole dimension is one, too (`disable_slice_optimization`). */
function apply(vm: VM, self: Tensor, index: Value, eachSlice = false): Indexed {
  const items = itemsOf(index);
  let specified = 0;
  for (const item of items) {
    if (item === null || item === Ellipsis || typeof item === 'boolean') continue;
    specified +=
      item instanceof Tensor && (item.dtype === bool || item.dtype === uint8) ? item.sizes.length : 1;
  }
  if (specified > self.sizes.length && typeof index !== 'number') tooMany(self);
  let current = self;
  let dim = 0;
  let selected = 0;
  const indices: (Tensor | null)[] = [];
  let advanced = false;
  let unknown: PyUnknown | null = null;
  const put = (t: Tensor): void => {
    while (indices.length < dim) indices.push(null);
    indices[dim] = t;
    advanced = true;
  };
  for (const item of items) {
    if (item instanceof PyUnknown) {
      unknown ??= item;
      dim++;
      continue;
    }
    if (typeof item === 'number') {
      if (current.sizes.length === 0)
        fail(
          'IndexError',
          'invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number',
        );
      if (dim >= current.sizes.length) tooMany(self);
      const size = current.sizes[dim]!;
      if (item >= size || item < -size)
        fail(
          'IndexError',
          `index ${item} is out of bounds for dimension ${dim + selected} with size ${size}`,
        );
      current = select(current, dim, item);
      selected++;
    } else if (item instanceof PySlice) {
      if (dim >= current.sizes.length) tooMany(self);
      const [start, stop, step] = [bound(vm, item.start), bound(vm, item.stop), bound(vm, item.step)];
      for (const b of [start, stop, step]) if (b instanceof PyUnknown) unknown ??= b;
      if (unknown === null) {
        const by = (step as number | null) ?? 1;
        if (by === 0) throw vm.error('ValueError', 'slice step cannot be zero');
        if (by < 0) throw vm.error('ValueError', 'step must be greater than zero');
        const from = (start as number | null) ?? 0;
        const until = (stop as number | null) ?? Number.MAX_SAFE_INTEGER;
        if (eachSlice || from !== 0 || until < current.sizes[dim]! || by !== 1)
          current = slice(current, dim, from, until, by);
      }
      dim++;
    } else if (item === Ellipsis) dim += self.sizes.length - specified;
    else if (item === null) {
      current = unsqueeze(current, dim);
      dim++;
    } else if (typeof item === 'boolean') {
      current = unsqueeze(current, dim);
      const t = empty([1], bool, current.device);
      setKnown(t, [item ? 1 : 0]);
      put(t);
      dim++;
    } else if (item instanceof Tensor) {
      if (
        item.sizes.length === 0 &&
        item.dtype !== bool &&
        item.dtype !== uint8 &&
        item.dtype.category <= 1
      ) {
        const known = item.storage.valueAt(item.offset);
        if (item.device.type === 'cpu' && known !== undefined) {
          current = select(current, dim, known);
          continue;
        }
      }
      if ((item.dtype === bool || item.dtype === uint8) && item.sizes.length === 0) {
        current = unsqueeze(current, dim);
        put(item);
        dim++;
        continue;
      }
      put(item);
      dim += item.dtype === bool || item.dtype === uint8 ? item.sizes.length : 1;
    } else if (isSequence(item) || item instanceof PyRange || isArray(item)) {
      put(
        tensorFromData(
          vm,
          item instanceof PyRange ? new PyList(vm.collect(item)) : item,
          null,
          current.device,
        ),
      );
      dim++;
    } else {
      const number = asInt(item);
      if (typeof number === 'number') current = select(current, dim, number);
      else
        throw typeof item === 'string'
          ? vm.error('TypeError', "new(): invalid data type 'str'")
          : vm.error(
              'IndexError',
              `only integers, slices (\`:\`), ellipsis (\`...\`), None and long or byte Variables are valid indices (got ${typeName(item)})`,
            );
    }
  }
  return { view: current, indices: advanced ? indices : null, unknown };
}

function tooMany(self: Tensor): never {
  return fail('IndexError', `too many indices for tensor of dimension ${self.sizes.length}`);
}

function operator(name: string): (...args: unknown[]) => unknown {
  const found = overloads.get(name);
  if (found === undefined) return fail('NotImplementedError', `torch: ${name} is not modelled`);
  return found[0]!.call as (...args: unknown[]) => unknown;
}

/** `self[index]`. */
export function getItem(vm: VM, self: Tensor, index: Value): Value {
  if (index instanceof PyUnknown) return index;
  // A lone slice is never left out, as one among others is (`at::indexing::get_item`).
  const { view: sliced, indices, unknown } = apply(vm, self, index, index instanceof PySlice);
  if (unknown !== null) return unknown;
  if (indices === null) return sliced === self ? alias(sliced) : sliced;
  return operator('index')(sliced, indices) as Value;
}

/** `self[index] = value`. */
export function setItem(vm: VM, self: Tensor, index: Value, value: Value): void {
  if (value instanceof PyUnknown || index instanceof PyUnknown) {
    self.storage.known = null;
    return;
  }
  let source: Tensor;
  if (value instanceof Tensor) source = value;
  else {
    const scalar = asScalar(value);
    if (scalar === undefined)
      throw vm.error(
        'TypeError',
        `can't assign a ${typeName(value)} to a torch.${self.isCuda ? 'cuda.' : ''}${self.dtype.scalarName}Tensor`,
      );
    else {
      source = empty([], self.dtype, self.isCuda ? CPU : self.device);
      const number = scalarValue(scalar);
      setKnown(source, [Number.isNaN(number) && !(scalar instanceof PyFloat) ? undefined : number]);
    }
  }
  const { view: sliced, indices, unknown } = apply(vm, self, index);
  if (unknown !== null) {
    self.storage.known = null;
    return;
  }
  if (indices === null) {
    copyTo(sliced, source);
    return;
  }
  const stripped = stripOnes(source);
  operator('index_put_')(
    sliced,
    indices,
    stripped.device === sliced.device || stripped.sizes.length === 0
      ? stripped
      : to(stripped, null, sliced.device),
    false,
  );
}

function stripOnes(source: Tensor): Tensor {
  let first = 0;
  while (first < source.sizes.length && source.sizes[first] === 1) first++;
  return first === 0 ? source : view(source, source.sizes.slice(first));
}

/** `copy_to`: leading ones of the value are dropped, then it is expanded. */
function copyTo(target: Tensor, source: Tensor): void {
  if (sameSizes(target.sizes, source.sizes)) {
    copy_(target, source);
    return;
  }
  if (source.sizes.length === 0 && source.device.type === 'cpu') {
    operator('fill_')(target, source.storage.valueAt(source.offset) ?? NaN);
    return;
  }
  const stripped = stripOnes(source);
  copy_(target, expand(stripped, target.sizes, false));
}
