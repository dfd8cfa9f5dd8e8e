/**
 * Natives of torch._C for what is `__torch_dispatch__` in PyTorch: a Python callable sees every operator below autograd, and may
 * give a result of its own instead of computing it. Ours; selective activation checkpointing rests on it.
 */
import { heap, type Value } from '../python/heap.js';
import { PyNative, type NativeImplementation } from '../python/native.js';
import { PyList, PyTuple } from '../python/objects.js';
import type { VM } from '../python/vm.js';
import { caller } from './errors.js';
import { dispatchHook, type Operator } from './operator.js';
import { state } from './state.js';
import { Tensor } from './tensor.js';

/** An argument as Python sees it; lists are copies. */
function toPython(value: unknown): Value {
  return Array.isArray(value) ? new PyList(value.map(toPython)) : (value as Value);
}

dispatchHook.call = (hook: Value, operator: Operator, args: unknown[], compute: () => unknown): unknown => {
  const vm = caller.vm!;
  let isList = false;
  const native = new PyNative('compute', '()', () => {
    const result = compute();
    isList = Array.isArray(result);
    return isList ? new PyTuple(result as Value[]) : (result as Value);
  });
  const [name, overload] = operator.schema.name.split('.');
  const given = vm.root(new PyTuple(args.map(toPython)));
  const result = vm.call(hook, [name!, overload ?? 'default', native, given]);
  for (const item of result instanceof PyTuple ? result.items : [result])
    if (item instanceof Tensor) heap.handles.push(item);
  if (!(result instanceof PyTuple)) return result;
  return isList || operator.returnsList || result.items.length > 1 ? [...result.items] : result;
};

export const dispatchHookNatives: Record<string, NativeImplementation> = {
  /** From here on operators go through `hook(name, overload, compute, args)`; whoever pushes it keeps it alive. */
  '_push_dispatch_hook(hook, /)': (_vm: VM, hook: Value) => {
    state.dispatchHooks = [...state.dispatchHooks, hook];
    return null;
  },
  '_pop_dispatch_hook()': () => {
    state.dispatchHooks = state.dispatchHooks.slice(0, -1);
    return null;
  },
};
