/** `Adam._init_group` for usual parameters and options. */
import type { PyClass } from '../../python/classes.js';
import type { Value } from '../../python/heap.js';
import { PyDict, PyInstance, PyList, type PyFunction } from '../../python/objects.js';
import type { VM } from '../../python/vm.js';
import { SparseTensor } from '../sparse_tensor.js';
import { Tensor } from '../tensor.js';
import type { AcceleratedFunctions } from './index.js';

/** Whether a parameter's state is as a step without options leaves it. */
function isWhole(state: PyDict): boolean {
  return ['step', 'exp_avg', 'exp_avg_sq'].every((name) => state.getStr(name) !== undefined);
}

export function adamFunctions(
  _vm: VM,
  own: (name: string) => PyFunction,
  _cls: PyClass,
): AcceleratedFunctions {
  const { globals } = own('_init_group');

  /** The state of a parameter's first step, as the Python code makes it. */
  const makeState = (vm: VM, state: PyDict, p: Tensor): void => {
    const torch = globals.getStr('torch')!;
    const entry = vm.root(vm.getItem(state, p));
    const set = (name: string, value: Value): void => vm.setItem(entry, name, value);
    set('step', vm.call(globals.getStr('_new_step')!, [p, false, false]));
    const likeParameter = new Map([['memory_format', vm.getAttr(torch, 'preserve_format')]]);
    for (const name of ['exp_avg', 'exp_avg_sq'])
      set(name, vm.call(vm.getAttr(torch, 'zeros_like'), [p], likeParameter));
  };

  return {
    accelerated: {
      _init_group: (vm, args) => {
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
        const isPlain = group.getStr('capturable') === false && !group.getStr('fused');
        const withGrad: Tensor[] = [];
        for (const p of params.items) {
          if (!(p instanceof Tensor) || p.dtype.isComplex || p.grad instanceof SparseTensor) return undefined;
          if (p.grad === null) continue;
          const own = state.get(p);
          if (own === undefined ? !isPlain : !(own instanceof PyDict && isWhole(own))) return undefined;
          withGrad.push(p);
        }
        for (const p of withGrad) {
          if (state.get(p) === undefined) makeState(vm, state, p);
          const own = state.get(p) as PyDict;
          (parameters as PyList).push(p);
          (grads as PyList).push(p.grad!);
          (averages as PyList).push(own.getStr('exp_avg')!);
          (squares as PyList).push(own.getStr('exp_avg_sq')!);
          (steps as PyList).push(own.getStr('step')!);
        }
        return false;
      },
    },
  };
}
