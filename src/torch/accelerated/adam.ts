/** `Adam._init_group` of a step that finds its state made. */
import type { PyClass } from '../../python/classes.js';
import type { Value } from '../../python/heap.js';
import { PyDict, PyInstance, PyList, type PyFunction } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { Tensor } from '../tensor.js';
import type { AcceleratedFunctions } from './index.js';

export function adamFunctions(
  _vm: VM,
  _own: (name: string) => PyFunction,
  _cls: PyClass,
): AcceleratedFunctions {
  return {
    accelerated: {
      _init_group: (_machine, args) => {
        const [self, group, ...lists] = args;
        if (!(self instanceof PyInstance && group instanceof PyDict) || lists.length !== 6) return undefined;
        const state = self.attrs?.getStr('state');
        const params = group.getStr('params');
        if (!(state instanceof PyDict && params instanceof PyList)) return undefined;
        if (group.getStr('amsgrad') !== false || group.getStr('differentiable') !== false) return undefined;
        if (group.getStr('lr') instanceof Tensor) return undefined;
        const [parameters, grads, averages, squares, , steps] = lists;
        if (![parameters, grads, averages, squares, steps].every((list) => list instanceof PyList))
          return undefined;
        const found: [Tensor, Tensor, Value, Value, Value][] = [];
        for (const p of params.items) {
          if (!(p instanceof Tensor) || p.dtype.isComplex) return undefined;
          const { grad } = p;
          if (grad === null) continue;
          const own = state.get(p);
          if (!(own instanceof PyDict)) return undefined;
          const average = own.getStr('exp_avg');
          const square = own.getStr('exp_avg_sq');
          const step = own.getStr('step');
          if (average === undefined || square === undefined || step === undefined) return undefined;
          found.push([p, grad, average, square, step]);
        }
        for (const [p, grad, average, square, step] of found) {
          (parameters as PyList).push(p);
          (grads as PyList).push(grad);
          (averages as PyList).push(average);
          (squares as PyList).push(square);
          (steps as PyList).push(step);
        }
        return false;
      },
    },
  };
}
