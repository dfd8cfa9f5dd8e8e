/**
 * Tensor classes with a `__torch_dispatch__` of their own (torch/csrc/autograd/python_variable.cpp, PyInterpreter.cpp): below autograd
 * it computes the operators that such a tensor is given to. What holds the numbers are tensors inside, as of quantized weights.
 */
import type { PyClass } from '../python/classes.js';
import { heap, type Value } from '../python/heap.js';
import { PyNative, type NativeImplementation } from '../python/native.js';
import { NotImplemented, PyDict, PyFloat, PyList, PyTuple } from '../python/objects.js';
import type { VM } from '../python/vm.js';
import { contiguousStrides } from './shape.js';
import { CPU, type Device, type DType } from './dtype.js';
import { caller } from './errors.js';
import { subclasses, type Operator } from './operator.js';
import { toDevice, type SchemaParameter } from './schema.js';
import { state } from './state.js';
import { Storage, Tensor, TensorClass } from './tensor.js';

/** Whether a tensor of such a class was ever made. */
let made = false;

/** By class, whether it has a `__torch_dispatch__` of its own. */
const dispatching = new WeakMap<PyClass, boolean>();

function dispatches(cls: PyClass): boolean {
  if (cls === TensorClass) return false;
  let answer = dispatching.get(cls);
  if (answer === undefined) {
    const found = cls.lookup('__torch_dispatch__');
    const off =
      found === undefined ||
      found === null ||
      (found instanceof PyNative && found.name === '_disabled_torch_dispatch_impl');
    dispatching.set(cls, (answer = !off));
  }
  return answer;
}

/** To be told of the class of a tensor that is made. */
export function noteSubclass(cls: PyClass): void {
  if (!made && dispatches(cls)) made = true;
}

/** The classes of a call's arguments that compute it themselves, each once. */
function dispatchingClasses(args: readonly unknown[]): PyClass[] {
  const found: PyClass[] = [];
  for (const arg of args)
    for (const item of Array.isArray(arg) ? (arg as unknown[]) : [arg])
      if (item instanceof Tensor && dispatches(item.cls) && !found.includes(item.cls)) found.push(item.cls);
  return found;
}

/** An argument as Python sees it; lists are copies. */
function toPython(type: string, value: unknown): Value {
  if (Array.isArray(value)) return new PyList(value.map((item) => toPython(type.replace('[]', ''), item)));
  if (type === 'float' && typeof value === 'number') return new PyFloat(value);
  return (value ?? null) as Value;
}

function isDefault(parameter: SchemaParameter, value: unknown): boolean {
  if (!parameter.hasDefault) return false;
  const same = (a: unknown, b: unknown): boolean =>
    Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((item, i) => same(item, b[i]))
      : a instanceof PyFloat && b instanceof PyFloat
        ? a.value === b.value
        : (a ?? null) === (b ?? null);
  return same(parameter.default, value);
}

/** The call as `__torch_dispatch__` is told of it: without arguments that are their defaults (`parseIValuesToPyArgsKwargs`). */
function pythonArguments(operator: Operator, args: readonly unknown[]): [Value[], PyDict] {
  const { parameters, positionalCount } = operator.schema;
  let count = positionalCount;
  while (count > 0 && isDefault(parameters[count - 1]!, args[count - 1])) count--;
  const positional = args.slice(0, count).map((value, i) => toPython(parameters[i]!.type, value));
  const named = new PyDict();
  for (let i = positionalCount; i < parameters.length; i++) {
    const parameter = parameters[i]!;
    if (!isDefault(parameter, args[i])) named.setStr(parameter.name, toPython(parameter.type, args[i]));
  }
  return [positional, named];
}

/** Lets the classes compute an operator; TypeError where none of them does. */
function throughSubclass(operator: Operator, classes: PyClass[], args: readonly unknown[]): unknown {
  const vm = caller.vm!;
  const { name, overload } = operator.schema;
  const packet = vm.getAttr(vm.getAttr(vm.getAttr(vm.import('torch'), 'ops'), 'aten'), name);
  const func = vm.getAttr(packet, overload === '' ? 'default' : overload);
  const [positional, named] = pythonArguments(operator, args);
  const given = vm.root(new PyTuple([func, new PyTuple(classes), new PyTuple(positional), named])).items;
  // Of a class and one derived from it, the derived one is asked first.
  const order = [...classes].sort((a, b) => Number(b.isSubclassOf(a)) - Number(a.isSubclassOf(b)));
  for (const cls of order) {
    const result = vm.call(vm.getAttr(cls, '__torch_dispatch__'), [...given]);
    if (result === NotImplemented) continue;
    const items = result instanceof PyTuple || result instanceof PyList ? result.items : [result];
    for (const item of items) if (item instanceof Tensor) heap.handles.push(item);
    return items.length === 1 && items[0] === result ? result : [...items];
  }
  throw vm.error(
    'TypeError',
    `Multiple dispatch failed for 'torch._ops.aten.${name}.${overload === '' ? 'default' : overload}'; all __torch_dispatch__ handlers returned NotImplemented:\n\n${classes.map((cls) => `  - tensor subclass ${vm.repr(cls)}`).join('\n')}\n\nFor more information, try re-running with TORCH_LOGS=not_implemented`,
  );
}

subclasses.any = () => made;
subclasses.among = dispatchingClasses;
subclasses.call = throughSubclass;

/** Storages of tensors that are no more than a geometry. */
const wrappers = new WeakSet<Storage>();

/** The tensors that have the memory of a tensor: itself, or, of one that only wraps others, those that it has as attributes. */
export function innerTensors(t: Tensor): Tensor[] {
  if (!wrappers.has(t.storage)) return [t];
  const found = t.attrs === null ? [] : [...t.attrs.values()];
  return found.filter((value): value is Tensor => value instanceof Tensor).flatMap(innerTensors);
}

/** A tensor of that class with a geometry and no memory: `THPVariable_make_wrapper_subclass`. */
function makeWrapper(
  cls: PyClass,
  sizes: number[],
  strides: number[] | null,
  offset: number,
  dtype: DType,
  device: Device,
): Tensor {
  noteSubclass(cls);
  const storage = new Storage(0, device);
  wrappers.add(storage);
  storage.nbytes = sizes.reduce((count, n) => count * n, dtype.itemsize);
  return new Tensor(storage, sizes, strides ?? contiguousStrides(sizes), offset, dtype, undefined, cls);
}

const ints = (vm: VM, value: Value): number[] => vm.collect(value).map(Number);

export const wrapperNatives: Record<string, NativeImplementation> = {
  '_make_wrapper_subclass(cls, size, strides=None, storage_offset=None, memory_format=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, dispatch_sizes_strides_policy=None, dispatch_device=False, dispatch_layout=False, _extra_dispatch_keys=None, storage_size=None)':
    (
      vm: VM,
      cls: PyClass,
      size: Value,
      strides: Value,
      offset: Value,
      _memoryFormat: Value,
      dtype: Value,
      _layout: Value,
      device: Value,
      _pinMemory: Value,
      requiresGrad: Value,
    ) => {
      const out = makeWrapper(
        cls,
        ints(vm, size),
        strides === null ? null : ints(vm, strides),
        offset === null ? 0 : Number(offset),
        dtype === null ? state.defaultDtype : (dtype as DType),
        (device === null ? undefined : toDevice(device)) ?? CPU,
      );
      out.requiresGrad = requiresGrad === true;
      return out;
    },
};
