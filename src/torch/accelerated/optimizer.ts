/** Parts of `torch.optim` that look at each parameter. */
import type { PyClass } from '../../python/classes.js';
import type { Value } from '../../python/heap.js';
import type { NativeCoroutine, NativeImplementation } from '../../python/native.js';
import { PyFloat, PyList, PyModule, PyTuple, PyUnknown, type PyFunction } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { item } from '../bind/tensor_class.js';
import { Tensor, TensorClass } from '../tensor.js';
import type { AcceleratedFunctions } from './index.js';

/** `_default_to_fused_or_foreach(params, differentiable, use_fused)` where all parameters are usual ones on a CUDA device. */
export function defaultToForeach(vm: VM, _func: PyFunction): AcceleratedFunctions['accelerated'][string] {
  const parameterModule = vm.modules.getStr('torch.nn.parameter') as PyModule;
  const Parameter = parameterModule.dict.getStr('Parameter') as PyClass;
  return (_machine, [params, differentiable, useFused = false, ...rest]) => {
    if (!(params instanceof PyList) || differentiable !== false || useFused !== false || rest.length > 0)
      return undefined;
    for (const p of params.items) {
      if (p === null) continue;
      if (!(p instanceof Tensor) || !p.isCuda) return undefined;
      if (p.cls !== Parameter && p.cls !== TensorClass) return undefined;
    }
    return new PyTuple([false, true]);
  };
}

/** The value of a step counter: a tensor's item, or the value itself. */
function stepValue(vm: VM, step: Value): Value {
  return step instanceof Tensor ? item(vm, step) : step;
}

export const optimizerNatives: Record<string, NativeImplementation> = {
  /** Whether a parameter group's list holds tensors alone that can be optimized. */
  '_are_leaf_tensors(params, /)': (_vm, params: Value) =>
    params instanceof PyList && params.items.every((p) => p instanceof Tensor && (p.isLeaf || p.retainsGrad)),
  /**
   * `[function(_get_value(step)) for step in state_steps]`. Counters that say the same share a call where it gives a float: most often
   * all parameters are at the same step.
   */
  '_per_step(state_steps, function, /)': function* (vm: VM, steps: Value, func: Value): NativeCoroutine {
    const made = vm.root(new PyList([]));
    const known = new Map<number, Value>();
    for (const step of vm.collect(steps)) {
      const value = stepValue(vm, step);
      const key = value instanceof PyFloat ? value.value : value instanceof PyUnknown ? NaN : undefined;
      let result = key === undefined ? undefined : known.get(key);
      if (result === undefined) {
        result = yield { callable: func, args: [value] };
        if (key !== undefined && (result instanceof PyFloat || result instanceof PyUnknown))
          known.set(key, result);
      }
      made.push(result);
    }
    return made;
  },
};
