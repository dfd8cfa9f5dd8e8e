/** `__torch_function__`: arguments that take over the functions that they are given to (torch/csrc/utils/python_arg_parser.cpp). */
import { nativeClass, type PyClass } from '../../python/classes.js';
import type { Value } from '../../python/heap.js';
import { defineType, PyNative } from '../../python/native.js';
import { NotImplemented, PyDict, PyInstance, PyList, PyTuple } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { Tensor, TensorClass } from '../tensor.js';

/** How many `with DisableTorchFunction…()` are entered. */
let disabled = 0;

export function resetTorchFunction(): void {
  disabled = 0;
}

/** Calls with functions that no argument takes over, as `DisableTorchFunctionSubclass` has it. */
export function withoutTorchFunction<R>(body: () => R): R {
  disabled++;
  try {
    return body();
  } finally {
    disabled--;
  }
}

/** Whether arguments may take functions over. */
export function isTorchFunctionEnabled(): boolean {
  return disabled === 0;
}

/** The class of a context in which no argument takes functions over. */
export function disablingClass(name: string): Value {
  const cls = nativeClass({ name, bases: [], module: 'torch._C', allocate: (c) => new PyInstance(c) });
  return defineType(cls, {
    methods: {
      '__init__(self, *args, **kwargs)': () => null,
      '__enter__(self, /)': (_vm, self: PyInstance) => {
        disabled++;
        return self;
      },
      '__exit__(self, *args)': () => {
        disabled--;
        return false;
      },
    },
  });
}

/** By class, whether its instances take functions over. */
const overriding = new WeakMap<PyClass, boolean>();

function overrides(value: Value): value is Tensor | PyInstance {
  if (typeof value !== 'object' || value === null) return false;
  const { cls } = value;
  if (cls === TensorClass || !(value instanceof Tensor || value instanceof PyInstance)) return false;
  let answer = overriding.get(cls);
  if (answer === undefined) {
    const found = cls.lookup('__torch_function__');
    const off =
      found === undefined ||
      found === null ||
      (found instanceof PyNative && found.name === '_disabled_torch_function_impl');
    overriding.set(cls, (answer = !off));
  }
  return answer;
}

/** Whether a value, or an item of a list of tensors, takes functions over. */
function any(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof PyList || value instanceof PyTuple ? value.items.some(overrides) : overrides(value);
}

/** What of a value takes functions over, each class once. */
function collect(value: Value, found: (Tensor | PyInstance)[]): void {
  for (const item of value instanceof PyList || value instanceof PyTuple ? value.items : [value])
    if (overrides(item) && !found.some((other) => other.cls === item.cls)) found.push(item);
}

/** The function as programs name it. */
function publicFunction(vm: VM, name: string, method: boolean): Value {
  if (method) return vm.getAttr(TensorClass, name);
  for (const module of ['_nn', '_VariableFunctions', '_linalg', '_fft', '_special']) {
    const found = vm.findAttr(vm.import(`torch._C.${module}`), name);
    if (found !== undefined) return found;
  }
  return vm.getAttr(vm.import('torch'), name);
}

/** What an argument's `__torch_function__` makes of a call; undefined where no argument takes it over. */
export function takenOver(
  vm: VM,
  name: string,
  method: boolean,
  args: readonly Value[],
  kwargs: Map<string, Value> | null,
): Value | undefined {
  if (disabled > 0) return undefined;
  const named = kwargs === null ? [] : [...kwargs.values()];
  if (!args.some(any) && !named.some(any)) return undefined;
  const found: (Tensor | PyInstance)[] = [];
  for (const arg of [...args, ...named]) collect(arg, found);
  const func = publicFunction(vm, name, method);
  const given: Value[] = [func, new PyTuple(found.map((value) => value.cls)), new PyTuple([...args])];
  if (kwargs !== null && kwargs.size > 0) {
    const dict = new PyDict();
    for (const [key, value] of kwargs) dict.set(key, value);
    given.push(dict);
  }
  // Of a class and one derived from it, the derived one is asked first.
  found.sort((a, b) => Number(b.cls.isSubclassOf(a.cls)) - Number(a.cls.isSubclassOf(b.cls)));
  for (const value of found) {
    const result = vm.call(vm.getAttr(value.cls, '__torch_function__'), given);
    if (result !== NotImplemented) return result;
  }
  throw vm.error(
    'TypeError',
    `no implementation found for '${vm.repr(func)}' on types that implement __torch_function__: [${found.map((v) => vm.repr(v.cls)).join(', ')}]`,
  );
}
